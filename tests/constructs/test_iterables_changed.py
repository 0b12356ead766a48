"""Loops over lists, and over objects that give the items of one, whose bodies change that list: right, or refused."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators


class Bag:
    def __init__(self, items):
        self.items, self.note = list(items), None

    def __iter__(self):
        return iter(self.items)


class Pairs:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def __iter__(self):
        return zip(self.left, self.right, strict=True)


def grows(x):
    bag, total = Bag([x]), 0.0
    for v in bag:
        total = total + v * v
        if len(bag.items) < 4:
            bag.items.append(v * x)
    return total


def shrinks(x):
    bag, total = Bag([x, x * x, 2 * x, 3 * x]), 0.0
    for v in bag:
        total = total + v * v
        if len(bag.items) > 2:
            bag.items.pop()
    return total


def is_emptied(x):
    bag, total = Bag([x, x * x]), 0.0
    for v in bag:
        total = total + v
        bag.items.clear()
    return total


def items_are_stored(x):
    bag, total = Bag([x, x, x]), 0.0
    for k, v in enumerate(bag):
        total = total + v * v
        if k < 2:
            bag.items[k + 1] = v * x
    return total


def grows_in_a_zip(x):
    bag, total = Bag([x, x * x]), 0.0
    for v, w in zip(bag, bag, strict=False):
        total = total + v * w
        if len(bag.items) < 5:
            bag.items.append(v * x)
    return total


def items_are_stored_in_a_zip(x):
    bag, total, others = Bag([x, x * x]), 0.0, [1.0, x]
    for k, (v, w) in enumerate(zip(bag, others, strict=False)):
        total = total + v * w
        if k == 0:
            bag.items[1] = 2 * x
    return total


def pairs_are_stored(x):
    pairs, total = Pairs([x, x * x], [x, 2.0]), 0.0
    for v, w in pairs:
        total = total + v * w
        pairs.right[1] = x
    return total


def is_given_others(x):
    bag, total = Bag([x, x * x, 2 * x]), 0.0
    for v in bag:
        total = total + v * v
        bag.items = [1.0]
    return total + bag.items[0]


def something_else_is_stored(x):
    bag, total = Bag([x, x * x, 2 * x]), 0.0
    for v in bag:
        total = total + v * v
        bag.note = v * x
    return total * bag.note


def something_else_is_stored_in_a_zip(x):
    bag, total = Bag([x, x * x, 2 * x]), 0.0
    for v, w in zip(bag, bag, strict=False):
        total = total + v * w
        bag.note = v * x
    return total * bag.note


def list_grows_in_a_zip(x):
    items, total = [x], 0.0
    for v, w in zip(items, [1.0, 2.0, 3.0], strict=False):
        total = total + v * w
        if len(items) < 3:
            items.append(v * x)
    return total


def list_grows_beside_a_zip(x):
    items, total = [x, x * x], 0.0
    for v, w in zip(items, [1.0, 2.0], strict=False):
        total = total + v * w
        items.append(v * x)
    return total * items[-1]


def list_grows_in_a_function(x):
    items, total = [x], 0.0

    def grow(v):
        if len(items) < 3:
            items.append(v * x)

    for v in items:
        total = total + v * v
        grow(v)
    return total


def grow(items, v):
    if len(items) < 3:
        items.append(v * 2)


def list_grows_in_a_helper(x):
    items, total = [x], 0.0
    for v in items:
        total = total + v * v
        grow(items, v)
    return total


def list_grows_by_a_method(x):
    items, total = [x], 0.0
    push = items.append
    for v in items:
        total = total + v * v
        if len(items) < 3:
            push(v * x)
    return total


def list_is_added_to(x):
    items, total = [x], 0.0
    for v in items:
        total = total + v * v
        if len(items) < 3:
            items += [v * x]
    return total


def slice_is_stored(x):
    items, total = [x], 0.0
    for v in items:
        total = total + v * v
        if len(items) < 3:
            items[len(items) :] = [v * x]
    return total


def item_is_deleted(x):
    items, total = [x, x * x, x, 2.0], 0.0
    for v in items:
        total = total + v * v
        if len(items) > 2:
            del items[-1]
    return total


class Queue:
    def __init__(self, items):
        self.items = items

    def push(self, v):
        self.items.append(v)

    def run(self, x):
        total = 0.0
        for v in self.items:
            total = total + v * v
            if len(self.items) < 3:
                self.push(v * x)
        return total


def list_of_an_object_grows(x):
    return Queue([x]).run(x)


def other_list_grows(x):
    items, others, total = [x, x * x], [], 0.0
    for v in items:
        others.append(v * x)
        grow(others, v)
        total = total + v * len(others)
    return total * sum(others)


RIGHT = [is_given_others, something_else_is_stored, list_grows_beside_a_zip, other_list_grows]
REFUSED = [grows, shrinks, is_emptied, items_are_stored, grows_in_a_zip, items_are_stored_in_a_zip, pairs_are_stored,
           list_grows_in_a_zip, list_grows_in_a_function, list_grows_in_a_helper, list_grows_by_a_method, list_is_added_to,
           slice_is_stored, item_is_deleted, list_of_an_object_grows]


@operators
@pytest.mark.parametrize("fun", [*RIGHT, something_else_is_stored_in_a_zip, *REFUSED], ids=lambda f: f.__name__)
def test_right_or_refused(fun, operator):
    assert is_right(operator, lambda: fun, 0.7, "test_iterables_changed.py:") or fun in REFUSED
