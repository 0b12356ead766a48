"""Libraries that look for a class of helpers by what they are given, and keep one object of each in a table of the module."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
KNOWN: list[type] = []
MADE: dict[str, object] = {}


def register(cls):
    KNOWN.append(cls)
    return cls


@register
class ListBackend:
    kind = list

    def is_special(self, a):
        return False

    def total(self, a):
        return sum(a)


@register
class ArrayBackend(ListBackend):
    kind = np.ndarray

    def total(self, a):
        return np.sum(a)


def instance(cls):
    if cls.__name__ not in MADE:
        MADE[cls.__name__] = cls()
    return MADE[cls.__name__]


def serves(cls, args):
    helper = instance(cls)
    return set(isinstance(a, helper.kind) or helper.is_special(a) for a in args) == {True}


def backend(*args):
    args = [a for a in args if a is not None]
    for cls in KNOWN:
        if serves(cls, args):
            return instance(cls)
    raise ValueError("unknown")


@case(V4)
def of_an_array(x):
    return backend(x, None).total(x * x)


@case(V4)
def of_a_list(x):
    items = [x[0], x[1] * x[2]]
    return backend(items).total(items) * backend(x).total(x)


def shapes_agree(check, values):
    if len(frozenset(check(v).shape for v in values)) > 1:
        raise ValueError("shapes")


def checked(value):
    return np.asarray(value)


@case(V4)
def a_set_of_what_calls_give(x):
    values = (x, 2.0 * x)
    shapes_agree(checked, values)
    return np.sum(values[0] * values[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_case(fun, args, options):
    check_all_ways(fun, *args, **options)


MADE_OF: dict[str, object] = {}


def kept(value, label):
    if label not in MADE_OF:
        MADE_OF[label] = value
    return MADE_OF[label]


def test_active_values_are_not_kept():
    """What is kept the first time has a derivative; that it has none the second time nobody could tell."""
    def f(x):
        return kept(x[0] * 2.0, "a") * x[1]
    for differentiate in (tangentish.grad(f), lambda x: tangentish.jvp(f, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(V4)


def made_around(cls):
    return cls().value()


def test_a_class_that_holds_what_is_around_it():
    def f(x):
        class Local:
            def value(self):
                return x[0] * x[1]
        return made_around(Local)
    try:
        np.testing.assert_allclose(tangentish.grad(f)(V4), [V4[1], V4[0], 0.0, 0.0])
    except tangentish.UnsupportedError:
        pass


class Smoother:
    """With a constant sparse matrix, whose transpose is taken where it is used."""

    def __init__(self):
        self.D = sparse.csr_matrix(np.array([[-1.0, 1.0, 0.0, 0.0], [0.0, -1.0, 1.0, 0.0], [0.0, 0.0, -1.0, 1.0]]))

    def operator(self, weight):
        D = self.D
        return lambda v: D.T @ (D @ v) * weight + v


def test_transposes_of_sparse_matrices_in_closures():
    def f(x):
        apply = Smoother().operator(x[0] ** 2)
        y = apply(x)
        return np.sum(y * apply(y))
    D = Smoother().D

    def g(x):
        def apply(v):
            return D.T @ (D @ v) * x[0] + v
        return np.sum(apply(x) ** 2)
    check_all_ways(g, V4)
    try:
        check_all_ways(f, V4)
    except tangentish.UnsupportedError:
        pass
