"""Properties that write into something by what they call: methods of other objects, helpers, under any name."""

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Counter:
    def __init__(self):
        self.total = 1.0
        self.weights = np.array([1.0, 2.0, 3.0, 4.0])

    def note(self, value):
        self.total = self.total * 0.5 + np.sum(value)

    def copy(self, value):
        self.total = self.total * 0.5 + np.sum(value)
        return self.total

    def grow(self):
        self.weights *= 1.2

    @property
    def grown(self):
        self.grow()
        return 2.0


def note_each(held, value):
    [held["all"][0].copy(part) for part in [value]]


class Model:
    def __init__(self, held, value):
        self.held, self.value = held, value

    @property
    def noted(self):
        self.held["all"][0].note(self.value)
        return 2.0

    @property
    def by_a_helper(self):
        note_each(self.held, self.value)
        return 3.0

    @property
    def grown(self):
        return self.held["all"][0].grown

    def run(self):
        counter = self.held["all"][0]
        [counter.copy(part) for part in [self.value]]


@case(P4)
def noted(x):
    held = {"all": [Counter()]}
    first = Model(held, x * 1.0).noted
    y = np.sum(x) * Model(held, np.sin(x)).noted
    return y * first * held["all"][0].total


@case(P4)
def by_a_helper(x):
    held = {"all": [Counter()]}
    model = Model(held, x * 1.0)
    model.by_a_helper
    y = np.sum(x) * model.by_a_helper
    return y * held["all"][0].total


@case(P4)
def grown(x):
    held = {"all": [Counter()]}
    model, seen = Model(held, x), held["all"][0].weights
    y = np.sum(np.sin(x) * seen)
    y = y * model.grown * np.sum(x * seen)
    y = y * model.grown * np.sum(x * seen)
    return y * held["all"][0].total


@case(P4)
def by_a_method(x):
    held = {"all": [Counter()]}
    Model(held, x * 1.0).run()
    Model(held, np.sin(x)).run()
    return np.sum(x) * held["all"][0].total


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
