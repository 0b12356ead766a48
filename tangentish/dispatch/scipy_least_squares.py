"""`scipy.optimize`: least squares as implicit functions of the data, of `args` and of what the function captured.

Where the gradient J^T phi(r) of the cost is zero, the derivative of x is -H^-1 d(J^T phi)/dp, with r the residuals, J their
Jacobian, phi(r) = r for plain squares (see `Loss`), and H = J^T phi'(r) J + sum of phi_i d2 r_i.  What is of first order is
exact; second derivatives of the residuals, which the residuals themselves multiply, are differences of exact first ones.
"""

from __future__ import annotations

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
from tangentish.dispatch.scipy_minima import STENCIL, STEP
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_optimize import residuals, with_keywords
from tangentish.rules.helpers import sum_to_shape
from tangentish.shadows import Shadows

LEAST_SQUARES = ("f", "x0", "jac", "bounds", "method", "ftol", "xtol", "gtol", "x_scale", "loss", "f_scale", "diff_step",
                 "tr_solver", "tr_options", "jac_sparsity", "max_nfev", "verbose", "args", "kwargs", "callback", "workers")
LEASTSQ = ("f", "x0", "args", "Dfun", "full_output", "col_deriv", "ftol", "xtol", "gtol", "maxfev", "epsfcn", "factor", "diag")
CURVE_FIT = ("f", "xdata", "ydata", "p0", "sigma", "absolute_sigma", "check_finite", "bounds", "method", "jac")
OPTIONS = ("full_output", "nan_policy", "loss", "f_scale", "ftol", "xtol", "gtol", "maxfev", "max_nfev", "x_scale", "diff_step",
           "tr_solver", "tr_options", "jac_sparsity", "verbose", "Dfun", "col_deriv", "epsfcn", "factor", "diag", "callback",
           "workers")
ZERO = ("x0", "p0", "jac", "Dfun", "ftol", "xtol", "gtol", "x_scale", "diff_step", "epsfcn", "factor", "diag", "tr_options",
        "callback", "workers")
"""Arguments that a solution does not depend on, whatever they are."""


