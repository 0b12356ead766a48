"""Kinds are true: numbers of several types, functions that are empty for some kinds, numbers that are no arrays."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3 - 3.0)
def an_int_or_a_float(x):
    s = max(0, x[0])
    if isinstance(s, int):
        return x[1] ** 2
    return s * x[2]


@case(0.7)
@case(3.7)
def of_numbers(t):
    s = max(0, t - 3.0)
    if isinstance(s, int):
        return t * 2.0
    return s * t


@case(0.7)
@case(3.7)
def in_a_helper(t):
    return kind_of_number(max(0, t - 3.0)) * t**2


def kind_of_number(s):
    if isinstance(s, int):
        return s + 3.0
    return s**2


@case(0.7)
@case(3.2)
def complex_or_not(t):
    z = (t - 3.0) ** -1.5
    if isinstance(z, complex):
        return z.imag * t + z.real
    return z * t


@case(0.7)
def powers_of_imaginary_numbers(t):
    unit = 1j
    root = (unit * 0.3 - 1.5) ** 2 + t * (unit**2 + 1j**t)
    return root.real * t + abs((2 + 1j) ** t)


@case(0.7)
def length_of_a_power(t):
    return abs((t - 3.0) ** 1.5) + ((t - 3.0) ** 0.5).imag


@case(V3)
def left_alone(x):
    cut(x[0])
    return np.sum(x**2)


def cut(value):
    if isinstance(value, np.ndarray):
        value[...] = 0.0


@case(V3)
def numbers_filled(x):
    y = x[0]
    y.fill(3.0)
    total = np.sum(x)
    total.put(0, 2.0)
    return y * x[1] * total


@case(V3)
@case(np.array(0.4), argnums=0)
def put_into_one_place(x):
    y = np.array(np.sum(x)).copy()
    y.put([0, 0], [3.0, np.sum(x**2)])
    return y[()] ** 2


@case(V3)
def products_of_lists(x):
    return np.sum(np.matmul([[x[0], x[1]], [x[1], x[2]]], [x[1], x[2]])) * np.matmul([x[0], x[1]], [x[1], x[2]])


@case(M33)
def polynomials_of_rows(m):
    return np.sum(np.polyval(m, m)) + np.sum(np.polyval(m, 0.3)) + np.sum(np.polyval(m, m[0]))


@pytest.mark.parametrize("fun, args, options", case)
def test_known_kinds(fun, args, options):
    check_all_ways(fun, *args, **options)
