"""Generators that functions give, methods of objects too, and those that a call of an object makes: used up at once."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import grad
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def multiples(base):
    for k in range(1, 4):
        yield base * k


def squares_of(values):
    return multiples(values[0] ** 2)


def either(x, plain):
    if plain:
        return multiples(x)
    return multiples(2.0 * x)


class Steps:
    def __init__(self, base):
        self.base = base

    def __call__(self):
        for k in range(3):
            yield self.base * k

    def given(self):
        return multiples(self.base)


class Holder:
    def __init__(self, base):
        self.steps = Steps(base)

    def called(self):
        return sum(step * step for step in self.steps())

    def called_in_a_loop(self):
        total = 0.0
        for step in self.steps():
            total = total + step * step
        return total

    def listed(self):
        return [step**2 for step in self.steps()][1] + max(self.steps())

    def given(self):
        return sum(list(self.steps.given()))


@case(V3)
def of_functions(x):
    first, *_, third = squares_of(x)
    return sum(squares_of(x)) * list(either(x[1], x[0] > 0.0))[2] + max(either(x[2], False)) + first * third


@case(V3)
def of_methods(x):
    return np.prod(list(Steps(x[0] * x[1]).given())) * Holder(x[2]).given()


@case(V3)
def of_objects_that_are_called(x):
    holder = Holder(x[0] * x[1])
    return holder.called() * x[2] + holder.called_in_a_loop() + holder.listed()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def kept(x):
    steps = squares_of([x])
    x = next(steps) + next(steps)
    return x * next(steps)


def test_not_used_up_at_once():
    with pytest.raises(UnsupportedError):
        grad(kept)(1.5)
