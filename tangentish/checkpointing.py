"""`checkpoint`: what the reverse sweep computes again in place of recording it."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any, TypeVar, overload

from tangentish.errors import ArgumentError

F = TypeVar("F", bound=Callable[..., Any])


@overload
def checkpoint(fun: range, *, snapshots: int) -> range: ...
@overload
def checkpoint(fun: F) -> F: ...
def checkpoint(fun: Any, *, snapshots: int | None = None) -> Any:
    """A function whose calls are recorded by their arguments alone, or a loop that keeps a few of its states.

    **A function**: `checkpoint(f)`, or `@checkpoint` above it, is `f`.  Where a program that is differentiated calls it, the
    call keeps copies of what `f` may read, and nothing of what happens inside; the reverse sweep runs `f` again, recording
    this time, and reverses it at once.  What is inside then takes memory for one call at a time, for one more run of `f`.

    >>> import numpy as np
    >>> import tangentish
    >>> @tangentish.checkpoint
    ... def layer(x, w):
    ...     for _ in range(20):
    ...         x = np.tanh(w * x)
    ...     return x
    >>> def loss(x, w):
    ...     for _ in range(3):
    ...         x = layer(x, w)
    ...     return np.sum(x)
    >>> float(tangentish.grad(loss, "w")(np.ones(4), 1.5).round(6))
    1.4905

    The function may write into its arguments, and they may be overwritten later.  It is run twice, so it should give the same
    result twice: the random numbers of NumPy and of generators among its arguments are the same again, but what it prints is
    printed again.

    **A loop**: `for k in checkpoint(range(n), snapshots=20)` keeps the state of at most 20 of the `n` steps, and computes those
    between them again from there.  Which ones to keep, and when, is the binomial scheme of Griewank and Walther (2000,
    "Algorithm 799: revolve"), with the least possible number of steps.  In a program that is not differentiated, and in forward
    mode, it is the range itself; `tangentish.grad(f, checkpoint=20)` does the same to the loops of `f` without a change.

    >>> def march(u, n):
    ...     for k in tangentish.checkpoint(range(n), snapshots=5):
    ...         u[1:-1] += 0.1 * np.sin(u[2:] - 2.0 * u[1:-1] + u[:-2])
    ...     return np.sum(u ** 2)
    >>> u = np.arange(6.0) ** 2
    >>> tangentish.grad(march)(u, 100).round(3)
    array([ 35.346,  -4.144,   8.031,   8.066,  -4.155, 105.345])

    What a step prints is printed again, too.  Second derivatives record every step.  The loop is recognised where `checkpoint` is
    called in its header.

    Raises `ArgumentError` for what is neither callable nor a range, and for fewer than one snapshot.  Differentiating raises
    `UnsupportedError` where a call cannot be made again: if an argument is an iterator, if the function puts arrays or
    containers into lists and objects that it was given, if it gives another result when it is run again; and for loops that
    are left by `break` or `return`.
    """
    if isinstance(fun, range):
        check_snapshots(snapshots)
        return fun
    if not callable(fun):
        raise ArgumentError(f"checkpoint is for a function or a range, not for a {type(fun).__name__}")
    if snapshots is not None:
        raise ArgumentError("snapshots= is for a loop: checkpoint(range(n), snapshots=20); a function takes none")
    return _wrapped(fun)


def check_snapshots(snapshots: Any) -> None:
    """Raise `ArgumentError` if this is no number of snapshots."""
    if isinstance(snapshots, bool) or not isinstance(snapshots, int) or snapshots < 1:
        raise ArgumentError(f"snapshots should be a whole number of at least 1, not {snapshots!r}")


def _wrapped(function: Callable[..., Any]) -> Any:
    """A plain Python function, so that it is bound as a method and pickled like any other."""

    @functools.wraps(function)
    def checkpointed(*args: Any, **keywords: Any) -> Any:
        return function(*args, **keywords)

    return checkpointed


_CODE = _wrapped(len).__code__


def checkpointed_function(function: Any) -> Any:
    """What `checkpoint` was given to make `function`, or None if it did not make it.

    Decorators copy attributes from function to function, so it is known from its code.

    >>> checkpointed_function(checkpoint(abs)) is abs, checkpointed_function(abs)
    (True, None)
    """
    if isinstance(function, types.FunctionType) and function.__code__ is _CODE:
        assert function.__closure__ is not None
        return function.__closure__[0].cell_contents
    return None


def without_checkpoint(function: Any) -> Any:
    """The Python function that is checkpointed; any other function as it is."""
    inner = checkpointed_function(function)
    return inner if isinstance(inner, types.FunctionType) else function
