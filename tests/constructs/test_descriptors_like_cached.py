"""Descriptors that keep what a method gives, as `functools.cached_property` does, and those that make something else of it."""

from functools import cached_property

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways


class Lazy:
    def __init__(self, method):
        self.method = method

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            instance.__dict__[self.name] = self.method(instance)
        return instance.__dict__[self.name]


class Twice(cached_property):
    def __get__(self, instance, owner=None):
        kept = instance.__dict__
        if self.attrname not in kept:
            kept[self.attrname] = 2.0 * self.func(instance)
        return kept[self.attrname]


class Longer(Lazy):
    def __get__(self, instance, owner=None):
        kept = instance.__dict__
        if self.name not in kept:
            kept[self.name] = [*self.method(instance), 1.0]
        return kept[self.name]


class Model:
    def __init__(self, x):
        self.x, self.level = x, 3.0

    @Lazy
    def square(self):
        return self.x**2

    @Lazy
    def both(self):
        return np.array([self.x, self.x**2])

    @Lazy
    def listed(self):
        return [self.x, self.x**2]

    @Lazy
    def inner(self):
        return Model(self.x * 2.0)

    @Twice
    def doubled(self):
        return self.x**2

    @Longer
    def levels(self):
        return [self.level, self.level]

    def weighted(self):
        levels = self.levels
        return self.x * levels[0] + len(levels) * self.x


def kept(x):
    model = Model(x)
    return model.square * model.square + np.sum(model.both) * model.both[1] + model.listed[0] * model.listed[1]


def kept_objects(x):
    model = Model(x)
    return model.inner.square * model.inner.x


def something_else(x):
    return Model(x).doubled


def something_longer(x):
    return Model(x).weighted()


@pytest.mark.parametrize("fun", [kept, kept_objects], ids=lambda fun: fun.__name__)
def test_right(fun):
    check_all_ways(fun, 1.5)


@pytest.mark.parametrize(("fun", "want"), [(something_else, 6.0), (something_longer, 6.0)], ids=["doubled", "longer"])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_right_or_refused(mode, fun, want):
    try:
        found = tangentish.grad(fun)(1.5) if mode == "reverse" else tangentish.jvp(fun, (1.5,), (1.0,))[1]
    except tangentish.UnsupportedError as error:
        assert "property" in str(error), error
    else:
        assert found == pytest.approx(want)
