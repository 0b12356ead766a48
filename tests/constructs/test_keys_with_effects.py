"""Functions that are called for each item, as `key` is, and that write: they are called once for each, in order."""

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def of_max_and_min(x):
    calls = []

    def key(v):
        calls.append(v * len(calls))
        return -v

    total = max(x, key=key) + min(x[0], x[1] ** 2, x[3], key=key) ** 2
    return total + sum(calls) * min(range(1, 3), key=lambda k: key(x[k]))


@case(V4)
def of_sorted_and_sort(x):
    calls = []

    def key(v):
        calls.append(v * len(calls))
        return -v

    items = [x[0], x[1] * 2, x[3]]
    items.sort(key=key)
    return sorted(x, key=key, reverse=True)[0] * items[1] + sum(calls) * calls[4]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
