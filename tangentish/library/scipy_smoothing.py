"""`scipy.interpolate.make_smoothing_spline` in plain Python: by values, weights and by how smooth it is to be."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate
import scipy.linalg as linalg

from tangentish import library
from tangentish.errors import UnsupportedError


def make_smoothing_spline(x: Any, y: Any, w: Any = None, lam: Any = None, *, axis: int = 0) -> Any:
    """`scipy.interpolate.make_smoothing_spline` with `lam`: the natural spline through the smoothed values.

    With Q and R of Green and Silverman (1994, section 2.3.3), these are y - lam / w Q c, where c solves
    (R + lam Q' / w Q) c = Q' y, a system of five diagonals.
    """
    if lam is None:
        raise UnsupportedError("make_smoothing_spline of active values chooses lam by them, and that has no derivative.\nPass lam.")
    x, y = np.asarray(x, dtype=float), np.moveaxis(np.asarray(y, dtype=float), axis, 0)
    if len(x) < 5:
        raise ValueError("``x`` and ``y`` length must be at least 5")
    shape = np.shape(y)
    values = np.reshape(y, (len(x), -1))
    over = np.ones(len(x)) if w is None else np.asarray(1.0 / np.asarray(w), dtype=float)
    gaps = np.diff(x)
    left, right = 1.0 / gaps[:-1], 1.0 / gaps[1:]
    middle = -left - right
    main = (gaps[:-1] + gaps[1:]) / 3.0 + lam * (left**2 * over[:-2] + middle**2 * over[1:-1] + right**2 * over[2:])
    beside = gaps[1:-1] / 6.0 + lam * (middle[:-1] * over[1:-2] * left[1:] + right[:-1] * over[2:-1] * middle[1:])
    beyond = lam * right[:-2] * over[2:-2] * left[2:]
    bands = np.stack([np.concatenate([np.zeros(2), beyond]), np.concatenate([np.zeros(1), beside]), main])
    bent = left[:, None] * values[:-2] + middle[:, None] * values[1:-1] + right[:, None] * values[2:]
    c = linalg.solveh_banded(bands, bent)
    none = np.zeros((1, np.shape(values)[1]))
    spread = (np.concatenate([left[:, None] * c, none, none]) + np.concatenate([none, middle[:, None] * c, none])
              + np.concatenate([none, none, right[:, None] * c]))
    smooth = np.moveaxis(np.reshape(values - lam * over[:, None] * spread, shape), 0, axis)
    return interpolate.make_interp_spline(x, smooth, bc_type="natural", axis=axis)


if hasattr(interpolate, "make_smoothing_spline"):
    library.REPLACED[interpolate.make_smoothing_spline] = make_smoothing_spline
