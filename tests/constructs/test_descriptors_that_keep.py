"""Descriptors that somebody wrote: those that keep in the object what they computed, those that make methods."""

from __future__ import annotations

import functools
import types
import weakref

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()


class Lazy:
    """Computes once, and keeps that."""

    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.function(owner)
        return value


class Bound:
    """A decorator of methods; asked by the class, it raises TypeError."""

    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return types.MethodType(self.function, owner)


class Closed(Bound):
    def __get__(self, owner, cls=None):
        def bound(*args):
            return self.function(owner, *args)
        return bound


class Partly(Bound):
    def __get__(self, owner, cls=None):
        return functools.partial(self.function, owner)


class Norm:
    def __get__(self, owner, cls=None):
        value = owner.__dict__["norm"] = np.sqrt(owner.x @ owner.x)
        return value


class Aside:
    """Keeps constants beside the objects."""

    def __init__(self):
        self.values = weakref.WeakKeyDictionary()

    def __get__(self, owner, cls=None):
        return self.values[owner]

    def __set__(self, owner, value):
        self.values[owner] = value


class Counted:
    count = Aside()

    def __init__(self, x):
        self.x = x
        self.count = 2


class Model:
    norm = Norm()

    def __init__(self, x):
        self.x = x

    @Lazy
    def square(self):
        return np.sum(self.x**2)

    @Lazy
    def parts(self):
        return [self.square, self.x * 2.0]

    @Lazy
    def entries(self):
        return self.x**2

    @Bound
    def bound(self, k):
        return self.x @ self.x * k

    @Closed
    def closed(self, k):
        return self.x @ self.x * k

    @Partly
    def partly(self, k):
        return self.x @ self.x * k


@case(P4)
def kept_numbers(x):
    return Model(x).square


@case(P4)
def kept_arrays_and_lists(x):
    model = Model(x)
    return model.square * (model.entries @ x) + model.square * model.parts[0] + model.parts[1] @ model.entries


@case(P4)
def methods_made(x):
    model = Model(x)
    return model.bound(x[0]) * model.closed(2.0) + model.partly(x[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_without_a_function_of_its_own():
    def norms(x):
        model = Model(x)
        return model.norm * x[0] + model.norm**2

    check_all_ways(norms, P4)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
def test_what_is_kept_from_other_values_is_refused(operator):
    def stale(x):
        model = Model(x)
        first = model.square
        model.x = x * 2.0
        return first * model.square

    with pytest.raises(tangentish.UnsupportedError, match="`square` of Model"):
        operator(stale)(P4)


def test_what_is_kept_beside_the_object_is_no_crash():
    check_right_or_refused(lambda x: Counted(x).count * x[0], P4)
