"""Tuples that are taken apart where they are made: of calls, displays and functions with several results."""

import math

import numpy as np
import pytest

from tangentish import grad, jacobian
from tests.constructs.cases import F32, M33, P4, V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def derivatives(th, om):
    return om, -3.0 * math.sin(th)


def products(x, y):
    u = x * y
    return u, np.sin(x)


def array_and_view(x):
    u = x**2
    return u, u[1:]


@case(0.3, 0.1, argnums=(0, 1))
def numbers_in_a_loop(th, om):
    for _ in range(5):
        a, b = derivatives(th, om)
        th += 0.1 * a
        om += 0.1 * b
    return th * om


@case(0.3, 0.1, argnums=(0, 1))
def bound_to_the_names_that_it_is_made_of(th, om):
    for _ in range(3):
        th, om = derivatives(th, om)
        om, th = derivatives(om, th)
    return th * om


@case(V3, V3[::-1].copy(), argnums=(0, 1))
def arrays(x, y):
    a, b = products(x, y)
    return np.sum(a * b)


@case(V3, V3[::-1].copy(), argnums=(0, 1))
def written_into_afterwards(x, y):
    a, b = products(x, y)
    a *= b
    b[1] = a[0]
    return np.sum(a * b)


@case(V4)
def a_view_of_the_other_is_read_after_a_write(x):
    a, b = array_and_view(x)
    a[1:3] *= x[:2]
    b[0] += 2.0 * b[1]
    return np.sum(a * a) + np.sum(b)


@case(V4)
def a_view_of_the_other_is_not_written_into(x):
    a, b = array_and_view(x)
    return np.sum(a[:3] * b)


@case(V4)
def the_same_array_twice(x):
    def both(v):
        w = v * v
        return w, w
    a, b = both(x)
    a[0] = 3.0 * x[1]
    return np.sum(a * b)


@case(V4)
def the_argument_itself(x):
    def both(v):
        return v, v * 2.0
    y = x * x
    a, b = both(y)
    a[0] = b[1]
    y[1] *= 2.0
    return np.sum(a * b * y)


@case(V4)
def the_argument_is_written_into_and_returned(x):
    def both(v, w):
        v[0] = w[1] * v[1]
        return v[1:], w * v
    y = x.copy()
    a, b = both(y, x)
    y[2] *= b[0]
    return np.sum(a * b[1:]) + y[0]


@case(V4)
def an_item_that_is_not_used(x):
    _, a = products(x, x[::-1])
    b, _ = products(a, x)
    return np.sum(b)


@case(V4)
def no_item_is_used(x):
    _a, _b = products(x, x)
    _c, _d = derivatives(x[0], x[1])
    return np.sum(x**2)


@case(V4)
def items_read_by_their_places(x):
    s = products(x, x[::-1])
    t = np.max(s[0]) * s[1]
    return np.sum(t * s[0] + s[1])


@case(V4)
def items_read_from_the_end(x):
    s = products(x, x[::-1])
    return np.sum(s[-1] * s[-2])


@case(V4)
def items_read_in_branches_and_loops(x):
    s = products(x, x[::-1])
    total = 0.0
    if x[0] > 0.0:
        total = np.sum(s[0])
    for k in range(3):
        total = total + s[1][k] * s[0][k]
    return total


@case(V4)
def items_read_by_what_is_inside(x):
    s = products(x, x[::-1])
    a = s[0]
    return np.sum(a) + sum([s[1][k] for k in range(2)]) + (lambda: s[0][1])()


@case(V4)
def given_on_as_a_whole(x):
    s = products(x, x[::-1])
    a = s[0]

    def dot(pair):
        return np.dot(pair[0], pair[1])
    return np.sum(a) * dot(s)


@case(V4)
def returned_in_branches(x):
    def either(v, up):
        if up:
            return v * 2.0, np.sum(v)
        w = v**3
        return w, w[0] * w[1]
    a, b = either(x, True)
    c, d = either(a, b < 0.0)
    return np.sum(c) * b + d


@case(V4)
def returned_early(x):
    def first(v):
        for k, item in enumerate(v):
            if item < 0.0:
                return item, v[k - 1]
        return v[0], v[1]
    a, b = first(x)
    c, d = first(x**2)
    return a * b + c * d**2


