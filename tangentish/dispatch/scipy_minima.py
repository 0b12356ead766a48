"""`scipy.optimize`: minima as implicit functions of `args` and of what the function captured.

What was found is taken as exact, and a variable that ends at a bound is held there; a starting point has derivative zero.
"""

from __future__ import annotations

import inspect
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
from tangentish.dispatch.implicit import solved
from tangentish.dispatch.records import Parts, Record
from tangentish.dispatch.scipy_optimize import ALIASES, ZERO, arguments_of, is_asked, value_of
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

SCALAR = ("f", "bracket", "bounds", "args", "method", "tol", "options")


def minimize_scalar(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.minimize_scalar`."""
    values, active = bound_of_search(SCALAR, wrt, args, keywords, "scipy.optimize.minimize_scalar")
    refuse_active("scipy.optimize.minimize_scalar", values, active, ("f", "args", "bounds", *ZERO))
    ans = optimize.minimize_scalar(*args, **keywords)
    values["bounds"] = None if values.get("bounds") is None else [values["bounds"]]
    record = minimum(Minimum(ans, len(args), SCALAR, values), ans.x, values, active)
    refuse_bounds("scipy.optimize.minimize_scalar", record, values, active)
    return ans, record


def bound_of_search(names: tuple[str, ...], wrt: Any, args: Any, keywords: Any, what: str) -> tuple[dict[str, Any], set[str]]:
    given = {ALIASES.get(key, key): value for key, value in keywords.items()}
    named = tuple(ALIASES.get(key, key) if isinstance(key, str) else key for key in wrt)
    return bound_arguments(names, named, args, given, what)


def free_variables(x: Any, slope: Any, bounds: Any) -> Any:
    """Which variables are not held by a bound: at it, or near it and drawn to it."""
    free = np.ones(np.shape(x), bool)
    if bounds is None:
        return free
    ends = (bounds.lb, bounds.ub) if isinstance(bounds, optimize.Bounds) else zip(*bounds, strict=True)
    for end, sign in zip(ends, (1.0, -1.0), strict=True):
        limits = [-sign * np.inf if limit is None else float(limit) for limit in np.ravel(np.array(end, dtype=object))]
        bound = np.broadcast_to(np.reshape(limits, np.shape(x) if len(limits) == np.size(x) else ()), np.shape(x))
        near = np.abs(x - bound) <= 1e-8 * (1 + np.abs(x))
        drawn = (np.abs(x - bound) <= 1e-4 * (1 + np.abs(x))) & (sign * slope > 1e-5)
        free &= ~(near | drawn)
    return free


STENCIL = ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))
STEP = 1e-3
AGREED, TOLERATED = 1e-7, 1e-4
"""How well differences with two steps agree where the step is a good one, and where it will do."""


def around(function: Function, x: Any, place: Any, step: float) -> tuple[list[Any], Any]:
    """Points on a line through the minimum with their weights, and the row of the Hessian that the gradients there give."""
    line: list[Any] = []
    row: Any = 0.0
    for k, weight in STENCIL:
        moved = np.array(x)
        moved[place] += k * step
        point = moved if np.ndim(x) else type(x)(moved)  # what SciPy gave it may be a number of NumPy
        line.append((point, weight / step))
        row = row + np.ravel(function.slope((point,), 1.0)) * weight / step
    return line, row


def well_around(function: Function, x: Any, place: Any) -> tuple[list[Any], Any]:
    """The same with a step that is found to be small enough."""
    step = STEP * max(1.0, abs(float(np.asarray(x)[place])))
    tried: list[Any] = []
    with np.errstate(all="ignore"):  # the first points may be far out
        line, row = around(function, x, place, step)
    for _ in range(10):
        step /= 8
        with np.errstate(all="ignore"):
            following, finer = around(function, x, place, step)
            off = np.max(np.abs(finer - row)) / (np.max(np.abs(finer)) or 1.0)
        tried.append((off if np.isfinite(off) else np.inf, len(tried), line, row))
        if off <= AGREED:
            break
        line, row = following, finer
    off, _, line, row = min(tried, key=lambda one: one[:2])
    if off > TOLERATED:
        raise UnsupportedError("a minimum has no derivative where its function has no second derivative, or one that differences "
                               "do not tell.\nMake the function smooth, or look for the root of its gradient.")
    return line, row


def minimum(record: Minimum, x: Any, values: dict[str, Any], active: set[str]) -> Minimum:
    """Fill the record of a minimum: calls on a stencil around it along each free variable.

    The gradient at the minimum stays 0, so that the derivative of x is -H^-1 d(gradient)/dp. Both the Hessian H and what
    depends on p are differences of fourth order of exact derivatives, good to some 1e-10.
    """
    function = value_of(values, active, values.get("jac") is True)
    if not function.wrt:
        return record
    record.middle, record.paired = function.record(x), values.get("jac") is True
    record.x, record.slope = x, function.slope((x,), 1.0)
    record.free = free_variables(x, record.slope, values.get("bounds"))
    if not np.all(record.free):  # where nothing is held the slope is zero, and stays so
        record.without = (*record.without, *record.slopes)
    try:
        found = [well_around(function, x, place) for place in np.ndindex(np.shape(x)) if record.free[place]]
    except UnsupportedError as error:  # nothing is wrong with the value of the minimum
        record.error = error
        return record
    record.lines = [[(function.record(point), weight) for point, weight in line] for line, _ in found]
    record.steps = np.array([STENCIL[0][1] / line[0][1] for line, _ in found])
    record.hessian = np.reshape([row[np.ravel(record.free)] for _, row in found], (len(found), len(found)))
    return record


BOUNDS = ("bounds", "x1", "x2")
"""Names of bounds; `x1` is a starting point elsewhere, which nothing depends on."""


def refuse_bounds(what: str, record: Minimum, values: dict[str, Any], active: set[str]) -> None:
    """Nothing depends on bounds that hold no variable; of others there is no derivative."""
    if active.intersection(BOUNDS) and (record.free is None or not np.all(record.free)):
        refuse_active(what, values, active.intersection(BOUNDS), ())


class Minimum(Record):
    """A minimum of a function; `without` names the results that have no derivative, `slopes` those that have none at bounds."""

    without: tuple[Any, ...] = ("hess", "hess_inv")
    slopes: tuple[Any, ...] = ("jac", "grad", "v")
    middle: Any = None
    free: Any = None
    x: Any = None
    slope: Any = None
    hessian: Any = None
    steps: Any = None
    error: UnsupportedError | None = None
    paired = False  # the function gives its gradient too

    def __init__(self, ans: Any, count: int, names: Any, given: dict[str, Any]) -> None:
        self.ans, self.count, self.names, self.given = ans, count, names, given
        self.lines: list[Any] = []

    def cotangents(self, ans_bar: Any, shadows: Shadows) -> tuple[Any, Any]:
        """Those of where the minimum is, and of the value there."""
        if ans_bar is not None:
            shadows.add(self.ans, None, ans_bar)
        for key in self.without:
            if is_asked(self.ans.get(key), shadows):
                raise UnsupportedError(f"`{key}` of what scipy.optimize.minimize gives has no derivative.\nUse `x` and `fun`.")
        return shadows.held(self.ans, "x", self.ans["x"], None), shadows.held(self.ans, "fun", self.ans["fun"], None)

    def divided(self, bar: Any) -> Any:
        """The cotangent of the free variables, divided by the Hessian."""
        if self.error is not None:
            raise self.error
        free, hessian = np.ravel(self.free), (self.hessian + self.hessian.T) / 2
        left = np.abs(solved(hessian, np.ravel(self.slope)[free]))
        if np.any(left > 1e-2 * np.abs(np.ravel(self.x)[free]) + 10 * self.steps):
            raise UnsupportedError("this minimum has no derivative: the slope there is not zero.\nThe function has a kink there, "
                                   "or the search ended too early.")
        return solved(hessian, bar[free])

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        x_bar, value_bar = self.cotangents(ans_bar, shadows)
        points: list[Any] = []
        if self.middle is not None and value_bar is not None:
            points.append((self.middle, value_bar))
        if self.middle is not None and x_bar is not None and np.any(self.free):
            direction = -self.divided(np.ravel(x_bar))
            points += [(point, weight * along) for line, along in zip(self.lines, direction, strict=True)
                       for point, weight in line]
        return spread({"args": arguments_of(pulled(points, shadows), self.paired)}, self.names, self.count, self.given)


# the older functions, one for each method


class _Found(Minimum):
    """Where a minimum is, alone or as the first of a tuple with the value there."""

    def __init__(self, search: Any, ans: Any, count: int, names: Any, given: dict[str, Any]) -> None:
        super().__init__(ans, count, names, given)
        self.what = f"scipy.optimize.{search.__name__}"
        self.without = _WITHOUT.get(search, ()) if isinstance(ans, tuple) else ()
        self.slopes = (2,) if search is optimize.fmin_l_bfgs_b else ()

    def cotangents(self, ans_bar: Any, shadows: Shadows) -> tuple[Any, Any]:
        if not isinstance(self.ans, tuple):
            return ans_bar, None
        bars = cotangent_of_item(self.ans, 0, ans_bar, shadows), cotangent_of_item(self.ans, 1, None, shadows)
        for place in self.without:
            if is_asked(self.ans[place], shadows):
                raise UnsupportedError(f"item {place} of what {self.what} gives has no derivative.\nUse the first two.")
        return bars


_WITHOUT = {optimize.fmin_bfgs: (3,), optimize.fmin_powell: (2,)}
"""Where the inverse of a Hessian and directions are in what comes with `full_output`.  A slope is zero where nothing is held."""


def found_by(search: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """The handler of a function that finds a minimum."""
    what = f"scipy.optimize.{search.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        values, active = bound_of_search(names, wrt, args, keywords, what)
        refuse_active(what, values, active, ("f", "args", *BOUNDS, *ZERO, *SEARCH))
        if values.get("retall") and active & {"f", "args"}:
            raise UnsupportedError(f"{what} with retall has no derivative.\nUse scipy.optimize.minimize.")
        ans = search(*args, **keywords)
        if search is optimize.fmin_l_bfgs_b:
            values["jac"] = values.get("fprime") is None and not values.get("approx_grad")
        if search is optimize.fminbound:
            values["bounds"] = [(values["x1"], values["x2"])]
        if search is optimize.fmin_powell and isinstance(ans, tuple):
            ans = (*ans[:2], np.copy(ans[2]), *ans[3:])  # these directions may be the array that was given
        x = ans[0] if isinstance(ans, tuple) else ans
        record = _Found(search, ans, len(args), names, values)
        minimum(record, np.array(x) if np.ndim(x) else x, values, active)
        refuse_bounds(what, record, values, active)
        return ans, record

    return handler


SEARCH = ("brack", "ftol", "gtol", "pgtol", "factr", "norm", "epsilon", "fhess", "fhess_p", "avextol", "initial_simplex",
          "direc", "hess_inv0", "xrtol", "c1", "c2")
"""More arguments that a minimum does not depend on; of bounds there is no derivative."""

for _search in (optimize.fmin, optimize.fmin_powell, optimize.fmin_bfgs, optimize.fmin_cg, optimize.fmin_ncg,
                optimize.fmin_l_bfgs_b, optimize.fminbound, optimize.brent, optimize.golden):
    library.HANDLED[_search] = found_by(_search, tuple(
        ALIASES.get(key, key) for key in inspect.signature(_search).parameters))
library.HANDLED[optimize.minimize_scalar] = minimize_scalar
