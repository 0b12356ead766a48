"""Rules that users register, through the public API: for what callables, and when they hold."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import math
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import rules
from tangentish.errors import RuleError, UnsupportedError
from tests.oracle import check_gradient
from tests.rules.user_rules import FACTOR, Spring, X, cube, own_table, slope, telling

__all__ = ["own_table"]  # a fixture, for all tests here


def both(x: Any) -> Any:
    """Two results from one call that is looked up when it happens."""
    whole, fraction = FUNCTIONS[0](x)
    return np.sum(whole * fraction)


FUNCTIONS = [np.modf]


def test_several_results_of_a_function_that_is_looked_up() -> None:
    check_gradient(both, X + 0.25)
    np.testing.assert_array_equal(tangentish.vjp(np.modf, X)[1]((X, X))[0], X)




def test_python_function_directly_and_from_another() -> None:
    telling(cube)
    assert slope(cube, 2.0) == 100.0
    assert slope(lambda x: cube(x) + cube(x), 2.0) == 200.0


def test_function_passed_looked_up_and_mapped() -> None:
    telling(cube)
    assert slope(lambda x, f: f(x), 2.0, cube) == 100.0
    assert slope(lambda x, fs: fs[0](x), 2.0, [cube]) == 100.0
    assert slope(lambda x: sum(map(cube, [x, x])), 2.0) == 200.0
    assert slope(lambda x: functools.partial(cube)(x), 2.0) == 100.0
    assert slope(lambda *xs: cube(*xs), 2.0) == 100.0


def test_local_function() -> None:
    def local(x: Any) -> Any:
        return x * FACTOR

    telling(local)
    assert slope(lambda x: local(x), 2.0) == 100.0


def test_static_method() -> None:
    telling(Spring.static)
    assert slope(lambda x: Spring.static(x), 2.0) == slope(lambda x: Spring(1.0).static(x), 2.0) == 100.0


def test_method_gives_a_dict_for_its_object() -> None:
    @rules.vjp(Spring.energy)
    def energy_vjp(ans_bar: Any, ans: Any, self: Any, x: Any) -> Any:
        return {"k": np.sum(0.5 * ans_bar * x ** 2)}, ans_bar * self.k * x * 10.0

    def active(x: Any) -> Any:
        spring = Spring(2.0 * x[0])  # the object itself depends on `x`
        return np.sum(spring.energy(x))

    given = Spring(3.0)
    np.testing.assert_allclose(slope(lambda x: np.sum(given.energy(x)), X), 30.0 * X)
    np.testing.assert_allclose(slope(lambda x, spring: np.sum(spring.energy(x)), X, given), 30.0 * X)
    want = 20.0 * X[0] * X
    want[0] += np.sum(X ** 2)
    np.testing.assert_allclose(slope(active, X), want)


def test_method_without_a_word_about_its_object_is_refused() -> None:
    @rules.vjp(Spring.energy, wrt=("x",))
    def energy_vjp(ans_bar: Any, ans: Any, self: Any, x: Any) -> Any:
        return ans_bar * self.k * x

    with pytest.raises(UnsupportedError, match=r"test_user_rules.py:\d+: the derivative of `energy` with respect to `self`"):
        slope(lambda x: np.sum(Spring(x[0]).energy(x)), X)


def test_dict_for_an_object_is_checked() -> None:
    @rules.vjp(Spring.energy)
    def energy_vjp(ans_bar: Any, ans: Any, self: Any, x: Any) -> Any:
        return {"stiffness": 0.0}, ans_bar * self.k * x

    with pytest.raises(RuleError, match=r"`self` is a dict; needed is a dict with a cotangent for each of 'k'"):
        slope(lambda x: np.sum(Spring(2.0).energy(x)), X)


def test_callable_object_and_partial() -> None:
    spring, part = Spring(2.0), functools.partial(pow, 2.0)
    telling(spring)
    telling(part)
    assert slope(lambda x: spring(x), 2.0) == slope(lambda x: part(x), 2.0) == 100.0


def test_functions_written_in_c() -> None:
    libm = ctypes.CDLL(ctypes.util.find_library("m"))
    libm.cbrt.restype, libm.cbrt.argtypes = ctypes.c_double, [ctypes.c_double]
    root = libm.cbrt
    with pytest.raises(UnsupportedError, match="no derivative rule for ctypes"):
        slope(lambda x: root(x), 8.0)
    rules.elementwise(root)(lambda ans, x: 1.0 / (3.0 * ans ** 2))
    assert slope(lambda x: root(x), 8.0) == slope(lambda x: libm.cbrt(x), 8.0) == 1.0 / 12.0
    assert slope(lambda x, f: f(x), 8.0, root) == 1.0 / 12.0
    telling(math.gamma)
    assert slope(lambda x: math.gamma(x), 2.0) == 100.0


def test_ufunc_of_python() -> None:
    ufunc = np.frompyfunc(cube, 1, 1)

    @rules.elementwise(ufunc)
    def ufunc_partial(ans: Any, x: Any) -> Any:
        return 50.0 * x

    assert slope(lambda x: ufunc(x) * 2.0, 2.0) == 200.0
    with pytest.raises(UnsupportedError, match="arrays of objects"):  # that is what it makes of an array
        slope(lambda x: np.sum(ufunc(x)), X)


def test_rule_of_the_library_and_its_python_are_replaced() -> None:
    telling(np.sqrt)
    np.testing.assert_array_equal(slope(lambda x: np.sum(np.sqrt(x)), X ** 2), [100.0] * 3)
    rules.vjp(np.matmul)(lambda ans_bar, ans, a, b: (7.0 * np.ones_like(a), np.zeros_like(b)))
    np.testing.assert_array_equal(slope(lambda x: np.sum(x @ x), np.eye(2)), 7.0 * np.ones((2, 2)))
    rules.linear(sum)(lambda ans_bar, x: [10.0 * ans_bar for _ in x])
    assert slope(lambda x: sum([x, x]), 2.0) == 20.0


def test_zero_derivative() -> None:
    rules.zero_derivative(cube)
    assert slope(lambda x: x * cube(x), 2.0) == 8.0


def test_a_parameter_called_out_is_one_as_any_other() -> None:
    seen = []

    def note(out: Any) -> int:
        seen.append(out.copy())
        return len(seen)

    def note_second(x: Any, out: Any = None) -> int:
        return note(out)

    def fun(x: Any) -> Any:
        y = 2.0 * x
        note(y)
        y = y * note_second(1, y)
        return np.sum(y * note_second(1, out=y))

    rules.zero_derivative(note, note_second)
    np.testing.assert_array_equal(slope(fun, X), [12.0] * 3)
    np.testing.assert_array_equal(seen, [2.0 * X, 2.0 * X, 4.0 * X])


def test_programs_made_before_are_not_used_again() -> None:
    def inner(x: Any) -> Any:
        return x * x

    def outer(x: Any) -> Any:
        return inner(x) + 1.0

    def deeper(x: Any) -> Any:
        return outer(x)

    def listed(x: Any, fs: Any) -> Any:
        return fs[0](x)

    direct, through, far, dynamic = map(tangentish.grad, (inner, outer, deeper, listed))

    def all_of_them() -> list[float]:
        return [direct(3.0), through(3.0), far(3.0), dynamic(3.0, [inner]), tangentish.vjp(outer, 3.0)[1](1.0)[0]]

    for _ in range(3):  # the third call takes the quick way
        assert all_of_them() == [6.0] * 5
    telling(inner)
    for _ in range(3):
        assert all_of_them() == [100.0] * 5
    rules.elementwise(inner)(lambda ans, x: 200.0)
    for _ in range(3):
        assert all_of_them() == [200.0] * 5
    rules.zero_derivative(inner)
    assert all_of_them() == [0.0] * 5


def test_what_a_function_does_to_its_arguments_is_forgotten_too() -> None:
    def doubled(x: Any) -> Any:
        y = x.copy()
        y *= 2.0
        return y

    def f(x: Any) -> Any:
        return np.sum(doubled(x) * x)

    np.testing.assert_allclose(slope(f, X), 4.0 * X)
    rules.linear(doubled)(lambda ans_bar, x: 10.0 * ans_bar)
    np.testing.assert_allclose(slope(f, X), 12.0 * X)


def test_the_function_is_not_called_more_often_than_the_program_says() -> None:
    calls: list[Any] = []

    def counted(x: Any) -> Any:
        calls.append(x)
        return x * 2.0

    rules.linear(counted)(lambda ans_bar, x: 2.0 * ans_bar)
    slope(lambda x: np.sum(counted(x)), X)
    assert len(calls) == 1
