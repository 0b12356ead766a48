"""Iterators that functions give, take, or that are stored, where what they read changes in between: right, or refused."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.constructs.right_or_refused import is_right, operators


def scaled(w, k):
    return (v * k for v in w)


def sines(w):
    named = map(np.sin, w)
    return named


def of_both(w):
    return scaled(w, 2.0), zip(w, w, strict=True)


def in_a_dict(w):
    return {"items": reversed(w)}


def values_of(d):
    return d.values()


def rows(A):
    return (row for row in A)


def writes_and_sums(w, items):
    w[0] = 5.0 * w[1]
    return sum(items)


def only_sums(w, items):
    return w[0] * sum(items)


class Model:
    def __init__(self, k):
        self.k = k

    def terms(self, w):
        return (v * self.k for v in w)

    def array(self, w):
        return w * self.k

    def pairs(self, w):
        return zip(w, w * self.k, strict=True)

    def writes_and_sums(self, w, items):
        return writes_and_sums(w, items)

    def only_sums(self, w, items):
        return only_sums(w, items)


class Pieces:
    def __init__(self, a):
        self.a, self.b = a, a * 2.0

    def pairs(self):
        return zip(self.a, self.b, strict=True)

    def doubled(self):
        return (v * 2.0 for v in self.a)

    def weight(self, u, v):
        return u * v + self.a[0]

    def grow(self, u):
        self.a = self.a + u
        return u

    def of_pairs(self):
        total = 0.0
        for u, v in self.pairs():
            total = total + self.weight(u, v)
        return total

    def of_items(self):
        items = self.doubled()
        weight = self.weight(1.0, 2.0)
        return sum(items) * weight

    def growing(self):
        total = 0.0
        for u in self.doubled():
            total = total + self.grow(u)
        return total + self.a.sum()


MODELS = [Model(2.0)]


def vector(x):
    return np.array([x, x * x])


def summed_at_once(x):
    w = vector(x)
    return sum(scaled(w, 2.0)) * w[0]


def gone_through_twice_by_two_calls(x):
    w = vector(x)
    first = sum(sines(w))
    w[0] = w[1] * 3.0
    return first * sum(sines(w))


def both_summed_before_the_write(x):
    w = vector(x)
    a, b = of_both(w)
    total = sum(a) * sum(p * q for p, q in b)
    w[0] = w[1] * 3.0
    return total * w[0]


def array_of_a_method(x):
    w = vector(x)
    found = MODELS[0].array(w)
    w[0] = 3.0 * w[1]
    return sum(found) * w[0]


def pairs_of_a_method(x):
    total = 0.0
    for a, b in MODELS[0].pairs(vector(x)):
        total = total + a * b
    return total


def method_that_reads(x):
    w = vector(x)
    return MODELS[0].only_sums(w, (v * v for v in w))


def function_that_reads(x):
    w = vector(x)
    return only_sums(w, (v * v for v in w))


def held_in_a_tuple(x):
    held = ((v * v for v in vector(x)), 3.0)
    return sum(held[0]) * held[1]


def view_read_twice(x):
    found = values_of({"a": x, "b": x * x})
    return sum(found) * sum(found)


def updated_by_its_items(x):
    d = {"a": x, "b": x * x}
    d.update((key, v * 2.0) for key, v in d.items())
    return d["a"] * d["b"]


class Groups:
    def __init__(self, k):
        self.k, self.groups = k, {"a": [0], "b": [0, 1]}

    def covariance(self, w):
        return np.outer(w, w) * self.k + np.eye(len(w))

    def total(self, w):
        found = 0.0
        for _, places in self.groups.items():
            matrix = self.covariance(w[places])
            matrix.flat[:: len(matrix) + 1] += w[0] ** 2
            found -= np.linalg.slogdet(matrix)[1]
        return found


GROUPS = [Groups(0.5)]


def items_of_an_object_in_a_loop(x):
    return Groups(x).total(vector(x)) + GROUPS[0].total(vector(x))


def methods_that_only_read_are_called(x):
    pieces, total = Pieces(vector(x)), 0.0
    for u, v in pieces.pairs():
        total = total + pieces.weight(u, v)
    return total + Pieces(vector(x)).of_pairs() * pieces.of_items()


def method_that_writes_is_called(x):
    return Pieces(vector(x)).growing()


def rows_beside_a_sum(x):
    total = 0.0
    for row in rows(np.outer(vector(x), vector(x))):
        total = total + row.sum() * row[0]
    return total


def written_before_the_sum(x):
    w = vector(x)
    items = scaled(w, 2.0)
    w[0] = w[1] * 3.0
    return sum(items)


def list_written_before_the_sum(x):
    w = [x, x * x]
    items = scaled(w, 2.0)
    w.append(x * 3.0)
    return sum(items)


def map_by_a_name(x):
    w = vector(x)
    items = sines(w)
    w[0] = w[1] * 3.0
    return sum(items)


def one_of_two(x):
    w = vector(x)
    a, b = of_both(w)
    w[0] = w[1] * 3.0
    return sum(a) * sum(p * q for p, q in b)


def from_a_dict(x):
    w = vector(x)
    items = in_a_dict(w)["items"]
    w[0] = w[1] * 3.0
    return sum(v * (n + 1) for n, v in enumerate(items))


def view_of_a_changed_dict(x):
    d = {"a": x, "b": x * x}
    found = values_of(d)
    d["a"] = d["b"] * x
    return sum(found)


def captured_is_bound_anew(x):
    k = x

    def inner():
        return (v * k for v in vector(x))

    items = inner()
    k = 5.0 * x
    return sum(items)


def lambda_gives_it(x):
    w = vector(x)
    give = lambda: (v * v for v in w)
    items = give()
    w[0] = w[1] * 3.0
    return sum(items)


def method_gives_it(x):
    w = vector(x)
    items = MODELS[0].terms(w)
    w[0] = w[1] * 3.0
    return sum(items)


def method_gives_it_to_names(x):
    w = vector(x)
    items = MODELS[0].terms(w)
    w *= 2.0
    a, b = items
    return a * b


def method_gives_it_to_a_loop(x):
    w, total = vector(x), 0.0
    for a, b in MODELS[0].pairs(w):
        total = total + a * b
        w[1] = w[1] * 2.0
    return total


def partial_gives_it(x):
    w = vector(x)
    items = functools.partial(scaled, k=3.0)(w)
    w[0] = w[1] * 3.0
    return sum(items)


def item_of_a_table_gives_it(x):
    w, table = vector(x), {"scaled": scaled}
    items = table["scaled"](w, 2.0)
    w[0] = w[1] * 3.0
    return sum(items)


def loop_over_rows_that_change(x):
    A, total = np.outer(vector(x), vector(x)), 1.0
    for row in rows(A):
        A[1] = A[1] * total
        total = total + row.sum() * row[0]
    return total


def passed_to_a_function_that_writes(x):
    w = vector(x)
    return writes_and_sums(w, (v * v for v in w))


def passed_by_name(x):
    w = vector(x)
    items = map(np.sin, w)
    return writes_and_sums(w, items)


def passed_to_a_method_that_writes(x):
    w = vector(x)
    return MODELS[0].writes_and_sums(w, (v * v for v in w))


def passed_to_a_function_inside(x):
    w = vector(x)

    def inner(items):
        w[0] = w[1] * 4.0
        return sum(items)

    return inner(v * v for v in w)


def function_inside_writes(x):
    w = vector(x)

    def inner():
        w[0] = w[1] * 4.0

    items = (v * v for v in w)
    inner()
    return sum(items)


def tuple_holds_it(x):
    w = vector(x)
    held = ((v * 2.0 for v in w), 3.0)
    w[0] = w[1] * 3.0
    return sum(held[0]) * held[1]


def list_of_some(x):
    w = vector(x)
    held = [(v * k for v in w) for k in (1.0, 2.0)]
    return sum(held[0]) + sum(held[1])


def appended(x):
    w, held = vector(x), []
    for k in (1.0, 2.0):
        held.append(v * k for v in w)
    return sum(held[0]) + sum(held[1])


def put_into_an_object(x):
    w, model = vector(x), Model(1.0)
    model.items = (v * 2.0 for v in w)
    w[0] = w[1] * 3.0
    return sum(model.items)


RIGHT = [summed_at_once, gone_through_twice_by_two_calls, both_summed_before_the_write, array_of_a_method, pairs_of_a_method,
         method_that_reads, function_that_reads, held_in_a_tuple, view_read_twice, updated_by_its_items, rows_beside_a_sum,
         items_of_an_object_in_a_loop, methods_that_only_read_are_called]
REFUSED = [written_before_the_sum, list_written_before_the_sum, map_by_a_name, one_of_two, from_a_dict, view_of_a_changed_dict,
           captured_is_bound_anew, lambda_gives_it, method_gives_it, method_gives_it_to_names, method_gives_it_to_a_loop,
           partial_gives_it, item_of_a_table_gives_it, loop_over_rows_that_change, passed_to_a_function_that_writes, passed_by_name,
           passed_to_a_method_that_writes, passed_to_a_function_inside, function_inside_writes, tuple_holds_it, list_of_some,
           appended, put_into_an_object, method_that_writes_is_called]


@operators
@pytest.mark.parametrize("fun", [*RIGHT, *REFUSED], ids=lambda f: f.__name__)
def test_right_or_refused(fun, operator):
    assert is_right(operator, lambda: fun, 0.7, "test_iterators_passed_on.py:") or fun in REFUSED
