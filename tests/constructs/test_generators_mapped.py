"""Generators that `map` and `filter` go through: right, or refused where a list of all items would not be the same."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case, perhaps = Cases(), Cases()


def multiples(x):
    for k in range(3):
        yield x * k


class Bumped:
    def __init__(self, x):
        self.x = x

    def items(self):
        for k in range(3):
            yield self.x * k

    def bump(self, v):
        self.x = self.x * 2.0
        return v * v

    def times(self, v):
        return v * self.x


@case(0.7)
def summed(x):
    return sum(map(np.sin, multiples(x)))


@case(0.7)
def listed(x):
    return sum(list(map(np.sin, multiples(x)))) + sum(tuple(map(lambda v: np.cos(v) * x, multiples(x))))


@case(0.7)
def greatest(x):
    return max(map(np.sin, multiples(x)))


@case(0.7)
def looped(x):
    total = 0.0
    for v in map(np.sin, multiples(x)):
        total += v * x
    return total


@case(0.7)
def filtered(x):
    total = 0.0
    for k, v in enumerate(filter(lambda v: v > 0.0, multiples(x))):
        total += v * k
    return total


@case(0.7)
def in_a_generator_expression(x):
    return sum(v for v in map(np.sin, multiples(x)) if v > 0.0)


@case(0.7)
def the_same_array(x):
    y = np.array([x, 2.0 * x])

    def same():
        for _ in range(2):
            yield y

    return sum(map(np.sum, same()))


@perhaps(0.7)
def changed_by_what_is_called(x):
    bumped = Bumped(x)
    return sum(map(bumped.bump, bumped.items()))


@perhaps(0.7)
def changed_by_a_lambda(x):
    bumped = Bumped(x)
    return sum(map(lambda v: bumped.bump(v), bumped.items()))


@perhaps(0.7)
def read_by_what_is_called(x):
    bumped = Bumped(x)
    return sum(map(bumped.times, bumped.items()))


@perhaps(0.7)
def changed_by_the_generator(x):
    held = [x]

    def doubled():
        for k in range(3):
            held[0] = held[0] * 2.0
            yield held[0] * k

    return sum(map(lambda v: v * held[0], doubled()))


@perhaps(0.7)
def changed_in_the_loop(x):
    total, bumped = 0.0, Bumped(x)
    for v in map(bumped.times, bumped.items()):
        bumped.x = bumped.x * 1.5
        total += v
    return total


@perhaps(0.7)
def changed_before_it_is_used(x):
    bumped = Bumped(x)
    items = map(bumped.times, bumped.items())
    bumped.x = bumped.x * 2.0
    return sum(items)


@perhaps(0.7)
def written_into(x):
    y = np.array([x, 2.0 * x])

    def doubled(v):
        v *= 2.0
        return np.sum(v)

    def same():
        for _ in range(2):
            yield y

    return sum(map(doubled, same()))


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize(("fun", "args", "options"), perhaps)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)
