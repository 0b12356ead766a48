"""Iterators whose functions write what others read, and iterators that several readers share: right, or refused."""

import itertools

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(P4)
def looped_over_at_once(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    total = 0.0
    for v in map(note, x):
        seen.append(v * 3.0)
        total += v * len(seen) * seen[-2]
    return total + seen[0]


@case(P4)
def summed_before_it_is_read(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    noted = map(note, x)
    total = sum(noted)
    return total * sum(seen) * len(seen)


@case(P4)
def several_in_a_list(x):
    parts = [iter(x) for _ in range(2)]
    pair = [iter(x), iter(x * 2.0)]
    return sum(a * b for a, b in zip(*parts)) + sum(a * b for a, b in zip(pair[0], pair[1]))


@case(P4)
def passed_on_to_be_read_once(x):
    def total(values, start=0.0):
        if start is None:
            return 0.0
        return sum(values) + start

    return total(iter(x * x)) ** 2


@case(P4)
def left_before_the_end(x):
    seen = []
    any(map(lambda v: seen.append(v) or v > 1.0, x))
    return sum(seen) * len(seen)


@pytest.mark.parametrize("fun,args,options", case)
def test_iterators_that_act(fun, args, options):
    check_all_ways(fun, *args, **options)


def body_changes_what_is_written(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    noted, total = map(note, x), 0.0
    for v in noted:
        seen.append(v * 3.0)
        total += seen[-2] * v * len(seen)
    return total + seen[1]


def body_reads_what_is_written(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    total = 0.0
    for v in itertools.chain(map(note, x), x):
        total += v * len(seen)
    return total


def accumulated(x):
    seen = []

    def times(a, b):
        seen.append(b)
        return a * b

    total = 0.0
    for v in itertools.accumulate(x, times):
        total += v * len(seen)
    return total + sum(seen)


def starred(x):
    seen = []

    def note(a, b):
        seen.append(a * b)
        return a

    total = 0.0
    for v in itertools.starmap(note, [(v, v) for v in x]):
        total += v * len(seen) + seen[-1]
    return total


def generated(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    values, total = (note(v) for v in x), 0.0
    for v in values:
        total += v * len(seen)
    return total


def read_before_it_is_gone_through(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    noted = map(note, x)
    count = len(seen)
    total = sum(noted)
    return count * total + total


def body_changes_what_is_read(x):
    scale, total = [1.0], 0.0
    scaled = map(lambda v: v * scale[0], x)
    for v in scaled:
        total += v
        scale[0] = scale[0] * v
    return total


def beside_a_shorter_one(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    return sum(a * b for a, b in zip([1.0, 2.0], map(note, x))) * sum(seen)


def shared_by_an_item(x):
    return sum(a * b for a, b in zip(*[[iter(x)]][-1] * 2))


def shared_by_a_list(x):
    held = [iter(x)]
    return sum(a * b for a, b in zip(held[0], held[0]))


def shared_by_a_list_repeated(x):
    held = [iter(x)]
    held = held * 2
    return sum(a * b for a, b in zip(*held))


def shared_by_a_dict(x):
    held = dict(first=iter(x))
    return sum(a * b for a, b in zip(held["first"], held["first"]))


def shared_by_a_function(x):
    def pairs(values):
        return zip(values, values)

    return sum(a * b for a, b in pairs(iter(x)))


def batches(values, n):
    return zip(*[values] * n)


def shared_by_a_helper(x):
    return sum(a * b for a, b in batches(iter(x), 2))


@pytest.mark.parametrize("fun", [
    body_changes_what_is_written, body_reads_what_is_written, accumulated, generated, read_before_it_is_gone_through,
    body_changes_what_is_read, beside_a_shorter_one, shared_by_an_item, shared_by_a_list,
    shared_by_a_list_repeated, shared_by_a_dict, shared_by_a_function, shared_by_a_helper])
def test_what_lists_are_not_is_refused(fun):
    for derivative in (lambda: grad(fun)(P4), lambda: jvp(fun, (P4,), (np.ones(4),))):
        with pytest.raises(UnsupportedError, match=r"iterator|takes some items|is read before"):
            derivative()
