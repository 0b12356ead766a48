"""Dicts whose keys depend on what is differentiated: values are looked up by them; where keys are read again, that is refused."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from tangentish import grad, jvp, stop_gradient
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def power(t, n, known):
    if (t, n) in known:
        return known[t, n]
    known[t, n] = t if n == 0 else power(t, n - 1, known) * t + 1.0
    return known[t, n]


def scaled(table, factor):
    for key in table:
        table[key] = table[key] * factor


@case(V3)
def looked_up_by_a_closure(x):
    known = {}

    def g(t):
        if t not in known:
            known[t] = np.sin(t) * t
        return known[t]

    return g(x[0]) + g(x[1]) + 2.0 * g(x[0])


@case(V3)
def looked_up_by_a_recursion(x):
    def g(t, n, known):
        if (t, n) in known:
            return known[t, n]
        value = t if n == 0 else g(t, n - 1, known) * t + 1.0
        known[(t, n)] = value
        return value

    known = {}
    return g(x[0], 3, known) + g(x[1], 2, known)


@case(V3)
def looked_up_by_a_function(x):
    known = {}
    return power(x[0], 3, known) + power(x[1], 2, known) + power(x[0], 2, known) * x[2]


@case(V3)
def keys_of_text(x):
    params, squares = {"a": x[0], "bb": x[1]}, {}
    for key in params:
        squares[key] = params[key] ** 2
    total = 0.0
    for key in sorted(squares):
        total = total + len(key) * squares[key]
    return total + sum(squares.values())


@case(V3)
def constant_keys(x):
    table = {0.5: x[0], 1.0: x[1]}
    scaled(table, x[2])
    return sum(key * value for key, value in table.items())


@case(V3)
def groups(x):
    by_sign, by_place = {}, collections.defaultdict(list)
    for place, value in enumerate(x):
        by_sign.setdefault(bool(value > 0.0), []).append(value)
        by_place[place % 2].append(value)
    return sum((2.0 if key else 3.0) * sum(values) ** 2 for key, values in by_sign.items()) + sum(
        (key + 1.0) * sum(values) ** 2 for key, values in by_place.items())


@case(V3)
def made_of_pairs(x):
    table, other = dict([(0.5, x[0]), (1.5, x[1])]), dict((float(k), v) for k, v in enumerate(x))
    other.update([(7.5, x[0] * x[1])])
    return sum(key * value for key, value in table.items()) + sum(key * value**2 for key, value in other.items())


@case(V3)
def keys_taken_for_constants(x):
    table = {float(stop_gradient(t)): t**2 for t in x}
    return sum(value for _, value in sorted(table.items()))


@case(V3)
def the_order_of_keys_only(x):
    table = {}
    for t in x:
        table[t] = t**2
    total = x[0] * len(table)
    for value in table.values():
        total = total * value
    for t in sorted(table):
        total = 0.5 * total + table[t]
    for t, value in sorted(table.items()):
        if t > 0.0:
            total = total * value
    return total + sum(value for _, value in table.items()) + table[max(table)] if table else x[0]


@case(V3)
def the_oldest_dropped(x):
    table, total = {}, 0.0
    for t in x:
        if len(table) > 1:
            table.pop(next(iter(table)))
        table[t] = np.exp(t)
        total = total + sum(table.values())
    for t in list(table):
        del table[t]
    table[x[0]] = x[1]
    table.popitem()
    return total


@pytest.mark.parametrize("fun,args,options", case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


def by_value(x):
    return {float(t): t for t in x}


def filled_in(table, x):
    for t in x:
        table[float(t)] = 1.0


def total_of(table):
    return sum(key * value for key, value in table.items())


class Table:
    def __init__(self):
        self.entries = {}

    def put(self, key, value):
        self.entries[key] = value

    def total(self):
        return sum(key * value for key, value in self.entries.items())


class Filled(Table):
    def __init__(self, x):
        super().__init__()
        for t in x:
            self.entries[t] = t * t


def items(x):
    table = {float(t): t * t for t in x}
    return sum(key * value for key, value in table.items())


def in_a_loop(x):
    table = {}
    for t in x:
        table[float(t)] = np.sin(t)
    total = 0.0
    for key in sorted(table):
        total = total + key * table[key]
    return total


def lists_of_keys(x):
    table = dict(zip(x.tolist(), [1.0, 2.0, 3.0]))
    return sum(list(table.keys()))


def greatest(x):
    table = {float(t): t * t for t in x}
    return max(table) * table[max(table)]


def least_by_value(x):
    table = {t: (t - 1.0) ** 2 for t in x}
    return min(table, key=table.get)


def popped(x):
    table = {float(x[0]): 2.0}
    key, value = table.popitem()
    return key * value


def popped_in_while(x):
    table, total = {t: t for t in x}, 0.0
    while table:
        key, value = table.popitem()
        total = total + key * value
    return total


def counted(x):
    return sum(key * count for key, count in collections.Counter([float(t) for t in x]).items())


def first(x):
    return next(iter({float(t): 1.0 for t in x})) * 2.0


def in_an_array(x):
    table = {t: 1.0 for t in x}
    return np.sum(np.array(list(table)) ** 2)


def unpacked(x):
    table = dict(zip(x, range(3)))
    a, b, c = table
    return a * b * c


def starred(x):
    table = {x[0]: 1, x[1]: 2}
    return np.hypot(*table)


def merged(x):
    table = {x[0]: 1.0} | {2.0: 3.0}
    return sum(key * value for key, value in table.items())


def spread(x):
    table = {x[0]: 1.0}
    more = {**table, 5.0: 2.0}
    return sum(key * value for key, value in more.items())


def copied(x):
    table = {x[0]: 1.0}
    other = table.copy()
    return sum(key * value for key, value in other.items())


def updated(x):
    table = {}
    table.update((t, 2.0) for t in x)
    return sum(table)


def keys_in_tuples(x):
    table = {(t, 1): 1.0 for t in x}
    return sum(t * value for (t, _), value in table.items())


def in_a_list(x):
    tables = [{} for _ in range(2)]
    for place, t in enumerate(x):
        tables[place % 2][t] = 1.0
    total = 0.0
    for table in tables:
        for key in table:
            total = total + key**2
    return total


def put_into_a_list(x):
    table, tables = {}, []
    tables.append(table)
    for t in x:
        table[t] = 1.0
    return sum(key**2 for one in tables for key in one)


def stored_by_a_closure(x):
    table = {}

    def put(t):
        table[t] = t

    for t in x:
        put(t)
    return sum(table)


def read_in_a_lambda(x):
    table = {t: t for t in x}
    total = lambda: sum(table)
    return total()


def given_by_a_function(x):
    return sum(key * value for key, value in by_value(x).items())


def filled_by_a_function(x):
    table = {}
    filled_in(table, x)
    return sum(key * value for key, value in table.items())


def read_by_a_function(x):
    table = {}
    for t in x:
        table[t] = t
    return total_of(table)


def in_an_object(x):
    table = Table()
    for t in x:
        table.put(t, t * t)
    return table.total()


def in_an_object_from_the_start(x):
    return Filled(x).total()


def put_into_another(x):
    table, other = {t: t * t for t in x}, {}
    for key, value in table.items():
        other[key] = value
    return sum(key * value for key, value in other.items())


def kept_as_another(x):
    table, other = {t: t * t for t in x}, {}
    for key, value in table.items():
        other.setdefault(key, value)
    return sum(key * value for key, value in other.items())


REFUSED = [
    put_into_another, kept_as_another, items, in_a_loop, lists_of_keys, greatest, least_by_value, popped,
    popped_in_while, counted, first, in_an_array, unpacked, starred, merged, spread, copied, updated, keys_in_tuples,
    in_a_list, put_into_a_list, stored_by_a_closure, read_in_a_lambda, given_by_a_function, filled_by_a_function,
    read_by_a_function, in_an_object, in_an_object_from_the_start,
]


@pytest.mark.parametrize("fun", REFUSED)
def test_refused(fun):
    x = np.array([0.7, 1.3, 2.1])
    for derivative in (lambda: grad(fun)(x), lambda: jvp(fun, (x,), (np.ones(3),))):
        with pytest.raises(UnsupportedError, match=r"test_active_keys.py:\d+: .*keys of a dict"):
            derivative()
