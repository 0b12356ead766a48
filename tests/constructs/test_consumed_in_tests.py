"""Functions that go through a generator whose items write: in the tests of `if`, `assert` and `match`, in indices and ranges."""

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.right_or_refused import is_right_from_reset
from tests.constructs.ways import check_all_ways

case = Cases()


def scale(m, t):
    m *= t
    return 1


def put(items, value):
    items.append(value * value)
    return value > 0.0


def every(items):
    return not [item for item in items if not item]


def in_order(items):
    ordered = True
    for item in items:
        ordered = ordered and bool(item)
    return ordered


def up_to_the_first(items):
    for item in items:
        if not item:
            return False
    return True


@case(P4)
def a_test(x):
    seen, m = [], x.copy()
    if in_order(put(seen, t) for t in x):
        m = m * 2.0
    if x[0] > 0.0 and in_order(scale(m, t) for t in x[:2]) and not in_order([]) * 0.0:
        return sum(seen) * np.sum(m)
    return x[1]


@case(P4)
def by_keyword_and_starred(x):
    seen, kept = [], []
    if in_order(items=(put(seen, t) for t in x)) and in_order(filter(lambda t: put(kept, t), x)):
        return sum(seen) * sum(kept)
    return in_order(*[[put(seen, t) for t in x]]) * sum(seen)


@case(P4)
def a_function_inside(x):
    m = np.zeros(4)

    def write(i):
        m[i] = x[i] ** 2
        return True

    if not in_order(map(write, range(4))):
        return x[0]
    return np.sum(m)


@case(P4)
def lists_and_sets(x):
    m = x.copy()
    if in_order([scale(m, t) for t in x[:2]]) and [scale(m, x[2]) for _ in range(2)]:
        m += 1.0
    if {scale(m, t) for t in x[:2]} and not {k: scale(m, x[k]) for k in range(2)} == {}:
        return np.sum(m)
    return x[0]


@case(P4)
def tuples_and_sums(x):
    m = x.copy()
    if tuple(scale(m, t) for t in x[:2]) and sum(scale(m, t) for t in x[1:3]) > 1:
        return np.sum(m)
    return x[0]


@case(P4)
def other_places(x):
    m, table = x.copy(), {"a": 1.0, "b": 2.0}
    assert in_order(scale(m, t) for t in x[:2])
    for _ in range(sum(scale(m, t) for t in x[:2])):
        m = m * 1.1
    match every(scale(m, t) for t in x[2:]):
        case True:
            m = m + x
    y = np.sum(m) if in_order(scale(m, t) for t in x[:2]) else x[0]
    with np.errstate(all="ignore" if in_order(scale(m, t) for t in x[:2]) else "warn"):
        y = y + np.sum(m)
    return y * table["a" if in_order(scale(m, t) for t in x[:2]) else "b"] + np.sum(m * x[int(in_order(scale(m, t) for t in x))])


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def left_early(x):
    seen = []
    if up_to_the_first(put(seen, t) for t in x):
        return sum(seen) * 2.0
    return sum(seen)


def not_gone_through(x):
    seen = []
    return len([(put(seen, t) for t in x)]) * (sum(seen) + x[0])


@pytest.mark.parametrize("x", [P4, np.array([1.0, -2.0, 3.0])])
@pytest.mark.parametrize("fun", [left_early, not_gone_through])
def test_functions_that_may_stop_are_right_or_refused(fun, x):
    for how in ("reverse", "forward", "kinds unknown"):
        is_right_from_reset(fun, x, how, lambda: None, "test_consumed_in_tests")
