"""`scipy.integrate.quad`: the derivative of an integral is the integral of the derivative.

The reverse integrates what the integrand does to `args` and to its closure with Gauss-Legendre rules on intervals that
are halved until they give the value that `quad` gave.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.dispatch.functions import Function, bound_arguments, cotangent_of_item, pulled, refuse_active, spread
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

NAMES = ("func", "a", "b", "args", "full_output", "epsabs", "epsrel", "limit", "points", "weight", "wvar", "wopts", "maxp1",
         "limlst", "complex_func")
MOST = 400
"""How many intervals are tried."""
NODES, WEIGHTS = np.polynomial.legendre.leggauss(15)


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
    ends = {"a": -float(function(low)) if "a" in active and np.isfinite(low) else None,
            "b": float(function(high)) if "b" in active and np.isfinite(high) else None}
    breaks = values.get("points")
    places = mesh(function, low, high, ans[0], () if breaks is None else breaks) if function.wrt else []
    return ans, _Integral(ends, [(function.record(x), weight) for x, weight in places], ans, len(args), keywords)


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


def mesh(function: Callable[[float], Any], low: float, high: float, value: float, breaks: Any = ()) -> list[tuple[float, float]]:
    """Points and weights that integrate a function, whose integral is known, between two limits."""
    if low == high:
        return []
    if low > high:
        return [(x, -weight) for x, weight in mesh(function, high, low, -value, breaks)]
    place, ends = _finite(low, high)
    if np.isfinite(low) and np.isfinite(high):
        ends = [low, *sorted(float(x) for x in np.ravel(breaks) if low < x < high), high]

    def piece(start: float, end: float) -> tuple[float, float, float, list[tuple[float, float]]]:
        points = [place(start + (end - start) * (1 + t) / 2) for t in NODES]
        found = [(x, float(w) * dx * (end - start) / 2) for (x, dx), w in zip(points, WEIGHTS, strict=True)]
        total = float(sum(float(function(x)) * w for x, w in found))
        return start, end, total, found

    pieces = [piece(start, end) for start, end in itertools.pairwise(ends)]
    scale = max(abs(value), sum(abs(p[2]) for p in pieces), 1e-300)
    heap: list[Any] = []
    done: list[Any] = []
    for one in pieces:
        _halved(piece, one, heap)
    tries = len(heap)
    while heap and -heap[0][0] > 1e-13 * scale and tries < MOST:
        _, _, halves = heapq.heappop(heap)
        for half in halves:
            _halved(piece, half, heap)
        tries += 2
    done = [half for _, _, halves in heap for half in halves]
    total = sum(p[2] for p in done)
    if not abs(total - value) <= 1e-8 * scale:
        raise UnsupportedError("the integral of the derivative could not be calculated as exactly as that of the function.\n"
                               "Split the integral where the function is singular.")
    return [pair for p in done for pair in p[3]]


def _halved(piece: Any, whole: Any, heap: list[Any]) -> None:
    start, end, total, _ = whole
    middle = (start + end) / 2
    halves = (piece(start, middle), piece(middle, end))
    heapq.heappush(heap, (-abs(total - halves[0][2] - halves[1][2]), start, halves))


def _finite(low: float, high: float) -> tuple[Callable[[float], tuple[float, float]], list[float]]:
    """A map from a finite interval, with its derivative, and where to begin; infinite limits as QUADPACK has them."""
    if np.isfinite(low) and np.isfinite(high):
        return lambda t: (t, 1.0), [low, high]
    if np.isfinite(low):
        return lambda t: (low + (1 - t) / t, 1 / t**2), [0.0, 1.0]
    if np.isfinite(high):
        return lambda t: (high - (1 - t) / t, 1 / t**2), [0.0, 1.0]
    return lambda t: (t / (1 - t * t), (1 + t * t) / (1 - t * t) ** 2), [-1.0, 0.0, 1.0]


library.HANDLED[integrate.quad] = quad
