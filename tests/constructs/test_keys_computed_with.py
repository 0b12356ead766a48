"""Keys that a class computes with: what is looked up in a table of knots, say, flows into what is found there."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Curve:
    """Values of a curve, one or several at once, which keeps what was stored under a place."""

    def __init__(self):
        self.stored = []

    def __getitem__(self, place):
        if isinstance(place, tuple):
            return sum(np.sum(self[one]) for one in place)
        return place**2

    def __setitem__(self, place, value):
        self.stored.append(place * value)


class Reader:
    def __init__(self, curve, joining=np.r_):
        self.curve, self.joining = curve, joining

    def at(self, x):
        return self.curve[x * 2.0, x[:2] + 1.0]

    def joined(self):
        return self.joining


@case(V4)
def a_product(x):
    return np.sum(Curve()[x * 2.0])


@case(V4)
def several(x):
    curve = Curve()
    return curve[x[0] + 1.0, x[1] * 2.0, x[2]] * curve[np.sin(x) + 1.0, (x * 2.0)[0]]


@case(V4)
def in_a_method(x):
    return Reader(Curve()).at(x)


@case(V4)
def stored_under(x):
    curve = Curve()
    curve[x[0] * 2.0] = x[1] * 3.0
    curve[x[2] + 1.0] = 2.0
    return sum(curve.stored)


@case(V4)
def in_one_another(x):
    curve = Curve()
    return np.sum(curve[curve[x * 2.0] * x])


@case(V4)
def beside_places(x):
    table, curve = np.arange(12.0).reshape(3, 4), Curve()
    curves = [curve, Curve()]
    return table[int(x[0]), int(x[1])] * sum(one[x[2] * x[3]] for one in curves) + curves[int(x[0])][x[3] * 2.0]


@case(V4)
def joined_by_an_object(x):
    joined = Reader(Curve()).joined()[x[:2] * x[2:], x]
    return joined @ joined


@case(V4)
def joined_under_another_name(x):
    rows = np.r_
    library = np
    joined = rows[x[:2] * x[2:], x]
    return joined @ library.r_[x, x[:2]]


def of_a_slice(x):
    class Span:
        def __getitem__(self, span):
            return span.start * span.stop

    return Span()[x[0] * 2.0 : x[1]]


def test_slices_of_numbers_are_refused():
    for derivative in (lambda: tangentish.grad(of_a_slice)(V4), lambda: tangentish.jvp(of_a_slice, (V4,), (V4,))):
        with pytest.raises(tangentish.UnsupportedError, match="a slice of active numbers"):
            derivative()


@case(V4)
def a_slice_of_constants(x):
    class Between:
        def __init__(self, x):
            self.x = x

        def __getitem__(self, span):
            return self.x[(self.x > span.start) & (self.x < span.stop)] ** 2

    low, high = 0.1, 1.0
    return np.sum(Between(x)[low:high]) + np.sum(Between(x)[0.45:2.5])


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Asked:
    """What keeps the places that it is asked about, and has an order of its own."""

    def __init__(self):
        self.places = []

    def __contains__(self, place):
        self.places.append(place * 3.0)
        return True

    def __lt__(self, other):
        return other * 2.0


def asked_about_a_product(x):
    asked = Asked()
    if x[0] * x[1] in asked:
        return asked.places[0]
    return 0.0


def compared_with_an_object(x):
    return np.sum(Asked() < x)


@pytest.mark.parametrize("fun", [asked_about_a_product, compared_with_an_object])
def test_what_is_computed_by_asking_is_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V4), lambda: tangentish.jvp(fun, (V4,), (V4,))):
        with pytest.raises(tangentish.UnsupportedError, match="not followed"):
            derivative()
