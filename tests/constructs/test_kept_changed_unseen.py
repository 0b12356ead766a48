"""Arrays of objects that methods change in ways that no statement shows: by `out=`, a text, a function inside, a comprehension."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class ByOut:
    def __init__(self):
        self.weights = np.linspace(0.5, 1.5, 4)

    def turn(self):
        np.multiply(self.weights, 2.0, out=self.weights)


@case(V4)
def by_out(x):
    held = ByOut()
    y = x @ held.weights
    held.turn()
    return y * np.sum(x**2)


class ByText:
    def __init__(self):
        self.rates = np.linspace(0.5, 1.5, 4)

    def turn(self):
        getattr(self, "rates")[:] = 0.5
        rates = operator.attrgetter("rates")(self)
        rates *= 0.5


@case(V4)
def by_text(x):
    held = ByText()
    y = x @ held.rates
    held.turn()
    return y * np.sum(x**2)


class ByFunctionInside:
    def __init__(self):
        self.scales, self.shifts = np.linspace(0.5, 1.5, 4), np.linspace(0.1, 0.9, 4)

    def turn(self):
        def fill(v):
            v[0] = 9.0

        fill(self.scales)
        (lambda: self.scales)()[1:] = 0.5
        [v.fill(0.5) for v in [self.shifts]]


@case(V4)
def by_functions_inside(x):
    held = ByFunctionInside()
    y = x @ held.scales + (x * held.shifts) @ x
    held.turn()
    return y * np.sum(x**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
