"""What the rules of custom functions give: checked, and kept apart from the memory of arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.class_attributes import has_dict
from tangentish.errors import RuleError
from tangentish.own_containers import sequence_like
from tangentish.rules.helpers.checks import Like, checked, described, like
from tangentish.rules.registry import jvp, linear, vjp, zero_derivative

Function = Callable[..., Any]

BARS = "the cotangents of the arguments."
KEPT = "the result, and what bwd needs."
MOVED = "the result, and its tangent."


def apart(value: Any, inside: Any) -> Any:
    """A result without the memory of arguments: arrays that share it are copied, containers that are in them rebuilt.

    >>> x = np.zeros(2)
    >>> apart(x, [x]) is x
    False
    """
    if isinstance(value, np.ndarray):
        arrays, _ = _held(inside)
        return value.copy() if any(np.may_share_memory(value, array) for array in arrays) else value
    if not isinstance(value, list | tuple | dict):
        return value
    arrays, containers = _held(inside)
    own, parts = _held(value)
    if not containers & parts and not any(np.may_share_memory(a, b) for a in own for b in arrays):
        return value
    return _rebuilt(value, arrays)


def _held(x: Any) -> tuple[list[Any], set[int]]:
    """The arrays, and the identities of the containers, in a value."""
    arrays: list[Any] = []
    containers: set[int] = set()
    rest = [x]
    while rest:
        item = rest.pop()
        if isinstance(item, np.ndarray):
            arrays.append(item)
        elif isinstance(item, list | tuple | dict) and id(item) not in containers:
            if item:  # Python has one empty tuple
                containers.add(id(item))
            rest += item.values() if isinstance(item, dict) else item
    return arrays, containers


def _rebuilt(x: Any, arrays: list[Any]) -> Any:
    if isinstance(x, np.ndarray):
        return x.copy() if any(np.may_share_memory(x, array) for array in arrays) else x
    if isinstance(x, dict):
        return {key: _rebuilt(item, arrays) for key, item in x.items()}
    if isinstance(x, list | tuple):
        return sequence_like(x, [_rebuilt(item, arrays) for item in x])
    return x


def check_results(results: Any, count: int, rule: Function, what: str) -> None:
    """Raise RuleError unless a rule returned a tuple or a list of so many."""
    if isinstance(results, list | tuple) and len(results) == count:
        return
    if isinstance(results, list | tuple):
        found = f"{len(results)} results"
    else:
        found = "None" if results is None else "an array" if isinstance(results, np.ndarray) else f"a {type(results).__name__}"
    raise RuleError(f"{described(rule)} returned {found}; needed is a tuple of {count}: {what}"
                    + ("\nA tuple of one is written `return x_bar,`." if count == 1 else ""))


def checked_bar(value: Any, wanted: Any, name: str, rule: Function) -> Any:
    """The cotangent that `bwd` gave for an argument, None for zero: raises RuleError as `checked` does."""
    return None if value is None else checked(value, wanted, name, rule)


def check_tangent(ans_dot: Any, ans: Any, rule: Function) -> None:
    """Raise RuleError unless the tangent that a rule gave has the structure and the shape of the result."""
    _check_like(ans_dot, like(ans), rule, "")


def _check_like(value: Any, wanted: Any, rule: Function, where: str) -> None:
    what = f"{described(rule)}: its tangent{where}"
    if isinstance(wanted, list):
        if not isinstance(value, list | tuple) or len(value) != len(wanted):
            raise RuleError(f"{what} should be a sequence of {len(wanted)}, as the result is")
        for k, item in enumerate(wanted):
            _check_like(value[k], item, rule, f"{where}[{k}]")
    elif isinstance(wanted, dict):
        parts = value if isinstance(value, dict) else vars(value) if has_dict(value) else None
        if parts is None or not set(wanted) <= set(parts):
            raise RuleError(f"{what} should have what the result has: {', '.join(map(repr, wanted))}")
        for key, item in wanted.items():
            _check_like(parts[key], item, rule, f"{where}[{key!r}]")
    elif isinstance(wanted, Like):
        if not isinstance(value, np.ndarray | np.generic | int | float | complex):
            raise RuleError(f"{what} is {'None' if value is None else f'a {type(value).__name__}'}; needed is an array or a "
                            f"number of shape {wanted.shape}.\nIf it is zero, return np.zeros_like(...) of the result.")
        if np.shape(value) != wanted.shape:
            raise RuleError(f"{what} has shape {np.shape(value)}; the result has shape {wanted.shape}")
        if np.iscomplexobj(value) and not wanted.is_complex:
            raise RuleError(f"{what} is complex; the result is real.\nReturn its real part if that is meant.")


zero_derivative(check_results, check_tangent)


@vjp(apart, view="maybe")
def apart_(ans_bar, ans, value, inside):  # type: ignore[no-untyped-def]  # as rules are written
    return ans_bar, None


@jvp(apart)
def apart_jvp(ans, value_dot, inside_dot, value, inside):  # type: ignore[no-untyped-def]  # as rules are written
    return value_dot, None


@linear(checked_bar, wrt=("value",), how=("wanted", "rule", "name"), view="always")
def checked_bar_(ans_bar, value, wanted, name, rule):  # type: ignore[no-untyped-def]  # as rules are written
    return ans_bar


__all__ = ["BARS", "KEPT", "MOVED", "apart", "check_results", "check_tangent", "checked_bar"]
