"""Numbers of NumPy that are infinite, or nan, and thrown away: the derivative is that of a program that asks first."""

import warnings

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad, variant_jvp

pairs = []
"""Programs, the same asking first, and arguments where it matters."""
P3 = np.array([0.0, 0.3, 1.7])
Q3 = np.array([0.0, 1.2, -0.4])


def pair(first, *args):
    def keep(fun):
        pairs.append(pytest.param(fun, first, args, id=fun.__name__))
        return fun
    return keep


def square_or_log(x):
    return x**2 if x == 1 else np.log(x - 1.0)


@pair(square_or_log, np.float64(1.0))
def asked_after_the_logarithm(x):
    y = np.log(x - 1.0)
    if np.isinf(y):
        return x**2
    return y


@pair(square_or_log, 1.0)
def a_number_of_python(x):
    y = np.log(x - 1.0)
    if np.isinf(y):
        return x**2
    return y


@pair(square_or_log, np.float32(1.0))
def told_and_asked(x):
    y = np.log(x - 1)
    print(y, end="\r")
    if not np.isfinite(y):
        y = x**2
    return y


def entropy_asking_first(p):
    return np.sum(p[p > 0] * np.log(p[p > 0]))


@pair(entropy_asking_first, P3)
def entropy(p):
    total = 0.0
    for i in range(3):
        level = np.log(p[i])
        if np.isinf(level):
            level = 0.0
        total += p[i] * level
    return total


def ratios_asking_first(x, y):
    return np.sum(np.array([0.0 if y[i] == 0 else x[i] / y[i] for i in range(3)]) * x)


@pair(ratios_asking_first, P3 + 1.0, Q3)
def ratios(x, y):
    found = np.zeros(3)
    for i in range(3):
        found[i] = x[i] / y[i]
        if y[i] == 0:
            found[i] = 0
    return np.sum(found * x)


@pair(ratios_asking_first, P3 + 1.0, Q3)
def ratios_by_a_name(x, y):
    total = 0.0
    for a, b in zip(x, y):
        r = a / b
        r = r if b != 0 else 0.0
        total += r * a
    return total


def divided(a, b):
    return a / b


@pair(ratios_asking_first, P3 + 1.0, Q3)
def ratios_of_a_callee(x, y):
    total = 0.0
    for i in range(3):
        r = divided(x[i], y[i])
        if y[i] == 0:
            r = 0.0
        total = total + r * x[i]
    return total


@pair(ratios_asking_first, P3 + 1.0, Q3)
def ratios_of_a_function_inside(x, y):
    def one(a, b):
        return a * (1 / b)
    return sum([0.0 if y[i] == 0 else one(x[i], y[i]) * x[i] for i in range(3)] + [0 * x[0]])


@pair(ratios_asking_first, P3 + 1.0, Q3)
def ratios_skipped(x, y):
    total = 0.0
    for i in range(3):
        r = x[i] / y[i]
        if not np.isfinite(r):
            continue
        total += r * x[i]
    return total


def capped_asking_first(x, y):
    return min(x / y, 5.0) if y != 0 else 5.0 + 0 * x


@pair(capped_asking_first, np.float64(0.5), np.float64(0.0))
def capped(x, y):
    return min(x / y, 5.0)


@pair(capped_asking_first, np.float64(0.5), np.float64(0.0))
def capped_by_numpy(x, y):
    return np.minimum(5.0, x / y)


def weight_asking_first(x, q):
    return 0 * x * q if x == 0 else q * np.log(x) + q / x**2


@pair(weight_asking_first, np.float64(0.0), np.float64(0.7))
def weight(x, q):
    level = np.log(x)
    scaled = q * level
    both = scaled + q * x ** -2
    if x == 0:
        both = 0.0
    return both


@pair(weight_asking_first, np.float64(0.0), np.float64(0.7))
def weight_of_nothing(x, q):
    level, power, total = np.log(x), x ** -2.0, 0 * x * q
    for _ in range(int(x > 0)):
        total = total + q * level + q * power
    return total


def power_asking_first(x):
    return x * 0 if x == 0 else np.log1p(x - 1) + np.log2(x) + np.log10(x) + np.reciprocal(x) + np.divide(1.0, x)


@pair(power_asking_first, np.float64(0.0))
def poles(x):
    a, b, c, d, e = np.log1p(x - 1), np.log2(x), np.log10(x), np.reciprocal(x), np.divide(1.0, x)
    if x == 0:
        return x * 0
    return a + b + c + d + e


def caught_asking_first(x):
    return x**2 if x == 0 else np.log(x)


