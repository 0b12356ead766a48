"""`fixed_point` and `root`: derivatives of solutions, against central differences of the solutions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.dispatch import implicit
from tangentish.errors import ArgumentError, ConvergenceError, UnsupportedError
from tests.oracle import check_gradient

A = np.array([[0.3, 0.1], [-0.2, 0.4]])
B = np.array([1.0, 2.0])


def babylonian(x: Any, a: Any) -> Any:
    return 0.5 * (x + a / x)


def layer(x: Any, params: Any) -> Any:
    return np.tanh(params["A"] @ x) * params["scale"][0] + params["b"]


def cubic(x: Any, a: Any, k: Any = 1.0) -> Any:
    return x ** 3 + k * x - a


CALLS = [0]


def slowly(x: Any, a: Any) -> Any:
    CALLS[0] += 1
    return 0.99 * x + a


def test_solutions() -> None:
    assert tangentish.fixed_point(babylonian, 1.0, 9.0) == 3.0
    assert tangentish.root(cubic, 0.0, 10.0) == pytest.approx(2.0, rel=1e-14)
    np.testing.assert_allclose(tangentish.root(cubic, np.zeros(2), np.array([10.0, 2.0])), [2.0, 1.0], rtol=1e-14)
    params = {"A": A, "b": B, "scale": (0.5,)}
    x = tangentish.fixed_point(layer, np.zeros(2), params)
    np.testing.assert_allclose(layer(x, params), x, rtol=1e-12)
    np.testing.assert_allclose(tangentish.root(lambda x: layer(x, params) - x, np.zeros(2)), x, rtol=1e-12)
    assert type(tangentish.fixed_point(babylonian, 1, 9)) is float


def test_with_respect_to_numbers_and_arrays() -> None:
    check_gradient(lambda a: tangentish.fixed_point(babylonian, 1.0, a) * a, 4.0)
    check_gradient(lambda a: np.sum(tangentish.fixed_point(babylonian, np.ones(2), a) * a), B)
    check_gradient(lambda a, k: np.sum(tangentish.root(cubic, np.zeros(2), a, k) * a), B, 1.5, argnums=(0, 1))
    check_gradient(lambda k: np.sum(tangentish.root(cubic, np.zeros(2), B, k) * k), 1.5)
    check_gradient(lambda a: tangentish.root(cubic, 0.0, a), 3.0)


def test_containers() -> None:
    params = {"A": A, "b": B, "scale": (0.5,)}
    check_gradient(lambda p: np.sum(tangentish.fixed_point(layer, np.zeros(2), p) ** 2), params)
    check_gradient(lambda p: np.sum(tangentish.root(lambda x, p: layer(x, p) - x, np.zeros(2), p) ** 2) * p["b"][0], params)


def test_closures() -> None:
    def inner(a: Any, b: Any) -> Any:
        def step(x: Any) -> Any:
            x *= 0.5  # writes into what it is given
            return np.cos(x) + a * b

        return np.sum(tangentish.fixed_point(step, np.zeros(2)) * b)

    check_gradient(inner, 0.3, B, argnums=(0, 1))
    check_gradient(lambda a: tangentish.root(lambda x: x ** 3 + a * x - 1.0, 0.0) * a, 2.0)

    def both(a: Any, b: Any) -> Any:
        return tangentish.root(lambda x, c: x ** 3 + a * x - c, 0.0, b) * a

    check_gradient(both, 2.0, 3.0, argnums=(0, 1))


class Model:
    def __init__(self, w: Any) -> None:
        self.w = w

    def step(self, x: Any) -> Any:
        return np.cos(x) * self.w

    def __call__(self, x: Any) -> Any:
        return np.cos(x) * self.w


def test_methods_and_objects() -> None:
    check_gradient(lambda w: tangentish.fixed_point(Model(w).step, 0.3) * w, 0.5)
    check_gradient(lambda w: tangentish.fixed_point(Model(w), 0.3) * w, 0.5)
    check_gradient(lambda w: tangentish.fixed_point(lambda x, model: model.step(x), 0.3, Model(w)) * w, 0.5)
    check_gradient(lambda w: tangentish.fixed_point(functools.partial(lambda w, x: np.cos(x) * w, w), 0.3) * w, 0.5)
    check_gradient(lambda w: tangentish.root(lambda x, model: model(x) - x, 0.3, Model(w)) * w, 0.5)


def test_functions_that_solve_and_differentiate() -> None:
    def optimum(a: Any) -> Any:
        return tangentish.root(tangentish.grad(lambda x, a: 0.25 * (x - a) ** 4 + x ** 2 * a), 0.1, a)

    def descent(a: Any) -> Any:
        slope = tangentish.grad(lambda x, a: (x - a) ** 2 + x ** 2 * a)
        return tangentish.fixed_point(lambda x: x - 0.1 * slope(x, a), 0.1)

    def nested(a: Any) -> Any:
        return tangentish.fixed_point(lambda x: np.cos(tangentish.root(lambda y: y ** 3 + y - x * a, 0.0)), 0.3)

    for function in (optimum, descent, nested):
        check_gradient(function, 0.5)


def test_solution_written_into() -> None:
    def loss(a: Any) -> Any:
        x = tangentish.fixed_point(babylonian, np.ones(2), a)
        x *= 2.0
        y = np.sum(x * a)
        a[0] = 9.0
        return y + np.sum(x * a)

    check_gradient(loss, B)


def test_start_has_no_derivative() -> None:
    assert tangentish.grad(lambda x0: tangentish.fixed_point(babylonian, x0, 4.0))(1.0) == 0.0
    assert tangentish.jvp(lambda x0: tangentish.root(cubic, x0, 4.0), (1.0,), (1.0,))[1] == 0.0
    check_gradient(lambda a: tangentish.fixed_point(babylonian, a, a), 4.0)
    assert tangentish.grad(lambda y: y * tangentish.fixed_point(babylonian, 1.0, 4.0))(1.0) == 2.0


def test_many_unknowns_are_iterated() -> None:
    n = implicit.DENSE + 6
    rng = np.random.default_rng(0)
    matrix, c = rng.normal(size=(n, n)) * 0.4 / np.sqrt(n), rng.normal(size=n)

    def big(x: Any, matrix: Any, c: Any) -> Any:
        return np.tanh(matrix @ x) + c

    def loss(matrix: Any, c: Any) -> Any:
        return np.sum(tangentish.fixed_point(big, np.zeros(n), matrix, c) ** 2)

    check_gradient(loss, matrix, c, argnums=(0, 1))
    check_gradient(loss, matrix, c, argnums=1)


def test_matrix_unknowns() -> None:
    def step(x: Any, a: Any) -> Any:
        return 0.5 * np.sin(x @ a) + a

    check_gradient(lambda a: np.sum(tangentish.fixed_point(step, np.zeros((2, 2)), a) * A), A)
    check_gradient(lambda a: np.sum(tangentish.root(lambda x, a: x @ x @ x + x - a, np.zeros((2, 2)), a) * A), A)


def test_iterations_are_not_differentiated() -> None:
    """The cost of the derivative does not grow with the number of iterations."""
    def loss(a: Any) -> Any:
        return tangentish.fixed_point(slowly, 0.0, a)

    CALLS[0] = 0
    assert loss(1.0) == pytest.approx(100.0)
    plain, CALLS[0] = CALLS[0], 0
    assert plain > 1000
    assert tangentish.grad(loss)(1.0) == pytest.approx(100.0)
    assert plain <= CALLS[0] <= plain + 5


def test_in_loops() -> None:
    def loss(a: Any) -> Any:
        x = np.ones(2)
        total = 0.0
        for k in range(3):
            a = a * 1.5
            x = tangentish.fixed_point(babylonian, x, a)
            a[k % 2] += x[0]
            total += np.sum(x)
        return total

    check_gradient(loss, B)


def test_float32() -> None:
    def loss(a: Any) -> Any:
        return np.sum(tangentish.fixed_point(babylonian, np.ones(2, np.float32), a))

    a = B.astype(np.float32)
    assert tangentish.fixed_point(babylonian, np.ones(2, np.float32), a).dtype == np.float32
    a_bar = tangentish.grad(loss)(a)
    assert a_bar.dtype == np.float32
    np.testing.assert_allclose(a_bar, 0.5 / np.sqrt(a), rtol=1e-5)


def test_newton_alone_diverges() -> None:
    assert abs(tangentish.root(np.arctan, 3.0)) < 1e-12
    check_gradient(lambda a: tangentish.root(lambda x: np.arctan(x - a), 3.0), 1.0)


def test_no_convergence() -> None:
    with pytest.raises(ConvergenceError, match=r"did not converge in 50 steps.*\n.*maxiter"):
        tangentish.fixed_point(lambda x: 1.0 - x, 0.3, maxiter=50)
    with pytest.raises(ConvergenceError, match="not finite"):
        tangentish.fixed_point(lambda x: 2.0 * x * x, 3.0)
    with pytest.raises(ConvergenceError, match="no solution of `<lambda>` was found"):
        tangentish.root(lambda x: x * x + 1.0, 0.3)
    with pytest.raises(ConvergenceError, match="did not converge"):
        tangentish.grad(lambda a: tangentish.fixed_point(lambda x: a - x, 0.3, maxiter=50))(1.0)
    with pytest.raises(ArithmeticError):
        tangentish.fixed_point(lambda x: 1.0 - x, 0.3, maxiter=50)


def test_adjoint_that_does_not_converge() -> None:
    n = implicit.DENSE + 1
    with pytest.raises(ConvergenceError, match="the derivative of the fixed point did not converge"):  # starts at the solution
        tangentish.grad(lambda a: np.sum(tangentish.fixed_point(lambda x, a: 2.0 * x - a, np.ones(n), a, maxiter=20)))(np.ones(n))


def test_singular() -> None:
    with pytest.raises(UnsupportedError, match="the Jacobian at it is singular"):
        tangentish.grad(lambda a: tangentish.fixed_point(lambda x: x + 0.0 * a, 0.3))(1.0)
    with pytest.raises(UnsupportedError, match="the Jacobian at it is singular"):
        tangentish.jvp(lambda a: tangentish.fixed_point(lambda x: x + 0.0 * a, 0.3), (1.0,), (1.0,))


def test_wrong_arguments() -> None:
    with pytest.raises(ArgumentError, match="x0 should be a real number or an array of them, not a str"):
        tangentish.root(cubic, "x", 1.0)
    with pytest.raises(ArgumentError, match=r"returned an array of float64 and shape \(3,\)"):
        tangentish.fixed_point(lambda x: np.ones(3), 1.0)
    with pytest.raises(ArgumentError, match="not an array of complex128"):
        tangentish.root(lambda x: x, np.ones(2) + 0j)


def of_closure(a: Any) -> Any:
    return tangentish.root(lambda x: x ** 3 + x - a, 0.0)


def of_argument(a: Any) -> Any:
    return tangentish.root(cubic, 0.0, a)


def of_fixed_point(a: Any) -> Any:
    return tangentish.fixed_point(lambda x, a: x - 0.25 * (x ** 3 + x - a), 0.5, a)


@pytest.mark.parametrize("function", [of_closure, of_argument, of_fixed_point])
def test_second_derivatives(function: Any) -> None:
    a = 1.5
    x = tangentish.root(cubic, 0.0, a)
    first = 1.0 / (3.0 * x * x + 1.0)
    second = -6.0 * x * first ** 3
    assert tangentish.grad(function)(a) == pytest.approx(first, rel=1e-9)
    assert tangentish.hessian(function)(a) == pytest.approx(second, rel=1e-8)
    assert tangentish.grad(tangentish.grad(function))(a) == pytest.approx(second, rel=1e-8)


def test_hessian_of_several() -> None:
    def loss(b: Any) -> Any:
        return np.sum(tangentish.root(cubic, np.zeros(2), b * b[0]) * b)

    gradient = tangentish.grad(loss)
    step = 1e-5
    want = [(gradient(B + step * unit) - gradient(B - step * unit)) / (2.0 * step) for unit in np.eye(2)]
    np.testing.assert_allclose(tangentish.hessian(loss)(B), want, rtol=1e-7)


def bisected(a, high):
    low = 0.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if middle**3 + middle < a:
            low = middle
        else:
            high = middle
    return middle


def test_bisection_has_the_derivative_of_its_interval():
    """As the README says: `root` has that of the solution."""
    assert abs(tangentish.grad(bisected)(2.0, 3.0)) == 0.0
    solution = tangentish.grad(lambda a: tangentish.root(lambda x, a: x**3 + x - a, bisected(a, 3.0), a))(2.0)
    numeric = (bisected(2.0 + 1e-5, 3.0) - bisected(2.0 - 1e-5, 3.0)) / 2e-5
    np.testing.assert_allclose(solution, numeric, rtol=1e-6)
