"""Densities that are integrals of smooth functions, and their derivatives under the integral sign: Landau, noncentral t.

The trapezoidal rule over the whole real line, along a path on which such a function soon vanishes, is right to all digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of

_BLOCK, _NODES = 1024, 480
"""For how many arguments at a time, and at how many places the integrand of `nct_moment`."""


def _in_blocks(function: Callable[..., Any], *args: Any) -> Any:
    """A function of columns of numbers, in double precision, for arrays that are broadcast against each other."""
    arrays = np.broadcast_arrays(*(np.asarray(arg, np.float64) for arg in args))
    columns = [array.reshape(-1, 1) for array in arrays]
    result = np.empty(arrays[0].size)
    with np.errstate(all="ignore"):  # nan and infinities give nan
        for start in range(0, result.size, _BLOCK):
            result[start : start + _BLOCK] = function(*(column[start : start + _BLOCK] for column in columns))
    return result.reshape(arrays[0].shape)[()]


def landau_slope(x: Any, loc: Any, scale: Any, times: int) -> Any:
    """The derivative of Landau's density by `x`, of any order.

    The density of (x - loc) / scale * pi / 2 - log(2 / pi * scale) has the Laplace transform s**s, without the shift and
    scale; a derivative brings down a factor s.
    """
    rate = math.pi / 2 / np.asarray(scale, np.float64)
    shifted = rate * (np.asarray(x, np.float64) - loc) + np.log(rate)

    def slope(at: Any) -> Any:
        return np.where(at < -1, _landau_left(np.clip(at, -8, -1), times), _landau_right(np.clip(at, -1, 1e150), times))[:, 0]

    return as_type_of(x, rate ** (times + 1) * _in_blocks(slope, shifted))


def _landau_left(at: Any, times: int) -> Any:
    """By the line through the saddle point, exp(-1 - at), parallel to the imaginary axis; at -8 the density vanishes."""
    saddle = np.exp(-1 - at)
    nodes = np.arange(-85, 86) * 0.05
    turn = 1 + 1j * np.sinh(nodes) / np.sqrt(saddle)
    values = turn**times * np.exp(saddle * turn * (np.log(turn) - 1)) * np.cosh(nodes)
    return saddle ** (times + 0.5) * np.sum(values.real, -1, keepdims=True) * (0.05 / (2 * math.pi))


def _landau_right(at: Any, times: int) -> Any:
    """By the path around the negative axis, where s = -t: of exp(-t log(t) - at t) sin(pi t); t is doubly exponential."""
    nodes = np.arange(-90, 91) * 0.05
    t = np.exp(nodes - np.exp(-nodes)) / np.maximum(at, 1)
    values = (-t) ** times * np.exp(-special.xlogy(t, t) - at * t) * np.sin(math.pi * t) * t * (1 + np.exp(-nodes))
    return np.sum(values, -1, keepdims=True) * (0.05 / math.pi)


def nct_moment(t: Any, df: Any, nc: Any, power: int, other: int) -> Any:
    """An integral over s > 0, which with the powers 0 and 0 is the density of the noncentral t: see below.

    A noncentral t is (Z + nc) / s, where Z is normal and s**2 a chi-squared variable over its degrees of freedom, `df`. The
    density of s goes with exp(df * v) / s, where v = log(s) - (s**2 - 1) / 2, and what is integrated is that times the
    normal density at t * s - nc, s**(power + 1) and v**other. The derivatives by t, nc and df are such integrals again.
    """
    wide = np.minimum(np.asarray(df, np.float64), 1e10)  # beyond it is a normal density

    def moment(t: Any, df: Any, nc: Any) -> Any:
        log_s, step = _nct_nodes(t, df, nc)
        s, v = np.exp(log_s), log_s - np.expm1(2 * log_s) / 2
        values = s ** (power + 1) * v**other * np.exp(df * v - np.square(t * s - nc) / 2)
        return np.sum(values, -1) * step[:, 0] * np.exp(_log_chi(df / 2)[:, 0]) / math.sqrt(2 * math.pi)

    return as_type_of(t, _in_blocks(moment, t, wide, nc))


def _nct_nodes(t: Any, df: Any, nc: Any) -> tuple[Any, Any]:
    """The logarithms of s at which to take the values, and their distance: where these are not less than rounding."""
    def fall(log_s: Any) -> Any:
        return log_s + df * (log_s - np.expm1(2 * log_s) / 2) - np.square(t * np.exp(log_s) - nc) / 2

    rate, shift = df + t**2, t * nc
    root = np.sqrt(shift**2 + 4 * (1 + df) * rate)
    mode = np.where(shift > 0, (shift + root) / (2 * rate), 2 * (1 + df) / (root - np.minimum(shift, 0)))
    top, middle = fall(np.log(mode)), np.log(mode)
    ends = []
    for sign in (-1, 1):
        width = 6 / np.sqrt(1 + df + rate * mode**2)
        while np.any(low := top - fall(middle + sign * width) < 50):
            width = np.where(low, 1.25 * width, width)
        ends.append(middle + sign * width)
    return ends[0] + (ends[1] - ends[0]) * np.linspace(0, 1, _NODES + 1), (ends[1] - ends[0]) / _NODES


def _log_chi(half: Any) -> Any:
    """log(2) + half * log(half) - half - gammaln(half), by Stirling's series where terms would cancel."""
    safe, far = np.minimum(half, 30.0), np.maximum(half, 30.0)
    near = safe * np.log(safe) - safe - special.gammaln(safe)
    tail = (-1 / 12 + (1 / 360 - (1 / 1260 - 1 / 1680 / far**2) / far**2) / far**2) / far
    return math.log(2) + np.where(half < 30, near, (np.log(far) - math.log(2 * math.pi)) / 2 + tail)


__all__ = ["landau_slope", "nct_moment"]
