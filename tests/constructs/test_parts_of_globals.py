"""Lists, dicts and arrays that are attributes of classes and of objects of the module: read, and written under other names."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Fluid:
    settings = {"T": 300.0, "P": 2.0, "x": None}
    weights = [1.0, 2.0]
    scale = 3.0
    rows = np.array([1.0, 2.0, 0.5])

    def __init__(self, **settings):
        self.settings = Fluid.settings.copy()
        self(**settings)

    def __call__(self, **settings):
        self.settings.update(settings)
        if self.known:
            self.solve()

    @property
    def known(self):
        self.pair = "TP" if self.settings["T"] and self.settings["P"] else ""
        return self.pair

    def solve(self):
        a, b = (self.settings[self.pair[0]], self.settings[self.pair[1]])
        self.h = a * b**2


class Store:
    pass


STORE = Store()
STORE.table, STORE.items, STORE.array, STORE.value = {"T": 0.5}, [0.5], np.zeros(3), 0.5


@case(1.5)
def solved_by_keywords(x):
    return Fluid(T=x, P=2.0).h + Fluid(P=x).h


@case(V3)
def beside_attributes_of_the_class(x):
    fluid = Fluid()
    fluid.scale, fluid.weights, fluid.rows = x[0] ** 2, list(Fluid.weights), x * Fluid.rows
    fluid.weights.append(x[1])
    return fluid.scale * Fluid.scale + fluid.weights[0] * fluid.weights[2] * Fluid.weights[1] + np.sum(fluid.rows * Fluid.rows)


@case(1.5)
def table_of_a_class(x):
    table, old = Fluid.settings, Fluid.settings["T"]
    table["T"] = x * x
    out = Fluid.settings["T"] * x
    table["T"] = old
    return out


@case(1.5)
def table_of_an_object(x):
    table = STORE.table
    table["T"] = x * x
    out = STORE.table["T"] * x
    table["T"] = 0.5
    return out


@case(1.5)
def array_of_an_object(x):
    array = STORE.array
    array[0] = x * x
    out = STORE.array[0] * x + array[0]
    array[0] = 0.0
    return out


@case(1.5)
def list_of_an_object(x):
    items = STORE.items
    items.append(x * x)
    out = STORE.items[1] * x
    items.pop()
    return out


@case(1.5)
def attribute_of_an_object(x):
    store = STORE
    store.value = x * x
    out = STORE.value * x
    store.value = 0.5
    return out


def _fill(table, x):
    table["T"] = x * x


@case(1.5)
def filled_by_a_callee(x):
    _fill(STORE.table, x)
    out = STORE.table["T"] * x
    STORE.table["T"] = 0.5
    return out


def _fill_under_another_name(x):
    table = STORE.table
    table["T"] = x * x


@case(1.5)
def filled_where_it_is(x):
    _fill_under_another_name(x)
    out = STORE.table["T"] * x
    STORE.table["T"] = 0.5
    return out


@case(1.5)
def used_and_left(x):
    table = STORE.table
    table["T"] = x * x
    return table["T"] * x


@pytest.mark.parametrize("fun,args,options", case)
def test_parts_of_globals(fun, args, options):
    check_all_ways(fun, *args, **options)


def _read():
    return STORE.table["T"]


class Reader:
    def __init__(self):
        self.kept = STORE.table["T"]

    def __call__(self):
        return STORE.table["T"]

    def read(self):
        return self()

    @property
    def now(self):
        return STORE.table["T"]


STORE.table["T"] = 0.5
READER, BOUND, PARTIAL = Reader(), Reader().read, functools.partial(_read)


READS = Cases()


@READS()
def by_function(x, given):
    table = STORE.table
    table["T"] = x * x
    return _read() * x


@READS()
def by_new_object(x, given):
    table = STORE.table
    table["T"] = x * x
    return Reader().kept * x


@READS()
def by_bound_method(x, given):
    table = STORE.table
    table["T"] = x * x
    return BOUND() * x


@READS()
def by_partial(x, given):
    table = STORE.table
    table["T"] = x * x
    return PARTIAL() * x


@READS()
def by_property_of_global(x, given):
    table = STORE.table
    table["T"] = x * x
    return READER.now * x


@READS()
def by_global_object(x, given):
    table = STORE.table
    table["T"] = x * x
    return READER() * x


@READS()
def by_method_of_object(x, given):
    table = STORE.table
    table["T"] = x * x
    return given.read() * x


@READS()
def by_object_given(x, given):
    table = STORE.table
    table["T"] = x * x
    return given() * x


@READS()
def by_picked(x, given):
    table = STORE.table
    table["T"] = x * x
    return [_read][0]() * x


@READS()
def by_mapped(x, given):
    table = STORE.table
    table["T"] = x * x
    return sum(map(lambda _: STORE.table["T"], range(2))) * x


@READS()
def by_function_inside(x, given):
    def inner():
        return STORE.table["T"]

    table = STORE.table
    table["T"] = x * x
    return inner() * x


@pytest.mark.parametrize("fun,args,options", READS)
def test_reading_elsewhere_is_refused(fun, args, options):
    """The number that the store holds would be read, and its derivative is not known there."""
    for derivative in (lambda: tangentish.grad(fun)(1.5, READER), lambda: tangentish.jvp(fun, (1.5, READER), (1.0, None))):
        with pytest.raises(tangentish.UnsupportedError, match="this may read `table` of a global object"):
            derivative()
