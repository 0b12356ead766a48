"""Functions made by functions: what they capture is bound later, anew, by one of them, or by all of them."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V)
def definition_replaced_in_a_loop(x):
    scale = 1.0

    def apply(f, v):
        return f(v) * scale

    def double(v):
        return v * scale * 2

    acc = []
    for v in x:
        scale = scale + v
        acc.append(apply(double, v))
        if v < 0:

            def double(v, s=scale):
                return v + scale * s

    return sum(acc)


@case(V)
def stepper_made_by_two_makers(x):
    h = 0.1

    def rk(f, y):
        k1 = f(y)
        k2 = f(y + h * k1)
        return y + h / 2 * (k1 + k2)

    def make(f):

        def stepper(y, n):
            for _ in range(n):
                y = rk(f, y)
            return y

        return stepper

    s = make(lambda y: -k * y + x[0])
    k = x[1]
    a = s(x[2], 2)
    h, k = (h * x[3], a)
    b = s(a, 2)
    return a * b


@case(V)
def lambdas_of_a_name_that_is_rebound(x):
    y = x
    f = lambda: y.sum()
    g = lambda: f() * y[0]
    a = g()
    y = y * 2
    b = g()
    y[0] = b
    c = g()
    del y
    y = x[1:]
    return a + b * c + g()


@case(V)
def keyword_defaults_and_late_names(x):
    fs = {}
    for name, c in [("p", x[0]), ("q", x[1])]:
        d = c * 2

        def f(v, *, c=c):
            return v * c + d

        fs[name] = f

        def g():
            return fs[name](d)

    d = d + 1
    r = fs["p"](x[2]) + g()
    name = "p"
    return r * g()


@case(V)
def callable_object_over_a_lambda(x):

    class Acc:
        def __init__(self, f):
            self.f, self.n = (f, 0.0)

        def __call__(self, v):
            self.n = self.n + self.f(v)
            return self.n

    c = x[0]
    a = Acc(lambda v: v * c)
    r = a(x[1])
    c = c + x[2]
    r = r * a(x[1])
    a.f = lambda v, g=a.f: g(v) * c
    c = x[3]
    return r + a(2.0)


@case(V)
def recursive_nonlocal(x):

    def partial_sum(k):
        s = 0.0

        def add(i):
            nonlocal s
            s += x[i] * (k + 1)
            if i:
                add(i - 1)
            s *= 1.1

        add(k)
        return s

    return sum((partial_sum(k) * x[k] for k in range(4)))


@case(V)
def callbacks_that_share_a_gain(x):
    callbacks = []
    state = {"t": 0.0, "y": x.copy()}

    def on(f):
        callbacks.append(f)
        return f

    @on
    def damp(s):
        s["y"] *= gain

    @on
    def log(s):
        hist.append(s["y"][0] * s["t"])

    @on
    def grow(s):
        nonlocal gain
        gain = gain + 0.1 * s["y"][1]

    gain, hist = (x[2], [])
    for i in range(3):
        state["t"] += x[0]
        for cb in callbacks:
            cb(state)
        if i == 1:
            callbacks.remove(damp)
    return sum(hist) + gain * state["y"].sum()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
