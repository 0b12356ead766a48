"""`scipy.optimize`: roots, fixed points and minima as implicit functions of `args` and of what the function captured.

The formulas are in `implicit.py`.  What was found is taken as exact; a starting point and a bracket have derivative zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize as optimize

from tangentish import library
from tangentish.dispatch.functions import (
    Function,
    bound_arguments,
    cotangent_of_item,
    pulled,
    refuse_active,
    spread,
)
from tangentish.dispatch.implicit import matrix_of, solved
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

BRACKET = ("f", "a", "b", "args", "xtol", "rtol", "maxiter", "full_output", "disp")
NAMES: dict[Any, tuple[str, ...]] = {
    optimize.brentq: BRACKET, optimize.brenth: BRACKET, optimize.ridder: BRACKET, optimize.bisect: BRACKET,
    optimize.toms748: ("f", "a", "b", "args", "k", "xtol", "rtol", "maxiter", "full_output", "disp"),
    optimize.newton: ("f", "x0", "fprime", "args", "tol", "maxiter", "fprime2", "x1", "rtol", "full_output", "disp"),
    optimize.fsolve: ("f", "x0", "args", "fprime", "full_output", "col_deriv", "xtol", "maxfev", "band", "epsfcn", "factor",
                      "diag"),
    optimize.root: ("f", "x0", "args", "method", "jac", "tol", "callback", "options"),
    optimize.root_scalar: ("f", "args", "method", "bracket", "fprime", "fprime2", "x0", "x1", "xtol", "rtol", "maxiter",
                           "options"),
    optimize.fixed_point: ("f", "x0", "args", "xtol", "maxiter", "method"),
}
ALIASES = {"func": "f", "fun": "f"}
ZERO = ("a", "b", "x0", "x1", "bracket", "fprime", "fprime2", "jac", "xtol", "rtol", "tol", "factor", "epsfcn", "band", "diag",
        "options", "callback")
"""Arguments that a solution does not depend on, whatever they are."""


def root_of(solver: Any) -> Callable[..., Any]:
    """The handler of a function that finds a root, or a fixed point."""
    names, what = NAMES[solver], f"scipy.optimize.{solver.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        given = {ALIASES.get(key, key): value for key, value in keywords.items()}
        named = tuple(ALIASES.get(key, key) if isinstance(key, str) else key for key in wrt)
        values, active = bound_arguments(names, named, args, given, what)
        refuse_active(what, values, active, ("f", "args", *ZERO))
        ans = solver(*args, **keywords)
        function = Function(values["f"], values.get("args", ()), "f" in active, "args" in active)
        paired = values.get("jac") is True or (solver is optimize.root_scalar and values.get("fprime") is True)
        if paired:
            function.function = _First(values["f"])
        item = _item(ans)
        x = ans if item is None else ans[item] if isinstance(ans, tuple) else getattr(ans, item)
        record = _Root(ans, item, len(args), keywords, names, given)
        if function.wrt:
            point = np.array(x, dtype=float) if np.ndim(x) else float(x)
            record.matrix = matrix_of(function, point, solver is optimize.fixed_point)
            record.point = function.record(point)
        return ans, record

    return handler


def _First(function: Any) -> Any:
    """A function that gives its value and its derivative, as one that gives its value."""
    return lambda x, *args: function(x, *args)[0]


def _item(ans: Any) -> Any:
    """Where in the result of a solver the solution is; None if it is all of it."""
    if isinstance(ans, tuple):
        return 0
    if isinstance(ans, optimize.OptimizeResult):
        return "x" if "x" in ans else "root"
    return "root" if hasattr(ans, "root") else None


class _Root(Record):
    """A root of a function."""

    matrix: Any = None
    point: Any = None

    def __init__(self, ans: Any, item: Any, count: int, keywords: dict[str, Any], names: Any, given: dict[str, Any]) -> None:
        self.ans, self.item, self.count, self.keywords, self.names, self.given = ans, item, count, keywords, names, given

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        bar = _cotangent(self.ans, self.item, ans_bar, shadows)
        if bar is None or self.point is None:
            return spread({}, self.names, self.count, {})
        weight = solved(self.matrix.T, np.ravel(bar))
        parts = {"args": pulled([(self.point, np.reshape(weight, np.shape(self.point.ans)))], shadows)}
        return spread(parts, self.names, self.count, self.given)


def _cotangent(ans: Any, item: Any, ans_bar: Any, shadows: Shadows) -> Any:
    """The cotangent of the solution."""
    if item is None:
        return ans_bar
    if isinstance(item, int):
        return cotangent_of_item(ans, item, ans_bar, shadows)
    return shadows.held(ans, item, getattr(ans, item), None)


# minima

MINIMIZE = ("f", "x0", "args", "method", "jac", "hess", "hessp", "bounds", "constraints", "tol", "callback", "options")
SCALAR = ("f", "bracket", "bounds", "args", "method", "tol", "options")


def minimize(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.minimize`, without constraints; variables that end at a bound stay there."""
    values, active = _bound(MINIMIZE, wrt, args, keywords, "scipy.optimize.minimize")
    if values.get("constraints"):
        refuse_active("scipy.optimize.minimize with constraints", values, active, ())
    refuse_active("scipy.optimize.minimize", values, active, ("f", "args", "hess", "hessp", *ZERO))
    ans = optimize.minimize(*args, **keywords)
    free = np.ones(np.shape(ans.x), bool)
    if values.get("bounds") is not None:
        free = np.array([all(limit is None or abs(x - limit) > 1e-8 * (1 + abs(x)) for limit in pair) for x, pair in zip(
            ans.x, _pairs(values["bounds"], len(ans.x)), strict=True)])
    return ans, _minimum(ans, np.array(ans.x), free, values, active, MINIMIZE, len(args))


