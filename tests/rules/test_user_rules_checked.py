"""Rules of users: what is refused, when they are registered and when they are used."""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np
import pytest

from tangentish import rules
from tangentish.errors import CallError, RuleError, UnsupportedError
from tangentish.rules import registry
from tests.rules.user_rules import ONES, X, cube, own_table, product, same, shifted, slope

__all__ = ["own_table"]  # a fixture, for all tests here


def refused(kind: Any, rule: Any, *patterns: str, args: Any = (ONES, X)) -> None:
    """The rule can be registered; to use it is an error that says where the call is, and where the rule."""
    kind(product)(rule)
    with pytest.raises(RuleError) as caught:
        slope(lambda x, y: np.sum(product(x, y)), *args, argnums=(0, 1))
    place = f"the rule `{rule.__name__}` ({rule.__code__.co_filename}:{rule.__code__.co_firstlineno})"
    for pattern in (r"test_user_rules_checked.py:\d+: the rule", re.escape(place), r"product\(x, y\)", *patterns):
        assert re.search(pattern, str(caught.value)), str(caught.value)


def test_wrong_number_of_results() -> None:
    def three(ans: Any, x: Any, y: Any) -> Any:
        return y, x, x

    def three_by_hand(ans: Any, x: Any, y: Any) -> Any:
        return [y, x, x]

    def one(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y

    with pytest.raises(RuleError, match=rf"`three` \(.*{three.__code__.co_firstlineno}\) returns 3 results; needed are 2"):
        rules.elementwise(product)(three)
    assert registry.lookup(product) is None
    refused(rules.elementwise, three_by_hand, "returned 3 results; needed are 2")
    refused(rules.vjp, one, "returned an array of float64; needed is a tuple of 2")


def test_none() -> None:
    def unknown(ans: Any, x: Any, y: Any) -> Any:
        return y, None

    def forgotten(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        if np.ndim(x):
            return ans_bar * y, None

    refused(rules.elementwise, unknown, "argument `y` is None", "If it is zero, return 0.0", "stop_gradient")
    refused(rules.vjp, forgotten, "argument `y` is None")
    np.testing.assert_array_equal(slope(lambda x, y: np.sum(product(x, y)), X, X), X)  # of `x` alone it is known


def test_wrong_shape() -> None:
    def longer(ans: Any, x: Any, y: Any) -> Any:
        return np.ones(4), x

    def larger(ans: Any, x: Any, y: Any) -> Any:
        return y, np.ones((5, 2, 3))

    def full(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y, ans_bar * x

    def scalar(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y, 0.0

    refused(rules.elementwise, longer, r"`x` has shape \(4,\); the result of the function has shape \(2, 3\)")
    refused(rules.elementwise, larger, r"`y` has shape \(5, 2, 3\)")
    refused(rules.vjp, full, r"`y` has shape \(2, 3\); the argument has shape \(3,\)")
    refused(rules.vjp, scalar, r"`y` has shape \(\); the argument has shape \(3,\)")


def test_wrong_dtype() -> None:
    def rotated(ans: Any, x: Any, y: Any) -> Any:
        return y, 1j * x

    def turned(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y * (1.0 + 0j), ans_bar[0]

    refused(rules.elementwise, rotated, "`y` is complex; the argument and the result are real")
    refused(rules.vjp, turned, "`x` is complex; the argument is real")


def test_not_an_array() -> None:
    def listed(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y, [1.0, 2.0, 3.0]

    def text(ans: Any, x: Any, y: Any) -> Any:
        return y, "x"

    def array_of_text(ans: Any, x: Any, y: Any) -> Any:
        return np.array(["a", "b", "c"]), x

    refused(rules.vjp, listed, "`y` is a list, not an array or a number")
    refused(rules.elementwise, text, "`y` is a str, not an array")
    refused(rules.elementwise, array_of_text, "`x` is an array of <U1, not an array or a number")


def test_numbers_are_checked_as_well() -> None:
    def rows(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return np.ones(2), ans_bar

    refused(rules.vjp, rows, r"`x` has shape \(2,\); the argument has shape \(\)", args=(2.0, 3.0))


def test_length_of_a_sequence() -> None:
    def total(xs: Any) -> Any:
        return xs[0] + xs[1]

    for given, message in (([1.0], "has 1 items, the argument 2"), (1.0, "the argument is a sequence of 2"),
                           ([1.0, None], r"`xs\[1\]` is None"), ([1.0, np.ones(3)], r"`xs\[1\]` has shape")):
        rules.vjp(total)(functools.partial(_given, given))
        with pytest.raises(RuleError, match=message):
            slope(lambda x: total([x, x]), 1.0)


def _given(given: Any, ans_bar: Any, ans: Any, xs: Any) -> Any:
    return given


def test_several_results_or_one() -> None:
    def two(x: Any) -> Any:
        return 3.0 * x, 2.0 * x

    rules.vjp(two)(lambda ans_bar, ans, x: ans_bar[0])
    with pytest.raises(RuleError, match=r"the function returned a sequence.*\n(.*\n)*.*multi=True"):
        slope(lambda x: np.sum(two(x)[1]), X)
    rules.vjp(cube, multi=True)(lambda ans_bar, ans, x: ans_bar[0])
    with pytest.raises(RuleError, match="registered with multi=True, and the function did not return a tuple"):
        slope(lambda x: np.sum(cube(x)), X)
    rules.elementwise(two)(lambda ans, x: 1.0 * x)
    with pytest.raises(RuleError, match="neither a number nor an array"):
        slope(lambda x: np.sum(two(x)[1]), X)


def test_argument_that_the_rule_does_not_declare() -> None:
    rules.elementwise(shifted)(lambda ans, x: 2.0)
    assert slope(lambda x: shifted(x), 1.0) == 2.0
    with pytest.raises(CallError, match="`shifted` does not know the argument `scale`"):
        slope(lambda x: shifted(x, scale=3.0), 1.0)


def test_result_that_is_the_argument() -> None:
    """A reversed gradient, say: right where nothing is written, refused where it is."""
    rules.linear(same)(lambda ans_bar, x: -ans_bar)
    np.testing.assert_array_equal(slope(lambda x: np.sum(same(x) ** 2), X), -2.0 * X)

    def written(x: Any) -> Any:
        y = same(x)
        y[0] = 2.0
        return np.sum(y * x)

    with pytest.raises(UnsupportedError, match=r"`same`, .* may return the memory of its argument"):
        slope(written, X)
    with pytest.raises(UnsupportedError, match="returned the memory of its argument"):
        slope(lambda x, fs: np.sum(fs[0](x)), X, [same])


@pytest.mark.parametrize("register, message", [
    (lambda: rules.elementwise(product)(lambda x, y: (y, x)), "its first parameters must be ans"),
    (lambda: rules.linear(product)(lambda ans, x: x), "its first parameters must be ans_bar"),
    (lambda: rules.vjp(product)(lambda ans_bar, x, y: x), "its first parameters must be ans_bar, ans"),
    (lambda: rules.elementwise(product)(lambda ans: 1.0), "must name parameters of the rule"),
    (lambda: rules.elementwise(product, wrt=("z",))(lambda ans, x, y: 1.0), "must name parameters of the rule"),
    (lambda: rules.elementwise(product, wrt="x")(lambda ans, x, y: 1.0), "the parameters in a tuple"),
    (lambda: rules.elementwise()(lambda ans, x, y: 1.0), "name the functions"),
    (lambda: rules.elementwise("product"), "'product' is not a function"),
    (lambda: rules.zero_derivative(3), "3 is not a function"),
    (lambda: rules.elementwise(product)(lambda ans, y, x: (x, y)), "not those of the function, x, y, in their order"),
    (lambda: rules.elementwise(product)(lambda ans, y, z: (z, y)), "not those of the function, x, y, in their order"),
    (lambda: rules.elementwise(product)(lambda ans, x, y, z: (y, x, x)), "it has 3 parameters, the function 2"),
    (lambda: rules.vjp(product)(lambda ans_bar, ans, x, **more: x), "it has to name its parameters"),
    (lambda: rules.vjp(shifted)(lambda ans_bar, ans, x, by=2.0: x), "default of `by` is 2.0, that of the function 1.0"),
    (lambda: rules.jvp(product)(lambda ans, x_dot, x, y: x), "register its vjp rule first"),
    (lambda: rules.jvp(np.multiply)(lambda ans, x_dot, x, y: x), "an elementwise rule serves both modes"),
])
def test_registration(register: Any, message: str) -> None:
    before = registry.lookup(product), registry.lookup(shifted)
    with pytest.raises(RuleError, match=message):
        register()
    assert (registry.lookup(product), registry.lookup(shifted)) == before


def test_jvp_belongs_to_a_vjp() -> None:
    @rules.vjp(product)
    def product_vjp(ans_bar: Any, ans: Any, x: Any, y: Any) -> Any:
        return ans_bar * y, ans_bar * x

    def product_jvp(ans: Any, x_dot: Any, y_dot: Any, x: Any, y: Any) -> Any:
        return x_dot * y, x * y_dot

    def few(ans: Any, x_dot: Any, y_dot: Any, x: Any, y: Any) -> Any:
        return (x_dot * y,)

    assert rules.jvp(product)(product_jvp) is product_jvp
    rule = registry.lookup(product)
    assert rule is not None and rule.jvp is product_jvp
    with pytest.raises(RuleError, match="returns 1 results; needed are 2"):
        rules.jvp(product)(few)
    with pytest.raises(RuleError, match="its parameters begin with"):
        rules.jvp(product)(lambda ans, x_dot, x, y: x_dot)
    with pytest.raises(RuleError, match="come the parameters of the vjp rule"):
        rules.jvp(product)(lambda ans, x_dot, y_dot, x: x_dot)
    assert rule.jvp is product_jvp