@case(V4)
def returned_and_then_something_else(x):
    def both(v):
        try:
            return v[0], v[1]
        finally:
            if v[0] > 0.0:
                return v[2], v[3]
    a, b = both(x)
    return a * b


@case(V4)
def returned_in_a_try(x):
    def both(v, k):
        try:
            return v[k] * v[0], v[1]
        except IndexError:
            return v[1], v[2] * v[3]
    a, b = both(x, 2)
    c, d = both(x, 7)
    return a * b + c * d


@case(V4)
def taken_apart_in_a_try(x):
    total = 0.0
    for k in (2, 0):
        try:
            a, b = derivatives(x[k], x[k + 2])
            total = total + a * b
        except IndexError:
            total = total * x[0]
    return total


@case(V4)
def taken_apart_with_a_manager(x):
    with np.errstate(all="ignore"):
        a, b = products(x, x[::-1])
    return np.sum(a * b)


@case(V4)
def of_several_lengths(x):
    def some(v, more):
        if more:
            return v[0], v[1], v[2]
        return v[0], v[1]
    a, b, c = some(x, True)
    d, e = some(x**2, False)
    return a * b * c + d * e


@case(V4)
def a_star_takes_the_rest(x):
    def three(v):
        return v[0], v * 2.0, v[1]
    a, *b = three(x)
    *c, d = three(x**2)
    return a * np.sum(b[0]) * b[1] + c[0] * np.sum(c[1]) * d


@case(V4)
def numbers_of_other_sorts(x):
    def several(v):
        return v[0], 3, v > 0.0, None, "name", 2.5, v[1] * 1j
    a, n, mask, nothing, label, c, z = several(x)
    assert nothing is None
    assert label == "name"
    return a * n * c + np.sum(x[mask]) + abs(z * (1.0 + a)) ** 2


@case(V4.astype(np.float32), **F32)
def in_single_precision(x):
    a, b = products(x, x[::-1])
    return np.sum(a * b)


@case(V4)
def one_inside_another(x):
    def nested(v):
        return v[0], (v[1], v[2] * v[3])
    a, (b, c) = nested(x)
    return a * b * c


@case(V4)
def a_list(x):
    def listed(v):
        return [v[0] * v[1], v[2]]
    a, b = listed(x)
    return a * b


@case(V4)
def handed_through(x):
    def through(v):
        return products(v, v[::-1])
    a, b = through(x)
    return np.sum(a * b)


@case(V4)
def taken_apart_and_put_together(x):
    def swapped(v):
        a, b = products(v, v[::-1])
        return b, a
    a, b = swapped(x)
    return np.sum(a * a * b)


@case(5, 0.4, argnums=1)
def that_recurs(n, x):
    if n == 0:
        return x
    a, b = chebyshev(n, x)
    return a * b


def chebyshev(n, x):
    if n == 1:
        return x, 1.0
    a, b = chebyshev(n - 1, x)
    return 2.0 * x * a - b, a


@case(V4)
def adds_to_an_array_in_a_loop(x):
    def at(v, k):
        return v[k] * v[k - 1], v[k] ** 2
    total = 0.0
    for k in range(4):
        a, b = at(x, k)
        total = total + a * b
    return total


@case(V4)
def with_a_loop_that_is_left(x):
    a, b = 1.0, x[0]
    for k in range(10):
        a, b = derivatives(a, b)
        if k > 2 and a > -9.0:
            break
    return a * b


@case(V4)
def zero_trips(x):
    a = b = x[0]
    for _ in range(int(x[0] < 0.0)):
        a, b = derivatives(a, b)
    return a * b


class Body:
    def __init__(self, mass):
        self.mass = mass

    def moved(self, x, v, h):
        return x + h * v, v - h * x / self.mass

    @staticmethod
    def both(x):
        return x, x**2


@case(0.3, 0.7, Body(2.0), argnums=(0, 1))
def by_a_method(x, v, body):
    for _ in range(4):
        x, v = body.moved(x, v, 0.1)
    a, b = Body.both(x)
    return a * b * v


