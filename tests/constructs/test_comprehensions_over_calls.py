"""Comprehensions whose iterables are calls with effects of their own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import check_gradient


class Store:
    def __init__(self, items):
        self.items = items
        self.calls = 0

    def counted(self, other=None):
        self.calls += 1
        return self.items

    def paired(self, weights):
        return [w * item for w, item in zip(weights, self.counted(weights))]

    def summed(self, weights):
        return [self.leaf(w, item) for w, item in zip(weights, self.counted(weights), strict=True)]

    def leaf(self, w, item):
        return w * item * item

    def numbered(self):
        return {k: item * k for k, item in enumerate(self.counted())}

    def backwards(self):
        return [item**2 for item in reversed(self.counted())]

    def nested(self, weights):
        return [w * item for w in weights for item in self.counted(w)]


def paired(x):
    return sum(Store([x[0], x[1] ** 2]).paired((1.5, -2.0)))


def summed(x):
    return sum(Store([x[0], x[1]]).summed([1.5, -2.0]))


def numbered(x):
    return sum(Store([x[0], x[1], x[2]]).numbered().values())


def backwards(x):
    first, second = Store([x[0], x[1]]).backwards()
    return first * 3.0 + second


def nested(x):
    return sum(Store([x[0], x[1]]).nested([1.0, 2.0]))


@pytest.mark.parametrize("fun", [paired, summed, numbered, backwards, nested], ids=lambda f: f.__name__)
def test_comprehensions_over_calls(fun) -> None:
    check_gradient(fun, np.array([0.7, -1.3, 0.4]))
