"""Objects that keep what is looked up in them, and objects whose class is not known when a program is made."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


class Seen:
    def __init__(self, first=1.0):
        self.keys = [first]

    def __getitem__(self, key):
        self.keys.append(key * 2.0)
        return key

    def __contains__(self, key):
        self.keys.append(key * 3.0)
        return key > 0.0


@case(X)
def item_by_an_active_key(x):
    seen = Seen()
    y = seen[x[0]]
    return sum(seen.keys) * y


@case(X)
def item_that_nobody_uses(x):
    seen = Seen()
    for v in x:
        seen[v]
    return math.prod(seen.keys)


@case(X)
def membership_in_a_test(x):
    seen = Seen()
    if x[0] in seen:
        return sum(seen.keys) ** 2
    return 0.0


@case(X)
def membership_kept(x):
    seen = Seen(x[3])
    inside = x[1] in seen
    y = x[2] if inside else x[3]
    return seen.keys[1] * y * seen.keys[0]


@case(X)
def membership_in_a_loop(x):
    seen = Seen()
    total = 0.0
    for v in x:
        if v in seen:
            total += v * v
    return total * sum(seen.keys)


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self._length = None

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __rmul__(self, factor):
        return Vector(factor * self.x, factor * self.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __abs__(self):
        return math.hypot(self.x, self.y)

    @property
    def length(self):
        if self._length is None:
            self._length = self.x ** 2 + self.y ** 2
        return self._length


@case(X)
def operators_between_items_of_a_list(x):
    points = [Vector(x[0], x[1]), Vector(x[2], x[3])]
    return (points[1] - points[0]).x * abs(points[0]) + (-points[1]).y


@case(X)
def operators_of_a_callee(x):
    def middle(points):
        return 0.5 * (points[0] + points[1])
    return abs(middle([Vector(x[0], x[1]), Vector(x[2], x[3])]))


@case(X)
def cached_property_of_an_item_in_a_test(x):
    total = 0.0
    for point in [Vector(x[0], x[1]), Vector(x[2], x[3])]:
        if point.length > 0.5:
            total += point.length
    return total


@case(X)
def cached_property_of_a_local_class_in_a_test(x):
    class Lazy:
        def __init__(self, v):
            self.v, self._square = v, None

        @property
        def square(self):
            if self._square is None:
                self._square = self.v ** 2
            return self._square

        def grow(self, by):
            self.v = self.v * by
            return self.v

    total = 0.0
    for item in [Lazy(x[0]), Lazy(x[1]), Lazy(x[3])]:
        if item.grow(x[2]) > 0.0 and x[0] > 0.0:
            total += item.grow(2.0)
        if item.square > 0.1:
            total += item.square
    return total


@case(X)
def membership_denied(x):
    seen = Seen(x[3])
    total = 0.0
    for v in x:
        if v not in seen:
            total += v * v
    return total * sum(seen.keys)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
