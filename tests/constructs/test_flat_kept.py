"""`x.flat` that others get is refused: slices of it are copies.  What is stored in it may overlap what it shows."""

import operator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
modes = pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])


def doubled(q):
    v = q[0:2]
    v *= 2.0
    return v


def given(w):
    return doubled(w.flat)


def by_name(w):
    q = w.flat
    return doubled(q)


def in_list(w):
    return doubled([w.flat][0])


def chosen(w):
    v = (w.flat if w[0] > 0.0 else w)[0:2]
    v *= 2.0
    return v


def given_back(w):
    return doubled((lambda: w.flat)())


def asked_for(w):
    return doubled(operator.attrgetter("flat")(w))


def reversed_in_place(w):
    w.flat[:] = w[::-1]
    return w


def shifted_in_place(w):
    w.flat[[1, 2, 3]] = w[:-1]
    return w


@modes
@pytest.mark.parametrize("change", [given, by_name, in_list, chosen, given_back, asked_for, reversed_in_place, shifted_in_place])
def test_what_would_be_a_view_is_refused(mode, change):
    def total(x):
        w = x * 1.5
        return np.sum(change(w)) + np.sum(w * x)

    with pytest.raises(tangentish.UnsupportedError, match=r"test_flat_kept.py.*\n?.*flat"):
        mode(total)(V4)


@case(V4)
def computed_with(x):
    w = x * 1.5
    q = w.flat
    w.flat[:] = w
    w.flat[1:3] = w[:1]
    y = np.array([t * t for t in q]) + np.concatenate([w.flat, x.flat])[2:6]
    return np.sum(y) + sum(w.flat) * max(x.flat) + np.dot(w.flat, x.flat)


@case(V4)
def unpacked(x):
    first, *_, last = x.reshape(2, 2).flat
    a, b, _, d = np.cov(x, x**2, bias=1).flat
    r = np.empty(4)
    r[:] = (x**2).flat
    return first * last + a * b * d + np.sum(r * x)


@pytest.mark.parametrize("fun,args,options", case)
def test_looked_at(fun, args, options):
    check_all_ways(fun, *args, **options)
