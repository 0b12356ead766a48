"""Views of broadcast arrays that are given to functions, and written results of them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
Y = np.array([0.3, 0.9, -1.2, 0.4, 1.9, 0.2])
FUNCTIONS = [lambda y, dx: dx * y]


@case(0.3)
def flipped(d):
    dx = np.broadcast_to(np.asarray(d), Y.shape)
    return np.sum(FUNCTIONS[0](Y, np.flip(dx)))


@case(0.3)
def sliced(d):
    def product(y, dx):
        return dx * y
    x = np.broadcast_to(d, (6,))
    return np.sum(product(Y[:-1], x[:-1])) * x[2]


@case(np.array([0.3, -0.7]))
def rows_of_a_stretched_matrix(d):
    def product(y, dx):
        return dx * y
    x = np.broadcast_to(d, (3, 2))
    return np.sum(product(Y.reshape(3, 2)[1:], x[1:])) * np.sum(product(x.T, x.T)) + x[0, 1]


@case(np.array([0.3, -0.7]), np.array([[1.0], [2.0], [0.5]]), argnums=(0, 1))
def several_stretched(d, e):
    def product(y, dx):
        return dx * y
    a, b = np.broadcast_arrays(d, e)
    return np.sum(product(a[1:], b[:-1])) + np.sum(product(np.flip(a), b) ** 2)


@case(0.3)
def stretched_from_a_view_of_what_a_function_was_given(d):
    d = np.asarray(d)
    FUNCTIONS[0](Y, d)
    y, x = np.atleast_1d(Y, d)
    y, x = np.broadcast_arrays(y, x)
    return np.sum(np.log(x) + x ** 2 * y)


@case(0.3)
def stretched_already(d):
    x = np.broadcast_to(d, (6,))
    x, y = np.broadcast_arrays(x, Y)  # x itself
    return np.sum(x * y)


@case(0.3)
def stretched_already_and_given_twice(d):
    x = np.broadcast_to(d, (6,))
    a, b, y = np.broadcast_arrays(x, x, Y)
    return np.sum(a ** 2 * y * b) + np.sum(x * y)


@case(0.3)
def stretched_already_and_kept_in_a_list(d):
    x = np.broadcast_to(d, (6,))
    _, *args = np.broadcast_arrays(Y > 0, Y, x)
    positive = [arg[Y > 0] for arg in args]
    return np.sum(positive[0] / positive[1])


@case(0.3)
def stretched_already_in_a_loop(d):
    total = 0.0
    for x in np.broadcast_arrays(np.broadcast_to(d, (6,)), Y):
        total = total + np.sum(x ** 2)
    return total


def rows(a):
    return np.broadcast_to(a, (3, *a.shape))


class Held:
    def __init__(self, y):
        self.y = y

    @property
    def twice(self):
        return np.broadcast_to(self.y, (2, 5))


X5 = np.array([0.7, -1.3, 0.4, 1.2, -0.6])


@case(X5)
def stretched_by_a_helper(x):
    y = x * x
    b = rows(y)
    y[1] = x[0] ** 3
    c = rows(y[2:])
    y *= x
    return np.sum(b * b * np.arange(3)[:, None]) + np.sum(c**2)


@case(X5)
def stretched_in_a_dict(x):
    y = x * x
    d = {"b": rows(y)}
    for k in range(3):
        y[k] = d["b"][k, k + 1] * x[k]
    return np.sum(d["b"] ** 2)


@case(X5)
def stretched_by_a_property(x):
    held = Held(x * x)
    q = held.twice
    held.y[0] = x[1] ** 3
    r = held.twice
    held.y *= 2
    return np.sum(q * r * np.array([[1.0], [2.0]]))


@case(V4)
def stretched_by_a_function_in_a_list(x):
    z = [np.broadcast_to][0](x, (3, 4))
    return np.sum(z[1:]) * np.sum(z.T * z.T) + z[0, 1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
