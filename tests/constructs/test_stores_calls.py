"""In-place functions and methods, writes into parameters, callees that write into their arguments."""

import numpy as np
import pytest

from tests.constructs.cases import EMPTY, F32, M33, M34, P4, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


@case(P4)
def out_arguments(x):
    x = 0.3 * x
    y = np.empty(4)
    np.multiply(x, x, out=y)
    z = np.sqrt(x, out=np.empty(4))
    w = np.add(y, z, y)  # positional out; w is y
    np.exp(w, out=y)
    y[0] = z[0]
    np.negative(y[1:], out=y[:-1])
    np.sin(y, y)
    y[2] *= w[2]
    return np.sum(y * z)


@case(M33)
def out_of_products_and_reductions(a):
    b = np.empty((3, 3))
    np.dot(a, a, out=b)
    c = np.matmul(a, b, out=np.zeros((3, 3)))
    s = np.zeros(3)
    np.sum(c, axis=0, out=s)
    b *= s
    np.cumsum(b, axis=1, out=b)
    c.sum(axis=1, out=s)
    return np.sum(b * s)


@case(V4)
@case(-V4)
def out_and_where(x):
    y = np.ones(4)
    np.log(x, out=y, where=x > 0)
    np.multiply(y, x, out=y, where=x < 0)
    return np.sum(y * x)


@case(V4, 0.3, argnums=(0, 1))
def fill_and_copyto(x, s):
    y = x**2
    z = y * x
    y.fill(s)
    z[:2].fill(s * s)
    np.copyto(y[1:], z[1:])
    np.copyto(z, s, where=x > 0)
    np.copyto(z[2:], y[0])
    return np.sum(y * z * x)


@case(V5)
@case(EMPTY)
def sort_in_place(x):
    y = x * 1.0
    y.sort()
    y[1:] *= y[:-1]
    z = np.sort(y)[::-1]
    y[::-1].sort()
    return np.sum(y * np.arange(len(y))) + np.sum(z**2)


@case(M34)
def sort_rows_and_columns(a):
    b = a**2
    b.sort(axis=0)
    b[1] *= a[0]
    b.sort()
    b[:, 0].sort()
    return np.sum(b * np.arange(12.0).reshape(3, 4))


@case(M33, V3, argnums=(0, 1))
def fill_diagonal(a, d):
    b = a * a
    np.fill_diagonal(b, d)
    np.fill_diagonal(b[:2, 1:], 2.0)
    return np.sum(b**2 * a)


@case(V4)
def put(x):
    y = x * 1.0
    np.put(y, [0, 2], x[2:] ** 2)
    np.put(y, 1, y[0])
    return np.sum(y**2)


@case(M33, V3, argnums=(0, 1))
def put_along_axis(a, d):
    b = a * 1.0
    np.put_along_axis(b, np.array([[1], [0], [2]]), d[:, None] ** 2, axis=1)
    return np.sum(b**2 * a)


@case(V4)
@case(V4.astype(np.float32), **F32)
def stores_into_parameter(x):
    x[0] = x[1] * x[2]
    x *= x
    x[1:] += x[:-1]
    return np.sum(x**2)


@case(V4, V4[::-1], argnums=(0, 1))
@case(V4, V4[::-1], argnums=0)
@case(V4, V4[::-1], argnums=1)
def stores_into_two_parameters(x, y):
    x[:2] = y[2:]
    y += x
    x[3] = np.sum(y**2)
    return np.sum(x * y)


@case(M33)
def stores_into_view_of_parameter(a):
    for row in a:
        row[0] = row[1] * row[2]
    a.T[1] *= 2.0
    part = a[1:]
    part += a[0]
    return np.sum(a**2)


@case([V3, V3 * 2.0], {"w": M33}, argnums=(0, 1))
def stores_into_containers(arrays, params):
    arrays[0] *= arrays[1]
    params["w"][0] = arrays[0] ** 2
    params["w"] += 1.0
    params["new"] = np.sum(params["w"] ** 2)
    arrays[1] = arrays[1] * params["new"]
    return np.sum(arrays[1]) + np.sum(params["w"][0])


@case(P4)
def out_passed_on_by_keyword(x):
    y = np.ones(4)
    (lambda *args, **options: np.multiply(*args, **options))(y, x, out=y)
    return np.sum(y * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
