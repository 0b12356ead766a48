"""Left and right sides that overlap; buffers that are swapped; aliases that depend on control flow."""

import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, M34, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V5)
@case(np.array([0.7]))
@case(EMPTY)
def overlapping_sides(x):
    y = x * 1.0
    y[1:] += y[:-1]  # NumPy reads all before it writes any
    y[:-1] *= y[1:]
    y[1:] = y[:-1]
    y[:] = y[::-1] * y
    y[::2] -= 0.5 * y[::-2]
    return np.sum(y**2)


@case(V5)
def overlapping_through_names(x):
    y = x * 1.0
    left, right = y[:-1], y[1:]
    right *= left
    left += right * left
    np.multiply(left, right, out=right)
    mid = y[1:-1]
    mid -= y[2:] + y[:-2]
    return np.sum(y**2)


@case(M33)
def overlapping_transpose(a):
    b = a * 1.0
    b += b.T
    b[0] = b[:, 0] * b[0]
    b[:, 1] *= b[1]
    b -= b[0]
    b[:] = b @ b
    b *= b[1, 1]
    return np.sum(b**2 * a)


@case(V4)
def self_operations(x):
    y = x * 1.0
    y += y
    y *= y
    y -= 0.5 * y
    y[:] = y
    y[1:] = y[1:] / (1.0 + y[1:])
    return np.sum(y * x)


@case(M34, 3)
@case(M34, 0)
def jacobi_stencil(a, steps):
    u = a.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        u[0, :] = u[1, :]
        u[:, -1] = u[:, -2] ** 2
    return np.sum(u**2)


@case(M34)
def gauss_seidel(a):
    u = a.copy()
    for _ in range(2):
        for i in range(1, 2):
            for j in range(1, 3):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) + u[i, j] ** 2
    return np.sum(u**2)


@case(V5, 4)
@case(V5, 1)
@case(V5, 0)
def double_buffer_swap(x, steps):
    u, v = x.copy(), np.zeros_like(x)
    for _ in range(steps):
        v[1:-1] = u[1:-1] + 0.3 * (u[2:] * u[:-2] - u[1:-1])
        v[0], v[-1] = u[0], u[-1] ** 2
        u, v = v, u
    return np.sum(u**2) + np.sum(u * v)


@case(V5, 4)
def rotating_three_buffers(x, steps):
    old, now, new = x * 0.9, x.copy(), np.empty(5)
    for _ in range(steps):
        new[:] = 2.0 * now - old
        new[1:] -= 0.2 * now[:-1] ** 2
        old, now, new = now, new, old
    return np.sum(now**2) + old[1] * new[2]


@case(V4, True)
@case(V4, False)
def maybe_alias(x, inplace):
    y = x * 1.0
    z = y if inplace else y.copy()
    w = np.asarray(y, dtype=float if inplace else np.longdouble)
    z *= x
    z[0] = y[1] ** 2
    w[1] += z[2]
    return float(np.sum(y * z) + np.sum(w * x))


@case(V4)
def alias_changes_in_loop(x):
    y, z = x * 1.0, x * x
    target = y
    for i in range(4):
        target[i] = target[i - 1] * x[i]
        target = z if i % 2 == 0 else y
        if i == 2:
            z = target
    return np.sum(y * z) + np.sum(target)


@case(M33)
def flat_stores(a):
    b = a * 1.0
    b.flat[4] = b[0, 1] ** 2
    f = b.flat
    f[0] = a[2, 0]
    b.flat[5:7] = a[0, :2] * b[0, 0]
    return np.sum(b**2)


@case(M33)
def real_and_broadcast_views(a):
    b = a * 1.0
    r = b.real
    r[0] *= a[1]
    b.T[1] += b[2]
    d = np.broadcast_to(b[0], (2, 3))
    b[0, 0] *= 3.0
    return np.sum(b**2) + np.sum(d * a[:2])


@case(V3)
def parameter_alias_kept(x):
    old = x
    x = x * 2.0
    x[0] = old[1] * x[2]
    return np.sum(x * old)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
