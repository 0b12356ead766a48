"""Properties whose setters store what they are given, called with values that no derivative flows through."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Tank:
    def __init__(self, rate):
        self.rate, self.count = rate, 2

    @property
    def level(self):
        return self.rate * self.count + 0.3

    @level.setter
    def level(self, v):
        self.rate = v / self.count


@case(V3)
def a_literal(x):
    tanks = [Tank(x[0] * x[1]), Tank(x[2])]
    s = tanks[-1].rate ** 2
    tanks[-1].level = 0.2
    return s * tanks[-1].rate + tanks[0].rate


@case(V3, 3)
def a_name_and_arithmetic(x, n):
    tanks = [Tank(x[0] * x[1]), Tank(x[2])]
    s = tanks[-1].rate ** 2
    k = n * 2.0
    tanks[-1].level = k
    k = -1.0
    s = s * tanks[-1].level + k
    tanks[0].level = 0.5 * n + 1
    return s * tanks[0].rate * x[1]


class Doubling:
    def __init__(self, rate):
        self.rate = rate

    def __setattr__(self, key, value):
        object.__setattr__(self, key, value * 2.0)


@case(V3, 3)
def by_setattr(x, n):
    tanks = [Doubling(x[0]), Doubling(x[1])]
    s = tanks[0].rate ** 2
    tanks[0].rate = 0.5
    s = s * tanks[0].rate + tanks[1].rate ** 2
    tanks[1].rate = n
    return s * tanks[1].rate


@case(V3)
def active_after_all(x):
    tank = Tank(x[0])
    s = tank.level ** 2
    tank.level = 0.4
    tank.rate = tank.rate * x[1]
    tank.level = np.sum(x) * tank.level
    return s * tank.rate


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
