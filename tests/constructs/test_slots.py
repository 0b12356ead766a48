"""Objects that keep their attributes in `__slots__`: given by properties, kept around the function, shared."""

from __future__ import annotations

import dataclasses
import functools
import types

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Vector:
    __slots__ = ("u", "v")

    def __init__(self, u, v):
        self.u, self.v = u, v

    def __mul__(self, k):
        return Vector(self.u * k, self.v * k)

    def __abs__(self):
        return np.sqrt(self.u**2 + self.v**2)

    @property
    def unit(self):
        return self * (1.0 / abs(self))

    def scaled(self):
        self.u *= 2.0
        return self.u


@dataclasses.dataclass(slots=True)
class Pair:
    a: float
    b: float
    tags: list = dataclasses.field(default_factory=list)

    @property
    def turned(self):
        return Pair(-self.b, self.a, [self.a * self.b])

    @property
    def listed(self):
        return [self.turned, {"turned": self.turned}]


class Held:
    """Slots, and a `__dict__` beside them."""

    __slots__ = ("__dict__", "v")

    def __init__(self, v):
        self.v = v
        self.w = v * 2.0

    @property
    def squared(self):
        return Held(self.v * self.w)


class Kept:
    def __init__(self, v):
        self.v = v

    @functools.cached_property
    def vector(self):
        return Vector(self.v**2, self.v)


@case(V3)
def given_by_a_property(x):
    unit = Vector(x[0], x[1]).unit
    return unit.u * x[2] + unit.v**2


@case(V3)
def given_by_a_property_of_what_one_gave(x):
    pair = Pair(x[0], x[1]).turned.turned
    pair.a = pair.a * x[2]
    return pair.a * pair.b + pair.tags[0]


@case(V3)
def given_in_containers(x):
    first, second = Pair(x[0], x[1]).listed
    return first.a * x[2] + second["turned"].b * second["turned"].tags[0]


@case(V3)
def beside_a_dict(x):
    held = Held(x[0]).squared.squared
    return held.v * x[1] + held.w


@case(V3)
def kept_once_computed(x):
    kept = Kept(x[0])
    return kept.vector.u * kept.vector.v * x[1]


@case(V3)
def appended_by_a_function_inside(x):
    found = []

    def visit(v):
        found.append(v.unit)

    for k in range(3):
        visit(Vector(x[k], 1.0 + k))
    return sum(v.u * v.v for v in found)


@case(V3)
def bound_to_one(x):
    vector = Vector(x[0], x[1])
    method = types.MethodType(lambda self, k: self.u * k + self.v, vector)
    return method(x[2]) * vector.scaled() * vector.u


class Tally:
    __slots__ = ("rows", "total")

    def __init__(self):
        self.total, self.rows = 0.0, []

    def clear(self):
        self.total = 0.0
        self.rows.clear()

    def add(self, v):
        self.total += v
        self.rows.append(v * self.total)


TALLY = Tally()


@case(V3)
def kept_in_one_of_the_module(x):
    TALLY.clear()
    for v in x:
        TALLY.add(v)
    return TALLY.total**2 + sum(TALLY.rows)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def stored_by_name(x):
    TALLY.total = x[0]
    return TALLY.total * x[1]


def test_a_store_into_one_of_the_module():
    check_all_ways(stored_by_name, V3)
