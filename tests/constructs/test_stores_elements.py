"""Writing arrays in place: by index, slice, mask, list of indices; plain and augmented; nonlinear overwrites."""

import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, M34, V3, V4, V5, V6, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V4)
def element_stores(x):
    y = np.zeros(4)
    y[0] = x[1] ** 2
    y[-1] = y[0] * x[2]
    y[0] = 3.0 * x[0]  # overwritten after it was used
    y[1] = 5.0
    return np.sum(y**2)


@case(M33, 1)
def two_dimensional_stores(a, i):
    b = np.ones((3, 3))
    b[i, 2] = a[0, i] * a[2, 2]
    b[i][0] = a[i, i] ** 2
    b[0] = a[i] * b[i]
    b[:, i] = a[:, 0] * b[:, 2]
    b[-1, ::2] = a[i, 1:]
    b[i, i] *= b[0, 0]
    return np.sum(b**2)


@case(V6, 1, 5)
@case(V6, 3, 3)
@case(V6, -2, None)
def slice_stores(x, a, b):
    y = x * 2.0
    y[a:b] = x[a:b] ** 2
    y[a:b:2] = y[a:b:2] * x[0]
    y[::-2] = x[:3]
    return np.sum(y**2)


@case(M34)
def stores_by_block(a):
    b = np.zeros((4, 4))
    b[0:3, ::2] = a[:, :2] * a[:, 2:]
    b[(slice(1, 3), slice(None, 2))] = a[1:, 1:3] ** 2
    block = np.s_[2:, -2:]
    b[block] += a[:2, :2]
    b[..., 1] *= a[0]
    b[3, ...] = b[0] * 2.0
    return np.sum(b**3)


@case(V5)
@case(np.abs(V5))
@case(EMPTY)
def mask_stores(x):
    y = x * x
    y[x < 0] = 0.0
    y[x > 1.0] = x[x > 1.0] ** 3
    mask = (y > 0.1) & (x > 0)
    y[mask] *= x[mask]
    y[~mask] += 2.0 * x[~mask]
    y[y > 2] = np.mean(x) if x.size else 0.0
    return np.sum(y**2)


@case(M33, 0.4, argnums=(0, 1))
def mask_of_matrix(a, s):
    b = a.copy()
    b[b < 0] = s
    b[np.eye(3, dtype=bool)] *= a[0]
    b[np.triu_indices(3, 1)] = a[2] * s
    b[np.where(a > 1.0)] += s
    return np.sum(b**2 * a)


@case(V4)
def fancy_stores(x):
    y = np.ones(5)
    y[[0, 2]] = x[[1, 1]] * x[0]
    y[np.array([4, 1])] = x[2:] ** 2
    y[[3]] = x[0]
    idx = [0, 3, 4]
    y[idx] = y[idx] * y[[4, 0, 3]]
    y[[]] = 7.0
    return np.sum(y**2)


@case(V3, V4, argnums=(0, 1))
def repeated_indices_augmented(x, y):
    idx = np.array([0, 2, 2, 1])
    z = x * 2.0
    z[idx] += y  # the last one wins: nothing is added twice
    z[idx] *= y + 2.0
    z[[1, 1]] -= y[:2] ** 2
    return np.sum(z**2)


@case(V3, V4, argnums=(0, 1))
def repeated_indices_stored(x, y):
    z = x * 2.0
    z[[0, 2, 2, 1]] = y  # the last one wins
    z[[0, 0]] = [y[3] ** 2, x[1]]
    return np.sum(z**2)


@case(V3, V4, argnums=(0, 1))
def add_at(x, y):
    idx = np.array([0, 2, 2, 1])
    z = x * x
    np.add.at(z, idx, y**2)
    np.add.at(z, [1, 1], z[0])
    np.subtract.at(z, (np.array([0, 0]),), x[1:])
    return np.sum(z**2)


@case(V4)
def whole_array_stores(x):
    y = np.empty(4)
    y[:] = x**2
    z = np.empty_like(y)
    z[...] = y * x
    y[:] = z[::-1]
    y[...] *= x
    z[()] = 2.0 * y
    return np.sum(y * z)


@case(V3, 0.4, M33, argnums=(0, 1, 2))
def broadcasting_stores(row, s, m):
    a = np.zeros((3, 3))
    a[:] = s
    a[1:] += row
    a[:, 0] = s**2
    a *= row[:, None]
    b = np.zeros((2, 3, 3))
    b[:] = a
    b[0] *= s
    b[1, :] = row
    b[:, 1:2] += m[:1]
    b[:, :, 0] = m[0, 0]
    return np.sum(b**2) + np.sum(a * m)


@case(np.array([0.4]), M33, argnums=(0, 1))
def store_of_length_one(s, m):
    y = np.zeros(3)
    y[:] = s
    y[1] = s[0] * y[0]
    y += s
    m = m * 1.0
    m[0] *= s
    m[:, 1:] -= m[:, :1]
    m[2:] = s * s
    return np.sum(y * m)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
