"""Loops over generators and other iterators that write numbers into arrays between two trips."""

import types

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def filling(g):
    g[::2] = 9.0
    yield 1


def counting(g):
    for k in range(3):
        g[k] = k + 2.0
        yield k


def made(g):
    return counting(g)


def consume(items):
    for _ in items:
        pass


class Filling:
    def __init__(self, g):
        self.g, self.n = g, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        self.g[::2] = 9.0
        return 1


class Rows:
    def __init__(self, g):
        self.g = g

    def __iter__(self):
        for k in range(3):
            self.g[k] += 1.0
            yield k

    def steps(self):
        for k in range(3):
            self.g[k] += 1.0
            yield k


@case(V3)
def of_a_function(x):
    g = np.arange(3.0)
    y = x * g
    for v in filling(g):
        y = y * v
    return np.sum(y * g)


@case(V3)
def that_does_nothing_else(x):
    g = np.arange(3.0)
    y = x * g
    for _ in filling(g):
        pass
    return np.sum(y * g)


@case(V3)
def of_a_function_inside(x):
    g = np.arange(3.0)
    y = x * g

    def part():
        for k in range(3):
            g[k] = k + 2.0
            yield k

    for _ in part():
        y = y * g
    return np.sum(y)


@case(V3)
def of_one_generator_in_another(x):
    g = np.arange(3.0)
    y = x * g

    def part():
        g[::2] = 9.0
        yield 1

    def outer():
        yield from part()

    for _ in outer():
        pass
    return np.sum(y * g)


@case(V3)
def of_a_lambda(x):
    g = np.arange(3.0)
    y = x * g
    part = lambda: (g.fill(9.0) for _ in range(1))  # what is tested
    for _ in part():
        pass
    return np.sum(y * g)


@case(V3)
def numbered(x):
    g = np.arange(3.0)
    y = x * g
    for k, _ in enumerate(counting(g)):
        y = y * g + k
    return np.sum(y)


@case(V3)
def beside_numbers(x):
    g = np.arange(3.0)
    y = x * g
    for _, v in zip(counting(g), [1.0, 2.0], strict=False):
        y = y * v
    return np.sum(y * g)


@case(V3)
def held_before(x):
    g = np.arange(3.0)
    rows = counting(g)
    y = x * g
    for _ in rows:
        y = y * g
    return np.sum(y)


@case(V3)
def in_another_generator(x):
    g = np.arange(3.0)
    rows = counting(g)
    y = x * g
    for _ in (2 * k for k in rows):
        y = y * g
    return np.sum(y)


@case(V3)
def held_by_a_dict(x):
    g = np.arange(3.0)
    held = {"rows": counting(g)}
    y = x * g
    for _ in held["rows"]:
        y = y * g
    return np.sum(y)


@case(V3)
def held_by_an_object(x):
    g = np.arange(3.0)
    held = types.SimpleNamespace(rows=counting(g))
    y = x * g
    for _ in held.rows:
        y = y * g
    return np.sum(y)


@case(V3)
def put_into_a_list(x):
    g = np.arange(3.0)
    held = []
    held.append(counting(g))
    y = x * g
    for rows in held:
        for _ in rows:
            y = y * g
    return np.sum(y)


@case(V3)
def one_of_several(x):
    g = np.arange(3.0)
    y = x * g
    for rows in [range(2), counting(g)]:
        for _ in rows:
            y = y * g
    return np.sum(y)


@case(V3)
def mapped_by_a_lambda(x):
    g = np.arange(3.0)
    y = x * g
    for _ in [map(lambda k: g.__setitem__(k, 9.0), [0, 2])][0]:
        y = y * g
    return np.sum(y)


@case(V3)
def asked_with_next(x):
    g = np.arange(3.0)
    rows = filling(g)
    y = x * g
    next(rows)
    return np.sum(y * g)


@case(V3)
def asked_at_once(x):
    g = np.arange(3.0)
    rows = filling(g)
    y = x * g
    return np.sum(y * g) * len(list(rows)) + np.sum(y * g)


