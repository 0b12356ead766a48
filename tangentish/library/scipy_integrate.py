"""`scipy.integrate` in plain Python, where its own code is not followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

_tanhsinh = first_module("scipy.integrate._tanhsinh")
_get_pairs = getattr(_tanhsinh, "_get_pairs", None)


def romb(y: Any, dx: Any = 1.0, axis: int = -1, show: bool = False) -> Any:
    """`scipy.integrate.romb`: trapezoidal sums of halved steps, extrapolated."""
    y = np.moveaxis(np.asarray(y), axis, 0)
    dx = np.asarray(dx, dtype=float)
    count = len(y) - 1
    levels = round(np.log2(count))
    if 2**levels != count:
        raise ValueError("Number of samples must be one plus a non-negative power of 2.")
    row = [(y[0] + y[-1]) / 2.0 * (count * dx)]
    for level in range(1, levels + 1):
        step = count // 2**level
        new = [(row[0] + np.sum(y[step : count : 2 * step], axis=0) * (2 * step * dx)) / 2]
        for k in range(level):
            new.append(new[k] + (new[k] - row[k]) / (4 ** (k + 1) - 1))
        row = new
    return row[-1]


def pairs_of(*args: Any) -> Any:
    """The points and weights of `tanhsinh`, which SciPy keeps for the next level; nothing moves them."""
    assert _get_pairs is not None
    return _get_pairs(*args)


zero_derivative(pairs_of)


def pairs_for(k: Any, h0: Any, inclusive: Any, dtype: Any, xp: Any, work: Any) -> Any:
    """`_get_pairs`."""
    if work.log:
        raise UnsupportedError("scipy.integrate.tanhsinh with log has no derivative.\nTake the logarithm of the integral.")
    return pairs_of(k, h0, inclusive, dtype, xp, work)


def finite_ends(a: Any, b: Any, xp: Any) -> tuple[Any, ...]:
    """`_transform_integrals`, for ends that need no substitution."""
    if np.any(np.isinf(a) | np.isinf(b)):
        raise UnsupportedError("scipy.integrate.tanhsinh has no derivative for an integral to infinity: its points reach there.\n"
                               "Use scipy.integrate.quad, or an end far out.")
    if np.any(a == b):
        raise UnsupportedError("scipy.integrate.tanhsinh has no derivative where both ends are the same: it gives 0 unseen.")
    negative = np.real(b) < np.real(a)
    low, high = np.where(negative, b, a), np.where(negative, a, b)
    none = np.zeros(np.shape(low), dtype=bool)
    return low, high, np.copy(low), negative, none, np.copy(none), np.copy(none)


library.REPLACED[integrate.romb] = romb
if _get_pairs is not None and hasattr(_tanhsinh, "_transform_integrals"):
    library.REPLACED |= {_get_pairs: pairs_for, _tanhsinh._transform_integrals: finite_ends}
