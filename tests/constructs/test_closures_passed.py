"""Functions defined inside another that are passed to functions which call them."""

import functools
import math
import types

import numpy as np
import pytest
from scipy import optimize

from tangentish import grad
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_not_looked_up

case = Cases()


def euler(rhs, y, h=0.1, n=4):
    for _ in range(n):
        y = y + h * rhs(y)
    return y


def rk4(f, y, h):
    k1 = f(y)
    k2 = f(y + h / 2 * k1)
    k3 = f(y + h / 2 * k2)
    k4 = f(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def steps(g, y, n):
    k = 0.1 * n
    for _ in range(n):
        y = rk4(g, y, k)
    return y


def composed(f, g, v):
    return f(g(v))


def perhaps(v, f=None, scale=2.0):
    return v * scale if f is None else f(v) * scale


def given_last(v, w, f=math.sin, scale=2.0):
    return f(v) * scale + f(w)


def bisected(f, a, b, n):
    m = 0.5 * (a + b)
    if n == 0:
        return f(m)
    return bisected(f, a, m, n - 1) + bisected(f, m, b, n - 1)


def mapped(f, items):
    return [f(item) for item in items]


def wrapped(f, v):
    def g(w):
        return f(w) * 2.0
    return g(v) + g(1.0)


def kept(f):
    def g(w):
        return f(w) * 2.0
    return g


def summed(f, items):
    return sum(f(item) for item in items)


def bound_anew(f, v):
    f = f if v > 0.0 else abs
    return f(v)


def into(f, out, n):
    for k in range(n):
        out[k] = f(k)


def with_all(f, *args, **named):
    return f(*args, **named)


def newton(f, x, n=6):
    for _ in range(n):
        x = x - f(x) / ((f(x + 1e-4) - f(x - 1e-4)) / 2e-4)
    return x


@case(0.7, 1.2, 0.3, argnums=(0, 1, 2))
def right_hand_side(g, length, y):
    def rhs(y):
        return -g / length * math.sin(y)
    return euler(rhs, y)


@case(0.7, np.array([0.3, 0.1]), argnums=(0, 1))
def runge_kutta(g, y):
    def field(y):
        return np.array([y[1], -g * np.sin(y[0])])
    return np.sum(steps(field, y, 3))


@case(V4)
def lambdas(x):
    k = x[0]
    a = euler(lambda v: v * k, x[1])
    k = k * x[2]
    return a * euler(lambda v, j=2.0: v * k + j, x[3], n=2)


@case(V4)
def lambdas_in_a_loop(x):
    y = x[0]
    for k in x[1:]:
        y = euler(lambda v: v * k, y)
        j = y * k
        y = y + euler(lambda v: v * j, k)
    return y


@case(V4)
def lambdas_in_a_comprehension(x):
    k = x[0]
    return sum([euler(lambda v: v * k, x[1]) for k in x]) * k


@case(V4)
def names_that_mean_something_there(x):
    y, h, n, rhs = x[0], x[1], x[2], x[3]

    def k(v):
        return v * y + h * n * rhs
    return euler(k, x[1]) + steps(k, n, 2)


@case(V4)
def passed_twice(x):
    k = x[0]

    def f(v):
        return v * k
    a = euler(f, x[1])
    k = x[2]
    return euler(f, a) + composed(f, f, x[3])


@case(V4)
def two_functions(x):
    k = x[0]

    def f(v):
        return v * k

    def g(v):
        return f(v) + v * x[1]
    return composed(f, g, x[2]) + composed(g, math.sin, x[3]) + composed(math.cos, f, x[2])


@case(V4)
def by_keyword(x):
    k = x[0]

    def f(v):
        return v * k
    return euler(y=x[1], rhs=f, n=2) + given_last(x[2], x[3], f=f) + given_last(x[2], x[3], f, 3.0) + perhaps(x[1], f) + perhaps(k)


@case(V4)
def to_one_that_calls_itself(x):
    k = x[0]

    def f(v):
        return v * v * k
    return bisected(f, x[1], x[3], 2)


@case(V4)
def to_one_that_maps(x):
    k = x[0]

    def f(v):
        return v * k
    a, *b = mapped(f, x)
    return a * sum(b)


@case(V4)
def to_one_that_wraps(x):
    k = x[0]

    def f(v):
        return v * k
    return wrapped(f, x[1]) * wrapped(lambda v: v * x[2], 2.0)


@case(V4)
def to_one_that_keeps_it(x):
    k = x[0]

    def f(v):
        return v * k
    g = kept(f)
    k = k * x[1]
    return g(x[2]) + summed(f, x)


@case(V4)
def to_one_that_binds_it_anew(x):
    k = x[0]

    def f(v):
        return v * k
    return bound_anew(f, x[1]) + bound_anew(f, x[2])


@case(V4)
def to_one_that_takes_all(x):
    k = x[0]

    def f(v, w=1.0):
        return v * w * k
    return with_all(f, x[1]) + with_all(f, x[2], w=x[3])


@case(V4)
def that_write(x):
    out = np.zeros(4)

    def f(k):
        out[k] += x[k] ** 2
        return out[k] * x[0]
    into(f, out, 4)
    return np.sum(out)


@case(V4)
def that_keep_what_they_meet(x):
    found, table = [], {"a": x[0]}

    def f(v):
        found.append(v * v)
        table["a"] = table["a"] * v
        return v * x[1]

    def g(v, seen=[]):
        seen.append(v)
        return seen[-1] * v
    y = euler(f, x[2])
    return found[0] * y * table["a"] + g(x[3])


@case(V4)
def to_python_and_scipy(x):
    k = x[0] ** 2

    def f(v):
        return v**3 - k
    root = optimize.brentq(f, 0.1, 3.0)
    return root + sum(map(f, x)) + functools.reduce(lambda a, b: a * b + k, x)


@case(0.8, 1.3, argnums=(0, 1))
def that_search(a, b):
    return newton(lambda x: x * x * b - a, 1.0)


@case(V4)
def through_a_partial(x):
    def f(v, w):
        return v * w * x[0]
    return euler(functools.partial(f, x[1]), x[2])


@case(V4)
def from_a_function_that_is_called(x):
    return inner_of(x[0], x[1]) * inner_of(x[2], x[3])


def inner_of(k, y):
    def f(v):
        return v * k
    return euler(f, y)


class Pendulum:
    def __init__(self, g):
        self.g = g

    def force(self, y):
        return -self.g * np.sin(y)

    def damped(self, y, by=0.5):
        return self.force(y) - by * y

    def after(self, y):
        return steps(self.force, y, 2) + euler(rhs=self.damped, y=y)

    def named(self, y):
        return told(self.force, y) + told(None, y)


def told(f, v):
    return v if f is None else f(v) * len(f.__name__)


@case(Pendulum(2.0), 0.8, argnums=1)
def a_method_in_a_lambda(pendulum, y):
    return euler(lambda v: pendulum.force(v), y)


@case(Pendulum(2.0), 0.8, argnums=1)
def a_method(pendulum, y):
    for _ in range(2):
        y = rk4(pendulum.force, y, 0.1)
    return euler(pendulum.damped, y) + steps(g=pendulum.damped, y=y, n=2)


@case(Pendulum(2.0), 0.8, argnums=1)
def methods_that_pass_methods(pendulum, y):
    return pendulum.after(y) + pendulum.named(y)


@case(1.2, 0.8, argnums=(0, 1))
def a_method_of_what_is_made(g, y):
    pendulum = Pendulum(g)
    return euler(pendulum.force, y) + euler(lambda v: pendulum.force(v), y)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_they_are_not_looked_up():
    check_not_looked_up(grad(right_hand_side, (0, 1, 2)), 0.7, 1.2, 0.3, calls="euler_with_rhs_primal(y, ")


def test_methods_are_not_looked_up():
    pendulum = Pendulum(2.0)
    derivative = grad(pendulum.after)
    check_not_looked_up(derivative, 0.8)
    want = (pendulum.after(0.8 + 1e-6) - pendulum.after(0.8 - 1e-6)) / 2e-6
    assert derivative(0.8) == pytest.approx(want, rel=1e-6)
    pendulum.g = 3.0
    want = (pendulum.after(0.8 + 1e-6) - pendulum.after(0.8 - 1e-6)) / 2e-6
    assert derivative(0.8) == pytest.approx(want, rel=1e-6)
    pendulum.force = math.cos
    want = (pendulum.after(0.8 + 1e-6) - pendulum.after(0.8 - 1e-6)) / 2e-6
    assert derivative(0.8) == pytest.approx(want, rel=1e-6)


def test_the_function_they_are_passed_to_is_replaced(monkeypatch):
    def fun(x):
        return euler(lambda v: v * x, x)

    derivative = grad(fun)
    first = derivative(0.5)
    monkeypatch.setitem(globals(), "euler", lambda rhs, y: rhs(y) * 3.0)
    assert derivative(0.5) == pytest.approx(3.0)
    monkeypatch.undo()
    assert derivative(0.5) == first


def test_the_defaults_of_the_function_they_are_passed_to_are_others(monkeypatch):
    def fun(x):
        return euler(lambda v: v * x, x)

    derivative = grad(fun)
    derivative(0.5)
    monkeypatch.setattr(euler, "__defaults__", (1.0, 1))
    assert derivative(0.5) == pytest.approx(1.0 + 2 * 0.5)


@pytest.mark.parametrize("method", [Pendulum.damped, Pendulum.after])
def test_the_defaults_of_a_method_are_others(method, monkeypatch):
    pendulum = Pendulum(2.0)
    derivative = grad(lambda y: method(pendulum, y))
    derivative(0.8)
    monkeypatch.setattr(Pendulum.damped, "__defaults__", (0.9,))
    want = (method(pendulum, 0.8 + 1e-6) - method(pendulum, 0.8 - 1e-6)) / 2e-6
    assert derivative(0.8) == pytest.approx(want, rel=1e-6)
    assert grad(types.MethodType(method, pendulum))(0.8) == pytest.approx(want, rel=1e-6)


@pytest.mark.parametrize("method", ["damped", "after"])
def test_the_defaults_of_a_bound_method_are_others(method, monkeypatch):
    bound = getattr(Pendulum(2.0), method)
    derivative = grad(bound)
    derivative(0.8)
    monkeypatch.setattr(Pendulum.damped, "__defaults__", (0.9,))
    assert derivative(0.8) == pytest.approx((bound(0.8 + 1e-6) - bound(0.8 - 1e-6)) / 2e-6, rel=1e-6)


def test_the_code_of_the_function_they_are_passed_to_is_replaced(monkeypatch):
    def fun(x):
        return steps(lambda v: v * x, x, 2)

    def other(f, y, h):
        return f(y) * h

    derivative = grad(fun)
    derivative(0.5)
    monkeypatch.setattr(rk4, "__code__", other.__code__)
    assert derivative(0.5) == pytest.approx((3 * 0.5**2) * 0.04)