@case(V3)
def asked_by_a_function(x):
    g = np.arange(3.0)
    rows = filling(g)
    y = x * g
    consume(rows)
    return np.sum(y * g)


@case(V3)
def asked_by_a_function_by_its_name(x):
    g = np.arange(3.0)
    rows = filling(g)
    y = x * g
    consume(items=rows)
    return np.sum(y * g)


@case(V3)
def asked_in_a_display(x):
    g = np.arange(3.0)
    rows = counting(g)
    y = x * g
    found = [*rows]
    return np.sum(y * g) * len(found)


@case(V3)
def unpacked(x):
    g = np.arange(3.0)
    rows = counting(g)
    y = x * g
    a, b, c = rows
    return np.sum(y * g) * (a + b + c)


@case(V3)
def asked_by_a_method(x):
    g = np.arange(3.0)
    rows = counting(g)
    y = x * g
    rows.__next__()
    return np.sum(y * g)


@case(V3)
def mapped_and_held(x):
    g = np.arange(3.0)
    y = x * g

    def write(k):
        g[k] = 9.0
        return k

    for _ in [map(write, [0, 2])][0]:
        y = y * g
    return np.sum(y)


@case(V3)
def given_by_a_function(x):
    g = np.arange(3.0)
    y = x * g
    for _ in made(g):
        y = y * g
    return np.sum(y)


@case(V3)
def of_an_iterator_class(x):
    g = np.arange(3.0)
    y = x * g
    for _ in Filling(g):
        y = y * g
    return np.sum(y * g)


@case(V3)
def of_a_class(x):
    g = np.arange(3.0)
    y = x * g
    rows = Rows(g)
    for _ in rows:
        y = y * g
    return np.sum(y)


@case(V3)
def of_a_method(x):
    g = np.arange(3.0)
    y = x * g
    for _ in Rows(g).steps():
        y = y * g
    return np.sum(y)


@case(V3)
def in_a_comprehension(x):
    g = np.arange(3.0)
    y = x * g
    return sum([np.sum(y * g) for _ in counting(g)])


@case(V3)
def in_a_generator_expression(x):
    g = np.arange(3.0)
    y = x * g
    return sum(np.sum(y * g) for _ in counting(g))


@case(V3)
def left_and_gone_on(x):
    g = np.arange(3.0)
    y = x * g
    for k in counting(g):
        if k == 1:
            continue
        y = y * g
        if k == 2:
            break
    else:
        y = y * 3.0
    return np.sum(y)


@case(V3)
def returned_from(x):
    g = np.arange(3.0)
    y = x * g
    for k in counting(g):
        if x[0] > 0.0 and k == 1:
            return np.sum(y * g)
        y = y * g
    return np.sum(y)


@case(V3)
def in_a_loop(x):
    g = np.arange(3.0)
    y = x * g
    for _ in range(2):
        for _ in counting(g):
            y = np.sin(y * g)
        g[0] = 1.5
    return np.sum(y)


class Counter:
    def __init__(self, n):
        self.n = n

    def more(self):
        self.n += 1


@case(V3)
def as_often_as_an_attribute_said(x):
    counter = Counter(1)
    y = x * 1.0
    for _ in range(2):
        for _ in range(counter.n):
            y = y * 2.0
        counter.n += 1
    return np.sum(y * y)


@case(V3)
def as_often_as_an_attribute_said_then(x):
    counter = Counter(1)
    y = x * 1.0
    for _ in range(counter.n + 1):
        y = y * 2.0
    counter.more()
    return np.sum(y * y)


@case(V3)
def from_where_an_attribute_said(x):
    counter = Counter(0)
    y = x * 1.0
    for _ in range(2):
        for k in range(counter.n, 3):
            y[k] = y[k] * 2.0
        counter.n += 1
    return np.sum(y * y)


@pytest.mark.parametrize("fun,args,options", case)
def test_running_iterators(fun, args, options):
    check_all_ways(fun, *args, **options)
