"""The result of a function is written into by its caller, and was kept by the function for its own reverse."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways

X = np.array([0.7, -1.3, 0.4, 1.1])


def quotient(v):
    return v / v


def activation(v):
    return np.tanh(v)


def in_steps(v):
    y = np.exp(v)
    return y


def pair_of(v):
    y = np.exp(v)
    return 0.5, y


def in_a_list(v):
    y = np.exp(v)
    return [y, y * 2.0]


def in_a_dict(v):
    y = np.tanh(v)
    return {"y": y}


def view_of(v):
    y = np.exp(v)
    return y[1:]


def of_its_own_callee(v):
    return activation(v)


def with_two_uses(v):
    y = np.sqrt(np.abs(v))
    z = y * y[::-1]
    return y, z


class Layer:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, v):
        return np.tanh(self.scale * v)


def subtracted(x):
    y = quotient(x)
    y -= x
    return np.sum(y)


def scaled(x):
    y = activation(x)
    y *= x
    return np.sum(y)


def item_set(x):
    y = in_steps(x)
    y[1] = x[0]
    return np.sum(y * x)


def second_of_a_pair(x):
    a, y = pair_of(x)
    y += a * x
    return np.sum(y**2)


def item_of_a_list(x):
    ys = in_a_list(x)
    ys[0] *= x
    return np.sum(ys[0] * ys[1])


def item_of_a_dict(x):
    d = in_a_dict(x)
    d["y"][0] = 2.0
    return np.sum(d["y"] * x)


def part_of_it(x):
    y = view_of(x)
    y[:] = y * x[1:]
    return np.sum(y)


def through_two_calls(x):
    y = of_its_own_callee(x)
    y *= 2.0
    y -= x
    return np.sum(y**2)


def filled(x):
    y = activation(x)
    s = np.sum(y)
    y.fill(0.0)
    return s + np.sum(y)


def by_out(x):
    y = activation(x)
    np.multiply(y, x, out=y)
    return np.sum(y)


def in_a_loop(x):
    y = x * 1.0
    for _ in range(3):
        y = activation(y)
        y += 0.1 * x
    return np.sum(y)


def through_a_view(x):
    y = activation(x)
    tail = y[2:]
    tail *= 3.0
    return np.sum(y * x)


def in_another_helper(x):
    def double(v):
        v *= 2.0

    y = activation(x)
    double(y)
    return np.sum(y)


def results_used_twice(x):
    y, z = with_two_uses(x)
    y *= 0.5
    z += y
    return np.sum(y * z)


def of_an_object(x):
    y = Layer(x[0])(x)
    y -= x
    return np.sum(y**2)


PROGRAMS = [subtracted, scaled, item_set, second_of_a_pair, item_of_a_list, item_of_a_dict, part_of_it, through_two_calls, filled,
            by_out, in_a_loop, through_a_view, in_another_helper, results_used_twice, of_an_object]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda f: f.__name__)
def test_gradient(fun) -> None:
    check_all_ways(fun, X)


def seen_by_a_closure(x, factor=1.5):
    def scaled(v):
        return np.sin(v) * factor + 0.5

    s = 0.0
    for v in x:
        if v > 0.5:
            factor = np.sum(x * v)
        s = s + np.sum(scaled(x)) * v
    return s


def test_a_variable_that_a_closure_sees_is_not_cleared_to_be_recorded() -> None:
    check_all_ways(seen_by_a_closure, X)
