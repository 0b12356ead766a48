"""Functions that make functions: getters and setters, recursion, definitions by branch and in loops."""

import types

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V)
def namespace_of_closures(x):

    def tape():
        vals = []

        def rec(v):
            vals.append(v)
            return len(vals) - 1

        def get(i):
            return vals[i]

        def scale(c):
            for i in range(len(vals)):
                vals[i] = vals[i] * c

        return types.SimpleNamespace(rec=rec, get=get, scale=scale, vals=vals)

    t = tape()
    u = tape()
    i = t.rec(x[0])
    j = t.rec(x[1])
    u.rec(x[2])
    t.scale(x[3])
    u.scale(t.get(i))
    t.vals.append(u.get(0))
    t.scale(2.0)
    return t.get(j) * u.get(0) + sum(t.vals)


@case(V)
def definition_before_its_variable(x):
    res = []
    for i in range(3):
        y = x[i]

        def f():
            return y * z

        z = x[i + 1]
        res.append(f())
        y = y + 1
        res.append(f())
        if i == 1:
            continue
        z *= 2
        res.append(f())
    return sum((r * (k + 1) for k, r in enumerate(res)))


@case(V)
def polynomials_that_grow(x):

    def make(n):
        coef = x[:n]

        def poly(t):
            r = 0.0
            for c in coef[::-1]:
                r = r * t + c
            return r

        def grow(v):
            nonlocal coef
            coef = np.append(coef, v)

        poly.grow = grow
        return poly

    p, q = (make(2), make(3))
    a = p(0.5)
    p.grow(a)
    q.grow(p(x[3]))
    x = x * 3
    return p(0.5) * q(x[0])


@case(V)
def mutual_recursion_over_a_rebound_name(x):
    global_like = {"f": None}

    def a(n):
        return x[0] if n == 0 else b(n - 1) * w

    def b(n):
        return x[1] if n == 0 else a(n - 1) + w

    w = x[2]
    r = a(3)
    w = r
    s = b(4)

    def a(n):
        return 5.0 * w

    return r + s * b(2)


@case(V)
def getters_and_setters(x):

    def outer():
        v = x[0]

        def get():
            return v

        def put(n):
            nonlocal v
            v = n

        return (get, put)

    get, put = outer()
    put(get() * x[1])
    g2, p2 = outer()
    p2(get())
    put(x[3] ** 2)
    pairs = [(get, put), (g2, p2)]
    for g, p in pairs:
        p(g() * 2)
    return get() * g2()


@case(V)
def nonlocal_across_recursion(x):
    y = 0.0

    def f(d):
        nonlocal y
        y = y + x[d]
        if d < 2:
            f(d + 1)
            y = y * 2
            f(d + 1)
        return y

    a = f(0)
    y = y * 0.1
    return a * f(1) + y


@case(V)
def values_made_when_asked_for(x):

    def lazy(f):
        cell = []

        def get():
            if not cell:
                cell.append(f())
            return cell[0]

        return get

    a = lazy(lambda: b() * x[0])
    b = lazy(lambda: c * 2)
    c = x[1]
    r = a()
    c = x[2]
    return r + a() * b() + c


@case(V)
def list_of_lambdas_that_call_each_other(x):
    f = [lambda v: v * s]
    s = x[0]

    def g(v):
        return f[-1](v) + s

    f.append(lambda v: f[0](v) ** 2 + s)
    r = g(x[1])
    f.pop()
    s = x[2]
    return r * g(x[3])


@case(V)
def definition_by_branch(x):
    if x[0] > 0:

        def f(v):
            return v * k
    else:

        def f(v):
            return v * 3

    k = x[1]
    r = f(x[2])
    k = x[3]
    if r < 0:

        def f(v, g=f):
            return g(v) + 1

    return f(r) * r


@case(V)
def lambdas_in_a_dict(x):
    ops = {}
    for i, n in enumerate(["a", "b", "c"]):
        y = x[i] ** 2
        ops[n] = (lambda v, y=y: v * y, lambda v: v + y)
    t = x[3]
    for n, (f, g) in ops.items():
        t = g(f(t))
    y = t
    return t * ops["a"][1](y)


@case(V)
def fallback_definition(x):
    try:
        from nowhere_at_all import fast as f
    except ImportError:

        def f(v):
            return v**2 + c

    c = x[0]
    return f(x[1]) * f(x[2])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
