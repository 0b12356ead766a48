"""Helpers that write into arguments: literals, defaults, the same array twice, views returned, recursion."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, V5, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def unused_result(y, x):
    y[0] = x[0] * x[1]
    return np.sum(y * x), y


@case(V4)
def helper_results_not_used(x):
    y = x * 1.0
    unused_result(y, x)
    _, z = unused_result(y[1:], y[:-1])
    s, _ = unused_result(x, x[::-1])
    z *= 2.0
    return np.sum(y**2) * s


def scale_add(y, x, a=2.0, *, b=0.5):
    y *= a
    y += b * x
    return y


@case(V4)
def helper_with_literals_and_defaults(x):
    y = x * 1.0
    scale_add(y, 3.0)
    scale_add(y, x, b=x[0])
    scale_add(x=y[:2], y=y[2:])
    z = scale_add(y[1:], y[:-1], y[0], b=2)
    z[0] *= z[1]
    return np.sum(y**2)


@case(V4)
def helper_same_array_twice(x):
    y = x * 1.0
    scale_add(y, y)
    scale_add(y, y[::-1], a=y[0])
    scale_add(y[:2], y[:2], b=y[3])
    scale_add(y.reshape(2, 2)[0], y.reshape(2, 2).T[0])
    return np.sum(y**2)


@case(V4, 3)
@case(V4, 0)
def helper_in_loop_and_branch(x, n):
    y = x * 0.5
    total = 0.0
    for i in range(n):
        if i % 2:
            t = scale_add(y[i:], x[: 4 - i], 1.1)
        else:
            t = scale_add(y, x[i])
        total += np.sum(t * t)
        if total > 10.0:
            y = t
    return total + np.sum(y)


def parts(m, k):
    row = m[k]
    return row, m[:, 0], np.sum(row), 2, m


@case(M33)
def helper_returns_several_views(a):
    b = a * 1.0
    row, col, s, n, again = parts(b, 1)
    row *= s
    col += row[1] * n
    again[2] = col
    _, _, t, *_ = parts(again, 2)
    parts(b, 0)
    return np.sum(b**2) * t


def choose(a, b, flag):
    return a if flag else b


@case(V4, V4[::-1] * 2.0, True, argnums=(0, 1))
@case(V4, V4[::-1] * 2.0, False, argnums=(0, 1))
def helper_chooses_which_is_written(x, y, flag):
    a, b = x * 1.0, y * 1.0
    c = choose(a, b, flag)
    c *= a
    d = choose(c, a, not flag)
    d[0] = b[1] * c[2]
    e = choose(x, y, flag)
    e[1] = d[0] ** 2
    return np.sum(a * b) + np.sum(x * y)


def rec_write(y, n, x):
    if n == 0:
        return 1.0
    y[n - 1] *= x[0]
    r = rec_write(y[: n - 1], n - 2 if n > 1 else 0, y)
    y[0] += r * y[n - 1]
    return r + y[n - 1]


@case(V5)
def recursive_writes(x):
    y = x * 1.0
    r = rec_write(y, 5, x)
    s = rec_write(y, 3, y)
    return r * s * np.sum(y**2)


def even(y, n):
    if n == 0:
        return y[0] * 1.0
    y[n % 4] *= y[(n + 1) % 4]
    return odd(y, n - 1) + y[1]


def odd(y, n):
    if n == 0:
        return y[1] * y[2]
    y += 0.1 * y[n % 4]
    return even(y[::-1], n - 1) * y[0]


@case(V4, 5)
@case(V4, 4)
@case(V4, 0)
def mutual_recursion_writes(x, n):
    y = x * 1.0
    return even(y, n) * np.sum(y) + odd(y, 2)


def no_return_sometimes(y, n):
    for i in range(4):
        y[i] *= y[i - 1]
        if i == n:
            return y[i] * y[0]


@case(V4, 2)
@case(V4, 9)
def helper_may_fall_through(x, n):
    y = x * 1.0
    t = no_return_sometimes(y, n)
    if t is None:
        t = y[0]
    return t * np.sum(y)


def with_star(*arrays, **named):
    first, *rest = arrays
    for a in rest:
        first += a
    for key in named:
        named[key] *= first[0]
    return named


@case(V4)
def helper_star_writes(x):
    a, b, c = x * 1.0, x * x, x[::-1] * 2.0
    d = {"p": c}
    got = with_star(a, b, a, b[::-1], q=b, **d)
    got["q"][1] = a[2]
    return np.sum(a * b * c) + len(d)


def default_mutable(x, cache=[]):
    out = list(cache)
    out.append(x * x)
    return out


@case(0.7)
def helper_mutable_default(x):
    a = default_mutable(x)
    b = default_mutable(a[0], a)
    return sum(b) * len(a) + a[0]


def nested_calls(f, g, x):
    return f(g(f(x)))


@case(V4)
def helper_of_helpers(x):
    y = x * 1.0
    def f(t):
        y[0] += np.sum(t)
        return t * y[0]
    z = nested_calls(f, lambda t: scale_add(t.copy(), y), x)
    return np.sum(z * y) * 1e-2


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
