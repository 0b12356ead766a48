"""`vjp` with results of every shape: cotangents are left alone, pullbacks may be called again, and from threads."""

import copy
import threading

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4
from tests.oracle import inner, random_like


def argument(x):
    return x


def argument_written(x):
    x *= 2.0
    x[0] = x[1]
    return x


def views_of_argument(x):
    return x[1:], x[0], x


def same_array_twice(x):
    y = x * x
    return [y, y, y[::-1]]


def table(x):
    return {"a": x[0] * x, "b": (x[1], x[2:] ** 2)}


def view_written_later(x):
    y = x * 1.0
    z = y[1:]
    z *= y[0]
    return y, z, y


def transposed(x):
    y = np.zeros((2, 4))
    y[0] = x
    y[1] = y[0] * x
    return y.T


def numbers(x):
    return [t * t for t in x]


def broadcast(x):
    return np.broadcast_to(x, (2, 4))


def nothing_in_it(x):
    return x[0:0], np.sum(x), None


def complex_numbers(x):
    return x + 1j * x[::-1]


PROGRAMS = [argument, argument_written, views_of_argument, same_array_twice, table, view_written_later,
            transposed, numbers, broadcast, nothing_in_it, complex_numbers]


@pytest.mark.parametrize("fun", PROGRAMS)
def test_pullback(fun):
    rng = np.random.default_rng(1)
    x = V4.copy()
    ans, pullback = tangentish.vjp(fun, x)
    ans_bar = random_like(ans, rng)
    before = copy.deepcopy(ans_bar)
    direction = rng.normal(size=4)

    def value(h):
        return inner_of(before, fun(V4 + h * direction))

    near, far = (value(5e-4) - value(-5e-4)) / 1e-3, (value(1e-3) - value(-1e-3)) / 2e-3
    for _ in range(3):
        (x_bar,) = pullback(ans_bar)
        assert x_bar @ direction == pytest.approx((4 * near - far) / 3, rel=1e-6)
        x_bar[:] = 100.0  # it is the caller's
        assert repr(ans_bar) == repr(before)
    np.testing.assert_array_equal(x, V4)


def inner_of(ans_bar, ans):
    """The inner product over what has a cotangent."""
    if ans_bar is None:
        return 0.0
    if isinstance(ans_bar, dict):
        return sum(inner_of(ans_bar[key], ans[key]) for key in ans_bar)
    if isinstance(ans_bar, list | tuple):
        return sum(map(inner_of, ans_bar, ans))
    return inner(ans_bar, ans)


def scan(x):
    y = x * 1.0
    for i in range(1, 4):
        y[i] *= y[i - 1]
    items = [y, y[::-1]]
    items[0] = items[0] * x
    return np.sum(items[0] * items[1])


def test_one_pullback_from_many_threads():
    _, pullback = tangentish.vjp(scan, V4)
    want = tangentish.grad(scan)(V4)
    found = []

    def work():
        for _ in range(10):
            found.append(pullback(1.0)[0])
            found.append(tangentish.grad(scan)(V4))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 120
    for bar in found:
        np.testing.assert_allclose(bar, want)
