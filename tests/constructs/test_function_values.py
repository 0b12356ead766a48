"""Functions as values: arguments, partial, tables, targets known only at run time."""

import functools
import operator

import numpy as np
import pytest

from tests.constructs.cases import M33, P4, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


def rk4(f, y, t, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@case(np.array([0.3, 0.1]), 0.9, argnums=(0, 1))
def function_as_argument(y, omega):
    def pendulum(t, state):
        return np.array([state[1], -omega * np.sin(state[0])])

    for i in range(4):
        y = rk4(pendulum, y, 0.1 * i, 0.1)
    return y[0] ** 2 + 0.5 * y[1]


def newton(f, df, x, tol=1e-10):
    for _ in range(50):
        step = f(x) / df(x)
        x = x - step
        if abs(step) < tol:
            break
    return x


@case(2.3)
def newton_with_lambdas(a):
    return newton(lambda x: x * x - a, lambda x: 2.0 * x, 1.0) * a


def quadratic(a, b, x, c=0.0):
    return a * x**2 + b * x + c


@case(0.3, -0.7, 1.2, argnums=(0, 1, 2))
def partial_over_active(a, b, x):
    f = functools.partial(quadratic, a, b)
    g = functools.partial(f, c=a * x)
    return f(x) * g(b)


@case(V4)
def partial_of_numpy(x):
    row_sum = functools.partial(np.sum, axis=0)
    return row_sum(x**2) * functools.partial(np.multiply, x[0])(x[1])


def applied(t, f, after=None):
    return f(t) if after is None else after(f(t))


class Scale:
    def __init__(self, by):
        self.by = by

    def scale(self, t):
        return t * self.by


@case(0.8)
def partials_of_which_the_first_holds_nothing_active(x):
    alone = functools.partial(applied, f=lambda t: t * t)
    made = Scale(x)
    scaled = functools.partial(applied, f=made.scale, after=np.cos if x > 0.0 else None)
    return alone(x) * scaled(0.3) * made.by


PARTIAL = functools.partial(quadratic, 0.5, x=1.5)


@case(0.8)
def module_level_partial(b):
    return PARTIAL(b) ** 2


case(0.8)(functools.partial(quadratic, 0.3, 0.6))


def make_power(p):
    return lambda t: t**p


@case(0.8, 0.3, argnums=(0, 1))
def functions_in_dict(x, y):
    table = {"sin": np.sin, "square": lambda t: t * t, "mine": make_power(y)}
    total = 0.0
    for name in ("sin", "square", "mine"):
        total = total + table[name](x) * y
    return total


LAYERS = [np.tanh, np.sin, lambda t: t**2]


@case(V3)
def functions_in_list(x):
    for layer in LAYERS:
        x = layer(x) + 0.1 * x
    return np.sum(x)


class Namespace:
    """As the array API's: picked at run time."""

    def __init__(self, library):
        self.library = library

    def __getattr__(self, name):
        if name == "library":
            raise AttributeError(name)
        return getattr(self.library, name)


def namespace(x):
    return np if isinstance(x, np.ndarray) else operator


@case(V3)
def module_known_only_at_run_time(x):
    xp = namespace(x)
    return xp.sum(xp.exp(x) * xp.asarray(x))


@case(V3)
def object_in_place_of_module(x):
    xp = Namespace(np)
    return xp.sum(xp.cos(x) * x)


@case(P4, "log")
@case(P4, "sqrt")
def getattr_of_numpy(x, name):
    return np.sum(getattr(np, name)(x) * x)


@case(V3, 1)
@case(V3, -1)
def target_picked_by_branch(x, sign):
    act = np.sin if sign > 0 else (lambda t: t**3)
    reduce = np.sum
    if sign > 0:
        reduce = np.mean
    return reduce(act(x))


@case(M33)
def bound_method_of_array(a):
    dot = a.dot
    total = a.sum
    return total() * np.sum(dot(a))


@case(V4)
def reduce_over_elements(x):
    return functools.reduce(lambda acc, t: acc * t + 1.0, x, 0.5) + functools.reduce(operator.mul, list(x))


@case(V4, 0.3, argnums=(0, 1))
def map_and_filter(x, a):
    squares = list(map(lambda t: a * t * t, x))
    return sum(filter(lambda t: t > 0.05, squares)) + max(map(abs, x)) * squares[0]


@case([0.4, -0.9, 1.3])
def sort_with_key(values):
    ordered = sorted(values, key=lambda t: -t)
    return ordered[0] ** 2 + 3.0 * ordered[1] + ordered[2] * ordered[0]


def compose(*funs):
    return functools.reduce(lambda f, g: lambda t: f(g(t)), funs)


@case(0.7)
def composed(x):
    return compose(np.sin, lambda t: x * t, np.exp)(x)


@case(0.3, -0.7, 1.2)
def partial_of_a_partial_with_an_attribute(a, b, x):
    f = functools.partial(quadratic, a, b=b)
    f.note = "is not taken apart by the next one"
    g = functools.partial(f, x=a * x)
    return f(x=x) * g(b=b * x) * g()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
