"""The first item that a generator expression gives."""

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def first_of_some(x):
    a = next(v for v in x if v < 0.5)
    return a * a


@case(V3)
def none_by_default(x):
    a = next((v * v for v in x if v > 5.0), None)
    return 3.0 * x[0] if a is None else a


@case(V4)
def inside_an_expression(x):
    return next((v * x[0] for v in x if v < 0.7), 0.0) * 2.0 + x[2]


@case(V4)
def active_by_default(x):
    return np.sum(x) * next((v for v in x if v > 9.0), x[1] * x[2])


@case(V4)
def nested_loops(x):
    return x[0] * next((w * v for v in x if v < 1.0 for w in x if w + v < 1.0), 3.0)


@case(V4)
def in_a_loop(x):
    total = 0.0
    for k in range(3):
        bound = x[k] * 0.5
        total += next((v * bound for v in x if v < bound), 1.0) * x[k]
    return total


@case(V4)
def in_a_branch_not_taken(x):
    return x[0] * (next(v for v in x if v > 5.0) if x[0] > 100.0 else x[1])


@case(V4)
def nothing_found(x):
    try:
        a = next(v for v in x if v > 5.0)
    except StopIteration:
        a = x[1]
    return a * a


@case(V4)
def of_a_new_iterator(x):
    d = {"a": x * 2.0, "b": x}
    return next(iter(d.values()))[1] * next(iter(x))


@case(V4)
def stops_at_the_first(x):
    seen = []

    def note(v):
        seen.append(v * v)
        return v

    a = next(note(v) for v in x if v < 1.0)
    return a * len(seen) + seen[0]


def _of_arrays(*args):
    return next((a[0] * a[1] for a in args if isinstance(a, np.ndarray)), None)


@case(V4)
def of_arguments(x):
    return x[0] * _of_arrays(2.0, x * x, x) + (1.0 if _of_arrays(x[0]) is None else 2.0)


@case(V4)
def in_a_test(x):
    total = 0.0
    k = 0
    while next((v for v in x[k:] if v > 0.0), -1.0) > 0.0:
        total = total + x[k] ** 2
        k += 2
    return total


@case(V4)
def only_an_index(x):
    return x[next(k for k, v in enumerate(x) if v < 0.0)] ** 2


@pytest.mark.parametrize("fun,args,options", case)
def test_first_found(fun, args, options):
    check_all_ways(fun, *args, **options)
