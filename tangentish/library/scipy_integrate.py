"""`scipy.integrate` in plain Python, where its own code is not followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish import library


def romb(y: Any, dx: Any = 1.0, axis: int = -1, show: bool = False) -> Any:
    """`scipy.integrate.romb`: trapezoidal sums of halved steps, extrapolated."""
    y = np.moveaxis(np.asarray(y), axis, 0)
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


library.REPLACED[integrate.romb] = romb
