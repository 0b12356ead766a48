"""Objects that stand for whole numbers, and write into themselves when they are asked for one: refused; others are followed."""

from __future__ import annotations

import numpy as np
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


class Hashed(Writing):
    def __hash__(self):
        self.look()
        return 1

    def __str__(self):
        self.look()
        return "hashed"

    def __iter__(self):
        self.look()
        return iter(ITEMS)

    def __array__(self, dtype=None, copy=None):
        self.look()
        return np.array(ITEMS)


def as_a_key(x):
    key = Hashed(x)
    table = {key: 1.0}
    return table[key] * key.seen * x


def among_keys(x):
    key = Hashed(x)
    found = key in {1: 2.0}
    return (2.0 if found else 3.0) * key.seen * x


def stored_by_it(x):
    table, key = {}, Hashed(x)
    table[key] = 1.0
    return key.seen * x * len(table)


def looked_up_by_it(x):
    key = Hashed(x)
    return {1: 2.0}.get(key, 3.0) * key.seen * x


def as_a_text(x):
    key = Hashed(x)
    return key.seen * x * len("%s" % key)


def as_an_array(x):
    key = Hashed(x)
    return np.sum(np.asarray(key)) * key.seen * x


def gone_through(x):
    key = Hashed(x)
    return (1.0 if any(key) else 2.0) * key.seen * x


def asked_in_vain(x):
    number = Raising(x)
    try:
        int(number)
    except TypeError:
        return number.seen * x
    return x


@pytest.mark.parametrize("fun", [by_int, by_int_and_a_method, by_an_index, by_a_range, by_a_complex, asked_in_vain, as_a_key,
                                 among_keys, stored_by_it, looked_up_by_it, as_a_text, as_an_array, gone_through])
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


class Known:
    def __init__(self, value):
        self.value, self._hash = value, None

    def __hash__(self):
        if self._hash is None:
            self._hash = hash((type(self), self.value))
        return self._hash

    def __eq__(self, other):
        return self.value == other.value


@case(2.2)
def that_keep_their_hash(x):
    known = Known(x)
    table = {known: x * x}
    return table[known] * known.value + (1.0 if known in table else 2.0) * x


@case(2.2)
def that_only_look(x):
    place = Rounded(x)
    return place.value * x * int(place) * ITEMS[place]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
