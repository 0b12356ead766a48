"""What a function gives of its module or class, written into where nobody sees it beforehand: by what is called, by a method.

Who reads it then, by its name or in another way, is right or refused.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3
from tests.constructs.right_or_refused import hows, is_right_from_reset

ROW, PART = np.zeros(3), np.zeros(3)
ITEMS, TABLE = [0.0, 0.0], {"a": 0.0}


def reset():
    ROW[:] = PART[:] = Kept.row[:] = 0.0
    ITEMS[:] = [0.0, 0.0]
    TABLE["a"] = 0.0


def row():
    return ROW


def row_from_inside():
    def inner():
        return ROW

    return inner()


def items():
    return ITEMS


def table():
    return TABLE


def total():
    return ROW.sum()


def fill(x):
    row()[:] = x * x


def fill_from_inside(x):
    row_from_inside()[:] = x * x


def fill_items(x):
    items()[0] = x[0] ** 2


def fill_table(x):
    table()["a"] = x[0] ** 2


def called(function, *args):
    return function(*args)


class Gives:
    def get(self):
        return ROW

    @property
    def part(self):
        return PART

    def fill(self, x):
        self.get()[:] = x * x


class Kept:
    row = np.zeros(3)

    @classmethod
    def get(cls):
        return cls.row

    @classmethod
    def fill(cls, x):
        cls.get()[:] = x * x

    @staticmethod
    def total():
        return Kept.row.sum()


def given_from_inside(x):
    row_from_inside()[:] = x * x
    return ROW @ x


def given_inside(x):
    def put():
        held, _ = row(), 0
        held[:] = x * x

    put()
    return ROW @ x


def by_a_default(x, act=fill):
    act(x)
    return ROW @ x


def by_a_default_from_inside(x, act=fill_from_inside):
    act(x)
    return ROW @ x


def in_a_loop(x):
    for act in (fill,):
        act(x)
    return ROW @ x


def by_a_property(x):
    Gives().part[:] = x * x
    return PART @ x


def by_a_method(x):
    Gives().fill(x)
    return ROW @ x


def by_a_method_of_a_default(x, giving=Gives()):
    giving.fill(x)
    return ROW @ x


def by_what_is_called(x):
    called(row)[:] = x * x
    return ROW @ x


def called_and_named(x):
    called(fill, x)
    return ROW @ x


def called_and_read_by_another(x):
    called(fill, x)
    return total() * x[0]


def called_and_given(x):
    called(fill, x)
    return row() @ x


def both_called(x):
    called(fill, x)
    return called(row) @ x


def an_item(x):
    called(fill_items, x)
    return sum(items()) * x[1]


def an_item_by_its_name(x):
    called(fill_items, x)
    return ITEMS[0] * x[1]


def an_entry(x):
    called(fill_table, x)
    return table()["a"] * x[1]


def an_entry_by_its_name(x):
    called(fill_table, x)
    return TABLE["a"] * x[1]


def of_a_class(x):
    Kept.fill(x)
    return Kept.row @ x


def of_a_class_called(x):
    called(Kept.fill, x)
    return Kept.row @ x


def of_a_class_summed(x):
    called(Kept.fill, x)
    return Kept.total() * x[0]


def of_a_class_given(x):
    called(Kept.fill, x)
    return Kept.get() @ x


PROGRAMS = [given_from_inside, given_inside, by_a_default, by_a_default_from_inside, in_a_loop, by_a_property, by_a_method,
            by_a_method_of_a_default, by_what_is_called, called_and_named, called_and_read_by_another, called_and_given,
            both_called, an_item, an_item_by_its_name, an_entry, an_entry_by_its_name, of_a_class, of_a_class_called,
            of_a_class_summed, of_a_class_given]


@hows
@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_right_or_refused(fun, how):
    is_right_from_reset(fun, V3, how, reset, "test_given_written_unseen.py")


def written_and_not_read(x):
    called(fill, x)
    return x @ x


def kept_for_itself(x):
    held = np.zeros(3)

    def get():
        return held

    get()[:] = x * x
    return held @ x


def filled_with_constants(x):
    fill(np.ones(3))
    return row() @ x


@hows
@pytest.mark.parametrize("fun", [written_and_not_read, kept_for_itself, filled_with_constants], ids=lambda fun: fun.__name__)
def test_right(fun, how):
    assert is_right_from_reset(fun, V3, how, reset, "test_given_written_unseen.py")
