"""`setattr` with names that are only known when it runs."""

from __future__ import annotations

import types

import numpy as np
import pytest

from tests.oracle import check_gradient


class Body:
    def __init__(self, **values):
        for key, value in values.items():
            setattr(self, key, value)

    def energy(self):
        return self.mass * np.sum(self.speed**2)

    @property
    def weight(self):
        return self.mass

    @weight.setter
    def weight(self, value):
        self.mass = value / 9.81


def made_of_keywords(x):
    return Body(mass=x[0], speed=x[1:]).energy()


def written_twice(x):
    body = Body(mass=x[0], speed=x)
    before = body.energy()
    for key in ("mass", "mass"):
        setattr(body, key, body.mass * x[1])
    return before + body.energy()


def through_a_property(x):
    body = Body(mass=1.0, speed=x)
    setattr(body, "weight", x[0] * x[1])
    return body.energy()


def of_an_argument(x, body=types.SimpleNamespace(scale=2.0)):
    name = "sc" + "ale"
    setattr(body, name, x[0])
    result = np.sum(body.scale * x)
    setattr(body, name, 2.0)
    return result


def an_array_written_into_later(x):
    body = Body(mass=x[0], speed=x * 1.0)
    setattr(body, "speed", body.speed * 2.0)
    body.speed[0] *= x[1]
    return body.energy()


@pytest.mark.parametrize("fun", [made_of_keywords, written_twice, through_a_property, of_an_argument, an_array_written_into_later],
                         ids=lambda f: f.__name__)
def test_setattr(fun) -> None:
    check_gradient(fun, np.array([0.7, -1.3, 0.4]))


class Scaled:
    """Sets attributes in its own way, a property among them."""

    def __init__(self, x):
        self.size = x

    def __setattr__(self, key, value):
        super().__setattr__(key, 5.0 * value)

    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, value):
        self._size = 2.0 * value


class ScaledOnce(Scaled):
    """Its setter goes past what the class above does."""

    @property
    def size(self):
        return self._size + 1.0

    @size.setter
    def size(self, value):
        object.__setattr__(self, "_size", 3.0 * value)


@pytest.mark.parametrize("cls", [Scaled, ScaledOnce])
def test_properties_of_classes_with_a_setattr(cls) -> None:
    check_gradient(lambda x: cls(x[0]).size * cls(x[1]).size ** 2, np.array([0.7, -1.2]))


class Doubled:
    """A descriptor that keeps twice what it is set to."""

    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, owner, cls=None):
        return owner.__dict__[self.name]

    def __set__(self, owner, value):
        owner.__dict__[self.name] = 2.0 * value


class WithDescriptor:
    size = Doubled()

    def __init__(self, x):
        object.__setattr__(self, "size", x)


def test_descriptors_set_past_a_setattr() -> None:
    check_gradient(lambda x: WithDescriptor(x[0]).size ** 2 * x[1], np.array([0.7, -1.2]))
