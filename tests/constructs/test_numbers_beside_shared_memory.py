"""Numbers given to a function whose other arguments share memory: they have no derivative that infinities could meet."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.oracle import check_gradient

case = Cases()


def soft_minimum(a, b, width):
    a /= -width
    b /= -width
    return -width * np.log(np.exp(a) + np.exp(b))


def accumulated(s, t, width):
    table = np.full(s.size + 1, np.inf)
    table[0] = s[0] * t[1]
    for i in range(s.size):
        table[i + 1] = (s[i] - t[i - 1]) ** 2
        table[i + 1] += soft_minimum(table[i], table[i + 2] if i + 2 < table.size else np.inf, width)
    return table[-1]


@case(V3)
def one_array_given_twice_beside_a_number(x):
    return accumulated(x, x, 2.0)


@case(V3)
def an_array_and_its_view_beside_a_number(x):
    return accumulated(x, x[::-1], 0.5) * x[0]


@case(V3, 2.0)
def one_array_given_twice_beside_an_active_number(x, width):
    return accumulated(x, x, 1.5) * width


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
