"""Comprehensions of which only the number, a place or a truth is used, and which write on the way."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


def put(seen, v):
    seen.append(v * v)
    return v


def positive(v):
    return v > 0.0


class Judge:
    def __init__(self):
        self.total = 1.0

    def takes(self, v):
        self.total = self.total * v
        return v > 0.0


@case(X)
def number_of_what_was_put(x):
    seen = []
    n = len([put(seen, v) for v in x])
    return x[0] * n + seen[0] * seen[3]


@case(X)
def ones_where_it_was_put(x):
    seen = []
    n = sum(1 for v in x if put(seen, v) > 0.0)
    return sum(seen) * n


@case(X)
def place_of_the_largest(x):
    seen = []
    k = int(np.argmax([put(seen, v) for v in x]))
    return seen[k] * x[k - 1]


def count(x, test):
    return x[0] * len([v for v in x if test(v)])


@case(X)
def condition_that_reads(x):
    return count(x, positive) + count(x, lambda v: v < 0.5)


@case(X)
def condition_that_writes(x):
    seen = []
    return count(x, lambda v: seen.append(v) or v > 0.0) * seen[1]


@case(X)
def method_as_a_test(x):
    judge = Judge()
    taken = len([v for v in x if judge.takes(v)])
    return judge.total * taken


@case(X)
@case(-X)
def behind_and_and_or(x):
    seen = []
    if x[0] > 0.0 and (x[1] > 0.0 or len([put(seen, v) for v in x]) > 2):
        x = x * seen[0]
    elif not (x[0] > 0.0 or len(set(put(seen, v) > 0.0 for v in x)) == 1):
        x = x * seen[2]
    some = len(seen) > 2 and max(put(seen, v) > 1.0 for v in x)
    return x[0] * some + sum(seen)


@case(X)
def in_a_test(x):
    seen = []
    if len([put(seen, v) for v in x]) > 2:
        return seen[2] * 3.0
    return x[0]


@case(X)
def of_several_functions(x):
    k = int(np.argmax([f(x[3]) for f in (positive, abs)]))
    return x[k] ** 2


@case(X)
def items_read_before(x):
    seen = [x[0] * 2.0]
    return seen[-1] * len([put(seen, v) for v in x]) * seen[-1]


@case(X)
@case(-X)
def as_a_branch_of_a_condition(x):
    seen = [x[0]]
    n = len([put(seen, v) for v in x]) if x[1] > 0.0 else 3
    return seen[-1] * n


@case(X)
@case(-X)
def in_one_branch_of_a_choice(x):
    seen = [x[0]]
    n = 1 + (len([put(seen, v) for v in x]) if x[1] > 0.0 else 3)
    return seen[-1] * n


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
