"""`for` loops: what they run over, targets, zero trips, what they carry."""


import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, M34, V3, V4, V5, V6, Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.7, 5)
@case(0.7, 1)
@case(0.7, 0)
@case(np.float64(0.7), 3)
def range_of_n(x, n):
    y = x
    for _ in range(n):
        y = np.sin(y) * x
    return y


@case(V6, 5, -1, -1)
@case(V6, 0, 6, 2)
@case(V6, 1, 1, 1)
@case(V6, 4, 0, -3)
@case(V6, 0, 5, -1)
def range_of_any_step(x, start, stop, step):
    y = 1.0
    for i in range(start, stop, step):
        y = y * x[i] + i * x[i] ** 2
    return y


@case(V4)
@case(EMPTY)
def over_array(x):
    total = 0.0
    for t in x:
        total += t**3
    return total + np.sum(x)


@case(M34)
@case(np.zeros((0, 3)))
@case(np.ones((2, 0)))
def over_rows(a):
    total = 1.0
    for row in a:
        total = total + np.sum(row**2) * total
    return total + np.sum(a)


@case(M34)
def rows_are_views(a):
    b = a * 1.0
    for row in b:
        row[1:] *= row[:-1]
        row -= row.sum()
    return np.sum(b**2)


@case([0.4, -0.9, 1.3])
@case((0.4, V3, M33))
@case([])
def over_sequence(items):
    total = 0.0
    for item in items:
        total = total + np.sum(item) ** 2
    return total


@case(V4)
def over_enumerate(x):
    y = np.zeros(5)
    for i, t in enumerate(x, 1):
        y[i] = y[i - 1] + i * t * t
    for i, (a, b) in enumerate(zip(x, x[1:])):
        y[i] *= a - b
    return y.sum()


@case(V3, V4, argnums=(0, 1))
@case(EMPTY, V4, argnums=(0, 1))
@case(V3, V4, argnums=1)
def over_zip(x, y):
    total = 0.0
    for a, b in zip(x, y):
        total += a * b**2
    return total + np.sum(x) * np.sum(y)


@case(V5)
def over_reversed(x):
    y = x[-1]
    for t in reversed(x[:-1]):
        y = np.cos(y) * t
    for i in reversed(range(1, len(x))):
        y += x[i] * x[i - 1] * y
    return y


@case({"a": 0.3, "b": 0.9, "c": -0.5})
def over_dict(params):
    total = 1.0
    for key in params:
        total *= params[key] + 1.0
    for key, value in params.items():
        if key != "b":
            total += value**2
    for value in params.values():
        total *= value
    return total


@case(V3, 0.4, argnums=(0, 1))
def nested_targets(x, a):
    pairs = [(1.0, (a, x)), (2.0, (a * a, x[::-1]))]
    total = 0.0
    for weight, (scale, (first, *others)) in pairs:
        total += weight * scale * first * sum(others)
    for i, ((p, q), r) in enumerate([((a, 2.0), x[0]), ((x[1], a), x[2])]):
        total += p * q * r + i * p
    return total


@case(M33)
def target_is_element(a):
    y = np.zeros(3)
    total = 0.0
    for y[1] in a[0]:
        y[0] += y[1] ** 2
        total += y[0] * y[1]
    return total + y[1]


@case(V4)
def loop_variable_read_after(x):
    for i in range(len(x)):
        t = x[i] ** 2
        if t < 0.5:
            break
    for s in x:
        u = s * t
    return t * x[i] + s * u


@case(0.3, 0.8, 6, argnums=(0, 1))
@case(0.3, 0.8, 0, argnums=(0, 1))
def several_names_carried(a, b, n):
    c = 1.0
    for k in range(n):
        a, b, c = b, a * b + c, np.sin(a) - k * c
    return a + 2.0 * b + 3.0 * c


@case(0.3, 7)
@case(0.3, 1)
def fibonacci_with_temporary(x, n):
    old, new = x, x**2
    for _ in range(n):
        tmp = new
        new = old * new + old
        old = tmp
    return new


@case(M33, 3)
@case(M33, 0)
def matrix_power(a, n):
    b = np.eye(3)
    for _ in range(n):
        b = b @ a
        b = b / np.linalg.norm(b)
    return np.sum(b * a)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
