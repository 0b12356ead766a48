"""Branches on whether a list, a dict or an array is empty or true, which the branch itself then changes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways

X = np.array([0.7, -1.3, 0.4, 1.1])


def popped(x):
    q, v = [x[0]], 0.0
    if q:
        v = q.pop()
    return v**2 + len(q)


def popped_in_a_loop(x):
    q, t = [x[0], x[1]], 0.0
    for _ in range(3):
        if q:
            t = t * x[2] + q.pop() ** 2
    return t


def popped_in_a_while_loop(x):
    q, t = [x[0], x[1]], 0.0
    while q:
        t = t * x[2] + q.pop() ** 2
    return t


def popped_in_an_expression(x):
    q, t = [x[0], x[1]], 0.0
    for _ in range(3):
        t = t * x[2] + (q.pop() if q else x[3])
    return t


def popped_where_it_is_not_empty(x):
    q, t = [x[0], x[1]], 0.0
    for _ in range(3):
        v = q and q.pop()
        if v:
            t = t * v + v
    return t


def popped_places(x):
    stack, t = [0, 3, 2], x[1]
    for _ in range(5):
        if not stack:
            t = t * x[0]
        else:
            t = t + x[stack.pop()] ** 2
    return t


def array_set_to_zero(x):
    a, t = np.array([x[0]]), 0.0
    if a:
        a *= 0.0
        t = x[1]
    return t


def dict_emptied(x):
    d, t = {"a": x[0]}, 0.0
    if d:
        t = d.pop("a") * 2
    if not d:
        d["b"] = x[1]
    return t + d["b"]


def taken(q):
    if q:
        return q.pop()
    return None


def emptied_by_a_helper(x):
    q = [x[0], x[1]]
    a, b, c = taken(q), taken(q), taken(q)
    return a**2 * b if c is None else a


def emptied_by_a_closure(x):
    q = [x[0], x[1]]

    def pull():
        if q:
            return q.pop()
        return None

    t = 0.0
    while True:
        v = pull()
        if v is None:
            break
        t = t * x[2] + v**2
    return t


def flag_as_before(x, fast=True):
    if fast:
        x = x * 2.0
    return np.sum(x**2)


class Agenda:
    def __init__(self, first):
        self.open = [first]
        self.done = 1.0

    def work(self):
        if self.open:
            self.done = self.done * self.open.pop()
        return self.done


def list_of_an_object(x):
    agenda = Agenda(x[0])
    if agenda.open:
        y = agenda.open.pop() * x[1]
    else:
        y = x[2]
    return agenda.work() * y + agenda.done * x[3]


def list_of_a_dict(x):
    queues = {"a": [x[0], x[1]], "b": []}
    total = x[3]
    for _ in range(3):
        if queues["a"]:
            v = queues["a"].pop()
            queues["b"].append(v * total)
            total = total + v * v
        if not queues["b"] or queues["a"]:
            total = total * x[2]
    return total * sum(queues["b"])


def list_given_by_a_function(x):
    held = [x[0], x[1]]

    def rest():
        return held
    total = 1.0
    for _ in range(3):
        total = total * (rest().pop() if rest() else x[2])
    return total


PROGRAMS = [popped, popped_in_a_loop, popped_in_a_while_loop, popped_in_an_expression, popped_where_it_is_not_empty, popped_places,
            array_set_to_zero, dict_emptied, emptied_by_a_helper, emptied_by_a_closure, flag_as_before,
            list_of_an_object, list_of_a_dict, list_given_by_a_function]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda f: f.__name__)
def test_gradient(fun) -> None:
    check_all_ways(fun, X)
