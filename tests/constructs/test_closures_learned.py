"""Closures of one code that are looked up: those are told apart that captured something of another kind."""

import numpy as np
import pytest

from tangentish import grad, hessian, jvp
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def called_with(f, *args):
    return f(*args)


def of(value, other=1.0):
    def call(v):
        return v * value * other
    return call


@case(V4)
def captured_of_several_kinds(x):
    total = 0.0
    for value in [x[0], 2.0, 3, x[1:3], np.array(1.5), True, x[:3], 2.0 + 0.5j, np.float32(2.0), x[2], 2.0, x[1:3]]:
        total = total + np.sum(np.real(called_with(of(value), x[3])))
    return total


def applied(f):
    def call(v):
        return f(v) * 2.0
    return call


def doubled(v):
    return v + v


def squared(v):
    return v * v


@case(V4)
def captured_functions(x):
    total = 0.0
    for f in [doubled, squared, lambda v: v * x[0], np.sin, doubled, of(x[1]), of(3.0), applied(squared), applied(doubled), np.cos,
              lambda v: v * x[0], of(x[2]), applied(of(x[3]))]:
        total = total + called_with(applied(f), x[1])
    return total


@case(V4)
def functions_as_arguments(x):
    def use(f, v):
        return f(v) * x[0]

    total = 0.0
    for f in [doubled, squared, lambda v: v * x[0], of(x[1]), of(2.0), doubled, lambda v: v * x[2], applied(squared)]:
        total = total + called_with(use, f, x[3])
    return total


@case(V4)
def arrays_that_share_memory(x):
    def adding(a, b):
        def call(v):
            a[0] += v
            return a[0] * b[0] * b[-1]
        return call

    total = 0.0
    for k in range(3):
        a, b = x * 1.0, x * 2.0
        other = [b, a, a[:2]][k]
        total = total + called_with(adding(a, other), x[k])
        total = total + called_with(adding(a, b), x[3])
    return total


@case(V4)
def bound_again_between_calls(x):
    scale = x[0]

    def call(v):
        return v * scale

    first = called_with(call, x[1])
    scale = x[2] * x[2]
    second = called_with(call, x[1])
    scale = x[:2]
    return first * second + np.sum(called_with(call, x[3]))


@case(V4)
def counting(x):
    total = 0.0

    def add(v):
        nonlocal total
        total = total + v * x[0]
        return total

    def twice(v):
        return called_with(add, v) + called_with(add, v * x[1])

    return called_with(twice, x[2]) * called_with(twice, x[3]) + total


@case(V4)
def written_by_a_sibling(x):
    held = x[0]

    def change(v):
        nonlocal held
        held = held * v
        return held

    def read(v):
        return change(v) * held * v

    return called_with(read, x[1]) + called_with(read, x[2]) * held


@case(V4)
def recursion(x):
    def power(v, n):
        return v * x[0] if n == 0 else power(v, n - 1) * v

    return called_with(power, x[1], 3) + called_with(power, x[2], 2) * called_with(power, x[2], 0)


@case(V4)
def objects_that_are_captured(x):
    class Gain:
        def __init__(self, k, name=None):
            self.k, self.name = k, name

    def by(gain):
        def call(v):
            return v * gain.k if gain.name is None else v * gain.k * gain.k
        return call

    total = 0.0
    for gain in [Gain(x[0]), Gain(2.0), Gain(x[1], "b"), Gain(3, "c"), Gain(x[2]), Gain(x[1:3], "b")]:
        total = total + np.sum(called_with(by(gain), x[3]))
    return total


@case(V4)
def containers_that_are_captured(x):
    def by(items):
        def call(v):
            items.append(v * items[0])
            return items[-1]
        return call

    total = 0.0
    held = [x[0]]
    for items in [held, [2.0], [x[1], x[2]], held, [x[3]]]:
        total = total + called_with(by(items), x[1])
    return total * len(held)


@case(V4)
def defaults_beside(x):
    def by(value):
        def call(v, w=2.0, *, u=x[0]):
            return v * w * value * u
        return call

    f = by(x[1])
    return called_with(f, x[2]) + called_with(f, x[2], x[3]) + called_with(by(3.0), x[2], x[3]) + f(x[3], u=x[2])


@case(V4)
def not_bound_yet(x):
    def call(v):
        return v * later

    try:
        called_with(call, x[0])
        first = x[0]
    except NameError:
        first = x[1]
    later = x[2]
    return first * called_with(call, x[3])


@case(V4)
def functions_that_hold_nothing_first(x):
    def through(f):
        return lambda v: f(v)

    return through(lambda v: v * 2.0)(x[1]) + through(lambda v: v * x[0])(3.0) * through(lambda v: v - 1.0)(x[2])


@case(V4)
def functions_that_hold_nothing_last(x):
    def through(f):
        return lambda v: f(v)

    return through(lambda v: v * x[0])(3.0) * through(lambda v: v * v)(x[1]) + through(lambda v: v + x[3])(2.0)


@case(V4)
def closures_as_defaults(x):
    scaled = lambda v: v * x[0]  # it is lambdas that are looked at

    def call(u, f=scaled, *, g=lambda v: v + x[1]):
        return g(f(u))
    return call(1.0) * (lambda u, f=scaled: f(u))(2.0) + call(x[2], lambda v: v)


@case(P4)
def methods_and_classes_that_are_captured(x):
    class Row:
        def __init__(self, v):
            self.v = v

        def times(self, w):
            return self.v * w

    def by(what):
        def call(v):
            return what(v)
        return call

    row = Row(x[0])
    return called_with(by(row.times), x[1]) + called_with(by(Row), x[2]).v * called_with(by(Row(x[3]).times), x[2])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def of_closures(x):
    def through(f):
        return lambda v: f(v)
    return through(lambda v: v * x[0])(x[0]) + through(lambda v: v * v * 0.5)(x[2])


def test_second_derivatives_after_first_ones():
    for e in np.eye(4):
        jvp(of_closures, (V4,), (e,))
    grad(of_closures)(V4)
    np.testing.assert_allclose(hessian(of_closures)(V4), np.diag([2.0, 0.0, 1.0, 0.0]), atol=1e-12)


def around(scale):
    def fun(x):
        def inner(v):
            return v * scale * x[0]
        return called_with(inner, x[1]) + called_with(inner, x[2])
    return fun


def test_what_is_captured_around_is_met_anew():
    x = V4.copy()
    for scale in [2.0, 3.0, np.array([1.0, 2.0]), 2.0, True]:
        fun = around(scale)
        total = (lambda f: lambda x: np.sum(f(x)))(fun)
        expected = np.sum(scale) * np.array([x[1] + x[2], x[0], x[0], 0.0])
        np.testing.assert_allclose(grad(total)(x), expected)
        np.testing.assert_allclose(jvp(total, (x,), (np.ones(4),))[1], np.sum(expected))
