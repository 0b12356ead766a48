"""Expressions that stand alone, for what the calls in them do."""

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Holder:
    def __init__(self, m):
        self.m, self.seen = m, []

    def __call__(self, t):
        self.m *= t

    def add(self, value):
        self.seen.append(value)
        return len(self.seen)


def scale(m, t):
    m *= t
    return 1


@case(P4)
def an_item_of_a_list(x):
    m = x.copy()
    [Holder(m)(x[0]) for _ in range(1)][-1]
    [scale(m, t) for t in x[:2]][-1]
    return np.sum(m)


@case(P4)
def an_item_of_a_list_that_grows(x):
    items, holder = [], Holder(x)
    [items.append(t * 2.0) for t in x][-1]
    [holder.add(t) for t in x][-1]
    return sum(items) * holder.seen[1]


@case(P4)
def in_displays(x):
    m = x.copy()
    ([scale(m, t) for t in x[:2]], None)[0]
    [*[scale(m, t) for t in x[1:3]]]
    {"k": [scale(m, x[0]) for _ in range(2)]}
    return np.sum(m)


@case(P4)
def one_in_another(x):
    m = x.copy()
    [[scale(m, t) for t in x[:2]] for _ in range(2)][-1][1]
    [scale(m, t) for t in x[:2] if scale(m, t)][-1]
    return np.sum(m)


@case(P4)
def in_operations(x):
    m = x.copy()
    -scale(m, x[0])
    scale(m, x[0]) + scale(m, x[1])
    scale(m, x[0]) < 2
    not [scale(m, t) for t in x[:2]]
    len([scale(m, x[3]) for _ in range(2)])
    f"{scale(m, x[0])}"
    return np.sum(m)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
