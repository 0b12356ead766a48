"""Arrays of objects: arrays and lists in them are followed, numbers in them are refused."""

import numpy as np
import pytest

from tangentish import UnsupportedError
from tangentish.testing import variant_grad
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(V)
def oa_items(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:]
    return (a[0] * a[1]).sum()


@case(V)
def oa_iter(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[1:] * 2
    return sum((r * r).sum() for r in a)


@case(V)
def oa_lists(x):
    a = np.empty(2, dtype=object)
    a[0] = [x[0], x[1]]
    a[1] = {"k": x[2]}
    a[0].append(x[3])
    return sum(a[0]) * a[1]["k"]


@case(V)
def oa_write(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2].copy()
    a[1] = a[0]
    a[1] *= x[2:]
    a[0][1] += x[0]
    return (a[0] * a[1]).sum()


def _scaled(v, factor):
    return v * v if factor is None else v * factor


@case(V)
def oa_nothing(x):
    return np.sum(np.vectorize(_scaled)(x, None) * x)


@pytest.mark.parametrize("fun,args,options", case)
def test_object_arrays(fun, args, options):
    check_all_ways(fun, *args, **options)


def oa_concat(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[1:] * 2
    return (np.concatenate(a) ** 2).sum()


def oa_sum(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:] * 2
    return (a.sum() ** 2).sum()


def oa_mul(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:] * 2
    b = a * 3
    c = a + a
    return (b[0] * c[1]).sum()


def oa_numbers(x):
    a = np.empty(2, dtype=object)
    a[:] = [x[0], x[1]]
    return a[0] * a[1]


def oa_array(x):
    a = np.array([x[:2], x[1:]], dtype=object)
    b = np.array([None, x], dtype=object)
    return (a[0] ** 2).sum() * a[1].sum() + b[1].sum()


@pytest.mark.parametrize("kinds", [True, False])
@pytest.mark.parametrize("fun", [oa_concat, oa_sum, oa_mul, oa_numbers, oa_array])
def test_refused(fun, kinds):
    with pytest.raises(UnsupportedError, match="arrays of objects"):
        variant_grad(fun, (0,), kinds=kinds)(V)
