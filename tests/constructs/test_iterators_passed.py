"""Iterators passed to functions: followed as lists where these go through them once, refused where they do more."""

import functools
import itertools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
modes = pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])


def squares(it):
    total = 0.0
    for v in it:
        total = total + v * v
    return total


def on_one_way(it, much=None):
    if much is None:
        return sum(it)
    values = list(it)
    return values[0] * values[-1] * len(values)


def passing_on(*args, **kwargs):
    return on_one_way(*args, **kwargs)


def twice(it):
    return sum(it) + 2.0 * sum(it)


def is_its_own(it):
    return sum(it) * (2.0 if iter(it) is it else 3.0)


def left_early(it):
    for v in it:
        return 3.0 * v + sum(it)


def by_inner(it):
    def total():
        return sum(it)

    return total() + 3.0 * total()


def the_same(it):
    return it


def second_of_all(*its):
    return sum(its[1]) + 2.0 * sum(its[1])


class Totals:
    def __init__(self, it=()):
        self.kept = it

    def squares(self, it):
        return squares(it)

    def twice(self, it):
        return self.total(it) + self.total(it)

    def total(self, it):
        return sum(it)

    def __call__(self, it):
        return max(it) * 2.0

    def joined(self, it):
        return self.join(it)

    def join(self, it):
        return sum(it) + 2.0 * sum(it)


class Scaled(Totals):
    def squares(self, it):
        return 3.0 * super().squares(it)

    @classmethod
    def made_twice(cls, it):
        return sum(it) + 5.0 * sum(it)


TOTALS = Totals()
TABLE = {"squares": squares, "twice": twice}


@case(P4)
def to_functions(x):
    return squares(map(np.sin, x)) + on_one_way((v * 2.0 for v in x), 1.0) * on_one_way(iter([x[0], x[1]]))


@case(P4)
def to_methods(x):
    scaled = Scaled()
    return scaled.squares(v * 2.0 for v in x) * TOTALS.total(map(np.cos, x)) + Totals().squares(iter([x[0], x[2]])) + (
        TOTALS(v for v in x))


@case(P4)
def passed_on(x):
    return passing_on(map(np.sin, x)) + passing_on(it=(v * v for v in x), much=2.0) + TABLE["squares"](v * x[0] for v in x)


def unpacked(x):
    first, second = (np.atleast_1d(v) for v in (x, x * x))
    return first, second


@case(P4)
def items_of_one(x):
    return squares(unpacked(x)[1]) + twice(unpacked(x)[0])


@case(P4)
def to_one_of_two(x):
    return (squares if x[0] > 0 else on_one_way)(v * 3.0 for v in x) + functools.partial(on_one_way, much=1.0)(map(np.exp, x))


@modes
@pytest.mark.parametrize("fun", [
    lambda x: twice(iter([x[0], x[1]])),
    lambda x: is_its_own(iter([x[0], x[1]])),
    lambda x: left_early(map(np.sin, x)),
    lambda x: by_inner(v * 2.0 for v in x),
    lambda x: sum(the_same(it)) if (it := map(np.sin, x)) else 0.0,
    lambda x: squares(the_same(map(np.sin, x))),
    lambda x: TOTALS.twice(v * 2.0 for v in x),
    lambda x: TOTALS.joined(v * 2.0 for v in x),
    lambda x: Totals().twice(v * 2.0 for v in x),
    lambda x: Scaled.made_twice(map(np.sin, x)),
    lambda x: sum(Totals(v * 2.0 for v in x).kept),
    lambda x: TABLE["twice"](map(np.sin, x)),
    lambda x: functools.partial(squares, map(np.sin, x))(),
    lambda x: functools.partial(on_one_way, much=1.0, it=map(np.sin, x))(),
    lambda x: functools.partial(twice)(map(np.sin, x)),
    lambda x: second_of_all(1.0, map(np.sin, x)),
    lambda x: passing_on(*[map(np.sin, x)]),
    lambda x: (squares if x[0] > 99.0 else twice)(map(np.sin, x)),
    lambda x: twice(itertools.chain([x[0]], x[1:])),
])
def test_what_does_more_with_them_is_refused(mode, fun):
    with pytest.raises(tangentish.UnsupportedError, match=r"iterator"):
        mode(fun)(P4)


def of_a_dict(x):
    return {"a": x[0], "b": x[1] * x[2]}


def of_values(values, factor=2.0):
    total = 0.0
    for v in values:
        total = total + v * len(values)
    if not values:
        return total
    return total + factor * sum(values) * max(values)


def of_a_list(values):
    return sum(values) * (2.0 if type(values) is list else 3.0)


def of_indices(values):
    try:
        return 5.0 * values[0]
    except TypeError:
        return sum(values)


@case(P4)
def views_of_dicts(x):
    return of_values(of_a_dict(x).values()) + passing_on_values(of_a_dict(x).values(), factor=x[0])


def passing_on_values(*args, **kwargs):
    return of_values(*args, **kwargs)


@case(P4)
def flat_by_a_name(x):
    it = (x * 2.0).flat
    total = sum(it) * it[1] + np.sum(it)
    for a, b in zip((x * x).flat, x.flat):
        if a > 2.0:
            break
        total = total + a * b
    return total


@modes
@pytest.mark.parametrize("fun", [of_a_list, of_indices])
def test_what_asks_what_a_view_is_is_refused(mode, fun):
    for one in (lambda x: fun(of_a_dict(x).values()), lambda x: {"f": fun}["f"](of_a_dict(x).values())):
        with pytest.raises(tangentish.UnsupportedError, match=r"ask what"):
            mode(one)(P4)


@modes
def test_flat_that_goes_on_is_refused(mode):
    def left(x):
        it = (x * 2.0).flat
        for v in it:
            first = v
            break
        return first * sum(it)

    def drawn(x):
        it = (x * 2.0).flat
        return next(it) * sum(it)

    def with_itself(x):
        it = (x * 2.0).flat
        return sum([a * b for a, b in zip(it, it)])

    def twice_over(x):
        it = (x * 2.0).flat
        return sum(it) + 3.0 * sum(it)

    for fun in (left, drawn, with_itself, twice_over):
        with pytest.raises(tangentish.TangentishError, match=r"flat|next"):
            mode(fun)(P4)


@modes
def test_a_body_that_does_more_is_refused(mode):
    def by_index(x):
        it = map(np.sin, x)
        try:
            return 5.0 * it[0]
        except TypeError:
            return sum(it)

    def inside(x):
        it = iter([x[0], x[1]])

        def total():
            return sum(it)

        return total() + 3.0 * total()

    for fun in (by_index, inside):
        with pytest.raises(tangentish.UnsupportedError, match="asks what an iterator is"):
            mode(fun)(P4)


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
