"""Loops over lists that the loop itself changes."""

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def list_del_in_loop(x):
    a = list(x * x)
    total = 0.0
    while a:
        t = a[0] * a[-1]
        total = total * 0.5 + t
        del a[0]
        if len(a) > 1:
            a[0] = a[0] * t
            del a[-1]
    return total


@case([0.7, 0.3])
def iter_arg_scalars(items):
    for i, a in enumerate(items):
        items[i] = a * a
    return sum(items)


@case([0.7, 0.3])
def iter_arg_no_enumerate(items):
    i = 0
    for a in items:
        items[i] = a * a
        i += 1
    return sum(items)


@case(V3)
def iter_local_list_of_scalars(x):
    items = [x[0], x[1]]
    for i, a in enumerate(items):
        items[i] = a * a
    return sum(items)


@case(V3)
def iter_local_list_of_arrays(x):
    items = [x * 1.0, x * x]
    for i, a in enumerate(items):
        items[i] = a * 2.0
    return sum(np.sum(a) for a in items)


@case([V3, V4])
def iter_arg_arrays_read_after(items):
    total = 0.0
    for i, a in enumerate(items):
        items[i] = a * 2.0
        total += np.sum(a)
    return total


@case([V3, V4])
def iter_zip_self(items):
    for a, b in zip(items, items[1:]):
        items[1] = a[:2] * b[:2]
    return np.sum(items[1])


@case([0.7, 0.3])
def iter_write_next(items):
    total = 0.0
    for i, a in enumerate(items):
        if i == 0:
            items[1] = a * 5.0
        total += a * a
    return total


@case([0.7, 0.3, 1.2])
def iter_reversed_write(items):
    for i, a in zip(range(2, -1, -1), reversed(items)):
        items[i] = a * items[0]
    return sum(items)


@case([[0.7, 0.3], [1.2, 0.1]])
def iter_nested_lists(rows):
    for row in rows:
        for j, t in enumerate(row):
            row[j] = t * t * row[0]
    return sum(rows[0]) * sum(rows[1])


@case([0.7, 0.3, 1.2])
def swap_sort(a):
    n = len(a)
    for i in range(n):
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return sum((k + 1) * t**2 for k, t in enumerate(a))


@case([0.7, 0.3, 1.2])
def iter_numbered_pairs(items):
    total = 0.0
    for pair in enumerate(items):
        items[1] = items[0] * 5.0
        number, a = pair
        total += (number + 1) * a * a
    return total * pair[1]


@case(V4)
def iter_numbered_rows_of_arrays(x):
    y, total, seen = x * 1.0, 0.0, {}
    for seen["number"], *seen["item"] in enumerate(y):
        y[2] = y[0] * y[1]
        total += seen["number"] * seen["item"][0] ** 2
    return total


@case([0.7, 0.3, 1.2], 1)
def iter_numbered_from_what_changes(items, first):
    total = 0.0
    for number, a in enumerate(items, first):
        first += 5
        items[2] = items[0] * a
        total += number * a * a
    for number, (again, a) in enumerate(enumerate(items, start=first), first):
        first = 0
        items[1] = items[0] * a
        total += number * again * a
    return total


@case([0.7, 0.3, 1.2])
def iter_numbered_in_step(items):
    total = 0.0
    for (number, a), b in zip(enumerate(items), reversed(items)):
        items[1] = items[0] * 5.0
        total += (number + 1) * a * b
    for pair in zip(enumerate(items), items):
        items[2] = items[0] * 3.0
        total += pair[0][0] * pair[0][1] * pair[1]
    return total


@case({"a": 0.7, "b": 0.3})
def iter_numbered_views(table):
    total = 0.0
    for pair in enumerate(table.items()):
        table["b"] = table["a"] * 5.0
        total += (pair[0] + 1) * pair[1][1] ** 2
    for pair in enumerate(table.values(), 1):
        table["b"] = table["a"] * 3.0
        total += pair[0] * pair[1] ** 2
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
