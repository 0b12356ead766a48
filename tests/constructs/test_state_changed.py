"""Inactive state of objects and containers that calls change after it was used as an index or a factor."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


class Mask:
    def __init__(self, n):
        self.m = np.ones(n, bool)
        self.n = 0
        self.w = np.ones(n)
        self.l = [0, 1]

    def drop(self, i):
        self.m[i] = False

    def bump(self):
        self.n += 1

    def grow(self):
        self.w *= 2
        self.l.append(2)
        self.l[0] = 3


@case(X)
def counter_read_then_advanced(x):
    k = Mask(4)
    t = x[k.n] ** 2
    k.bump()
    return t


@case(X)
def counter_as_index_of_stores(x):
    k = Mask(4)
    y = x * 1.0
    y[k.n] *= 2
    k.bump()
    y[k.n] *= y[0]
    return np.sum(y**2)


@case(X)
def mask_read_then_narrowed(x):
    k = Mask(4)
    t = x[k.m].sum() * x[0]
    k.drop(0)
    return t


@dataclass
class S:
    step: int = 0
    lr: float = 0.5

    def tick(self):
        self.step += 1
        self.lr *= 0.5
        return self


@case(X)
def state_of_a_solver(x):
    s = S()
    y = x
    for _ in range(3):
        y = y - s.lr * np.sin(y) * x[s.step]
        s.tick()
    return y @ y


class Sched:
    def __init__(self):
        self.t = 0

    @property
    def lr(self):
        self.t += 1
        return 1.0 / self.t


@case(X)
def property_that_counts(x):
    s = Sched()
    y = s.lr * x
    return y @ y * s.t


@case(X)
def weights_grown_by_a_method(x):
    k = Mask(4)
    t = np.sum(k.w * x**2)
    k.grow()
    a = k.w
    t += np.sum(a * x**3) + x[k.l[0]] ** 2
    k.grow()
    return t * x[k.l[-1]]


@case(X)
def changed_by_a_closure(x):
    k = Mask(4)

    def bump():
        k.n += 1
        k.w[k.n] *= 3

    t = 0.0
    for i in range(3):
        t = t * x[k.n] + np.sum(k.w * x * t) + x[k.n] ** 2
        bump()
    return t


@case(X)
def lists_and_dicts_given_to_helpers(x):
    c = [0]
    d = {"a": np.ones(4)}

    def inc(q):
        q[0] += 1

    def gr(q):
        q["a"] *= 2

    t = x[3]
    for i in range(3):
        t = t * x[c[0]] + np.sum(d["a"] * x**2)
        inc(c)
        gr(d)
    return t


class Base:
    count = 0

    @classmethod
    def up(cls):
        cls.count += 1


@case(X)
def counter_of_a_class(x):
    Base.count = 0
    t = x[Base.count] ** 2
    Base.up()
    t *= x[Base.count] ** 3
    Base.up()
    return t


@case(X)
def namespace_given_to_a_helper(x):
    ns = SimpleNamespace(i=0, w=np.ones(4))

    def f(n):
        n.i += 1
        n.w = n.w * 2
        n.w[0] = 5.0

    t = x[1]
    for _ in range(2):
        t = t * x[ns.i] + np.sum(ns.w * x * x)
        f(ns)
    return t


class Opt:
    def __init__(self, x):
        self.x = x
        self.k = 0
        self.h = np.zeros(4)

    def step(self):
        self.x = self.x - 0.1 * np.cos(self.x) * (1 + self.h) / (1 + self.k)
        self.tick()

    def tick(self):
        self.k += 1
        self.h[self.k] += 1


@case(X)
def optimiser_with_its_own_clock(x):
    o = Opt(x)
    for _ in range(3):
        o.step()
    return np.sum(o.x**2) * x[o.k]


class Count:
    def __init__(self):
        self.c = 0

    def __call__(self):
        self.c += 1
        return self.c

    def __iadd__(self, o):
        self.c += o
        return self

    def __setitem__(self, k, v):
        self.c = v

    def __enter__(self):
        self.c += 1
        return self

    def __exit__(self, *a):
        self.c += 1


@case(X)
def counter_called_added_to_and_stored_into(x):
    c = Count()
    t = x[c.c] ** 2
    c()
    t *= x[c.c] ** 2
    c += 1
    t *= x[c.c] ** 3
    c["a"] = 3
    t += x[c.c]
    return t


@case(X)
def counter_entered(x):
    c = Count()
    t = 0.0
    with c:
        t = x[c.c] ** 2
    return t * x[c.c]


@case(X)
def shuffled_set_and_updated(x):
    rng = np.random.default_rng(0)
    k = Mask(4)
    k.w = np.arange(4.0)
    t = np.sum(k.w * x**2)
    rng.shuffle(k.w)
    t += np.sum(k.w * x**3)
    setattr(k, "n", k.n + 2)
    t *= x[k.n]
    k.__dict__.update(n=1)
    t *= x[k.n]
    return t


class Clock:
    def __init__(self, k):
        self.k, self.w = k, np.linspace(0.5, 1.5, 4)

    def tick(self):
        self.k += 1
        self.w[self.k % 4] += 1.0

    @property
    def rate(self):
        return 1.0 / (1.0 + self.k)

    @property
    def weights(self):
        return self.w


@case(X)
def properties_of_what_changes(x):
    clock = Clock(0)
    total = 0.0
    for _ in range(3):
        total = total * clock.rate + np.dot(x * x, clock.weights) * x[clock.k]
        clock.tick()
    return total


def weighed(x, w):
    return np.sum(w * x**2)


@case(X)
def weights_given_to_a_function_and_grown(x):
    k = Mask(4)
    t = weighed(x, k.w)
    k.grow()
    return t * weighed(x, k.w) + t


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
