"""Builtin functions that go through dicts, sets and iterators: of a dict it is the keys that they see."""

import functools
import itertools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()

PLACES = {0: 5, 3: 7, 2: 1}
WORTH = {"a": 1, "b": 2}


@case(V4)
def of_numbers_by_numbers(x):
    table = {1: x[0], 0: x[1], 2: x[2]}
    a = sorted(table)[-1] * x[3] + sum(map(lambda k: k * x[3] ** 2, table))
    return a + functools.reduce(lambda p, q: p * 2 + q, table) * x[3] * min(table) + list(enumerate(table))[2][1] * x[0]


@case(V4)
def the_best_key(x):
    table = {"a": x[0], "b": x[1]}
    best, worst = max(table, key=lambda k: table[k]), min(table, key=table.get)
    return table[best] * table[worst] ** 2 + table[min(table)] * table[max(WORTH, key=table.get)]


@case(V4)
def in_reverse_and_zipped(x):
    table = {0: x[0], 1: x[1]}
    paired = dict(zip(table, x[2:], strict=True))
    first, _ = list(reversed(table))
    return first * x[3] + paired[1] ** 2 * sum(table[k] for k in sorted(table, reverse=True))


@case(V4)
def keys_zipped(x):
    table = {"a": x[0], "b": x[1]}
    paired = dict(zip(table.keys(), [v * v for v in table.values()], strict=True))
    spread = dict(zip(table.keys() | {"a"}, np.broadcast_arrays(*table.values()), strict=False))
    return paired["a"] * paired["b"] * np.sum(spread["b"]) + sum(map(lambda k, v: len(k) * v, table.keys(), x[2:]))


def without(table, *keys):
    return [table[k] for k in sorted((set(table) | frozenset(table)) - (table.keys() & {*keys}))]


@case(V4)
def sets_of_keys(x):
    table = {"a": x[0], "b": x[1], "c": x[2]}
    first, second = without(table, "b", "d")
    return first * second ** 2 * table[(set(table) ^ {"a", "c"}).pop()]


@case({"W": np.array([[1.0, 2.0], [3.0, 4.0]]), "b": np.array([0.1, 0.2])})
def parameters_in_a_dict(p):
    return sum(np.sum(p[k] ** 3) for k in sorted(p)) * p[max(p)][0]


@case(V4)
def inactive_dicts(x):
    total = sum(v * i for i, v in list(zip(PLACES, x, strict=False))) + sum(map(lambda i: x[i] ** 2, PLACES))
    return total * functools.reduce(lambda s, i: s * 0.5 + x[i], PLACES, 0.0) + x[max(PLACES, key=lambda i: x[i])]


@case(V4)
def sets_and_generators(x):
    i, j = max(((i, j) for i in range(2) for j in range(2)), key=lambda ij: abs(x[ij[0]] - 2 * x[ij[1] + 1]))
    total = x[max((k for k in range(3)), key=lambda k: x[k])] * x[max({0, 1}, key=lambda k: x[k])]
    total += sum(map(lambda k: x[k] ** 2, {0, 1})) * sum(map(lambda k: x[k] ** 3, (k for k in range(3))))
    return total + sum(a * b for a, b in [*zip({0, 1}, x, strict=False)]) + x[i] * x[j] * functools.reduce(
        lambda s, k: s * 0.5 + x[k], (k for k in {0, 1, 2}), 0.0)


@case(V4)
def endless_iterators_beside_others(x):
    weights = (k * 2.5 for k in range(4))
    return sum(map(lambda v, w: v * w, x, itertools.count(1))) * sum(map(lambda v, w: v**2 * w, x, weights))


@case(V4)
def as_many_as_zip_takes(x):
    before, after, last = iter([1, 2, 3, 4, 5, 6]), iter([1, 2, 3, 4, 5, 6]), (k for k in range(4))
    pairs = [*zip(before, x, strict=False)] + [*zip(x, after, strict=False)] + [*zip(x, last, strict=True)]
    return sum(a * b**2 for a, b in pairs) * len(list(before)) + x[0] * len(list(after))


def rows_of(*rows):
    return [row[0] * row[1] ** 2 for row in rows]


def first_of(p, q):
    return p[0] ** 2 if isinstance(p, np.ndarray) else p**2


@case(V4)
def arrays_as_arguments_one_by_one(x):
    table = x.reshape(2, 2) * 1.0
    top = table[0]
    table[1] *= top
    both = [*zip(*table, strict=True)]
    products = rows_of(*table)
    table[0] *= 3
    return both[0][1] * both[1][0] + products[0] * products[1] + first_of(*table) * np.sum(top) + first_of(*x[:2])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_lengths_that_differ():
    def f(x, columns):
        return sum(a * b for a, b in [*zip(*columns, x, strict=True)])

    for columns in ([(k for k in range(5))], [(k for k in range(3))]):
        with pytest.raises(ValueError, match="different lengths"):
            tangentish.grad(f)(V4, columns)


def test_nothing_but_endless_iterators_is_refused():
    def f(x):
        return sum(itertools.islice(map(lambda k: k * x[0], itertools.count()), 3))

    with pytest.raises(tangentish.UnsupportedError, match="endless"):
        tangentish.grad(f)(V4)


def test_nothing_to_choose_from():
    def largest(x):
        return max([v for v in x if v > 100])

    def reduced(x):
        return functools.reduce(lambda a, b: a * b, [v for v in x if v > 100])

    def default(x):
        return x[0] if max([v for v in x if v > 100], default=None) is None else x[1]

    with pytest.raises(ValueError, match=r"max\(\)"):
        tangentish.grad(largest)(V4)
    with pytest.raises(ValueError, match=r"max\(\)"):
        tangentish.jvp(largest, (V4,), (V4,))
    with pytest.raises(TypeError, match=r"reduce\(\)"):
        tangentish.grad(reduced)(V4)
    assert tangentish.grad(default)(V4)[0] == 1.0


class Fitted:
    def __init__(self):
        self.params = {"a": 1.0, "b": 2.0}

    def by_items(self, given):
        for key, value in iter(given.items()):
            self.params[key] = value

    def by_keys(self, given):
        for key in iter(given):
            self.params[key] = given[key]

    def by_values(self, given):
        for value in iter(given.values()):
            self.params["a"] = value

    def by_a_comprehension(self, given):
        self.params = {key: value * 2.0 for key, value in iter(given.items())}


@pytest.mark.parametrize("name", ["by_items", "by_keys", "by_values", "by_a_comprehension"])
def test_other_dicts_are_stored_into(name):
    def fun(x):
        fitted = Fitted()
        getattr(fitted, name)({"a": x[0] * x[1], "b": x[2]})
        return fitted.params["a"] ** 2 + fitted.params["b"]

    check_all_ways(fun, V4)
