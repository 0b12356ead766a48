"""Dataclasses whose fields are properties, or descriptors: their derivatives are by what the objects hold."""

from dataclasses import dataclass

import numpy as np
import pytest

import tangentish


@dataclass
class Turned:
    angle: float

    @property
    def angle(self):
        return self._angle

    @angle.setter
    def angle(self, angle):
        self._angle = angle


class Aside:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        return 0.5 if owner is None else getattr(owner, "_" + self.name)

    def __set__(self, owner, value):
        setattr(owner, "_" + self.name, value)


class Inside(Aside):
    def __get__(self, owner, cls=None):
        return 0.5 if owner is None else owner.__dict__[self.name]

    def __set__(self, owner, value):
        owner.__dict__[self.name] = self.checked(value)

    def checked(self, value):
        return value


class Positive(Inside):
    def checked(self, value):
        if value < 0.0:
            raise ValueError("negative")
        return value


class Clipped(Inside):
    def checked(self, value):
        return max(value, 0.0)


class Degrees(Aside):
    def __get__(self, owner, cls=None):
        return 0.5 if owner is None else np.degrees(getattr(owner, "_" + self.name))


@dataclass
class OfAside:
    angle: float = Aside()


@dataclass
class OfInside:
    angle: float = Inside()


@dataclass
class OfPositive:
    angle: float = Positive()


@dataclass
class OfClipped:
    angle: float = Clipped()


@dataclass
class OfDegrees:
    angle: float = Degrees()


@dataclass
class Of:
    angle: float


KINDS = [Of, Turned, OfAside, OfInside, OfPositive, OfClipped]


def square(rod):
    return -3.0 * rod.angle**2


@pytest.mark.parametrize("kind", KINDS)
def test_reverse(kind):
    found = tangentish.grad(square)(kind(2.0))
    assert type(found) is kind
    assert found.angle == -12.0


@pytest.mark.parametrize("kind", KINDS)
def test_forward(kind):
    assert tangentish.jvp(square, (kind(2.0),), (kind(1.0),))[1] == -12.0
    assert tangentish.jvp(square, (kind(2.0),), ({"angle": -1.0},))[1] == 12.0


@pytest.mark.parametrize("kind", KINDS)
def test_results(kind):
    ans, pullback = tangentish.vjp(lambda x: kind(x**2), 3.0)
    assert ans.angle == 9.0
    assert pullback(kind(1.0)) == (6.0,)
    assert tangentish.jvp(lambda x: kind(x**2), (3.0,), (-1.0,))[1].angle == -6.0


@pytest.mark.parametrize("kind", KINDS)
def test_made_inside_of_vectorised_code(kind):
    spread = np.vectorize(lambda rod, z: rod.angle * z)

    def total(angle, z):
        return np.sum(spread(kind(angle), z))

    z = np.array([0.3, 0.8])
    assert tangentish.jvp(total, (0.3, z), (-1.0, np.zeros(2)))[1] == pytest.approx(-1.1)
    assert tangentish.grad(total)(0.3, z) == pytest.approx(1.1)


def test_what_computes_is_refused():
    for operator in (tangentish.grad(square), lambda rod: tangentish.jvp(square, (rod,), (OfDegrees(1.0),))):
        with pytest.raises(tangentish.UnsupportedError, match="`angle` of OfDegrees"):
            operator(OfDegrees(2.0))
