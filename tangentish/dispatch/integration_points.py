"""Points and weights that integrate a function and its derivatives, found by what the function itself does.

Between finite limits these are those of the tanh-sinh rule (Takahasi and Mori, 1974), which crowd at the ends: the slope of
`sqrt(a - t)` with respect to `a` is infinite there, though the function is not, and a rule that is good for the one is not
for the other.  Elsewhere: Gauss-Legendre rules on intervals that are halved until they give the known value.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import TangentishError, UnsupportedError

Points = list[tuple[float, float, float]]
"""Places, each with its weight and what the function is there."""
MOST = 400
"""How many intervals are tried."""
NODES, WEIGHTS = np.polynomial.legendre.leggauss(15)
REACH = 4.0
"""How far the tanh-sinh rule goes: to 1e-37 of the interval from its ends."""
FINEST = 6
"""Its smallest step is 1 / 2**FINEST."""


def mesh(function: Callable[[float], Any], low: float, high: float, value: float, breaks: Any = ()) -> list[tuple[float, float]]:
    """Points and weights that integrate a function, whose integral is known, between two limits."""
    if low == high:
        return []
    if low > high:
        return [(x, -weight) for x, weight in mesh(function, high, low, -value, breaks)]
    ends = [low, *sorted(float(x) for x in np.ravel(breaks) if low < x < high), high]
    if not (np.isfinite(low) and np.isfinite(high)):  # QUADPACK takes no breaks then
        ends = [low, low + 1.0, high] if np.isfinite(low) else [low, high - 1.0, high] if np.isfinite(high) else [low, high]
    points: Points = []
    rest: list[Any] = []
    for start, end in itertools.pairwise(ends):
        found = tanh_sinh(function, start, end) if np.isfinite(start) and np.isfinite(end) else None
        if found is None:
            place, parts = _finite(start, end)
            rest += [_piece(function, place, *part) for part in itertools.pairwise(parts)]
        else:
            check_slope(function, start, end, max(abs(y) for _, _, y in found))
            points += found
    points += _halved_until_right(rest, points, function, value)
    return [(x, weight) for x, weight, _ in _without_underflow(sorted(points))]


def check_slope(function: Callable[[float], Any], start: float, end: float, largest: float) -> None:
    """Refuse a function that goes up so steeply at an end that its slope has much of its integral nearer than numbers are.

    Such is (1 - t)**0.3 at 1: up to the number before 1 it makes a 60,000th of its way, and so does the integral of its slope.

    >>> check_slope(lambda t: (1.0 - t) ** 0.5, 0.0, 1.0, 1.0)
    >>> check_slope(lambda t: t ** 0.3, 0.0, 1.0, 1.0)  # at 0, numbers are as near to the end as one likes
    >>> try: check_slope(lambda t: (1.0 - t) ** 0.3, 0.0, 1.0, 1.0)
    ... except NotImplementedError: print("refused")
    refused
    """
    for here, there in ((start, end), (end, start)):
        nearest = float(np.nextafter(here, there)) - here
        first, second, third = (_value(function, here + count * nearest) for count in (8, 128, 2048))
        if not abs(2048 * nearest) < abs(there - here):
            continue
        if 8e-6 * largest < abs(first - second) < abs(second - third):  # the other way round, it is infinite at the end
            raise UnsupportedError("the integrand of scipy.integrate.quad is so steep at a limit that the integral of its "
                                   "derivative cannot be calculated.\n"
                                   "Substitute, so that the singularity is at 0, or gone.")


def _without_underflow(points: Points) -> Points:
    """The points but for those at the ends where the function has become 0 for being too small, and its slope perhaps nan.

    Or for rounding: on next to nothing of the interval, as what is asked of 1 - t is for the smallest t.
    """
    largest = max((abs(y) for _, _, y in points), default=0.0)
    place = [k for k, (_, _, y) in enumerate(points) if y != 0.0]
    if not place:
        return points
    nothing = 1e-12 * sum(abs(weight) for _, weight, _ in points)

    def lost(end: list[tuple[float, float, float]], next_to_it: int) -> bool:
        return abs(points[next_to_it][2]) < 1e-12 * largest or sum(abs(weight) for _, weight, _ in end) < nothing

    first = place[0] if lost(points[:place[0]], place[0]) else 0
    last = place[-1] if lost(points[place[-1] + 1:], place[-1]) else len(points) - 1
    return points[first : last + 1]


def without_lost(places: list[tuple[float, float]], has_slope: Callable[[float], bool]) -> list[tuple[float, float]]:
    """The places and their weights but for those next to the ends where rounding leaves nothing of the slope.

    That of `sqrt(a - t)` is infinite where `a - t` has become 0, and the difference of two such is not known there.

    >>> without_lost([(0.0, 1e-16), (1e-9, 1e-9), (0.5, 1.0), (1.0, 1e-17)], lambda t: t not in (0.0, 1e-9))
    [(1e-09, 1e-09), (0.5, 1.0), (1.0, 1e-17)]
    """
    nothing, lost = 1e-14 * sum(abs(weight) for _, weight in places), set()
    for order in (range(len(places)), range(len(places) - 1, -1, -1)):
        passed = 0.0
        for place in order:
            passed += abs(places[place][1])
            if passed > nothing:
                break
            if not has_slope(places[place][0]):
                lost.add(place)
    return [one for place, one in enumerate(places) if place not in lost]


def tanh_sinh(function: Callable[[float], Any], start: float, end: float) -> Points | None:
    """The points of the coarsest tanh-sinh rule that agrees with the next one to 12 digits; None if none does."""
    seen: dict[float, tuple[float, float, float]] = {}  # the place, its weight and what the function is there, times that

    def total(step: float) -> float:
        count = round(REACH / step)
        for k in range(-count, count + 1):
            s = k * step
            if s not in seen:
                x, weight = _place(start, end, s)
                y = _value(function, x) if start < x < end else 0.0
                seen[s] = (x, weight, y) if math.isfinite(y * weight) else (x, 0.0, 0.0)
        return step * math.fsum(seen[k * step][1] * seen[k * step][2] for k in range(-count, count + 1))

    before, size = total(1 / 8), 0.0
    for level in range(4, FINEST + 1):
        step = 1 / 2**level
        now, size = total(step), step * math.fsum(abs(weight * y) for _, weight, y in seen.values())
        if abs(now - before) <= 1e-12 * max(size, 1e-300):
            coarse = 2 * step
            count = round(REACH / coarse)
            found = [seen[k * coarse] for k in range(-count, count + 1)]
            return [(x, coarse * weight, y) for x, weight, y in found if start < x < end and weight]
        before = now
    return None


def _place(start: float, end: float, s: float) -> tuple[float, float]:
    """Where a point of the rule is, and its weight: the distance to the nearer end is exact."""
    turn = math.pi * math.sinh(s)
    near = 1.0 / (1.0 + math.exp(abs(turn)))  # of the interval, from the nearer end
    weight = (end - start) * math.pi * math.cosh(s) * near * (1.0 - near)
    return (start + (end - start) * near if s < 0 else end - (end - start) * near), weight


def _value(function: Callable[[float], Any], x: float) -> float:
    """What a function is at a point; nothing where it cannot be calculated so near to an end."""
    try:
        with np.errstate(all="ignore"):
            return float(function(x))
    except TangentishError:
        raise
    except (ArithmeticError, ValueError):
        return math.nan


def _piece(function: Callable[[float], Any], place: Callable[[float], tuple[float, float]], start: float,
           end: float) -> tuple[Any, float, float, float, Points]:
    """An interval with its integral and points."""
    points = [place(start + (end - start) * (1 + t) / 2) for t in NODES]
    found = [(x, float(w) * dx * (end - start) / 2, float(function(x))) for (x, dx), w in zip(points, WEIGHTS, strict=True)]
    return place, start, end, sum(y * w for _, w, y in found), found


def _halved_until_right(pieces: list[Any], points: Points, function: Callable[[float], Any], value: float) -> Points:
    """The points of intervals that are halved where that makes a difference; with others they must give the value."""
    given = sum(y * w for _, w, y in points)
    scale = max(abs(value), sum(abs(p[3]) for p in pieces), 1e-300)
    heap: list[Any] = []

    def halve(whole: Any) -> None:
        place, start, end, total, _ = whole
        middle = (start + end) / 2
        halves = (_piece(function, place, start, middle), _piece(function, place, middle, end))
        heapq.heappush(heap, (-abs(total - halves[0][3] - halves[1][3]), id(halves), halves))

    for one in pieces:
        halve(one)
    tries = len(heap)
    while heap and -heap[0][0] > 1e-13 * scale and tries < MOST:
        for half in heapq.heappop(heap)[2]:
            halve(half)
        tries += 2
    done = [half for _, _, halves in heap for half in halves]
    if not abs(given + sum(p[3] for p in done) - value) <= 1e-8 * scale:
        raise UnsupportedError("the integral of the derivative could not be calculated as exactly as that of the function.\n"
                               "Split the integral where the function is singular.")
    return [pair for p in done for pair in p[4]]


def _finite(low: float, high: float) -> tuple[Callable[[float], tuple[float, float]], list[float]]:
    """A map from a finite interval, with its derivative, and where to begin; infinite limits as QUADPACK has them."""
    if np.isfinite(low) and np.isfinite(high):
        return lambda t: (t, 1.0), [low, high]
    if np.isfinite(low):
        return lambda t: (low + (1 - t) / t, 1 / t**2), [0.0, 1.0]
    if np.isfinite(high):
        return lambda t: (high - (1 - t) / t, 1 / t**2), [0.0, 1.0]
    return lambda t: (t / (1 - t * t), (1 + t * t) / (1 - t * t) ** 2), [-1.0, 0.0, 1.0]
