"""Whole functions with a derivative of the user's own: `custom_vjp` and `custom_jvp`.

Unlike a rule (`tangentish.rules`), the derivative belongs to the function object, and what the reverse sweep needs of the
primal is passed on by the function that computes it.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tangentish.custom.checks import apart
from tangentish.errors import RuleError
from tangentish.rules.helpers.checks import described
from tangentish.rules.registry import zero_derivative

Function = Callable[..., Any]


class Arguments(NamedTuple):
    """The arguments of a call in the order of the parameters, and where each was in the call."""

    values: tuple[Any, ...]
    places: tuple[Any, ...]  # a position, a keyword, or None for a default
    labels: tuple[str, ...]
    named: dict[str, Any]  # what can only be passed by keyword: no derivative flows to it


class Custom:
    """A function with a derivative of its own; it is called as the function is.

    Its result never shares memory with its arguments: where the function returned one of them, a copy is returned.
    """

    operator = ""

    def __init__(self, fun: Function, nondiff_argnums: tuple[int | str, ...] = ()) -> None:
        if not callable(fun):
            raise RuleError(f"{self.operator}: {fun!r} is not a function")
        functools.update_wrapper(self, fun, updated=("__dict__",) if isinstance(fun, types.FunctionType) else ())
        self.__name__: str = getattr(fun, "__name__", type(fun).__name__)
        self.__qualname__: str = getattr(fun, "__qualname__", self.__name__)
        self.fun = fun
        self.nondiff = _positions(fun, nondiff_argnums, self.operator)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return apart(self.fun(*args, **keywords), (args, keywords))

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        return self if owner is None else types.MethodType(self, owner)

    def __repr__(self) -> str:
        return f"<{self.operator} of {described(self.fun).removeprefix('the rule ')}>"

    def __reduce__(self) -> str:
        return str(self.__qualname__)  # by its name, as functions are pickled

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """The parameters of the function."""
        return inspect.signature(self.fun)

    def arguments(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Arguments:
        """The arguments of a call in the order of the parameters, defaults too."""
        signature = self.signature
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        origin = signature.bind(*range(len(args)), **{key: key for key in keywords}).arguments
        values: list[Any] = []
        places: list[Any] = []
        labels: list[str] = []
        named: dict[str, Any] = {}
        for name, parameter in signature.parameters.items():
            value = bound.arguments[name]
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                values.append(value)
                places.append(origin.get(name))
                labels.append(name)
            elif parameter.kind is parameter.VAR_POSITIONAL:
                values += value
                places += origin.get(name, ())
                labels += [f"{name}[{k}]" for k in range(len(value))]
            elif name in origin:
                named |= value if parameter.kind is parameter.VAR_KEYWORD else {name: value}
        return Arguments(tuple(values), tuple(places), tuple(labels), named)

    def functions(self) -> list[Function]:
        """The function and its rules."""
        return [self.fun]

    def split(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What no derivative flows to by `nondiff_argnums`, and the rest."""
        return (tuple(values[k] for k in self.nondiff if k < len(values)),
                tuple(value for k, value in enumerate(values) if k not in self.nondiff))


class CustomVjp(Custom):
    """What `custom_vjp` makes of a function."""

    operator = "custom_vjp"
    fwd: Function | None = None
    bwd: Function | None = None

    def defvjp(self, fwd: Function, bwd: Function) -> None:
        """Say how the function and its pullback are computed; see `custom_vjp`.

        Raises `RuleError` if one of the two is not a function, or `bwd` does not take what it is given.
        """
        _check(fwd, self, "fwd")
        _check(bwd, self, "bwd", len(self.nondiff) + 2, "the values of nondiff_argnums, what fwd kept, and the cotangent")
        self.fwd, self.bwd = fwd, bwd

    def functions(self) -> list[Function]:
        """The function and its rules."""
        return [self.fun, *self.rules()]

    def rules(self) -> tuple[Function, Function]:
        """`fwd` and `bwd`; raises `RuleError` if there are none."""
        if self.fwd is None or self.bwd is None:
            raise RuleError(f"no derivative was given for the custom_vjp function `{self.__name__}`.\n"
                            f"Call {self.__name__}.defvjp(fwd, bwd).")
        return self.fwd, self.bwd


