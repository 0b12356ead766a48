"""Rules of users: how they may be written."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import rules
from tangentish.errors import UnsupportedError
from tests.oracle import check_gradient
from tests.rules import user_rules
from tests.rules.user_rules import (
    X,
    Y,
    cube,
    hypotenuse,
    hypotenuse_by_hand,
    hypotenuse_parts,
    own_table,
    shifted,
    slope,
)

__all__ = ["own_table"]  # a fixture, for all tests here


@pytest.mark.parametrize("rule", [hypotenuse_parts, hypotenuse_by_hand])
@pytest.mark.parametrize("args", [(X, X + 3.0), (X, Y), (2.0, 3.0), (X, 3.0), (np.float32(2.0), 3.0), (np.zeros((0, 3)), X),
                                  (np.array(2.0), 1.0), (X.astype(np.float32), X.astype(np.float32))])
def test_elementwise(rule: Any, args: Any) -> None:
    rules.elementwise(hypotenuse)(rule)
    rtol = 1e-6 if all(np.asarray(a).dtype == float for a in args) else 1e-2
    for argnums in (0, 1, (0, 1)):
        bars = check_gradient(lambda x, y: np.sum(hypotenuse(x, y) ** 2), *args, argnums=argnums, rtol=rtol, size=1e-2)
        for bar, k in zip(bars, argnums, strict=True) if isinstance(argnums, tuple) else [(bars, argnums)]:
            assert np.shape(bar) == np.shape(args[k])
            assert type(args[k]) is float or np.asarray(bar).dtype == np.asarray(args[k]).dtype


def test_straight_line_is_spliced_and_the_rest_called() -> None:
    rules.elementwise(hypotenuse)(hypotenuse_parts)

    def f(x: Any, y: Any) -> Any:
        return np.sum(hypotenuse(x, y))

    text = tangentish.grad(f).source_for(X, X)
    assert "inverse = 1.0 / t" in text and "checked_partial(x * inverse" in text and "y * inverse" not in text
    rules.elementwise(hypotenuse)(hypotenuse_by_hand)
    text = tangentish.grad(f).source_for(X, X)
    assert "hypotenuse_by_hand_rule(t, x, y)" in text and "for " not in text


def test_globals_are_those_of_the_rule_and_read_when_it_runs(monkeypatch: Any) -> None:
    rules.elementwise(hypotenuse)(hypotenuse_by_hand)

    def f(x: Any, helper: Any, FACTOR: Any, parts: Any) -> Any:  # names that the rule uses too
        inverse = hypotenuse(x, helper) * FACTOR
        return np.sum(inverse * parts)

    want = 6.0 * X / np.sqrt(X ** 2 + 1.0)
    np.testing.assert_allclose(slope(f, X, 1.0, 2.0, 3.0), want)
    monkeypatch.setattr(user_rules, "FACTOR", 30.0)
    np.testing.assert_allclose(slope(f, X, 1.0, 2.0, 3.0), 10.0 * want)


def test_names_of_a_spliced_rule_do_not_meet_those_of_the_program() -> None:
    def scaled(x: Any) -> Any:
        return 2.0 * x

    @rules.vjp(scaled)
    def like(ans_bar: Any, ans: Any, x: Any) -> Any:
        t = max(1.0, 2.0)
        return ans_bar * abs(t)

    def f(x: Any, max: Any, abs: Any, like_rule: Any) -> Any:
        t, checked, ans_bar = max, abs, like_rule
        return np.sum(scaled(x)) * t * checked * ans_bar

    np.testing.assert_allclose(slope(f, X, 2.0, 3.0, 4.0), [48.0] * 3)


def test_closure_lambda_generator_and_callable_object() -> None:
    factors = [7.0]

    class Rule:
        def __call__(self, ans: Any, x: Any) -> Any:
            return factors[0]

    for rule in (lambda ans, x: factors[0], Rule(), functools.partial(lambda k, ans, x: k, 7.0)):
        rules.elementwise(cube)(rule)
        assert slope(lambda x: cube(x), 1.0) == 7.0


def test_defaults_and_keywords() -> None:
    @rules.vjp(shifted, wrt=("x", "by", "scale"))
    def shifted_vjp(ans_bar: Any, ans: Any, x: Any, by: Any, *, scale: Any, table: Any) -> Any:
        assert table is Y
        return ans_bar * scale, np.sum(ans_bar * scale), np.sum(ans_bar * (x + by))

    @rules.jvp(shifted)
    def shifted_jvp(ans: Any, x_dot: Any, by_dot: Any, scale_dot: Any, x: Any, by: Any, *, scale: Any, table: Any) -> Any:
        assert table is Y
        return x_dot * scale, by_dot * scale, scale_dot * (x + by)

    check_gradient(lambda x: np.sum(shifted(x)), X)
    check_gradient(lambda x, s: np.sum(shifted(x, scale=s) ** 2), X, 1.5, argnums=(0, 1))
    check_gradient(lambda x, b, s: np.sum(shifted(by=b, scale=s, x=x) ** 2), X, 0.5, 1.5, argnums=(0, 1, 2))


def test_parameters_of_any_name_are_active() -> None:
    def scaled(x: Any, k: Any = 2.0, axis: Any = 0.0) -> Any:
        return x * k + axis

    @rules.vjp(scaled)
    def scaled_vjp(ans_bar: Any, ans: Any, x: Any, k: Any = 2.0, axis: Any = 0.0) -> Any:
        return ans_bar * k

    assert slope(lambda x: scaled(x, 3.0), 1.0) == 3.0
    for call in (lambda x: scaled(1.0, x), lambda x: scaled(1.0, axis=x)):
        with pytest.raises(UnsupportedError, match=r"with respect to `(k|axis)` is not known"):
            slope(call, 1.0)


def test_sequences() -> None:
    def weighted(xs: Any, *factors: Any) -> Any:
        return sum(x * f for x, f in zip(xs, factors, strict=True))

    @rules.vjp(weighted)
    def weighted_vjp(ans_bar: Any, ans: Any, xs: Any, *factors: Any) -> Any:
        return [ans_bar * f for f in factors], [np.sum(ans_bar * x) for x in xs]

    @rules.jvp(weighted)
    def weighted_jvp(ans: Any, xs_dot: Any, factors_dot: Any, xs: Any, *factors: Any) -> Any:
        return weighted(xs_dot, *factors), weighted(xs, *factors_dot)

    check_gradient(lambda x, y, a, b: np.sum(weighted([x, y], a, b) ** 2), X, X + 1.0, 2.0, -1.5, argnums=(0, 1, 2, 3))


def test_several_results() -> None:
    def polar(x: Any, y: Any) -> Any:
        return np.hypot(x, y), np.arctan2(y, x)

    @rules.vjp(polar, multi=True)
    def polar_vjp(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        r_bar, phi_bar = ans_bar
        r = ans[0]
        return (r_bar * x - phi_bar * y / r) / r, (r_bar * y + phi_bar * x / r) / r

    @rules.jvp(polar)
    def polar_jvp(ans: Any, x_dot: Any, y_dot: Any, x: Any, y: Any) -> Any:
        r = ans[0]
        return (x_dot * x / r, -x_dot * y / r ** 2), (y_dot * y / r, y_dot * x / r ** 2)

    def both(x: Any, y: Any) -> Any:
        r, phi = polar(x, y)
        return np.sum(r * phi)

    check_gradient(both, X, X + 3.0, argnums=(0, 1))
    check_gradient(lambda x, y: np.sum(polar(x, y)[1] ** 2), X, X + 3.0, argnums=(0, 1))  # the other is not used


def test_broadcasts() -> None:
    def added(x: Any, y: Any) -> Any:
        return x + 2.0 * y

    @rules.linear(added, wrt=("x", "y"), broadcasts=True)
    def added_transpose(ans_bar: Any, x: Any, y: Any) -> Any:
        return ans_bar, 2.0 * ans_bar

    check_gradient(lambda x, y: np.sum(added(x, y) ** 2), X, Y, argnums=(0, 1))


def test_complex_numbers() -> None:
    def rotated(x: Any, w: Any) -> Any:
        return x * w

    rules.elementwise(rotated)(lambda ans, x, w: (w, x))
    check_gradient(lambda x, w: np.sum(np.abs(rotated(x, w) + 1.0)), X, X * 1j + 2.0, argnums=(0, 1))


def test_casts_of_partial_derivatives() -> None:
    rules.elementwise(cube)(lambda ans, x: x > 0.0)  # a mask, as for a relu
    np.testing.assert_array_equal(slope(lambda x: np.sum(cube(x)), X), [1.0, 0.0, 1.0])
    rules.elementwise(cube)(lambda ans, x: 2)
    np.testing.assert_array_equal(slope(lambda x: np.sum(cube(x)), X), [2.0] * 3)


def test_second_derivatives() -> None:
    @rules.elementwise(cube)
    def cube_partial(ans: Any, x: Any) -> Any:
        return 3.0 * x ** 2

    slope_of_cube = tangentish.grad(lambda x: cube(x))
    np.testing.assert_allclose(slope(lambda x: slope_of_cube(x), 2.0), 12.0)
    np.testing.assert_allclose(tangentish.hessian(lambda x: np.sum(cube(x)))(X), np.diag(6.0 * X))
