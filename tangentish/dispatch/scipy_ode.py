"""`scipy.integrate.odeint` and `solve_ivp`: derivatives of the exact solution, in the start, `args`, closures and times.

The solution is calculated again with tolerances of 1e-10. On its steps the equation of the derivatives is discretised by
Gauss collocation with three stages (order 6), whose transpose is the adjoint equation; the derivative is good to some 1e-8,
whatever tolerance the solution itself was asked for. Each stage takes a Jacobian of the right-hand side.

The times between the ends that `solve_ivp` chooses where `t_eval` is not given move with all that the solution depends on, and so
do the values there: neither has a derivative.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.dispatch.functions import Function, bound_arguments, pulled, refuse_active, spread
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

ROOT = math.sqrt(15)
NODES = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])  # the coefficients of the Gauss method of three stages
WEIGHTS = np.array([5 / 18, 4 / 9, 5 / 18])
STAGES = np.array([[5 / 36, 2 / 9 - ROOT / 15, 5 / 36 - ROOT / 30], [5 / 36 + ROOT / 24, 2 / 9, 5 / 36 - ROOT / 24],
                   [5 / 36 + ROOT / 30, 2 / 9 + ROOT / 15, 5 / 36]])

ODEINT = ("f", "y0", "t", "args", "Dfun", "col_deriv", "full_output", "ml", "mu", "rtol", "atol", "tcrit", "h0", "hmax",
          "hmin", "ixpr", "mxstep", "mxhnil", "mxordn", "mxords", "printmessg", "tfirst")
IVP = ("f", "t_span", "y0", "method", "t_eval", "dense_output", "events", "vectorized", "args", "rtol", "atol", "first_step",
       "max_step", "jac", "jac_sparsity", "lband", "uband", "min_step")
SETTINGS = ("rtol", "atol", "h0", "hmax", "hmin", "tcrit", "Dfun", "jac", "first_step", "max_step", "min_step")


class Flow:
    """The solution from `y0` at `times[0]` to each of `times`, and the discrete equation of its derivatives."""

    def __init__(self, function: Function, place: int, y0: Any, times: Any, method: str) -> None:
        self.function, self.place = function, place
        self.shape, self.times = np.shape(y0), np.asarray(times, float)
        y0 = np.ravel(np.asarray(y0, float))

        def slope(t: float, y: Any) -> Any:
            return np.ravel(self.at(t, y, function))

        span = (self.times[0], self.times[-1])
        tight = integrate.solve_ivp(slope, span, y0, method, dense_output=True, rtol=1e-10, atol=1e-12)
        if not tight.success:
            raise UnsupportedError(f"the solution that the derivative is taken of could not be calculated: {tight.message}")
        steps = np.union1d(tight.t, self.times)
        self.steps = steps if span[1] >= span[0] else steps[::-1]
        self.ends = [slope(t, tight.sol(t)) for t in self.times]
        self.pieces = []
        for start, stop in zip(self.steps[:-1], self.steps[1:], strict=True):
            stages = []
            for node in NODES:
                t = start + node * (stop - start)
                y = tight.sol(t)
                jacobian = np.reshape(function.jacobian(self.point(t, y), place), (len(y), len(y)))
                stages.append((jacobian, function.record(*self.point(t, y)) if function.wrt else None))
            self.pieces.append((stop - start, stages))

    def point(self, t: float, y: Any) -> tuple[Any, Any]:
        """The arguments of the right-hand side, in its order."""
        state = np.reshape(y, self.shape) if self.shape else np.array([float(np.reshape(y, ()))])
        return (state, float(t)) if self.place == 0 else (float(t), state)

    def at(self, t: float, y: Any, function: Function) -> Any:
        """The right-hand side."""
        return np.asarray(function(*self.point(t, y)), float)

    def transposed(self, bars: Any, shadows: Shadows) -> tuple[Any, Any, Any]:
        """The cotangents of the start, of the times and of `args`, from those of the solution at each of the times."""
        t_bar = np.array([np.sum(bar * end) for bar, end in zip(bars, self.ends, strict=True)])
        wanted = list(zip(self.times, bars, strict=True))
        _, adjoint = wanted.pop()
        adjoint, points = np.array(adjoint, float), []
        for k in range(len(self.pieces) - 1, -1, -1):
            step, stages = self.pieces[k]
            n, count = len(adjoint), len(stages)
            system = np.eye(count * n)
            for i, (jacobian, _) in enumerate(stages):
                for j in range(count):
                    system[i * n : (i + 1) * n, j * n : (j + 1) * n] -= step * STAGES[i, j] * jacobian
            pulls = np.reshape(np.linalg.solve(system.T, np.concatenate([step * w * adjoint for w in WEIGHTS])), (count, n))
            for (jacobian, record), pull in zip(stages, pulls, strict=True):
                adjoint = adjoint + jacobian.T @ pull
                if record is not None:
                    points.append((record, pull))
            if k == 0:
                t_bar[0] = -np.sum(adjoint * self.ends[0])
            while wanted and wanted[-1][0] == self.steps[k]:
                adjoint = adjoint + wanted.pop()[1]
        return np.reshape(adjoint, self.shape), t_bar, pulled(points, shadows)


def odeint(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.integrate.odeint(func, y0, t, args)`."""
    given = {"f" if key == "func" else key: value for key, value in keywords.items()}
    values, active = bound_arguments(ODEINT, tuple("f" if key == "func" else key for key in wrt), args, given,
                                     "scipy.integrate.odeint")
    refuse_active("scipy.integrate.odeint", values, active, ("f", "y0", "t", "args", *SETTINGS))
    if values.get("full_output"):
        raise UnsupportedError("scipy.integrate.odeint with full_output has no derivative.")
    ans = integrate.odeint(*args, **keywords)
    first = 1 if values.get("tfirst") else 0
    function = Function(values["f"], values.get("args", ()), "f" in active, "args" in active, lead=2)
    flow = Flow(function, first, values["y0"], values["t"], "LSODA")
    return ans, _Odeint(flow, len(args), given)


