"""Classes with `collections.abc.Sequence`, `MutableSequence` or `UserList` as a base: loops over their items."""

from __future__ import annotations

import collections
import collections.abc

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = (0.7,)


class Rows(collections.abc.Sequence):
    def __init__(self, scale, *held):
        self.scale, self.held = scale, held

    def __getitem__(self, k):
        return self.scale * self.held[k]

    def __len__(self):
        return len(self.held)


class Stack(collections.abc.MutableSequence):
    def __init__(self, held):
        self.held = list(held)

    def __getitem__(self, k):
        return self.held[k]

    def __setitem__(self, k, v):
        self.held[k] = v

    def __delitem__(self, k):
        del self.held[k]

    def __len__(self):
        return len(self.held)

    def insert(self, k, v):
        self.held.insert(k, v)


@case(*X)
def looped_over(x):
    total = 0.0
    for row in Rows(x, x, 2.0, x * x):
        total = total + row * row
    return total


@case(*X)
def added_up(x):
    rows = Rows(2.0, x, x * x)
    return sum(rows) * sum(row**2 for row in rows) + np.sum(np.array(list(rows)) ** 2) + np.prod([*rows])


@case(*X)
def unpacked(x):
    rows = Rows(x, x, 2.0, 3.0)
    first, *others = rows
    a, b, c = rows
    return first * sum(others) + a * b * c + (lambda a, b, c: a - b * c)(*rows)


@case(*X)
def together(x):
    rows, others = Rows(x, 1.0, 2.0), Rows(2.0, x, x * x)
    products = sum(a * b for a, b in zip(rows, others, strict=True))
    return products + sum(k * row for k, row in enumerate(rows)) + max(others) * min(rows)


@case(*X)
def backwards(x):
    total = 0.0
    for row in reversed(Rows(x, x, 2.0, x * x)):
        total = total * x + row
    listed = list(reversed(Rows(x, x, 2.0)))
    return total * listed[0]


@case(*X)
def left_early(x):
    total = 0.0
    for row in Rows(x, 1.0, 2.0, 3.0):
        if row > 1.5:
            break
        total = total + row * row
    return total


@case(*X)
def changed(x):
    stack = Stack([x, x * x])
    stack.append(3.0 * x)
    stack.extend([x, 2.0])
    stack += [x]
    return stack.pop() * stack[2] * sum(v * v for v in stack) + len(stack)


@case(*X)
def of_the_library(x):
    rows = collections.UserList([x, x * x])
    rows.append(3.0 * x)
    total = 0.0
    for row in rows:
        total = total + row * row
    return total * sum(rows) * len(rows)


@case(*X)
def of_nothing(x):
    return sum(Rows(x), x) + len(list(Rows(x)))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Circle(Rows):
    def __getitem__(self, k):
        if k > 5:
            raise IndexError(k)
        return self.scale * self.held[k % len(self.held)]


def test_more_items_than_the_length_says_are_refused():
    def fun(x):
        return sum(Circle(x, 1.0, 2.0))

    assert fun(1.0) == 9.0
    for operator in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match="a Circle has more items than its length says"):
            operator(fun)(1.0)
