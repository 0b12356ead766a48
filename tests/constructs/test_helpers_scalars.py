"""Scalars, arrays of no dimensions or no elements, and float32 through helpers."""

import numpy as np
import pytest

from tests.constructs.cases import EMPTY, F32, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def scalar_ops(a, b=1, c=2.0):
    a = a * b
    a += c
    a *= a
    return a


@case(0.7)
@case(np.float64(0.7))
@case(np.array(0.7))
def scalars_through_helper(x):
    y = scalar_ops(x) + scalar_ops(2, x) + scalar_ops(c=x, a=3) + scalar_ops(x, x, x) + scalar_ops(1)
    return y * scalar_ops(y, 0.01)


@case(np.array(0.7))
def zero_d_array_aliases(x):
    y = x * 1.0
    z = np.array(y)
    w = z
    w *= 2.0
    w[...] = w * x
    v = z[()]
    z += v
    return z * w * v + y


def in_place_0d(z, t):
    z[...] = z * t
    z += 1.0
    return z


@case(0.7)
@case(np.array(0.7))
def zero_d_through_helper(x):
    z = np.array(x * 2.0)
    w = in_place_0d(z, x)
    in_place_0d(w, z)
    return z * w


def scale_add(y, x, a=2.0, *, b=0.5):
    y *= a
    y += b * x
    return y


@case(V4.astype(np.float32), **F32)
def float32_through_writing_helper(x):
    y = np.array(x)
    scale_add(y, x, np.float32(1.5))
    scale_add(y[1:], y[:-1], b=x[0])
    return np.sum(y * y)


@case(V4.astype(np.float32), V4, argnums=(0, 1), **F32)
def float32_and_float64_mix(x, y):
    z = x * 1.0
    z *= y
    z[0] = y[1] * x[2]
    w = z * y
    w[1:] += x[1:]
    scale_add(z, w)
    return np.sum(w * w) + np.sum(z)


@case(EMPTY)
@case(np.zeros((0, 3)))
@case(np.zeros((3, 0)))
def empty_through_helpers(x):
    y = x * 1.0
    scale_add(y, x)
    scale_add(y[1:], 2.0)
    total = 1.0
    for t in y:
        total = total * np.sum(t)
    return total + np.sum(y**2) + np.sum(x.T) + np.sum(np.concatenate([x, y]))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
