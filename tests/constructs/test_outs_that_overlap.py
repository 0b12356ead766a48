"""`out=` in the memory of what is read: right where NumPy makes a copy first, and refused where it does not."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import M33, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
W = np.arange(9.0).reshape(3, 3)


@case(V4)
def joined_from_others(x):
    out = x * 1.0
    np.concatenate([x[2:] * 2.0, x[:2]], out=out)
    np.stack([out[0] * out[1], out[2], out[3], x[0]], out=x)
    return np.sum(x * out * np.arange(1.0, 5.0))


@case(M33)
def spread_elsewhere(a):
    out = np.zeros(3)
    np.ptp(a * a, axis=0, out=out)
    return np.sum(out * np.arange(1.0, 4.0))


@case(M33)
def copies_of_itself(a):
    a = a * 1.0
    a.flat = a.T.copy()
    np.fill_diagonal(a, np.diagonal(a)[::-1].copy())
    a.flat = a
    return np.sum(a * W)


@case(M33)
def summed_into_itself(a):
    a = a * 1.0
    np.cumsum(a.T, axis=0, out=a)
    np.sum(a, axis=0, out=a[0])
    np.matmul(a, a, out=a)
    np.take(a, [2, 1, 0], axis=0, out=a, mode="clip")
    return np.sum(a * W)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def joined(x):
    x = x * 1.0
    np.concatenate([x[2:], x[:2]], out=x)
    return np.sum(x * np.arange(1.0, 5.0))


def joined_by_a_name(x):
    join, x = [np.concatenate][0], x * 1.0
    parts = (x[1:], x[:1])
    join(parts, out=x)
    return np.sum(x * np.arange(1.0, 5.0))


def joined_where_given(x, out):
    np.concatenate([x[2:], x[:2]], out=out)
    return np.sum(out * np.arange(1.0, 5.0))


def joined_of_a_caller(x):
    x = x * 1.0
    return joined_where_given(x, x)


def stacked(a):
    a = a * 1.0
    np.stack([a[:, 0], a[:, 1], a[:, 2]], out=a)
    return np.sum(a * W)


def stacked_spread(a):
    a = a * 1.0
    np.stack([*a.T], out=a)
    return np.sum(a * W)


def spread(a):
    a = a * 1.0
    np.ptp(a, axis=0, out=a[0])
    return np.sum(a * W)


def on_the_diagonal(a):
    a = a * 1.0
    np.fill_diagonal(a, np.diagonal(a)[::-1])
    return np.sum(a * W)


def in_turn(a):
    a = a * 1.0
    a.flat = a.T
    return np.sum(a * W)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("fun", "x"), [
    (joined, V4), (joined_by_a_name, V4), (joined_of_a_caller, V4), (stacked, M33), (stacked_spread, M33), (spread, M33),
    (on_the_diagonal, M33), (in_turn, M33)])
def test_refused(fun, x, mode):
    derivative = tangentish.grad(fun) if mode == "reverse" else tangentish.jacfwd(fun)
    with pytest.raises(tangentish.UnsupportedError, match="reads entries that it has"):
        derivative(x)
