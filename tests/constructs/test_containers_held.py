"""Lists, dicts and arrays that other containers hold, and that are written through these: they are read by their own names."""

import operator
from functools import partial

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Holder:
    def __init__(self, items):
        self.items = items

    def add(self, v):
        self.items.append(v)


def append(items, v):
    items.append(v)


@case(0.7)
def item_appended_to(x):
    log, rows = [0.0], []
    rows.append(log)
    rows[0].append(x * x)
    return log[-1]


@case(0.7)
def item_stored_into(x):
    log, rows = [0.0], []
    rows.append(log)
    rows[0][0] = x * x
    return log[0]


@case(0.7)
def item_under_a_name(x):
    log, rows = [0.0], []
    rows.append(log)
    row = rows[0]
    same = row
    same.append(x * x)
    return log[-1]


@case(0.7)
def item_of_an_item(x):
    log, rows = [0.0], []
    rows.append([log])
    rows[0][0].append(x * x)
    return log[-1]


@case(0.7)
def item_of_a_tuple(x):
    log, rows = [0.0], []
    rows.append((1, log))
    rows[-1][1].append(x * x)
    return log[-1]


@case(0.7)
def items_extended(x):
    log, rows = [0.0], []
    rows.extend([log])
    rows[0].extend([x * x])
    return log[-1]


@case(0.7)
def item_inserted(x):
    log, rows = [0.0], []
    rows.insert(0, log)
    rows[0].insert(0, x * x)
    return log[0]


@case(0.7)
def dict_in_a_list(x):
    table, rows = {}, []
    rows.append(table)
    rows[0].update(a=x * x)
    return table["a"]


@case(0.7)
def array_in_a_list(x):
    a, rows = np.zeros(2), []
    rows.append(a)
    rows[-1][0] = x * x
    rows[-1][...] += x
    return a[0] * a[1]


@case(0.7)
def array_under_a_name(x):
    a, rows = np.zeros(2), []
    rows.append(a)
    row = rows[0]
    row[0] = x * x
    return a[0]


@case(0.7)
def items_gone_through(x):
    log, other, rows = [0.0], [1.0], []
    rows.append(log)
    rows.append(other)
    for place, row in enumerate(rows):
        row.append(x**place * x)
    [row.append(x) for row in rows]
    return log[-2] * other[-2] * log[-1]


@case(0.7)
def items_unpacked(x):
    log, rows = [0.0], []
    rows.append(log)
    (row,) = rows
    row.append(x * x)
    return log[-1]


@case(0.7)
def item_taken_out(x):
    log, rows = [0.0], []
    rows.append(log)
    row = rows.pop()
    row.append(x * x)
    return log[-1]


@case(0.7)
def values_of_a_dict(x):
    log, rows = [0.0], {}
    rows["a"] = log
    for _, row in rows.items():
        row.append(x * x)
    for row in rows.values():
        row[0] = x
    return log[-1] * log[0]


@case(0.7)
def dicts_in_dicts(x):
    log, rows = [0.0], {"k": {}}
    rows["k"]["l"] = log
    inner = rows["k"]
    row = inner["l"]
    row.append(x * x)
    return log[-1]


@case(0.7)
def lists_joined(x):
    log, rows = [0.0], []
    rows.append(log)
    longer = rows + [[1.0]]
    longer[0].append(x * x)
    part = longer[:1]
    part[0].append(x)
    return log[-1] * log[-2]


@case(0.7)
def method_of_the_class(x):
    log = [0.0]
    list.append(log, x * x)
    operator.setitem(log, 0, x)
    return log[-1] * log[0]


@case(0.7)
def methods_kept(x):
    log = [0.0]
    methods = {"push": log.append}
    methods["push"](x * x)
    partial(append, log)(x)
    return log[-1] * log[-2]


@case(0.7)
def object_that_holds(x):
    log = [0.0]
    holder = Holder(log)
    holder.add(x * x)
    holder.items.append(x)
    return log[-1] * log[-2]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
