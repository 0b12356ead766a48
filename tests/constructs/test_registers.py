"""Generators of objects that hold functions by their names, and no numbers: called as they are."""

from __future__ import annotations

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def square(x, scale=1.0):
    return scale * x**2


def cube(x):
    return x**3


class Slotted:
    __slots__ = ("names",)

    def __init__(self, names):
        self.names = names

    def each(self):
        yield from self.names


class Register:
    def __init__(self):
        self.by_name, self.slotted, self.asked = {"Square": square, "Cube": cube}, Slotted(["Cube", "Square"]), 0

    def lower(self):
        yield from iter([name.lower() for name in self.by_name])

    def each(self):
        yield from self.by_name

    def counted(self):
        for name in self.by_name:
            self.asked += 1
            yield name

    def __contains__(self, name):
        return any([name in self.by_name, name.lower() in self.lower()])

    def get(self, name):
        return self.by_name[dict(zip(self.lower(), list(self.by_name)))[name]]


REGISTER = Register()


@case(1.3)
def found_by_another_name(x):
    return REGISTER.get("square")(x) * x if "cube" in REGISTER else x


@case(1.3)
def each_in_a_loop(x):
    total = 0.0
    for k in range(3):
        for name in REGISTER.each():
            if name.lower() in REGISTER.lower():
                total = total + REGISTER.get(name.lower())(x) * k
    return total


@case(1.3)
def with_what_is_active(x):
    pairs = [*zip(REGISTER.lower(), [x, x * x])]
    return pairs[1][1] * len(sorted(REGISTER.lower())[0]) + sum(map(lambda name: REGISTER.by_name[name](x), REGISTER.each()))


@case(1.3)
def used_up(x):
    names = Register().lower()
    first, second = list(names), list(names)
    return x ** len(first) * (3.0 + len(second))


@case(1.3)
def that_count(x):
    register = Register()
    for _ in register.counted():
        x = x * register.asked
    return x**2


@case(1.3)
def slots(x):
    for name in REGISTER.slotted.each():
        x = REGISTER.by_name[name](x)
    return x + len([*REGISTER.slotted.each()])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
