"""`scipy.optimize.minimize` with constraints: the minimum as an implicit function, by the conditions of Karush, Kuhn and Tucker.

The slope of the Lagrangian f - sum of m_i c_i is zero, and so are the constraints that hold with equality. Their derivatives
along what the minimum depends on give those of x and of the multipliers m_i (Fiacco, 1976). That takes a regular minimum:
slopes of active constraints that do not depend on each other, and no multiplier of an active inequality that is zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.optimize as optimize

from tangentish import library
from tangentish.dispatch.functions import Function, pulled, refuse_active, spread
from tangentish.dispatch.implicit import solved
from tangentish.dispatch.records import Parts, Record
from tangentish.dispatch.scipy_minima import Minimum, bound_of_search, free_variables, minimum, refuse_bounds, well_around
from tangentish.dispatch.scipy_optimize import ZERO
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_optimize import constraint_alone, lagrangian, limits_of, value_of_one
from tangentish.shadows import Shadows

MINIMIZE = ("f", "x0", "args", "method", "jac", "hess", "hessp", "bounds", "constraints", "tol", "callback", "options")


def minimize(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.minimize`; variables that end at a bound stay there."""
    values, active = bound_of_search(MINIMIZE, wrt, args, keywords, "scipy.optimize.minimize")
    constraints, what = values.get("constraints"), "scipy.optimize.minimize"
    unconstrained = constraints is None or (isinstance(constraints, list | tuple) and not constraints)
    known = ("f", "args", "hess", "hessp", "constraints", *ZERO)
    refuse_active(what, values, active, (*known, "bounds") if unconstrained else known)
    ans = optimize.minimize(*args, **keywords)
    if unconstrained:
        record = Minimum(ans, len(args), MINIMIZE, values)
        minimum(record, np.array(ans.x), values, active)
        refuse_bounds(what, record, values, active)
        return ans, record
    return ans, constrained(Constrained(ans, len(args), MINIMIZE, values), values, active)


_CLOSE = 1e-6
"""How near a constraint is to equality, relative to its terms, if it holds with equality."""


def _active_rows(constraints: Any, x: Any) -> list[tuple[int, int, str | None, int]]:
    """The rows that hold with equality: constraint, row, limit, and the sign of the multiplier (0 if any)."""
    found: list[tuple[int, int, str | None, int]] = []
    for which, constraint in enumerate(constraints):
        values = value_of_one(constraint, np.array(x))
        for row, value in enumerate(values):
            near = _CLOSE * (1 + abs(value))
            if isinstance(constraint, dict):
                if constraint["type"] == "eq":
                    found.append((which, row, None, 0))
                elif value <= near:
                    found.append((which, row, None, 1))
                continue
            low, high = (float(limits_of(constraint, key, row)) for key in ("lb", "ub"))
            if low == high:
                found.append((which, row, "lb", 0))
            elif value - low <= near:
                found.append((which, row, "lb", 1))
            elif high - value <= near:
                found.append((which, row, "ub", -1))
    return found