class _Odeint(Record):
    """A solution by odeint, of shape (times, variables)."""

    def __init__(self, flow: Flow, count: int, given: dict[str, Any]) -> None:
        self.flow, self.count, self.given = flow, count, given

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return spread({}, ODEINT, self.count, self.given)
        y0, t, rest = self.flow.transposed(list(ans_bar), shadows)
        return spread({"y0": y0 if np.ndim(y0) else float(y0), "t": t, "args": rest}, ODEINT, self.count, self.given)


def solve_ivp(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.integrate.solve_ivp(fun, t_span, y0, t_eval=..., args=...)`."""
    given = {"f" if key == "fun" else key: value for key, value in keywords.items()}
    values, active = bound_arguments(IVP, tuple("f" if key == "fun" else key for key in wrt), args, given,
                                     "scipy.integrate.solve_ivp")
    refuse_active("scipy.integrate.solve_ivp", values, active, ("f", "t_span", "y0", "t_eval", "args", *SETTINGS))
    if values.get("events") is not None or values.get("dense_output") or values.get("vectorized") or np.iscomplexobj(
            values["y0"]):
        raise UnsupportedError("scipy.integrate.solve_ivp with events, dense_output, vectorized or complex numbers has no "
                               "derivative.\nAsk for the times in t_eval.")
    ans = integrate.solve_ivp(*args, **keywords)
    function = Function(values["f"], values.get("args") or (), "f" in active, "args" in active, lead=2)
    method = values.get("method", "RK45")
    method = "DOP853" if method in ("RK45", "RK23", "DOP853") else method
    start = float(values["t_span"][0])
    times = ans.t if len(ans.t) and ans.t[0] == start else np.concatenate([[start], ans.t])
    flow = Flow(function, 1, values["y0"], times, method)
    return ans, _Ivp(flow, ans, values, len(args), given)


class _Ivp(Record):
    """A solution by solve_ivp, of shape (variables, times)."""

    why_unknown = (
        "scipy.integrate.solve_ivp without t_eval chooses the times between the ends; what the solution is there has no "
        "derivative.\nAsk for the times in t_eval, or read the solution at the end only (`y[:, -1]`).")

    def __init__(self, flow: Flow, ans: Any, values: dict[str, Any], count: int, given: dict[str, Any]) -> None:
        self.flow, self.ans, self.values, self.count, self.given = flow, ans, values, count, given

    def unknown(self, key: Any) -> Any:
        if self.values.get("t_eval") is not None or key not in ("t", "y"):
            return None
        mask = np.ones(np.shape(self.ans[key]), dtype=bool)
        mask[..., [0, -1]] = False
        return mask

    def refuse_unknown(self, key: str, bar: Any) -> None:
        """Refuse what was asked of the times that SciPy chose."""
        mask = self.unknown(key)
        if bar is not None and mask is not None and np.any(bar[mask]):
            raise UnsupportedError(self.why_unknown)

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is not None:
            shadows.add(self.ans, None, ans_bar)
        bar = shadows.held(self.ans, "y", self.ans.y, None)
        times = shadows.held(self.ans, "t", self.ans.t, None)
        if bar is None and times is None:
            return spread({}, IVP, self.count, self.given)
        self.refuse_unknown("y", bar)
        self.refuse_unknown("t", times)
        bars = list(np.zeros_like(self.ans.y).T if bar is None else bar.T)
        added = len(self.flow.times) - len(bars)
        y0, t, rest = self.flow.transposed([np.zeros(len(self.ans.y))] * added + bars, shadows)
        own = np.zeros(len(t))
        if times is not None:
            own[added:] = times
        if self.values.get("t_eval") is None:  # only the ends of what the solver chose are given
            span: Any = (t[0] + own[0], t[-1] + own[-1])
            evaluated = None
        else:
            start = t[0] if added or self.values["t_eval"][0] == self.values["t_span"][0] else 0.0
            span, evaluated = (start, 0.0), t[added:] + own[added:]
            if not added:
                evaluated[0] = own[0]
        return spread({"y0": y0, "t_span": span, "t_eval": evaluated, "args": rest}, IVP, self.count, self.given)


library.HANDLED |= {integrate.odeint: odeint, integrate.solve_ivp: solve_ivp}
