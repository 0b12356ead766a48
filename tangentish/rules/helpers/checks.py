"""Checks of what users' rules give; each names the rule, where it is, and the argument."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import numpy as np

from tangentish.class_attributes import has_dict
from tangentish.errors import RuleError

__all__ = ["checked", "checked_partial", "hooked", "like", "one_bar", "passed_by", "rule_results", "several_bars"]


class Like(NamedTuple):
    """What a cotangent has to agree with: a shape, and whether it may be complex."""

    shape: tuple[int, ...]
    is_complex: bool


def like(x: Any, *others: Any) -> Any:
    """What a cotangent of `x` has to agree with; `others` may make it complex.

    Lists and tuples give lists, objects with attributes dicts; None stands for what has no derivative.

    >>> like(np.zeros((2, 3)))
    Like(shape=(2, 3), is_complex=False)
    """
    if isinstance(x, list | tuple):
        return [like(item) for item in x]
    if isinstance(x, dict):
        return {key: like(item) for key, item in x.items()}
    if isinstance(x, np.ndarray | np.generic):
        if x.dtype.kind not in "fcO":
            return None
        return Like(x.shape, any(map(np.iscomplexobj, (x, *others))))
    if isinstance(x, float | complex):
        return Like((), any(isinstance(one, complex) or np.iscomplexobj(one) for one in (x, *others)))
    plain = has_dict(x) and not isinstance(x, type | types.FunctionType | types.ModuleType)
    return like(dict(vars(x))) if plain else None


def checked(value: Any, wanted: Any, name: str, rule: Any, broadcasts: bool = False) -> Any:
    """`value`, the cotangent that a rule gives for its parameter `name`.

    Raises RuleError unless it is an array or a number of the shape of the argument (with `broadcasts`, or of one that this
    was broadcast to), and real if that is.
    """
    if isinstance(wanted, list):
        if not isinstance(value, list | tuple):
            raise _error(rule, name, f"is {_kind(value)}; the argument is a sequence of {len(wanted)}, so a list of as many "
                                     "cotangents is needed")
        if len(value) != len(wanted):
            raise _error(rule, name, f"has {len(value)} items, the argument {len(wanted)}")
        return [None if one is None and item is None else checked(one, item, f"{name}[{k}]", rule)
                for k, (one, item) in enumerate(zip(value, wanted, strict=True))]
    if isinstance(wanted, dict):
        if not isinstance(value, dict) or not set(value) <= set(wanted):
            raise _error(rule, name, f"is {_kind(value)}; needed is a dict with a cotangent for each of "
                                     f"{', '.join(map(repr, wanted)) or 'no attributes'} that one flows to")
        return {key: checked(one, wanted[key], f"{name}.{key}", rule) for key, one in value.items()}
    if wanted is None:
        return value
    _check_number(value, name, rule, "np.zeros_like(...) of the argument")
    if np.shape(value) != wanted.shape and not (broadcasts and _broadcast(wanted.shape, np.shape(value))):
        raise _error(rule, name, f"has shape {np.shape(value)}; the argument has shape {wanted.shape}")
    return _of_kind(value, wanted, name, rule, "the argument is real")


def checked_partial(value: Any, wanted: Any, name: str, rule: Any) -> Any:
    """`value`, the partial derivative that a rule gives for its parameter `name`.

    Raises RuleError unless it is an array or a number whose shape broadcasts to that of the result, and real if the
    result and the argument are.
    """
    _check_number(value, name, rule, "0.0")
    if not isinstance(wanted, Like):
        raise _error(rule, name, "cannot be used: the function gives neither a number nor an array, "
                                 "and an elementwise rule is for these.\nUse tangentish.rules.vjp")
    if not _broadcast(np.shape(value), wanted.shape):
        raise _error(rule, name, f"has shape {np.shape(value)}; the result of the function has shape {wanted.shape}")
    return _of_kind(value, wanted, name, rule, "the argument and the result are real")


def rule_results(results: Any, count: int, rule: Any) -> Any:
    """What a rule for `count` parameters returned: raises RuleError unless it is a tuple or list of as many."""
    if not isinstance(results, list | tuple):
        raise RuleError(f"{described(rule)} returned {_kind(results)}; needed is a tuple of {count}, one for each argument "
                        "to differentiate")
    if len(results) != count:
        raise RuleError(f"{described(rule)} returned {len(results)} results; needed are {count}, one for each argument "
                        "to differentiate")
    return results


def one_bar(value: Any, result: Any, rule: Any) -> Any:
    """The cotangent of a result (described by `like`), for a rule for one: raises RuleError if there are several."""
    if isinstance(result, list | dict):
        what = "a sequence" if isinstance(result, list) else "a dict or an object"
        raise RuleError(f"{described(rule)} is for one number or array, and the function returned {what}.\n"
                        "For a tuple or a list register it with multi=True: `ans_bar` is a list then.")
    return value


def several_bars(ans_bar: Any, result: Any, rule: Any) -> list[Any]:
    """The cotangents of several results (described by `like`), zeros for what was not used, for a rule with `multi`."""
    if not isinstance(result, list):
        raise RuleError(f"{described(rule)} was registered with multi=True, and the function did not return a tuple or a list.")
    return [_zeros(one) if bar is None else bar for bar, one in zip(ans_bar, result, strict=True)]


def hooked(x_bar: Any, fun: Any) -> Any:
    """The cotangent that a hook makes of another."""
    found = fun(x_bar.copy() if isinstance(x_bar, np.ndarray) else x_bar)
    if found is None:
        return x_bar
    if np.shape(found) != np.shape(x_bar):
        raise RuleError(f"{described(fun).removeprefix('the rule ')}, a hook, returned a cotangent of shape {np.shape(found)}; "
                        f"it was given one of shape {np.shape(x_bar)}")
    return found


def passed_by(tangent: Any = None) -> Any:
    """The tangent where forward mode leaves out what is for the reverse sweep: the same; it is not differentiated again."""
    return tangent


def _zeros(wanted: Any) -> Any:
    if isinstance(wanted, Like):
        return np.zeros(wanted.shape, complex if wanted.is_complex else float)[()]
    return [_zeros(one) for one in wanted] if isinstance(wanted, list) else 0.0


def _broadcast(shape: tuple[int, ...], full: tuple[int, ...]) -> bool:
    """Whether an array of this shape broadcasts to a full one."""
    try:
        return np.broadcast_shapes(shape, full) == full
    except ValueError:
        return False


def described(rule: Any) -> str:
    """The name of a rule and where it is."""
    code = getattr(rule, "__code__", None)
    place = f" ({code.co_filename}:{code.co_firstlineno})" if code is not None else ""
    return f"the rule `{getattr(rule, '__name__', rule)}`{place}"


def _check_number(value: Any, name: str, rule: Any, zero: str) -> None:
    if value is None:
        raise _error(rule, name, f"is None: this derivative is not known.\nIf it is zero, return {zero}; if nothing flows "
                                 "through the argument, pass stop_gradient(...) of it")
    if not isinstance(value, np.ndarray | np.generic | int | float | complex) or np.asarray(value).dtype.kind not in "biufcO":
        raise _error(rule, name, f"is {_kind(value)}, not an array or a number")


def _of_kind(value: Any, wanted: Like, name: str, rule: Any, real: str) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "O":  # what `np.frompyfunc` makes
        try:
            value = np.asarray(value, complex if wanted.is_complex else float)[()]
        except (TypeError, ValueError):
            raise _error(rule, name, "is an array of objects that are not numbers") from None
    if np.iscomplexobj(value) and not wanted.is_complex:
        raise _error(rule, name, f"is complex; {real}.\nReturn its real part if that is meant")
    return value


def _kind(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"a {type(value).__name__}" if value is not None else "None"


def _error(rule: Any, name: str, text: str) -> RuleError:
    return RuleError(f"{described(rule)}: its result for the argument `{name}` {text}.")