class CustomJvp(Custom):
    """What `custom_jvp` makes of a function."""

    operator = "custom_jvp"
    rule: Function | None = None

    def defjvp(self, rule: Function) -> Function:
        """Say what the result and its tangent are; see `custom_jvp`.  Serves as a decorator too.

        Raises `RuleError` if it is not a function of primals and tangents.
        """
        _check(rule, self, "jvp", len(self.nondiff) + 2, "the values of nondiff_argnums, the primals, and the tangents")
        self.rule = rule
        return rule

    def defjvps(self, *terms: Function | None) -> None:
        """Say what the tangent is, a term for each argument: `term(t, ans, *args)`, linear in `t`; None for zero.

        Raises `RuleError` if there is not one for each argument, or with `nondiff_argnums`.
        """
        if self.nondiff:
            raise RuleError(f"defjvps of `{self.__name__}`: there are nondiff_argnums; use defjvp")
        for term in terms:
            if term is not None:
                _check(term, self, "jvps")
        self.rule = _of_terms(self, terms)

    def functions(self) -> list[Function]:
        """The function and its rule."""
        return [self.fun, self.jvp_rule()]

    def jvp_rule(self) -> Function:
        """The rule; raises `RuleError` if there is none."""
        if self.rule is None:
            raise RuleError(f"no derivative was given for the custom_jvp function `{self.__name__}`.\n"
                            f"Call {self.__name__}.defjvp(rule).")
        return self.rule


def custom_vjp(fun: Function | None = None, nondiff_argnums: tuple[int | str, ...] = ()) -> Any:
    """A function whose derivative in reverse mode is what you say it is, in place of that of its source.

    `f = custom_vjp(fun)`, then `f.defvjp(fwd, bwd)`.  `fwd(*args)` returns `(ans, residuals)`: the result of `fun`, and
    whatever `bwd` needs.  `bwd(residuals, ans_bar)` returns a tuple with the cotangent of each argument: of its shape (a list
    for a list or a tuple, a dict for a dict or for an object, from the names of its attributes), or None for zero.
    Arguments named by `nondiff_argnums`, by position or name, are constants: `bwd` gets them first, and returns nothing for
    them.  The protocol is that of JAX's function of the same name.  `f` is called as `fun` is, with keywords and defaults
    too; it can be a method.  Without a derivative, `fun` itself runs, and a result that is an argument is copied.

    Here the value passes unchanged and the gradient is clipped:

    >>> import numpy as np
    >>> import tangentish
    >>> @tangentish.custom_vjp
    ... def clipped(x, limit):
    ...     return x
    >>> def fwd(x, limit):
    ...     return x, limit
    >>> def bwd(limit, ans_bar):
    ...     return np.clip(ans_bar, -limit, limit), None
    >>> clipped.defvjp(fwd, bwd)
    >>> tangentish.grad(lambda x: np.sum(clipped(x, 1.0) ** 2))(np.array([0.25, 3.0]))
    array([0.5, 1. ])

    Raises `RuleError` for rules that are no functions; when a derivative is asked for, `RuleError` if there is no rule or it
    gives results of a wrong number, structure or shape, and `UnsupportedError` if `fun` writes into its arguments or uses
    active variables of a function around it, and in forward mode, which needs `custom_jvp`.
    """
    if fun is None:
        return lambda function: CustomVjp(function, nondiff_argnums)
    return CustomVjp(fun, nondiff_argnums)


