"""Properties, cached properties and the like that give objects and containers, read once and again."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.oracle import check_gradient

case = Cases()


class Inner:
    def __init__(self, v):
        self.v = v


class Deep:
    def __init__(self, v):
        self.inner, self.w, self.several, self.number = Inner(v[0] * 2), v, [Inner(v**2)], v[1]


class Model:
    def __init__(self, x):
        self.x = x
        self.own = Inner(x * 3)

    @property
    def fresh(self):
        return Inner(self.x**2)

    @property
    def deep(self):
        return Deep(self.x**2)

    @functools.cached_property
    def kept(self):
        return Deep(self.x**2)

    @functools.cached_property
    def several(self):
        return [self.x**2, self.x[0] * 2, self.x**3]

    @property
    def plain(self):
        return self.own

    @property
    def constant(self):
        return Inner(np.ones(3))


MODELS = [Model]


@case(V3)
def object_of_a_property(x):
    return np.sum(MODELS[0](x).fresh.v) + np.sum(Model(x).fresh.v ** 3)


@case(V3)
def nested_object_of_a_property(x):
    d = Model(x).deep
    return d.inner.v * np.sum(d.w) * d.number + np.sum(d.several[0].v)


@case(V3)
def object_kept_and_read_again(x):
    m = MODELS[0](x)
    return np.sum(m.kept.several[0].v * m.kept.w) + m.kept.number * m.kept.inner.v


@case(V3)
def list_kept_and_read_again(x):
    m = Model(x)
    return np.sum(m.several[0] * m.several[2] * m.several[0]) * m.several[1]


@case(V3)
def object_that_was_there(x):
    m = MODELS[0](x)
    m.plain.v[0] = x[1] * x[1]
    return np.sum(m.plain.v**2) + np.sum(m.own.v) + np.sum(m.constant.v * x) * m.plain.v[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_derivative(fun, args, options):
    check_gradient(fun, *args, **options)
