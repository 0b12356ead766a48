"""Properties that are set more than once, of objects that held nothing active before: each setter is reversed as it ran.

The values are such that what was stored is the same more than once: nothing tells by it which store it came from.
"""

import numpy as np
import pytest

from tests.constructs.ways import check_right_or_refused
from tests.oracle import check_gradient


class Kept:
    def __init__(self, d):
        self._d = d

    @property
    def t(self):
        return self._d

    @t.setter
    def t(self, v):
        self._d = v


class Checked(Kept):
    @Kept.t.setter
    def t(self, v):
        if np.asarray(v).dtype.kind not in "fc":
            raise TypeError("no numbers")
        self._d = v


class Scaled(Kept):
    @Kept.t.setter
    def t(self, v):
        self._d = v * 2.0


class Summed(Kept):
    @Kept.t.setter
    def t(self, v):
        self._d = self._d + v * 2.0


class Noting(Kept):
    def __setattr__(self, key, value):
        object.__setattr__(self, key, value)
        object.__setattr__(self, "latest", value)


CLASSES = [Kept, Checked, Scaled, Summed, Noting]


def set_to_a_constant(s, cls):
    one = cls(np.arange(4.0))
    one.t = np.ones(4)
    return s * np.sum(one.t)


def set_and_set_to_a_constant(s, cls):
    one = cls(np.arange(4.0))
    one.t = np.ones(4) * s
    one.t = np.ones(4)
    return s * np.sum(one.t)


def set_to_itself(s, cls):
    one = cls(np.arange(4.0))
    one.t = np.ones(4) * s * s
    one.t = one.t * 2.0
    return s * np.sum(one.t)


def made_of_it(s, cls):
    one = cls(s * np.arange(4.0))
    one.t = np.ones(4)
    return s * np.sum(one.t)


def read_between(s, cls):
    one = cls(np.arange(4.0))
    one.t = np.ones(4)
    first = s * np.sum(one.t)
    one.t = np.ones(4) * s
    return first * np.sum(one.t)


def numbers(s, cls):
    one = cls(1.0)
    one.t = 2.0
    first = s * one.t
    one.t = s * 2.0
    second = one.t * first
    one.t = 2.0
    return first * one.t + second


def in_a_loop(s, cls):
    one = cls(s)
    for k in range(3):
        one.t = one.t * s
        one.t = 1.0 * k
    return one.t * s


@pytest.mark.parametrize("s", [1.0, 1.3])
@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize("fun", [set_to_a_constant, set_and_set_to_a_constant, set_to_itself, made_of_it, read_between, numbers,
                                 in_a_loop])
def test_set_again(fun, cls, s):
    if cls is Noting:
        check_right_or_refused(fun, s, cls)
    else:
        check_gradient(fun, s, cls)
