"""`itertools`, `heapq`, `bisect`, `collections` and `statistics` with active values."""

from __future__ import annotations

import bisect
import collections
import functools
import heapq
import itertools
import math
import operator
import statistics

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

V4 = np.array([0.73, -1.31, 0.42, 1.17])  # no two of them, nor of their small multiples, are equal
case = Cases()
refused = Cases()


@case(V4)
def some_of_the_items(x):
    total = sum(v * v for v in itertools.takewhile(lambda v: v > -0.7, x)) * x[1]
    total += sum(v * v for v in itertools.dropwhile(lambda v: v > 0.7, x))
    total += sum(v ** 3 for v in itertools.filterfalse(lambda v: v > 0.5, x))
    total += math.prod(itertools.compress(x, [1, 0, 1, 1])) + sum(itertools.filterfalse(None, [x[0], 0, x[1]]))
    return total + sum(v ** 2 for v in itertools.repeat(x[0], 3))


@case(V4)
def in_several_ways(x):
    total = sum(a * b ** 2 for a, b in itertools.combinations(x, 2))
    for (i, a), (j, b) in itertools.combinations(enumerate(x), 2):
        total += a * b ** 2 * (i + j)
    total += sum(a * b ** 2 for a, b in itertools.combinations_with_replacement(x, 2))
    return total + sum(p[0] * p[1] ** 2 * p[3] for p in itertools.permutations(x))


@case(V4)
def determinant(x):
    m = np.outer(x, x) + np.diag(x)
    return sum(math.prod(m[i, j] for i, j in enumerate(p)) for p in itertools.permutations(range(4))) + sum(
        a * b for a, b in itertools.permutations(x, 2))


@pytest.mark.skipif(not hasattr(itertools, "batched"), reason="from Python 3.12 on")
def test_batched():
    def fun(x):
        return sum(a * b ** 2 for a, b in itertools.batched(x, 2)) + sum(len(t) * t[0] for t in itertools.batched(x, 3))
    check_all_ways(fun, V4)


@case(V4)
def groups(x):
    total = 0.0
    for positive, group in itertools.groupby(x, key=lambda v: v > 0):
        for v in group:
            total += v ** 2 * (2 if positive else 3)
    for k, group in itertools.groupby(zip([0, 0, 1, 1], x, strict=True), key=operator.itemgetter(0)):
        items = [v for _, v in group]
        total += (k + 1) * np.prod(items)
    total += sum(k * sum(g) ** 2 for k, g in itertools.groupby(sorted(x), key=lambda v: 1 if v > 0 else 2))
    return total + sum([v * k for k, g in itertools.groupby(x, lambda v: v > 0) for v in g])


@case(V4)
def heaps(x):
    heap = []
    for v in x:
        heapq.heappush(heap, v * v)
    for k, v in enumerate(x):
        heapq.heappush(heap, v * (k + 1))
    total, k = 0.0, 1
    while heap:
        total += k * heapq.heappop(heap) ** 2
        k += 1
    return total


@case(V4)
def heaps_made_of_lists(x):
    heap = [v * w for v in x for w in (1.0, -2.0, 0.3)]
    heapq.heapify(heap)
    a = heapq.heappushpop(heap, x[0] * 2)
    b = heapq.heapreplace(heap, x[1] * 3)
    return a * b + heap[0] + sum(k * v for k, v in enumerate(heap))


@case(V4)
def heaps_of_tuples(x):
    heap = []
    for k, v in enumerate(x):
        heapq.heappush(heap, (v * v, k))
    total = 0.0
    while heap:
        v, k = heapq.heappop(heap)
        total += k * v
    return total


@case(V4)
def smallest_and_largest(x):
    total = sum(k * v ** 2 for k, v in enumerate(heapq.nsmallest(3, x), 1))
    total += sum(k * v ** 2 for k, v in enumerate(heapq.nlargest(3, x, key=lambda v: -v * v), 1))
    total += sum(k * v ** 2 for k, v in enumerate(heapq.merge(sorted(x), sorted(x * 2)), 1))
    return total + sum(k * v for k, v in enumerate(heapq.merge(x, x * 3, key=lambda v: v * v, reverse=True)))


@case(V4)
def places_in_sorted_lists(x):
    values = sorted(x)
    k, j = bisect.bisect(values, 0.5), bisect.bisect_left(values, x[1] * 0.5)
    table = np.sort(x)
    return values[k] ** 2 + values[j] * 3 + table[bisect.bisect_right(table, x[0] - 0.7)] * x[3]


@case(V4)
def lists_kept_sorted(x):
    values = []
    for v in x:
        bisect.insort(values, v * 2)
        bisect.insort_left(values, -v, key=lambda u: u)
    return sum(k * v ** 2 for k, v in enumerate(values, 1))