def least_squares(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.least_squares`; variables that end at a bound stay there."""
    what = "scipy.optimize.least_squares"
    values, active, given = _bound(LEAST_SQUARES, wrt, args, keywords, what)
    refuse_active(what, values, active, ("f", "args", "kwargs", "bounds", "f_scale", *ZERO))
    ans = optimize.least_squares(*args, **keywords)
    record = _Fit(ans, LEAST_SQUARES, len(args), given)
    function = Function(values["f"], values.get("args", ()), "f" in active, "args" in active)
    if values.get("kwargs"):
        more = tuple(values.get("args", ()))
        function = Function(with_keywords, (values["f"], values["kwargs"], *more), False, False)
        function.wrt = (*((1,) if "f" in active else ()), *((2,) if "kwargs" in active else ()),
                        *(range(3, 3 + len(more)) if "args" in active else ()))
        record.data = ("f", "kwargs", "args")
    if function.wrt or active & {"bounds", "f_scale"}:
        record.at(function, np.array(ans.x), values.get("bounds"), values.get("loss", "linear"), values.get("f_scale", 1.0))
    return ans, record


def leastsq(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.leastsq`."""
    values, active, given = _bound(LEASTSQ, wrt, args, keywords, "scipy.optimize.leastsq")
    refuse_active("scipy.optimize.leastsq", values, active, ("f", "args", *ZERO))
    function = Function(values["f"], values.get("args", ()), "f" in active, "args" in active)
    ans = optimize.leastsq(*args, **keywords)
    record = _Fit(ans, LEASTSQ, len(args), given)
    record.without = (1, 2) if len(ans) > 2 else ()
    if function.wrt:
        record.at(function, np.array(ans[0]))
    return ans, record


def curve_fit(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.optimize.curve_fit`: of the parameters that fit, and not of their covariance."""
    what = "scipy.optimize.curve_fit"
    names = (*CURVE_FIT, *OPTIONS)
    values, active = bound_arguments(names, wrt, args, keywords, what)
    refuse_active(what, values, active, ("f", "xdata", "ydata", "sigma", "bounds", "f_scale", *ZERO))
    if values.get("nan_policy") and active & {"f", "xdata", "ydata", "sigma"}:
        raise UnsupportedError(f"{what} with nan_policy has no derivative.\nCall it without.")
    ans = optimize.curve_fit(*args, **keywords)
    data = tuple(values.get(key) for key in ("f", "xdata", "ydata", "sigma"))
    function = Function(residuals, data, False, False)
    function.wrt = tuple(1 + k for k, key in enumerate(("f", "xdata", "ydata", "sigma")) if key in active)
    record = _Fit(ans, names, len(args), keywords)
    record.without, record.data = (1, 2) if len(ans) > 2 else (1,), ("f", "xdata", "ydata", "sigma")
    if function.wrt or active & {"bounds", "f_scale"}:
        record.at(function, np.array(ans[0]), values.get("bounds"), values.get("loss", "linear"), values.get("f_scale", 1.0))
    return ans, record


def _bound(names: tuple[str, ...], wrt: Any, args: Any, keywords: Any, what: str) -> tuple[dict[str, Any], set[str], Any]:
    """The arguments of a call by name, the names of the active ones, and the keywords with the function called `f`."""
    other = {"fun": "f", "func": "f"}
    given = {other.get(key, key): value for key, value in keywords.items()}
    return *bound_arguments(names, tuple(other.get(key, key) for key in wrt), args, given, what), keywords


class Loss:
    """The cost of residuals r: 1/2 s^2 times the sum of rho((r / s)^2), and what is needed of its derivatives."""

    def __init__(self, loss: Any, scale: float, r: Any) -> None:
        z = (r / scale) ** 2
        rho, first, second = loss(z) if callable(loss) else _known_loss(loss, z)
        self.pull, self.curvature = r * first, first + 2 * z * second  # phi(r), and its derivative
        self.pull_by_scale = -2 * r * z * second / scale
        self.cost_by_scale = scale * np.sum(rho - z * first)


def _known_loss(loss: str, z: Any) -> tuple[Any, Any, Any]:
    """A loss and its first two derivatives."""
    if loss == "linear":
        return z, np.ones_like(z), np.zeros_like(z)
    if loss == "soft_l1":
        return 2 * (np.sqrt(1 + z) - 1), (1 + z) ** -0.5, -0.5 * (1 + z) ** -1.5
    if loss == "huber":
        far = np.maximum(z, 1.0)
        return np.where(z > 1, 2 * np.sqrt(far) - 1, z), far**-0.5, np.where(z > 1, -0.5 * far**-1.5, 0.0)
    if loss == "cauchy":
        return np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2
    if loss == "arctan":
        return np.arctan(z), 1 / (1 + z**2), -2 * z / (1 + z**2) ** 2
    raise UnsupportedError(f"least squares with loss={loss!r} have no derivative.")


class _Fit(Record):
    """A least-squares solution."""

    middle: Any = None
    without: tuple[Any, ...] = ("jac",)
    data: tuple[str, ...] = ()

    def __init__(self, ans: Any, names: tuple[str, ...], count: int, given: dict[str, Any]) -> None:
        self.ans, self.names, self.count, self.given = ans, names, count, given

    def at(self, function: Function, x: Any, bounds: Any = None, loss: Any = "linear", scale: float = 1.0) -> None:
        """Call the function at the solution, and on a line of points around it along each free variable."""
        self.middle, self.lines, self.bounds = function.record(x), [], bounds
        r = np.ravel(np.asarray(self.middle.ans, dtype=float))
        self.loss = Loss(loss, scale, r)
        self.jacobian = np.reshape(function.jacobian((x,)), (len(r), len(x)))
        sizes = np.sqrt(np.sum(self.jacobian**2, axis=0))
        self.slope = self.jacobian.T @ self.loss.pull
        self.low, self.high = _held(x, bounds, self.slope, sizes * np.linalg.norm(self.loss.pull))
        self.free = ~(self.low | self.high)
        if not isinstance(self.ans, tuple) and not np.all(self.free):  # where nothing is held the slope is zero, and stays so
            self.without = (*self.without, "grad")
        self.hessian = self.jacobian[:, self.free].T @ (self.loss.curvature[:, None] * self.jacobian)
        for row, place in enumerate(np.flatnonzero(self.free)):
            floor = 1e-2 * np.linalg.norm(r) / sizes[place] if sizes[place] else 0.0  # how well the data tell the variable
            step = STEP * max(abs(x[place]), floor)
            line: list[Any] = []
            for k, weight in STENCIL if step else ():
                moved = np.array(x)
                moved[place] += k * step
                line.append((function.record(moved), weight / step))
                slope = function.slope((moved,), np.reshape(self.loss.pull, np.shape(self.middle.ans)))
                self.hessian[row] += np.ravel(slope) * weight / step
            self.lines.append(line)

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        x_bar, cost_bar, fun_bar = self._cotangents(ans_bar, shadows)
        if self.middle is None or (x_bar is None and cost_bar is None and fun_bar is None):
            return spread({}, self.names, self.count, self.given)
        shape, pull = np.shape(self.middle.ans), self.loss.pull
        middle_bar = np.zeros(len(pull)) if fun_bar is None else np.ravel(fun_bar).astype(float)
        whole_bar = self.jacobian.T @ middle_bar + (0.0 if x_bar is None else np.ravel(x_bar))
        cost_bar = 0.0 if cost_bar is None else cost_bar
        inner = self.hessian[:, self.free]
        along = -solved((inner + inner.T) / 2, whole_bar[self.free]) if len(inner) else np.zeros(0)
        step = self.jacobian[:, self.free] @ along
        middle_bar = middle_bar + cost_bar * pull + self.loss.curvature * step
        points = [(point, np.reshape(pull * (weight * part), shape))
                  for line, part in zip(self.lines, along, strict=True) for point, weight in line]
        bars = pulled([(self.middle, np.reshape(middle_bar, shape)), *points], shadows)
        parts: dict[str, Any] = {"args": bars}
        if self.data:
            parts = dict(zip(self.data, bars, strict=False))
        if "args" in self.data:
            parts["args"] = tuple(bars[2:])
        parts["f_scale"] = float(step @ self.loss.pull_by_scale + cost_bar * self.loss.cost_by_scale)
        parts["bounds"] = self._of_bounds(whole_bar + along @ self.hessian + cost_bar * self.slope, shadows)
        return spread(parts, self.names, self.count, self.given)

    def _of_bounds(self, bar: Any, shadows: Shadows) -> Any:
        """The cotangents of bounds, given those of the variables that they hold."""
        if self.bounds is None:
            return None
        known = isinstance(self.bounds, optimize.Bounds)
        ends = (self.bounds.lb, self.bounds.ub) if known else tuple(self.bounds)
        bars = []
        for end, held in zip(ends, (self.low, self.high), strict=True):
            part = sum_to_shape(np.where(held, bar, 0.0), np.shape(end))
            bars.append(shadows.add(end, None, part if np.ndim(end) else float(part)))
        return None if known else tuple(bars)

    def _cotangents(self, ans_bar: Any, shadows: Shadows) -> tuple[Any, Any, Any]:
        """Those of the solution, the cost and the residuals."""
        if isinstance(self.ans, tuple):
            x_bar = cotangent_of_item(self.ans, 0, ans_bar, shadows)
            held = [self.ans[place] for place in self.without]
            cost_bar, fun_bar, name = None, None, "the covariance or other information"
        else:
            if ans_bar is not None:
                shadows.add(self.ans, None, ans_bar)
            x_bar, cost_bar, fun_bar = (shadows.held(self.ans, key, self.ans[key], None) for key in ("x", "cost", "fun"))
            held, name = [self.ans["jac"]], "the Jacobian"
            slope = self.ans["grad"]
            if "grad" in self.without and shadows.knows(slope) and np.any(shadows.of(slope)):
                held, name = [slope], "the gradient at bounds"
        parts = [part for one in held for part in (one.values() if isinstance(one, dict) else [one])]
        if any(isinstance(part, np.ndarray) and shadows.knows(part) and np.any(shadows.of(part)) for part in parts):
            raise UnsupportedError(f"{name} of a least-squares solution has no derivative.\nUse the solution.")
        return x_bar, cost_bar, fun_bar


def _held(x: Any, bounds: Any, slope: Any, size: Any) -> list[Any]:
    """Which variables are held by their lower bounds, and which by their upper ones: near them, and drawn to them."""
    if bounds is None:
        return [np.zeros(len(x), bool)] * 2
    ends = (bounds.lb, bounds.ub) if isinstance(bounds, optimize.Bounds) else bounds
    held = []
    for end, sign in zip(ends, (1.0, -1.0), strict=True):
        bound = np.broadcast_to(np.asarray(end, dtype=float), x.shape)
        near = np.abs(x - bound) <= 1e-4 * np.maximum(1.0, np.abs(x))
        held.append((x == bound) | (near & (sign * slope > 1e-6 * size)))
    return held


library.HANDLED |= {optimize.least_squares: least_squares, optimize.leastsq: leastsq, optimize.curve_fit: curve_fit}
