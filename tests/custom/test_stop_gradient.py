"""`stop_gradient` in both modes; the derivatives wanted are written out by hand, as no difference quotient gives them."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import stop_gradient
from tangentish.testing import variant_grad, variant_jvp
from tests.oracle import assert_same, inner, random_like

X = np.array([0.5, 3.0, -1.0])
W = np.array([2.0, -1.0, 4.0])
VARIANTS: tuple[dict[str, bool], ...] = ({}, {"optimise": False}, {"kinds": False})


def check(fun: Any, want: Any, *args: Any) -> None:
    """The gradient with respect to the first argument, which is left as it is, in all variants of both modes."""
    before = copy.deepcopy(args)
    direction = random_like(args[0], np.random.default_rng(0))
    for variant in VARIANTS:
        found = variant_grad(fun, **variant)(*args)
        assert_same(args, before)
        for one, other in zip(leaves(found), leaves(want), strict=True):
            np.testing.assert_allclose(one, other)
        _, ans_dot = variant_jvp(fun, **variant)(args, (direction, *[None] * (len(args) - 1)))
        assert_same(args, before)
        assert float(ans_dot) == pytest.approx(inner(want, direction))


def leaves(x: Any) -> list[Any]:
    if isinstance(x, dict):
        x = list(x.values())
    return [leaf for item in x for leaf in leaves(item)] if isinstance(x, list | tuple) else [x]


def test_arrays_and_numbers() -> None:
    check(lambda x: np.sum(x * stop_gradient(x)), X, X)
    check(lambda x: np.sum(stop_gradient(x * x) * np.sin(x)), X ** 2 * np.cos(X), X)
    check(lambda a: a * stop_gradient(a) ** 2, 9.0, 3.0)
    check(lambda x: np.sum(stop_gradient(x)), 0.0 * X, X)
    check(lambda x: np.sum(x * tangentish.stop_gradient(x[::-1])), X[::-1], X)


def test_containers() -> None:
    def of_dict(d: Any) -> Any:
        kept = stop_gradient(d)
        return np.sum(d["a"] * kept["a"]) + d["b"][0] * kept["b"][1]

    def of_list(items: Any) -> Any:
        kept = [2.0 * item for item in stop_gradient(items)]
        return np.sum(items[0] * kept[1])

    def in_part(pair: Any) -> Any:
        first, second = pair
        return np.sum(first * stop_gradient((second, first))[0])

    check(of_dict, {"a": X, "b": (7.0, 0.0)}, {"a": X, "b": (2.0, 7.0)})
    check(of_list, [2.0 * W, 0.0 * W], [X, W])
    check(in_part, (W, 0.0 * W), (X, W))


def test_closures() -> None:
    def loss(x: Any) -> Any:
        k = stop_gradient(x)

        def inner(z: Any) -> Any:
            return z * k

        return np.sum(inner(x))

    def of_captured(x: Any) -> Any:
        def inner(z: Any) -> Any:
            return z * stop_gradient(x)

        return np.sum(inner(x))

    check(loss, X, X)
    check(of_captured, X, X)


def test_in_loops() -> None:
    def loss(x: Any, n: int) -> Any:
        total = 0.0
        for _ in range(n):
            total = total + np.sum(x * stop_gradient(x)) + stop_gradient(total) * x[0]
            x = x + stop_gradient(x)
        return total

    want, total, x = 0.0 * X, 0.0, X
    for _ in range(3):
        want = want + x + total * np.array([1.0, 0.0, 0.0])
        total = total + np.sum(x * x) + total * x[0]
        x = x + x
    check(loss, want, X, 3)


def test_stores_through_the_result() -> None:
    """The result is a copy: what is written into one of the two is not in the other."""
    def result_written(x: Any) -> Any:
        y = stop_gradient(x)
        y[0] = 7.0
        return np.sum(x * y)

    def argument_written(x: Any) -> Any:
        y = stop_gradient(x)
        x[0] = x[1] * 2.0
        return np.sum(x * y)

    def view_written(x: Any) -> Any:
        z = stop_gradient(x[1:])
        z *= 3.0
        return np.sum(x ** 2)

    def added(x: Any) -> Any:
        y = x * 2.0
        z = stop_gradient(y)
        z += x
        return np.sum(y * x) + np.sum(z * W)

    def stored(x: Any) -> Any:
        y = np.zeros(3)
        y[:] = stop_gradient(x) * x
        y[1] = stop_gradient(x[1])
        return np.sum(y)

    def list_written(items: Any) -> Any:
        kept = stop_gradient(items)
        kept.append(kept[0])
        kept[0] = 2.0
        kept[1][0] = 5.0
        return items[0] * kept[-1] + np.sum(items[1] * kept[1])

    check(result_written, np.array([7.0, X[1], X[2]]), X)
    check(argument_written, np.array([0.0, 2.0 * X[0] + X[1], X[2]]), X)
    check(view_written, 2.0 * X, X)
    check(added, 4.0 * X + W, X)
    check(stored, np.array([X[0], 0.0, X[2]]), X)
    check(list_written, [3.0, np.array([5.0, *X[1:]])], [3.0, X])


def test_without_a_derivative() -> None:
    x = X.copy()
    y = stop_gradient(x)
    assert y is not x
    np.testing.assert_array_equal(x, y)
    assert stop_gradient(2.0) == 2.0
    assert stop_gradient(None) is None
    items = [x, {"a": x}]
    kept = stop_gradient(items)
    assert kept[0] is kept[1]["a"] is not x  # what was shared is shared again


def test_callees_and_values_of_functions() -> None:
    def callee(x: Any, stop: Any) -> Any:
        return stop(x) * x

    check(lambda x: np.sum(callee(x, stop_gradient)), X, X)
    check(lambda x: np.sum(list(map(stop_gradient, [x, 2.0 * x]))[1] * x), 2.0 * X, X)


def test_second_order() -> None:
    def loss(x: Any) -> Any:
        return np.sum(stop_gradient(x) * x ** 2)

    np.testing.assert_allclose(tangentish.grad(loss)(X), 2.0 * X * X)
    np.testing.assert_allclose(tangentish.hessian(loss)(X), np.diag(2.0 * X))  # the gradient is 2 x stop_gradient(x)
