"""`scipy.interpolate` in plain Python, where it is C: splines in the basis of B-splines, in one and more variables."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate
import scipy.linalg as linalg

from tangentish import library
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative


def intervals(t: Any, k: int, x: Any) -> Any:
    """Which interval between knots each point is in; the first and the last one reach on."""
    return np.clip(np.searchsorted(t, x, side="right") - 1, k, len(t) - k - 2)


def find_interval(t: Any, k: int, xval: float, prev_l: int, extrapolate: Any) -> int:
    """Which interval a point is in, as SciPy numbers it: -1 for none."""
    if np.isnan(xval) or (not extrapolate and not t[k] <= xval <= t[len(t) - k - 1]):
        return -1
    return int(intervals(t, k, xval))


zero_derivative(intervals, find_interval)


def basis(t: Any, k: int, x: Any, nu: int = 0) -> Any:
    """The first of the k + 1 B-splines that are not zero at each point, and the derivatives of these of order `nu`.

    De Boor's recursion raises the degree up to k - nu, and differentiation takes it the rest of the way.
    """
    place = intervals(t, k, x)
    values = [1.0 + 0.0 * x]
    for degree in range(1, k - nu + 1):
        raised, carried = [], 0.0 * x
        for r in range(degree):
            low, high = t[place + 1 - degree + r], t[place + 1 + r]
            share = values[r] / (high - low)
            raised.append(carried + (high - x) * share)
            carried = (x - low) * share
        values = [*raised, carried]
    for degree in range(max(k - nu, 0) + 1, k + 1):
        shares = [degree * values[r] / (t[place + 1 + r] - t[place + 1 - degree + r]) for r in range(degree)]
        values = [(shares[p - 1] if p > 0 else 0.0) - (shares[p] if p < degree else 0.0) for p in range(degree + 1)]
    return place - k, values if nu <= k else [0.0 * x] * (k + 1)


def spline_value(t: Any, c: Any, k: int, x: Any, nu: int = 0) -> Any:
    """A spline of coefficients `c` at some points: after the axes of the points come the other ones of `c`."""
    first, values = basis(t, k, x, nu)
    shape, total = (*np.shape(x), *[1] * (np.ndim(c) - 1)), 0.0
    for p in range(k + 1):
        total = total + np.reshape(values[p], shape) * c[first + p]
    return total


def out_of_bounds(x: Any, low: Any, high: Any) -> Any:
    """Whether points are out of bounds."""
    return (x < low) | (x > high)


zero_derivative(out_of_bounds)


def spline_called(self: Any, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.BSpline` at some points."""
    extrapolate = self.extrapolate if extrapolate is None else extrapolate
    x, t, c, k = np.asarray(x, dtype=float), self.t, self.c, self.k
    ndim, low, high = np.ndim(x), t[k], t[len(t) - k - 1]
    if extrapolate == "periodic":
        x = low + (x - low) % (high - low)
    out = spline_value(t, c, k, x, nu)
    if extrapolate != "periodic" and not extrapolate:
        out = np.where(np.reshape(out_of_bounds(x, low, high), (*np.shape(x), *[1] * (np.ndim(c) - 1))), np.nan, out)
    return np.moveaxis(out, list(range(ndim)), list(range(self.axis, self.axis + ndim))) if self.axis else out


# interpolation


def checked(*args: Any, **keywords: Any) -> None:
    """Raises what SciPy raises of such arguments."""
    interpolate.make_interp_spline(*args, **keywords)


zero_derivative(checked)


