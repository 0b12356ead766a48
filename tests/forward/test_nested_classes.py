"""Second derivatives of what makes objects: dataclasses, namespaces, `object.__new__`; and of what `operator` takes of them."""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
from typing import Any

import numpy as np
import pytest
from scipy import interpolate

import tangentish

X, V = np.array([0.8, 0.3, 0.4]), np.array([1.0, -0.5, 0.3])


@dataclasses.dataclass
class State:
    a: Any
    squares: Any = dataclasses.field(init=False)
    log: list = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.squares = self.a**2
        self.log.append(self.a * 2.0)


@dataclasses.dataclass
class Scaled(State):
    k: Any = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.squares = self.squares * self.k


@dataclasses.dataclass(frozen=True, kw_only=True)
class Frozen:
    a: Any
    b: Any = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", self.a * self.b)

    def cubed(self, power: int = 3, *, factor: float = 1.0) -> Any:
        return factor * self.a**power


@dataclasses.dataclass
class Plain:
    a: Any
    frozen: Any = None


class Made:
    """A class whose objects are made without its initialiser."""

    def __init__(self) -> None:
        raise NotImplementedError

    @classmethod
    def of(cls, a: Any) -> Made:
        self = object.__new__(cls)
        self.a = a
        return self

    def cubed(self) -> Any:
        return self.a**3


class Table(dict):
    """A class with a method, derived from dict."""

    def product(self) -> Any:
        return self["a"] * self["b"]


@functools.singledispatch
def total(x: Any) -> Any:
    return np.sum(x**3)


@total.register
def _(x: list) -> Any:
    return x[0] ** 2 * x[1]


def after_the_fields(x: Any) -> Any:
    state = State(x * x)
    return np.sum(state.squares * state.log[0] * state.a)


def after_those_of_a_base(x: Any) -> Any:
    first, second = Scaled(x, k=x[0]), Scaled(x[::-1])
    return np.sum(first.squares * second.squares) * first.k * np.sum(second.log[-1])


def frozen_fields(x: Any) -> Any:
    return np.sum(Frozen(a=x, b=x[1]).cubed() + Frozen(b=x[0], a=2.0).a)


def replaced_fields(x: Any) -> Any:
    return np.sum(dataclasses.replace(Frozen(a=x), b=x[2]).a ** 2)


def namespaces(x: Any) -> Any:
    held = types.SimpleNamespace(a=x * x, b=2.0, c=np.zeros(3))
    held.c[1:] = x[1:] * held.a[0]
    held.b = held.b * x[0]
    return np.sum(held.a * held.c) * held.b


def without_an_initialiser(x: Any) -> Any:
    return np.sum(Made.of(x).cubed()) * Made.of(x[0]).cubed()


def derived_from_a_dict(x: Any) -> Any:
    table, empty = Table(a=x, b=x * x), Table({"a": x[0]})
    empty["b"] = x[1]
    return np.sum(table.product()) * empty.product()


def by_class(x: Any) -> Any:
    return total(x) * total([x[0], x[1]])


def items_of_a_list(x: Any) -> Any:
    first, last = operator.itemgetter(0, 2)([x * x, 2.0, x[1]])
    pairs = sorted([(2, x[0]), (1, x[2] ** 2)], key=operator.itemgetter(0))
    return np.sum(first) * last * operator.itemgetter("k")({"k": x[0]}) * pairs[0][1]


def attributes(x: Any) -> Any:
    plain = Plain(x, Frozen(a=x * 2.0))
    a, b = operator.attrgetter("a", "frozen.a")(plain)
    return np.sum(a * b * operator.attrgetter("frozen.b")(plain) * x)


def methods(x: Any) -> Any:
    frozen = Frozen(a=x)
    return np.sum(operator.methodcaller("cubed")(frozen) * operator.methodcaller("cubed", 2, factor=3.0)(frozen))


def derivative_of_a_spline(x: Any) -> Any:
    spline = interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 3)
    return np.sum(spline.derivative()(x) * x)


FUNCTIONS = [after_the_fields, after_those_of_a_base, frozen_fields, replaced_fields, namespaces, without_an_initialiser,
             derived_from_a_dict, by_class, items_of_a_list, attributes, methods, derivative_of_a_spline]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_products_with_the_hessian(function: Any) -> None:
    gradient, h = tangentish.grad(function), 1e-4
    far, near = ((gradient(X + h * V * k) - gradient(X - h * V * k)) / (2 * h * k) for k in (2, 1))
    want = (4 * near - far) / 3
    np.testing.assert_allclose(tangentish.hvp(function)(X, V), want, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(tangentish.grad(lambda x: gradient(x) @ V)(X), want, rtol=1e-7, atol=1e-7)
    slope = tangentish.jvp(lambda x: tangentish.jvp(function, (x,), (V,))[1], (X,), (V,))[1]
    np.testing.assert_allclose(slope, V @ want, rtol=1e-7)
