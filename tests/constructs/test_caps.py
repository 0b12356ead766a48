"""A root or a logarithm of what was capped: where the cap holds the slope above it is infinite, and the derivative 0."""

import math

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.array([-1.2, 2.3, -0.4, 0.7])


def root(x):
    return np.sum(np.sqrt(np.maximum(x, 0)))


def root_of_sum(x):
    return np.sqrt(np.sum(np.maximum(x[:1], 0.0))) + x[1]


def root_clipped(x):
    return np.sum(np.sqrt(np.clip(x, 0.0, None)) * x)


def root_of_method(x):
    return np.sum(np.sqrt(x.clip(0.0)) + np.sqrt(x.clip(min=0.0)))


def angle(x):
    return np.sum(np.arccos(np.clip(x, -1.0, 1.0)) * np.arange(1.0, 5.0))


def power(x):
    return np.sum(np.maximum(x, 0.0) ** 0.5 + np.maximum(x, 0.0) ** 0.3)


def negative(x):
    return np.sum(np.sqrt(-np.minimum(x, 0.0)))


def of_single_numbers(x):
    return np.sqrt(np.maximum(x[0], 0.0)) + np.sqrt(np.maximum(x[1], 0.0)) + math.sqrt(max(x[2], 0.0))


def into_itself(x):
    np.maximum(x, 0.0, out=x)
    np.sqrt(x, out=x)
    return np.sum(x * np.arange(4.0))


def scaled(x):
    y = np.maximum(x, 0.0)
    z = 3.0 * y.reshape(2, 2)
    return np.sum(np.sqrt(z.T) @ np.array([1.0, 2.0]))


def rectified(x):
    return np.maximum(x, 0.0)


def of_a_callee(x):
    return np.sum(np.sqrt(rectified(x)))


def of_callees_looked_up(x, functions=(rectified, np.sqrt)):
    y = x
    for function in functions:
        y = function(y)
    return np.sum(y * y * y + y)


def in_a_loop(x):
    y = x.copy()
    for _ in range(2):
        y = np.sqrt(np.maximum(y, 0.0)) - 0.9
    return np.sum(y)


def compared(x):
    return np.sum(np.sqrt(np.fmax(x, 0.0)) + np.sqrt(np.maximum(0.0, x)))


def of_rows(x):
    return np.sum(np.sqrt(np.maximum(x[:, None] * np.ones(2), [[0.0, 1.0]])))


PROGRAMS = (root, root_of_sum, root_clipped, root_of_method, angle, power, negative, of_single_numbers, into_itself, scaled,
            of_a_callee, of_callees_looked_up, in_a_loop, compared, of_rows)


@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_nothing_where_the_cap_holds(program):
    check_all_ways(program, X)


def test_in_single_precision():
    x = X.astype(np.float32)
    found = tangentish.grad(root)(x)
    assert found.dtype == np.float32
    assert np.allclose(found, [0.0, 0.5 / math.sqrt(2.3), 0.0, 0.5 / math.sqrt(0.7)], rtol=1e-6)


def test_second_derivatives():
    second = tangentish.hessian(root)(X)
    assert np.allclose(second, np.diag([0.0, -0.25 * 2.3**-1.5, 0.0, -0.25 * 0.7**-1.5]), rtol=1e-12)


def test_a_rectifier_under_what_is_smooth_is_written_as_by_hand():
    """Where no slope above is without a bound nothing is looked after."""

    def layer(w, x):
        return np.sum(np.tanh(np.maximum(w @ x, 0.0)))

    derivative = tangentish.grad(layer)
    derivative(np.ones((2, 4)), X)
    assert "product" not in derivative.source