@pair(caught_asking_first, np.float64(0.0))
def caught(x):
    try:
        y = np.log(x)
        if np.isinf(y):
            raise ValueError("no")
    except ValueError:
        y = x**2
    return y


class Law:
    def __init__(self, x):
        self.x = x
        self.level = np.log(x)

    def value(self):
        return self.x**2 if self.x == 0 else self.level


@pair(caught_asking_first, np.float64(0.0))
def of_an_object(x):
    return Law(x).value()


@pair(caught_asking_first, np.float64(0.0))
def in_a_list(x):
    both = [np.log(x), x**2]
    return both[int(x == 0)]


@pair(caught_asking_first, np.float64(0.0))
def in_a_dict(x):
    found = {"y": np.log(x)}
    if x == 0:
        found["y"] = x**2
    return found["y"]


def array_asking_first(x, y):
    return np.sum(x * 3.0) if np.any(y == 0) else np.sum(np.log(y) * x / y)


@pair(array_asking_first, P3 + 1.0, np.abs(Q3))
def an_array_in_place_of_another(x, y):
    r = np.log(y) * x / y
    if not np.all(np.isfinite(r)):
        r = x * 3.0
    return np.sum(r)


def squares_asking_first(x, c):
    return x * 3.0 if x**2 + c == 0 else x / (x**2 + c)


@pair(squares_asking_first, np.float64(1.0), np.float64(-1.0))
def a_square_and_a_number_below_zero(x, c):
    below = x**2 + c
    r = x / below
    if below == 0:
        r = x * 3.0
    return r


def sixth_asking_first(x):
    return x * 3.0 if x == 0 else np.divide(1.0, x) + np.power(x, -1.5) + np.float_power(x, -2.0) + np.arctanh(x - 1)


@pair(sixth_asking_first, 0.0)
def other_poles_of_a_number_of_python(x):
    found = np.divide(1.0, x) + np.power(x, -1.5) + np.float_power(x, -2.0) + np.arctanh(x - 1)
    if not np.isfinite(found):
        found = x * 3.0
    return found


def level_of(a):
    return np.log(np.abs(a))


class Levels:
    def __init__(self, a):
        self.a, self.level = a, np.log(np.abs(a))

    def times(self, b):
        return self.level * b


def levels_asking_first(x, q):
    return sum((level_of(x[i]) * q[i] * q[i] if x[i] != 0 else 0 * q[i]) for i in range(3))


@pair(levels_asking_first, P3, P3 + 0.5)
def a_factor_that_a_function_gives(x, q):
    total = 0.0
    for i in range(3):
        t = level_of(x[i]) * q[i]
        if x[i] == 0:
            t = 0.0
        total = total + t * q[i]
    return total


@pair(levels_asking_first, P3, P3 + 0.5)
def a_factor_that_an_object_has(x, q):
    total = 0.0
    for i in range(3):
        t = Levels(x[i]).times(q[i])
        if x[i] == 0:
            t = 0.0
        total = total + t * q[i]
    return total


@pair(levels_asking_first, P3, P3 + 0.5)
def what_nothing_reads(x, q):
    total = 0.0
    for i in range(3):
        t = 1.0 / x[i]
        u = Levels(x[i]).times(q[i])
        v = t * t + u
        t = level_of(x[i]) * q[i] if x[i] != 0 else 0.0
        v = [t, v][0]
        total = total + v * q[i]
    return total


@pytest.mark.parametrize(("fun", "x"), [(np.log, 0.0), (np.log1p, -1.0), (np.reciprocal, 0.0), (np.arctanh, 1.0)])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_number_of_python_at_a_pole(fun, x):
    def value(x):
        return fun(x)
    assert np.isinf(tangentish.grad(value)(x)) and np.isinf(tangentish.jvp(value, (x,), (1.0,))[1])


@pytest.mark.parametrize("variant", [{}, {"kinds": False}, {"optimise": False}], ids=["plain", "unknown", "unoptimised"])
@pytest.mark.parametrize(("fun", "first", "args"), pairs)
def test_as_if_it_asked_first(fun, first, args, variant):
    places = tuple(range(len(args)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of the program's own division
        found = variant_grad(fun, places, **variant)(*args)
        forward = variant_jvp(fun, **variant)
        shown = [forward(args, tuple(np.ones_like(a) * (k == j) for j, a in enumerate(args)))[1] for k in places]
    for got, column, asked, arg in zip(found, shown, tangentish.grad(first, places)(*args), args, strict=True):
        np.testing.assert_allclose(got, asked, rtol=1e-6)
        np.testing.assert_allclose(column, np.sum(asked), rtol=1e-6)
        assert np.shape(got) == np.shape(arg)