def minimize_scalar(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.minimize_scalar`."""
    values, active = _bound(SCALAR, wrt, args, keywords, "scipy.optimize.minimize_scalar")
    refuse_active("scipy.optimize.minimize_scalar", values, active, ("f", "args", *ZERO))
    ans = optimize.minimize_scalar(*args, **keywords)
    free = True
    if values.get("bounds") is not None:
        free = all(abs(ans.x - limit) > 1e-5 * (1 + abs(ans.x)) for limit in values["bounds"])
    return ans, _minimum(ans, float(ans.x), np.array(free), values, active, SCALAR, len(args))


def _bound(names: tuple[str, ...], wrt: Any, args: Any, keywords: Any, what: str) -> tuple[dict[str, Any], set[str]]:
    given = {ALIASES.get(key, key): value for key, value in keywords.items()}
    named = tuple(ALIASES.get(key, key) if isinstance(key, str) else key for key in wrt)
    return bound_arguments(names, named, args, given, what)


def _pairs(bounds: Any, count: int) -> Any:
    if isinstance(bounds, optimize.Bounds):
        return list(zip(np.broadcast_to(bounds.lb, count), np.broadcast_to(bounds.ub, count), strict=True))
    return list(bounds)


STENCIL = ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))
STEP = 1e-3


def _minimum(ans: Any, x: Any, free: Any, values: dict[str, Any], active: set[str], names: Any, count: int) -> Record:
    """The record of a minimum: calls on a stencil around it along each free variable.

    The gradient at the minimum stays 0, so that the derivative of x is -H^-1 d(gradient)/dp. Both the Hessian H and what
    depends on p are differences of fourth order of exact derivatives, good to some 1e-10.
    """
    function = Function(values["f"], values.get("args", ()), "f" in active, "args" in active)
    if values.get("jac") is True:
        function.function = _First(values["f"])
    record = _Minimum(ans, count, names, {ALIASES.get(key, key): value for key, value in values.items()})
    if not function.wrt:
        return record
    record.middle, record.free = function.record(x), free
    hessian = []
    for place in np.ndindex(np.shape(free)):
        if not free[place]:
            continue
        step = STEP * max(1.0, abs(float(np.asarray(x)[place])))
        line: list[Any] = []
        row: Any = 0.0
        for k, weight in STENCIL:
            moved = np.array(x)
            moved[place] += k * step
            point = moved if np.ndim(x) else float(moved)
            line.append((function.record(point), weight / step))
            row = row + np.ravel(function.slope((point,), 1.0))[np.ravel(free)] * weight / step
        record.lines.append(line)
        hessian.append(row)
    record.hessian = np.reshape(hessian, (len(hessian), -1))
    return record


class _Minimum(Record):
    """A minimum of a function."""

    without = ("hess", "hess_inv")
    middle: Any = None
    free: Any = None
    hessian: Any = None

    def __init__(self, ans: Any, count: int, names: Any, given: dict[str, Any]) -> None:
        self.ans, self.count, self.names, self.given = ans, count, names, given
        self.lines: list[Any] = []

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is not None:
            shadows.add(self.ans, None, ans_bar)
        for key in self.without:
            held = self.ans.get(key)
            if isinstance(held, np.ndarray) and shadows.knows(held) and np.any(shadows.of(held)):
                raise UnsupportedError(f"`{key}` of what scipy.optimize.minimize gives has no derivative.\nUse `x` and `fun`.")
        x_bar = shadows.held(self.ans, "x", self.ans["x"], None)
        value_bar = shadows.held(self.ans, "fun", self.ans["fun"], None)
        points: list[Any] = []
        if self.middle is not None and value_bar is not None:
            points.append((self.middle, value_bar))
        if self.middle is not None and x_bar is not None and len(self.lines):
            direction = -np.linalg.solve((self.hessian + self.hessian.T) / 2, np.ravel(x_bar)[np.ravel(self.free)])
            points += [(point, weight * along) for line, along in zip(self.lines, direction, strict=True)
                       for point, weight in line]
        return spread({"args": pulled(points, shadows)}, self.names, self.count, self.given)


for _solver in NAMES:
    library.HANDLED[_solver] = root_of(_solver)
library.HANDLED |= {optimize.minimize: minimize, optimize.minimize_scalar: minimize_scalar}
