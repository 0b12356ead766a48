"""Objects that pose as the functions they wrap: what they do around these is not known, so they are refused."""

import functools
import types

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient


class Twice:
    """What decorators of `wrapt` give is of this kind: it says that it is a function, and does more than that."""

    def __init__(self, function):
        self.__dict__["__wrapped__"] = function

    @property
    def __class__(self):
        return types.FunctionType

    def __getattr__(self, name):
        return getattr(self.__wrapped__, name)

    def __call__(self, *args):
        return 2.0 * self.__wrapped__(*args)


@Twice
def square(x):
    return x**2


@functools.lru_cache
def cube(x):
    return x**3


def by_name(x):
    return square(x) * x


def by_default(x, function=square):
    return function(x) * x


def mapped(x):
    return sum(map(square, [x, x]))


@pytest.mark.parametrize("fun", [square, by_name, by_default, mapped])
def test_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match="poses as the function"):
        tangentish.grad(fun)(1.5)
    with pytest.raises(tangentish.UnsupportedError, match="poses as the function"):
        tangentish.jvp(fun, (1.5,), (1.0,))


def test_called_with_constants():
    check_gradient(lambda x: x * square(2.0) + cube(x), np.float64(1.5))
