"""`custom_jvp`: one rule, in forward mode as it is, in reverse mode transposed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

X = np.array([0.3, -1.2, 2.0])
W = np.array([1.5, 0.2, -0.7])
VARIANTS = ({}, {"optimise": False}, {"kinds": False})


@tangentish.custom_jvp
def softplus(x: Any) -> Any:
    return np.log(1.0 + np.exp(x))


@softplus.defjvp
def softplus_jvp(primals: Any, tangents: Any) -> Any:
    x, = primals
    x_dot, = tangents
    return softplus(x), x_dot / (1.0 + np.exp(-x))


@tangentish.custom_jvp
def solve(a: Any, b: Any) -> Any:
    return np.linalg.solve(a, b)


def solve_jvp(primals: Any, tangents: Any) -> Any:
    a, b = primals
    a_dot, b_dot = tangents
    x = np.linalg.solve(a, b)
    right = b_dot.copy()
    for k in range(len(right)):  # loops and stores in place, as anywhere
        right[k] -= a_dot[k] @ x
    return x, np.linalg.solve(a, right)


solve.defjvp(solve_jvp)


@tangentish.custom_jvp
def product(x: Any, y: Any) -> Any:
    return x * y


product.defjvps(lambda t, ans, x, y: 7.0 * t * y, None)  # not the derivative: it is seen to be used


def test_both_modes() -> None:
    check_gradient(lambda x: np.sum(softplus(x) * x), X)
    check_gradient(lambda x: softplus(x) * x, 0.7)
    check_gradient(lambda a, b: np.sum(solve(a, b) * W), np.diag(X) + 0.1, W, argnums=(0, 1))
    check_gradient(lambda a: np.sum(solve(a, W) * W), np.diag(X) + 0.1)
    check_gradient(lambda b: np.sum(solve(np.diag(X) + 0.1, b) * W), W)


def test_unknown_kinds() -> None:
    check_gradient(lambda x: np.sum(softplus(x) * x), X, variants=VARIANTS)

    def spread(both: Any) -> Any:
        return np.sum(solve(*both) * W)

    check_gradient(spread, (np.diag(X) + 0.1, W))


def test_the_rule_is_used() -> None:
    assert tangentish.grad(product, argnums=(0, 1))(2.0, 3.0) == (21.0, 0.0)
    assert tangentish.jvp(product, (2.0, 3.0), (1.0, 1.0)) == (6.0, 21.0)
    np.testing.assert_array_equal(tangentish.jacfwd(lambda x: product(x, W))(X), np.diag(7.0 * W))
    np.testing.assert_array_equal(tangentish.jacrev(lambda x: product(x, W))(X), np.diag(7.0 * W))
    assert product(2.0, 3.0) == 6.0


def test_defjvps() -> None:
    f = tangentish.custom_jvp(lambda x, y: np.sin(x) * y)
    f.defjvps(lambda t, ans, x, y: t * np.cos(x) * y, lambda t, ans, x, y: t * np.sin(x))
    check_gradient(lambda x, y: np.sum(f(x, y) * W), X, W, argnums=(0, 1))
    check_gradient(lambda x, y: np.sum(f(x, y) * W), X, 2.0, argnums=0)


def test_identity() -> None:
    f = tangentish.custom_jvp(lambda x: x)
    f.defjvp(lambda primals, tangents: (primals[0], 2.0 * tangents[0]))

    def changed(x: Any) -> Any:
        y = f(x)
        y[0] = 10.0
        x[1] = 5.0
        return np.sum(x * y)

    _, x_bar = tangentish.value_and_grad(changed)(X)
    np.testing.assert_allclose(x_bar, [10.0, 10.0, 3.0 * X[2]])
    value, x_dot = tangentish.jvp(changed, (X,), (W,))
    assert value == changed(X.copy())
    assert x_dot == pytest.approx(x_bar @ W)


def test_in_loops_with_stores() -> None:
    def loss(x: Any, n: int) -> Any:
        total = 0.0
        for k in range(n):
            y = softplus(x)
            y[k % 3] *= 2.0
            x[1:] += y[:-1]
            total += np.sum(softplus(y)) if k % 2 else softplus(x[k % 3])
        return total

    check_gradient(loss, X, 4)


def test_containers() -> None:
    @tangentish.custom_jvp
    def mix(params: Any, x: Any) -> Any:
        return params["w"] * x, [params["b"] + 1.0]

    @mix.defjvp
    def mix_jvp(primals: Any, tangents: Any) -> Any:
        params, x = primals
        params_dot, x_dot = tangents
        return mix(params, x), (params["w"] * x_dot + params_dot["w"] * x, [params_dot["b"]])

    def loss(params: Any, x: Any) -> Any:
        y, (b,) = mix(params, x)
        return np.sum(y * y) * b + params["b"]

    check_gradient(loss, {"w": W, "b": 0.4}, X, argnums=(0, 1))
    check_gradient(loss, {"w": W, "b": 0.4}, X)
    check_gradient(lambda x: loss({"w": W, "b": 0.4}, x), X)


class Model:
    def __init__(self, w: Any) -> None:
        self.w = w

    @tangentish.custom_jvp
    def scaled(self, x: Any) -> Any:
        return self.w * x


@Model.scaled.defjvp
def scaled_jvp(primals: Any, tangents: Any) -> Any:
    model, x = primals
    model_dot, x_dot = tangents
    return model.w * x, 10.0 * model_dot["w"] * x + model.w * x_dot


def test_methods() -> None:
    check_gradient(lambda x: np.sum(Model(2.0).scaled(x) ** 2), X)

    def of_weight(w: Any) -> Any:
        return np.sum(Model(w).scaled(X))

    assert tangentish.grad(of_weight)(2.0) == pytest.approx(10.0 * np.sum(X))
    assert tangentish.jvp(of_weight, (2.0,), (3.0,))[1] == pytest.approx(30.0 * np.sum(X))


def test_nondiff_argnums_keywords_and_defaults() -> None:
    @tangentish.custom_jvp(nondiff_argnums=("n",))
    def power(x: Any, n: int = 2, scale: Any = 1.0) -> Any:
        return scale * x ** n

    @power.defjvp
    def power_jvp(n: int, primals: Any, tangents: Any) -> Any:
        x, scale = primals
        x_dot, scale_dot = tangents
        return scale * x ** n, scale * n * x ** (n - 1) * x_dot + scale_dot * x ** n

    check_gradient(lambda x, s: np.sum(power(x, n=3, scale=s) * W), X, 0.5, argnums=(0, 1))
    check_gradient(lambda x: np.sum(power(x) * W), X)
    check_gradient(lambda s: np.sum(power(X, 3, s) * W), 0.5)


def test_integers_have_zero_tangents() -> None:
    f = tangentish.custom_jvp(lambda x, n: x * n)
    f.defjvp(lambda primals, tangents: (primals[0] * primals[1], tangents[0] * primals[1] + primals[0] * tangents[1]))
    check_gradient(lambda x: np.sum(f(x, 3) * W), X)
    check_gradient(lambda x: np.sum(f(x, np.array([1, 2, 3])) * W), X)


def test_keeps_dtype() -> None:
    x = X.astype(np.float32)
    _, x_dot = tangentish.jvp(softplus, (x,), (x,))
    assert x_dot.dtype == np.float32
    assert tangentish.grad(lambda x: np.sum(softplus(x)))(x).dtype == np.float32


def plain(x: Any) -> Any:
    return np.sum(np.log(1.0 + np.exp(x)) * x)


def ruled(x: Any) -> Any:
    return np.sum(softplus(x) * x)


def test_second_order() -> None:
    np.testing.assert_allclose(tangentish.hessian(ruled)(X), tangentish.hessian(plain)(X))
    np.testing.assert_allclose(tangentish.hvp(ruled)(X, W), tangentish.hvp(plain)(X, W))

    def along(x: Any) -> Any:
        return tangentish.jvp(ruled, (x,), (W,))[1]

    def twice(x: Any) -> Any:
        return tangentish.jvp(along, (x,), (W,))[1]

    np.testing.assert_allclose(tangentish.grad(along)(X), tangentish.hvp(plain)(X, W))
    assert twice(X) == pytest.approx(W @ tangentish.hvp(plain)(X, W))


def test_rule_writes_into_its_tangents() -> None:
    f = tangentish.custom_jvp(lambda x: 3.0 * x)

    @f.defjvp
    def f_jvp(primals: Any, tangents: Any) -> Any:
        x_dot, = tangents
        x_dot *= 3.0
        return 3.0 * primals[0], x_dot

    check_gradient(lambda x: np.sum(f(x) * x), X)


def test_complex() -> None:
    f = tangentish.custom_jvp(lambda z: z * z)
    f.defjvp(lambda primals, tangents: (primals[0] ** 2, 2.0 * primals[0] * tangents[0]))
    z = X + 1j * W

    def loss(z: Any) -> Any:
        return np.sum(np.real(f(z)) * W + np.imag(f(z)) * X)

    check_gradient(loss, z)
