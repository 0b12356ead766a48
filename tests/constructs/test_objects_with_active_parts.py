"""Objects with an attribute that active values were stored in, given to whatever may read it."""

import copy
import operator
from functools import partial, reduce

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Part:
    def __init__(self, v):
        self.v, self.w, self.other = v, 3.0, self

    def of(self, other):
        return other.v * self.w

    @property
    def double(self):
        return 2 * self.v

    def run(self, x):
        self.v = x * x
        return read(self) + (lambda part: part.v)(self)


def read(part):
    return part.v


def read_named(*, part):
    return part.v


def read_all(*parts):
    return sum(part.v for part in parts)


def read_first(parts):
    return parts[0].v


def read_key(parts):
    return parts["n"].v


def read_below(part):
    return read(part.other)


def times(part, k):
    return part.v * k


def put(part, v):
    part.v = v


@case(0.7)
def argument(x):
    part = Part(1.0)
    part.v = x * x
    return read(part) * read_named(part=part) + times(part, x) + times(part, 2) + times(Part(3.0), 1)


@case(0.7)
def argument_of_another(x):
    part = Part(1.0)
    put(part, x * x)
    return read(part) + Part(2.0).of(part)


@case(0.7)
def one_that_leads_to_it(x):
    part, first = Part(1.0), Part(2.0)
    first.other = part
    part.v = x * x
    return read_below(first) * read(first.other)


@case(0.7)
def one_that_holds_itself(x):
    part = Part(1.0)
    part.v = x * x
    return read_below(part)


@case(0.7)
def in_containers(x):
    part = Part(1.0)
    parts = [part, Part(2.0)]
    part.v = x * x
    return read_first([part]) * read_first(parts) + read_key({"n": part}) + read_all(part, *parts) + read_named(**{"part": part})


@case(0.7)
def item(x):
    parts = [Part(1.0), Part(2.0)]
    parts[1].v = x * x
    return read(parts[1]) + read(parts[1] if x > 0 else parts[0])


@case(0.7)
def captured(x):
    part = Part(1.0)
    early = lambda: part.v
    part.v = x * x

    def late():
        return read(part)

    return early() * late() + (lambda: part.v)()


@case(0.7)
def property_read(x):
    part = Part(1.0)
    part.v = x * x
    return part.double + getattr(part, "double")


@case(0.7)
def readers(x):
    part = Part(1.0)
    part.v = x * x
    return operator.attrgetter("v")(part) + getattr(part, "v") + vars(part)["v"] + copy.copy(part).v


@case(0.7)
def functional(x):
    part = Part(1.0)
    held = partial(read, part)
    part.v = x * x
    return held() * sum(map(read, [part, part])) + reduce(lambda a, p: a * read(p), [part, part], 1.0)


@case(0.7)
def in_a_loop(x):
    part, total = Part(1.0), 0.0
    for k in range(3):
        total += read(part)
        part.v = x * (k + 1)
    while read(part) < 5:
        part.v = part.v + x
    return total * read(part)


@case(0.7)
def in_a_method(x):
    return Part(1.0).run(x)


@case(0.7)
def arrays(x):
    part = Part(np.zeros(2))
    part.v[0] = x * x
    part.v += x
    return np.sum(read(part) ** 2)


@case(0.7, Part(1.0))
def object_given(x, part):
    part.v = x * x
    return read(part) * x


def read_twice(part):
    return part.v * 2.0


def stored_anew(part):
    part.w = part.v**3


READERS = {"once": read, "twice": read_twice}


@case(0.7)
def given_to_an_item_of_a_table(x):
    part = Part(1.0)
    part.v = x * x
    readers = [read_twice, len]
    return READERS["twice"](part) * readers[0](part)


@case(0.7)
def given_to_an_item_that_stores(x):
    part = Part(1.0)
    part.v = x * x
    {"store": stored_anew}["store"](part)
    return part.w


@case(0.7)
def given_to_one_of_two_functions(x):
    part = Part(1.0)
    part.v = x * x
    return (read if x > 0.0 else len)(part) * (None or read_twice)(part) + (getattr, None)[0](part, "double")


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_the_tangent_of_an_object_that_holds_itself():
    part, part_dot = Part(2.0), Part(1.0)
    assert tangentish.jvp(one_that_is_read, (part,), (part_dot,)) == (4.0, 4.0)


def one_that_is_read(part):
    return read_below(part) * part.v
