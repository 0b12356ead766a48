"""Names: rebinding, unpacking, swaps, del, globals, imports."""

import math
import math as m

import numpy as np
import pytest
from numpy import exp, linalg
from numpy import sum as total_of

from tests.constructs.cases import M33, M34, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()

RATE = 0.7
TABLE = np.array([1.0, 2.0, 4.0])
SETTINGS = {"scale": 1.5, "weights": [0.2, 0.3, 0.5]}


@case(0.6)
def rebinding(x):
    y = x * x
    x = np.sin(y)
    y = x * y
    x = 3.0
    return x * y


@case(0.6)
def rebinding_parameter_in_its_own_expression(x):
    x = x * x * x
    x = np.exp(x) + x
    x = x / (1.0 + x)
    return x


@case(V3)
def rebinding_to_other_type(x):
    x = np.sum(x**2)
    x = [x, x * 2.0]
    x = x[0] * x[1]
    return x


@case(V3)
@case([0.3, 0.9, -0.2])
@case((0.3, 0.9, -0.2))
def unpacking(x):
    a, b, c = x
    (d, e), f = (a * b, c), b
    [g, h] = d, e
    return g * h + f * a**2


@case(M33)
def unpacking_rows(a):
    p, q, r = a
    (p0, _, p2), (_, q1, _) = a[:2]
    return (p @ q) * r[0] + p0 * q1 * p2


@case(V5)
def starred_targets(x):
    first, *middle, last = x
    *init, end = middle
    head, *none = [last * 2.0]
    return first * sum(middle) * last + init[0] * end * head + len(none)


@case(M34)
def starred_rows(a):
    first, *rest = a
    return sum(np.sum(row * first) for row in rest)


@case(0.6)
def chained_assignment(x):
    y = z = x**2
    z = z * x
    a, b = c = (y, z)
    return a * b * c[1] + y


@case(V3)
def chained_assignment_is_one_array(x):
    y = z = x**2
    z[0] = 3.0 * x[1]  # y too
    w = u = np.zeros(3)
    w[1] = x[2]
    u += y
    return np.sum(y * w)


@case(V3)
def chained_assignment_into_elements(x):
    y = np.zeros(4)
    y[0] = y[-1] = t = x[0] * x[1]
    y[1], y[2] = x[1], y[0] * t
    return np.prod(y) + t


@case(0.6, 1.7, argnums=(0, 1))
def swaps(a, b):
    a, b = b, a * b
    a, b = b, a
    a, b, c = b, a + b, a
    return a * b**2 + c


@case(V4)
def swap_elements(x):
    y = x.copy()
    y[0], y[1] = y[1], y[0]
    y[1:3] = y[2], y[0] * y[1]
    return np.sum(y * np.arange(4.0)) * y[2]


@case(M33)
def swap_rows(a):
    b = a * 2.0
    b[[0, 2]] = b[[2, 0]]
    tmp = b[0].copy()
    b[0] = b[1]
    b[1] = tmp
    b[:, [0, 1]] = b[:, [1, 0]] * b[0, 0]
    return np.sum(b * np.arange(9.0).reshape(3, 3))


@case(0.6)
def annotated(x: float) -> float:
    y: float = x**2
    z: "np.ndarray"
    z = np.array([y, x])
    w: float
    w = z[0] * z[1]
    return w


@case(0.6)
def delete(x):
    y = x**2
    z = y * x
    del y
    y = z * z
    items = [x, z, y]
    del items[1], z
    table = {"a": x, "b": y}
    del table["a"]
    return sum(items) * table["b"]


@case(V3)
def reads_globals(x):
    y = RATE * np.sum(TABLE * x**2) * SETTINGS["scale"]
    return y + sum(w * t for w, t in zip(SETTINGS["weights"], x)) * m.pi


@case(M33)
def imported_names(a):
    return total_of(exp(-a)) * linalg.det(a) + math.exp(a[0, 0])


@case(V3)
def imports_inside(x):
    import math as mt
    from math import sqrt

    import numpy
    import numpy.linalg as la
    from numpy import cos

    return numpy.sum(cos(x)) * la.norm(x) + mt.sin(x[0]) * sqrt(x[2])


COUNTER = {"value": 2.0}


def scale_global():
    global LAZY
    LAZY = 3.0
    return LAZY


@case(0.6)
def global_written_by_callee(x):
    k = scale_global()
    return x**2 * k * LAZY * COUNTER["value"]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
