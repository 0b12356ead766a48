"""`scipy.integrate.odeint` and `solve_ivp`: derivatives of the exact solution, in the start, `args`, closures and times.

The times between the ends that `solve_ivp` chooses where `t_eval` is not given move with all that the solution depends on, and so
do the values there: neither has a derivative.  What happens at `events` has one, and so has `sol(t)` at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.dispatch.functions import Function, bound_arguments, pulled, refuse_active, spread
from tangentish.dispatch.ode_dense import remember, taken, without_times
from tangentish.dispatch.ode_events import Happening, for_the_flow, functions_of, happenings
from tangentish.dispatch.ode_flow import Flow
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.runtime import accumulate
from tangentish.shadows import Shadows

ODEINT = ("f", "y0", "t", "args", "Dfun", "col_deriv", "full_output", "ml", "mu", "rtol", "atol", "tcrit", "h0", "hmax",
          "hmin", "ixpr", "mxstep", "mxhnil", "mxordn", "mxords", "printmessg", "tfirst")
IVP = ("f", "t_span", "y0", "method", "t_eval", "dense_output", "events", "vectorized", "args", "rtol", "atol", "first_step",
       "max_step", "jac", "jac_sparsity", "lband", "uband", "min_step")
EXPLICIT = ("RK45", "RK23", "DOP853")
SETTINGS = ("rtol", "atol", "h0", "hmax", "hmin", "tcrit", "Dfun", "jac", "first_step", "max_step", "min_step")


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
    times = np.asarray(values["t"], float)
    flow = Flow(function, first, values["y0"], (times[0], times[-1]), "LSODA")
    flow.through(times)
    return ans, _Odeint(flow, np.shape(values["y0"]), len(args), given)


class _Odeint(Record):
    """A solution by odeint, of shape (times, variables)."""

    def __init__(self, flow: Flow, shape: tuple[int, ...], count: int, given: dict[str, Any]) -> None:
        self.flow, self.shape, self.count, self.given = flow, shape, count, given

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return spread({}, ODEINT, self.count, self.given)
        first, *rows = ans_bar
        adjoint, start, pulls = self.flow.transposed([None, *rows])
        times = np.array([start, *(self.flow.moved(k, row) for k, row in enumerate(rows, 1))])
        y0 = np.reshape(adjoint + first, self.shape)
        return spread({"y0": y0 if self.shape else float(y0), "t": times, "args": pulled(pulls, shadows)}, ODEINT, self.count,
                      self.given)


def solve_ivp(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`scipy.integrate.solve_ivp(fun, t_span, y0, t_eval=..., args=..., events=..., dense_output=...)`."""
    given = {"f" if key == "fun" else key: value for key, value in keywords.items()}
    values, active = bound_arguments(IVP, tuple("f" if key == "fun" else key for key in wrt), args, given,
                                     "scipy.integrate.solve_ivp")
    refuse_active("scipy.integrate.solve_ivp", values, active, ("f", "t_span", "y0", "t_eval", "args", "events", *SETTINGS))
    if np.iscomplexobj(values["y0"]):
        if values.get("method", "RK45") in EXPLICIT:
            return None  # SciPy's own code is followed
        raise UnsupportedError("scipy.integrate.solve_ivp with complex numbers has a derivative by RK45, RK23 and DOP853 only.\n"
                               "Use one of these, or split the state into two parts.")
    ans = integrate.solve_ivp(*args, **keywords)
    more = tuple(values.get("args") or ())
    function = Function(values["f"], more, "f" in active, "args" in active, lead=2)
    events = [Function(event, more, "events" in active, "args" in active, lead=2)
              for event in functions_of(values.get("events"))]
    method = values.get("method", "RK45")
    method = "DOP853" if method in EXPLICIT else method
    column = (np.size(values["y0"]), 1) if values.get("vectorized") else None  # as SciPy gives it to such a function
    start, end = map(float, values["t_span"])
    flow = Flow(function, 1, values["y0"], (start, end), method, events=for_the_flow(events), shape=column)
    record = _Ivp(flow, happenings(flow, events, ans), ans, values, len(args), given)
    if ans.sol is not None:
        remember(ans.sol, flow)
    return ans, record


