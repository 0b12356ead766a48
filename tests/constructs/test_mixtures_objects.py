"""Objects that replace their methods, copy when written, overload operators and hand attributes on."""

import functools
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V)
def methods_stored_and_replaced(x):

    class S:
        def __init__(self, w):
            self.w = w
            self.rule = self.a

        def a(self, v):
            self.rule = self.b
            return v * self.w

        def b(self, v):
            self.rule = self.a
            self.w = self.w + v
            return v + self.w

    s = S(x[0])
    t = x[1]
    for _ in range(4):
        t = s.rule(t)
    s.a = lambda v: v * 100 * s.w
    return t + s.a(x[2]) + S.a(s, x[3])


@case(V)
def copy_on_write(x):

    class Cow:
        def __init__(self, d, shared=False):
            self.d, self.shared = (d, shared)

        def fork(self):
            self.shared = True
            return Cow(self.d, True)

        def set(self, i, v):
            if self.shared:
                self.d = self.d.copy()
                self.shared = False
            self.d[i] = v

    a = Cow(x.copy())
    b = a.fork()
    c = b.fork()
    a.set(0, x[1] * 2)
    b.set(1, x[2])
    a.set(2, b.d[1] * x[0])
    return a.d @ b.d + c.d @ a.d


class Vec(NamedTuple):
    x: float
    y: float = 0.0

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __mul__(self, s):
        return Vec(self.x * s, self.y * s)

    @property
    def norm(self):
        return math.hypot(*self)

    @classmethod
    def of(cls, a):
        return cls(*a)


@case(V)
def named_tuples_with_operators(x):
    a, b = (Vec.of(x[:2]), Vec(y=x[2], x=x[3]))
    c = a + b * 2.0
    p = [a, b, c]
    p[1] = p[1]._replace(x=c.norm)
    d = sum(p, Vec(0.0))
    u, v = max(p)
    return d.norm + u * v + d._asdict()["x"] * p[1][0] + (a == Vec(*x[:2])) * x[1]


@case(V)
def patterns_of_classes(x):

    class P:
        __match_args__ = ("a", "b")

        def __init__(self, a, b):
            self.a, self.b = (a, b)

    t = 0.0
    for s in [P(x[0], x[1]), P(x[2], b=[x[3], 2.0]), {"op": "mul", "args": [x[0], x[1]]}, [x[1], [x[2], x[3]]], ("neg", x[0])]:
        match s:
            case P(a, [b, *r]):
                t += a * b + len(r)
            case P(a=u, b=v):
                t += u * v
            case {"op": "mul" | "div" as op, "args": [p, q]} if (w := (p * q)) < 0:
                t += w * len(op)
            case [p, [q, r]] | [p, q, r]:
                t *= p + q * r
            case [str(n), v]:
                t -= v * len(n)
    return t


@case(V)
def local_dataclass(x):

    @dataclass
    class P:
        a: float
        b: list = field(default_factory=list)

        def add(self, v):
            self.b.append(v * self.a)
            return self

    def f(v):
        return P(v).add(x[0]).add(x[1])

    p = f(x[2])
    q = P(x[3], p.b)
    q.add(2.0)
    return sum(p.b) * q.a


class Sparse:
    def __init__(self):
        self.d = {}

    def __getitem__(self, ij):
        return self.d.get(ij, 0.0)

    def __setitem__(self, ij, v):
        if isinstance(v, float) and v == 0:
            self.d.pop(ij, None)
        else:
            self.d[ij] = v

    def __matmul__(self, v):
        out = np.zeros(len(v))
        for (i, j), a in self.d.items():
            out[i] += a * v[j]
        return out

    def __len__(self):
        return len(self.d)

    @property
    def T(self):
        t = Sparse()
        for (i, j), a in self.d.items():
            t[j, i] = a
        return t


@case(V)
def sparse_matrix(x):
    s = Sparse()
    for k in range(4):
        s[k, k] = x[k] ** 2
        s[k, (k + 1) % 4] += x[k]
        s[(k + 2) % 4, k] -= 0.5 * s[k, k]
    s[0, 0] = 0.0
    y = s @ x + s.T @ (s @ np.ones(4))
    return y @ y / len(s)


@case(V)
def attributes_of_attributes(x):

    class N:
        pass

    r = N()
    r.c = N()
    r.c.v = [x[0], {"k": x[1:].copy()}]
    r.c.p = r
    r.c.v[0] *= 3
    r.c.p.c.v[1]["k"][1] += r.c.v[0]
    r.c.v[1]["k"] *= x[1]
    r.c.p.c = N()
    r.c.v = 2.0
    r.c.v **= x[3]
    return r.c.v


@case(V)
def attributes_handed_on(x):

    class Wrap:
        def __init__(self, o, k):
            self.o = o
            self.k = k

        def __getattr__(self, n):
            v = getattr(self.o, n)
            return v * self.k if not callable(v) else v

    class In:
        def __init__(self, v):
            self.v = v

        def m(self, t):
            return self.v + t

    w = Wrap(Wrap(In(x[0]), x[1]), 2.0)
    w.o.o.v = x[2]
    return w.v * w.m(x[3])


@case(V)
def names_that_look_generated(x):
    x_bar = x[0] * 2
    x_dot = x[1]
    ans = x_bar * x_dot
    ans_bar = ans + 1
    t_1 = ans_bar
    t_2 = t_1 * x[2]
    record = [t_2]
    tape = record
    called_1 = 3.0
    primal = lambda v: v * 2
    shadows = {"a": x[3]}
    reached = 1
    tangents = primal(shadows["a"])
    step = 2
    partial = functools.partial(primal, tangents)

    def reverse(x_bar):
        return x_bar * ans

    return reverse(t_2) * record[0] + tape[0] + called_1 * tangents + reached * step * partial() + ans_bar


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
