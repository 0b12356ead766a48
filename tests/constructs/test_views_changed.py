"""Real and imaginary parts, broadcast, flat and reshaped views with writes around them."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, V4, V5, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def broadcast_view_written_around(x):
    y = x * 1.0
    b = np.broadcast_to(y, (2, 3))
    y[0] *= x[2]
    total = np.sum(b * np.arange(6.0).reshape(2, 3))
    y *= b[1]
    c = b[0]
    y[1] = c[0] * c[2]
    return total * np.sum(b**2)


@case(M33)
def views_of_views(a):
    b = a * 1.0
    c = b.T[1:][:, ::2]
    d = c.reshape(-1)
    e = c[0]
    e[...] = b[2] [:2] * e
    c[1, 1] += d[0]
    f = b.ravel()[::4]
    f *= e[0]
    g = b.diagonal()
    b[0, 0] = g[1] * g[2]
    return np.sum(b**2) + np.sum(c) * np.sum(g) + np.sum(d * d)


@case(V6)
def reshape_swapaxes_squeeze_views(x):
    y = x * 1.0
    m = y.reshape(2, 3)
    s = m[None].squeeze(0).swapaxes(0, 1)
    s[1] *= s[0]
    np.moveaxis(m, 0, 1)[2, 0] = y[5] * y[0]
    np.transpose(m)[0, 1] += m[0, 2]
    np.expand_dims(y, 0)[0, 1:3] = x[:2] ** 2
    a, b = np.split(y, 2)
    a *= b
    np.atleast_2d(b)[0] -= a
    for chunk in np.array_split(y, 4):
        chunk *= chunk[0]
    return np.sum(m * m)


@case(V5)
def ravel_may_copy(x):
    m = np.outer(x, x)
    r = m.T.ravel()
    r[3] = 7.0
    q = m.ravel()
    q[1] *= x[2]
    n = m[:, ::2].reshape(-1)
    n *= 2.0
    return np.sum(m) + np.sum(r**2) + np.sum(n * n)


@case(V4)
def asarray_is_the_same(x):
    y = x * 1.0
    z = np.asarray(y)
    w = np.array(y, copy=False) if False else np.ascontiguousarray(y)
    v = np.array(y)
    z[0] *= 2.0
    w[1] *= y[0]
    u = y.astype(float, copy=False)
    u[2] = v[1] * z[1]
    t = y.astype(float)
    t[3] = 9.0
    return np.sum(y**2 * v) + np.sum(t * z)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
