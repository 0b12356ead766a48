"""Complex numbers where SciPy computes with their real parts: so do the functions that stand for its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import interpolate, ndimage, stats
from scipy.spatial import distance

from tests.oracle import check_gradient

pytestmark = pytest.mark.filterwarnings("ignore:Casting complex values")

T = np.arange(9.0)
Y = np.sin(T)
GRID = np.outer(Y, Y) + T
SPLINE = interpolate.make_interp_spline(T, Y)
CORNERS = np.array([[0.0, 0.0], [0.0, 9.0], [9.0, 0.0], [9.0, 8.0]])
Z = np.array([0.7, 1.1, 1.6, 2.3]) + 1j * np.array([0.2, -0.1, 0.3, -0.2])
ZS = np.linspace(0.4, 2.6, 9) + 0.2j * np.cos(T)


def points(z: Any) -> Any:
    return np.stack([z, z + 1.0], -1)


PROGRAMS: dict[str, tuple[Any, Any]] = {
    "pieces": (interpolate.CubicSpline(T, Y), Z),
    "integral of pieces": (lambda z: interpolate.CubicSpline(T, Y).integrate(z[0], z[1]), Z),
    "Bernstein": (interpolate.BPoly(Y[:6].reshape(2, 3), T[:4]), Z),
    "spline": (SPLINE, Z),
    "periodic spline": (lambda z: SPLINE(z, 1, "periodic"), Z),
    "integral of a spline": (lambda z: SPLINE.integrate(z[0], z[1]), Z),
    "splev": (lambda z: interpolate.splev(z, interpolate.splrep(T, Y)), Z),
    "splrep": (lambda z: interpolate.splev(T[:3] + 0.3, interpolate.splrep(T, z)), ZS),
    "splint": (lambda z: interpolate.splint(z[0], z[1], interpolate.splrep(T, Y)), Z),
    "nearest spline": (lambda z: interpolate.LSQUnivariateSpline(T, z, [3.3])(T[:3] + 0.3), ZS),
    "grid": (lambda z: interpolate.RegularGridInterpolator((T, T), GRID)(points(z)), Z),
    "rectangle": (lambda z: interpolate.RectBivariateSpline(T, T, GRID).ev(z, z + 1.0), Z),
    "product of splines": (lambda z: interpolate.NdBSpline((T, T), GRID[:5, :5], 3)(points(z + 3.0)), Z),
    "triangles": (lambda z: interpolate.LinearNDInterpolator(CORNERS, Y[:4])(z, z + 1.0), Z),
    "radial functions": (lambda z: interpolate.RBFInterpolator(T[:, None], Y)(z[:, None]), Z),
    "radial functions around": (lambda z: interpolate.RBFInterpolator(z[:, None], Y[:4])(T[:2, None]), Z),
    "smoothing": (lambda z: interpolate.make_smoothing_spline(T, z, lam=1.0)(T[:2] + 0.3), ZS),
    "weights of smoothing": (lambda z: interpolate.make_smoothing_spline(T, Y, w=z, lam=1.0)(T[:2] + 0.3), ZS),
    "weights of radial functions": (lambda z: interpolate.RBFInterpolator(T[:4, None], Y[:4], smoothing=z)(T[:2, None] + 0.3), Z),
    "normal density": (lambda z: stats.multivariate_normal.pdf(z.reshape(2, 2), z[:2], np.diag(z[2:])), Z),
    "cosine distances": (lambda z: distance.cdist(z.reshape(2, 2), GRID[:2, 1:3], "cosine"), Z),
    "shift": (lambda z: ndimage.shift(Y, z[0]), Z),
    "affine map": (lambda z: ndimage.affine_transform(GRID[:4, :4], z.reshape(2, 2), z[:2]), Z),
    "Gaussian of frequencies": (lambda z: ndimage.fourier_gaussian(Y, z[0]), Z),
}


@pytest.mark.parametrize("key", PROGRAMS)
def test_real_parts(key: str) -> None:
    fun, z = PROGRAMS[key]
    try:
        fun(z)
    except TypeError:
        pytest.skip("this SciPy takes no complex numbers here")
    check_gradient(lambda z: np.sum(np.cos(np.arange(np.size(fun(z)))) * np.ravel(fun(z))), z, size=1e-4, repeats=1)
