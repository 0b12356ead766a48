"""Stores that fail, where the error is caught: into read-only arrays and into items of tuples."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(V)
def readonly_try(x):
    y = x * 2
    y.flags.writeable = False
    try:
        y[0] = x[1] * 5
    except ValueError:
        y = y + x[2]
    return (y * y).sum()


@case(V)
def readonly_try_aug(x):
    y = x * 2
    y.setflags(write=False)
    try:
        y += x[1] * 5
    except ValueError:
        y = y + x[2]
    return (y * y).sum()


@case(V)
def readonly_broadcast(x):
    y = np.broadcast_to(x, (2, 4))
    try:
        y[0] = x * 5
    except ValueError:
        y = y + x[2]
    return (y * y).sum()


@case(V)
def readonly_out(x):
    y = x * 2
    y.flags.writeable = False
    try:
        np.multiply(x, x, out=y)
    except ValueError:
        y = y + x[2]
    return (y * y).sum()


@case(V)
def bad_index_try(x):
    y = x * 2
    try:
        y[7] = x[1] * 5
    except IndexError:
        y = y + x[2]
    try:
        y[0:2] = x[:3]
    except ValueError:
        y = y * x[0]
    try:
        y += x[:3]
    except ValueError:
        y = y * x[1]
    return (y * y).sum()


@case(V)
def tuple_list_aug(x):
    t = ([x[0]], [x[1]])
    v = [x[2]]
    try:
        t[1] += v
    except TypeError:
        t[0].append(x[3])
    return sum(t[0]) * sum(t[1])


@case(V)
def tuple_array_aug(x):
    t = (x * 2, x[0])
    try:
        t[0] += x
    except TypeError:
        pass
    return (t[0] ** 2).sum()


@case(V)
def tuple_array_mul(x):
    t = (x * 2, x[0])
    try:
        t[0] *= x
    except TypeError:
        return t[0].sum()
    return (t[0] ** 2).sum()


@case(V)
def readonly_in_a_callee(x):
    def put(y, v):
        y[1] = v
        y[2] *= v

    y = x * 2
    y.flags.writeable = False
    t = 0.0
    try:
        np.add.at(y, [0, 0], x[1])
    except ValueError:
        t = x[0]
    y = [y.copy()][0]
    put(y, x[3])
    return (y * y).sum() + t


@pytest.mark.parametrize("fun,args,options", case)
def test_caught_stores(fun, args, options):
    check_all_ways(fun, *args, **options)
