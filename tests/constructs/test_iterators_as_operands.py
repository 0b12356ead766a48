"""Iterators that operators and methods of the user's are given, which may go through them twice: refused."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Twice:
    """Goes through what it is given twice, whatever the operator: the second time there is nothing left of an iterator."""

    def __init__(self):
        self.total = 0.0

    def __add__(self, it):
        return sum(it) + 3.0 * sum(it)

    __radd__ = __getitem__ = __lt__ = __add__

    def __iadd__(self, it):
        self.total = self + it
        return self

    def __setitem__(self, it, value):
        self.total = value * (self + it)

    def extend(self, it):
        self.total = self + it

    def join(self, it):
        return self + it


def extended(kept, it):
    kept.extend(it)
    return kept.total


def joined(kept, it):
    return kept.join(it)


def increased(kept, it):
    kept += it
    return kept.total


def increased_or_listed(kept, it, new=False):
    if new:
        kept = []
    kept += it
    return kept.total


def stored(kept, it):
    kept[it] = 2.0
    return kept.total


def indexed(kept, it):
    return kept[it]


def added(kept, it):
    return kept + it


def added_to(kept, it):
    return it + kept


def compared(kept, it):
    return kept < it


GIVEN = [extended, joined, increased, increased_or_listed, stored, indexed, added, added_to, compared]


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
@pytest.mark.parametrize("given", GIVEN)
def test_what_a_helper_does_is_refused(mode, given):
    with pytest.raises(tangentish.UnsupportedError, match="more than once"):
        mode(lambda x: given(Twice(), (v * v for v in x)))(P4)


def by_augmenting(x):
    kept = Twice()
    kept += (v * v for v in x)
    return kept.total


def by_key(x):
    kept, it = Twice(), map(np.sin, x)
    kept[it] = 2.0
    return kept.total


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
@pytest.mark.parametrize("fun", [by_augmenting, by_key, lambda x: Twice()[map(np.sin, x)], lambda x: Twice() + (v * v for v in x),
                                 lambda x: map(np.sin, x) + Twice(), lambda x: Twice() < (v * v for v in x)])
def test_an_operator_is_refused(mode, fun):
    with pytest.raises(tangentish.UnsupportedError, match="an operator is given an iterator"):
        mode(fun)(P4)


def listed(it):
    found = [1.0]
    found.extend(it)
    found += [2.0]
    return sum(found) * found[1]


@case(P4)
def lists_take_the_items(x):
    found = []
    found += (v * v for v in x)
    found += map(np.sin, x)
    return sum(found) * listed(v * v for v in x)


@case(P4)
def items_are_found_in_iterators(x):
    return sum(x) if x[0] in (v for v in x) else x[1]


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
