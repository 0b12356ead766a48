"""`any` and `all` stop early, so that calls with effects are not made."""

import itertools

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def calls_that_append(x):
    seen = []

    def note(v):
        seen.append(v)
        return v > 0.5

    found = any(note(v) for v in x[::-1])
    if all(map(note, x)):
        return x[0]
    return sum(seen) * seen[-1] * 2 + x[3] * found


@case(V4)
def several_loops(x):
    seen = []

    def note(u, v):
        seen.append(u * v)
        return u * v < 0

    if any(note(u, v) for u in x if u > -5 for v in x if u != v) and not all(note(v, v) for v in x[::-1]):
        return sum(seen) * x[0]
    return x[3]


@case(V4)
def inside_a_comprehension(x):
    seen = []

    def note(u, v):
        seen.append(u * v)
        return u * v < 0

    rows = [any(note(u, v) for u in x) for v in x]
    return sum(seen) * sum(rows)


@case(V4)
def only_for_its_effects(x):
    seen = []

    def keep(v):
        seen.append(v * x[0])
        return v > 0

    if all(keep(v) for v in x):
        pass
    return sum(seen)


@case(V4)
def endless(x):
    seen = []

    def note(k):
        seen.append(k * x[0])
        return k > 3

    any(note(k) for k in itertools.count())
    return x[0] * sum(seen) if any(note(v) for v in x[1:]) or any(v > 1 for v in x) else 0.0


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
