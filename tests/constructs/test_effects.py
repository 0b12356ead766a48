"""Calls that write, where their result picks an item, a branch or an iteration."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def touch_int(y):
    y[0] = y[0] * y[1]
    y[1] = 0.5
    return 2


@case(V4)
def in_index(x):
    y = x * 1.0
    a = x[touch_int(y)] * y[touch_int(y[1:])]
    b = y[: touch_int(y)] * y[touch_int(y) :]
    y[touch_int(y[2:])] = a
    y[touch_int(y)] *= b[0]
    return np.sum(y**2) * a


def touch_mask(y):
    y[0] = y[0] * y[1]
    y[1] = 0.5
    return y > 0.1


@case(V4)
def in_mask(x):
    y = x * 1.0
    a = y[touch_mask(y)]
    y[touch_mask(y[::-1])] = 2.0 * a[0]
    y[touch_mask(y)] += x[2]
    return np.sum(y**2) + np.sum(a)


@case(V4)
def in_where_condition(x):
    y = x * 1.0
    a = np.where(touch_mask(y), y, x)
    b = np.sum(a, where=touch_mask(y))
    return np.sum(y**2) + np.sum(a) * b


def touch(y, v=0.5):
    """Writes, and returns a float that does not matter."""
    y[0] = y[0] * y[1]
    y[1] = v
    return 2.0


@case(V4)
def in_power_and_scale(x):
    y = x * 1.0
    a = x[0] ** touch_int(y) * touch(y[1:]) + touch(y[2:])
    a *= touch(y)
    a -= touch_int(y[1:])
    return np.sum(y**2) * a


@case(V4)
def in_dict_keys_and_list_repeat(x):
    y = x * 1.0
    d = {touch_int(y): x[0], "b": touch(y[1:])}
    l = [x[1]] * touch_int(y[2:])
    e = d[touch_int(y)] * d.get(touch_int(y[1:]), 1.0)
    return np.sum(y**2) * e * sum(l)


@case(V4)
def in_lambda_default(x):
    y = x * 1.0
    f = lambda t, k=touch(y): t * k
    def g(t, k=touch(y[1:])):
        return t + k
    return np.sum(y**2) * f(x[0]) * g(x[1])


@case(V4)
def in_return(x):
    y = x * 1.0
    def f():
        return y[0] * 2.0, touch(y)
    a, _ = f()
    return a * np.sum(y**2)


def relax(u):
    old = u.copy()
    u[1:-1] = 0.5 * (u[2:] + u[:-2])
    return np.max(np.abs(u - old))


@case(V4)
def eff_for_r_relax_break(x):
    u = x * 1.0
    for _ in range(20):
        r = relax(u)
        if r < 0.1:
            break
    return np.sum(u**2)


def scale_first(y):
    y[0] = y[0] * y[1]
    return 2.0


@case(V4)
def eff_if_call(x):
    y = x * 1.0
    if scale_first(y):
        y[2] *= 2.0
    return np.sum(y**2)


@case(V4)
def eff_unused_product(x):
    y = x * 1.0
    unused = scale_first(y) * 3.0
    return np.sum(y**2)


@case(V4)
def eff_float(x):
    y = x * 1.0
    n = float(scale_first(y))
    return np.sum(y**2) * n


@case(V4)
def eff_list_method_pop_compared(x):
    items = list(x)
    while items.pop() != x[1]:
        items[0] = items[0] * 2.0
    return sum(items)


@case(V4)
def eff_pop_in_condition(x):
    items = list(x)
    if items.pop() > 0:
        items[0] = items[0] * items[-1]
    return sum(items)


class Model:
    def __init__(self, w):
        self.w = w
    def update(self):
        self.w = self.w * self.w
        return True


@case(0.7)
def eff_method_in_condition(x):
    m = Model(x)
    if m.update():
        return m.w * x
    return m.w


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
