"""Values have the type that NumPy and SciPy give them: of float32, of whole numbers, with numbers of Python beside."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, ndimage, signal, stats

import tangentish

X = (np.sin(np.arange(36.0)) + 1.2).astype(np.float32)
IMAGE = X.reshape(6, 6)
K = np.float64(0.3)

VALUES = {
    "cov": (lambda x: np.cov(x, x**2), X),
    "cov_told": (lambda x: np.cov(x, x**2, dtype=np.float32), X),
    "corrcoef": (lambda x: np.corrcoef(x, x**2), X),
    "linregress": (lambda x: stats.linregress(x, x**2).slope, X),
    "romb": (lambda x: integrate.romb(x[:5]), X),
    "histogram": (lambda x: np.histogram(np.arange(36.0), 5, weights=x)[0], X),
    "map_coordinates": (lambda x: ndimage.map_coordinates(x, [[1.2, 3.3], [2.2, 0.7]]), IMAGE),
    "shift": (lambda x: ndimage.shift(x, 0.3), IMAGE),
    "zoom": (lambda x: ndimage.zoom(x, 2), IMAGE),
    "rotate": (lambda x: ndimage.rotate(x, 20.0), IMAGE),
    "welch": (lambda x: signal.welch(x, nperseg=8)[1], X),
    "periodogram": (lambda x: signal.periodogram(x)[1], X),
    "csd": (lambda x: signal.csd(x, x**2, nperseg=8)[1], X),
    "pad": (lambda x, k: np.pad(x, 1, constant_values=k), X, 0.7),
    "pad_by_ramps": (lambda x, k: np.pad(x, 2, "linear_ramp", end_values=k), X, 0.7),
    "quantile": (np.quantile, X, 0.3),
    "percentile": (lambda x, k: np.percentile(x, 100 * k), X, 0.3),
    "nanquantile": (np.nanquantile, X, 0.3),
    "std": (lambda x, k: np.std(x, mean=k, keepdims=True), X, 0.3),
    "gradient": (np.gradient, X, K),
    "nan_to_num": (lambda x, k: np.nan_to_num(x, nan=k), X, K),
    "shift_of_an_image": (lambda k: ndimage.shift(IMAGE, k, order=1), 0.3),
}
WHOLE = {
    "pad": lambda k: np.pad(np.arange(3), 1, constant_values=k),
    "pad_by_ramps": lambda k: np.pad(np.arange(3), 2, mode="linear_ramp", end_values=k),
    "shift_of_whole_numbers": lambda k: ndimage.shift(np.arange(36).reshape(6, 6), k, order=1),
    "shift_of_truths": lambda k: ndimage.shift(IMAGE > 1, k, order=1),
}


def ones_like(x):
    return np.ones_like(x) if isinstance(x, np.ndarray) else type(x)(1.0)


@pytest.mark.parametrize("name", VALUES)
def test_type(name):
    fun, *args = VALUES[name]
    value = fun(*args)
    for found in (tangentish.vjp(fun, *args)[0], tangentish.jvp(fun, tuple(args), tuple(map(ones_like, args)))[0]):
        assert np.asarray(found).dtype == np.asarray(value).dtype
        np.testing.assert_allclose(found, value, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers_stay_whole(name):
    fun = WHOLE[name]
    value, pullback = tangentish.vjp(fun, 0.7)
    assert value.dtype == fun(0.7).dtype
    np.testing.assert_array_equal(value, fun(0.7))
    np.testing.assert_array_equal(tangentish.jvp(fun, (0.7,), (1.0,))[0], fun(0.7))
    assert tangentish.grad(lambda k: np.sum(fun(k)) * k)(0.7) == np.sum(fun(0.7))
    del pullback
