"""Slices of tuples, of which Python makes no copy where they are the whole tuple; slices as the arguments of calls."""

import numpy as np
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


class Part:
    def __init__(self, values):
        self.place, self.values = slice(1, -1), values


@case(V4)
def indices_of_a_slice(x):
    """They are whole numbers, wherever the slice is kept."""
    part = Part(x)
    start, stop, _ = part.place.indices(len(part.values))
    return np.sum(part.values[start:stop] ** 2) * stop


def weighed(x, weight):
    return x**3 * weight


def weighed_by_name(x, *, weight):
    return x**3 * weight


@case(V4)
def slices_as_arguments(x):
    parts = tuple(a for a in (x, 2.0))
    return np.sum(weighed(*parts[:1], 1.0) + weighed(*parts[:1], 2.0) - weighed(*parts[:1], 5.0))


@case(V4)
def slices_as_arguments_in_a_loop(x):
    parts = [x, x[:2], 2.0]
    total = 0.0
    for weight in (1.0, 2.0, 5.0):
        held = parts[:1]
        total = total + np.sum(weighed(*held, weight)) + np.sum(weighed(*parts[1:]))
    return total


@case(V4)
def dicts_as_arguments_in_a_loop(x):
    total = 0.0
    for weight in (1.0, 2.0, 5.0):
        named = dict({"x": x})
        total = total + np.sum(weighed_by_name(**named, weight=weight)) * np.sum(weighed_by_name(**dict(named), weight=2.0))
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
