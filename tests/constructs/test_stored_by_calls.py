"""Items that are stored by calls, `table.__setitem__(key, value)` and `operator.setitem`: as Python does it, in its order."""

from __future__ import annotations

import operator

import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Kept(dict):
    def put(self, key, value):
        parent = super()
        parent.__setitem__(key, value)


class Other:
    def setitem(self, table, key, value):
        table[key] = value * 3.0


class Model:
    def __init__(self):
        self.held = {"a": 3.0}

    @property
    def value(self):
        self.held = {"a": 1.0}
        return 2.0


@case(V3)
def by_what_super_gives(x):
    table = Kept()
    table.put("a", x[0])
    return table["a"] * x[1]


@case(V3)
def beside_variables_of_such_names(x):
    held, key, tables, keys = 5.0, 7.0, [{}], ["a"]
    tables[0].__setitem__(keys[0], x[0] * 2.0)
    return tables[0]["a"] * held + key * x[1]


@case(V3)
def of_another_operator(x, operator=Other()):
    table = {}
    operator.setitem(table, "a", x[0])
    return table["a"] * x[1]


@case(V3)
def by_the_function(x):
    table = [0.0, 0.0]
    operator.setitem(table, 1, x[0] ** 2)
    return table[1] * x[1]


@case(V3)
def where_the_value_binds_the_table_anew(x):
    model = Model()
    old = model.held
    model.held.__setitem__("a", model.value)
    return x[0] * old["a"] + x[1] * model.held["a"]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
