"""Setters, and `__setattr__`, that write into arrays and containers that are there already: what was read before is as it was."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Body:
    """Positions and velocities in one array."""

    def __init__(self, y):
        self.y = y

    @property
    def place(self):
        return self.y[:2]

    @place.setter
    def place(self, value):
        self.y[:2] = value

    @property
    def speed(self):
        return self.y[2:]

    @speed.setter
    def speed(self, value):
        self.y[2:] = value


class Slotted:
    __slots__ = ("y",)

    def __init__(self, y):
        self.y = y

    @property
    def first(self):
        return self.y[0]

    @first.setter
    def first(self, value):
        self.y[0] = value


class Letters:
    """Attributes of one letter are entries of an array."""

    def __init__(self, y):
        self.__dict__["y"] = y

    def __setattr__(self, name, value):
        self.y["abcd".index(name)] = value

    def __getattr__(self, name):
        if name not in "abcd":
            raise AttributeError(name)
        return self.y["abcd".index(name)]


class Kept:
    """Values in a list, a dict and another object, one that is clipped in place, and a running sum."""

    def __init__(self, x):
        self.log, self.table, self.body, self.sums = [x[0]], {"k": x[1]}, Body(x * 1.0), x * 2.0

    @property
    def last(self):
        return self.log[-1]

    @last.setter
    def last(self, value):
        self.log.append(value)

    @property
    def item(self):
        return self.table["k"]

    @item.setter
    def item(self, value):
        self.table["k"] = value

    @property
    def far(self):
        return self.body.speed

    @far.setter
    def far(self, value):
        self.body.speed = value
        self.body.y[0] *= value[0]

    @property
    def clipped(self):
        return self.body.y

    @clipped.setter
    def clipped(self, value):
        value[value > 1.0] = 1.0
        self.body.y = value

    @property
    def total(self):
        return self.sums

    @total.setter
    def total(self, value):
        self.sums += value


@case(P4)
def read_before_a_setter(x):
    body = Body(x * 1.0)
    z = body.y**2
    body.speed = body.place * x[0]
    return z.sum() + body.y @ body.y


@case(P4)
def steps_of_a_simulation(x):
    body, other = Body(x * 1.0), Body(x[::-1] * 2.0)
    path = []
    for _ in range(3):
        body.speed -= x[0] * body.place / np.linalg.norm(body.place) ** 3
        body.place += x[1] * body.speed
        body.place, other.speed = body.place + other.speed, body.speed * other.place
        path.append(body.place * 1.0)
    return sum(p[0] * p[1] for p in path) + other.y @ body.y


@case(P4)
def an_array_that_others_hold(x):
    y = x * 1.0
    z = y**2
    setattr(Body(y), "speed", y[:2] * y[0])
    return z.sum() + y @ y


@case(P4)
def an_object_with_slots(x):
    made = Slotted(x * 1.0)
    z = made.y**2
    for _ in range(3):
        made.first = made.first * x[1]
    made.first += x[2]
    return z.sum() + made.y @ made.y


@case(P4)
def attributes_that_are_entries(x):
    made = Letters(x * 1.0)
    z = made.a**2 + made.y @ made.y
    for _ in range(3):
        made.a = 3.0 * made.b * made.a
    made.b *= 2.0 * made.a
    return z + made.a**2 * made.b + made.y @ made.y


@case(P4)
def a_list_that_grows(x):
    made = Kept(x)
    z = made.last**2
    for _ in range(3):
        made.last = 3.0 * x[1] + made.log[0] * made.last
    return z + made.last**2 + sum(made.log)


@case(P4)
def an_item_and_another_object(x):
    made = Kept(x)
    z = made.item**2 + made.far @ made.far
    for _ in range(2):
        made.item = 3.0 * x[1] * made.item
        made.far = made.far * made.item
    return z + made.item**2 + made.body.y @ made.body.y


@case(P4)
def a_value_that_is_clipped(x):
    made, value = Kept(x), x * 1.0
    z = value**3
    made.clipped = value
    return z.sum() + made.clipped @ x


@case(P4)
def a_running_sum(x):
    made = Kept(x)
    z = made.sums**2
    for k in range(3):
        made.total = x * (k + 1.0)
    return z.sum() + made.total @ made.total


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_objects_are_as_the_function_leaves_them():
    def of(x, body):
        z = body.y**2
        body.speed = x[:2] * z[0]
        return np.sum(z) + body.y @ body.y

    body = Body(np.array([0.5, 1.0, 1.5, 2.0]))
    tangentish.grad(of)(P4, body)
    np.testing.assert_array_equal(body.y, [0.5, 1.0, 0.125, 0.3])
