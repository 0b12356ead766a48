"""Lists, dicts and arrays that are attributes of classes and of objects of the module: read, and written under other names."""

import functools
import inspect

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.texts import executed

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


def doubled_here(x):
    return 2.0 * x if inspect.getmodule(doubled_here) is not None else x


class Kept:
    def __init__(self, v):
        self.v = v


class KeptDoubled(Kept):
    def __init__(self, v):
        v = doubled_here(v)
        super().__init__(v)


@case(1.5)
def beside_what_python_keeps_for_itself(x):
    """`inspect` keeps tables of its own, where no number is put."""
    return KeptDoubled(x).v ** 2


WAYS = Store()
WAYS.table = {"half": lambda v: v / 2, "twice": lambda v: 2 * v}


class Picker:
    def __init__(self, v):
        self.v = v

    def __getitem__(self, key):
        return self.v * key

    def by(self, settings):
        way = WAYS.table[settings["way"]]
        settings["seen"] = settings["v"]
        picker = self.__class__(settings["seen"])
        return way(picker[3.0]) * self.v


@case(1.5)
def looked_up_by_what_came_with_numbers(x):
    """A dict does not keep the key, as an object of a class with a `__getitem__` of its own may."""
    return Picker(x).by({"way": "half", "v": x})


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


READS = {
    "by_function": "_read()",
    "by_new_object": "Reader().kept",
    "by_bound_method": "BOUND()",
    "by_partial": "PARTIAL()",
    "by_property_of_global": "READER.now",
    "by_global_object": "READER()",
    "by_method_of_object": "given.read()",
    "by_object_given": "given()",
    "by_picked": "[_read][0]()",
    "by_mapped": "sum(map(lambda _: STORE.table['T'], range(2)))",
}


def reading(expression):
    """A function that reads the store in some way after it was written into under another name."""
    lines = "table = STORE.table", "table['T'] = x * x", f"return {expression} * x"
    return executed("\n    ".join(["def fun(x, given):", *lines]), f"<read as {expression}>", **globals())["fun"]


def read_by_function_inside(x, given):
    def inner():
        return STORE.table["T"]

    table = STORE.table
    table["T"] = x * x
    return inner() * x


@pytest.mark.parametrize("fun", [*map(reading, READS.values()), read_by_function_inside], ids=[*READS, "by_function_inside"])
def test_reading_elsewhere_is_refused(fun):
    """The number that the store holds would be read, and its derivative is not known there."""
    for derivative in (lambda: tangentish.grad(fun)(1.5, READER), lambda: tangentish.jvp(fun, (1.5, READER), (1.0, None))):
        with pytest.raises(tangentish.UnsupportedError, match="this may read `table` of a global object"):
            derivative()


class Noting(dict):
    """A table that keeps the last key."""

    def __getitem__(self, key):
        self.seen = key
        return super().__getitem__(1.5)


def test_a_table_that_becomes_one_that_keeps_keys():
    """What was a dict when the first program was made is another class's when the next one is."""
    def looked_up(x):
        way = WAYS.table[x]
        return way(x) * getattr(WAYS.table, "seen", 1.0)

    kept, WAYS.table = WAYS.table, {1.5: lambda v: v / 2}
    try:
        derivative = tangentish.grad(looked_up)
        assert derivative(1.5) == 0.5
        WAYS.table = Noting(WAYS.table)
        try:
            assert derivative(1.5) == 1.5
        except tangentish.UnsupportedError:
            pass
    finally:
        WAYS.table = kept
