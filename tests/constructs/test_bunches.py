"""The `Bunch` of scikit-learn, a dict whose items are its attributes, and which may warn before it gives one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

Bunch = pytest.importorskip("sklearn.utils").Bunch
case = Cases()


class Result(dict):
    """As those that SciPy gives."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


def changed(bunch):
    bunch.a = bunch.a * bunch["c"]
    return bunch["a"]


@case(V3)
def read_by_both_names(x):
    bunch = Bunch(a=x, c=2.0 * x)
    return np.sum(bunch["a"] * bunch.c**2)


@case(V3)
def stored_by_both_names(x):
    bunch = Bunch(a=x, c=2.0 * x)
    bunch.d = 3.0 * bunch.a
    bunch["e"] = np.sin(bunch.d)
    bunch.a = bunch["e"] * x
    return sum(np.sum(value**2) for value in bunch.values()) + np.sum(bunch["a"])


@case(V3)
def in_one_another(x):
    bunch = Bunch()
    for k in range(3):
        bunch[f"k{k}"] = Bunch(v=k * x)
    return sum(np.sum(bunch[key].v * bunch[key]["v"] * x) for key in bunch)


@case(V3)
def changed_by_a_function(x):
    bunch = Bunch(a=x, c=2.0 * x)
    return np.sum(changed(bunch) * bunch.a)


@case(V3)
def methods_of_dicts(x):
    bunch = Bunch(a=x.copy(), c=2.0 * x)
    bunch["a"][0] = bunch.c[1]
    bunch.a += x
    other = Bunch(**bunch)
    other.update(c=bunch.a * x)
    return np.sum(other.a * other["c"]) * len(bunch) + np.sum(bunch.pop("c") ** 3)


@case(V3)
def attributes_deleted(x):
    result = Result(a=x * 2.0, b=np.sin(x))
    result.c = result.a * result["b"]
    del result.a
    result.b *= x
    return np.sum(result.c * result.b) * len(result)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
