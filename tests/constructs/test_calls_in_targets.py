"""Stores into what a call gives: the call is made once, where Python makes it."""

import functools

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

X = np.array([0.3137, 1.2411, 0.7133, 0.9217])


class Tank:
    """Each method changes something that is active, and counts its calls."""

    def __init__(self, v):
        self.v, self.n = v, 0
        self.items, self.by_key, self.a = [v[0], v[1]], {0: v[2], 1: v[3]}, v[0] * 1.0
        self.kids = [self]

    def index(self):
        self.v[0] += 0.1 * self.v[1]
        self.n += 1
        return self.n % 4

    def me(self):
        self.v[1] *= 1.2
        self.n += 1
        return self

    def array(self):
        self.v[2] *= 0.9
        self.n += 1
        return self.v

    def number(self):
        self.a = self.a * 1.1
        self.n += 1
        return self.a

    def listed(self):
        self.items[0] = self.items[0] * 1.3
        self.n += 1
        return self.items

    def keyed(self):
        self.by_key[0] = self.by_key[0] + self.a
        self.n += 1
        return self.by_key

    def total(self):
        return (self.v @ np.array([1.0, 2.0, 3.0, 4.0]) + self.n * 0.37 * self.a + sum(self.items) * self.by_key[0]
                + self.by_key[1])


def item(t, x):
    t.me().v[1] += x[0]


def attribute(t, x):
    t.me().me().a *= x[0]


def entry(t, x):
    t.array()[1] *= x[0]


def slices(t, x):
    t.array()[:] = t.array() * x


def of_a_list(t, x):
    t.listed()[0] -= x[1]


def of_a_dict(t, x):
    t.keyed()[0] *= x[1]


def power(t, x):
    t.listed()[0] **= 2


def longer(t, x):
    t.me().items += [x[0]]


def masked(t, x):
    t.me().v[t.v > 0.9] += x[0]


def index_too(t, x):
    t.me().v[t.index()] += x[0]


def counter(t, x):
    t.me().n += 1


def read_first(t, x):
    t.me().me().me().v[0] = x[0] * t.n


def two_attributes(t, x):
    t.me().v, t.me().a = t.array() * x, t.number() * x[0]


def two_slices(t, x):
    t.me().v[:2], t.me().v[2:] = t.array()[2:], t.array()[:2] * x[1]


def rest(t, x):
    t.me().a, *t.me().items = x[0] * t.n, x[1], x[2] * 2.0


def nested(t, x):
    (t.me().a, k), t.array()[0] = (x[0] * 2.0, 3.0), x[1] * t.n
    t.a = t.a * k


def one_after_the_other(t, x):
    t.array()[0] = t.me().v[3] = t.listed()[0] = x[0] * t.n


def stored_before_the_next_call(t, x):
    t.n, t.array()[t.index()] = 2, x[1]


def by_getattr(t, x):
    getattr(t.me(), "v")[1] += x[0]


def by_its_name(t, x):
    method = t.me
    method().v[0] += x[1]


def by_a_lambda(t, x):
    (lambda: t.me())().v[2] += x[0]


def by_partial(t, x):
    functools.partial(Tank.array, t)()[2] += x[1]


def of_an_item(t, x):
    t.kids[-1].me().items[1] += x[2]


def of_the_largest(t, x):
    max(t.kids, key=lambda k: k.n).me().a += x[3]


def in_a_loop(t, x):
    for k in range(3):
        t.me().v[k] += x[k]


STORES = [item, attribute, entry, slices, of_a_list, of_a_dict, power, longer, masked, index_too, counter, read_first,
          two_attributes, two_slices, rest, nested, one_after_the_other, stored_before_the_next_call, by_getattr, by_its_name,
          by_a_lambda, by_partial, of_an_item, of_the_largest, in_a_loop]


@pytest.mark.parametrize("store", STORES)
def test_in_a_helper(store):
    def fun(x):
        t = Tank(x * 1.5)
        store(t, x)
        return t.total()

    check_gradient(fun, X)
    value, pullback = tangentish.vjp(fun, X)
    np.testing.assert_allclose(value, fun(X), rtol=1e-13)
    np.testing.assert_allclose(pullback(1.0)[0], tangentish.grad(fun)(X), rtol=1e-12)


def in_the_function_itself(x):
    t = Tank(x * 1.5)
    t.me().v[1] += x[0]
    t.array()[:] = t.array() * x
    t.me().a, *t.me().items = x[0] * t.n, x[1], x[2] * 2.0
    t.keyed()[0] *= x[1]
    return t.total()


def test_in_the_function_itself():
    check_gradient(in_the_function_itself, X)
    value, pullback = tangentish.vjp(in_the_function_itself, X)
    np.testing.assert_allclose(value, in_the_function_itself(X), rtol=1e-13)
    np.testing.assert_allclose(pullback(1.0)[0], tangentish.grad(in_the_function_itself)(X), rtol=1e-12)
    np.testing.assert_allclose(tangentish.jacrev(in_the_function_itself)(X), pullback(1.0)[0], rtol=1e-12)


class Grid:
    """Two buffers that change places."""

    def __init__(self, now):
        self.now, self.old = now.copy(), now

    def flip(self):
        self.now, self.old = self.old, self.now
        return self


def double_buffers(x):
    grid = Grid(x * 1.0)
    for _ in range(3):
        grid.flip().now[1:-1] = grid.old[2:] - 0.3 * grid.old[1:-1] * grid.old[:-2]
    return np.sum(grid.now**2)


def test_double_buffers():
    check_gradient(double_buffers, X)


def taken_from_a_pool(x):
    pool = [Tank(x * k) for k in range(1, 4)]
    done = []
    while len(pool) > 1:
        done.append(pool[-1])
        pool.pop().v[0] += x[1]
    return sum(t.total() for t in done)


def test_taken_from_a_pool():
    check_gradient(taken_from_a_pool, X)
