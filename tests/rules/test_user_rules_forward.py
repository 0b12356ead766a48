"""Rules of users in forward mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import rules
from tangentish.errors import RuleError, UnsupportedError
from tests.oracle import check_gradient, directional, random_like
from tests.rules.user_rules import X, Y, hypotenuse, hypotenuse_by_hand, hypotenuse_parts, own_table, same, telling

__all__ = ["own_table"]  # a fixture, for all tests here


def forward(f: Any, args: Any, rtol: float = 1e-6) -> None:
    """The tangent against central differences."""
    rng = np.random.default_rng(0)
    dots = tuple(random_like(arg, rng) for arg in args)
    _, got = tangentish.jvp(f, args, dots)
    want = directional(f, args, tuple(range(len(args))), dots, 1e-3)
    assert abs(got - want) <= rtol * max(1.0, abs(want)), (got, want)


@pytest.mark.parametrize("rule", [hypotenuse_parts, hypotenuse_by_hand])
def test_tangent_of_elementwise(rule: Any) -> None:
    rules.elementwise(hypotenuse)(rule)
    forward(lambda x, y: np.sum(hypotenuse(x, y) ** 2), (X, Y))
    forward(lambda x, y: hypotenuse(x, y), (2.0, 3.0))
    forward(lambda x: np.sum(hypotenuse(x, 2.0)), (X,))
    forward(lambda x, f=[hypotenuse]: np.sum(f[0](x, 2.0)), (X,))


def product_vjp(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
    return np.sum(ans_bar) * y, np.sum(ans_bar) * x


def product_jvp(ans: Any, x_dot: Any, y_dot: Any, x: Any, y: Any) -> Any:
    return x_dot @ y, x @ y_dot


def product_jvp_by_hand(ans: Any, x_dot: Any, y_dot: Any, x: Any, y: Any) -> Any:
    terms = [0.0, 0.0]
    for k in range(len(x)):
        terms[0] += x_dot[k] * y[k]
        terms[1] += x[k] * y_dot[k]
    return terms


@pytest.mark.parametrize("rule", [product_jvp, product_jvp_by_hand])
def test_tangent_of_vjp(rule: Any) -> None:
    def scalar_product(x: Any, y: Any) -> Any:
        return x @ y

    rules.vjp(scalar_product)(product_vjp)
    with pytest.raises(UnsupportedError, match="has no forward form"):
        forward(lambda x, y: scalar_product(x, y) ** 2, (X, X + 1.0))
    rules.jvp(scalar_product)(rule)
    forward(lambda x, y: scalar_product(x, y) ** 2, (X, X + 1.0))
    forward(lambda x: scalar_product(x, X) ** 2, (X,))
    forward(lambda y: scalar_product(X, y) ** 2, (X,))


def test_tangent_of_linear() -> None:
    rules.linear(same)(lambda ans_bar, x: ans_bar)
    forward(lambda x: np.sum(same(x) ** 2), (X,))


def test_tangent_is_checked() -> None:
    def scaled(x: Any, y: Any) -> Any:
        return x * y

    rules.vjp(scaled)(lambda ans_bar, ans, x, y: (ans_bar * y, ans_bar * x))
    for given, message in (((None, 0.0), "`x` is None"), ((np.ones(4), 0.0), r"`x` has shape \(4,\)"),
                           ((X, X * 1j), "`y` is complex"), ((X, "y"), "`y` is a str"), ((X,), "returned 1 results")):
        rules.jvp(scaled)(_giving(given))
        with pytest.raises(RuleError, match=message):
            forward(lambda x, y: np.sum(scaled(x, y)), (X, X + 1.0))


def _giving(given: Any) -> Any:
    return lambda ans, x_dot, y_dot, x, y: given


def test_tangent_of_several_results() -> None:
    def both_parts(x: Any) -> Any:
        return np.sin(x), 3.0 * x

    rules.vjp(both_parts, multi=True)(lambda ans_bar, ans, x: ans_bar[0] * np.cos(x) + 3.0 * ans_bar[1])
    rules.jvp(both_parts)(lambda ans, x_dot, x: (x_dot * np.cos(x), 3.0 * x_dot))

    def f(x: Any) -> Any:
        a, b = both_parts(x)
        return np.sum(a * b)

    forward(f, (X,))
    check_gradient(f, X)


def test_tangent_programs_made_before_are_not_used_again() -> None:
    def inner(x: Any) -> Any:
        return x * x

    def outer(x: Any) -> Any:
        return inner(x)

    assert tangentish.jvp(outer, (3.0,), (1.0,))[1] == tangentish.jvp(inner, (3.0,), (1.0,))[1] == 6.0
    telling(inner)
    assert tangentish.jvp(outer, (3.0,), (1.0,))[1] == tangentish.jvp(inner, (3.0,), (1.0,))[1] == 100.0
