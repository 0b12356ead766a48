"""Buffers that are swapped, aliases that depend on branches, views kept for later."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, V5, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V5)
def alternating_buffers(x):
    a, b = x * 1.0, np.empty(5)
    for k in range(4):
        b[1:-1] = a[1:-1] * (a[2:] + a[:-2]) * 0.5
        b[0], b[-1] = a[-1], a[0]
        a, b = b, a
        if k == 2:
            a = a.copy()
    return np.sum(a * b)


@case(V5)
def alias_depends_on_branch_in_loop(x):
    a = x * 1.0
    b = x[::-1] * 1.0
    for i in range(5):
        c = a if x[i] > 0 else b
        c[i] *= a[i - 1]
        if i % 2:
            b = c
        d = c[1:]
        d += 0.1 * x[0]
    return np.sum(a**2) + np.sum(b * x)


@case(V5)
def view_kept_from_earlier_iteration(x):
    a = x * 1.0
    last = a[:1]
    for i in range(1, 5):
        here = a[i : i + 1]
        here *= last
        last[0] = last[0] + 0.5 * here[0] ** 2
        last = here
    return np.sum(a**2) + last[0]


@case(V5)
def list_of_views_written_later(x):
    a = x * 1.0
    views = []
    for i in range(4):
        views.append(a[i : i + 2])
    for v, w in zip(views, views[1:]):
        v[0] *= w[1]
        w += v[0] * 0.1
    views[0] = views[3]
    views[0][:] = a[0] * x[:2]
    return np.sum(a**2) + sum(np.sum(v) for v in views)


@case(V4)
def multiple_assignment_aliases(x):
    a = b = x * 1.0
    c, d = a, b[1:]
    a[0] = e = x[1] * x[2]
    b[3] *= e
    d[1] += c[0]
    (f, g), [h, i] = (a[:2], a[2:]), [b[::2], 3.0]
    f *= i
    h[1] *= g[0]
    return np.sum(a * c) + e * np.sum(h)


@case(V4)
def conditional_expressions_with_aliases(x):
    y = x * 1.0
    z = y if y[0] > 0 else y.copy()
    z[1] *= 3.0
    w = (y[1:] if y[2] > 0 else y[:-1]) if len(y) > 3 else None
    w *= y[0]
    (y if y[3] < 0 else z)[0] = 2.0 * x[1]
    return np.sum(y * z) + np.sum(w)


@case(V4)
def slices_with_variables_and_negative_steps(x):
    y = x * 1.0
    for i in range(3):
        s = slice(i, None, 2)
        y[s] *= x[0]
        y[i::-1] += y[: i + 1] * 0.1
        y[::-2] *= 1.1
    idx = (slice(1, 3),)
    y[idx] = y[idx] ** 2
    y[...] = y[::-1]
    return np.sum(y**2 * np.arange(4))


@case(M33)
def fancy_index_repeats(a):
    b = a * 1.0
    b[[0, 0, 1], [1, 1, 2]] = a[0]
    b[[0, 0]] += a[1]
    np.add.at(b, ([0, 0], [2, 2]), a[2, :2])
    c = b[[2, 2, 0]]
    c[0] *= b[1]
    b[b > 1.0] *= 0.5
    b[:, [True, False, True]] -= c[:, :2]
    i = np.array([[0, 1], [1, 0]])
    return np.sum(b**2) + np.sum(c) + np.sum(b[i, i.T] * np.array([[1.0, 2.0], [3.0, 4.0]]))


@case(V4)
def delete_and_rebind(x):
    y = x * 2.0
    z = y
    del y
    z[0] *= z[1]
    y = z[1:]
    del z
    y *= y[0]
    return np.sum(y**2)


@case(0.5 + 0.2j)
@case(np.array([0.5 + 0.2j, -0.3 + 1j]))
def complex_through_helpers_and_loops(z):
    w = z
    for _ in range(3):
        w = w * w + z
        if np.max(np.abs(w)) > 5.0:
            break
    return np.sum(np.abs(w) ** 2) + np.sum((w * np.conj(z)).real) + np.sum(w.imag * z.real)


@case(V5)
def convergence_with_max_and_break(x):
    u = x * 1.0
    for k in range(50):
        new = 0.5 * u + 0.1 * np.roll(u, 1) * x[0]
        change = np.max(np.abs(new - u))
        u = new
        if change < 0.05:
            break
    else:
        u = u * 0.0
    return np.sum(u * x) + k


@case(V5)
def convergence_in_place(x):
    u = x * 1.0
    error = np.inf
    while error > 0.05:
        old = u.copy()
        u[1:-1] = 0.5 * (u[2:] + u[:-2]) * x[1:-1]
        error = np.linalg.norm(u - old)
    return np.sum(u**2)


@case(V4)
def swap_with_overlap(x):
    y = x * 1.0
    y[1:], y[:-1] = y[:-1], y[1:].copy()
    y[0], y[1], y[2] = y[2], y[0] * y[1], y[1]
    y[:2], y[2:] = y[2:], y[:2]
    return np.sum(y**2 * np.arange(1, 5)) + y[0] * y[3]


@case(V4)
def elements_are_copies_rows_are_views(x):
    m = np.outer(x, x)
    a, b = m[0], m[1]
    m[0], m[1] = m[1], m[0]
    rows = list(m)
    rows[2] *= a[0]
    rows[3] = b
    r, *others = m
    r += rows[3]
    others[1][0] *= 3.0
    (p, q), _ = m[:2, :2]
    m[0, 0] = q
    return np.sum(m**2) * 0.1 + p * q


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
