"""Functions as values: lambdas, closures, partial, methods of NumPy picked at run time."""


import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.oracle import check_gradient
from tests.texts import executed

case = Cases()


@case(0.7, 1.2, argnums=(0, 1))
def lambda_over_active(a, b):
    f = lambda t: a * t + b * t**2
    return f(b) * f(2.0) + (lambda t, s=a: t * s)(b)


@case(V3, 1.2, argnums=(0, 1))
def nested_def_over_active(x, a):
    def residual(y):
        return a * y - np.sin(x)

    def cost(y):
        r = residual(y)
        return r @ r

    return cost(x) + cost(x * x)


@case(0.5)
def closure_sees_later_binding(x):
    scale = x

    def f(t):
        return scale * t

    first = f(x)
    scale = x**3  # f reads the new value
    return first + f(2.0)


@case(0.5, 4)
@case(0.5, 0)
def closure_called_in_loop(x, n):
    rate = np.exp(-x)

    def step(y):
        return y + 0.1 * rate * y * x

    y = x
    for _ in range(n):
        y = step(y)
    return y


@case(V4)
def closure_made_in_loop(x):
    total = 0.0
    for i in range(len(x)):
        def term(t):
            return x[i] * t**2 + i

        total += term(x[i - 1])
    return total


def make_gaussian(mu, sigma):
    def pdf(x):
        z = (x - mu) / sigma
        return np.exp(-0.5 * z * z) / sigma

    return pdf


@case(V3, 0.2, 1.4, argnums=(0, 1, 2))
@case(V3, 0.2, 1.4, argnums=1)
def closure_returned_from_helper(x, mu, sigma):
    pdf = make_gaussian(mu, sigma)
    other = make_gaussian(0.0, 2.0)
    return np.sum(pdf(x) * other(x)) + pdf(0.3)


def make_pair(a):
    def value(t):
        return a * t**2

    return value, lambda t: 2.0 * a * t


@case(0.8, 1.5, argnums=(0, 1))
def several_closures_returned(a, x):
    value, slope = make_pair(a)
    return value(x) / slope(x + 1.0) + slope(a)


@case(0.6)
def nonlocal_counter(x):
    total = 0.0

    def add(t):
        nonlocal total
        total = total + t * x

    add(x)
    add(2.0)
    return total**2


@case(V3)
def closure_writes_into_array(x):
    out = np.zeros(3)

    def put(i, value):
        out[i] = value * x[i]

    for i in range(3):
        put(i, x[i] ** 2)
    put(0, x[1])
    return np.sum(out * out)


@case(0.4)
def closure_appends_to_list(x):
    history = []

    def record(t):
        history.append(t * x)
        return t + x

    record(record(record(x)))
    return history[0] * history[1] + sum(history)


def given_to(function, x):
    return function(x)


def own_names(x, way):
    def both(a):
        if way > 5:
            return a, a
        first, second = a * 2.0, a * 3.0
        return first, second

    if way:
        return both(x)
    first, second = given_to(both, x)
    return second, first


@case(V4, 0)
@case(V4, 1)
def own_names_of_a_nested_function(x, way):
    return np.sum(own_names(x, way)[1] ** 2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)


def bound_by_pop(x):
    total, left = x[0], [x[2], x[3]]

    def seen():
        return total

    total -= x[1]
    total = left.pop()
    return seen()


def bound_by_pop_of_a_dict(x):
    total, left = x[0], {"a": x[2], "b": x[3]}
    seen = lambda: total
    total -= x[1]
    total = left.pop("a")
    return seen() * total


def bound_by_pop_in_a_loop(x):
    total, left, s = x[0], [x[2], x[3]], 0.0

    def seen():
        return total * 2.0

    for _ in range(2):
        total = left.pop(0)
        s = s + seen()
    return s


def bound_to_a_copy_of_a_list(x):
    rows, others = [x[0]], [x[1], x[2]]

    def first():
        return rows[0]

    before = first()
    rows = list(others)
    return first() * before


@pytest.mark.parametrize("fun", [bound_by_pop, bound_by_pop_of_a_dict, bound_by_pop_in_a_loop, bound_to_a_copy_of_a_list])
def test_what_a_closure_sees_is_bound_by_a_container(fun):
    check_gradient(fun, V4)


@pytest.mark.parametrize("inner", ["nonlocal scale", '"Says so."\n        nonlocal scale',
                                   "nonlocal scale\n        def deeper():\n            nonlocal scale\n        deeper()"])
def test_functions_that_only_declare(inner):
    text = f"def fun(x):\n    scale = x[0]\n    def declare():\n        {inner}\n    declare()\n    return (x * scale).sum()\n"
    check_gradient(executed(text, "<declared>")["fun"], V3)
