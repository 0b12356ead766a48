"""Functions whose defaults or code are changed: what was made of them before is not used again."""

from __future__ import annotations

import types

import numpy as np
import pytest

import tangentish
from tangentish import grad, hessian, jacobian, jacrev, jvp, vjp


def scaled(x, a=2.0):
    return a * x


def named(x, *, b=2.0):
    return b * x


def calls_scaled(x):
    return x * scaled(x)


def calls_named(x):
    return x * named(x)


def square(x):
    return x * x


def cube(x):
    return x * x * x


def calls_square(x):
    return square(x)


def by_jvp(fun):
    forward = jvp(fun)
    return lambda x: forward((x,), (1.0,))[1]


def by_vjp(fun):
    return lambda x: vjp(fun, x)[1](1.0)[0]


OPERATORS = [grad, by_jvp, by_vjp, jacobian, jacrev]


def copied(fun):
    made = types.FunctionType(fun.__code__, fun.__globals__, fun.__name__, fun.__defaults__, fun.__closure__)
    made.__kwdefaults__ = fun.__kwdefaults__ and dict(fun.__kwdefaults__)
    return made


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("outer", [False, True])
def test_other_defaults(operator, outer, monkeypatch) -> None:
    one, two = copied(scaled), copied(named)
    monkeypatch.setitem(globals(), "scaled", one)
    monkeypatch.setitem(globals(), "named", two)
    left, right = operator(calls_scaled if outer else one), operator(calls_named if outer else two)
    unit = 2.0 if outer else 1.0
    for _ in range(3):
        assert left(1.0) == right(1.0) == 2.0 * unit
    one.__defaults__, two.__kwdefaults__ = (5.0,), {"b": 5.0}
    for _ in range(3):
        assert left(1.0) == right(1.0) == 5.0 * unit
    two.__kwdefaults__["b"] = 7.0  # in place
    for _ in range(3):
        assert right(1.0) == 7.0 * unit


def test_other_defaults_in_second_derivatives(monkeypatch) -> None:
    one = copied(scaled)
    monkeypatch.setitem(globals(), "scaled", one)
    second = hessian(calls_scaled)
    assert second(1.0) == 4.0
    one.__defaults__ = (5.0,)
    assert second(1.0) == 10.0
    one.__defaults__ = (np.float64(6.0),)
    assert second(1.0) == 12.0


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("outer", [False, True])
def test_other_code(operator, outer, monkeypatch) -> None:
    """As notebooks that load a module again put it into the functions that are there."""
    one = copied(square)
    monkeypatch.setitem(globals(), "square", one)
    derivative = operator(calls_square if outer else one)
    for _ in range(3):
        assert derivative(3.0) == 6.0
    one.__code__ = cube.__code__
    for _ in range(3):
        assert derivative(3.0) == pytest.approx(27.0)


def test_a_function_is_not_kept() -> None:
    import gc
    import weakref

    def local(x, a=2.0):
        return a * x

    kept = weakref.ref(local)
    assert grad(local)(1.0) == 2.0
    assert tangentish.jvp(local, (1.0,), (1.0,))[1] == 2.0
    del local
    gc.collect()
    assert kept() is None


def total(x):
    return np.sum(x * x)


def total_of_doubled(x):
    x *= 2.0
    return np.sum(x * x)


class Kept:
    """A class whose static method is changed."""

    run = staticmethod(total)


class Derived(Kept):
    """One that has it from another."""


module = types.ModuleType("module_that_changes")
module.run, module.kept = total, Kept
installed = types.ModuleType("scipy.one_of_its_modules")
installed.run = np.square


def of_a_module(x):
    y = x * 1.0
    return module.run(y) + np.sum(np.sin(y))


def of_a_class(x):
    y = x * 1.0
    return Kept.run(y) + np.sum(np.sin(y))


def of_a_derived_class(x):
    y = x * 1.0
    return Derived.run(y) + np.sum(np.sin(y))


def of_a_class_of_a_module(x):
    y = x * 1.0
    return module.kept.run(y) + np.sum(np.sin(y))


def two_calls_down(x):
    y = x * 1.0
    return of_a_module(y) + np.sum(np.sin(y))


def a_universal_function(x):
    return np.sum(module.run(x))


def of_another_package(x):
    return np.sum(installed.run(x * 1.0))


STATIC = staticmethod(total_of_doubled)
CHANGED = [(of_a_module, module, total_of_doubled), (two_calls_down, module, total_of_doubled),
           (a_universal_function, module, np.exp), (of_a_class, Kept, STATIC), (of_a_derived_class, Kept, STATIC),
           (of_another_package, installed, np.exp), (of_a_derived_class, Derived, STATIC), (of_a_class_of_a_module, Kept, STATIC)]


@pytest.mark.parametrize(("fun", "owner", "other"), CHANGED)
def test_parts_of_modules_and_classes(fun, owner, other, monkeypatch) -> None:
    derivative, x, v = grad(fun), np.array([0.3, 0.7]), np.array([1.0, -0.4])

    def check() -> None:
        expected = (fun(x + 1e-6 * v) - fun(x - 1e-6 * v)) / 2e-6
        assert derivative(x) @ v == pytest.approx(expected, abs=1e-7)
        assert jvp(fun, (x,), (v,))[1] == pytest.approx(expected, abs=1e-7)

    check()
    check()
    monkeypatch.setattr(owner, "run", other)
    check()
    monkeypatch.undo()
    check()


def of_the_same_name(run):
    class Named:
        pass

    Named.run = staticmethod(run)
    return Named


def test_owners_of_the_same_name(monkeypatch) -> None:
    classes = [of_the_same_name(np.sin) for _ in range(2)]
    modules = [types.ModuleType("of_the_same_name") for _ in range(2)]
    modules[0].run = modules[1].run = np.sin
    for one, other in (classes, modules):
        monkeypatch.setitem(globals(), "one", one)
        monkeypatch.setitem(globals(), "other", other)
        derivative, x = grad(of_both), np.array([0.3, 0.7])
        np.testing.assert_allclose(derivative(x), 2.0 * np.cos(x))
        monkeypatch.setattr(other, "run", staticmethod(np.exp) if isinstance(other, type) else np.exp)
        np.testing.assert_allclose(derivative(x), np.cos(x) + np.exp(x))


one = other = Kept


def of_both(x):
    return np.sum(one.run(x)) + np.sum(other.run(x))


class Meta(type):
    """What the classes it makes have all together."""

    run = staticmethod(np.sin)


class Made(metaclass=Meta):
    """One of these."""


def of_a_metaclass(x):
    return np.sum(Made.run(x))


def test_what_a_metaclass_has(monkeypatch) -> None:
    derivative, x = grad(of_a_metaclass), np.array([0.3, 0.7])
    np.testing.assert_allclose(derivative(x), np.cos(x))
    monkeypatch.setattr(Meta, "run", staticmethod(np.exp))
    np.testing.assert_allclose(derivative(x), np.exp(x))
