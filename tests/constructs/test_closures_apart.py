"""Functions defined inside another that are only called there: what they capture is passed to them."""

import math

import numpy as np
import pytest

from tangentish import grad
from tests.constructs.cases import F32, M33, V4, Cases
from tests.constructs.ways import check_all_ways, check_not_looked_up

case = Cases()
SCALE = np.array([0.5, 1.5, -0.5, 2.0])


@case(0.7, 1.2, 0.3, argnums=(0, 1, 2))
def right_hand_side(g, length, y):
    def rhs(y):
        return -g / length * math.sin(y)
    for _ in range(4):
        y = y + 0.1 * rhs(y)
    return y


@case(V4)
def of_two_results(x):
    k = x[0]

    def both(v):
        return v * k, np.sin(v) + k

    a, b = both(x[1:])
    c, d = both(a)
    return np.sum(b * c * d)


@case(V4)
def bound_anew_between_calls(x):
    k = x[0]

    def f(v):
        return v * k
    a = f(x[1])
    k = k * x[2]
    b = f(a)
    for j in range(3):
        k = x[j]
        b = b + f(x[3])
    return a * b


@case(V4)
def bound_by_a_loop_around_the_calls(x):
    total, k = 0.0, x[3]

    def f(v):
        return v * v * k
    for k in x[:3]:
        total = total + f(k + 1.0)
    return total


@case(V4)
def bound_after_it_is_defined(x):
    def f(v):
        return v * k
    k = x[0] ** 2
    return f(x[1]) + f(k)


@case(V4)
def bound_under_a_condition(x):
    if x[0] > 0.0:
        k = x[1]

    def f(v):
        return v * k
    return f(x[2])


@case(V4)
def not_bound_and_not_read(x):
    def f(v):
        return v if v > 0.0 else v * k
    a = f(x[0])
    if x[1] < 0.0:
        k = x[2]
        a = a * f(x[3])
    return a * x[1]


@case(V4)
def writing_into_what_it_captured(x):
    out = np.zeros(4)

    def put(k, v):
        out[k] = out[k - 1] * v + x[k]
    for k in range(4):
        put(k, x[k] * 0.5)
    y = out
    put(1, 2.0)
    return np.sum(out * y)


@case(V4)
def appending_to_what_it_captured(x):
    found = []

    def note(v):
        found.append(v * x[0])
    for v in x:
        note(v)
    return found[1] * found[-1]


@case(V4)
def giving_what_it_captured(x):
    y = x * 2.0

    def whole():
        return y
    z = whole()
    z[0] = x[1] * x[2]
    return np.sum(y * y)


@case(V4)
def captured_under_the_name_of_the_argument(x):
    y = x * x

    def into(z):
        z[1] = y[0] * 3.0
        return y[1]
    return into(y) * np.sum(y)


@case(V4)
def calling_one_another(x):
    k = x[0]

    def f(v):
        return v * k

    def g(v, w=2.0):
        return f(v) + f(w) * x[1]
    return g(x[2]) * g(x[3], w=x[1]) * f(1.0)


@case(V4)
def calling_a_later_one(x):
    k = x[0]

    def g(v):
        return f(v) + x[1]

    def f(v):
        return v * k
    return g(x[2]) * f(x[3])


@case(V4)
def calling_itself(x):
    k = x[0]

    def power(v, n):
        return 1.0 if n == 0 else v * k * power(v, n - 1)
    return power(x[1], 3)


@case(V4)
def calling_each_other(x):
    k = x[0]

    def even(v, n):
        return v if n == 0 else odd(v * k, n - 1)

    def odd(v, n):
        return even(v + k, n - 1)
    return even(x[1], 4)


@case(V4)
def inside_one_inside(x):
    k = x[0]

    def outer(v):
        j = v * k

        def inner(w):
            return w * j + k
        return inner(v) * inner(2.0)
    return outer(x[1]) + outer(x[2])


@case(V4)
def called_where_its_names_mean_something_else(x):
    k = x[0]

    def f(v):
        return v * k
    return sum([f(k) for k in x[1:]]) + (lambda k: f(k))(x[3]) + sum(f(v) for v in x)


