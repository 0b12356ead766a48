"""Operators whose methods in Python decline, so that compiled code does them: refused, where Python has an answer."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp


class Vector:
    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.x)

    def __sub__(self, other):
        return NotImplemented

    def __add__(self, other):
        return NotImplemented


def done_by_numpy(x):
    return np.sum(Vector(x) - np.ones(2))


def done_by_nobody(x):
    return Vector(x) + "a"


def test_refused():
    x = np.array([1.0, 2.0])
    with pytest.raises(UnsupportedError, match=r"`sub` of a Vector and a ndarray is done by compiled code"):
        grad(done_by_numpy)(x)
    with pytest.raises(UnsupportedError, match=r"`sub` of a Vector and a ndarray is done by compiled code"):
        jvp(done_by_numpy, (x,), (x,))


def test_raised_as_python_does():
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+: 'Vector' and 'str'"):
        grad(done_by_nobody)(np.ones(2))


CALLS = []


class Tried:
    def __init__(self, x):
        self.x = x

    def __mul__(self, other):
        CALLS.append("mul")
        return NotImplemented


def test_methods_that_decline_are_run_once():
    for run in (lambda: grad(lambda x: Tried(x) * "a")(3.0), lambda: jvp(lambda x: Tried(x) * "a", (3.0,), (1.0,))):
        CALLS.clear()
        with pytest.raises(TypeError, match=r"'Tried' and 'str'|can't multiply"):
            run()
        assert CALLS == ["mul"]
