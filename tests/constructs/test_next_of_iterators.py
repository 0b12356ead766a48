"""`it = iter(x)` whose items are asked for one by one, with `next(it)`, in several places."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def twice(x):
    it = iter(x)
    return next(it) * next(it) ** 2 + next(it)


@case(V6)
def in_a_loop(x):
    it, total = iter(x), 0.0
    for _ in range(3):
        a = next(it)
        total = total + a * next(it)
    return total


def turned(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@case(V6)
def as_arguments(angles):
    it = iter(angles)
    state = np.array([1.0, 0.5])
    for _ in range(2):
        state = turned(next(it)) @ state * next(it)
    return state[0] * next(it)


@case(V3)
def with_a_default(x):
    it, total = iter(x), 1.0
    while (v := next(it, None)) is not None:
        total = total * v
    return total


@case([V3, V3 * 2.0])
def of_a_list_of_arrays(arrays):
    it = iter(arrays)
    first = next(it)
    return np.sum(first * next(it))


@case(V3)
def of_what_is_written_where_it_was_read(x):
    y = x.copy()
    it = iter(y)
    a = next(it)
    y[0] = 5.0
    return a * next(it)


@case(V3)
def by_the_method(x):
    it = iter([x[0], x[1] ** 2, x[2]])
    return it.__next__() * it.__next__() + iter(x).__next__() ** 3


class Counting:
    def __init__(self, v):
        self.v, self.count = v, 0
    def __iter__(self):
        return self
    def __next__(self):
        self.count += 1
        return self.v * self.count


@case(V3)
def by_the_method_of_a_class(x):
    it, other = Counting(x[0]), Counting(x[1]).__iter__()
    return it.__next__() * it.__next__() + other.__next__() * other.__next__() ** 2


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
def test_what_has_changed_is_refused(mode):
    def changed(x):
        y = [x[0], x[1]]
        it = iter(y)
        a = next(it)
        y[1] = x[2] * 5.0
        return a * next(it)

    with pytest.raises(tangentish.UnsupportedError, match="has changed since it was made"):
        mode(changed)(V3)
