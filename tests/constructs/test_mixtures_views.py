"""Arrays that change places, are split, and are written through rows, columns and recursion."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
M = np.array([[1.5, 0.2, -0.3], [0.4, 2.0, 0.1], [-0.2, 0.5, 1.2]])
V6 = np.array([0.7, -1.3, 0.4, 1.1, 0.25, -0.6])


@case(V)
def leapfrog_of_names(x):
    u = x.copy()
    prev = u
    old = None
    for k in range(4):
        old, prev = (prev, u)
        u = 2 * prev - 0.5 * old + 0.1 * np.sin(prev)
        old[0] += 1.0
        prev[-1] = u[0]
    return u @ prev + old.sum()


@case(V)
def two_buffers_by_key(x):
    work = {"a": np.zeros(4), "b": np.zeros(4)}
    cur, nxt = ("a", "b")
    work[cur][:] = x
    for k in range(3):
        src, dst = (work[cur], work[nxt])
        dst[1:-1] = src[:-2] + src[2:]
        dst[0] = dst[1] * x[k]
        dst[-1] = src[0]
        cur, nxt = (nxt, cur)
        src.fill(0.1 * k)
    return work[cur] @ work[cur] + work[nxt].sum()


@case(V)
def recursion_that_writes_and_reverses(x):

    def inner(y, depth):
        if depth == 0:
            return y
        y[depth % 4] *= y[0]
        z = inner(y, depth - 1)
        z += 0.1 * y
        return z[::-1]

    w = x.copy()
    r = inner(w, 4)
    return r @ x + w[1]


@case(V)
def one_array_for_two_parameters(x):

    def g(a, b):
        a += b
        b *= 2
        return a * b

    y = x.copy()
    r1 = g(y, y)
    r2 = g(y[:2], y[1:3])
    r3 = g(y[::-1], y)
    return r1.sum() + r2.sum() + r3.sum() + y @ x


@case(V)
def rows_and_columns_of_a_loop(x):
    A = np.zeros((3, 4))
    for i, row in enumerate(A):
        row += x * (i + 1)
        if i:
            row -= A[i - 1]
        A[(i + 1) % 3] += row * 0.1
    for col in A.T:
        col[1:] *= col[:-1]
    for s, r in zip(A[1:], A):
        s += r
    return np.sum(A**2)


@case(M)
def elimination_with_pivots_and_permutation(A):
    L = np.eye(3)
    U = A.copy()
    P = list(range(3))
    sign = 1
    for k in range(3):
        p = k + int(np.argmax(np.abs(U[k:, k])))
        if p != k:
            U[[k, p], k:] = U[[p, k], k:]
            L[[k, p], :k] = L[[p, k], :k]
            P[k], P[p] = (P[p], P[k])
            sign = -sign
        L[k + 1 :, k] = U[k + 1 :, k] / U[k, k]
        U[k + 1 :, k:] -= np.outer(L[k + 1 :, k], U[k, k:])
    b = A[P, 0]
    y = np.zeros(3)
    for i in range(3):
        y[i] = b[i] - L[i, :i] @ y[:i]
    for i in range(2, -1, -1):
        y[i] = (y[i] - U[i, i + 1 :] @ y[i + 1 :]) / U[i, i]
    return sign * np.prod(U.diagonal()) + y @ np.arange(3.0) + L[2, 0]


@case(V)
def swaps_through_views(x):
    y = np.zeros(4)
    y[1:3], y[0] = (x[:2], x[3])
    z = y
    y = y + z
    z[...], y[:] = (y[::-1], z)
    a, b = (z[:2], z[2:])
    a[:], b[:] = (b, a)
    return z @ np.arange(1, 5) + y @ x


@case(V6)
def split_views(x):
    a, b, c = np.split(x, 3)
    a += b
    p = np.array_split(x, 4)
    p[0][0] *= 2
    p[-1][...] = a[0]
    g = x.reshape(2, 3)
    l, r = np.hsplit(g, [1])
    r[0] += l[0]
    u, d = np.vsplit(g, 2)
    d *= u
    for k, row in enumerate(np.split(g, 2)):
        row[0, k] += 1
    return np.sum(x**2) + a @ c


@case(V)
def repeated_fancy(x):
    idx = np.array([0, 1, 1, 3, 0])
    y = np.zeros(4)
    y[idx] = x[idx] * np.arange(5)
    y[idx] += x[[1, 2, 3, 0, 0]]
    np.add.at(y, idx, x[0] * np.ones(5))
    y[idx[:2]] *= y[idx[2:4]]
    np.subtract.at(y, [1, 1], x[2])
    np.maximum.at(y, [0, 3], x[1:3])
    z = y[np.array([[0, 1], [2, 1]])]
    z[[0, 1], [1, 0]] = y[2:]
    return np.sum(z**2) + y @ x


@case(V6)
def stencil_3d(x):
    u = np.zeros((3, 3, 3))
    u[1, :, :2] = x.reshape(3, 2)
    u[:, 1, 1] += x[:3]
    v = u.copy()
    for _ in range(2):
        v[1:-1, 1:-1, 1:-1] = (u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1]) / 3
        v[0], v[-1] = (v[1], v[-2])
        v[:, 0] = v[:, 1]
        v[..., -1] = 0
        u, v = (v, u)
        u *= 0.9
    return np.sum(u**2) + np.sum(v[..., 0] * u[0])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
