"""Arguments after a star: their places are counted from the end, so that what the star gives need not be active."""

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways

X = np.array([0.3, -0.2])
SHAPES = (0.5, 0.3)


def shaped(degree, alpha, beta, x):
    if not isinstance(alpha, float):
        raise TypeError(alpha)
    return alpha * x**degree + beta * np.sin(x)


def weighted(degree, *given):
    return given[0] * degree + given[-1] ** 2


def of_the_module(x):
    return np.sum(shaped(3, *SHAPES, x))


def of_a_function(x, shapes=SHAPES):
    return np.sum(shaped(2, *shapes, x))


def of_a_function_looked_up(x, shapes=SHAPES):
    return sum(np.sum(function(2, *shapes, x)) for function in (shaped, weighted))


def first(x, shapes=SHAPES):
    return np.sum(np.add(*[x], *[x * 2.0])) + np.sum(shaped(*(2, *shapes), np.abs(x)))


def with_keywords(x, options=(None, None)):
    return np.sum(np.clip(x * x, *options[:0], 0.01, 0.5)) + np.sum(np.where(*(True,), x, 2.0 * x))


def active_before(x, rest=(0.5,)):
    return np.sum(shaped(2, *rest, x[0], x)) if isinstance(x[0], str) else np.sum(np.multiply(x, *rest)) + np.sum(
        np.where(x > 0, *(1.0,), x))


def active_in_the_star(x):
    pair = (x, 2.0 * x)
    return np.sum(np.where(x > 0.0, *pair)) + np.sum(np.multiply(*pair))


@pytest.mark.parametrize("program", [of_the_module, of_a_function, of_a_function_looked_up, first, with_keywords,
                                     active_before, active_in_the_star], ids=lambda program: program.__name__)
def test_gradient(program):
    check_all_ways(program, X)
