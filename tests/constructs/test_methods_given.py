"""Methods that properties, descriptors and a `__getattr__` give, of something that is made when they are read."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3
from tests.oracle import check_gradient, directional


class Scaled:
    def __init__(self, factor):
        self.factor, self.others = factor, [factor * 2.0]

    def times(self, value):
        return self.factor * value * self.others[0]


class Fresh:
    """A descriptor with code of its own."""

    def __get__(self, owner, cls=None):
        return [owner.first * 2.0].copy


class Pair:
    def __init__(self, values):
        self.first, self.second, self.all = values[0], values[1] * values[2], values * 2.0
        self.scaled = Scaled(self.second)

    @property
    def listed(self):
        return [self.first, self.second].copy

    @property
    def entry(self):
        return (self.all * self.first).__getitem__

    @property
    def times(self):
        return Scaled(self.first * self.second).times

    @property
    def times_held(self):
        return self.scaled.times

    @property
    def partly(self):
        return functools.partial(np.multiply, self.first * 2.0)

    fresh = Fresh()

    def __getattr__(self, key):
        if key == "made_up":
            return Scaled(self.first).times
        raise AttributeError(key)


def first_of_list(pair):
    return pair.listed()[0] * pair.second


def items(pair):
    read = pair.entry
    return read(0) * read(1) + pair.entry(2)


def of_a_new_object(pair):
    return pair.times(3.0) * pair.times_held(pair.first)


def in_a_loop(pair):
    total = 0.0
    for k in range(3):
        total += pair.entry(k) * pair.times(k)
    return total


def made_up(pair):
    return pair.made_up(pair.second)


def by_a_descriptor(pair):
    return pair.fresh()[0]


def of_a_partial(pair):
    return pair.partly(3.0)


class Rows:
    """Properties called as methods of arrays are, which give methods of something new."""

    def __init__(self, v):
        self.all, self.first = v, v[0]

    @property
    def item(self):
        return (self.all * self.first).__getitem__

    @property
    def sum(self):
        return (self.all * self.first).max

    @property
    def dot(self):
        return [self.all * 2.0].__getitem__


def made_rows(v):
    return Rows(v)


def one_item(rows):
    return rows.item(1)


@pytest.mark.parametrize("read", [
    lambda x: one_item(Rows(x)), lambda x: made_rows(x).sum(), lambda x: [made_rows(x)][0].dot(0)[1],
    lambda x: sum(rows.item(2) for rows in [made_rows(x)])])
def test_called_as_methods_of_arrays_are(read):
    check_gradient(lambda x: read(x) ** 2, V3)
    _, got = tangentish.jvp(read, (V3,), (V3[::-1].copy(),))
    np.testing.assert_allclose(got, directional(read, (V3,), (0,), (V3[::-1],)), rtol=1e-6)


@pytest.mark.parametrize("read", [first_of_list, items, of_a_new_object, in_a_loop, made_up])
def test_gradient(read):
    def loss(x):
        return read(Pair(x)) ** 2

    check_gradient(loss, V3)
    _, got = tangentish.jvp(loss, (V3,), (V3[::-1].copy(),))
    np.testing.assert_allclose(got, directional(loss, (V3,), (0,), (V3[::-1],)), rtol=1e-6)


@pytest.mark.parametrize("read", [by_a_descriptor, of_a_partial])
def test_refused_or_right(read):
    def loss(x):
        return read(Pair(x)) ** 2

    want = directional(loss, (V3,), (0,), (V3[::-1],))
    for way in (lambda: tangentish.grad(loss)(V3) @ V3[::-1], lambda: tangentish.jvp(loss, (V3,), (V3[::-1].copy(),))[1]):
        try:
            np.testing.assert_allclose(way(), want, rtol=1e-6)
        except tangentish.UnsupportedError as error:
            assert "Make it a" in str(error)