@case(V4)
def reduced(x):
    return functools.reduce(lambda a, b: a * b + 1, x) + functools.reduce(operator.mul, x, 1.0)


@case(V4)
def counters(x):
    counter = collections.Counter({"a": x[0], "b": x[3]}, c=x[1])
    counter.update({"a": x[1], "d": x[2]}, c=2.0)
    counter.subtract(b=x[2])
    counts = collections.Counter()
    for k, v in enumerate(x):
        counts[k % 2] += v ** 2
    return counter["a"] ** 2 + counter["b"] * counter["c"] * counter["d"] + counter.most_common(1)[0][1] ** 2 + (
        counter.total() * counts[0] * counts[1] + counts[7])


@case(V4)
def ordered_dicts(x):
    table = collections.OrderedDict(a=x[0])
    table["b"] = x[1] ** 2
    table["c"] = x[2]
    table.move_to_end("a")
    table.move_to_end("c", last=False)
    total = sum(k * v for k, v in enumerate(table.values(), 1))
    return total + table.popitem(last=False)[1] * table.popitem()[1] ** 2 + sum(table.values())


@case(P4)
@case([1.5, 0.3, 2.2])
def moments(x):
    x = list(x)
    total = statistics.variance(x) * statistics.stdev(x) + statistics.pvariance(x) * statistics.pstdev(x)
    total += statistics.variance(x, x[0]) + statistics.mean(x) * statistics.fmean(x) * statistics.median(x)
    total += statistics.fmean(x, weights=[v * v for v in x]) if tangentish and hasattr(statistics, "correlation") else 0.0
    return total + statistics.harmonic_mean(x) * statistics.mean(x) + statistics.harmonic_mean(x, weights=[1, 2, 3, 4][
        :len(x)])


@case(V4)
def groups_under_their_own_name(x):
    total = 0.0
    for positive, group in itertools.groupby(x, key=lambda v: v > 0):
        group = list(group)
        total += sum(v ** 2 for v in group) * len(group) + (group[0] if positive else group[-1])
    for _, group in itertools.groupby(enumerate(x), key=lambda p: p[0] // 2):
        group = sorted(group, key=lambda p: p[1])
        total += group[0][1] * group[-1][1]
    return total


@case(P4)
def pushed_inside_expressions(x):
    heap, values = [], []
    for v in x:
        [heapq.heappush(heap, v * 2)]
        assert bisect.insort(values, v * x[0]) is None
        if heapq.heappush(heap, -v) is None:
            bisect.insort_left(values, -v) or None
    return sum(k * v**2 for k, v in enumerate(values, 1)) + heap[0] * heap[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@refused(V4)
def groups_in_a_list(x):
    return sum(sum(g) for _, g in list(itertools.groupby(x)))


@refused(V4)
def groups_used_twice(x):
    total = 0.0
    for _, g in itertools.groupby(x, key=lambda v: v > 0):
        total += sum(g) + sum(g) * 2
    return total


@refused(V4)
def groups_used_in_a_loop(x):
    total = 0.0
    for _, g in itertools.groupby(x, key=lambda v: v > 0):
        for _ in range(2):
            total += sum(g)
    return total


@refused(V4)
def groups_under_their_own_name_too_late(x):
    total = 0.0
    for _, g in itertools.groupby(x, key=lambda v: v > 0):
        total += sum(g)
        g = list(g)
        total += sum(g)
    return total


@refused(V4)
def groups_used_later(x):
    kept = []
    for _, g in itertools.groupby(x, key=lambda v: v > 0):
        kept.append(g)
    return sum(sum(g) for g in kept) + x[0]


@refused(V4)
def groups_for_each_item_of_another(x):
    return sum(v * w for _, g in itertools.groupby(x, key=lambda v: v > 0) for v in (1.0, 2.0) for w in g)


@refused(V4)
def keys_that_change(x):
    least, total = 0.0, 0.0
    for _, g in itertools.groupby(x, key=lambda v: v > least):
        total += sum(g)
        least = 1.0
    return total


@refused(V4)
def predicates_that_change(x):
    most, total = 5.0, 0.0
    for v in itertools.takewhile(lambda v: v < most, x):
        total += v ** 2
        most = 1.0
    return total


@refused(V4)
def without_an_end(x):
    return sum(a * b for a, b in zip(x, itertools.repeat(x[0]), strict=False))


@refused(V4)
def used_twice(x):
    chosen = itertools.combinations(x, 2)
    return sum(a * b for a, b in chosen) + sum(a for a, _ in chosen)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)


def test_errors():
    def too_few(x):
        return statistics.stdev([x[0]])

    def negative(x):
        return statistics.harmonic_mean(list(x))

    for fun in (too_few, negative):
        with pytest.raises(statistics.StatisticsError):
            tangentish.grad(fun)(V4)
