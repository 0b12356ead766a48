"""Solutions of equations as functions of what is in the equations: `fixed_point` and `root`."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.api import jvp
from tangentish.dispatch.functions import Function
from tangentish.dispatch.implicit import handle, solved
from tangentish.errors import ArgumentError, ConvergenceError, UnsupportedError
from tangentish.rules.registry import zero_derivative


def fixed_point(f: Callable[..., Any], x0: Any, /, *args: Any, tol: float | None = None, maxiter: int = 10_000) -> Any:
    """The solution of `x = f(x, *args)`, by iteration from `x0`; differentiated as an implicit function.

    `x0` is a number or an array of floats, and `f` returns the like of it.  The iteration ends when no entry moves by more
    than `tol` times the largest; by default that is the precision of the dtype to the power 0.8 (3e-13 for float64).

    The derivative is that of the solution with respect to `args` (numbers, arrays, containers of them) and to variables of
    functions around that `f` uses, in both modes: the iterations are not differentiated, and nothing of them is kept.
    With x = f(x, p),

        dx/dp = (1 - df/dx)^-1 df/dp        (Griewank and Walther, Evaluating Derivatives, 2008, chapter 15)

    is solved with the matrix df/dx for up to 64 unknowns, above by the iteration of Christianson (Optimization Methods and
    Software 3, 1994), which converges as that for x does.  It does not depend on `x0`, whose derivative is zero.

    >>> import numpy as np
    >>> import tangentish
    >>> def babylonian(x, a):
    ...     return 0.5 * (x + a / x)
    >>> def root_of(a):
    ...     return tangentish.fixed_point(babylonian, 1.0, a)
    >>> root_of(4.0)
    2.0
    >>> round(tangentish.grad(root_of)(4.0), 12)
    0.25

    Raises `ConvergenceError` if the iteration, or that for the derivative, does not converge in `maxiter` steps or gives what is
    not finite, `ArgumentError` for an `x0` or a result of `f` of another shape or kind, and `UnsupportedError` for the derivative
    where 1 - df/dx is singular.
    """
    return polished(f, _fixed_point(f, x0, *args, tol=tol, maxiter=maxiter)[0], args, True)


def root(f: Callable[..., Any], x0: Any, /, *args: Any, tol: float | None = None, maxiter: int = 100) -> Any:
    """A solution of `f(x, *args) = 0`, by Newton's method from `x0`; differentiated as an implicit function.

    `x0` is a number or an array of floats, and `f` returns as many numbers; df/dx is computed by tangentish.  A step that does
    not make the residual smaller is halved; where that fails, `scipy.optimize.root` is tried if SciPy is there.  The search ends
    when a step moves no entry by more than `tol` times the largest; the default is as for `fixed_point`.

    The derivative, with respect to `args` and to variables of functions around that `f` uses, in both modes, is that of the
    solution:

        dx/dp = -(df/dx)^-1 df/dp        (Griewank and Walther, Evaluating Derivatives, 2008, chapter 15)

    >>> import numpy as np
    >>> import tangentish
    >>> def cubic(x, a):
    ...     return x ** 3 + x - a
    >>> def solution(a):
    ...     return np.sum(tangentish.root(cubic, np.zeros(2), a))
    >>> tangentish.grad(solution)(np.array([2.0, 10.0])).round(12)
    array([0.25      , 0.07692308])

    Raises as `fixed_point` does.
    """
    return polished(f, _root(f, x0, *args, tol=tol, maxiter=maxiter)[0], args, False)


def _fixed_point(f: Callable[..., Any], x0: Any, /, *args: Any, tol: float | None = None, maxiter: int = 10_000) -> tuple[
        Any, float, int]:
    """The solution, the tolerance and the number of steps that there may be."""
    x, largest = _start(x0), _size(x0)
    tolerance = _tolerance(x, tol)
    for number in range(1, maxiter + 1):
        following = _value(f, x, args, same=True)
        if not np.all(np.isfinite(following)):
            raise ConvergenceError(f"fixed_point: step {number} of {_name(f)} gave {_what(following)}, which is not finite.\n"
                                   "Start closer to the solution, or damp the iteration.")
        change, largest = _size(following - x), max(largest, _size(following))
        x = following
        if change <= tolerance * largest:
            return x, tolerance, maxiter
    raise ConvergenceError(f"fixed_point: {_name(f)} did not converge in {maxiter} steps; the last moved x by {change:.3g}.\n"
                           "Allow more (maxiter=...), a larger tol, or use tangentish.root for x - f(x).")


def _root(f: Callable[..., Any], x0: Any, /, *args: Any, tol: float | None = None, maxiter: int = 100) -> tuple[Any, float, int]:
    """The same of a root."""
    x = _start(x0)
    tolerance = _tolerance(x, tol)
    function = Function(f, args, False, False)
    residual = _value(f, x, args)
    largest = _size(x)
    for _ in range(maxiter):
        step = _newton_step(function, x, residual)
        if step is None:
            break
        size, moved = 1.0, None
        while size > 1e-6 and moved is None:
            candidate = _start(x - size * step)
            value = _value(f, candidate, args)
            if np.all(np.isfinite(value)) and (_size(value) < _size(residual) or _size(value) == 0.0 or (
                    size == 1.0 and _size(step) <= tolerance * largest)):
                moved = candidate
            size *= 0.5
        if moved is None:
            break
        change, largest = _size(moved - x), max(largest, _size(moved))
        x, residual = moved, value
        if change <= tolerance * largest:
            return x, tolerance, maxiter
    found = _scipy_root(f, x, args, tolerance)
    if found is None:
        raise ConvergenceError(f"root: no solution of {_name(f)} was found from x0 = {_what(_start(x0))}; the residual is "
                               f"{_size(residual):.3g}.\nStart closer to it, allow more steps (maxiter=...) or a larger tol.")
    return found, tolerance, maxiter


def _newton_step(function: Function, x: Any, residual: Any) -> Any:
    try:
        step = solved(-function.jacobian((x,)), -np.ravel(residual))
    except UnsupportedError as error:
        if "singular" not in str(error):
            raise
        return None
    return np.reshape(step, np.shape(x)) if isinstance(x, np.ndarray) else float(step[0])


def _scipy_root(f: Callable[..., Any], x: Any, args: tuple[Any, ...], tolerance: float) -> Any:
    """What SciPy finds where Newton's method does not."""
    if importlib.util.find_spec("scipy") is None:
        return None
    from scipy.optimize import root as scipy_root

    shape = np.shape(x)
    found = scipy_root(lambda flat: np.ravel(f(np.reshape(flat, shape) if shape else float(flat[0]), *args)), np.ravel(x),
                       tol=tolerance)
    if not found.success:
        return None
    return np.reshape(found.x, shape).astype(x.dtype) if isinstance(x, np.ndarray) else float(found.x[0])


