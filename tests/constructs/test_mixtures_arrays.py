"""Arrays under several names, written through all of them, by plain code and by functions that write into their arguments."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V6 = np.array([0.7, -1.3, 0.4, 1.1, 0.25, -0.6])
M = np.array([[1.5, 0.2, -0.3], [0.4, 2.0, 0.1], [-0.2, 0.5, 1.2]])
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V6)
def put_family(x):
    y = x.copy()
    np.put(y, [0, 2, 2], x[3:])
    np.place(y, y > 1, x[:2] * 2)
    np.putmask(y, y < 0, x**2)
    z = y.reshape(2, 3)
    np.put_along_axis(z, np.array([[0], [2]]), x[:2, None] * 3, axis=1)
    np.copyto(z, x[:3], where=z > 0.8)
    np.copyto(z[1], z[0], where=np.array([True, False, True]))
    w = np.nan_to_num(z, copy=False)
    w += 0.1
    return np.sum(z**2) + y[4] * y @ x


@case(V6)
def columns_first(x):
    f = x.reshape((2, 3), order="F")
    f[0] *= 2
    r = f.ravel(order="K")
    r[0] += x[1]
    q = f.ravel()
    q[0] += 100 * x[2]
    fl = f.T.reshape(-1)
    fl[1] -= 3 * x[0]
    a = np.ascontiguousarray(f.T)
    a[0, 0] *= 7
    b = np.asarray(f, order="C")
    b[1, 1] *= 3
    c = np.asfortranarray(f)
    c[1, 2] *= 2
    d = np.array(f, copy=None, ndmin=3)
    d[0, 0, 2] += 1
    return np.sum(f**2) + q.sum() + np.sum(a) * x[3] + x @ x + b.sum() + c.sum()


@case(V6)
def results_put_into_buffers(x):
    buf = np.empty(6)
    tmp = np.empty((2, 3))
    s = np.sin(x, out=buf)
    s += 1
    np.multiply(buf, x, out=buf)
    c = np.cumsum(buf, out=buf)
    np.matmul(x.reshape(2, 3)[:, :2], x[:6].reshape(2, 3), out=tmp)
    np.clip(tmp, -1, 1.5, out=tmp)
    tot = np.zeros(2)
    np.sum(tmp, axis=1, out=tot)
    np.dot(tmp, tmp[0], out=tot)
    mean = np.empty(3)
    tmp.mean(axis=0, out=mean)
    np.exp(mean, mean)
    m2 = np.zeros(6)
    np.power(x, 2, m2, where=x > 0)
    return c @ s + tot @ tot + mean.sum() + m2.sum() + np.sum(buf)


@case(M)
def overlapping_sides(a):
    a[1:] = a[:-1] * 0.5
    a[:, 1:] += a[:, :-1]
    a[::-1] -= a * 0.1
    a[:2] = a[1:]
    a.T[0] = a[0]
    np.add(a[1:], a[:-1], out=a[:-1])
    a += a.T
    a[0], a[2] = (a[2].copy(), a[0].copy())
    a[[0, 1]] = a[[1, 0]]
    x, y = (a[0], a[1])
    x[:], y[:] = (y * 2, x * 3)
    return np.sum(a * np.arange(9).reshape(3, 3)) + np.sum(np.sin(a))


@case(M)
def masks_mixed(a):
    m = a > 0.3
    b = a.copy()
    b[m] = a[m] ** 2
    b[~m] *= -1
    b[m & (b < 3)] += b[0, 0]
    c = b[m]
    c[1:] -= c[:-1]
    b[m] = c
    r, s = np.nonzero(m)
    b[r, s] *= np.arange(1, len(r) + 1)
    b[np.arange(3), [2, 0, 1]] = b.diagonal()
    b[m.any(axis=0)] += 0.1
    b[:, m[0]] *= 2
    k = np.argmax(b, axis=1)
    return np.sum(b[np.arange(3), k]) + np.sum(np.where(m, b, a)) + np.take_along_axis(b, k[:, None], 1).sum()


@case(M)
def views_of_views(a):
    b = a[1:, :]
    c = b[:, ::-1]
    d = c.T[1]
    d *= 2
    c[0] = c[1] * a[0]
    e = a.reshape(-1)[2::3]
    e -= d[0]
    f = a.ravel()[:4].reshape(2, 2)
    f[...] = f @ f
    a[:2, :2] += f
    return np.sum(a**2) + e @ c[:, :1].sum() @ np.ones(1) if False else np.sum(a**2) + e.sum() * c[0, 0]


@case(V)
def starred_rows(x):
    A = x.reshape(2, 2)
    a, *b = A
    b[0] *= 3
    a[0] = b[0][1]
    first, *mid, last = x
    mid[0] = last * first
    (p, q), (r, s) = A
    A[0, 0] = 9.0
    return np.sum(A**2) + sum(mid) + p * q + r * s


@case(V6)
def grids_and_open_meshes(x):
    a, b = np.meshgrid(x[:2], x[2:5])
    a[0] += b[1:, 0]
    c = np.zeros((4, 4))
    ix = np.ix_([0, 2], [1, 3])
    c[ix] += np.outer(x[:2], x[4:])
    c[ix] *= a[:2]
    np.add.at(c, (slice(None), [0, 0]), x[:2])
    d = c[ix]
    d[0] = 0
    o, p = np.ogrid[0:3, 0:2]
    e = o * x[0] + p * x[1]
    e[0] += e[2]
    f = np.r_[x[:2], 0.5, x[5]]
    f[2] = f[0]
    g = np.c_[x[:2], x[2:4]]
    g[:, 0] *= 2
    return np.sum(c**2) + d.sum() + e.sum() * f @ f + np.linalg.det(g) + a.sum()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
