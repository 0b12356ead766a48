"""Methods made with `types.MethodType`: functions bound to objects."""

from __future__ import annotations

import types
from types import MethodType

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def applied(self, x):
        return self.factor * x


class Rows(list):
    pass


class Marked(np.ndarray):
    pass


def squared(self, x):
    return self.factor * x * x


def set_factor(self, factor):
    self.factor = factor


def first(self, x):
    return self[0] * x


@case(P4)
def bound_and_called(x):
    f = types.MethodType(squared, Scale(x[0] * x))
    return np.sum(f(x[1]) * f(x))


@case(P4)
def kept_in_its_object(x):
    scale = Scale(x[0])
    scale.run = MethodType(squared, scale)
    scale.applied = MethodType(squared, scale)
    scale.factor = scale.factor * x[1]
    return np.sum(scale.run(x) + scale.applied(2.0) * Scale.applied(scale, x))


@case(P4)
def that_stores_into_its_object(x):
    scale = Scale(1.0)
    put = MethodType(set_factor, scale)
    before = scale.applied(x)
    put(x * x)
    after = scale.applied(x)
    put(x[0])
    return np.sum(before + after * scale.factor)


@case(P4)
def whose_object_goes_by_another_name(x):
    scale = Scale(x[2])
    f = MethodType(squared, scale)
    other, scale = scale, Scale(x[1])
    other.factor *= 3.0
    return np.sum(f(x)) + scale.applied(1.0)


@case(P4)
def of_what_captured_values(x):
    def inner(self, y):
        return self.factor * y * x

    return np.sum(MethodType(inner, Scale(2.0))(x[3]) + MethodType(lambda self, y: y * self.factor, Scale(x))(x))


@case(P4)
def in_a_loop(x):
    total = 0.0
    for k in range(4):
        scale = Scale(x[k])
        step = MethodType(squared if k % 2 else Scale.applied, scale)
        if k > 1:
            MethodType(set_factor, scale)(total * x[k])
        total = total + step(x[0])
    return total


@case(P4)
def in_a_list(x):
    steps = [MethodType(squared, Scale(k * x)) for k in range(3)]
    return np.sum(sum(step(x) for step in steps)) + steps[1].__self__.factor[0]


@case(P4)
def of_a_list_with_attributes(x):
    return np.sum(MethodType(first, Rows([x * x, x]))(x))


@case(P4, Scale(2.0))
def of_an_argument(x, scale):
    return np.sum(MethodType(squared, scale)(x))


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_derivatives(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("derivative", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("owner", [lambda x: x, lambda x: x[0], lambda x: [x, 1.0], lambda x: x.view(Marked)])
def test_numbers_have_no_place_there(derivative, owner):
    def fun(x):
        f = MethodType(lambda self, y: np.sum(self[0] * y if np.ndim(self[0] if isinstance(self, list) else self) else self * y),
                       owner(x))
        return f(x)

    with pytest.raises(tangentish.TangentishError):
        derivative(fun)(P4)
