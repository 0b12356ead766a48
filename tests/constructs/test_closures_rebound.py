"""Variables that functions defined inside see, bound anew after the functions were made, kept or called."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


@case(X)
def constant_when_the_function_was_made(x):
    made = []
    k = 0.5
    for i in range(3):
        def f(v, j=i):
            return k * v * (j + 1)
        made.append(f)
    k += x[2]
    return made[0](x[1])


@case(X)
def list_of_lambdas(x):
    made = []
    k = x[0]
    for i in range(3):
        made.append(lambda v, j=i: k * v + j)
    first = made[1](x[3])
    k += x[2]
    return made[0](x[2]) * first


@case(X)
def function_under_another_name(x):
    k = x[0]

    def f(v):
        return k * v
    g = f
    f = None
    k = k * x[1]
    return g(x[2])


@case(X, 3)
@case(X, 1)
def function_of_either_branch(x, n):
    k = x[0]
    if n > 2:
        def f(v):
            return k * v
    else:
        def f(v):
            return k + v
    first = f(x[3])
    k = k * x[1]
    return f(x[2]) * first


@case(X)
def loop_variable_seen_late(x):
    made, total = [], 0.0
    for i in range(3):
        k = x[i]
        made.append(lambda v: k * v)
        total = total + made[0](x[3])
    return total * made[1](x[0])


@case(X)
def inside_a_callee(x):
    k = x[0]

    def outer(n):
        own = x[1] * k
        made = []
        for _ in range(n):
            made.append(lambda v: own * v * k)
        own = own * x[3]
        return made[0](x[2])
    k = k * 2.0
    return outer(2) * k


@case(X)
def parameter_of_a_callee(x):
    def outer(k, n):
        made = []
        for i in range(n):
            def f(v):
                return k * v
            made.append(f)
            k = k * x[i]
        return made[0](x[2])
    return outer(x[0], 2) * x[0]


@case(X)
def called_while_it_is_rebound(x):
    k = 1.0
    made = []
    for i in range(3):
        def f(v):
            return k * v * i
        made.append(f)
        for j in range(2):
            k = k * x[j] + made[-1](x[3]) * made[0](x[2])
    return k


@case(X)
def bound_after_it_is_seen(x):
    total = 0.0
    for i in range(2):
        def f():
            return z * w * 2.0
        z, w = x[i + 1], x[i]
        total = total + f()
    return total


@case(X)
def bound_by_a_loop(x):
    def f():
        return z * z
    total = 0.0
    for z in x:
        total += f()
    return total


@case(X)
def not_bound_yet(x):
    def f():
        try:
            return y * 2.0
        except NameError:
            return x[0]
    first = f()
    y = x[1]
    return first * f() + y


@case(X)
def made_and_used_in_a_callee(x):
    total = 0.0
    for i in range(3):
        k = x[i]

        def outer(v):
            powers = map(lambda p: k * v ** p, range(1, 3))
            return sum(powers)
        total += outer(x[3])
    return total


@case(X)
def local_class_in_a_callee(x):
    class Context:
        def __init__(self, v):
            self.v = v

    def f(y):
        return Context(y).v[0]
    return f(x * x)


@case(X)
def two_levels_down(x):
    a = x[0]

    def outer():
        def mid():
            return a
        return mid
    mid = outer()
    a = x[3]
    return mid()


@case(X)
def kept_in_a_loop(x):
    made = []
    for i in range(3):
        k = x[i]

        def outer():
            return lambda v: k * v
        made.append(outer())
    return made[0](x[3])


@case(X)
def lambda_of_a_lambda(x):
    k = x[0]
    outer = lambda: lambda v: k * v
    inner = outer()
    k *= 2.0
    return inner(x[1])


@case(X)
def made_with_a_parameter(x):
    y, made = x[0], []

    def outer(r):
        def g(t):
            return t * y * r
        return g
    for k in range(3):
        made.append(outer(float(k)))
        y = y * x[1] + k
    return made[0](x[2]) + made[1](x[1]) + made[2](y)


@case(X)
def a_parameter_that_is_bound_anew(x, y=2.0):
    def outer():
        return lambda t: t * y
    g = outer()
    s = g(x[0])
    y = x[1] ** 2
    own = [y * 2 for y in x]
    return s * g(x[2]) + sum(own)


@case(X)
def an_array_in_place_and_anew(x):
    y = x * 2.0

    def outer():
        return lambda t: np.sum(t * y)
    g = outer()
    y += x ** 2
    r = g(x)
    y = np.sin(y)
    y[0] = x[1] * 3.0
    return r * g(x)


@case(X)
def bound_anew_by_a_loop(x):
    y = x[0]

    def outer():
        return lambda t: t * y
    g = outer()
    for y in x:
        if y > 0.4:
            break
    return g(x[2]) * y


@case(X)
def nonlocal_and_a_comprehension(x):
    total = 0.0

    def add(t):
        nonlocal total
        total = total + t
    own = [total for total in x]
    add(x[0] ** 2)
    return total + sum(own)


def by_an_assignment_expression(x):
    a = x[0]

    def outer():
        return lambda v: a * v
    g = outer()
    if g(x[1]) < 1e6:
        return sum([a for b in x if (a := b) > 0])
    return g(x[2])


MASK = np.array([True, False, True, True])


@case(X)
def parameter_bound_to_some_of_its_entries(x):
    x = x[MASK]

    def inside():
        held = {"x": np.sum(x.ravel() ** 3)}
        return held["x"]
    return [inside][0]() + x[0]


@case(X)
def variable_bound_to_entries_by_their_places(x):
    y = x * 2.0
    y = y[[2, 0, 0]]
    held = [y]

    def inside():
        held[0][1] *= 3.0
        return y @ y
    return [inside][0]() + np.sum(held[0])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Counted:
    def __init__(self, y):
        self.y, self.left = y, 2

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        self.y = self.y * 2.0
        return self.y


def iterator_class(x):
    total = 0.0
    for y in Counted(x):
        total += y[0]
    return total


@pytest.mark.parametrize("fun, why", [
    (by_an_assignment_expression, "bound anew here"), (iterator_class, "__next__")])
def test_refused(fun, why):
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.grad(fun)(X)
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.jvp(fun, (X,), (X,))