class _Ivp(Record):
    """A solution by solve_ivp, of shape (variables, times), with what happened in it."""

    why_unknown = (
        "scipy.integrate.solve_ivp without t_eval chooses the times between the ends; what the solution is there has no "
        "derivative.\nAsk for the times in t_eval, or read the solution at the end only (`y[:, -1]`).")

    def __init__(self, flow: Flow, happened: list[list[Happening]], ans: Any, values: dict[str, Any], count: int,
                 given: dict[str, Any]) -> None:
        self.flow, self.happened, self.ans, self.values, self.count, self.given = flow, happened, ans, values, count, given
        self.t, self.y, self.sol = ans.t, ans.y, ans.sol
        self.chosen = values.get("t_eval") is None
        self.times = [flow.start, flow.end] if self.chosen else [float(t) for t in ans.t]
        self.last = next((one for found in happened for one in found if one.terminal and one.time == flow.end), None)
        flow.through([*self.times, *(one.time for found in happened for one in found)])

    def unknown(self, key: Any) -> Any:
        if not self.chosen or key not in ("t", "y"):
            return None
        mask = np.ones(np.shape(self.ans[key]), dtype=bool)
        mask[..., [0, -1]] = False
        return mask

    def refuse_unknown(self, key: str, bar: Any) -> None:
        """Refuse what was asked of the times that SciPy chose."""
        mask = self.unknown(key)
        if bar is not None and mask is not None and np.any(bar[mask]):
            raise UnsupportedError(self.why_unknown)

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        if self.sol is not None:
            without_times(self.sol, tangents)
            tangents.slots(self.flow).update(record=self, given=(args, dots, keywords, keyword_dots))
        return False

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is not None:
            shadows.add(self.ans, None, ans_bar)
        inside, pulls = ([], []) if self.sol is None else taken(self.sol, self.flow, shadows)
        time_bars, bars = self._at_times(shadows)
        own_start, own_first = 0.0, 0.0
        if self.chosen:  # what is at the start is what was given
            own_start, own_first, time_bars[0], bars[0] = time_bars[0], bars[0], 0.0, None
        for one, time_bar, bar in self._at_events(shadows):
            if self.chosen and one is self.last:
                time_bar, bar = time_bar + time_bars[1], accumulate(bar, bars[1])
                time_bars[1], bars[1] = 0.0, None
            strength = one.strength(time_bar + self.flow.moved(len(bars), bar))
            bars.append(accumulate(bar, strength * one.by_state) if strength else bar)
            if one.record is not None and strength:
                pulls.append((one.record, strength))
        adjoint, start, more = self.flow.transposed(bars, inside)
        moved = [own + self.flow.moved(k, bars[k]) for k, own in enumerate(time_bars)]
        y0 = np.reshape(adjoint if own_first is None else adjoint + own_first, np.shape(self.values["y0"]))
        span = (start + own_start, moved[1] if self.chosen else 0.0)
        return spread({"y0": y0, "t_span": span, "t_eval": None if self.chosen else self._of_all(moved),
                       "args": pulled([*pulls, *more], shadows)}, IVP, self.count, self.given)

    def _of_all(self, moved: list[float]) -> Any:
        """The cotangent of `t_eval`, whose last times are not reached where an event ends the solution."""
        return np.array(moved + [0.0] * (len(self.values["t_eval"]) - len(moved)))

    def _at_times(self, shadows: Shadows) -> tuple[list[float], list[Any]]:
        """The cotangents of the times of the solution that are known, and of the states there."""
        y_bar, t_bar = shadows.held(self.ans, "y", self.y, None), shadows.held(self.ans, "t", self.t, None)
        self.refuse_unknown("y", y_bar)
        self.refuse_unknown("t", t_bar)
        places = [0, -1] if self.chosen else range(len(self.times))
        return ([0.0 if t_bar is None else float(t_bar[k]) for k in places],
                [None if y_bar is None else y_bar[:, k] for k in places])

    def _at_events(self, shadows: Shadows) -> Iterator[tuple[Happening, float, Any]]:
        """Each event, with the cotangents of its time and of the state there."""
        for which, found in enumerate(self.happened):
            times, states = self.ans.t_events[which], self.ans.y_events[which]
            t_bar = shadows.held(self.ans.t_events, which, times, None)
            y_bar = shadows.held(self.ans.y_events, which, states, None)
            for k, one in enumerate(found):
                yield one, 0.0 if t_bar is None else float(t_bar[k]), None if y_bar is None else y_bar[k]


library.HANDLED |= {integrate.odeint: odeint, integrate.solve_ivp: solve_ivp}
