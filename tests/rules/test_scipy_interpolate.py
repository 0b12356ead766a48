"""`scipy.interpolate`: by values, by points and by places, against SciPy's values and central differences of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy
import scipy.interpolate as interpolate

import tangentish
from tests.oracle import check_gradient

T = np.array([0.0, 0.7, 1.5, 2.1, 3.0, 3.6, 4.1, 5.0])
Q = np.array([0.2, 0.9, 2.7, 4.9])
V = np.array([1.0, 2.2, 0.5, 3.0, 1.0, 1.7, -0.4, 0.3])
V2 = np.stack([V, np.sin(V)])
FAR = np.array([-0.9, 0.4, 5.8, 2.4])  # as many as Q: programs are made for shapes
X, Y = np.array([0.0, 0.3, 0.7, 1.0]), np.array([-1.0, 0.2, 0.9, 1.3, 2.0])
G = np.sin(3 * X[:, None]) + np.cos(X[:, None] * Y) + Y**2
G3 = np.sin(np.arange(120.0)).reshape(4, 5, 6)
P = np.array([[0.1, 0.3], [0.55, 1.7], [0.93, -0.41], [0.31, 0.87]])
P3 = np.column_stack([P, [0.4, 2.3, 4.9, 3.1]])
KNOTS = np.array([0.0, 0, 0, 0, 1.2, 2.5, 5.0, 5, 5, 5])
LINEAR, CUBIC = interpolate.RegularGridInterpolator((X, Y), G), interpolate.RegularGridInterpolator((X, Y), G, method="cubic")
PLACES = np.column_stack([np.sin(7 * T), np.cos(5 * T**1.3)])
RADIAL = interpolate.RBFInterpolator(P, V[:4])
SPLINE, SURFACE = interpolate.CubicSpline(T, V), interpolate.RectBivariateSpline(X, Y, G)
LINES = [*interpolate.RectBivariateSpline(X, Y, G, kx=1, ky=2).tck, 1, 2]


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


def kept(made: Any) -> Any:
    return weighted(made.d) + weighted(made._coeffs)


def on_grid(method: str, **options: Any) -> Any:
    return lambda v, p: weighted(interpolate.RegularGridInterpolator((X, Y), v, method=method, **options)(p))


def periodic(y: Any, q: Any) -> Any:
    return weighted(interpolate.CubicSpline(T, np.concatenate([y, y[:1]]), bc_type="periodic")(q))


def circle(k: int) -> Any:
    return lambda t, y, q: weighted(interpolate.make_interp_spline(t, np.concatenate([y, y[:1]]), k, bc_type="periodic")(q))


def among(t: Any) -> Any:
    """Knots with these inside."""
    return np.concatenate([np.zeros(4), t, np.full(4, 5.0)])


def iterated(y: Any) -> Any:
    spline, x = interpolate.CubicSpline(T, y), 0.1
    for _ in range(3):
        x = 0.5 * spline(x)
    return x


def by_fitpack(k: int, der: int = 0, ext: int = 0) -> Any:
    return lambda t, y, q: weighted(interpolate.splev(q, interpolate.splrep(t, y, k=k), der, ext))


def several(x: Any, y: Any) -> Any:
    spline = interpolate.InterpolatedUnivariateSpline(T, y)
    return weighted(spline(x)) + spline.integral(0.3, x[1]) + weighted(spline.derivative()(x)) + weighted(spline.get_coeffs())


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "CubicSpline": (lambda t, y, q: weighted(interpolate.CubicSpline(t, y)(q)), (T, V, Q)),
    "CubicSpline natural": (lambda y, q: weighted(interpolate.CubicSpline(T, y, bc_type="natural")(q)), (V, Q)),
    "CubicSpline ends": (lambda y, s, q: weighted(interpolate.CubicSpline(T, y, bc_type=((1, s), (2, 0.1)))(q)), (V, 0.3, Q)),
    "CubicSpline periodic": (periodic, (V[:7], Q + 6.0)),
    "CubicSpline axis": (lambda y, q: weighted(interpolate.CubicSpline(T, y, axis=1)(q)), (V2, Q.reshape(2, 2))),
    "CubicSpline slope": (lambda y, q: weighted(interpolate.CubicSpline(T, y)(q, 1)), (V, Q)),
    "CubicSpline number": (iterated, (V,)),
    "CubicSpline beyond": (lambda y, q: weighted(interpolate.CubicSpline(T, y)(q)), (V, FAR)),
    "CubicSpline cut": (lambda y, q: np.nansum(interpolate.CubicSpline(T, y)(q, extrapolate=False) ** 2), (V, FAR)),
    "coefficients": (lambda y: weighted(interpolate.CubicSpline(T, y).c), (V,)),
    "derivative": (lambda y, q: weighted(interpolate.CubicSpline(T, y).derivative()(q)), (V, Q)),
    "second antiderivative": (lambda y, q: weighted(interpolate.CubicSpline(T, y).antiderivative(2)(q)), (V, Q)),
    "integrate": (lambda y, a, b: interpolate.CubicSpline(T, y).integrate(b, a) ** 2, (V, 0.3, 4.4)),
    "integrate periodic": (lambda y, b: interpolate.PPoly(y.reshape(4, 2), X[:3], "periodic").integrate(0.1, b) ** 2, (V, 4.1)),
    "made outside": (lambda q: weighted(SPLINE(q)) + weighted(SPLINE.derivative()(q)) + SPLINE.integrate(0.0, q[0]), (Q,)),
    "pchip": (lambda t, y, q: weighted(interpolate.PchipInterpolator(t, y)(q)), (T, V, Q)),
    "pchip axis": (lambda y, q: weighted(interpolate.PchipInterpolator(T, y, axis=1)(q)), (V2, Q)),
    "pchip_interpolate": (lambda y, q: weighted(interpolate.pchip_interpolate(T, y, q)), (V, Q)),
    "akima": (lambda t, y, q: weighted(interpolate.Akima1DInterpolator(t, y)(q)), (T, V, Q)),
    "hermite": (lambda y, s, q: weighted(interpolate.CubicHermiteSpline(T, y, s)(q)), (V, np.cos(V), Q)),
    "PPoly": (lambda c, q: weighted(interpolate.PPoly(c.reshape(2, 2, 2), X[:3])(q, 1)), (V, Q / 8)),
    "PPoly, falling breaks": (lambda c, q: weighted(interpolate.PPoly(c.reshape(4, 2), X[2::-1])(q)), (V, Q / 8)),
    "BPoly": (lambda c, q: weighted(interpolate.BPoly(c.reshape(4, 2), X[:3])(q)), (V, Q / 8)),
    "BPoly slope": (lambda c, q: weighted(interpolate.BPoly(c.reshape(4, 2), X[:3])(q, 1)), (V, Q / 8)),
    **{f"interp1d {kind}": (lambda y, q, kind=kind: weighted(interpolate.interp1d(T, y, kind=kind)(q)), (V, Q))
       for kind in ("linear", "nearest", "nearest-up", "zero", "slinear", "quadratic", "cubic", "previous", "next", 4, 5)},
    "interp1d places": (lambda t, y, q: weighted(interpolate.interp1d(t, y)(q)), (T, V, Q)),
    "interp1d axis": (lambda y, q: weighted(interpolate.interp1d(T, y, axis=0)(q)), (V2.T.copy(), Q)),
    "interp1d rows": (lambda y, q: weighted(interpolate.interp1d(T, y, kind="cubic")(q)), (V2, Q.reshape(2, 2))),
    "interp1d number": (lambda y, q: interpolate.interp1d(T, y)(q) ** 2, (V, 0.9)),
    "interp1d fill": (lambda y, q, z: weighted(interpolate.interp1d(T, y, bounds_error=False, fill_value=z)(q)), (V, FAR, 2.5)),
    "interp1d two fills": (lambda y, q, z: weighted(interpolate.interp1d(T, y, bounds_error=False, fill_value=(z[0], z[1]))(q)),
                           (V, FAR, np.array([2.5, -0.4]))),
    "interp1d beyond": (lambda y, q: weighted(interpolate.interp1d(T, y, fill_value="extrapolate")(q)), (V, FAR)),
    "interp1d unsorted": (lambda y, q: weighted(interpolate.interp1d(T[::-1], y, kind="cubic")(q)), (V, Q)),
    **{f"make_interp_spline {k}": (lambda t, y, q, k=k: weighted(interpolate.make_interp_spline(t, y, k)(q)), (T, V, Q))
       for k in (1, 2, 3, 4, 5)},
    "make_interp_spline 0": (lambda y, q: weighted(interpolate.make_interp_spline(T, y, 0)(q)), (V, Q)),
    "make_interp_spline ends": (lambda y, s, q: weighted(interpolate.make_interp_spline(
        T, y, 5, bc_type=([(1, s), (2, 0.2)], [(3, 0.0), (1, -s)]))(q)), (V, 0.3, Q)),
    "make_interp_spline natural": (lambda y, q: weighted(interpolate.make_interp_spline(T, y, bc_type="natural")(q)), (V, Q)),
    "make_interp_spline knots": (lambda t, y, q: weighted(interpolate.make_interp_spline(T, y, t=among(t))(q)),
                                 (np.array([1.4, 2.3, 3.1, 3.9]), V, Q)),
    "make_interp_spline axis": (lambda y, q: weighted(interpolate.make_interp_spline(T, y, axis=1)(q, 2)), (V2, Q)),
    **{f"make_interp_spline circle {k}": (circle(k), (T, V[:7], Q + 4.0)) for k in (2, 3, 5)},
    "make_lsq_spline": (lambda y, w, q: weighted(interpolate.make_lsq_spline(T, y, KNOTS[[0, 0, 0, 0, 5, 6, 6, 6, 6]], w=w)(q)),
                        (V, 1 + V**2, Q)),
    "BSpline": (lambda t, c, q: weighted(interpolate.BSpline(among(t), c, 3)(q)), (KNOTS[4:6], V[:6], Q)),
    "BSpline slope": (lambda t, c, q: weighted(interpolate.BSpline(among(t), c, 3)(q, 2)), (KNOTS[4:6], V[:6], Q)),
    "BSpline axis": (lambda c, q: weighted(interpolate.BSpline(KNOTS, c, 3, axis=1)(q)), (V2[:, :6].copy(), Q)),
    "BSpline periodic": (lambda c, q: weighted(interpolate.BSpline(KNOTS, c, 3, "periodic")(q)), (V[:6], FAR)),
    "BSpline derivative": (lambda c, q: weighted(interpolate.BSpline(KNOTS, c, 3).derivative()(q)), (V[:6], Q)),
    "BSpline antiderivative": (lambda c, q: weighted(interpolate.BSpline(KNOTS, c, 3).antiderivative()(q)), (V[:6], Q)),
    "BSpline integrate": (lambda c, b: interpolate.BSpline(KNOTS, c, 3).integrate(0.2, b) ** 2, (V[:6], 3.3)),
    "BSpline integrate cut": (lambda c, b: interpolate.BSpline(KNOTS, c, 3, False).integrate(7.0, b) ** 2, (V[:6], 3.3)),
    "BSpline integrate circle": (lambda c, b: interpolate.BSpline(KNOTS, c, 3, "periodic").integrate(0.2, b) ** 2, (V[:6], 13.3)),
    **{f"splrep {k}": (by_fitpack(k), (T, V, Q)) for k in (1, 2, 3, 4, 5)},
    "splev slope": (by_fitpack(3, 1), (T, V, Q)),
    "splev zeros": (by_fitpack(3, 0, 1), (T, V, FAR)),
    "splev constant": (by_fitpack(3, 0, 3), (T, V, FAR)),
    "splev of a BSpline": (lambda c, q: weighted(interpolate.splev(q, interpolate.BSpline(KNOTS, c, 3))), (V[:6], Q)),
    "splint": (lambda y, a: interpolate.splint(a, 9.0, interpolate.splrep(T, y)) ** 2, (V, 0.3)),
    "InterpolatedUnivariateSpline": (several, (Q, V)),
    "splrep of knots": (lambda t, y, w, q: weighted(interpolate.splev(q, interpolate.splrep(T, y, w, t=t))),
                        (np.array([1.8, 2.9]), V, 1 + V**2, Q)),
    "LSQUnivariateSpline": (lambda t, y, q: weighted(interpolate.LSQUnivariateSpline(T, y, t, k=2, ext="const")(q)),
                            (np.array([1.8, 2.9]), V, FAR)),
    "LSQUnivariateSpline residual": (lambda x, y, w: interpolate.LSQUnivariateSpline(x, y, [2.0], w).get_residual(),
                                     (T, V, 1 + V**2)),
    "smoothing": (lambda q: weighted(interpolate.UnivariateSpline(T, V, s=0.1)(q, 1)), (Q,)),
    "barycentric": (lambda y, q: weighted(interpolate.BarycentricInterpolator(T[:5], y)(q)), (V[:5], Q)),
    "krogh": (lambda y, q: weighted(interpolate.KroghInterpolator(T[:5], y, axis=1)(q)), (V2[:, :5].copy(), Q)),
    "lagrange": (lambda y, q: weighted(interpolate.lagrange(T[:4], y)(q)), (V[:4], Q)),
    **{f"grid {method}": (on_grid(method), (G, P)) for method in ("linear", "nearest", "pchip")},
    "grid, places": (lambda x, v: weighted(interpolate.RegularGridInterpolator((x, Y), v)(P)), (X, G)),
    "grid beyond": (on_grid("linear", bounds_error=False, fill_value=None), (G, P * 2.9)),
    "grid filled": (on_grid("linear", bounds_error=False, fill_value=0.7), (G, P * 2.9)),
    "grid of vectors": (lambda v, p: weighted(interpolate.RegularGridInterpolator((X, Y), v)(p)), (G3, P.reshape(2, 2, 2))),
    "grid of 3 axes": (lambda v, p: weighted(interpolate.RegularGridInterpolator((X, Y, np.arange(6.0)), v)(p)), (G3, P3)),
    "grid falling": (lambda v, p: weighted(interpolate.RegularGridInterpolator((X[::-1], Y), v)(p)), (G, P)),
    "grid of one": (lambda v, p: weighted(interpolate.RegularGridInterpolator((X, [0.3]), v[:, :1], bounds_error=False,
                                                                              fill_value=None)(p)), (G, P)),
    "grid, point by point": (lambda v, p: sum([interpolate.RegularGridInterpolator((X, Y), v)((q[0], q[1])) ** 2 for q in p]),
                             (G, P)),
    "grid made outside": (lambda p: weighted(LINEAR(p)) + weighted(CUBIC(p)), (P,)),
    "interpn": (lambda v, p: weighted(interpolate.interpn((X, Y), v, p)), (G, P)),
    "NdBSpline": (lambda c, p: weighted(interpolate.NdBSpline((KNOTS, KNOTS), c, 3)(p)), (np.outer(V[:6], V[1:7]), P + 1)),
    **{f"RBFInterpolator {kernel}": (lambda y, d, q, e, kernel=kernel: weighted(interpolate.RBFInterpolator(
        y, d, kernel=kernel, epsilon=e)(q)), (PLACES, V, P / 2, 1.3)) for kernel in (
            "linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "inverse_multiquadric", "inverse_quadratic",
            "gaussian")},
    "RBFInterpolator smoothed": (lambda d, s: weighted(interpolate.RBFInterpolator(T[:, None], d, smoothing=s, degree=2)(
        Q[:, None])), (V2.T.copy(), 0.1)),
    "RBFInterpolator at the places": (lambda d: weighted(interpolate.RBFInterpolator(P, d)(P)), (V[:4],)),
    "RBFInterpolator of complex values": (lambda y, d, q: weighted(np.abs(interpolate.RBFInterpolator(y, d[:4] + 1j * d[-4:])(q))),
                                          (P, V, P / 2)),
    "what a RBFInterpolator of complex values keeps": (
        lambda y, d: kept(interpolate.RBFInterpolator(y, d[:4] + 1j * d[-4:])), (P, V)),
    "RBFInterpolator made outside": (lambda q: weighted(RADIAL(q)), (P / 2,)),
    "RectBivariateSpline": (lambda z, x: weighted(interpolate.RectBivariateSpline(X, Y, z)(x, Y[1:] - 0.1)), (G, X[1:] - 0.1)),
    "RectBivariateSpline ev": (lambda z, p: weighted(interpolate.RectBivariateSpline(X, Y, z, kx=2, ky=4).ev(p[:, 0], p[:, 1])),
                               (G, P)),
    "RectBivariateSpline slope": (lambda z, p: weighted(interpolate.RectBivariateSpline(X, Y, z)(p[:, 0], p[:, 1], 1, 2, False)),
                                  (G, P)),
    "bisplev": (lambda c, x, y: weighted(interpolate.bisplev(x, y, [*SURFACE.tck[:2], c, 3, 3])),
                (SURFACE.tck[2], np.sort(P[:, 0]) * 1.5, np.sort(P[:2, 1]) * 1.5)),
    "bisplev slope": (lambda x, y: weighted(interpolate.bisplev(x, y, [*SURFACE.tck, 3, 3], 1, 2)), (np.sort(P[:, 0]), P[0, 1])),
    "bisplev at a point": (lambda x, y: interpolate.bisplev(x, y, [*SURFACE.tck, 3, 3]) ** 2, (P[0, 0], P[0, 1])),
    "bisplev of lines": (lambda x, y: weighted(interpolate.bisplev(x, y, LINES)), (P[0, 0] + 0.1, np.sort(P[:, 1]))),
    "RectBivariateSpline made outside": (lambda p: weighted(SURFACE.ev(p[:, 0], p[:, 1])), (P * 1.5,)),
}
if np.lib.NumpyVersion(scipy.__version__) < "1.18.0":  # which takes no other orders than whole numbers
    CASES |= {
        "splev of a float order": (lambda c, q: weighted(interpolate.splev(q, (KNOTS, c, 3.0), 1.0)), (V[:6], Q)),
        "splint of a float order": (lambda c, q: interpolate.splint(q[0], q[1], (KNOTS, c, np.float64(3.0))), (V[:6], Q)),
    }


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:`lagrange`:DeprecationWarning")  # from SciPy 1.18 on
def test_derivative(name: str) -> None:
    function, args = CASES[name]
    argnums = tuple(range(len(args)))
    np.testing.assert_allclose(tangentish.value_and_grad(function, argnums)(*args)[0], function(*args), rtol=1e-9)
    check_gradient(function, *args, argnums=argnums, atol=1e-7, repeats=1)


@pytest.mark.parametrize("method", ["slinear", "cubic"])
def test_splines_on_a_grid(method: str) -> None:
    """SciPy solves for the coefficients iteratively, to some 1e-6: products of splines are the oracle."""
    function = on_grid(method)

    def exact(v: Any, p: Any) -> Any:
        k = {"slinear": 1, "cubic": 3}[method]
        rows = interpolate.make_interp_spline(Y, v, k, axis=1)
        return weighted(np.array([interpolate.make_interp_spline(X, rows(b), k)(a) for a, b in p]))

    ans, bars = tangentish.value_and_grad(function, (0, 1))(G, P)
    np.testing.assert_allclose(ans, exact(G, P), rtol=1e-12)
    np.testing.assert_allclose(ans, function(G, P), rtol=1e-4)
    for bar, want in zip(bars, tangentish.grad(exact, (0, 1))(G, P), strict=True):
        np.testing.assert_allclose(bar, want, rtol=1e-9, atol=1e-12)


def test_second_order() -> None:
    def energy(q: Any) -> Any:
        return np.sum(SPLINE(q) ** 2)

    want = 2 * SPLINE(Q, 1) ** 2 + 2 * SPLINE(Q) * SPLINE(Q, 2)
    np.testing.assert_allclose(tangentish.hvp(energy)(Q, np.ones_like(Q)), want, rtol=1e-9)


def test_at_the_knots() -> None:
    """The derivative at a break is the one of the piece that SciPy takes: that to the right, but at the end."""
    _, slope = tangentish.jvp(interpolate.interp1d(T, V, kind="slinear"), (T,), (np.ones_like(T),))
    rises = np.diff(V) / np.diff(T)
    np.testing.assert_allclose(slope, [*rises, rises[-1]])
    _, slope = tangentish.jvp(SPLINE, (T,), (np.ones_like(T),))
    np.testing.assert_allclose(slope, SPLINE(T, 1))


@pytest.mark.parametrize("function", [
    lambda y: np.sum(interpolate.UnivariateSpline(T, y, s=0.1)(Q)),
    lambda y: np.sum(interpolate.LSQUnivariateSpline(T, y, [2.0], bbox=[-1.0, 6.0])(Q)),
    lambda y: interpolate.splev(0.3, interpolate.splrep(T, y, s=0.1)) ** 2,
    lambda y: np.sum(interpolate.splev(Q, interpolate.splrep(T, y, w=1 + T))),
    lambda y: np.sum(interpolate.RectBivariateSpline(X[:4], X[:4], np.outer(y[:4], y[:4]), s=0.1)(0.1, 0.2)),
    lambda y: np.sum(interpolate.RectBivariateSpline(X, X, np.outer(y[:4], y[:4])).partial_derivative(1, 0)(0.1, 0.2)),
    lambda y: np.sum(interpolate.RBFInterpolator(P, y[:4], neighbors=3)(P)),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(V), lambda: tangentish.jvp(function, (V,), (V,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_interpolate\.py|scipy"):
            derivative()
