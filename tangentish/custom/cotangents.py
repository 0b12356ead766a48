"""Code of the user's in the reverse sweep: `cotangent` and `cotangent_hook`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tangentish.errors import ArgumentError, RuleError, UnsupportedError
from tangentish.rules.helpers import hooked, passed_by
from tangentish.rules.registry import jvp, vjp, zero_derivative

_SWEEPS = ("_grad", "_value_and_grad", "_primal", "_jvp", "_tangent")


def cotangent(x: Any) -> contextlib.AbstractContextManager[Any]:
    """`with tangentish.cotangent(x) as x_bar:` -- the body runs in the reverse sweep, when it passes this point.

    There `x_bar` is the adjoint of `x`: the derivative of the result with respect to the value that `x` has here, by way of
    what follows.  What it is at the end of the body, assigned anew or written into, is what goes on to where `x` came from.
    Clip it, print it, look at it in a debugger (`breakpoint()`), keep a copy in a list.  The body may read any variable, and sees
    the values of this point of the program.  The generated source has its lines where they run.

    >>> import numpy as np
    >>> import tangentish
    >>> def loss(x):
    ...     y = x ** 2
    ...     with tangentish.cotangent(y) as y_bar:
    ...         y_bar = np.clip(y_bar, -1.0, 1.0)
    ...     return np.sum(y ** 2)
    >>> tangentish.grad(loss)(np.array([0.5, 3.0]))
    array([0.5, 6. ])

    `x` is the name of a variable, whose value is a number or an array.  Reverse mode alone runs the body, once for each time
    that the point was passed: the primal sweep and forward mode leave it out, and so does reverse mode if `x` does not depend on
    what is differentiated.  Python itself cannot leave it out: **a call of the function without a derivative runs the body, with
    zeros for `x_bar`**.  Where that will not do, use `cotangent_hook`.

    Raises `UnsupportedError`, with the place, for a body that returns, that binds a name used outside of it, or that stores
    into what is differentiated, and inside of `try`; when it runs, for an `x` that is neither a number nor an array; `RuleError`
    for an `x_bar` of another shape at its end.
    """
    caller = sys._getframe(1).f_code
    if caller.co_filename.startswith("<tangentish") and caller.co_name.endswith(_SWEEPS):
        raise UnsupportedError("`cotangent` was called by another name, and not seen when this program was made.\n"
                               "Write it `with tangentish.cotangent(x) as x_bar:`.")
    return _zeros(x)


@contextlib.contextmanager
def _zeros(x: Any) -> Iterator[Any]:
    yield np.zeros(np.shape(x), x.dtype if isinstance(x, np.ndarray) and x.dtype.kind in "fc" else float)[()]


def cotangent_hook(x: Any, fun: Callable[[Any], Any]) -> Any:
    """`x`, of which the adjoint is passed through `fun` in the reverse sweep: `y = cotangent_hook(x, fun)`.

    `fun(y_bar)` returns the adjoint of `x`, of the same shape, or None to leave it as it is.  It is called in reverse mode
    only.  The result is a copy, if `x` is an array.

    >>> import numpy as np
    >>> import tangentish
    >>> def loss(x):
    ...     return np.sum(tangentish.cotangent_hook(x, np.sign) ** 2)
    >>> tangentish.grad(loss)(np.array([0.5, -3.0]))
    array([ 1., -1.])

    Raises `ArgumentError` for an `x` that is neither a number nor an array, and `RuleError` if `fun` gives another shape.
    """
    if isinstance(x, np.ndarray):
        return x.copy()
    if isinstance(x, np.generic | int | float | complex):
        return x
    raise ArgumentError(f"x should be a number or an array, not a {type(x).__name__}")


@vjp(cotangent_hook, wrt=("x",))
def cotangent_hook_(ans_bar, ans, x, fun):  # type: ignore[no-untyped-def]  # as rules are written
    return hooked(ans_bar, fun)


@jvp(cotangent_hook)
def cotangent_hook_jvp(ans, x_dot, x, fun):  # type: ignore[no-untyped-def]  # as rules are written
    return passed_by(x_dot)


def reverse_point(*values: Any) -> None:
    """Stands in a program for the body of a `cotangent`, which reads these values in the reverse sweep."""


# what generated code calls around such a body


def taken_bar(x_bar: Any, x: Any) -> Any:
    """The adjoint of a value as the body gets it: a copy, which it may write into and keep."""
    if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
        return np.zeros_like(x) if x_bar is None else np.array(np.broadcast_to(x_bar, x.shape), x.dtype)
    if isinstance(x, float | complex | np.inexact):
        return type(x)(0) if x_bar is None else x_bar
    raise UnsupportedError(f"`cotangent` of a {type(x).__name__}: only numbers and arrays of floats have an adjoint of their "
                           "own.\nGive the parts of it names, and take theirs.")


def given_bar(x_bar: Any, before: Any) -> Any:
    """The adjoint that the body left, as that was which it was given: raises RuleError for another shape."""
    if not isinstance(x_bar, np.ndarray | np.generic | int | float | complex):
        raise RuleError(f"at the end of the body of `cotangent` the adjoint is a {type(x_bar).__name__}, not a number or an array")
    before = 0.0 if before is None else before  # as the table says zero of a number
    if np.shape(x_bar) != np.shape(before) and np.shape(x_bar) != ():
        raise RuleError(f"at the end of the body of `cotangent` the adjoint has shape {np.shape(x_bar)}; it had {np.shape(before)}")
    if np.iscomplexobj(x_bar) and not np.iscomplexobj(before):
        raise RuleError("at the end of the body of `cotangent` the adjoint is complex; it was real")
    if isinstance(before, np.ndarray):
        return np.array(np.broadcast_to(x_bar, before.shape), before.dtype)
    number = x_bar[()] if isinstance(x_bar, np.ndarray) else x_bar
    return type(before)(number) if isinstance(before, np.inexact) else number


def put_bar(x_bar: Any, before: Any) -> Any:
    """The same, in the place of the adjoint that is there, which may be in the table."""
    if not isinstance(before, np.ndarray):
        return given_bar(x_bar, before)
    before[...] = given_bar(x_bar, before)
    return before


zero_derivative(cotangent, reverse_point)

__all__ = ["cotangent", "cotangent_hook", "given_bar", "put_bar", "reverse_point", "taken_bar"]
