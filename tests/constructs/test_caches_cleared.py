"""Methods that an object wraps into `functools.lru_cache` when it is made: called each time, and their caches cleared."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Costs:
    def __init__(self, signal=None):
        self.signal = signal
        self.part = functools.lru_cache(maxsize=None)(self._part)

    def fit(self, signal):
        self.signal = signal
        self.part.cache_clear()
        return self

    def _part(self, start, end):
        return np.sum(self.signal[start:end] ** 2)

    def total(self):
        return self.part(0, 2) * self.part(1, 3) + self.part(0, 2)


@case(V3)
def made_with_what_is_read(x):
    return Costs(x * x[0]).total()


@case(V3)
def fitted_later(x):
    costs = Costs()
    return costs.fit(x).total() + costs.fit(x * x[1]).total()


AROUND = Costs()


@case(V3)
def fitted_around_the_function(x):
    return AROUND.fit(x * x).total() * x[2]


@case(V3)
def of_closures(x):
    @functools.cache
    def power(k):
        return x[k] ** 2 if k < 2 else power(k - 1) * power(k - 2)

    return power(3) + functools.lru_cache(lambda k: x[k] ** 3)(2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
