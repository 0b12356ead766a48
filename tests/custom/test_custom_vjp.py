"""`custom_vjp`: the rule is what is used, wherever the function is called from."""

from __future__ import annotations

import functools
import pickle
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient as check_both_modes

check_gradient = functools.partial(check_both_modes, variants=())  # a custom_vjp has no forward mode
X = np.array([0.3, -1.2, 2.0])
W = np.array([1.5, 0.2, -0.7])


@tangentish.custom_vjp
def weigh(x: Any, w: Any = 2.0) -> Any:
    """Weighted squares."""
    found = np.empty(len(x))
    for k in range(len(x)):  # written in place
        found[k] = x[k] ** 2
    found *= w
    return found


def weigh_fwd(x: Any, w: Any) -> Any:
    return x * x * w, (x, w)


def weigh_bwd(residuals: Any, ans_bar: Any) -> Any:
    x, w = residuals
    w_bar = ans_bar * x * x
    return 2.0 * x * w * ans_bar, w_bar if np.ndim(w) else np.sum(w_bar)


weigh.defvjp(weigh_fwd, weigh_bwd)


@tangentish.custom_vjp
def threefold(x: Any) -> Any:
    return x


threefold.defvjp(lambda x: (x, None), lambda _, ans_bar: (3.0 * ans_bar,))  # not the derivative: it is seen to be used


@tangentish.custom_vjp
def exponential(x: Any) -> Any:
    return np.exp(x)


def exponential_fwd(x: Any) -> Any:
    y = np.exp(x)
    return y, y  # what is returned is what is kept


def exponential_bwd(y: Any, ans_bar: Any) -> Any:
    ans_bar *= y  # in place
    return ans_bar,


exponential.defvjp(exponential_fwd, exponential_bwd)


def test_both_arguments() -> None:
    check_gradient(lambda x, w: np.sum(weigh(x, w) * X), X, W, argnums=(0, 1))
    check_gradient(lambda x, w: np.sum(weigh(x, w) * X), X, 0.7, argnums=(0, 1))
    check_gradient(lambda x: np.sum(weigh(x) * X), X)
    check_gradient(lambda x, w: np.sum(weigh(w=w, x=x) * X), X, W, argnums=1)


def test_kinds_unknown_and_arguments_in_a_tuple() -> None:
    def spread(both: Any) -> Any:
        return np.sum(weigh(*both) * X)

    def named(parts: Any) -> Any:
        return np.sum(weigh(**parts) * X)

    check_gradient(spread, (X, W))
    check_gradient(named, {"x": X, "w": W})


def test_called_without_a_derivative() -> None:
    np.testing.assert_allclose(weigh(X, W), X * X * W)
    np.testing.assert_allclose(weigh(X), X * X * 2.0)
    assert tangentish.grad(lambda y: y * np.sum(weigh(X)))(3.0) == np.sum(weigh(X))
    assert weigh.__name__ == "weigh" and weigh.__doc__ == "Weighted squares." and weigh.__module__ == __name__
    assert pickle.loads(pickle.dumps(weigh)) is weigh
    assert "weigh" in repr(weigh)


def test_the_rule_is_used() -> None:
    np.testing.assert_array_equal(tangentish.grad(lambda x: np.sum(threefold(x)))(X), 3.0 * np.ones(3))
    assert tangentish.grad(threefold)(2.0) == 3.0
    _, pullback = tangentish.vjp(threefold, X)
    for _ in range(2):
        np.testing.assert_array_equal(pullback(W)[0], 3.0 * W)
    np.testing.assert_array_equal(tangentish.jacrev(threefold)(X), 3.0 * np.eye(3))


def test_the_rule_is_shown() -> None:
    def loss(x: Any) -> Any:
        return np.sum(weigh(x, 2.0))

    text = tangentish.grad(loss).source_for(X)
    assert "weigh_primal(x, 2.0)" in text and "weigh_fwd(x, w)" in text and "weigh_bwd(residuals, ans_bar)" in text
    assert "Shadows" not in text


def test_result_is_the_argument() -> None:
    """A result never shares the memory of an argument, with a derivative or without."""
    def changed(x: Any) -> Any:
        y = threefold(x)
        y[0] = 10.0
        x[1] = 5.0
        return np.sum(x * y)

    x = X.copy()
    assert changed(x) == pytest.approx(X[0] * 10.0 + 5.0 * X[1] + X[2] ** 2)
    value, x_bar = tangentish.value_and_grad(changed)(X)
    assert value == pytest.approx(changed(X.copy()))
    np.testing.assert_allclose(x_bar, [10.0, 15.0, 4.0 * X[2]])


