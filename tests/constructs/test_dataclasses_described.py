"""Dataclasses with code that runs when a field is set: descriptors as defaults, properties, a `__setattr__`."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.3, 0.7, 1.2])


class Scaled:
    """Keeps what it is set to, times a factor."""

    def __init__(self, factor):
        self.factor = factor

    def __set_name__(self, cls, name):
        self.name = name

    def __get__(self, owner, cls=None):
        if owner is None:
            raise AttributeError
        return owner.__dict__[self.name]

    def __set__(self, owner, value):
        owner.__dict__[self.name] = copy.deepcopy(value) * self.factor


class Boxed(Scaled):
    """Keeps an object around what it is set to, as a class of quantities with units does."""

    def __set__(self, owner, value):
        owner.__dict__[self.name] = Box(value)


class Box:
    def __init__(self, value):
        self.value = value


@dataclass(frozen=True)
class Frozen:
    x: Any = Scaled(3.0)
    y: Any = Boxed(2.0)
    z: Any = 1.5


@dataclass
class Derived:
    x: Any = Scaled(3.0)
    y: Any = Scaled(2.0)
    parts: list = field(default_factory=lambda: [2.0, 5.0])

    def __post_init__(self):
        self.w = self.x * self.y


class Overridden(Frozen):
    @property
    def z(self):
        return self.__dict__["held"]

    @z.setter
    def z(self, value):
        self.__dict__["held"] = value * value


@dataclass
class Property:
    x: Any
    z: Any = 3.0

    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = 2.0 * value


@dataclass
class Multiplied:
    x: Any
    z: Any = 3.0

    def __setattr__(self, key, value):
        super().__setattr__(key, value * 5.0)


class Positive:
    """Checks what it is set to, and keeps it under another name."""

    def __set_name__(self, cls, name):
        self.key = "_" + name

    def __get__(self, owner, cls=None):
        return getattr(owner, self.key)

    def __set__(self, owner, value):
        if np.any(value < 0.0):
            raise ValueError("negative")
        setattr(owner, self.key, value)


class Model:
    a = Positive()
    b = Scaled(2.0)

    def __init__(self, a, b):
        self.a = a
        self.b = b * a

    def at(self, x):
        self.a = x * self.b
        return self.a * x + self.b


@case(X)
def set_in_methods(x):
    return np.sum(Model(x, x[0]).at(x * x))


@case(X)
def set_in_a_loop(x):
    models = [Model(x, x[0]), Model(2.0, x)]
    for k in range(2):
        for model in models:
            model.a = x * model.a + k
            model.other = model.b
    return sum(np.sum(model.a * model.b + model.other) for model in models)


@case(X)
def set_to_a_constant(x):
    model = Model(x, x[0])
    y = model.a * x
    model.a = 3.0
    return np.sum(y * model.a) + np.sum(model.b)


@case(X)
def descriptors(x):
    model = Frozen(x, x[0])
    return np.sum(model.x) * model.y.value + model.z


@case(X)
def all_by_name(x):
    model = Frozen(z=x[1] * x[2], y=x, x=x[0])
    return np.sum(model.y.value * model.x) * model.z


@case(X)
def after_the_fields(x):
    model = Derived(x, y=x[1])
    return np.sum(model.w) + model.y * model.parts[1]


@case(X)
def a_default_changed(x):
    model = Derived(x, x[1])
    model.parts.append(x[2] * x[0])
    model.parts[0] *= x[1]
    return np.sum(model.x) * sum(model.parts) + Derived(x[0], x[1]).parts[1]


@case(X)
def property_of_a_subclass(x):
    model = Overridden(x[0], x[1], x)
    return np.sum(model.z) * model.y.value * model.x


@case(X)
def a_property(x):
    return np.sum(Property(x).x) * Property(2.0, x[1]).z * Property(x[0]).z


@case(X)
def a_setattr(x):
    model = Multiplied(x)
    return np.sum(model.x * x) * model.z


@case(X)
def of_some_class(x):
    return sum(np.sum(cls(x, x).x * x[0]) for cls in (Frozen, Derived, Overridden, Multiplied))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
