"""Second derivatives of functions of SciPy as it is installed, which ask what library their arguments are of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import interpolate
from scipy.optimize import rosen, rosen_der, rosen_hess, rosen_hess_prod

import tangentish
from tests import oracle

X = np.array([1.3, 0.7, 0.8, 1.9])
V = np.array([1.0, -0.5, 2.0, 0.3])


def test_rosenbrock() -> None:
    np.testing.assert_allclose(tangentish.hessian(rosen)(X), rosen_hess(X), rtol=1e-12)
    np.testing.assert_allclose(tangentish.jacobian(rosen)(X), rosen_der(X), rtol=1e-12)
    for product in (tangentish.hvp(rosen), tangentish.vhp(rosen)):
        np.testing.assert_allclose(product(X, V), rosen_hess_prod(X, V), rtol=1e-12)
    assert "shadows" not in tangentish.grad(rosen).source_for(X)


def test_of_other_arguments() -> None:
    assert tangentish.grad(rosen)(X.astype(np.float32)).dtype == np.float32
    assert tangentish.grad(rosen)(list(X)) == pytest.approx(list(rosen_der(X)))
    columns = np.stack([X, V])[:, ::-1].T
    oracle.check_gradient(lambda x: np.sum(rosen(x)), columns)


arrays = pytest.importorskip("scipy._lib._array_api")
array_namespace, xp_promote = arrays.array_namespace, getattr(arrays, "xp_promote", None)


@pytest.mark.skipif(xp_promote is None, reason="an older SciPy")
def test_several_arguments_are_promoted() -> None:
    def product(x, y):
        xp = array_namespace(x, y)
        x, y = xp_promote(x, y, force_floating=True, broadcast=True, xp=xp)
        return xp.sum(x * x * y)

    oracle.check_gradient(product, X, np.array(2.0), argnums=(0, 1))


def test_a_namespace_that_is_an_argument() -> None:
    class Doubled:
        """A library in which sums come out twice."""

        @staticmethod
        def sum(x):
            return 2.0 * np.sum(x)

    def square(x, xp=None):
        xp = array_namespace(x) if xp is None else xp
        return xp.sum(x * x)

    def rebound(x, twice):
        xp = array_namespace(x)
        if twice:
            xp = Doubled
        return xp.sum(x * x)

    np.testing.assert_allclose(tangentish.grad(square)(X), 2.0 * X)
    np.testing.assert_allclose(tangentish.grad(square)(X, Doubled), 4.0 * X)
    np.testing.assert_allclose(tangentish.grad(rebound)(X, True), 4.0 * X)
    np.testing.assert_allclose(tangentish.grad(rebound)(X, False), 2.0 * X)


def test_integrals_and_roots_are_refused() -> None:
    from scipy import integrate, optimize

    def area(a):
        return integrate.quad(lambda t: np.exp(-a * t * t), 0.0, 1.0)[0]

    def root(a):
        return optimize.brentq(lambda t: t**3 - a, 0.0, 5.0)

    for fun in (area, root):
        with pytest.raises(tangentish.UnsupportedError, match="the derivative of a derivative of"):
            tangentish.grad(tangentish.grad(fun))(2.0)
        with pytest.raises(tangentish.UnsupportedError, match="the derivative of a derivative of"):
            tangentish.jvp(tangentish.grad(fun), (2.0,), (1.0,))


@pytest.mark.skipif(xp_promote is None, reason="an older SciPy")
def test_statistics() -> None:
    from scipy import stats

    def loss(x):
        return np.sum(stats.zscore(x) ** 3)

    along, step = np.array([0.3, -0.2, 0.5, 0.1]), 1e-5
    expected = (tangentish.grad(loss)(X + step * along) - tangentish.grad(loss)(X - step * along)) / (2 * step)
    np.testing.assert_allclose(tangentish.hvp(loss)(X, along), expected, rtol=1e-6, atol=1e-8)


def test_sets_of_names() -> None:
    def known(names, x):
        return np.sum(x**3) if set(names) & frozenset(("cubes", "squares")) else np.sum(x)

    table = {"known": known}  # so that it is looked up

    def loss(x):
        return table["known"](["cubes", "sums"], x)

    def of_values(x):
        return sum(set(x.tolist()))

    def loss_of_values(x):
        return of_values(x * x)

    np.testing.assert_allclose(tangentish.hessian(loss)(X), np.diag(6.0 * X))
    with pytest.raises(tangentish.UnsupportedError, match="set of active values"):
        tangentish.hessian(loss_of_values)(X)


@pytest.mark.parametrize("kind", [interpolate.CubicSpline, interpolate.PchipInterpolator, interpolate.Akima1DInterpolator])
def test_places_where_pieces_take_a_value(kind: Any) -> None:
    t = np.linspace(0.0, 3.0, 9)

    def place(v: float) -> Any:
        return kind(t, t**2 - v).roots(extrapolate=False)[0] + kind(t, t**3).solve(v)[0]

    gradient = tangentish.grad(place)
    want = oracle.directional(gradient, (2.1,), (0,), (1.0,))
    for found in (tangentish.hessian(place)(2.1), tangentish.hvp(place)(2.1, 1.0), tangentish.grad(gradient)(2.1)):
        np.testing.assert_allclose(found, want, rtol=1e-6)
