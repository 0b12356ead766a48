"""Augmented assignment of scalars and arrays, nonlinear overwrites, dtypes, stores at computed places."""

import numpy as np
import pytest

from tests.constructs.cases import F32, M33, M34, P4, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.4)
def zero_dimensional_array(x):
    y = np.array(x)
    z = y  # the same array
    y += x**2
    y[...] = z * z
    z[()] *= 3.0
    w = np.zeros(())
    w[...] = y * x
    return w + y


@case(0.4)
@case(np.float64(0.4))
def scalar_is_rebound(x):
    y = x
    y += x * x  # x keeps its value
    z = y
    z *= y
    z **= 2
    y -= z / x
    y /= 1.0 + x
    return x * y * z


@case(V3)
def array_is_written(x):
    y = x * 1.0
    z = y
    y += x * x
    z *= y  # y times itself, in place
    z **= 2
    y -= z / 2.0
    y /= 1.0 + x**2
    return np.sum(x * y * z)


@case(M33)
def matmul_augmented(a):
    b = a.copy()
    c = b
    b @= a
    b @= c
    return np.sum(b * a)


@case(V5)
def nonlinear_overwrites(x):
    y = x + 2.0
    for i in range(5):
        y[i] = y[i] ** 2
        y[i] = np.sin(y[i]) * y[i - 1]
    y[1:4] = np.exp(y[1:4]) * y[:3]
    return np.sum(y)


@case(P4)
def read_nonlinearly_before_write(x):
    y = x * 2.0
    a = np.log(y)
    b = y**2
    c = np.sqrt(y) * y
    y *= a
    y[0] = 1.0
    y[1:] /= b[1:]
    return np.sum(a * b * c * y)


@case(V3, V3[::-1], argnums=(0, 1))
def product_factor_overwritten(x, w):
    y = x.copy()
    total = 0.0
    for _ in range(3):
        total += y @ w
        y *= w
        y[0] = total * y[1]
    return total * np.sum(y)


@case(V4)
def running_sums(x):
    y = x**2
    for i in range(1, 4):
        y[i] += y[i - 1]
    for i in reversed(range(3)):
        y[i] = y[i] * y[i + 1]
    return y[0] + y[2]


@case(M34)
def dynamic_programming(cost):
    n, m = cost.shape
    d = np.full((n + 1, m + 1), 1e3)
    d[0, 0] = 0.0
    for i in range(n):
        for j in range(m):
            d[i + 1, j + 1] = cost[i, j] ** 2 + min(d[i, j], d[i, j + 1], d[i + 1, j])
    return d[-1, -1]


@case(V3.astype(np.float32), **F32)
def float_into_float32(x):
    y = np.zeros(3, dtype=np.float32)
    y[0] = x[0] * 2.5
    y[1:] = x[1:].astype(np.float64) ** 2
    y *= 1.5
    y += np.array([1.0, 2.0, 3.0])
    y[2] -= 0.25
    return np.sum(y * x)


@case(V3)
def float64_into_float32(x):
    y = np.ones(3)
    z = np.zeros((2, 3), dtype=np.longdouble)
    z[0] = x**2
    z[1] = z[0] * y
    return float(np.sum(z * x))


@case(V4)
def integer_array_written_from_integers(x):
    n = np.zeros(4, dtype=int)
    n[1:] += 1
    n[2] = int(x[2])
    n[n > 0] *= 2
    y = np.zeros(4)
    y[n[:2]] = n[1] * x[:2]
    return np.sum(y * (n + 1) * x)


@case(V4, 3)
@case(V4, 0)
def stores_at_computed_index(x, steps):
    y = x.copy()
    i = 0
    for k in range(steps):
        y[i] *= x[k]
        i = (i + 3) % 4
        y[i] = y[i] + y[i - 1] ** 2
        if y[i] > 0.5:
            i = 0
    return np.sum(y * y) + y[i]


@case(V4)
def write_in_one_branch(x):
    y = x**2
    for i in range(4):
        if x[i] > 0:
            y[i] = y[i] * x[i - 1]
        elif i == 2:
            y[i] += y[i - 1] * y[i]
    return np.sum(y**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
