"""Objects that have slots, and whose class answers whatever attribute is asked for, as libraries loaded late do."""

from __future__ import annotations

import copy

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Library:
    __slots__ = ("asked",)

    def __init__(self):
        object.__setattr__(self, "asked", 0)

    def __getattr__(self, name):
        return lambda *numbers: sum(numbers) + len(name)


LIBRARY = Library()


class Holder:
    def __init__(self, x, library):
        self.x, self.library = x, library

    def __call__(self, y):
        return self.library.add(1, 2) * self.x * y


HELD = Holder(2.0, LIBRARY)


def called(fun, x):
    return fun(x)


@case(2.0)
def of_the_module(x):
    return LIBRARY.add(1, 2) * x


@case(2.0)
def held_by_an_object_made(x):
    return Holder(x, LIBRARY)(x)


@case(2.0)
def a_default(x, library=LIBRARY):
    return library.scale(2) * x * x


@case(2.0)
def held_by_an_object_around(x):
    return HELD(x) + called(HELD, x)


@case(2.0)
def held_by_a_copy(x):
    return copy.copy(Holder(x, LIBRARY))(x)


@case(2.0)
def captured_by_a_function(x):
    return called(lambda t: LIBRARY.shift(3) * t, x)


class Law:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, x):
        return x * self.rate

    def __getattr__(self, name):
        raise KeyError(name)


@case(2.0)
def one_that_refuses_every_name(x):
    law = Law(x)
    return sum(map(law, [x, x**2])) + called(Law(3.0), x) * law(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
