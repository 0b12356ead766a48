"""Loops over generator expressions and `map`: what they call is called item by item, between two runs of the body."""

import itertools

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def calls_that_append(x):
    seen = []

    def note(v):
        seen.append(v)
        return v * 2

    total = 0.0
    for v in (note(u) for u in x if u < 1):
        total += v
        seen.append(total)
        if total < 0:
            break
    else:
        total = total * 5
    return total * sum(v * k for k, v in enumerate(seen))


@case(V4)
def map_that_appends(x):
    seen = []

    def note(v):
        seen.append(v)
        return v * 2

    total = 0.0
    for v in map(note, x):
        if v > 1.5:
            continue
        total += v
        seen.append(total * x[0])
        if len(seen) > 4:
            return total * sum(v * k for k, v in enumerate(seen))
    return total * sum(v**2 * k for k, v in enumerate(seen))


@case(V4)
def names_read_item_by_item(x):
    s = 1.0
    for v in (u * s for u in x):
        s = v + s
    for a, b in ((u, u * x[0]) for u in x):
        x = x * a
    return s * np.sum(x) * b


@case(V4)
def the_target_is_read(x):
    v = 3.0
    for v in (v * u for u in x):
        pass
    return v


@case(V4)
def some_of_what_only_reads(x):
    k = x[2]

    def scaled(v):
        return v * k

    return sum(itertools.islice((scaled(v) for v in x), 2)) * sum(itertools.islice(map(scaled, x), 2))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
