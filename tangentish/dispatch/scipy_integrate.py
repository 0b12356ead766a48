"""`scipy.integrate.quad`: the derivative of an integral is the integral of the derivative.

The reverse integrates what the integrand does to `args` and to its closure at points that give the value that `quad` gave.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.dispatch.functions import Function, bound_arguments, cotangent_of_item, pulled, refuse_active, spread
from tangentish.dispatch.integration_points import mesh, without_lost
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

NAMES = ("func", "a", "b", "args", "full_output", "epsabs", "epsrel", "limit", "points", "weight", "wvar", "wopts", "maxp1",
         "limlst", "complex_func")


def quad(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`scipy.integrate.quad(func, a, b, args)`."""
    values, active = bound_arguments(NAMES, wrt, args, keywords, "scipy.integrate.quad")
    if values.get("weight") is not None or values.get("complex_func"):
        raise UnsupportedError("scipy.integrate.quad with weight or complex_func has no derivative.\n"
                               "Put the weight into the function.")
    refuse_active("scipy.integrate.quad", values, active, ("func", "a", "b", "args", "epsabs", "epsrel", "limit"))
    function = Function(values["func"], values.get("args", ()), "func" in active, "args" in active)
    ans = integrate.quad(*args, **keywords)
    low, high = float(values["a"]), float(values["b"])
    ends = {"a": -_at_end(function, low, high) if "a" in active and np.isfinite(low) else None,
            "b": _at_end(function, high, low) if "b" in active and np.isfinite(high) else None}
    if any(slope is not None and not np.isfinite(slope) for slope in ends.values()):
        raise UnsupportedError("the integrand of scipy.integrate.quad is infinite at a limit that is differentiated, or not "
                               "known.\n"
                               "Substitute, so that the limits are constants.")
    breaks = values.get("points")
    places = mesh(function, low, high, ans[0], () if breaks is None else breaks) if function.wrt else []
    places = without_lost(places, lambda x: function.record(x).is_finite())
    return ans, _Integral(ends, [(function.record(x), weight) for x, weight in places], ans, len(args), keywords)


def _at_end(function: Function, end: float, other: float) -> float:
    """The integrand at a limit; `quad` never asks for it there, so where that cannot be computed its limit is taken.

    What `math` gives no value for may lie beyond the limit by rounding alone: the root of what is zero there, say.
    """
    try:
        return float(function(end))
    except (ZeroDivisionError, ValueError):
        width = np.clip(other - end, -1.0, 1.0)
    try:
        near, nearer = (float(function(end + width * share)) for share in (1e-9, 1e-11))
    except (ZeroDivisionError, ValueError):
        return np.inf
    return nearer if abs(near - nearer) <= 1e-6 * max(1.0, abs(nearer)) else np.inf


class _Integral(Record):
    """An integral of a function between two limits: its slopes there, and its calls with their weights."""

    def __init__(self, ends: dict[str, Any], points: list[Any], ans: Any, count: int, keywords: dict[str, Any]) -> None:
        self.ends, self.points, self.ans, self.count, self.keywords = ends, points, ans, count, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        bar = cotangent_of_item(self.ans, 0, ans_bar, shadows)
        if bar is None:
            return spread({}, NAMES, self.count, self.keywords)
        parts = {key: None if slope is None else bar * slope for key, slope in self.ends.items()}
        parts["args"] = pulled([(point, bar * weight) for point, weight in self.points], shadows)
        return spread(parts, NAMES, self.count, self.keywords)


library.HANDLED[integrate.quad] = quad
