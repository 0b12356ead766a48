"""`next` of iterators that objects and containers hold beside active values; generator expressions that are unpacked."""

from __future__ import annotations

import heapq
import itertools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Queue:
    """Events by time; those at one time in the order in which they came."""

    def __init__(self, rate):
        self.rate, self.events, self.count = rate, [], itertools.count()

    def push(self, time):
        heapq.heappush(self.events, (float(time), next(self.count), self.rate * time))

    def number(self):
        return next(self.count)


@case(V4)
def events_are_numbered(x):
    queue = Queue(x[0])
    for time in (2.0, 3.0, 1.0, 2.0):
        queue.push(time)
    total = 0.0
    while queue.events:
        _, n, value = heapq.heappop(queue.events)
        total += value * (n + 1) * x[n]
    return total


@case(V4)
def one_number_after_the_other(x):
    queue = Queue(x)
    return (queue.number() + 1) * np.sum(queue.rate) + (queue.number() + 1) * np.sum(queue.rate ** 2)


@case(V4)
def a_counter_in_a_dict(x):
    held = {"values": x, "count": itertools.count(1, 2)}
    return next(held["count"]) * np.sum(held["values"]) + next(held["count"]) * np.sum(held["values"] ** 2)


class Labelled:
    def __init__(self, x):
        self.labels, self.x = iter(["a", "b", 3]), x


@case(V4)
def labels_until_there_are_none(x):
    held, found, k = Labelled(x), {}, 0
    while (label := next(held.labels, None)) is not None:
        found[label] = held.x[k] ** 2
        k += 1
    return found["a"] * found["b"] + found[3]


@case(V4)
def labels_until_they_stop(x):
    held, total = Labelled(x), 0.0
    for k in range(9):
        try:
            next(held.labels)
        except StopIteration:
            break
        total = total + held.x[k] ** 2
    return total * next(held.labels, x[0])


def apply(function, items):
    return function(*(item * 2.0 for item in items))


@case(V4)
def constants_unpacked_for_a_function_that_carries(x):
    return np.sum(apply(lambda a, b: x * a + b * x ** 2, [1.0, 2.0]))


@case(V4)
def constants_unpacked_in_place(x):
    def scaled(a, b, c=1.0):
        return x ** 2 * a + x * b * c
    return np.sum(scaled(*(k + 1.0 for k in range(2)), c=x[0])) + scaled(*(float(k) for k in (1, 2, 3)))[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_case(fun, args, options):
    check_all_ways(fun, *args, **options)


class Values:
    def __init__(self, x):
        self.values = iter([x[0], x[1]])


def active_items(x):
    held = Values(x)
    return next(held.values) * next(held.values)


class Rows:
    def __init__(self, x):
        self.x, self.rows = x, self.each()

    def each(self):
        for k in range(4):
            self.x[k] = self.x[k] ** 2
            yield k


def a_generator_that_writes(x):
    held = Rows(x * 1.0)
    return next(held.rows) + next(held.rows) + np.sum(held.x)


class Once:
    def __init__(self, items):
        self.items = iter(items)

    def apply(self, function):
        return function(*self.items)


def an_iterator_unpacked(x):
    return np.sum(Once([1.0, 2.0]).apply(lambda a, b: x * a + b * x))


@pytest.mark.parametrize("fun", [active_items, a_generator_that_writes, an_iterator_unpacked])
def test_right_or_refused(fun):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jacfwd(fun)(x)):
        try:
            x_bar = differentiate(V4)
        except tangentish.UnsupportedError:
            continue
        want = [(fun(V4 + 1e-6 * e) - fun(V4 - 1e-6 * e)) / 2e-6 for e in np.eye(4)]
        np.testing.assert_allclose(x_bar, want, rtol=1e-5, atol=1e-7)
