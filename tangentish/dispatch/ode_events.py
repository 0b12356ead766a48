"""Events of `scipy.integrate.solve_ivp`: where a function of the time and the state of a solution is zero.

The time of an event solves g(t, y(t)) = 0, so that it moves by  -(dg/dy y_dot + dg/dp p_dot) / (dg/dt + dg/dy f),  where f is
the right-hand side (Galan, Feehery and Barton, Applied Numerical Mathematics 31, 1999); the state there moves with it by f.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tangentish.dispatch.functions import Function, Point
from tangentish.dispatch.ode_flow import Flow
from tangentish.errors import UnsupportedError


class Happening:
    """One event: its time in the exact solution, the slopes of its function there, and what was recorded for `args`."""

    def __init__(self, event: Function, flow: Flow, t: float) -> None:
        point = flow.point(t, flow.at(t))
        self.time, self.at_the_start = t, t == flow.start
        self.terminal = bool(getattr(event.function, "terminal", False))
        self.by_state = np.ravel(event.slope(point, 1.0, 1))
        self.along = float(event.slope(point, 1.0, 0)) + float(np.sum(self.by_state * flow.slope(t, flow.at(t))))
        self.record: Point | None = event.record(*point) if event.wrt else None

    def strength(self, time_bar: float) -> float:
        """The cotangent of the value of the event's function."""
        if time_bar == 0.0:
            return 0.0
        if self.along == 0.0 or self.at_the_start:
            why = "it is where the solution begins" if self.at_the_start else "its function only touches zero there"
            raise UnsupportedError(f"an event of scipy.integrate.solve_ivp has no derivative: {why}.")
        return -time_bar / self.along


def functions_of(events: Any) -> list[Any]:
    """The functions that were given as `events`."""
    return [] if events is None else [events] if callable(events) else list(events)


def for_the_flow(events: Sequence[Function]) -> list[Any]:
    """The functions of events as functions of `(t, y)`, with what says how many of them end the solution, and which count."""
    made = []
    for event in events:
        def value(t: float, y: Any, event: Function = event) -> Any:
            return event(t, y)

        for name in ("terminal", "direction"):
            if hasattr(event.function, name):
                setattr(value, name, getattr(event.function, name))
        made.append(value)
    return made


def happenings(flow: Flow, events: Sequence[Function], ans: Any) -> list[list[Happening]]:
    """What happened, for each function of events: refused where it is not what the solution that was asked for has."""
    if not events:
        return []
    exact = flow.found.t_events
    if [len(times) for times in exact] != [len(times) for times in ans.t_events] or flow.found.status != ans.status:
        raise UnsupportedError("scipy.integrate.solve_ivp finds other events with these tolerances than the exact solution has.\n"
                               "Ask for a smaller rtol and atol, or a smaller max_step.")
    return [[Happening(event, flow, float(t)) for t in times] for event, times in zip(events, exact, strict=True)]