def _start(x0: Any) -> Any:
    """A copy of where a search starts, as a float or an array of floats."""
    if isinstance(x0, np.ndarray):
        if x0.dtype.kind in "iu":
            return x0.astype(float)
        if x0.dtype.kind == "f":
            return x0.copy()
    elif isinstance(x0, np.floating):
        return x0
    elif isinstance(x0, int | float | np.integer) and not isinstance(x0, bool):
        return float(x0)
    raise ArgumentError(f"x0 should be a real number or an array of them, not {_what(x0)}")


def _value(f: Callable[..., Any], x: Any, args: tuple[Any, ...], same: bool = False) -> Any:
    """`f(x, *args)`, which may write into the x that it gets."""
    value = f(x.copy() if isinstance(x, np.ndarray) else x, *args)
    if not isinstance(value, np.ndarray | np.floating | float | int) or np.iscomplexobj(value) or (
            np.shape(value) != np.shape(x) if same else np.size(value) != np.size(x)):
        raise ArgumentError(f"{_name(f)} returned {_what(value)}; it should be real, and as x is, of shape {np.shape(x)}")
    if isinstance(x, np.ndarray):
        return np.array(value, x.dtype if same else None)
    return type(x)(value)


def _tolerance(x: Any, tol: float | None) -> float:
    if tol is not None:
        return tol
    return float(np.finfo(x.dtype if isinstance(x, np.ndarray | np.floating) else float).eps ** 0.8)


def _size(x: Any) -> float:
    return float(np.max(np.abs(x), initial=0.0))


def _name(f: Any) -> str:
    return f"`{getattr(f, '__name__', f)}`"


def _what(x: Any) -> str:
    if isinstance(x, np.ndarray):
        return f"an array of {x.dtype} and shape {x.shape}"
    return repr(x) if isinstance(x, float | np.floating) else f"a {type(x).__name__}"


# the first derivative of a call is that of the layer below; derivatives of derivatives follow what stands above, and then


def polished(f: Callable[..., Any], x: Any, args: tuple[Any, ...], fixed: bool) -> Any:
    """A solution, which is exact as it is; to be differentiated it is what two steps of Newton's method make of it."""
    return x


def newton_twice(f: Callable[..., Any], x: Any, args: tuple[Any, ...], fixed: bool) -> Any:
    """Two steps of Newton's method from a solution: the same solution, with its derivatives to third order.

    Each step doubles the order to which the derivatives are right and adds one: 0, 1, 3.
    """
    return _newton(f, _newton(f, x, args, fixed), args, fixed)


def _newton(f: Callable[..., Any], x: Any, args: tuple[Any, ...], fixed: bool) -> Any:
    still = [None] * len(args)
    residual = f(x, *args) - x if fixed else f(x, *args)
    if not isinstance(x, np.ndarray):
        slope = jvp(f, (x, *args), (1.0, *still))[1]
        return x + residual / (1.0 - slope) if fixed else x - residual / slope
    columns = [np.ravel(jvp(f, (x, *args), (unit, *still))[1]) for unit in units(x)]
    matrix = np.stack(columns, axis=1)
    if fixed:
        return x + np.reshape(np.linalg.solve(np.eye(len(columns)) - matrix, np.ravel(residual)), np.shape(x))
    return x - np.reshape(np.linalg.solve(matrix, np.ravel(residual)), np.shape(x))


def units(x: Any) -> list[Any]:
    """For each entry of an array, the array of zeros that is one there."""
    return [np.reshape(row, np.shape(x)) for row in np.eye(np.size(x), dtype=x.dtype)]


library.REPLACED[polished] = newton_twice
zero_derivative(units, _fixed_point, _root)
handle(_fixed_point, fixed_point, fixed=True)
handle(_root, root, fixed=False)

__all__ = ["fixed_point", "root"]