def test_what_is_kept_is_written_later() -> None:
    def loss(x: Any, w: Any) -> Any:
        x = x * 1.0
        y = exponential(x)
        z = weigh(x, w)
        y *= 2.0
        y[0] = 1.0
        x[...] = 0.5
        w[1] = 7.0
        return np.sum(y * z) + np.sum(x * w)

    check_gradient(loss, X, W, argnums=(0, 1))


def test_rule_writes_into_its_cotangent() -> None:
    def loss(x: Any) -> Any:
        y = x * 2.0
        return np.sum(exponential(y) * 3.0) + np.sum(y * y)

    check_gradient(loss, X)

    def twice(x: Any) -> Any:
        y = exponential(x)
        return np.sum(y * W) + np.sum(y ** 2)

    check_gradient(twice, X)


def test_in_loops_and_branches() -> None:
    def loss(x: Any, n: int) -> Any:
        total = 0.0
        for k in range(n):
            if total < 5.0:
                x = weigh(x, 0.5) + x[::-1]
            else:
                x = exponential(-x)
            total += np.sum(x) * (k + 1)
        return total

    check_gradient(loss, X, 5)


def test_elements_and_numbers() -> None:
    @tangentish.custom_vjp
    def hyp(a: Any, b: Any) -> Any:
        return (a * a + b * b) ** 0.5

    hyp.defvjp(lambda a, b: ((a * a + b * b) ** 0.5, (a, b)),
               lambda ab, g: (g * ab[0] / (ab[0] ** 2 + ab[1] ** 2) ** 0.5, g * ab[1] / (ab[0] ** 2 + ab[1] ** 2) ** 0.5))

    def loss(x: Any) -> Any:
        y = np.zeros(3)
        for k in range(2):
            y[k] = hyp(x[k], x[k + 1])
            x[k + 1] += y[k]
        return np.sum(y * x)

    check_gradient(loss, X)
    check_gradient(lambda a: hyp(a, 2.0 * a), 1.3)
    check_gradient(lambda a: hyp(a, 2), 1.3)


def test_containers() -> None:
    @tangentish.custom_vjp
    def mix(params: Any, x: Any) -> Any:
        return params["w"] * x, [params["b"][0] + x, params["b"][1]]

    def fwd(params: Any, x: Any) -> Any:
        return (params["w"] * x, [params["b"][0] + x, params["b"][1]]), (params["w"], x)

    def bwd(kept: Any, ans_bar: Any) -> Any:
        w, x = kept
        first, (second, third) = ans_bar
        return {"w": first * x, "b": [np.sum(second), third]}, first * w + second

    mix.defvjp(fwd, bwd)

    def loss(params: Any, x: Any) -> Any:
        y, parts = mix(params, x)
        return np.sum(y * parts[0]) * parts[1] + params["b"][0]

    def partly(params: Any, x: Any) -> Any:
        return np.sum(mix(params, x)[0] ** 2)

    params = {"w": W, "b": [0.4, 1.7]}
    check_gradient(loss, params, X, argnums=(0, 1))
    check_gradient(partly, params, X, argnums=(0, 1))


def test_returns_its_list() -> None:
    @tangentish.custom_vjp
    def same(items: Any) -> Any:
        return items

    same.defvjp(lambda items: (items, None), lambda _, bars: ([2.0 * bar for bar in bars],))

    def loss(items: Any) -> Any:
        made = same(items)
        items[0] = 0.0
        made.append(4.0)
        return made[0] ** 2 + made[1] + items[1]

    assert tangentish.grad(loss)([3.0, 5.0]) == [12.0, 3.0]
    mine = [3.0]
    assert same(mine) is not mine


class Model:
    def __init__(self, w: Any) -> None:
        self.w = w

    @tangentish.custom_vjp
    def scaled(self, x: Any) -> Any:
        return self.w * x

    def scaled_fwd(self, x: Any) -> Any:
        return self.w * x, (self.w, x)

    @staticmethod
    def scaled_bwd(kept: Any, ans_bar: Any) -> Any:
        w, x = kept
        return {"w": np.sum(10.0 * ans_bar * x)}, ans_bar * w

    scaled.defvjp(scaled_fwd, scaled_bwd)


def test_methods() -> None:
    check_gradient(lambda x: np.sum(Model(2.0).scaled(x) ** 2), X)

    def of_weight(w: Any) -> Any:
        return np.sum(Model(w).scaled(X))

    assert tangentish.grad(of_weight)(2.0) == pytest.approx(10.0 * np.sum(X))


