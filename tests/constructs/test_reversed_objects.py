"""`reversed` of objects whose class says what it gives, which need not be what a loop gives, turned round."""

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Steps:
    """Forwards as they are, backwards with the squares."""

    def __init__(self, x):
        self.x = x

    def __iter__(self):
        return iter([self.x[0], self.x[1]])

    def __reversed__(self):
        return iter([v**2 for v in self.x])


class Turned(Steps):
    def __reversed__(self):
        return reversed(self.x)


@case(V4)
def in_a_loop(x):
    total = 1.0
    for k, v in enumerate(reversed(Steps(x))):
        total = total * v + k
    return total


@case(V4)
def in_step(x):
    total = 0.0
    for a, b in zip(reversed(Steps(x)), Steps(x), strict=False):
        total += a * b**2
    return total


@case(V4)
def in_a_list(x):
    squares = list(reversed(Steps(x)))
    return squares[2] * squares[0] + sum(v * 2.0 for v in reversed(Steps(x)))


@case(V4)
def as_python_turns_it(x):
    first, *rest = reversed(Turned(x))
    total = first
    for v in reversed(Turned(x)):
        total = total * v + first
    return total + rest[0] * rest[-1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