def custom_jvp(fun: Function | None = None, nondiff_argnums: tuple[int | str, ...] = ()) -> Any:
    """A function whose tangent is what you say it is, in place of that of its source; it serves both modes.

    `f = custom_jvp(fun)`, then `f.defjvp(rule)`.  `rule(primals, tangents)` gets two tuples, with an item for each argument,
    and returns `(ans, ans_dot)`, where `ans_dot` has the structure and shape of `ans` and is linear in `tangents`.  What is
    not differentiated has zeros in `tangents` (None for a string and the like).  Values of `nondiff_argnums` come before
    `primals`.  `f.defjvps(*terms)` takes a term for each argument, `term(t, ans, *args)`, of which the sum is the tangent.
    The protocol is that of JAX's function of the same name.  In reverse mode the rule is differentiated with respect to its
    tangents: being linear, that gives its transpose.

    >>> import numpy as np
    >>> import tangentish
    >>> @tangentish.custom_jvp
    ... def log1pexp(x):
    ...     return np.log(1.0 + np.exp(x))
    >>> @log1pexp.defjvp
    ... def log1pexp_jvp(primals, tangents):
    ...     x, = primals
    ...     x_dot, = tangents
    ...     return log1pexp(x), x_dot * (1.0 - 1.0 / (1.0 + np.exp(x)))
    >>> tangentish.grad(log1pexp)(0.0)
    0.5
    >>> tangentish.jvp(log1pexp, (0.0,), (2.0,))[1]
    np.float64(1.0)

    Raises as `custom_vjp` does, and `RuleError` for a rule that is not linear in its tangents, as far as that is noticed.
    """
    if fun is None:
        return lambda function: CustomJvp(function, nondiff_argnums)
    return CustomJvp(fun, nondiff_argnums)


def _positions(fun: Function, argnums: Any, operator: str) -> tuple[int, ...]:
    given = (argnums,) if isinstance(argnums, int | str) else tuple(argnums)
    names = list(inspect.signature(fun).parameters) if given else []
    found = []
    for key in given:
        place = names.index(key) if key in names else key
        if not isinstance(place, int) or not -len(names) <= place < len(names):
            raise RuleError(f"{operator}: nondiff_argnums has {key!r}, and {described(fun).removeprefix('the rule ')} has the "
                            f"parameters {', '.join(names) or 'of none'}")
        found.append(place % len(names))
    return tuple(sorted(found))


def _check(rule: Any, custom: Custom, what: str, count: int | None = None, takes: str = "") -> None:
    if not callable(rule):
        raise RuleError(f"{what} of `{custom.__name__}`: {rule!r} is not a function")
    if count is None:
        return
    try:
        inspect.signature(rule).bind(*[None] * count)
    except TypeError:
        raise RuleError(f"{described(rule)} for `{custom.__name__}` has to take {count} arguments: {takes}") from None
    except ValueError:  # written in C: nothing is known of its parameters
        return


def _of_terms(custom: CustomJvp, terms: tuple[Function | None, ...]) -> Function:
    """The rule of `defjvps`."""

    def rule(primals: Any, tangents: Any) -> Any:
        check_count(terms, primals, custom)
        ans = custom(*primals)
        ans_dot = np.zeros_like(ans)
        for k in range(len(terms)):
            term = terms[k]
            if term is not None and tangents[k] is not None:
                ans_dot = ans_dot + term(tangents[k], ans, *primals)
        return ans, ans_dot

    return rule


def check_count(terms: tuple[Function | None, ...], primals: tuple[Any, ...], custom: CustomJvp) -> None:
    """Raise RuleError unless there is one term for each argument."""
    if len(terms) != len(primals):
        raise RuleError(f"defjvps of `{custom.__name__}` has {len(terms)} terms; the call has "
                        f"{len(primals)} arguments.\nGive None for an argument that no derivative flows from.")


zero_derivative(check_count)

__all__ = ["Arguments", "Custom", "CustomJvp", "CustomVjp", "custom_jvp", "custom_vjp"]
