"""`a, b = items` where there are more or fewer items: what Python raises is raised, and caught by whoever catches it."""

import numpy as np
import pytest

from tangentish import grad, jvp
from tests.constructs.cases import V3, V5, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def product(items):
    a, b, c = items
    return a * b**2 * c


def head(items):
    first, second, *rest = items
    return first * second + sum(rest)


@case(V3)
@case(V5)
@case(V3[:2])
def caught_around_a_call(x):
    try:
        return product(x)
    except ValueError:
        return np.sum(x**2)


@case(V3)
@case(V3[:1])
def caught_around_a_star(x):
    y = x[0]
    try:
        first, second, *rest = x
        y = first * second + sum(rest)
    except ValueError:
        y = y**3
    return y * x[0]


@case(V3, 0)
@case(V3, 2)
def caught_in_a_loop_over_rows(x, stop):
    rows = [[v, v * v] for v in x]
    rows[stop].append(x[0])
    total = 0.0
    try:
        for k, (a, b) in enumerate(rows):
            total += a * b * (k + 1.0)
    except ValueError:
        total *= x[1]
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def two(x):
    a, b = x[:3]
    return a * b


def nested(x):
    (a, b), c = x[:2], x[2:]
    return a * b * np.sum(c)


def two_of_a_list(x):
    a, _b = [v * v for v in x]
    return a


@pytest.mark.parametrize("fun, count", [(two, 5), (two, 1), (product, 4), (head, 1), (nested, 1), (two_of_a_list, 3)])
def test_raises_as_python_does(fun, count):
    x = np.linspace(0.5, 1.5, count)
    with pytest.raises(ValueError) as raised:
        fun(x)
    for derivative in (grad(fun), lambda x: jvp(fun, (x,), (x,))):
        with pytest.raises(ValueError) as found:
            derivative(x)
        assert str(found.value) == str(raised.value)
