"""Globals that a function writes: followed, and left as they were found."""

import copy

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.oracle import check_gradient

case = Cases()

BUFFER = np.zeros(4)
TABLE = {"a": 1.0, "list": [1.0, 2.0]}


@case(V4)
def buffer_filled_anew(x):
    BUFFER[:] = 0.5
    BUFFER[:2] = x[:2] * x[2]
    BUFFER[2:] += BUFFER[:2]
    b = BUFFER[1:]
    b *= x[0]
    return np.sum(BUFFER**2)


@case(V4)
def table_filled_anew(x):
    TABLE["a"] = 3.0
    TABLE["list"] = [x[0], 2.0]
    TABLE["a"] = TABLE["a"] * x[0]
    TABLE["list"][1] *= x[1]
    TABLE["new"] = TABLE["list"][1] * x[2]
    return TABLE["a"] * TABLE["list"][0] + TABLE["new"] * len(TABLE)


@pytest.fixture(autouse=True)
def put_back():
    """The programs themselves, run for central differences, do change the globals."""
    before = BUFFER.copy(), copy.deepcopy(TABLE)
    yield
    BUFFER[:] = before[0]
    TABLE.clear()
    TABLE.update(before[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    before = BUFFER.copy(), copy.deepcopy(TABLE)
    bar = tangentish.grad(fun)(*args)
    again = tangentish.grad(fun)(*args)
    np.testing.assert_array_equal(BUFFER, before[0])
    assert before[1] == TABLE
    np.testing.assert_array_equal(bar, again)
    np.testing.assert_allclose(check_gradient(fun, *args, **options), bar)


def bump(t):
    BUFFER[0] += t
    return BUFFER[0] * t


def callee_stores(x):
    return bump(x[0]) * x[1]


def rebinds(x):
    global STATE
    STATE = x[0] * 2.0
    return STATE * x[1]


@pytest.mark.parametrize("fun", [callee_stores, rebinds])
def test_refused_with_the_line(fun):
    with pytest.raises(tangentish.UnsupportedError, match="test_globals_written"):
        tangentish.grad(fun)(V4.copy())
