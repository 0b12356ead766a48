"""`scipy.interpolate` in plain Python, where it is FITPACK: splines of one variable by their knots and coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_splines import (
    integrated_spline,
    interpolated,
    nearest,
    out_of_bounds,
    spline_value,
)
from tangentish.rules.libraries import first_module, present


def splrep(x: Any, y: Any, w: Any = None, xb: Any = None, xe: Any = None, k: int = 3, task: int = 0, s: Any = None, t: Any = None,
           full_output: int = 0, per: int = 0, quiet: int = 1) -> Any:
    """`scipy.interpolate.splrep` of a spline through values, or near them with knots that are given."""
    near = t is None and (s > 0 if s is not None else w is not None)
    if near or task > 0 or full_output or per or xb is not None or xe is not None:
        raise UnsupportedError("scipy.interpolate.splrep has a derivative for a spline through all values (s=0) or of given knots "
                               "(t) only, and without xb, xe, full_output and per.")
    if np.ndim(x) == 0 or len(x) != np.size(x) or np.size(x) != np.size(y) or len(x) <= k:
        raise TypeError("Lengths of the first three arguments (x,y,w) must be equal, and m > k must hold")
    x, y = np.ravel(np.array(x, dtype=float)), np.ravel(np.array(y, dtype=float))  # columns, too
    if t is None:
        t, c = interpolated(x, y, k)
    else:
        t = np.concatenate([*[x[:1]] * (k + 1), np.asarray(t, dtype=float), *[x[-1:]] * (k + 1)])
        c = nearest(x, y, t, k, w)
    return t, np.concatenate([c, np.zeros(k + 1)]), k


def splev(x: Any, tck: Any, der: int = 0, ext: int = 0) -> Any:
    """`scipy.interpolate.splev`."""
    t, c, k = tck
    if np.ndim(c[0]) > 0:
        return [splev(x, (t, one, k), der, ext) for one in c]
    if not 0 <= der <= k or ext not in (0, 1, 2, 3):
        raise ValueError(f"0<=der={der}<=k={k} and ext in (0, 1, 2, 3) must hold")
    k, der = int(k), int(der)  # FITPACK takes 3.0 for 3
    t, c, x = np.asarray(t, dtype=float), np.asarray(c, dtype=float), np.asarray(x, dtype=float)
    low, high = t[k], t[len(t) - k - 1]
    beyond = out_of_bounds(x, low, high)
    if ext == 2 and np.any(beyond):
        raise ValueError("Found x value not in the domain")
    out = spline_value(t, c, k, np.clip(x, low, high) if ext == 3 else x, der)
    return np.where(beyond, 0.0, out) if ext == 1 else out


def splint(a: Any, b: Any, tck: Any, full_output: int = 0) -> Any:
    """`scipy.interpolate.splint`: the spline is zero beyond its knots."""
    t, c, k = tck
    if full_output:
        raise UnsupportedError("scipy.interpolate.splint with full_output has no derivative.")
    if np.ndim(c[0]) > 0:
        return [splint(a, b, (t, one, k)) for one in c]
    if np.size(a) != 1 or np.size(b) != 1:
        raise UnsupportedError("scipy.interpolate.splint takes the first one of several bounds only.\nCall it for each of them.")
    k = int(k)
    t, c = np.asarray(t, dtype=float), np.asarray(c, dtype=float)
    raised, integral = integrated_spline(t, c[: len(t) - k - 1], k)
    ends = np.clip(np.asarray(np.stack([np.reshape(a, ()), np.reshape(b, ())]), dtype=float), t[k], t[len(t) - k - 1])
    low, high = spline_value(raised, integral, k + 1, ends)
    return high - low


def splder(tck: Any, n: int = 1) -> Any:
    """`scipy.interpolate.splder`: the knots and the coefficients of the derivative, these with zeros after them."""
    t, c, k = tck
    if n < 0:
        return fitpack.splantider(tck, -n)
    if n > k:
        raise ValueError(f"Order of derivative (n = {n}) must be <= order of spline (k = {k})")
    for _ in range(n):
        width = np.reshape(t[k + 1 : -1] - t[1 : -k - 1], (-1, *[1] * (np.ndim(c) - 1)))
        if np.any(width == 0):
            raise ValueError(f"The spline has internal repeated knots and is not differentiable {n} times")
        c = (c[1 : -1 - k] - c[: -2 - k]) * k / width
        c = np.concatenate([c, np.zeros((k, *np.shape(c)[1:]))])
        t, k = t[1:-1], k - 1
    return t, c, k


def through_values(self: Any, x: Any, y: Any, w: Any = None, bbox: Any = (None, None), k: int = 3, ext: Any = 0,
                   check_finite: bool = False) -> None:
    """`scipy.interpolate.InterpolatedUnivariateSpline`."""
    if any(bound is not None for bound in bbox):
        raise UnsupportedError("an InterpolatedUnivariateSpline of active values with a bbox has no derivative.")
    self._eval_args = splrep(x, y, k=k)
    self.ext = OUTSIDE.get(ext, ext)
    t, c, k = self._eval_args  # as SciPy keeps it: x, y, w, xb, xe, k, s, n, t, c, fp, fpint, nrdata, ier
    w = np.ones(len(x)) if w is None else w
    self._data = (x, y, w, t[0], t[-1], k, 0.0, len(t), t, c, 0.0, None, None, -1)


def near_values(self: Any, x: Any, y: Any, t: Any, w: Any = None, bbox: Any = (None, None), k: int = 3, ext: Any = 0,
                check_finite: bool = False) -> None:
    """`scipy.interpolate.LSQUnivariateSpline`."""
    if any(bound is not None for bound in bbox):
        raise UnsupportedError("a LSQUnivariateSpline of active values with a bbox has no derivative.")
    self._eval_args = splrep(x, y, w, k=k, t=t)
    self.ext = OUTSIDE.get(ext, ext)
    knots, c, k = self._eval_args
    w = np.ones(len(x)) if w is None else w
    residual = np.sum((w * (y - spline_value(knots, c[: len(knots) - k - 1], k, np.asarray(x, dtype=float)))) ** 2)
    self._data = (x, y, w, knots[0], knots[-1], k, -1.0, len(knots), knots, c, residual, None, None, 0)


def smoothed_values(self: Any, x: Any, y: Any, w: Any = None, bbox: Any = (None, None), k: int = 3, s: Any = None, ext: Any = 0,
                    check_finite: bool = False) -> None:
    """`scipy.interpolate.UnivariateSpline` through all values."""
    if s is None or s != 0:
        raise UnsupportedError("a UnivariateSpline of active values has a derivative with s=0 only: else it chooses its knots by "
                               "them.\nPass s=0, or use LSQUnivariateSpline or make_smoothing_spline.")
    through_values(self, x, y, w, bbox, k, ext, check_finite)


def interval_around(t: Any, k: int, x: Any) -> int:
    """The interval between two knots that a new one is in; of those that are empty, the one on its right."""
    if not t[k] <= x <= t[len(t) - k - 1]:
        raise ValueError("Invalid input data")
    place = int(np.searchsorted(t, x, side="right")) - 1
    return min(place, int(np.searchsorted(t, t[len(t) - k - 1], side="left")) - 1)


library.zero_derivative(interval_around)


def inserted(per: int, t: Any, c: Any, k: int, x: Any, m: int) -> tuple[Any, Any, int]:
    """`scipy.interpolate._fitpack._insert`: knots and coefficients with `m` more knots.

    Source: W. Boehm, Inserting new knots into B-spline curves, Computer-Aided Design 12 (1980), 199-201.
    """
    if per:
        raise UnsupportedError("knots inserted into a periodic spline have no derivative.")
    t, x = np.asarray(t, dtype=float), np.asarray(x, dtype=float)
    c = np.asarray(c, dtype=float)[: len(t) - k - 1]
    for _ in range(m):
        place = interval_around(t, k, x)
        low = place - k + 1
        share = (x - t[low : place + 1]) / (t[place + 1 : place + k + 1] - t[low : place + 1])
        between = share * c[low : place + 1] + (1.0 - share) * c[low - 1 : place]
        c = np.concatenate([c[:low], between, c[place:]])
        t = np.concatenate([t[: place + 1], np.reshape(x, (1,)), t[place + 1 :]])
    return t, np.concatenate([c, np.zeros(k + 1)]), 0


OUTSIDE = {"extrapolate": 0, "zeros": 1, "raise": 2, "const": 3}
"""What a spline is beyond its bounds."""


fitpack = first_module("scipy.interpolate._fitpack_impl")
for _function in (splrep, splev, splint, splder):
    if hasattr(fitpack, _function.__name__):
        library.REPLACED[getattr(fitpack, _function.__name__)] = _function
for _compiled in present(getattr(fitpack, "_fitpack", None), "_insert", "insert"):  # the name before SciPy 1.18 and since
    library.REPLACED[_compiled] = inserted
library.REPLACED |= {interpolate.UnivariateSpline.__init__: smoothed_values,
                     interpolate.InterpolatedUnivariateSpline.__init__: through_values,
                     interpolate.LSQUnivariateSpline.__init__: near_values}
