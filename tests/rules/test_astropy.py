"""Compiled parts of astropy, against these and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

convolution = pytest.importorskip("astropy.convolution")
stats = pytest.importorskip("astropy.stats")
clip = pytest.importorskip("astropy.stats._fast_sigma_clip")

X = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3])
W = np.array([0.6, 1.3, 2.4])
IMAGE = np.cos(1.3 * np.arange(20.0)).reshape(4, 5)
KERNEL = 0.5 + np.sin(np.arange(9.0)).reshape(3, 3) ** 2
FAR = np.concatenate([IMAGE.ravel(), [7.0, -9.0]])
HIDDEN = np.arange(22) == 3


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def convolved(**options: Any) -> Any:
    def program(x: Any, w: Any) -> Any:
        return convolution.convolve(x, w, **options)

    return program


def with_gaps(x: Any, w: Any) -> Any:
    return convolution.convolve(np.where(np.arange(8) % 5 == 2, np.nan, x), w, normalize_kernel=False)


def clipped(*options: Any) -> Any:
    def program(x: Any, sigma: Any) -> Any:
        low, high = clip._sigma_clip_fast(x[None, :], HIDDEN[None, :], *options, sigma[0], sigma[1], axis=1)
        return np.concatenate([low, high])

    return program


PROGRAMS: dict[str, tuple[Any, Any, Any]] = {
    **{f"boundary {boundary}": (convolved(boundary=boundary), X, W) for boundary in ("fill", "extend", "wrap", None)},
    "not normalized": (convolved(normalize_kernel=False, fill_value=0.7), X, W),
    "image": (convolved(), IMAGE, KERNEL),
    "volume": (convolved(boundary="extend"), np.stack([IMAGE, IMAGE**2]), KERNEL.reshape(1, 3, 3)),
    "gaps": (with_gaps, X, W),
    "median": (clipped(True, False, -1), FAR, np.array([2.0, 2.5])),
    "mean, once": (clipped(False, False, 1), FAR, np.array([2.0, 2.5])),
    "mean by medians": (clipped(False, True, 5), FAR, np.array([2.0, 2.5])),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program, x, w = PROGRAMS[label]
    check_gradient(lambda x, w: weighted(program(x, w)), x, w, argnums=(0, 1), size=1e-5, rtol=1e-5)
    value, _ = tangentish.vjp(program, x, w)
    np.testing.assert_allclose(value, program(x, w), rtol=1e-10, atol=1e-12)


def test_single_precision_stays() -> None:
    value, pull = tangentish.vjp(lambda x: convolution.convolve(x, W), X.astype(np.float32))
    assert value.dtype == pull(value)[0].dtype == np.float32


def test_nothing_left_to_clip() -> None:
    low, _ = tangentish.vjp(lambda x: clip._sigma_clip_fast(x, np.ones(8, bool), True, False, 5, 2.0, 2.0)[0] + np.sum(x), X)
    assert np.isnan(low)


def test_a_step_function() -> None:
    slope = tangentish.grad(lambda x, y: stats.kuiper_two(x, y)[0] * np.sum(x))(X, IMAGE.ravel())
    np.testing.assert_allclose(slope, stats.kuiper_two(X, IMAGE.ravel())[0])


def test_models_where_others_have_made_coefficients() -> None:
    models = pytest.importorskip("astropy.modeling.models")
    curve = models.Polynomial1D(2, c0=1.0, c1=2.0, c2=0.5)  # its class keeps what its coefficients are copies of
    peak = models.Gaussian1D(1.0, 0.2, 0.8)

    def program(x: Any, a: Any) -> Any:
        made = models.Chebyshev1D(2, c0=a[0], c1=a[1], c2=a[2])
        return weighted(peak(x) + curve(x)) + weighted(made(x))

    check_gradient(program, X[:3], W, argnums=(0, 1))
