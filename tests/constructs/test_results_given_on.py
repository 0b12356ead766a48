"""A result that a function writes into and gives on, of a call that keeps its adjoint in the table."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.3, -0.8, 1.1, 0.6])
SCALE = np.linspace(0.5, 2.0, 4)


KNOWN_LATER = {"flip": np.flip, "diagonal": np.diagonal}


def turned(a):
    b = np.sin(a)
    return KNOWN_LATER["flip"](b)  # not known beforehand: it may be a view


def scaled(a):
    b = turned(a)
    b *= SCALE
    return b


def squared(a):
    b = turned(a)
    b *= b
    return b


def scaled_twice(a):
    b = turned(a)
    for _ in range(2):
        b *= SCALE
    return b


def scaled_in_a_branch(a):
    if a[0] > -9.0:
        b = turned(a)
    else:
        b = a * 1.0
    b /= SCALE
    return b


def scaled_again(a):
    b = scaled(a)
    b *= SCALE
    return b


def with_its_diagonal(a):
    b = np.outer(a, np.sin(a))
    c = KNOWN_LATER["diagonal"](b)  # which shows a part of what is given on
    return b, np.sum(np.log(np.abs(c)))


def with_a_view(a):
    b = np.sin(a)
    c = KNOWN_LATER["flip"](b)
    return b, c


def a_view_of_what_is_scaled(a):
    b = turned(a)
    c = b[1:]
    c *= SCALE[1:]
    return c


@case(X)
def given_on_with_a_part(x):
    b, log = with_its_diagonal(x)
    return np.sum(b @ X) * log + np.sum(b * b)


@case(X)
def given_on_with_a_view(x):
    b, c = with_a_view(x)
    return np.sum(b * X) * np.sum(c**2) + np.sum(b * c)


@case(X)
def a_view_given_on(x):
    c = a_view_of_what_is_scaled(x)
    return np.sum(c * X[1:]) * c[0]


@case(X)
def given_on(x):
    return np.sum(scaled(x) * X)


@case(X)
def of_a_local_array(x):
    y = x * x
    return np.sum(squared(y) * X) + np.sum(scaled_in_a_branch(y) ** 2)


@case(X)
def read_twice(x):
    y = scaled_twice(x)
    return np.sum(y * y[0]) + np.sum(y * X)


@case(X)
def through_several(x):
    y = scaled_again(x)
    y += x
    return np.sum(y**2) * y[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
