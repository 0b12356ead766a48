"""Names that are bound to themselves, or to each other in turn: what is behind a name is not looked for without an end."""

import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def longer(items, v):
    items.append(v)
    items[0] = items[0] + v


@case(V3)
def a_parameter(y):
    items = [1.0]
    longer(items, y[0])
    y = y
    return sum(items) * y[1]


@case(V3)
def two_in_turn(y):
    a = y
    b = a
    a = b
    items = [1.0]
    longer(items, a[0])
    return sum(items) * b[1]


@case(V3)
def a_key_and_a_table(y, n=2):
    n = n
    table = {0: y[0]}
    other = table
    table = other
    if n in table:
        return table[n]
    return table[0] * other[0]


@case(V3)
def swapped(y):
    a, b = y * 1.0, y * 2.0
    a, b = b, a
    items = [b[0]]
    longer(items, a[0])
    a, b = b, a
    items = items
    return sum(items) * a[1] + b[2]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
