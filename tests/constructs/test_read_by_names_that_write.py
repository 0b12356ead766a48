"""Attributes that are read by a name which is not known when the program is made, and that write something when they are read."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways


class Kept:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return self.function(owner)


class Model:
    def __init__(self, w):
        self.w, self.kept, self.h = w, {}, w

    def memo(self):
        if "b" not in self.kept:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]

    @property
    def by_property(self):
        return self.memo()

    @functools.cached_property
    def cached(self):
        self.h = self.w * 2.0
        return np.sum(self.w**2)

    @Kept
    def by_descriptor(self):
        if "b" not in self.kept:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]

    def total(self, name):
        return getattr(self, name) ** 2 * self.w[1] + np.sum(self.h)


def compared(x, name):
    model = Model(x)
    if getattr(model, name) > 1000.0:
        return 0.0
    return model.total(name)


def asserted(x, name):
    model = Model(x)
    assert getattr(model, name) < 1000.0
    return model.total(name)


def shown(x, name):
    model = Model(x)
    f"{getattr(model, name)}"
    return model.total(name)


def in_a_comprehension(x, name):
    model = Model(x)
    large = [getattr(model, one) > 0.0 for one in (name,)]
    return model.total(name) * len(large)


def with_a_default(x, name):
    model = Model(x)
    if getattr(model, name, None) is None:
        return 0.0
    return model.total(name)


def in_a_while(x, name):
    model, total = Model(x), 0.0
    while getattr(model, name) + total < 30.0:
        total = total + getattr(model, name)
    return total + model.total(name)


def of_several(x, name):
    models = [Model(x), Model(2.0 * x)]
    best = max(models, key=lambda one: getattr(one, name))
    return best.total(name) + sum(getattr(one, name) for one in models)


def if_there(x, name):
    model = Model(x)
    return model.total(name) if hasattr(model, name) else 0.0


def one_or_another(x, name):
    model = Model(x)
    scale = getattr(model, name) if x[0] > 0.0 else 1.0
    return model.total(name) * scale


@pytest.mark.parametrize("name", ["by_property", "cached", "by_descriptor"])
@pytest.mark.parametrize("program", [
    compared, asserted, shown, in_a_comprehension, with_a_default, in_a_while, of_several, if_there, one_or_another])
def test_program(program, name):
    check_all_ways(functools.partial(program, name=name), P4)
