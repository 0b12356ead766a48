"""Kernel densities, banded Cholesky factors, filters of Fourier transforms, systems, and the functions behind `numpy.linalg`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.interpolate as interpolate
import scipy.linalg as linalg
import scipy.ndimage as ndimage
import scipy.signal as signal
import scipy.stats as stats
from numpy.linalg import _umath_linalg as raw

import tangentish
from tangentish.errors import UnsupportedError
from tests.oracle import check_gradient

A = np.array([[4.0, 1.0, 0.5], [1.0, 5.0, 0.7], [0.5, 0.7, 6.0]])
UPPER = np.array([[0.0, 0.0, 0.5, 0.3], [0.0, 1.0, 0.7, 0.2], [4.0, 5.0, 6.0, 3.0]])
LOWER = np.array([[4.0, 5.0, 6.0, 3.0], [1.0, 0.7, 0.2, 0.0], [0.5, 0.3, 0.0, 0.0]])
X, T = np.array([0.1, 0.5, -0.7, 1.2, 0.3, 0.9]), np.array([0.2, 0.6, -1.0])
POINTS = np.array([[0.1, 0.5, 0.3, -0.4], [-0.2, 0.7, 0.1, 0.6]])
GRID = X.reshape(3, 2)
WEIGHTS = np.cos(np.arange(60.0))
TIMES = np.linspace(0.0, 2.0, 5)


def summed(y: Any) -> Any:
    """All entries in different proportions; of complex numbers both parts."""
    y = np.asarray(y)
    return np.sum((np.real(y) + 0.3 * np.imag(y)) * WEIGHTS[: y.size].reshape(y.shape))


PROGRAMS = {
    "density": (lambda x, t: summed(stats.gaussian_kde(x)(t)), X, T),
    "density_of_vectors": (lambda x, t, w: summed(stats.gaussian_kde(x, weights=w).pdf(t)), POINTS, GRID.T, X[:4] ** 2 + 0.1),
    "density_of_one_vector": (lambda x, t: summed(stats.gaussian_kde(x).evaluate(t)), POINTS, T[:2]),
    "density_with_a_width": (lambda x, k: summed(stats.gaussian_kde(x, bw_method=k).pdf(T)), X, 0.4),
    "log_density": (lambda x, t: summed(stats.gaussian_kde(x).logpdf(t)), X, 30.0 * T),
    "density_integrated": (lambda x: stats.gaussian_kde(x).integrate_box_1d(-1.0, 0.4), X),
    "solve": (lambda a, b: summed(raw.solve(a, b)), A, np.outer(T, X)),
    "solve1": (lambda a, b: summed(raw.solve1(a, b, signature="dd->d")), A, T),
    "inv": (lambda a: summed(raw.inv(a)), A), "det": (lambda a: summed(raw.det(a)), np.stack([A, A + 1.0])),
    "slogdet": (lambda a: raw.slogdet(a)[1], A),
    "cholesky_lo": (lambda x: summed(raw.cholesky_lo(A + np.diag(x))), T),
    "eigvalsh_lo": (lambda x: summed(raw.eigvalsh_lo(A + np.diag(x))), T),
    "eigvalsh_up": (lambda x: summed(raw.eigvalsh_up(A + np.diag(x))), T),
    "eigh_lo": (lambda x: summed(raw.eigh_lo(A + np.diag(x))[1] ** 2), T),
    "eigh_up": (lambda x: summed(raw.eigh_up(A + np.diag(x))[1] ** 2), T),
    "svd": (lambda a: summed(raw.svd(a)), A[:2]), "svd_s": (lambda a: summed(raw.svd_s(a)[0] ** 2), A[:, :2]),
    "cholesky_banded": (lambda ab: summed(linalg.cholesky_banded(ab)), UPPER),
    "cholesky_banded_lower": (lambda ab: summed(linalg.cholesky_banded(ab, lower=True)), LOWER),
    "cholesky_banded_complex": (lambda k: summed(linalg.cholesky_banded(UPPER + np.array([[0.3j], [k * 1j], [0.0]]))), 0.7),
    "cholesky_banded_not_quite_hermitian": (lambda k: summed(linalg.cholesky_banded(UPPER + 1j * k)[1:]), 0.1 * UPPER),
    "cho_solve_banded": (lambda ab, b: summed(linalg.cho_solve_banded((linalg.cholesky_banded(ab), False), b)), UPPER, X[:4]),
    "cho_solve_banded_lower": (lambda cb, b: summed(linalg.cho_solve_banded((cb, True), b)), LOWER, np.outer(X[:4], T)),
    "fourier_gaussian": (lambda x, s: summed(ndimage.fourier_gaussian(np.fft.fft2(x), s)), GRID, np.array([0.7, 1.2])),
    "fourier_gaussian_of_real": (lambda x, s: summed(ndimage.fourier_gaussian(np.fft.rfft(x), s, n=6)), X, 0.7),
    "fourier_uniform": (lambda x, s: summed(ndimage.fourier_uniform(np.fft.fft2(x), s)), GRID, np.array([0.7, 1.2])),
    "fourier_uniform_of_real": (lambda x: summed(ndimage.fourier_uniform(np.fft.rfft(x[1:]), 2.0, 5, 0)), X),
    "fourier_shift": (lambda x, s: summed(np.fft.ifft2(ndimage.fourier_shift(np.fft.fft2(x), s))), GRID, np.array([0.7, -1.2])),
    "fourier_shift_of_real": (lambda x: summed(ndimage.fourier_shift(np.fft.rfft2(x), 0.3, n=2)), GRID),
    "fourier_into": (lambda x: summed(ndimage.fourier_uniform(x, 2.0, output=np.zeros(6))), X),
    "step": (lambda b, a: summed(signal.step((b, a), T=TIMES)[1]), X[:2], np.array([1.0, 0.7, 0.3])),
    "impulse": (lambda k: summed(signal.impulse(signal.lti([1.0, k], [1.0, k, 0.3]), T=TIMES)[1]), 0.7),
    "bode": (lambda b, a: summed(signal.bode((b, a), w=TIMES[1:])[1]), X[:2], np.array([1.0, 0.7, 0.3])),
    "lsim": (lambda b, c: summed(signal.lsim((-A, b, c, np.zeros((1, 1))), np.sin(TIMES), TIMES)[1]), T[:, None], T[None]),
    "dlsim": (lambda b, c: summed(signal.dlsim((A / 9, b, c, np.zeros((1, 1)), 1.0), np.sin(TIMES))[1]), T[:, None], T[None]),
    "to_zpk": (lambda b, k: signal.TransferFunction([b, 0.5], [1.0, k]).to_zpk().gain * k, 0.4, 1.3),
    "to_ss": (lambda b, k: summed(signal.TransferFunction([b, 0.5], [1.0, k]).to_ss().A * b), 0.4, 1.3),
    "normal": (lambda m, s: summed(stats.Normal(mu=m, sigma=s).logpdf(T)) if hasattr(stats, "Normal") else m * s, 0.3, 1.2),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    fun, *args = PROGRAMS[label]
    value, _ = tangentish.value_and_grad(fun)(*args)
    np.testing.assert_allclose(value, fun(*args), rtol=1e-12)
    check_gradient(fun, *args, argnums=tuple(range(len(args))))


def test_no_factor_of_a_matrix_that_is_not_positive() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="2-th leading minor"):
        tangentish.grad(lambda ab: np.sum(linalg.cholesky_banded(ab)))(np.array([[0.0, 2.0, 0.0], [1.0, 1.0, 1.0]]))


def test_points_of_another_dimension() -> None:
    with pytest.raises(ValueError, match="points have dimension 3, dataset has dimension 2"):
        tangentish.grad(lambda x: np.sum(stats.gaussian_kde(x)(A)))(POINTS)


@pytest.mark.parametrize("fun", [
    lambda x: interpolate.splint(0.0, x, interpolate.splrep(np.arange(6.0), np.arange(6.0) ** 2)),
    lambda x: np.sum(ndimage.sobel(x, output=[[0.0, 0.0]])),
    lambda x: np.sum(linalg.cholesky_banded(x)),
])
def test_refused_with_what_scipy_makes_little_of(fun):
    with pytest.raises(UnsupportedError):
        tangentish.grad(fun)(np.array([1.0, 2.0]))
