"""Implicit functions: the derivative of a solution from the equation it solves, whatever found it.

Where f(x, p) = 0, the derivative of x is -(df/dx)^-1 df/dp; where x = f(x, p), it is (1 - df/dx)^-1 df/dp.  The second is
also what the iterations  x_dot <- df/dx x_dot + df/dp p_dot  and  w <- (df/dx)^T w + x_bar  converge to, as fast as the one
for x does (Christianson 1994; Griewank and Walther, Evaluating Derivatives, chapter 15).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.functions import Function, Point, may_carry, pulled
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import ConvergenceError, UnsupportedError
from tangentish.shadows import Shadows

DENSE = 64
"""Up to so many unknowns, the matrix of a fixed point is made and solved; above, the adjoint is iterated."""

Solver = Callable[..., tuple[Any, float, int]]
"""What finds a solution: called as the public function is, it gives that, the tolerance, and how many steps there may be."""


class Solution(Record):
    """A call of `public(f, x0, *args)`; `solve` divides by the transpose of the matrix of `matrix_of`."""

    def __init__(self, ans: Any, point: Point, count: int, solve: Callable[[Any], Any]) -> None:
        self.ans, self.point, self.count, self.solve = ans, point, count, solve

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return Parts([None] * self.count, {})
        bars = pulled([(self.point, np.reshape(self.solve(np.ravel(ans_bar)), np.shape(self.point.ans)))], shadows)
        return Parts([None, None, *bars], {})


def handle(solver: Solver, public: Any, fixed: bool) -> None:
    """Let `public(f, x0, *args, **options)` be differentiated as a root, or (`fixed`) as a fixed point, that `solver` finds."""

    def reverse(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        x, tolerance, steps = solver(*args, **keywords)
        active = active_of(wrt, args)
        if not active:
            return x, Nothing(len(args))
        function = Function(args[0], args[2:], 0 in active, False)
        function.wrt = (*(k - 1 for k in active if k > 1), *(("*",) if 0 in active else ()))
        point = np.array(x) if isinstance(x, np.ndarray) else x

        def solve(bar: Any) -> Any:
            if fixed and np.size(x) > DENSE:
                return iterated(lambda w: bar + np.ravel(function.slope((point,), np.reshape(w, np.shape(x)))), bar, tolerance,
                                steps)
            return solved(matrix_of(function, point, fixed).T, bar)

        # it may write into the x that it gets
        return x, Solution(x, function.record(np.array(x) if isinstance(x, np.ndarray) else x), len(args), solve)

    def forward(call: Call) -> tuple[Any, Any]:
        x, tolerance, steps = solver(*call.args, **call.keywords)
        active = active_of(call.wrt, call.args)
        if not active:
            return x, call.tangents.bind(x, None)
        wrt = (*(k - 1 for k in active if k > 1), *(("*",) if 0 in active else ()))

        def pushed(x_dot: Any) -> Any:
            """The tangent of f(x, *args) along those of `args` and one of x."""
            point = np.array(x) if isinstance(x, np.ndarray) else x
            both = wrt if x_dot is None else (0, *wrt)
            dot = None if x_dot is None else np.reshape(x_dot, np.shape(x)) if isinstance(x, np.ndarray) else float(x_dot[0])
            y, y_dot = call.run(function=call.args[0], wrt=both, args=(point, *call.args[2:]), dots=(dot, *call.dots[2:]),
                                keywords={}, keyword_dots={})
            return np.ravel(np.array(call.tangents.whole(y, y_dot)))

        if fixed and np.size(x) > DENSE:
            x_dot = iterated(pushed, pushed(None), tolerance, steps)
        else:
            matrix = matrix_of(Function(call.args[0], call.args[2:], False, False), x, fixed)
            x_dot = solved(matrix, pushed(None))
        moved = np.reshape(x_dot, np.shape(x)) if isinstance(x, np.ndarray) else x_dot[0]
        return x, call.tangents.bind(x, moved)

    library.HANDLED[public] = reverse
    library.FORWARD[public] = forward


def active_of(wrt: Any, args: tuple[Any, ...]) -> tuple[int, ...]:
    """The active arguments of `public(f, x0, *args)` that a solution depends on: not where the search for it starts."""
    return tuple(k for k in range(len(args)) if k in wrt and k != 1 and may_carry(args[k]))


def matrix_of(function: Function, x: Any, fixed: bool) -> Any:
    """What the derivative of a solution is divided by: -df/dx, or 1 - df/dx at a fixed point."""
    slope = function.jacobian((x,))
    return np.eye(len(slope)) - slope if fixed else -slope


def solved(matrix: Any, right: Any) -> Any:
    """The solution of a linear system: raises UnsupportedError where it is singular."""
    try:
        found = np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        found = np.array(np.nan)
    if not np.all(np.isfinite(found)) or is_singular(matrix):
        raise UnsupportedError("the solution of the equation has no derivative here: the Jacobian at it is singular.\n"
                               "A small change of the arguments may leave no solution, or several.")
    return found


def is_singular(matrix: Any) -> bool:
    """Whether a matrix is singular but for rounding: a solution would not have three digits, whatever the units of its entries.

    >>> is_singular(np.array([[0.1 * 3, 0.3], [0.3, 0.3]])), is_singular(np.diag([1e-20, 1.0]))
    (True, False)
    """
    if not matrix.size or not np.all(np.isfinite(matrix)):
        return False
    rows = np.max(np.abs(matrix), axis=1, keepdims=True)
    if not np.all(rows):
        return True
    scaled = matrix / rows
    across = np.max(np.abs(scaled), axis=0)
    return not np.all(across) or bool(np.linalg.cond(scaled / across, 1) * len(matrix) * np.finfo(float).eps > 1e-3)


def iterated(step: Callable[[Any], Any], start: Any, tolerance: float, steps: int) -> Any:
    """The fixed point of a linear iteration."""
    found, largest = start, float(np.max(np.abs(start), initial=0.0))
    for _ in range(steps):
        following = step(found)
        change = np.max(np.abs(following - found), initial=0.0)
        largest = max(largest, float(np.max(np.abs(following), initial=0.0)))
        found = following
        if change <= tolerance * largest:
            return found
    raise ConvergenceError(f"the derivative of the fixed point did not converge in {steps} steps.\n"
                           "The iteration is hardly a contraction there: allow more steps (maxiter=...), or find a root.")


__all__ = ["Solution", "handle", "matrix_of", "solved"]
