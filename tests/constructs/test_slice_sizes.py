"""Sizes that only the call tells: of slices between variables, of reshaped vectors, of their products.

What is broadcast may turn out to be of size 1, and its derivative is of that size then.
"""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import M33, M34, V3, V4, V5, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V31 = np.linspace(-1.0, 2.0, 31)


@case(V6, V4, 2, 1, argnums=(0, 1))
def window_of_one(x, y, i, k):
    return np.sum((x[i:i + k] * y) ** 2)


@case(V6, V4, 2, 4, argnums=(0, 1))
def window_of_all(x, y, i, k):
    return np.sum((x[i:i + k] * y) ** 2)


@case(V5, V3, 5, 2, argnums=(0, 1))
def every_kth(x, y, n, k):
    return np.sum((x[:n:k] * y) ** 2)


@case(M34.T, V3, 1, 2, argnums=(0, 1))
def column_of_rows(x, y, i, j):
    return np.sum((x[..., i:j] * y) ** 2) + np.sum(x[None, i:j] * y)


@case(V31, V4, argnums=(0, 1))
def past_the_thirtieth(x, y):
    return np.sum((x[30:] * y) ** 2)


@case(V6, V5, 3, argnums=(0, 1))
def from_the_third(x, y, n):
    return np.sum((x[2:n] + y) ** 3)


@case(V6, V5, 1, 4, argnums=(0, 1))
def places_in_a_range(x, y, n, k):
    return np.sum((x[np.arange(n, n + 1)] * y) ** 2) + np.sum((x[np.arange(0, n + k, k)] * y[:2]) ** 2)


@case(np.arange(1.0, 14.0), (3, 2), M33)
def parameters_in_one_vector(theta, sizes, x):
    n, m = sizes
    w1 = theta[: n * m].reshape(n, m)
    b1 = theta[n * m : (n + 1) * m]
    w2 = theta[(n + 1) * m : (n + 2) * m].reshape((m, 1))
    b2 = theta[(n + 2) * m + 1 :]
    z = np.tanh(x @ w1 + b1) @ w2 + b2
    return np.sum(z * z)


@case(np.arange(1.0, 9.0), (3, 1), M33)
def one_hidden_unit(theta, sizes, x):
    n, m = sizes
    w = np.reshape(theta[: n * m], (n, m))
    b = theta[n * m : (n + 1) * m]
    z = np.sin(x @ w) + b * x
    return np.sum(z * z)


@case(V6)
def pairs_of_a_vector(x):
    points = x.reshape(-1, 2)
    points[0] *= points[1]
    return np.sum(points @ points[2]) + x[1] * np.sum(x)


@case(V6, 7)
def rest_of_a_count(x, n):
    y = x.reshape(n - 8, 3)
    return np.sum(y[0] ** 2 * y[1])


@case(M34)
def vectors_times_vectors(x):
    left, right = x.reshape(-1), x.T.reshape(12)
    return (left @ right) ** 2 + (x.reshape(4, -1) @ left[:3]) @ right[:4]


@pytest.mark.parametrize("fun, args, options", case)
def test_sizes(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_reshaped_is_known():
    """A vector of all parameters costs no more than parameters of their own: nothing is looked up when it runs."""
    source = tangentish.grad(parameters_in_one_vector).source_for(np.arange(1.0, 14.0), (3, 2), M33)
    assert "shadows" not in source
