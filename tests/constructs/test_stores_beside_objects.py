"""Methods of global objects that fill lists, dicts and arrays of their own, beside the object."""

from __future__ import annotations

import types

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def powers(function, order, shapes):
    return function(order, *shapes)


class Family:
    """Its methods call each other with lists and keywords that they make; nothing is stored in the object."""

    bad = -1.0

    def parts(self, *args, **options):
        return args[0] ** 2 + len(options["which"]), args[0] * options["loc"]

    def mean(self, *args, **options):
        options["which"] = "m"
        return self.parts(*args, **options)[0]

    def term(self, order, shape):
        return shape**order

    def moment(self, order, *shapes, loc):
        shapes = [np.asarray(shape) for shape in shapes]
        value = np.empty(np.shape(loc))
        value[...] = powers(self.term, order, shapes)
        found = [None, *shapes, loc]
        for number in range(len(found)):
            if found[number] is not None:
                found[number] = found[number] * self.bad
        result = np.zeros(np.shape(loc))
        result[...] = found[1] * value
        value = result[()]
        return value + found[-1]


    def expected(self, function, arguments=(), **options):
        options["arguments"] = arguments
        return self.integral(function, **options)

    def integral(self, function, arguments=(), scale=1.0):
        return function(*arguments) * scale


class Ledger:
    def __init__(self):
        self.rows = []

    def put(self, value):
        rows = self.rows
        rows.append(value * 2.0)
        return value * value

    def put_first(self, value):
        row = [value, 1.0]
        self.rows[0] = row
        return value * value


family, ledger = Family(), Ledger()


@case(P4)
def keywords_completed(x):
    return family.mean(x[0], loc=x[1]) * x[2]


@case(P4)
def arrays_and_lists_filled(x):
    return family.moment(2, x[0], loc=x[1]) * np.sum(family.moment(3, x[2:], loc=x[:2]))


@case(P4)
def keywords_filled_with_active_values(x):
    return family.expected(lambda a, b: a**2 * b, (x[0], x[1]), scale=x[2])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("name", ["put", "put_first"])
def test_lists_of_the_object_are_refused(name):
    def loss(x, method):
        return getattr(ledger, method)(x)

    def direct(x):
        return (ledger.put(x) if name == "put" else ledger.put_first(x)) + np.sum(ledger.rows[0])

    ledger.rows = [0.0]
    with pytest.raises(tangentish.TangentishError, match="stores active values"):
        tangentish.grad(direct)(1.3)
    ledger.rows = [0.0]
    assert tangentish.grad(loss)(1.3, name) == pytest.approx(2.6)


class Above:
    def tail(self, x):
        return 1.0 - self.body(x)

    def body(self, x):
        return np.exp(-x)


class Kept(Above):
    """Some of its methods give new arrays, which others write into; and some what the object holds."""

    def __init__(self):
        self.work = np.zeros(4)

    def prepared(self, x):
        ans, x = np.broadcast_arrays(1.0, x)
        return ans.copy(), x * 2.0, (self.sized(x), x)

    def sized(self, x):
        return x * self.work.size

    def masked(self, x):
        ans, twice, (sized, _) = self.prepared(x)
        ans[x > 1.0] = np.log(twice[x > 1.0])
        sized[:2] = x[:2] ** 2 * ans[:2]
        return ans + sized

    def tail(self, x):
        ans = super().tail(x)
        other = -np.exp(x[ans < 0.5])
        other[:1] = ans[:1]
        ans[ans < 0.5] = other
        return ans

    def picked(self, x):
        _, x, _ = self.prepared(x)
        x = x[x > 1.5]
        x[x > 3.0] = 1.0 - x[x > 3.0]
        return x

    def held(self, x):
        return [x, self.work]

    def fills(self, x):
        work = self.held(x)[1]
        work[...] = x**2
        return x

    def fills_part(self, x):
        work = self.rows(x)
        work = work[1]
        work[0] = self.work
        work = work[0]
        work[...] = x**2
        return x

    def rows(self, x):
        return [x, [x, x]]

    def fills_later(self, x):
        rows = []
        rows.append(self.work)
        work = np.asarray(rows[0])
        work[...] = x**2
        return x

    def listed(self, x):
        rows = [self.sized(x), self.prepared(x)[1]]
        first = np.asarray(rows[0])
        first[x > 1.0] = rows[1][x > 1.0] ** 2
        return first


shelf = types.ModuleType("shelf")
shelf.kept = Kept()


@case(P4)
def what_methods_give_written_into(x):
    return np.sum(shelf.kept.masked(x)) + np.sum(x * shelf.kept.tail(x)) + np.sum(shelf.kept.listed(x))


@case(P4)
def parts_of_what_methods_give_written_into(x):
    return np.sum(shelf.kept.picked(x) ** 2)


@pytest.mark.parametrize("name", ["fills", "fills_part", "fills_later"])
@pytest.mark.parametrize("derivative", [tangentish.grad, lambda loss: lambda x: tangentish.jvp(loss, (x,), (x,))])
def test_what_methods_give_of_the_object_is_refused(derivative, name):
    def loss(x):
        done = shelf.kept.fills(x) if name == "fills" else (
            shelf.kept.fills_part(x) if name == "fills_part" else shelf.kept.fills_later(x))
        return np.sum(done) + np.sum(shelf.kept.work)

    with pytest.raises(tangentish.TangentishError, match="stores active values"):
        derivative(loss)(np.array([0.3, 1.2, 0.7, 1.9]))


def test_a_method_that_an_object_has_of_its_own_may_give_anything():
    work = np.zeros(4)
    shelf.kept.prepared = lambda x: (work, x, (x, x))
    try:
        with pytest.raises(tangentish.TangentishError, match="stores active values"):
            tangentish.grad(lambda x: np.sum(shelf.kept.masked(x)))(np.array([0.3, 1.2, 0.7, 1.9]))
    finally:
        del shelf.kept.prepared
