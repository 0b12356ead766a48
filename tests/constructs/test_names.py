"""Names that generated code might want for itself, and statements that do nothing."""


import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V3, 0.4, argnums=(0, 1))
def shadowed_builtins(x, len):
    sum = x[0] * len
    range, zip = sum**2, x[1]
    list, tuple, isinstance = range * zip, len, x[2]
    for print in (1.0, 2.0):
        sum = sum + print * list
    float, reversed = sum * tuple, isinstance
    return float * reversed


@case(V3)
def one_letter_and_underscored_names(x):
    l, O, _ = x
    __hidden, _x, x_ = l * O, _**2, O**3
    λ = __hidden * _x
    return λ + x_ * l


@case(V3)
def names_like_temporaries(x):
    x_1 = x[0] ** 2
    x_2 = x_1 * x[1]
    t = x_2 * x_1
    t1 = t_1 = t * x[2]
    t2, y_old, saved, stack, tape_1 = t1, t_1, t, x_2, x_1
    return t2 * y_old + saved * stack * tape_1


@case(0.6)
def self_assignment(x):
    x = x
    y = x
    y = y
    z = (x := y) + 0.0
    return x * y * z


@case(0.6)
def constants_and_expression_statements(x):
    """A docstring."""
    pi = 3.0
    y = x * pi
    "a string"
    y * 2.0
    pass
    ...
    return y * x


@case(V4)
def tuple_built_and_indexed(x):
    pair = (x[:2] ** 2, x[2:])
    left, right = pair
    pair = pair[::-1] + (x[0],)
    return np.sum(pair[0] * left) * pair[-1] + right[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
