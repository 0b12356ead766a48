"""`scipy.interpolate.RBFInterpolator` in plain Python: by values, by places, by points and by its shape parameter."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def powers_of(*args: Any) -> Any:
    """The exponents of the monomials; raises what SciPy raises of such arguments."""
    return interpolate.RBFInterpolator(*args).powers


zero_derivative(powers_of)


def kernel_of(name: str, square: Any) -> Any:
    """A radial function of the squares of distances; that of a distance of zero depends on nothing."""
    if name == "gaussian":
        return np.exp(-square)
    if name in ("multiquadric", "inverse_multiquadric"):
        root = np.sqrt(square + 1.0)
        return -root if name == "multiquadric" else 1.0 / root
    if name == "inverse_quadratic":
        return 1.0 / (square + 1.0)
    apart = square > 0
    r = np.where(apart, np.sqrt(np.where(apart, square, 1.0)), 0.0)
    if name == "linear":
        return -r
    if name == "cubic":
        return r * square
    if name == "quintic":
        return -r * square * square
    return np.where(apart, 0.5 * square * np.log(np.where(apart, square, 1.0)), 0.0)  # the thin plate


def terms(x: Any, y: Any, kernel: str, epsilon: Any, powers: Any, shift: Any, scale: Any) -> Any:
    """The radial functions around `y`, and the monomials, at the points `x`."""
    square = np.sum((x[:, None, :] * epsilon - y[None, :, :] * epsilon) ** 2, axis=-1)
    monomials = np.prod(((x - shift) / scale)[:, None, :] ** powers[None, :, :], axis=-1)
    return np.concatenate([kernel_of(kernel, square), monomials], axis=1)


def columns_of(d: Any, count: int) -> Any:
    """The values at each of `count` points as a row, in which a complex number is two columns, as SciPy keeps them."""
    if np.iscomplexobj(d):
        d = np.stack([np.real(d), np.imag(d)], axis=-1)
    return np.reshape(d, (count, -1))


def made(self: Any, y: Any, d: Any, neighbors: Any = None, smoothing: Any = 0.0, kernel: str = "thin_plate_spline",
         epsilon: Any = None, degree: Any = None) -> None:
    """`scipy.interpolate.RBFInterpolator`, solved for its coefficients at once."""
    if neighbors is not None:
        raise UnsupportedError("a RBFInterpolator of active values with neighbors has no derivative.")
    powers = powers_of(y, d, None, smoothing, kernel, epsilon, degree)
    y, d = np.array(y, dtype=float), np.asarray(d) * 1.0
    kernel = kernel.lower()
    epsilon = 1.0 if epsilon is None else epsilon
    count = len(y)
    low, high = np.min(y, axis=0), np.max(y, axis=0)
    shift, scale = (high + low) / 2, (high - low) / 2
    scale = np.where(scale == 0, 1.0, scale)
    whole = terms(y, y, kernel, epsilon, powers, shift, scale)
    below = np.concatenate([whole[:, count:].T, np.zeros((len(powers), len(powers)))], axis=1)
    smoothing = np.asarray(smoothing, dtype=float) + np.zeros(count)
    matrix = np.concatenate([whole, below]) + np.diag(np.concatenate([smoothing, np.zeros(len(powers))]))
    columns = columns_of(d, count)
    right = np.concatenate([columns, np.zeros((len(powers), columns.shape[1]))])
    self.y, self.d, self.d_shape, self.d_dtype = y, columns, np.shape(d)[1:], d.dtype
    self.neighbors, self.smoothing, self.kernel, self.epsilon, self.powers = None, smoothing, kernel, epsilon, powers
    self._shift, self._scale, self._coeffs, self._xp = shift, scale, np.linalg.solve(matrix, right), np


def called(self: Any, x: Any) -> Any:
    """A `scipy.interpolate.RBFInterpolator` at some points."""
    if self.neighbors is not None:
        raise UnsupportedError("a RBFInterpolator with neighbors has no derivative.")
    x = np.asarray(x, dtype=float)
    coefficients = self._coeffs
    if np.dtype(self.d_dtype).kind == "c":
        coefficients = coefficients[:, ::2] + 1j * coefficients[:, 1::2]
    found = terms(x, self.y, self.kernel, self.epsilon, self.powers, self._shift, self._scale) @ coefficients
    return np.reshape(found, (len(x), *self.d_shape))


library.REPLACED |= {interpolate.RBFInterpolator.__init__: made, interpolate.RBFInterpolator.__call__: called}