@case(V4)
def a_display(x):
    t = (x[0] * x[1], np.sin(x))
    a = t[0]
    b = t[1]
    b[0] = a
    return a * np.sum(b)


@case(V4)
def a_display_of_what_is_bound_anew(x):
    a, b = x[0], x[1]
    t = (a, b)
    a = b * b
    b = t[0] * a
    return a * b * t[1]


@case(V4)
def a_display_of_arrays_written_into(x):
    u, v = x * 2.0, x**2
    t = (u, v)
    u[0] = 7.0 * v[1]
    p = t[0]
    p[1] *= 2.0
    return np.sum(u * t[1])


@case(V4)
def a_display_that_goes_round(x):
    t = (x[0], x[1])
    for _ in range(3):
        t = (t[1], t[0] * t[1])
    return t[0] * t[1]


@case(M33)
def of_qr(a):
    q, r = np.linalg.qr(a)
    return np.sum(q * np.sin(r))


@case(M33)
def of_eigh_one_of_two(a):
    _, v = np.linalg.eigh(a + a.T)
    w, _ = np.linalg.eigh(a @ a.T)
    return np.sum(w * v[0] ** 2)


@case(M33)
def of_svd_in_a_loop(a):
    for _ in range(2):
        u, s, vt = np.linalg.svd(a)
        s[0] *= 0.5
        a = (u * np.sqrt(s)) @ vt
    return np.sum(a**2)


@case(P4 + 0.1)
def of_modf_and_frexp(x):
    a, b = np.modf(x)
    m, e = np.frexp(x)
    return np.sum(a * m + b * e)


@case(V4)
def of_meshgrid(x):
    a, b = np.meshgrid(x, x * 2.0)
    a[0] *= 2.0
    return np.sum(a * b**2)


@case(M33)
def of_broadcast_arrays(a):
    x, y = np.broadcast_arrays(a, a[:, 0])
    return np.sum(x * y)


@case(M33)
def of_split(a):
    x, y, z = np.split(a, 3)
    x[0, 0] = y[0, 1] ** 2
    return np.sum(a * a[0]) + np.sum(x * z)


@case(V4)
def a_display_with_two_names(x):
    y = z = x**2
    z = z * x
    a, b = c = (y, z)
    return np.sum(a * b * c[1] + c[0] * y)


@case(V4)
def a_display_of_what_is_written_into_before_it_is_read(x):
    y, z = x * 1.0, x**2
    d = y, z[1]
    y[2] = y[1] * z[0]
    d[0][1] *= 2.0
    return np.sum(d[0]) * d[1]


@case(V4)
def a_result_that_is_written_into_before_it_is_read(x):
    s = array_and_view(x)
    s[1][0] = x[1] * 3.0
    return np.sum(s[0] * x) + s[1][0]


def conjugated(ans_bar):
    result = ans_bar
    for _ in range(3):
        result = result + ans_bar * 2.0 * result
    return np.conj(result)


@case(V4)
def a_variable_called_result_beside_a_cotangent(x):
    return np.sum(conjugated(x))


@case(V4, V4[::-1].copy(), argnums=(0, 1))
def names_of_cotangents(ans_bar, result_bar):
    result = ans_bar * result_bar
    ans_0_bar, ans_1_bar = products(result, ans_bar)
    result = result * 2.0
    return np.sum(ans_0_bar * result) + np.sum(ans_1_bar)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_there_is_no_table_and_no_tuple_in_the_reverse_sweep():
    derivative = grad(arrays, (0, 1))
    derivative(V3, V3[::-1].copy())
    assert "shadows" not in derivative.source
    assert "products_reverse(called, a_bar, b_bar)" in derivative.source


@pytest.mark.parametrize("fun", [arrays, written_into_afterwards])
def test_second_derivatives(fun):
    y, v = V3[::-1].copy(), np.array([0.3, -0.2, 0.5])
    step = 1e-6
    want = (grad(fun)(V3 + step * v, y) - grad(fun)(V3 - step * v, y)) / (2.0 * step)
    np.testing.assert_allclose(jacobian(grad(fun))(V3, y) @ v, want, rtol=1e-6)
