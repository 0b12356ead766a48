"""Generators that are gone through by loops which fill and add to what they made themselves, and nobody else has."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


def doses(plan, dt):
    """The times and the rates of what is given, in steps."""
    for start, amount in sorted(plan, key=lambda pair: pair[0]):
        k = 0
        while k * dt < 1.0:
            yield start + k * dt, amount / (1 + k)
            k += 1


@case(V4)
def a_sum(x):
    total = 0.0
    for t, rate in doses([(6.0, x[0]), (2.0, x[1])], 0.5):
        total += rate * t
    return np.sin(total)


@case(V4)
def a_sum_bound_again_later(x):
    total = 0.0
    for t, rate in doses([(6.0, x[0] ** 2), (2.0, x[1] ** 2)], 0.5):
        total += rate * t
    total = np.sqrt(total)
    return total


@case(V4)
def a_dict_of_sums(x):
    feeds = defaultdict(float)
    for t, rate in doses([(6.0, x[0]), (2.0, x[1]), (2.5, x[2] * x[3])], 0.5):
        feeds[round(t / 0.5)] += rate
    return feeds[4] * 2 + feeds[5] ** 2 + feeds[12] ** 2 + feeds.get(99, 0.0)


@case(V4)
def a_dict(x):
    feeds = {}
    for t, rate in doses([(6.0, x[0]), (2.0, x[1])], 0.5):
        feeds[round(t / 0.5)] = rate * t
    return sum(value ** 2 for value in feeds.values())


@case(V4)
def an_array(x):
    rates = np.zeros(14)
    for t, rate in doses([(6.0, x[0]), (2.0, x[1])], 0.5):
        rates[round(t / 0.5)] += rate
        rates[0] = rates[4] * rate
    return np.sum(rates ** 2)


@case(V4)
def counted_by_name(x):
    sums = {"early": 0.0, "late": 0.0}
    for t, rate in doses([(6.0, x[0]), (2.0, x[1])], 0.5):
        sums["early" if t < 4 else "late"] += rate
    return sums["early"] * np.exp(sums["late"])


@case(V4)
def a_loop_within_a_loop(x):
    total = 0.0
    for scale in (1.0, 2.0):
        sums = defaultdict(float)
        for t, rate in doses([(6.0, x[0]), (2.0, x[1] * scale)], 0.5):
            sums[t] += rate
        total = total + sums[2.0] ** 2 * sums[6.5]
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_case(fun, args, options):
    check_all_ways(fun, *args, **options)


def growing(plan):
    """What it yields depends on what was done with what it yielded before."""
    for row in plan:
        yield row[0] * row[1]


@refused(V4)
def the_plan_is_filled(x):
    plan = [[x[0], 1.0], [x[1], 1.0], [x[2], 1.0]]
    total = 0.0
    for k, v in enumerate(growing(plan)):
        total += v
        if k < 2:
            plan[k + 1][1] = v
    return total


@refused(V4)
def the_plan_is_filled_under_another_name(x):
    rows = [x * 1.0, x * 2.0]
    again = rows + []
    total = 0.0
    for v in growing(again):
        total += v
        rows[1] += v
    return total


@refused(V4)
def rows_that_were_kept(x):
    kept = {}
    plan = [x * 1.0, x * 2.0, x * 3.0]
    for k, v in enumerate(growing(plan)):
        kept[k] = plan[2]
        kept[k] += v
    return np.sum(kept[0])


@refused(V4)
def a_dict_that_the_generator_has(x):
    plan = defaultdict(float)
    plan[0] += x[0]
    plan[1] += x[1]

    def each():
        for k in (0, 1):
            yield plan[k] * x[2]

    for v in each():
        plan[1] += v
    return plan[1]


@refused(V4)
def a_view_of_an_array(x):
    rates = np.zeros((2, 4))
    rates[0] += x
    rates[1] += x
    rows = rates[0:]
    total = 0.0
    for v in growing(rows):
        total += v
        rates[1] += v
    return total


class Basket:
    """To which a number is added on its left: the result is one that was there before."""

    def __init__(self, items):
        self.items = items

    def __radd__(self, other):
        return self.items


@refused(V4)
def a_sum_that_is_what_the_generator_reads(x):
    plan = [x * 1.0, x * 2.0]
    total = 0.0
    total += Basket(plan[1])
    ans = 0.0
    for v in growing(plan):
        total += v
        ans = ans + v
    return ans


@pytest.mark.parametrize("fun, args, options", refused)
def test_right_or_refused(fun, args, options):
    """Each is refused, or followed step by step."""
    try:
        x_bar = tangentish.grad(fun)(*args)
    except tangentish.UnsupportedError:
        return
    step = 1e-6
    want = [(fun(args[0] + step * e) - fun(args[0] - step * e)) / (2 * step) for e in np.eye(len(args[0]))]
    np.testing.assert_allclose(x_bar, want, rtol=1e-5, atol=1e-7)
