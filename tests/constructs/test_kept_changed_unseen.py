"""Arrays of objects that methods change in ways that no statement shows: by `out=`, a text, a function inside, a comprehension."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from tangentish.analysis.code.code_changes import filled
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


class ByWhatAFunctionGives:
    def __init__(self):
        self.rates, self.scales = np.linspace(0.5, 1.5, 4), np.linspace(0.1, 0.9, 4)
        self.shifts, self.weights = np.linspace(0.2, 0.8, 4), np.linspace(0.3, 0.7, 4)

    def turn(self, first=True):
        def rates():
            return self.rates if first else self.rates * 2.0

        def scales():
            return self.scales * 2.0 if not first else self.scales

        def shifts():
            with np.errstate(all="ignore"):
                return self.shifts

        def weights():
            return first and self.weights

        for k, give in enumerate((rates, scales, shifts, weights)):
            held = give()
            held[k] = 5.0


@case(V4)
def by_what_a_function_gives(x):
    held = ByWhatAFunctionGives()
    y = x @ held.rates + (x * held.scales) @ (x**2 * held.shifts) + np.sin(x) @ held.weights
    held.turn()
    return y * np.sum(x**2)


class OfArithmetic:
    def __init__(self, cap, tries):
        self.cap, self.tries = cap, tries

    def __call__(self, x):
        def cut(s):
            return np.less(np.abs(x / s), self.cap)

        def chi(s):
            return cut(s) * (x / s) ** 2 / 2 + (1 - cut(s)) * (self.cap**2 / 2)

        scales = [np.inf, np.mean(np.abs(x))]
        while abs(scales[-1] - scales[-2]) > 1e-8 and len(scales) < self.tries:
            new = np.sqrt(np.mean(chi(scales[-1])) * 1.7 * scales[-1] ** 2)
            scales.append(new)
        return scales[-1]


@case(V4)
def what_arithmetic_gives(x):
    return OfArithmetic(1.5, 30)(x)


class Model:
    defaults = {"rate": 0.5, "shift": 0.25}

    def __init__(self, **given):
        for cls in type(self).__mro__:
            if issubclass(cls, Model):
                for label, value in cls.defaults.items():
                    new = value
                    if label not in given:
                        given[label] = new
        self.given = given


@case(V4)
def what_is_read_before_a_jump(x):
    model = Model(rate=x[1])
    return np.sum(x**2 * model.given["rate"] + Model.defaults["shift"] * model.given["shift"])


def test_reading_before_a_jump_changes_nothing():
    assert filled(Model.__init__.__code__, {"defaults"}) == set()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
