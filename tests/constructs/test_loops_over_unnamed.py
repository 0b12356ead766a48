"""Loops over what has no name and no derivative, whose items are written into with values that have one."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
K = np.array([[0.5, 1.0, 2.0], [0.3, 0.2, 0.1]])


@case(V3)
def rows_of_ones(m):
    s = 0.0
    for p in np.ones((2, 3)):
        p *= m
        s += p @ p
    return s


@case(V3)
def arrays_of_a_list(m):
    s = 0.0
    for p in [np.ones(3), np.zeros(3), 2.0 * np.ones(3)]:
        p += m
        s += p @ p
    return s


@case(V3)
def rows_of_a_copy(m):
    s = 0.0
    for p in K.copy():
        p[:] = p * m
        s += np.sum(p**2)
    return s


@case(V3)
def columns_of_a_copy(m):
    s = 0.0
    for p in K.T.copy():
        p[0] = m[0] * p[1]
        s += np.sum(p**2)
    return s


@case(V3)
def two_at_once(m):
    s = 0.0
    for p, q in zip(np.ones((2, 3)), K.copy()):
        np.multiply(p, m, out=p)
        q += p
        s += p @ q
    return s


@case(V3)
def numbered(m):
    s = 0.0
    for i, p in enumerate(np.ones((2, 3))):
        p *= m
        s += p @ p * i
    return s


@case(V3)
def rows_of_rows(m):
    s = 0.0
    for p in np.ones((2, 2, 3)):
        for q in p:
            q *= m
            s += q @ q
        s += np.sum(p)
    return s


@case(V3)
def lists(m):
    s = 0.0
    for p in [[1.0, 2.0], [3.0, 4.0]]:
        p[0] = m[0] * p[1]
        s += p[0] * p[1]
        p.append(m[1])
        s += sum(p)
    return s


@case(V3)
def dicts(m):
    s = 0.0
    for p in ({"a": 1.0}, {"a": 2.0}):
        p["a"] *= m[0]
        p["b"] = m[1]
        s += p["a"] * p["b"]
    return s


@case(V3)
def numbers_and_one_that_is_active(m):
    s = 0.0
    for p in (1.0, 2.0, m[0]):
        p = p * m[1]
        s += p * p
    return s


@case(V3)
def whole_numbers(m):
    s = 0.0
    for p in range(3):
        p = p * m[1]
        s += p * p
    return s


@case(V3)
def entries(m):
    s = 0.0
    for p in np.arange(3.0) + 1:
        p *= m[1]
        s += p * p
    return s


@case(V3)
def bound_to_something_else(m):
    s = 0.0
    for p in np.ones((2, 3)):
        if m[0] > 0:
            p = m
        s += np.sum(p * m)
        p = p * 2
        s += np.sum(p * m)
    return s


@case(V3)
def pairs(m):
    s = 0.0
    for a, b in [(np.ones(3), 1.0), (np.zeros(3), 2.0)]:
        a += m * b
        b *= m[0]
        s += a @ a * b
    return s


@case(V3)
def by_a_comprehension(m):
    return sum([np.multiply(p, m, out=p) @ p for p in np.ones((2, 3))])


class P:
    def __init__(s, v):
        s.v = v


@case(V3)
def objects(m):
    s = 0.0
    for p in [P(1.0), P(2.0)]:
        p.v = p.v * m[0]
        s += p.v**2
    return s


@case(V3)
def parts_of_a_split(m):
    s = 0.0
    for p in np.split(np.ones(6), 2):
        p *= m
        s += p @ p
    return s


@case(V3)
def entries_of_a_flat_copy(m):
    s = 0.0
    for p in K.copy().flat:
        p *= m[0]
        s += p * p
    return s


@case(V3)
def indices(m):
    s = 0.0
    for p in np.ndindex(2, 3):
        s += m[p[1]] * K[p]
    return s


@case(V3)
def rows_in_a_list(m):
    s = 0.0
    for p in list(np.ones((2, 3))):
        p -= m
        s += p @ p
    return s


@case(V3)
def rows_reversed(m):
    s = 0.0
    for p in reversed(np.ones((2, 3))):
        p -= m
        s += p @ p
    return s


@case(V3)
def by_an_iterator(m):
    s = 0.0
    for p in iter([np.ones(3), np.ones(3)]):
        p -= m
        s += p @ p
    return s


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