def test_nondiff_argnums() -> None:
    def power(x: Any, n: int, kind: str = "plain") -> Any:
        return x ** n if kind == "plain" else -(x ** n)

    for argnums in ((1, 2), ("n", "kind"), (1, -1)):
        f = tangentish.custom_vjp(power, nondiff_argnums=argnums)
        f.defvjp(lambda x, n, kind: (power(x, n, kind), x),
                 lambda n, kind, x, g: (g * n * x ** (n - 1) * (1 if kind == "plain" else -1),))
        check_gradient(lambda x, f=f: np.sum(f(x, 3, "minus") * W), X)
        check_gradient(lambda x, f=f: np.sum(f(x, kind="plain", n=2) * W), X)

    @tangentish.custom_vjp(nondiff_argnums=(0,))
    def apply(function: Any, x: Any) -> Any:
        return function(x)

    apply.defvjp(lambda function, x: (function(x), x), lambda function, x, g: (g * tangentish.elementwise_grad(function)(x),))
    check_gradient(lambda x: np.sum(apply(np.sin, x) * W), X)


def test_closures() -> None:
    def made(rate: float) -> Any:
        @tangentish.custom_vjp
        def scale(x: Any) -> Any:
            return x * rate

        scale.defvjp(lambda x: (x * rate, None), lambda _, g: (g * rate,))
        return scale

    scale = made(3.0)
    check_gradient(lambda x: np.sum(scale(x) ** 2), X)

    def inside(x: Any) -> Any:
        return np.sum(made(2.0)(x) ** 2)

    check_gradient(inside, X)

    def nested(x: Any) -> Any:
        def inner(y: Any) -> Any:
            return np.sum(scale(y * x))
        return inner(x)

    check_gradient(nested, X)


def test_keeps_dtype() -> None:
    x = X.astype(np.float32)

    def loss(x: Any) -> Any:
        return np.sum(weigh(x, 2.0))

    assert tangentish.grad(loss)(x).dtype == np.float32
    wide = tangentish.custom_vjp(lambda x: x * 2)
    wide.defvjp(lambda x: (x * 2, None), lambda _, g: (np.asarray(g, float) * 2,))
    assert tangentish.grad(lambda x: np.sum(wide(x)))(x).dtype == np.float32
    assert type(tangentish.grad(wide)(2.0)) is float


def test_none_is_zero() -> None:
    f = tangentish.custom_vjp(lambda x, y: x * y)
    f.defvjp(lambda x, y: (x * y, y), lambda y, g: (g * y, None))
    x_bar, y_bar = tangentish.grad(lambda x, y: np.sum(f(x, y)), argnums=(0, 1))(X, W)
    np.testing.assert_array_equal(x_bar, W)
    np.testing.assert_array_equal(y_bar, np.zeros(3))


def plain(x: Any) -> Any:
    return np.sum(np.exp(x * x * 2.0) * x)


def ruled(x: Any) -> Any:
    return np.sum(exponential_again(weigh(x, 2.0)) * x)


@tangentish.custom_vjp
def exponential_again(x: Any) -> Any:
    return np.exp(x)


def exponential_again_fwd(x: Any) -> Any:
    y = np.exp(x)
    return y, y


def exponential_again_bwd(y: Any, ans_bar: Any) -> Any:
    return ans_bar * y,


exponential_again.defvjp(exponential_again_fwd, exponential_again_bwd)


def test_second_order() -> None:
    np.testing.assert_allclose(tangentish.grad(ruled)(X * 0.5), tangentish.grad(plain)(X * 0.5))
    np.testing.assert_allclose(tangentish.hessian(ruled)(X * 0.5), tangentish.hessian(plain)(X * 0.5))
    np.testing.assert_allclose(tangentish.hvp(ruled)(X * 0.5, W), tangentish.hvp(plain)(X * 0.5, W))


def scaled_slope(x: Any) -> Any:
    return np.sum(tangentish.grad(ruled)(x) * W)


def test_second_order_in_reverse() -> None:
    np.testing.assert_allclose(tangentish.grad(scaled_slope)(X * 0.5), tangentish.hvp(plain)(X * 0.5, W))


def test_redefined() -> None:
    f = tangentish.custom_vjp(lambda x: x * 1.0)
    f.defvjp(lambda x: (x * 1.0, None), lambda _, g: (g,))

    def loss(x: Any) -> Any:
        return f(x)

    derivative = tangentish.grad(loss)
    assert derivative(1.0) == 1.0
    f.defvjp(lambda x: (x * 1.0, None), lambda _, g: (5.0 * g,))
    assert derivative(1.0) == 5.0


def test_of_partials_and_objects() -> None:
    class Cube:
        def __call__(self, x: Any) -> Any:
            return x ** 3

    for fun in (functools.partial(pow, exp=3), Cube()):
        f = tangentish.custom_vjp(fun)
        f.defvjp(lambda x: (x ** 3, x), lambda x, g: (g * 3.0 * x ** 2,))
        check_gradient(lambda x, f=f: np.sum(f(x) * W), X)
        check_gradient(f, 1.5)
        assert f.__name__ in ("partial", "Cube")
