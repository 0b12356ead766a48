"""Arrays of objects that hold flags and words alone, made of what may be active: they have no derivative."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import grad, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()


class Inputs:
    def __init__(self, t, most=False, words=("low", None)):
        self.t, self.most, self.words = t, most, words

    def checked(self):
        flags = np.asarray(self.most, dtype=object).ravel()
        if any(flag is True for flag in flags) or np.array(self.words, dtype=object)[1] == "low":
            raise ValueError
        return self


@case(V3)
def flags_and_words(x):
    return np.sum(Inputs(x * x[0]).checked().t ** 2) * Inputs(x[1], [False, None, 2]).checked().t


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def numbers(x):
    return np.asarray(Inputs(x).t, dtype=object).ravel()[0] * x


def test_numbers_are_refused():
    for derivative in (lambda: grad(numbers)(1.5), lambda: jvp(numbers, (1.5,), (1.0,))):
        with pytest.raises(UnsupportedError):
            derivative()


class Quantity:
    """An object with an attribute that arrays have, too; that it is another thing is seen when it is looked at."""

    dtype = np.dtype

    def __init__(self, v):
        self.v = v

    def __mul__(self, other):
        return Quantity(self.v * other)


@pytest.mark.parametrize("part", [lambda z: z[0].v, len])
def test_objects_that_have_an_attribute_of_arrays(part):
    def fun(s):
        z = np.array([Quantity(2.0) * s, Quantity(3.0) * s])
        return s * part(z)
    check_right_or_refused(fun, 1.3)
