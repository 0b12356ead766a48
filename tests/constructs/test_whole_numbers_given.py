"""Whole numbers that are given to functions of which nothing is known: no call writes into a number."""

import decimal
import math

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.arange(1.0, 12.0) ** 0.5


def half_up(number):
    return int(decimal.Decimal(number).quantize(decimal.Decimal("1"), rounding=decimal.ROUND_HALF_UP))


def frames(signal, length, step, window):
    length = int(half_up(length))
    count = 1 + math.ceil((len(signal) - length) / step)
    places = np.tile(np.arange(length), (count, 1)) + np.arange(0, count * step, step)[:, None]
    padded = np.concatenate((signal, np.zeros(int((count - 1) * step + length - len(signal)))))
    return padded[places.astype(int)] * window(length)


def power(signal, rate=100, length=0.0412, window=lambda n: np.hanning(n + 2)[1:-1]):
    return np.sum(frames(signal, length * rate, 2.0, window) ** 2)


def swapped(x, a, write):
    """`a` is an array by another name, and is written into."""
    n = len(x)
    b = a
    a, b = b, a
    write(b, x)
    return np.sum(a * n)


def rebound(x, write):
    n = len(x)
    n = [n]
    write(n, x)
    return n[0] * x[1]


def put_first(held, x):
    held[0] = x[0] ** 2


def test_frames_of_a_signal():
    check_all_ways(power, X)


@pytest.mark.parametrize(("fun", "given"), [
    (swapped, lambda: (np.zeros(2), put_first)), (rebound, lambda: (put_first,))], ids=["swapped", "rebound"])
def test_what_is_no_number_is_written_into(fun, given):
    v, h = np.linspace(-1.0, 1.0, len(X)), 1e-6
    want = (fun(X + h * v, *given()) - fun(X - h * v, *given())) / (2.0 * h)
    assert tangentish.grad(fun)(X, *given()) @ v == pytest.approx(want, rel=1e-6)
    assert tangentish.jvp(lambda x: fun(x, *given()), (X,), (v,))[1] == pytest.approx(want, rel=1e-6)