def constrained(record: Constrained, values: dict[str, Any], active: set[str]) -> Record:
    """Fill the record of a minimum under constraints: calls around it, the matrix of the conditions, the multipliers."""
    given = values["constraints"]
    values = values | {"constraints": [given] if isinstance(given, dict) or not isinstance(given, list | tuple) else given}
    args = values.get("args", ())
    args = args if isinstance(args, tuple) else (args,)
    paired, constraints, x = values.get("jac") is True, values["constraints"], np.array(record.ans.x)
    names = [name for name in ("f", "args", "constraints") if name in active]
    if not names:
        return record
    rows = _active_rows(constraints, x)

    def function(weights: Any) -> Function:
        made = Function(lagrangian, (values["f"], args, constraints, weights, paired), False, False)
        made.wrt = tuple(1 + ("f", "args", "constraints").index(name) for name in names)
        return made

    singles = []
    for which, row, limit, _ in rows:
        single = Function(constraint_alone, (constraints, (which, row, limit)), False, False)
        single.wrt = (1,) if "constraints" in active else ()
        singles.append(single)
    record.singles = [(single.record(x) if single.wrt else None) for single in singles]
    slope = function([]).slope((x,), 1.0)
    jacobian = np.reshape([np.ravel(single.slope((x,), 1.0)) for single in singles], (len(singles), x.size))
    free = free_variables(x, np.zeros_like(slope), values.get("bounds"))
    try:
        multipliers = _multipliers(slope[free], jacobian[:, free], [sign for *_, sign in rows])
        weights = [(which, row, limit, m) for (which, row, limit, _), m in zip(rows, multipliers, strict=True)]
        whole = function(weights)
        record.middle = whole.record(x)
        found = [well_around(whole, x, (place,)) for place in np.flatnonzero(free)]
    except UnsupportedError as error:  # nothing is wrong with the value of the minimum
        record.error = error
        return record
    record.free = free
    record.lines = [[(whole.record(point), weight) for point, weight in line] for line, _ in found]
    hessian = np.reshape([row[free] for _, row in found], (len(found), len(found)))
    over = jacobian[:, free]
    record.matrix = np.block([[(hessian + hessian.T) / 2, -over.T], [over, np.zeros((len(over), len(over)))]])
    return record


def _multipliers(slope: Any, jacobian: Any, signs: list[int]) -> Any:
    """The multipliers of active constraints; refused where the minimum is not regular."""
    if len(jacobian) and np.linalg.matrix_rank(jacobian, 1e-8) < len(jacobian):
        raise UnsupportedError("a minimum has no derivative where the slopes of its active constraints depend on each other.\n"
                               "Leave out constraints that others imply.")
    multipliers = np.linalg.lstsq(jacobian.T, slope, rcond=None)[0] if len(jacobian) else np.zeros(0)
    size = 1e-3 + np.max(np.abs(slope), initial=0.0)
    if np.any(np.abs(slope - jacobian.T @ multipliers) > 1e-3 * size):
        raise UnsupportedError("this minimum has no derivative: the slope of its Lagrangian is not zero.\nThe search ended too "
                               "early, or a function has a kink there.")
    for multiplier, sign in zip(multipliers, signs, strict=True):
        if sign and sign * multiplier < 1e-5 * size:
            raise UnsupportedError("a minimum has no derivative where a constraint starts to hold with equality: its multiplier is "
                                   "zero.\nMove the constraint, or leave it out.")
    return multipliers


class Constrained(Minimum):
    """A minimum under constraints."""

    without = ("hess", "hess_inv", "jac", "grad", "lagrangian_grad", "multipliers", "v", "constr")
    matrix: Any = None

    def __init__(self, ans: Any, count: int, names: Any, given: dict[str, Any]) -> None:
        super().__init__(ans, count, names, given)
        self.singles: list[Any] = []

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        x_bar, value_bar = self.cotangents(ans_bar, shadows)
        if self.error is not None and (x_bar is not None or value_bar is not None):
            raise self.error
        points: list[Any] = []
        if self.middle is not None and value_bar is not None:
            points.append((self.middle, value_bar))
        if self.middle is not None and x_bar is not None:
            count = len(self.lines)
            right = np.concatenate([np.ravel(x_bar)[self.free], np.zeros(len(self.singles))])
            direction = -solved(self.matrix.T, right)
            points += [(point, weight * along) for line, along in zip(self.lines, direction[:count], strict=True)
                       for point, weight in line]
            for single, along in zip(self.singles, direction[count:], strict=True):
                if single is not None:
                    pulled([(single, along)], shadows)
        bars = pulled(points, shadows)
        return spread({"args": None if bars is None else bars[1]}, self.names, self.count, self.given)


library.HANDLED[optimize.minimize] = minimize
