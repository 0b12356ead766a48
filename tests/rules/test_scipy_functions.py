"""SciPy's functions of functions: integrals, roots, minima and differential equations, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.integrate as integrate
import scipy.optimize as optimize

import tangentish
from tests.oracle import check_gradient

T = np.linspace(0, 2, 6)
Y = np.array([1.0, 0.5])
M, V = np.array([[3.0, 0.4], [0.2, 2.0]]), np.array([1.0, 0.5])
TIGHT = {"xtol": 1e-13, "rtol": 1e-13}


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


def volterra(y: Any, t: Any, a: Any, b: Any) -> Any:
    return np.array([a * y[0] - b * y[0] * y[1], b * y[0] * y[1] - y[1]])


def system(x: Any, m: Any, v: Any) -> Any:
    return m @ x + 0.1 * x**3 - v


def integrals_in_a_loop(p: Any) -> Any:
    total = 0.0
    for k in range(3):
        total += integrate.quad(lambda t: np.sin(k * p * t), 0, 1 + 0.1 * k)[0]  # noqa: B023  # called in the same step
    return total


def chained_roots(p: Any) -> Any:
    t = optimize.brentq(lambda x: p[0] * x + np.exp(p[1] * x) - 3, 0, 5, **TIGHT)
    return t * p[1] + optimize.brentq(lambda x: x**3 - t, 0, 5, **TIGHT)


def cubic(x: Any, a: Any, b: Any) -> Any:
    return x**3 - a * x - b


def newton_of_the_rest(*p: Any) -> Any:
    scale, *rest = (2.0, *p)
    return optimize.newton(lambda x, *rest: scale * cubic(x, *rest), x0=2.0, args=rest, tol=1e-12)


class Power:
    def __init__(self, a: Any) -> None:
        self.a = a

    def value(self, t: Any) -> Any:
        return t**self.a

    def integral(self) -> Any:
        return integrate.quad(self.value, 0, 1)[0]


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "quad args": (lambda a: integrate.quad(lambda t, a: np.exp(-a * t), 0, 1, args=(a,))[0], (1.3,)),
    "quad closure": (lambda a: integrate.quad(lambda t: np.exp(-a * t), 0, 1)[0], (1.3,)),
    "quad limits": (lambda a, b: integrate.quad(lambda t: np.exp(-a * t), a, b)[0] ** 2, (0.3, 1.2)),
    "quad turned limits": (lambda a: integrate.quad(lambda t: np.exp(-a * t), 1, a)[0], (0.3,)),
    "quad infinite": (lambda a: integrate.quad(lambda t: np.exp(-a * t**2), 0, np.inf)[0], (1.3,)),
    "quad all": (lambda a: integrate.quad(lambda t: np.exp(-a * t**2), -np.inf, np.inf)[0], (1.3,)),
    "quad from minus infinity": (lambda a, b: integrate.quad(lambda t: np.exp(a * t), -np.inf, b)[0], (1.3, 0.4)),
    "quad singular": (lambda a: integrate.quad(lambda t: t ** (-a), 0, 1)[0], (0.5,)),
    "quad kink": (lambda a: integrate.quad(lambda t: abs(t - 0.3) * a * t**a, 0, 1, points=[0.3])[0], (1.3,)),
    "quad loop": (integrals_in_a_loop, (0.7,)),
    "quad method": (lambda a: Power(a).integral(), (0.4,)),
    "dblquad": (lambda a: integrate.dblquad(lambda y, x: a * x * y, 0, 1, lambda x: x * a, lambda x: 2.0)[0], (1.3,)),
    "fixed_quad": (lambda a: integrate.fixed_quad(lambda t: np.exp(-a * t), 0, a)[0], (1.3,)),
    "brentq": (lambda a: optimize.brentq(lambda x, a: x**3 - a, 0, 3, args=(a,), **TIGHT), (2.0,)),
    "ridder": (lambda a: optimize.ridder(lambda x, a: x**3 - a, 0, 3, args=(a,), **TIGHT), (2.0,)),
    "brentq full": (lambda a: optimize.brentq(lambda x: x**3 - a * x - 1, 0, a + 1, full_output=True, **TIGHT)[0], (2.0,)),
    "roots": (chained_roots, (np.array([1.0, 0.5]),)),
    "newton": (lambda a: optimize.newton(lambda x: x**3 - a * x - 1, a, tol=1e-12), (2.0,)),
    "newton arrays": (lambda a: weighted(optimize.newton(lambda x: x**3 - a * x - 1, np.array([1.5, 2.0]), tol=1e-12)),
                      (np.array([1.0, 2.0]),)),
    "newton of a list": (lambda a, b: optimize.newton(lambda x, a, b: x**3 - a * x - b, 2.0, args=[a, b], tol=1e-12), (2.0, 1.0)),
    "newton of an array": (lambda p: optimize.newton(cubic, 2.0, lambda x, a, b: 3 * x**2 - a, p, 1e-12), (np.array([2.0, 1.0]),)),
    "newton of what is left": (newton_of_the_rest, (2.0, 1.0)),
    "fixed_point of a list": (lambda a, b: optimize.fixed_point(lambda x, a, b: np.cos(a * x) / b, 0.5, args=[a, b], xtol=1e-13),
                              (0.7, 1.2)),
    "fixed_point of an array": (lambda p: optimize.fixed_point(lambda x, a, b: np.cos(a * x) / b, 0.5, p, 1e-13),
                                (np.array([0.7, 1.2]),)),
    "fsolve": (lambda m, v: weighted(optimize.fsolve(system, np.zeros(2), (m, v), xtol=1e-13)), (M, V)),
    "root": (lambda m, v: weighted(optimize.root(lambda x: system(x, m, v), np.zeros(2), tol=1e-13).x), (M, V)),
    "root item": (lambda m, v: weighted(optimize.root(system, np.zeros(2), args=(m, v), tol=1e-13)["x"]), (M, V)),
    "root of a list": (lambda a: weighted(optimize.root(lambda x: [x[0] ** 2 + x[1] - a, x[0] - x[1] * a], [1.0, 1.0],
                                                        tol=1e-13).x), (2.0,)),
    "root_scalar": (lambda a: optimize.root_scalar(lambda x: x**3 - a, bracket=[0, 3], xtol=1e-13).root, (2.0,)),
    "fixed_point": (lambda a: weighted(optimize.fixed_point(lambda x, a: np.cos(a * x), np.array([0.5, 0.6]), args=(a,),
                                                            xtol=1e-13)), (0.7,)),
    "odeint": (lambda y, a, b: weighted(integrate.odeint(volterra, y, T, (a, b), rtol=1e-11, atol=1e-12)), (Y, 1.1, 0.4)),
    "odeint closure": (lambda y, p: weighted(integrate.odeint(lambda y, t: -p * y + np.sin(t * p), y, T, rtol=1e-11,
                                                              atol=1e-12)), (Y, np.array([1.0, 2.0]))),
    "odeint times": (lambda y, t: weighted(integrate.odeint(volterra, y, t, (1.1, 0.4), rtol=1e-11, atol=1e-12)), (Y, T)),
    "odeint number": (lambda y, a: weighted(integrate.odeint(lambda t, y, a: -a * t * y, y, T, (a,), tfirst=True,
                                                             rtol=1e-11, atol=1e-12)), (1.3, 0.7)),
    "solve_ivp": (lambda y, a, t: weighted(integrate.solve_ivp(lambda t, y: volterra(y, t, a, 0.4), (0, 2), y, t_eval=t,
                                                               rtol=1e-11, atol=1e-12).y), (Y, 1.1, T[1:-1].copy())),
    "solve_ivp to the end": (lambda a, end: weighted(integrate.solve_ivp(lambda t, y: -a * t * y, (0, end), [1.0, 2.0],
                                                                         rtol=1e-11, atol=1e-12).y[:, -1]), (1.1, 2.0)),
    "solve_ivp from": (lambda a, start: weighted(integrate.solve_ivp(lambda t, y: -a * t * y, (start, 2.0), [1.0, 2.0],
                                                                     t_eval=np.array([1.0, 2.0]), rtol=1e-11,
                                                                     atol=1e-12).y), (1.1, 0.3)),
    "solve_ivp back": (lambda y, a: weighted(integrate.solve_ivp(lambda t, y, a: volterra(y, t, a, 0.4), (2, 0), y,
                                                                 t_eval=T[::-1], args=(a,), rtol=1e-11, atol=1e-12).y),
                       (Y, 1.1)),
    "solve_ivp stiff": (lambda y, a: weighted(integrate.solve_ivp(lambda t, y: -a * y * np.cos(t), (0, 2), y,
                                                                  method="Radau", t_eval=T, rtol=1e-10, atol=1e-12).y),
                        (Y, 1.1)),
}


@pytest.mark.parametrize("name", CASES)
def test_derivative(name: str) -> None:
    function, args = CASES[name]
    check_gradient(function, *args, argnums=tuple(range(len(args))), rtol=2e-7, atol=1e-7, repeats=1)


def test_minima() -> None:
    """The minimum of the sum of (x - w)^2 + x^4 solves 2 (x - w) + 4 x^3 = 0, so that dx/dw = 1 / (1 + 6 x^2)."""
    w = np.array([1.0, 2.0, 0.3])

    def place(w: Any) -> Any:
        return optimize.minimize(lambda x: np.sum((x - w) ** 2 + x**4), np.zeros(3), tol=1e-10).x

    def value(w: Any) -> Any:
        return optimize.minimize(lambda x: np.sum((x - w) ** 2 + x**4), np.zeros(3), tol=1e-10).fun

    x = place(w)
    np.testing.assert_allclose(tangentish.grad(lambda w: weighted(place(w)))(w),
                               (np.cos([1, 2, 3]) + 0.6 * x) / (1 + 6 * x**2), rtol=1e-7)
    np.testing.assert_allclose(tangentish.grad(value)(w), -2 * (x - w), rtol=1e-7)


def test_minima_forwards() -> None:
    w, w_dot = np.array([1.0, 2.0, 0.3]), np.array([0.5, -1.0, 2.0])

    def place(w: Any) -> Any:
        return optimize.minimize(lambda x: np.sum((x - w) ** 2 + x**4), np.zeros(3), tol=1e-10).x

    x, x_dot = tangentish.jvp(place, (w,), (w_dot,))
    np.testing.assert_allclose(x_dot, w_dot / (1 + 6 * x**2), rtol=1e-7)


def test_minimum_at_a_bound() -> None:
    def place(w: Any) -> Any:
        return optimize.minimize(lambda x, w: np.sum((x - w) ** 2), np.zeros(3), args=(w,), bounds=[(0, 1.5)] * 3).x

    got = tangentish.grad(lambda w: np.sum(np.array([1.0, 2.0, 3.0]) * place(w)))(np.array([1.0, 2.0, 0.3]))
    np.testing.assert_allclose(got, [1.0, 0.0, 3.0], atol=1e-6)


def test_minimum_of_one_variable() -> None:
    got = tangentish.grad(lambda a: optimize.minimize_scalar(lambda x: np.cosh(x - a) + 0.1 * x**2, tol=1e-10).x)(0.7)
    x = optimize.minimize_scalar(lambda x: np.cosh(x - 0.7) + 0.1 * x**2, tol=1e-10).x
    np.testing.assert_allclose(got, np.cosh(x - 0.7) / (np.cosh(x - 0.7) + 0.2), rtol=1e-6)


@pytest.mark.parametrize("function", [
    lambda a: integrate.quad(lambda t: t**a, 0, 1, weight="cos", wvar=2.0)[0],
    lambda a: integrate.solve_ivp(lambda t, y: -a * y, (0, 2), [1.0 + 0j], "BDF").y[0, -1].real,
    lambda a: integrate._quadpack._qagse(lambda t: np.exp(-a * t), 0, 1, (), 0, 1e-9, 1e-9, 50)[0],
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(0.7), lambda: tangentish.jvp(function, (0.7,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_scipy_functions\.py"):
            derivative()


TANHSINH: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "args and an end": (lambda a, c: integrate.tanhsinh(lambda x, c: np.exp(-c * x * x), a, 2.0, args=(c,)).integral, (0.3, 0.9)),
    "steep at an end": (lambda a, c: integrate.tanhsinh(lambda x: np.log(x) * x**c, 0.0, a).integral, (0.3, 0.9)),
    "several": (lambda a, c: weighted(integrate.tanhsinh(lambda x: np.sin(c * x), np.array([0.0, 0.1]), a).integral), (0.3, 0.9)),
}


@pytest.mark.parametrize("name", TANHSINH)
@pytest.mark.skipif(not hasattr(integrate, "tanhsinh"), reason="SciPy has it from 1.15 on")
def test_tanhsinh(name: str) -> None:
    function, at = TANHSINH[name]
    check_gradient(function, *at, argnums=(0, 1), repeats=1)


@pytest.mark.parametrize("function, reason", [
    (lambda a: integrate.tanhsinh(lambda x: np.exp(-a * x * x), 0.0, np.inf).integral, "infinity"),
    (lambda a: integrate.tanhsinh(np.sin, a, 0.7).integral, "the same"),
    (lambda a: np.real(integrate.tanhsinh(lambda x: -a * x * x + 0j, 0.0, 2.0, log=True).integral), "log"),
])
@pytest.mark.skipif(not hasattr(integrate, "tanhsinh"), reason="SciPy has it from 1.15 on")
def test_tanhsinh_refused(function: Any, reason: str) -> None:
    for operator in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match=reason):
            operator(function)(0.7)


def test_times_that_a_solver_chooses_have_no_derivative() -> None:
    def values(a: Any) -> Any:
        return np.sum(integrate.solve_ivp(lambda t, y: -a * y, (0, 2), [1.0]).y)

    def time(a: Any) -> Any:
        return integrate.solve_ivp(lambda t, y: -a * y, (0, 2), [a]).t[1]

    for function in (values, time):
        with pytest.raises(tangentish.UnsupportedError, match="t_eval"):
            tangentish.grad(function)(0.7)
        with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
            tangentish.jvp(function, (0.7,), (1.0,))


def test_what_a_minimum_does_not_tell() -> None:
    def curvature(a: Any) -> Any:
        return np.sum(optimize.minimize(lambda x: np.sum((x - a) ** 2), np.zeros(2)).hess_inv)

    with pytest.raises(tangentish.UnsupportedError, match="hess_inv"):
        tangentish.grad(curvature)(0.7)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(curvature, (0.7,), (1.0,))


@pytest.mark.parametrize("search", [optimize.brentq, optimize.brenth, optimize.ridder, optimize.toms748])
def test_root_told_twice(search: Any) -> None:
    """What is told of the search has the root too."""
    def fun(a: Any) -> Any:
        x, told = search(lambda x: x**3 + x - a, 0.0, 3.0, full_output=True, xtol=1e-13)
        return told.root**2 + np.sin(x)

    check_gradient(fun, 1.3)
    check_gradient(lambda a: optimize.newton(lambda x: x**3 + x - a, 0.5, full_output=True)[1].root, 1.3)


@pytest.mark.parametrize("key", ["fjac", "r"])
def test_what_is_told_of_a_search(key: str) -> None:
    """Jacobians are approximated, by other points than the root; in forward mode they are refused too."""
    def told(a: Any) -> Any:
        found = optimize.root(lambda x: x**3 + x - a, [0.1, 0.2])
        return np.sum(found[key]) + np.sum(found.x)

    def told_apart(a: Any) -> Any:
        return np.sum(optimize.fsolve(lambda x: x**3 + x - a, [0.1, 0.2], full_output=True)[1][key])

    for fun in (told, told_apart):
        with pytest.raises(tangentish.UnsupportedError, match=f"`{key}` of what is found with a root"):
            tangentish.grad(fun)(V)
        with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
            tangentish.jvp(fun, (V,), (V,))
