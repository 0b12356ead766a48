"""`sol(t)` of what `scipy.integrate.solve_ivp(..., dense_output=True)` gives: the solution at any time."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.dispatch.functions import spread
from tangentish.dispatch.ode_flow import Flow
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows
from tangentish.tangents.not_known import note_unknown

FLOW = "_flow"  # the attribute of a dense solution
INSIDE = "inside"  # the slot of a flow for what was said of it: cotangents where steps begin, and of calls of the right-hand side


UNKNOWN = "the times that a solution of scipy.integrate.solve_ivp holds have no derivative.\nCall it with a time, or read `t`."


def remember(solution: Any, flow: Flow) -> None:
    """Note what a dense solution is the flow of: copies of it have the same."""
    vars(solution)[FLOW] = flow


def evaluated(solution: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`sol(t)`: steps of the discrete equation are made to each time where it is called."""
    flow = vars(solution).get(FLOW)
    if flow is None:
        return None  # SciPy's own code is followed
    ans = solution(*args, **keywords)
    times = np.ravel(np.asarray(args[0] if args else keywords["t"], float))
    low, high = sorted((flow.start, flow.end))
    if np.any(times < low) or np.any(times > high):
        raise UnsupportedError(f"the solution of scipy.integrate.solve_ivp is asked for outside of its times, {low:.6g} to "
                               f"{high:.6g}, where it has no derivative.")
    return ans, _Evaluated(flow, times, ans, len(args), keywords)


class _Evaluated(Record):
    """The solution at some times, of shape (variables, times), or (variables,) at one."""

    def __init__(self, flow: Flow, times: Any, ans: Any, count: int, keywords: dict[str, Any]) -> None:
        self.flow, self.scalar, self.count, self.keywords = flow, np.ndim(ans) == 1, count, keywords
        self.slopes = [flow.slope(t, flow.at(t)) for t in times]
        self.before = [flow.step_before(t) for t in times]
        self.pieces = [flow.piece(flow.steps[k], t) for k, t in zip(self.before, times, strict=True)]

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return spread({}, ("t",), self.count, self.keywords)
        bars = [np.asarray(ans_bar)] if self.scalar else list(np.asarray(ans_bar).T)
        inside = shadows.slots(self.flow).setdefault(INSIDE, [])
        for k, piece, bar in zip(self.before, self.pieces, bars, strict=True):
            inside.append((k, *piece.transposed(bar)))
        moved = np.array([float(np.sum(bar * slope)) for bar, slope in zip(bars, self.slopes, strict=True)])
        return spread({"t": float(moved[0]) if self.scalar else moved}, ("t",), self.count, self.keywords)


def taken(solution: Any, flow: Flow, shadows: Shadows) -> tuple[list[tuple[int, Any]], list[Any]]:
    """What was said of a dense solution: cotangents where steps begin, and calls with theirs."""
    if any(np.any(value) for value in shadows.slots(solution).values() if isinstance(value, float | np.floating | np.ndarray)):
        raise UnsupportedError(UNKNOWN)
    inside = shadows.slots(flow).pop(INSIDE, ())
    return [(k, adjoint) for k, adjoint, _ in inside], [one for _, _, pulls in inside for one in pulls]


def without_times(solution: Any, tangents: Any) -> None:
    """Note, forwards, that the ends that a dense solution holds are not known to move."""
    note_unknown(UNKNOWN)
    for key in ("t_min", "t_max"):
        tangents.hold(solution, key, getattr(solution, key), np.nan)


def made(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """`OdeSolution(...)`: SciPy's own code is followed."""


library.HANDLED |= {integrate.OdeSolution: made, (integrate.OdeSolution, "__call__"): evaluated}
