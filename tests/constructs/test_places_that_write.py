"""Objects that stand for whole numbers, and write into themselves when they are asked for one: refused; others are followed."""

from __future__ import annotations

import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
ITEMS = (1.0, 2.0, 3.0, 4.0)


class Writing:
    def __init__(self, value):
        self.value, self.seen = value, 1.0

    def look(self):
        self.seen = self.value * 2


class Whole(Writing):
    def __int__(self):
        self.seen = self.value * 2
        return 3


class WholeByAMethod(Writing):
    def __int__(self):
        self.look()
        return 3


class Place(Writing):
    def __index__(self):
        self.look()
        return 3


class Complex(Writing):
    def __complex__(self):
        self.look()
        return 3j


class Raising(Writing):
    def __int__(self):
        self.look()
        raise TypeError("no number")


def by_int(x):
    whole = Whole(x)
    int(whole)
    return whole.seen * x


def by_int_and_a_method(x):
    whole = WholeByAMethod(x)
    int(whole)
    return whole.seen * x


def by_an_index(x):
    place = Place(x)
    return ITEMS[place] * place.seen * x


def by_a_range(x):
    place = Place(x)
    return len(range(place)) * place.seen * x


def by_a_complex(x):
    number = Complex(x)
    complex(number)
    return number.seen * x


def asked_in_vain(x):
    number = Raising(x)
    try:
        int(number)
    except TypeError:
        return number.seen * x
    return x


@pytest.mark.parametrize("fun", [by_int, by_int_and_a_method, by_an_index, by_a_range, by_a_complex, asked_in_vain])
def test_refused(fun):
    for run in (lambda: tangentish.grad(fun)(2.0), lambda: tangentish.jvp(fun, (2.0,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="writes into what it is given"):
            run()


class Rounded:
    def __init__(self, value):
        self.value = value

    def whole(self):
        return int(self.value)

    def __int__(self):
        return self.whole()

    def __index__(self):
        found = [self.whole()]
        return found[0]


@case(2.2)
def that_only_look(x):
    place = Rounded(x)
    return place.value * x * int(place) * ITEMS[place]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
