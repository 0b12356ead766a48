"""Minima that SciPy finds, as functions of what is minimised: against what is known of them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize

import tangentish

W = np.array([1.0, 2.0, 0.3])
C = np.cos([1.0, 2.0, 3.0])


def quartic(x: Any, w: Any) -> Any:
    """Its minimum solves 2 (x - w) + 4 x^3 = 0, so that dx/dw = 1 / (1 + 6 x^2)."""
    return np.sum((x - w) ** 2 + x**4)


def slope(x: Any, w: Any) -> Any:
    return 2 * (x - w) + 4 * x**3


def with_slope(x: Any, w: Any) -> Any:
    return quartic(x, w), slope(x, w)


MINIMA: dict[str, Any] = {
    "fmin": lambda w: optimize.fmin(quartic, np.zeros(3), (w,), xtol=1e-10, ftol=1e-14, disp=False, maxiter=5000, maxfun=5000),
    "fmin closure": lambda w: optimize.fmin(lambda x: quartic(x, w), np.zeros(3), xtol=1e-10, ftol=1e-14, disp=False, maxfun=5000),
    "fmin_powell": lambda w: optimize.fmin_powell(quartic, np.zeros(3), (w,), xtol=1e-10, ftol=1e-14, disp=False),
    "fmin_bfgs": lambda w: optimize.fmin_bfgs(quartic, np.zeros(3), slope, args=(w,), gtol=1e-10, disp=False),
    "fmin_cg": lambda w: optimize.fmin_cg(quartic, np.zeros(3), slope, args=(w,), gtol=1e-10, disp=False),
    "fmin_ncg": lambda w: optimize.fmin_ncg(quartic, np.zeros(3), slope, args=(w,), avextol=1e-12, disp=False),
    "fmin_l_bfgs_b": lambda w: optimize.fmin_l_bfgs_b(with_slope, np.zeros(3), args=(w,), pgtol=1e-12, factr=1.0)[0],
    "fmin_l_bfgs_b of a slope": lambda w: optimize.fmin_l_bfgs_b(quartic, np.zeros(3), slope, (w,), pgtol=1e-12, factr=1.0)[0],
    "minimize with its slope": lambda w: optimize.minimize(with_slope, np.zeros(3), (w,), jac=True, tol=1e-12).x,
    "minimize in bounds": lambda w: optimize.minimize(quartic, np.zeros(3), (w,), jac=slope, bounds=optimize.Bounds(-9, [9, 9, 9]),
                                                      tol=1e-14).x,
}


@pytest.mark.parametrize("name", MINIMA)
def test_where_it_is(name: str) -> None:
    place = MINIMA[name]
    x, x_dot = tangentish.jvp(place, (W,), (C,))
    np.testing.assert_allclose(slope(x, W), 0, atol=1e-5)
    np.testing.assert_allclose(x_dot, C / (1 + 6 * x**2), rtol=1e-8)
    np.testing.assert_allclose(tangentish.grad(lambda w: np.sum(C * place(w)))(W), C / (1 + 6 * x**2), rtol=1e-8)


def test_the_value() -> None:
    found = tangentish.grad(lambda w: optimize.fmin_l_bfgs_b(with_slope, np.zeros(3), args=(w,), pgtol=1e-12, factr=1.0)[1])(W)
    x = MINIMA["fmin_l_bfgs_b"](W)
    np.testing.assert_allclose(found, -2 * (x - W), rtol=1e-6)


def test_the_value_at_a_kink_or_in_a_valley() -> None:
    """The value has a derivative where the place has none."""
    def kink(a: Any) -> Any:
        return optimize.minimize_scalar(lambda x: abs(x - 0.3) + a * x**2, bracket=(0.0, 1.5), tol=1e-12).fun

    def valley(a: Any) -> Any:
        return optimize.minimize(lambda x: (x[0] + x[1] - a) ** 2 + a**3, np.zeros(2)).fun

    np.testing.assert_allclose(tangentish.grad(kink)(0.7), 0.09, rtol=1e-6)
    np.testing.assert_allclose(tangentish.grad(valley)(0.7), 3 * 0.49, rtol=1e-5)


@pytest.mark.parametrize("search", [
    lambda a: optimize.fminbound(lambda x: np.cosh(x - a) + 0.1 * x**2, -3, 3, xtol=1e-10),
    lambda a: optimize.brent(lambda x: np.cosh(x - a) + 0.1 * x**2),
    lambda a: optimize.golden(lambda x, b: np.cosh(x - b) + 0.1 * x**2, (a,)),
    lambda a: optimize.minimize_scalar(lambda x: np.cosh(x - a) + 0.1 * x**2, bounds=(-2, 3), method="bounded",
                                       options={"xatol": 1e-10}).x,
])
def test_of_one_variable(search: Any) -> None:
    x = search(0.7)
    for found in (tangentish.grad(search)(0.7), tangentish.jvp(search, (0.7,), (1.0,))[1]):
        np.testing.assert_allclose(found, np.cosh(x - 0.7) / (np.cosh(x - 0.7) + 0.2), rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-7, 1e-3, 1.0, 1e5])
def test_of_any_scale(scale: float) -> None:
    """The differences are taken as near the minimum as the function needs."""
    def place(a: Any) -> Any:
        return optimize.minimize_scalar(lambda x: np.cosh(x / scale - a) + 0.1 * (x / scale) ** 2, (0.0, scale), tol=1e-12).x

    x = place(0.7) / scale
    np.testing.assert_allclose(tangentish.grad(place)(0.7), scale * np.cosh(x - 0.7) / (np.cosh(x - 0.7) + 0.2), rtol=1e-6)


def test_held_by_bounds_altogether() -> None:
    def scalar(a: Any) -> Any:
        found = optimize.minimize_scalar(lambda x: (x - a) ** 2, bounds=(6, 7), method="bounded", options={"xatol": 1e-12})
        return found.x + found.fun

    def several(a: Any) -> Any:
        found = optimize.minimize(lambda x: np.sum((x - a) ** 2), [6.5, 6.2], bounds=[(6, 7)] * 2)
        return np.sum(found.x) + found.fun

    def constrained(a: Any) -> Any:
        return optimize.minimize(lambda x: np.sum((x - a) ** 2), [6.5, 6.2], bounds=[(6, 7)] * 2, method="SLSQP",
                                 constraints={"type": "ineq", "fun": lambda x: x[0] - 2.0}).fun

    for fun, want in ((scalar, -6.0), (several, -12.0), (constrained, -12.0)):
        np.testing.assert_allclose(tangentish.grad(fun)(3.0), want, rtol=1e-6)
        np.testing.assert_allclose(tangentish.jvp(fun, (3.0,), (1.0,))[1], want, rtol=1e-6)


@pytest.mark.parametrize("method", ["L-BFGS-B", "SLSQP", "TNC", "trust-constr", "Nelder-Mead"])
def test_at_a_bound(method: str) -> None:
    """The first variable is held, and the second one follows the third."""
    def place(w: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            options = {"maxiter": 3000}
            return optimize.minimize(lambda x: np.sum((x - w) ** 2) + x[1] * x[2], np.zeros(3), method=method, tol=1e-9,
                                     bounds=[(None, 0.4), (-5, 5), (0.0, None)], options=options).x

    want = np.array([[0, 0, 0], [0, 4 / 3, -2 / 3], [0, -2 / 3, 4 / 3]])
    np.testing.assert_allclose(tangentish.jacobian(place)(np.array([1.0, 2.0, 1.6])), want, atol=1e-6)


@pytest.mark.parametrize("place", [
    lambda a, end: optimize.minimize(lambda x: np.sum((x - a) ** 2), np.zeros(2), bounds=[(-1.0, end), (None, 5.0)]).x,
    lambda a, end: optimize.minimize(lambda x: np.sum((x - a) ** 2), np.zeros(2), bounds=np.array([[-1.0, end], [-end, 5.0]])).x,
    lambda a, end: optimize.fmin_l_bfgs_b(lambda x: np.sum((x - a) ** 2), np.zeros(2), approx_grad=True,
                                          bounds=[(-end, end)] * 2)[0],
    lambda a, end: 2.0 * optimize.fminbound(lambda x: np.cosh(x - a), -end, end, xtol=1e-10),
    lambda a, end: 2.0 * optimize.minimize_scalar(lambda x: np.cosh(x - a), bounds=(-1.0, end), options={"xatol": 1e-10}).x])
def test_bounds_that_depend_on_what_is_differentiated(place: Any) -> None:
    """Nothing depends on those that hold no variable; the others are refused."""
    def inside(a: Any) -> Any:
        return np.sum(place(a, 3.0 + a))

    def held(a: Any) -> Any:
        return np.sum(place(a, 0.5 * a))

    for derivative in (lambda f: tangentish.grad(f)(0.7), lambda f: tangentish.jvp(f, (0.7,), (1.0,))[1]):
        np.testing.assert_allclose(derivative(inside), 2.0, rtol=1e-6)
        with pytest.raises(tangentish.UnsupportedError, match=r"bounds|x1|x2"):
            derivative(held)


@pytest.mark.parametrize("function", [
    lambda a: optimize.minimize_scalar(lambda x: abs(x - a) * (1 + 0.1 * x), bracket=(0.0, 1.5)).x,  # a kink
    lambda a: optimize.fmin_bfgs(lambda x: np.sum((x - a) ** 2), np.zeros(2), retall=True, disp=False)[0][0],
    lambda a: optimize.fminbound(lambda x: (x - 2.0) ** 2, -3, a),
    lambda a: optimize.fminbound(lambda x: (x + 2.0) ** 2, a, 3),
    lambda a: optimize.fminbound(lambda x: (x + a) ** 2, a, 3, xtol=1e-9),
    lambda a: optimize.minimize_scalar(lambda x: (x + a) ** 2, bounds=(a, 3.0), options={"xatol": 1e-9}).x,
    lambda a: optimize.fmin_l_bfgs_b(lambda x: np.sum((x - 2) ** 2), np.zeros(2), approx_grad=True, bounds=[(0.0, a)] * 2)[0][0],
    lambda a: optimize.minimize(lambda x: (x[0] + x[1] - a) ** 2, np.zeros(2)).x[0],  # a valley
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(0.7), lambda: tangentish.jvp(function, (0.7,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_scipy_minima\.py"):
            derivative()


@pytest.mark.filterwarnings("ignore:delta_grad")
@pytest.mark.parametrize(("key", "options"), [
    ("jac", {"bounds": [(0, 1), (0, 9)]}), ("jac", {"bounds": [(0, 1)] * 2, "method": "SLSQP"}),
    ("v", {"constraints": {"type": "ineq", "fun": lambda x: 1.0 - x[0] - x[1]}, "method": "trust-constr"})])
def test_slopes_at_bounds_are_not_known(key: str, options: dict[str, Any]) -> None:
    """They are not zero, nor are their derivatives."""
    def slope(a: Any) -> Any:
        found = optimize.minimize(lambda x: np.sum((x - a) ** 2) + x[0] ** 4, [0.4, 0.5], **options)[key]
        return np.sum(found[0] if isinstance(found, list) else found)

    def least(a: Any) -> Any:
        return np.sum(optimize.least_squares(lambda x: x - a, [0.4, 0.5], bounds=(-9.0, [1.0, 9.0])).grad)

    for fun in (slope, least):
        with pytest.raises(tangentish.UnsupportedError):
            tangentish.grad(fun)(3.0)
        with pytest.raises(tangentish.UnsupportedError):
            tangentish.jvp(fun, (3.0,), (1.0,))


@pytest.mark.parametrize("part", [
    lambda a: optimize.fmin_l_bfgs_b(lambda x: np.sum((x - a) ** 2), [0.4, 0.5], approx_grad=True,
                                     bounds=[(0, 1), (0, 9)])[2]["grad"],
    lambda a: optimize.fmin_bfgs(lambda x: np.sum((x - a) ** 4 + x**2), np.zeros(2), full_output=True, disp=False)[3],
    lambda a: optimize.fmin_powell(lambda x: np.sum((x - a) ** 2), np.zeros(2), full_output=True, disp=False)[2]])
def test_parts_that_are_not_known(part: Any) -> None:
    """What comes with a minimum: the slope at bounds is not zero, nor is its derivative."""
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(lambda a: np.sum(part(a)))(3.0)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(lambda a: np.sum(part(a)), (3.0,), (1.0,))


@pytest.mark.parametrize("search", [
    lambda f, **how: optimize.fmin(f, np.zeros(2), xtol=1e-10, ftol=1e-14, **how),
    lambda f, **how: optimize.fmin_powell(f, np.zeros(2), xtol=1e-10, ftol=1e-14, **how),
    lambda f, **how: optimize.fmin_bfgs(f, np.zeros(2), gtol=1e-7, **how),
    lambda f, **how: optimize.fmin_cg(f, np.zeros(2), gtol=1e-7, **how)])
def test_full_output(search: Any) -> None:
    """The value has a derivative too, and what is only counted has none."""
    def both(a: Any) -> Any:
        x, least, *others = search(lambda x: np.sum((x - a) ** 2 * np.array([1.0, 3.0])) + a * x[0] ** 2,
                                   full_output=True, disp=False)
        return x[0] + 2.0 * x[1] + 0.3 * least + 0.0 * others[-1]

    a = 0.7  # x is (a / (1 + a), a), and the value a ** 3 / (1 + a)
    want = 1.0 / (1 + a) ** 2 + 2.0 + 0.3 * (3 * a**2 * (1 + a) - a**3) / (1 + a) ** 2
    np.testing.assert_allclose(tangentish.grad(both)(a), want, rtol=1e-6)
    np.testing.assert_allclose(tangentish.jvp(both, (a,), (1.0,))[1], want, rtol=1e-6)


def test_slopes_where_nothing_is_held_are_zero() -> None:
    def slope(a: Any) -> Any:
        return np.sum(optimize.minimize(lambda x: np.sum((x - a) ** 2), [0.4, 0.5], bounds=[(0, 9)] * 2).jac)

    assert tangentish.grad(slope)(3.0) == tangentish.jvp(slope, (3.0,), (1.0,))[1] == 0.0
    assert tangentish.grad(lambda a: np.sum(optimize.fmin_bfgs(
        lambda x: np.sum((x - a) ** 2), np.zeros(2), full_output=True, disp=False)[2]))(3.0) == 0.0


@pytest.mark.parametrize("a", [0.5, 0.7, 0.9, 1.1])
def test_singular_but_for_rounding(a: float) -> None:
    """Three points on a line that springs join: only their distances are determined, and the elimination meets no exact zero."""
    def stretched(a: Any) -> Any:
        def energy(x: Any) -> Any:
            return 0.3 * (x[1] - x[0] - a) ** 2 + 0.7 * (x[2] - x[1] - a * a) ** 2 + 0.1 * (x[2] - x[0] - 1.0) ** 2

        x = optimize.minimize(energy, np.zeros(3)).x
        return x[2] - x[0]

    for derivative in (lambda: tangentish.grad(stretched)(a), lambda: tangentish.jvp(stretched, (a,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="singular"):
            derivative()


def test_units_make_no_matrix_singular() -> None:
    def place(w: Any) -> Any:
        return optimize.minimize(lambda x: (x[0] - w) ** 2 + (1e-7 * x[1] - w * w) ** 2 * 1e-3, np.zeros(2), jac=lambda x: np.array(
            [2 * (x[0] - w), 2e-10 * (1e-7 * x[1] - w * w)]), method="BFGS", tol=1e-22).x[0]

    np.testing.assert_allclose(tangentish.grad(place)(0.7), 1.0, rtol=1e-6)
