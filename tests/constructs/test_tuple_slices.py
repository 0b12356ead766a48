"""Slices of tuples, of which Python makes no copy where they are the whole tuple."""

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def whole_tuple(x):
    t = (x[0], x[1])
    u = t[:]
    return u[0] * u[1] + t[0:5][0] * t[::1][1]


@case(V4)
def part_of_a_tuple(x):
    t = (x[0], x[1], (x[2], x[3]))
    u, v = t[1:], t[::-1]
    return u[0] * v[0][1] * v[2] * u[1][:][0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
