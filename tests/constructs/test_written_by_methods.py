"""Arrays that methods, callables and context managers of constant objects write into, between the places where they are read."""

import collections
import contextlib
import functools

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Rows:
    def __init__(self, values):
        self.values, self.count = values, 0

    def advance(self, *_):
        self.values[::2] += 1.0
        self.count += 1
        return 2.0

    def total(self):
        return float(np.sum(self.values))

    @property
    def level(self):
        return self.advance()

    def __iadd__(self, other):
        self.advance()
        return self

    def __enter__(self):
        self.advance()
        return self

    def __exit__(self, *_):
        self.advance()


def advanced(rows):
    rows.advance()


@contextlib.contextmanager
def replaced(values):
    old, values[0] = values[0], 7.0
    yield
    values[0] = old + 1.0


@case(V3)
def by_a_method(x):
    values = np.arange(3.0) + 1.0
    rows = Rows(values)
    y = x * values
    rows.advance()
    y = y * (values + 1.0)
    rows.advance()
    return np.sum(y * values) * rows.total()


@case(V3)
def by_a_method_of_an_item(x):
    values = np.arange(3.0) + 1.0
    held = collections.deque([Rows(values)])
    y = x * values
    for rows in held:
        rows.advance()
    y = y * (values + 1.0)
    [held[0]][0].advance()
    return np.sum(y * values)


@case(V3)
def by_a_bound_method_and_a_partial(x):
    values = np.arange(3.0) + 1.0
    rows = Rows(values)
    step, again = rows.advance, functools.partial(advanced, rows)
    y = x * values
    step()
    y = y * (values + 1.0)
    again()
    y = y * values
    found = [sorted([2.0, 1.0], key=step), {"a": rows.advance()}]
    return np.sum(y * values) + len(found)


@case(V3)
def by_a_property_and_in_place(x):
    values = np.arange(3.0) + 1.0
    rows = Rows(values)
    y = x * values
    level = rows.level
    y = y * (values + level)
    rows += 1
    return np.sum(y * rows.values)


@case(V3)
def by_context_managers(x):
    values = np.arange(3.0) + 1.0
    y = x * values
    with Rows(values) as rows, replaced(values):
        y = y * values
    y = y * (values + 1.0)
    with replaced(rows.values):
        pass
    return np.sum(y * values)


@case(V3)
def by_an_object_that_was_there(x):
    rows = KEPT
    rows.__init__(np.arange(3.0) + 1.0)
    y = x * rows.values
    rows.advance()
    y = y * (rows.values + 1.0)
    advanced(rows)
    return np.sum(y * rows.values)


KEPT = Rows(np.zeros(3))


@case(V3)
def by_what_an_object_has_in_place_of_its_method(x):
    values = np.arange(3.0) + 1.0
    rows, other = Rows(values), Rows(values)
    rows.total = rows.advance
    setattr(other, "total", rows.advance)
    y = x * values
    rows.total()
    y = y * (values + 1.0)
    other.total()
    return np.sum(y * values)


@case(V3)
def by_a_key_that_has_a_name(x):
    values, items = np.arange(3.0) + 1.0, [1, 2]
    step = Rows(values).advance
    y = x * values
    items.sort(key=step)
    y = y * (values + 1.0)
    items.sort(key=step)
    return np.sum(y * values)


@case(V3)
def read_but_not_written(x):
    rows = Rows(np.arange(3.0) + 1.0)
    y = x
    for _ in range(3):
        y = y * rows.values + rows.total()
    rows.advance()
    return np.sum(y * rows.values)


def by_a_method_that_is_replaced(x):
    values = np.arange(3.0) + 1.0
    rows = Rows(values)
    y = x * values
    rows.total()
    y = y * (values + 1.0)
    rows.total()
    return np.sum(y * values)


def test_a_method_that_is_replaced(monkeypatch):
    check_all_ways(by_a_method_that_is_replaced, V3)
    monkeypatch.setattr(Rows, "total", Rows.advance)
    check_all_ways(by_a_method_that_is_replaced, V3)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
