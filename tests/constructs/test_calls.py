"""Calls to other Python functions: any depth, any mix of arguments, recursion, wrappers."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import EMPTY, M33, P4, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


def square(x):
    return x * x


def scaled(x, scale=2.0, *, shift=0.5, power=2):
    return scale * (x + shift) ** power


def weighted(*terms, weights=(1.0, 2.0, 3.0)):
    total = 0.0
    for term, weight in zip(terms, weights):
        total = total + weight * term * term
    return total


def model(x, /, amplitude, *, rate, **extra):
    return amplitude * np.exp(-rate * x) + extra.get("offset", 0.0) * x


def identity(x):
    return x


def both(x, y):
    return x * y, x - y


def relu(x):
    if x <= 0.0:
        return 0.0
    return x


@case(1.3)
@case(V3.sum())
def call_of_call(x):
    return square(square(x) + np.sin(x))


@case(V3)
@case(EMPTY)
def call_on_array(x):
    return np.sum(square(x) * square(x[::-1]))


@case(0.7, 1.9, argnums=(0, 1))
def keywords_out_of_order(a, b):
    return scaled(power=3, shift=b, x=a) + scaled(a, shift=a * b) + scaled(scale=b, x=a)


@case(0.7)
@case(np.float64(-0.2))
def defaults_used(x):
    return scaled(x) * scaled(x, 3.0)


DEFAULT = np.array([1.0, 2.0, 3.0])


def with_array_default(x, kernel=DEFAULT, out=None):
    if out is None:
        out = np.zeros_like(x)
    out += kernel * x**2
    return out


@case(V3)
def array_and_none_defaults(x):
    buffer = np.ones_like(x)
    first = with_array_default(x)
    second = with_array_default(x, out=buffer)  # writes into buffer and returns it
    return np.sum(first * second * buffer)


@case(0.4, 1.2, argnums=(0, 1))
def own_default_parameter(a, b=0.3, *, c=2.0):
    return a * b**2 + c * a**3


@case(0.4)
def own_default_not_given(a, b=0.3, *, c=2.0):
    return a**2 * b + c * a


@case(0.4, -0.7, 1.1, argnums=(0, 2))
def star_arguments(a, b, c):
    terms = (a * b, b * c)
    return weighted(*terms, c * a) + weighted(a) + weighted(*[c, a], weights=(a, b))


@case(0.3, 0.8, -0.5, argnums=(0, 1, 2))
def double_star_arguments(x, rate, offset):
    settings = {"amplitude": x * 2.0, "rate": rate}
    return model(x, **settings, offset=offset * x) + model(rate, 1.5, rate=offset)


def forward_all(fun, *args, **kwargs):
    return fun(*args, **kwargs)


@case(0.6, 1.4, argnums=(0, 1))
def arguments_forwarded_twice(a, b):
    return forward_all(forward_all, scaled, a * b, scale=b) * forward_all(square, a)


@case(V3)
def parameter_of_stars(*arrays):
    total = 1.0
    for array in arrays:
        total = total * np.sum(array**2)
    return total


@case(1.5)
def same_argument_twice(x):
    product, difference = both(x, x * x)
    again, _ = both(x, x)
    return product * difference + again


@case(V4)
def callee_returns_its_argument(x):
    y = identity(x)
    z = identity(identity(y * 1.0))
    z[1:] *= x[:-1]
    return np.sum(y * z) + np.sum(x**3)


@case(0.8)
def result_not_used(x):
    both(x, x)
    _, difference = both(x, 3.0 * x * x)
    return difference**2


@case(0.9)
@case(-0.9)
def callee_returns_constant(x):
    return relu(x) * 3.0 + relu(-x) ** 2 + x


def logged(fun):
    @functools.wraps(fun)
    def wrapper(*args, **kwargs):
        return fun(*args, **kwargs)

    return wrapper


def times(factor):
    def decorate(fun):
        @functools.wraps(fun)
        def wrapper(x, *rest):
            return factor * fun(x, *rest)

        return wrapper

    return decorate


@logged
@times(2.5)
def decorated(x, y):
    return np.sum(x**2) * y


@case(V3, 0.4, argnums=(0, 1))
def calls_decorated(x, y):
    return decorated(x, y) + decorated(x * y, 1.0)


case(V3, 0.4, argnums=(0, 1))(decorated)


@functools.lru_cache(maxsize=None)
def nodes(n):
    return np.linspace(-1.0, 1.0, n)


@case(P4)
def cached_inactive_helper(x):
    return np.sum(x * nodes(len(x)) ** 2) + np.prod(x)


def clash(ans_bar, tape, ans):
    x_bar = ans_bar * tape
    t_bar, record, t1 = x_bar + ans, ans * x_bar, 2.0 * tape
    return record * t_bar + t1


@case(0.5, -0.8, 1.2, argnums=(0, 1, 2))
def names_that_generated_code_may_want(ans, x, x_bar):
    ans_bar = clash(x, ans, x_bar)
    y = clash(ans_bar, x, ans)
    y_bar = y * ans
    return y_bar + ans_bar


@case(0.7, M33, argnums=(0, 1))
@case(0.7, M33, argnums=0)
@case(0.7, M33, argnums=1)
def same_callee_with_different_activity(a, m):
    return np.sum(forward_all(np.multiply, a, m)) + square(a) * square(3.0) + np.sum(square(m)) + square(2)


def mix(a, b, c, d, e=1.0):
    return a * b + c * d**2 + np.sin(e) * a


@case(V3[:2], V4[:2], argnums=(0, 1))
def two_starred(x, y):
    return mix(*x, *y)


@case([0.7, -1.3], [1.1, 0.6], argnums=(0, 1))
def starred_lists_and_plain_between(x, y):
    return mix(*x, x[0] * y[1], *y) + mix(*[x[1], y[0]], *x, y[1])


@case(V3[:2], V4, argnums=(0, 1))
def starred_slices(x, y):
    return mix(*y[:1], x[1], *x, *y[3:])


@case(V3)
def zipped_strictly(x):
    pairs = list(zip(x, x[::-1], strict=True))
    return sum(a * b**2 for a, b in pairs)


def passed_on(*args, **options):
    return scaled(*args, **options)


passed_on.__defaults__ = scaled.__defaults__  # as the package `decorator` hands them on


@case(1.3)
def a_wrapper_with_the_defaults_of_what_it_wraps(x):
    return passed_on(x) * passed_on(x * x, scale=x)


def more_defaults_than_parameters(x):
    return x * x


more_defaults_than_parameters.__defaults__ = (5.0, 3.0)


@pytest.mark.parametrize("fun", [more_defaults_than_parameters, lambda x: x * more_defaults_than_parameters(x)])
def test_more_defaults_than_parameters(fun):
    for derivative in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))):
        with pytest.raises(tangentish.SourceError, match="more defaults than parameters"):
            derivative()


@case(V4)
def starred_out_of_a_display(x):
    def inner(*values, **options):
        kept = ([values], 1)[0]
        return np.dot(*(values, None)[0], **(options, None)[0]) * values[0][1] + np.sum(kept[0][1])

    return inner(x * x, x) * (lambda *a: np.multiply(*(a, None)[0]))(x[0], x[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