@case(V4)
def called_by_another_with_a_name_of_its_own(x):
    k = x[0]

    def f(v):
        return v * k

    def g(v):
        k = v * 3.0
        return f(k) * k
    return g(x[1]) + f(x[2])


@case(V4)
def passed_on_as_well(x):
    k = x[0]

    def f(v):
        return v * k

    def twice(fun, v):
        return fun(fun(v))
    return f(x[1]) + twice(f, x[2])


@case(V4)
def kept_as_well(x):
    k = x[0]

    def f(v):
        return v * k
    functions = [f]
    k = x[3]
    return f(x[1]) * functions[0](x[2])


@case(V4)
def giving_a_function(x):
    k = x[0]

    def f(v):
        return lambda w: v * w * k
    g = f(x[1])
    k = x[3]
    return g(x[2])


@case(V4)
def summing_a_generator(x):
    k = x[0]

    def f(n):
        return sum(v * k for v in x[:n])
    return f(2) * f(4)


@case(V4)
def bound_twice(x):
    k = x[0]

    def f(v):
        return v * k
    a = f(x[1])

    def f(v):
        return v + k
    return a * f(x[2])


@case(V4)
def defined_under_a_condition(x):
    k = x[0]
    if k > 0.0:
        def f(v):
            return v * k
    else:
        def f(v):
            return v - k
    return f(x[1]) * f(x[2])


@case(V4)
def a_lambda_with_a_name(x):
    k, j = x[0], x[1]
    f = lambda v, n=3: v**n * k + j
    j = j * f(x[2])
    return f(j, n=2)


@case(V4)
def keywords_and_stars(x):
    k = x[0]

    def f(a, /, b, *, c=1.0):
        return a * b * c * k
    return f(x[1], b=x[2]) + f(x[3], x[0], c=x[1]) + f(*x[:2], **{"c": x[2]})


@case(V4)
def defaults_that_are_evaluated(x):
    k = x[0]

    def f(v, w=k * 2.0):
        return v * w * k
    k = x[1]
    return f(x[2]) + f(x[3], x[0])


@case(V4)
def nothing_captured(x):
    def f(v):
        return v * np.tanh(v)
    return np.sum(f(x) * f(x[::-1]))


@case(V4)
def arrays_around_the_module(x):
    def f(v):
        return np.sum(v * SCALE * x)
    return f(x) * f(x**2)


@case(V4)
def captured_in_turn(x):
    return around(x)(x[::-1])


def around(y):
    def fun(v):
        def f(w):
            return w * y
        return np.sum(f(v) * f(v + 1.0))
    return fun


@case(V4)
def not_active_at_all(x):
    n = 3

    def places(k):
        return [(k + j) % 4 for j in range(n)]
    return np.sum(x[places(1)] * x[places(2)])


@case(V4)
def that_fails(x):
    k = x[0]

    def f(v):
        if v < 0.0:
            raise ValueError("no")
        return v * k
    total = 0.0
    for v in x:
        try:
            total = total + f(v)
        except ValueError:
            total = total * 2.0
    return total


@case(V4.astype(np.float32), **F32)
def in_single_precision(x):
    k = x[0]

    def f(v):
        return v * k
    return np.sum(f(x) * f(x))


@case(M33)
def of_a_matrix(a):
    def row(k):
        return a[k] * a[k, 0]

    def dot(j, k):
        return row(j) @ row(k)
    return sum(dot(j, k) for j in range(3) for k in range(j))


class Spring:
    def __init__(self, k):
        self.k = k

    def energy(self, x, n):
        def force(y):
            return -self.k * y
        for _ in range(n):
            x = x + 0.1 * force(x)
        return 0.5 * self.k * x * x


@case(0.4, 0.8, argnums=(0, 1))
def in_a_method(k, x):
    return Spring(k).energy(x, 3)


@case(Spring(2.0), 0.8, argnums=1)
def in_a_method_of_an_argument(spring, x):
    return spring.energy(x, 3)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_they_are_not_looked_up():
    check_not_looked_up(grad(right_hand_side, (0, 1, 2)), 0.7, 1.2, 0.3, calls="rhs_primal(y, g, length)")


def test_what_the_text_names_is_in_it():
    derivative = grad(not_active_at_all)
    derivative(V4)
    assert "def places(k):" in derivative.source
