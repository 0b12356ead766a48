"""Writing through views and aliases; left and right sides that overlap."""

import numpy as np
import pytest

from tests.constructs.cases import M33, M34, V4, V5, V6, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V4)
def write_through_alias(x):
    y = x * 2.0
    z = y
    first = np.sum(y**2)
    z[1] = x[0] * x[2]
    second = np.sum(y**2)
    y[2] *= z[1]
    return first * second + np.sum(z * x)


@case(V4)
def alias_then_rebind(x):
    y = x * 2.0
    z = y
    z = z + 1.0  # no longer the same array
    z[0] = x[1]
    y[1] *= x[2]
    return np.sum(y * z)


@case(V4)
def copies_are_not_aliases(x):
    y = x * 2.0
    copies = [y.copy(), np.array(y), +y, y[[0, 1, 2, 3]], y.flatten(), y.astype(float), np.ascontiguousarray(y) * 1]
    y[0] = x[3] ** 2
    copies[0][1] *= x[0]
    return sum(np.sum(c**2) for c in copies) * np.sum(y)


@case(V4)
def aliases_by_call(x):
    y = x * 2.0
    same = np.asarray(y)
    again = np.ascontiguousarray(same)
    other = y.astype(float, copy=False)
    y[0] = x[3] ** 2
    again[1] *= x[0]
    other[2:] += y[:2]
    return np.sum(same * again * other)


@case(M33)
def row_view(a):
    b = a * 2.0
    row = b[1]
    before = row @ row
    row[0] = a[2, 2] ** 2
    b[1, 1] *= row[0]
    row += b[0]
    b[1] = b[1] * row
    return before * np.sum(b * a) + row[2]


@case(M33)
def column_diagonal_and_block_views(a):
    b = a.copy()
    column, block = b[:, 1], b[1:, 1:]
    column *= a[0]
    block[0] = block[1] * column[1:]
    inner = block[:, 0]
    inner[:] = inner**2
    b[2, 2] = inner[0] * column[2]
    return np.sum(b**2) + np.sum(block * column[1])


@case(M34)
def transpose_and_reshape_views(a):
    b = a * 1.0
    t = b.T
    flat = b.reshape(-1)
    t[0] = a[:, 1] ** 2
    flat[5:7] *= flat[:2]
    r = b.ravel()
    r[11] = t[1, 1] * flat[0]
    s = np.swapaxes(b, 0, 1)
    s[2] += t[0]
    e = b[:, None, ::2]
    e *= 2.0
    return np.sum(b**2) + np.sum(t[1] * s[2])


@case(M34)
def reshape_of_transpose_is_a_copy(a):
    b = a * 1.0
    c = b.T.reshape(-1)  # cannot be a view
    d = b.T.ravel()
    c[0] = a[1, 1] ** 2
    d[:3] *= c[:3]
    b[0, 0] = 3.0 * a[2, 2]
    return np.sum(b**2) + np.sum(c * d)


@case(V6)
def view_of_view(x):
    y = x * 1.0
    even = y[::2]
    tail = even[1:]
    back = tail[::-1]
    back[0] = y[0] * y[1]
    tail *= even[:2].copy()
    y[2:4] = back
    return np.sum(y**2) + even[1] * tail[1]


@case(M33)
def views_in_loop(a):
    b = a.copy()
    for i in range(3):
        row = b[i]
        row /= np.sqrt(row @ row)
        for j in range(i + 1, 3):
            other = b[j]
            other -= (row @ other) * row
    return np.sum(b * a)


@case(V5)
def view_rebound_in_loop(x):
    y = x.copy()
    part = y
    while len(part) > 1:
        part[0] *= part[-1]
        part = part[1:]
    part[0] = part[0] ** 2
    return np.sum(y**2)


@case(V4)
def list_of_views(x):
    y = x * 1.0
    halves = [y[:2], y[2:]]
    for half in halves:
        half[0] = half[1] ** 2
        half *= x[0]
    left, right = halves
    left += right
    y[3] = left[1] * y[0]
    return np.sum(y * halves[1][1])


@case(M33)
def split_views(a):
    b = a * 1.0
    top, rest = np.split(b, [1])
    top[0, 0] = a[2, 2] ** 2
    for row in np.atleast_2d(rest):
        row *= top[0]
    np.squeeze(top)[2] = rest[0, 1]
    return np.sum(b**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
