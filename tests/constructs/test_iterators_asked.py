"""Programs that ask what an iterator is, which is followed as a list: refused, also where a helper asks it."""

from collections.abc import Iterator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
modes = pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])


def first_of(it):
    return next(it) if hasattr(it, "__next__") else it[0] * 9.0


def total_of(it):
    return it[0] * 9.0 if isinstance(it, list | tuple) else sum(it)


def passed_on(it):
    return 2.0 * total_of(it)


def total_or_none(it=None):
    if not it:
        return 3.0
    return sum(it)


def listed(it):
    if not isinstance(it, list):
        it = list(it)
    return it[0] * it[-1]


@modes
@pytest.mark.parametrize("made", [lambda x: first_of(map(np.sin, x)), lambda x: total_of(t * 2.0 for t in x),
                                  lambda x: passed_on(map(np.sin, x)), lambda x: total_or_none(t for t in x if t > 99.0)])
def test_a_helper_that_asks_is_refused(mode, made):
    with pytest.raises(tangentish.UnsupportedError, match="ask what it is"):
        mode(made)(P4)


@modes
def test_a_body_that_asks_is_refused(mode):
    def by_class(x):
        it = map(np.sin, x)
        return sum(it) if isinstance(it, Iterator) else x[0]

    def by_truth(x):
        it = (t for t in x if t > 99.0)
        return x[0] if it else x[1]

    for fun in (by_class, by_truth):
        with pytest.raises(tangentish.UnsupportedError, match="asks what an iterator is"):
            mode(fun)(P4)


@case(P4)
def made_a_list_first(x):
    return listed(map(np.sin, x)) + sum(t * 2.0 for t in x)


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
