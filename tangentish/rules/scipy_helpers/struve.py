"""The Struve function of order 0 over its argument, also at 0."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special


def struve_over(x: Any) -> Any:
    """`struve(0, x) / x`, near 0 by its series in powers of `x**2` (DLMF 11.2.1)."""
    near = np.abs(x) < 0.3
    t = np.where(near, x, 0.0) ** 2
    series = 2 / math.pi * (1 - t / 9 * (1 - t / 25 * (1 - t / 49 * (1 - t / 81 * (1 - t / 121)))))
    far = np.where(near, 1.0, x)
    return np.where(near, series, special.struve(0, far) / far)


__all__ = ["struve_over"]
