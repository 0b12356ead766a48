"""Derivatives of Bessel functions, of any order, as functions of the argument: against SciPy's values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special as special

import tangentish
from tests.oracle import check_gradient, directional

Z = np.array([0.7, 1.9, 3.3, 11.0])
DERIVED: list[tuple[Any, Any, Any]] = [
    (special.jvp, 1.5, lambda z, n: special.jvp(1.5, z, n)), (special.jvp, 3, lambda z, n: special.jvp(3, z, n)),
    (special.yvp, 1.5, lambda z, n: special.yvp(1.5, z, n)), (special.yvp, 3, lambda z, n: special.yvp(3, z, n)),
    (special.ivp, 1.5, lambda z, n: special.ivp(1.5, z, n)), (special.ivp, 3, lambda z, n: special.ivp(3, z, n)),
    (special.kvp, 1.5, lambda z, n: special.kvp(1.5, z, n)), (special.kvp, 3, lambda z, n: special.kvp(3, z, n)),
    (special.h1vp, 1.5, lambda z, n: special.h1vp(1.5, z, n)), (special.h1vp, 3, lambda z, n: special.h1vp(3, z, n)),
    (special.h2vp, 1.5, lambda z, n: special.h2vp(1.5, z, n)), (special.h2vp, 3, lambda z, n: special.h2vp(3, z, n)),
]
SPHERICAL: list[tuple[Any, Any, Any]] = [
    (special.spherical_jn, 0, lambda z, slope: special.spherical_jn(0, z, derivative=slope)),
    (special.spherical_jn, 4, lambda z, slope: special.spherical_jn(4, z, slope)),
    (special.spherical_yn, 0, lambda z, slope: special.spherical_yn(0, z, derivative=slope)),
    (special.spherical_yn, 4, lambda z, slope: special.spherical_yn(4, z, slope)),
    (special.spherical_in, 0, lambda z, slope: special.spherical_in(0, z, derivative=slope)),
    (special.spherical_in, 4, lambda z, slope: special.spherical_in(4, z, slope)),
    (special.spherical_kn, 0, lambda z, slope: special.spherical_kn(0, z, derivative=slope)),
    (special.spherical_kn, 4, lambda z, slope: special.spherical_kn(4, z, slope)),
]


def weighted(x: Any) -> Any:
    return np.sum(np.array([1.0, -0.7, 2.0, 0.3]) * (np.real(x) + 0.4 * np.imag(x)))


@pytest.mark.parametrize("n", [0, 1, 2, 5])
@pytest.mark.parametrize("case", DERIVED, ids=lambda case: f"{case[0].__name__}({case[1]})")
def test_derivatives(case: Any, n: int) -> None:
    function, v, call = case
    ans, slope = tangentish.jvp(lambda z: call(z, n), (Z,), (np.ones(4),))
    np.testing.assert_allclose(ans, function(v, Z, n), rtol=1e-12)
    np.testing.assert_allclose(slope, function(v, Z, n + 1), rtol=1e-11)
    bar = tangentish.grad(lambda z: weighted(call(z, n)))(Z)
    np.testing.assert_allclose(bar, [weighted(part) for part in np.diag(slope)], rtol=1e-12)


@pytest.mark.parametrize("case", SPHERICAL, ids=lambda case: f"{case[0].__name__}({case[1]})")
def test_spherical(case: Any) -> None:
    function, n, call = case
    slope, second = tangentish.jvp(lambda z: call(z, True), (Z,), (np.ones(4),))
    np.testing.assert_allclose(slope, function(n, Z, derivative=True), rtol=1e-11)
    sign = -1 if function in (special.spherical_jn, special.spherical_yn) else 1  # the equation that they solve, DLMF 10.47
    np.testing.assert_allclose(second, -2 / Z * slope + (sign + n * (n + 1) / Z**2) * function(n, Z), rtol=1e-9)
    check_gradient(lambda z: weighted(call(z, True)), Z, repeats=1)
    check_gradient(lambda z: weighted(call(z, False)), Z, repeats=1)


@pytest.mark.parametrize("function", [
    lambda v: special.jvp(v, 0.3, 2), lambda v: special.kvp(v, 0.3), lambda v: special.iv(v, 0.3)])
def test_by_the_order(function: Any) -> None:
    check_gradient(function, 1.5, repeats=1)


@pytest.mark.parametrize("function", [
    lambda v: special.h1vp(v, 0.3).real, lambda v: special.spherical_jn(v, 0.3),
    lambda v: special.spherical_kn(v, 0.3, derivative=True)])
def test_of_the_order(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(1.5), lambda: tangentish.jvp(function, (1.5,), (1.0,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_bessel\.py|scipy_special\.py"):
            derivative()


def test_at_zero() -> None:
    """The derivatives of the spherical functions at 0: that of the order 1 is 1/3."""
    def slopes(z: Any) -> Any:
        return np.stack([special.spherical_jn(0, z, True), special.spherical_jn(1, z, True), special.spherical_in(1, z, True)])

    np.testing.assert_allclose(tangentish.jvp(slopes, (0.0,), (1.0,))[0], [0.0, 1 / 3, 1 / 3], atol=1e-15)


def test_scaled_airy_functions_below_zero() -> None:
    """Those of the second kind, where there are none of the first."""
    check_gradient(lambda z: np.sum(special.airye(z)[2] ** 2 + special.airye(z)[3]), -Z[:3])


@pytest.mark.parametrize("function", [special.modfresnelp, special.modfresnelm, special.kelvin])
def test_of_a_real_number_the_derivative_is_real(function: Any) -> None:
    bar = tangentish.grad(lambda x: np.real(function(x)[0] * (1 + 2j)))(0.7)
    assert np.isrealobj(bar)
    assert bar == pytest.approx(directional(lambda x: np.real(function(x)[0] * (1 + 2j)), (0.7,), (0,), (1.0,)), rel=1e-8)


@pytest.mark.parametrize("function", [special.jvp, special.yvp, special.h1vp, special.h2vp, special.ivp, special.kvp])
def test_orders_in_a_list(function: Any) -> None:
    check_gradient(lambda z: weighted(function([0, 1, 2, 0.5], z, 2)), 1.3)
    check_gradient(lambda z: weighted(function((0, 1, 2, 0.5), z)), Z)


@pytest.mark.parametrize(("function", "order"), [(special.kn, 1.7), (special.yn, 1.7), (special.yn, -2.4)])
@pytest.mark.filterwarnings("ignore:floating point number truncated")
def test_orders_that_scipy_makes_whole(function, order):
    for x in (0.9, 2.3):
        whole = tangentish.grad(lambda x: function(int(order), x))(x)
        assert np.isclose(tangentish.grad(lambda x: function(order, x))(x), whole)
        assert np.isclose(whole, (function(int(order), x + 1e-6) - function(int(order), x - 1e-6)) / 2e-6, rtol=1e-7)
