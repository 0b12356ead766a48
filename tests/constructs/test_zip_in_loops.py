"""`zip` and `enumerate` in loops: of endless iterators, of `*rows`, unpacked into `*rest`."""

import itertools

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def numbers():
    k = 0
    while True:
        k += 1
        yield k


@case(V4)
def endless_ones(x):
    total = sum(v * i for v, i in zip(x, itertools.count(1), strict=False))
    for v, i in zip(x, itertools.repeat(2.0), strict=False):
        total += v**i
    total += sum(v * i for v, i in zip(x, numbers(), strict=False))
    total += sum(v * i * w for v, (i, w) in zip(x, enumerate(itertools.count(3)), strict=False))
    return total * sum(v * w * i for i, (v, w) in enumerate(zip(x, itertools.cycle([1, 2]), strict=False)))


@case(V4)
def of_rows(x):
    rows = [[x[0], x[1]], [x[2], x[3]]]
    total = sum(a**2 * b for a, b in zip(*rows, strict=True))
    for a, b in zip(*x.reshape(2, 2), strict=True):
        total += a * b**2
    for k, (a, b) in enumerate(zip(*rows, strict=True)):
        total += a * b * k
    return total


@case(V4)
def the_rest(x):
    total = sum(a * r[0] for a, *r in zip(x, x[1:], x[2:], strict=False))
    for k, (a, *r) in enumerate(zip(x, x[1:], x[2:], strict=False)):
        total += a * r[0] ** 2 * r[1] * k
    return total


@case(V4)
def enumerate_of_starred(x):
    given = (x, 1)
    total = 0.0
    for k, v in enumerate(*given):
        total += k * v**2
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