def knots_of(x: Any, k: int, kind: str) -> Any:
    """The knots of the spline through values at some places: without a knot near the ends, with all, or on a circle."""
    if kind == "periodic":
        if k % 2 == 0:
            x = np.concatenate([x[:1], (x[1:-1] + x[:-2]) / 2, x[-1:]])
        period, count = x[-1] - x[0], len(x) - 1
        return np.stack([x[j % count] + period * (j // count) for j in range(-k, count + k + 1)])
    if kind == "not-a-knot":
        inner = (x[k // 2 + 1 : -(k // 2)] + x[k // 2 : -(k // 2) - 1]) / 2 if k % 2 == 0 else x[(k + 1) // 2 : -((k + 1) // 2)]
        return np.concatenate([x[:1], *[x[:1]] * k, inner, *[x[-1:]] * k, x[-1:]])
    return np.concatenate([*[x[:1]] * k, x, *[x[-1:]] * k])


def end_conditions(condition: Any, shape: tuple[int, ...]) -> list[Any]:
    """The order and the value of each derivative given at an end."""
    if condition is None:
        return []
    if isinstance(condition, str):
        return [(1 if condition == "clamped" else 2, np.zeros(shape))]
    return list(condition)


def interpolated(x: Any, y: Any, k: int, t: Any = None, left: Any = None, right: Any = None) -> tuple[Any, Any]:
    """The knots and the coefficients of a spline through values, with derivatives given at its ends."""
    if k < 2 and t is None:  # each value is a coefficient
        return np.concatenate([x, x[-1:]]) if k == 0 else np.concatenate([x[:1], x, x[-1:]]), y
    if t is None:
        t = knots_of(x, k, "not-a-knot" if left is None and right is None else "all")
    lefts, rights = end_conditions(left, np.shape(y)[1:]), end_conditions(right, np.shape(y)[1:])
    rows = [basis(t, k, x[:1], order) for order, _ in lefts]
    rows += [basis(t, k, x)] + [basis(t, k, x[-1:], order) for order, _ in rights]
    first = np.concatenate([row[0] for row in rows])
    count = len(first)
    bands = np.zeros((2 * k + 1, count))
    for p in range(k + 1):
        bands[k + np.arange(count) - first - p, first + p] = np.concatenate([row[1][p] for row in rows])
    ends = [[np.reshape(np.asarray(value), (1, *np.shape(y)[1:])) for _, value in one] for one in (lefts, rights)]
    return t, linalg.solve_banded((k, k), bands, np.concatenate([*ends[0], y, *ends[1]]))


def make_interp_spline(x: Any, y: Any, k: int = 3, t: Any = None, bc_type: Any = None, axis: int = 0,
                       check_finite: bool = True) -> Any:
    """`scipy.interpolate.make_interp_spline`."""
    checked(x, y, k, t, bc_type, axis, check_finite)
    x, y = np.asarray(x) * 1.0, np.moveaxis(np.asarray(y), axis, 0) * 1.0
    axis = axis % np.ndim(y)
    named = isinstance(bc_type, str)
    if named and bc_type == "periodic" and k > 1:
        t = knots_of(x, k, "periodic")
        return interpolate.BSpline.construct_fast(t, periodic_coefficients(t, k, x, y), k, extrapolate="periodic", axis=axis)
    left, right = None, None
    if named and bc_type not in ("not-a-knot", "periodic"):
        left, right = bc_type, bc_type
    elif bc_type is not None and not named:
        left, right = bc_type
    t, c = interpolated(x, y, k, None if t is None else np.asarray(t) * 1.0, left, right)
    return interpolate.BSpline.construct_fast(t, c, k, axis=axis)


def periodic_coefficients(t: Any, k: int, x: Any, y: Any) -> Any:
    """The coefficients of a spline on a circle: the last k are the first."""
    count = len(x) - 1
    first, values = basis(t, k, x[:-1])
    matrix = np.zeros((count, count))
    for p in range(k + 1):
        np.add.at(matrix, (np.arange(count), (first + p) % count), values[p])
    c = np.linalg.solve(matrix, np.reshape(y[:-1], (count, -1)))
    return np.reshape(c[np.arange(count + k) % count], (count + k, *np.shape(y)[1:]))


def nearest(x: Any, y: Any, t: Any, k: int, w: Any) -> Any:
    """The coefficients of the spline of given knots that is nearest to values, with a full matrix."""
    first, values = basis(t, k, x)
    matrix = np.zeros((len(x), len(t) - k - 1))
    for p in range(k + 1):
        matrix[np.arange(len(x)), first + p] = values[p]
    weight = np.ones((len(x), 1)) if w is None else np.reshape(np.asarray(w, dtype=float), (-1, 1))
    flat = np.reshape(y, (len(x), -1))
    return np.reshape(np.linalg.lstsq(matrix * weight, flat * weight)[0], (len(t) - k - 1, *np.shape(y)[1:]))


def make_lsq_spline(x: Any, y: Any, t: Any, k: int = 3, w: Any = None, axis: int = 0, check_finite: bool = True, *,
                    method: str = "qr") -> Any:
    """`scipy.interpolate.make_lsq_spline`."""
    x, y, t = np.asarray(x) * 1.0, np.moveaxis(np.asarray(y), axis, 0) * 1.0, np.asarray(t) * 1.0
    return interpolate.BSpline.construct_fast(t, nearest(x, y, t, k, w), k, axis=axis % np.ndim(y))


def integrated_spline(t: Any, c: Any, k: int) -> Any:
    """The knots and the coefficients of the integral of a spline from its first knot."""
    width = np.reshape(t[k + 1 :] - t[: len(t) - k - 1], (-1, *[1] * (np.ndim(c) - 1)))
    rise = np.cumsum(c * width / (k + 1), axis=0)
    return np.concatenate([t[:1], t, t[-1:]]), np.concatenate([0.0 * rise[:1], rise])


def spline_integrated(self: Any, a: Any, b: Any, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.BSpline.integrate`."""
    extrapolate = self.extrapolate if extrapolate is None else extrapolate
    t, k = self.t, self.k
    low, high = t[k], t[len(t) - k - 1]
    raised, integral = integrated_spline(t, self.c[: len(t) - k - 1], k)
    total = 0.0
    for place, sign in ((np.asarray(b, dtype=float), 1.0), (np.asarray(a, dtype=float), -1.0)):
        if extrapolate == "periodic":
            whole = (place - low) // (high - low)
            place = place - whole * (high - low)
            total = total + sign * whole * (spline_value(raised, integral, k + 1, high)
                                            - spline_value(raised, integral, k + 1, low))
        elif not extrapolate:
            place = np.clip(place, low, high)
        total = total + sign * spline_value(raised, integral, k + 1, place)
    return np.asarray(total)


library.REPLACED |= {interpolate.BSpline.__call__: spline_called, interpolate.make_interp_spline: make_interp_spline,
                     interpolate.make_lsq_spline: make_lsq_spline,
                     interpolate.BSpline.integrate: spline_integrated}
_dierckx = first_module("scipy.interpolate._dierckx")
if hasattr(_dierckx, "find_interval"):
    library.REPLACED[_dierckx.find_interval] = find_interval
