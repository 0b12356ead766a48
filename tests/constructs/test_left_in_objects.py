"""Arrays that a function stores in objects and changes in place: a derivative leaves there what a call of the function leaves."""

from __future__ import annotations

import types

import numpy as np
import pytest

import tangentish

X = np.array([0.7, 1.3])


def scaled(u, x):
    u *= x
    return u


def before_the_change(x, o):
    y = x * 2.0
    o.a = y
    y *= x
    return np.sum(y)


def after_a_loop(x, o):
    u = x.copy()
    for _ in range(3):
        u *= x
    o.a = u
    return np.sum(u)


def by_items(x, o):
    u = np.zeros(3)
    u[0] = x[0]
    for k in range(2):
        u[k + 1] = u[k] * x[1]
        u[k] = u[k + 1] * x[0]
    o.a = u
    return np.sum(u)


def in_a_list(x, o):
    u = x.copy()
    u *= x
    o.a = [u, (u * 2.0, 3.0)]
    return np.sum(o.a[0])


def by_a_function(x, o):
    o.a = scaled(x + 1.0, x)
    return np.sum(o.a)


def by_a_function_later(x, o):
    o.a = x + 1.0
    return np.sum(scaled(o.a, x) ** 2)


def a_view(x, o):
    u = np.stack([x, x])
    o.a = u[1]
    u *= x
    return np.sum(u**2)


def two_names(x, o):
    u = x * 1.0
    o.a, o.b = u, u
    u[0] *= u[1]
    u[1] *= u[0]
    return np.sum(u)


def in_a_branch(x, o):
    u = x * 1.0
    if x[0] > 0:
        o.a = u
    u *= x
    return np.sum(u)


class Simulation:
    def __init__(self):
        self.u = np.ones(2)

    def run(self, x):
        u = self.u + x
        self.u = scaled(u, x)
        return np.sum(self.u)

    def step(self, x):
        self.u = self.u * x
        self.u += x
        self.u[0] *= self.u[1]

    def steps(self, x):
        for _ in range(3):
            self.step(x)
        return np.sum(self.u)


def held(o):
    return {key: [np.copy(part) for part in value] if isinstance(value, list) else np.copy(value)
            for key, value in vars(o).items() if not (isinstance(value, list) and isinstance(value[-1], tuple))}


WAYS = [lambda fun, x, *rest: tangentish.grad(fun)(x, *rest), lambda fun, x, *rest: tangentish.value_and_grad(fun)(x, *rest),
        lambda fun, x, *rest: tangentish.vjp(fun, x, *rest)[1](1.0), lambda fun, x, *rest: tangentish.jvp(
            fun, (x, *rest), (x, *[None] * len(rest)))]


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("fun", [before_the_change, after_a_loop, by_items, in_a_list, by_a_function, by_a_function_later, a_view,
                                 two_names, in_a_branch])
def test_left_as_a_call_leaves_it(fun, way):
    plain, other = types.SimpleNamespace(a=None), types.SimpleNamespace(a=None)
    fun(X.copy(), plain)
    WAYS[way](fun, X.copy(), other)
    wanted, found = held(plain), held(other)
    assert wanted.keys() == found.keys()
    for key in wanted:
        np.testing.assert_array_equal(found[key], wanted[key])
    if fun is in_a_list:
        np.testing.assert_array_equal(other.a[0], plain.a[0])
        np.testing.assert_array_equal(other.a[1][0], plain.a[1][0])


@pytest.mark.parametrize("method", ["run", "steps"])
@pytest.mark.parametrize("way", range(4))
def test_one_step_after_another(method, way):
    plain, other = Simulation(), Simulation()
    for k in (1, 2, 3):
        value = getattr(plain, method)(X * k)
        fun = getattr(other, method)
        before = other.u.copy()

        def moved(x, before=before):
            fresh = Simulation()
            fresh.u = before.copy()
            return getattr(fresh, method)(x)

        want = [(moved(X * k + 1e-6 * unit) - moved(X * k - 1e-6 * unit)) / 2e-6 for unit in np.eye(2)]
        found = WAYS[way](fun, X * k)
        if way == 1:
            np.testing.assert_allclose(found[0], value)
        if way < 3:
            np.testing.assert_allclose(found if way == 0 else found[-1], want, rtol=1e-6)
        np.testing.assert_array_equal(other.u, plain.u)
