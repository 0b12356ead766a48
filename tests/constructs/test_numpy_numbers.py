"""Methods and attributes of NumPy numbers, and of arrays without dimensions."""

import math

import numpy as np
import pytest

from tangentish import UnsupportedError, grad
from tests.constructs.cases import F32, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(P)
def np_scalar_methods(x):
    a = x[0]
    b = (
        a.item() * a.real
        + a.conjugate()
        + a.astype(float)
        + a.reshape(1)[0]
        + a.sum()
        + a.max() * a.T
        + a.copy()
        + a.clip(0, 2)
        + a.round(3) * 0
        + float(a.dtype.itemsize)
    )
    return b


@case(V)
def absolute_values_by_math(x):
    return math.fabs(x[0]) * math.fabs(x[1] * x[2])


@case(np.float32([0.7, 2.9, 2.0, 5.45]), **F32 | {"size": 0.0078125})
def remainders_by_math(x):
    return math.fmod(x[3], x[0]) * math.fmod(x[1], x[2])


@case(P)
def t1(x):
    a = x[0]
    return a.T * 1.0


@case(P)
def t2(x):
    a = x[0]
    return np.transpose(a) * a.transpose() * a.T.T


@case(P)
def t3(x):
    def f(v):
        return v.T @ v if v.ndim else v.T * v

    return f(x) * f(x[0]) + f(x[:, None] * x)[0, 1]


@case(0.7)
def t4(a):
    return np.transpose(a) * np.swapaxes(np.atleast_2d(a), 0, 1)[0, 0]


@case(np.float64(0.7))
def t5(a):
    return a.T * a.flatten()[0] * a.ravel()[0] * a.squeeze() * a.cumsum()[0] * a.repeat(2)[1] * a.take([0])[0] * a.mean()


@case(np.array(0.7))
def t6(a):
    b = a.T * a.flatten()[0] * a.ravel()[0] * a.squeeze() * a.cumsum()[0] * a.repeat(2)[1] * a.take([0])[0] * a.mean()
    c = a.copy()
    c += b
    c.T[...] *= 2
    return c * a.item()


def _columns(parts):
    return np.concatenate([part[..., np.newaxis] for part in parts], axis=-1)


@case(P)
def more_axes_of_what_is_not_known(x):
    numbers = _columns([np.sin(x[0]), x[1] * x[0], x[1] ** 2])
    return np.sum(numbers * x[:3]) + np.sum(_columns([x * x, np.cos(x)]) ** 2)


@case(P)
def more_axes_under_the_same_name(x):
    kept = {"all": x, "one": x[0] ** 2}
    total = 0.0
    for key in kept:
        y = kept[key]
        z = y[None]
        y = y[..., np.newaxis, None]
        total = total + np.sum(y * y) + np.sum(z**3)
    return total


def centred(x, axis):
    key = [slice(None) for _ in x.shape]
    key[axis] = np.newaxis
    means = np.mean(x, axis=axis)
    scales = np.sum(x**2, axis=axis)
    return (x - means[tuple(key)]) / scales[tuple(key)]


@case(P)
def axes_added_by_a_tuple_that_was_computed(x):
    return np.sum(centred(x, -1) ** 3) + np.sum(centred(np.outer(x, x[1:]), 1) ** 3)


@case(P)
def axes_added_by_such_a_tuple_here(x):
    total = 0.0
    for y in (x, np.outer(x, x[1:])):
        key = [slice(None) for _ in y.shape]
        key[0] = None
        means = np.mean(y, axis=0)
        total = total + np.sum((y - means[tuple(key)]) ** 3) + np.sum(means[tuple(key)])
    return total


@pytest.mark.parametrize("fun,args,options", case)
def test_numpy_numbers(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_method_of_a_number_kept_under_a_name():
    def kept(x):
        total = x.sum
        return total() * 2.0

    with pytest.raises(UnsupportedError, match="kept"):
        grad(kept)(np.float64(0.7))
