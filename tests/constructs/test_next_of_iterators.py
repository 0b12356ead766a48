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


@case(V3)
def the_first_and_the_rest(x):
    it = iter(x)
    total = next(it)
    for v in it:
        total = total * 0.5 + v * v
    for v in it:  # there are no more
        total = total * v
    return total


@case(V6)
def the_rest_in_parts(x):
    total = 0.0
    for row in np.outer(x, x):
        it = iter(row)
        first, second = next(it), next(it)
        for k, v in enumerate(x):
            first = first + k * v
        for _ in range(2):
            for v in it:
                if v < 0.1:
                    continue
                second = second * v
        total = total + first * second * next(it, 0.5)
    return total


@case(V6.reshape(2, 3), V3, argnums=(0, 1))
def values_on_a_grid(c, x):
    return np.sum(np.polynomial.chebyshev.chebval2d(x, x**2, c) * np.polynomial.polynomial.polyval2d(x, 0.3 * x, c))


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


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
@pytest.mark.parametrize("change", [lambda y: y.append(1.0), lambda y: y.__setitem__(2, y[0]), lambda y: y.pop()])
def test_what_a_loop_over_the_rest_changes_is_refused(mode, change):
    def changed(x):
        y = [x[0], x[1], x[2]]
        it = iter(y)
        total = next(it)
        for v in it:
            if len(y) == 3:
                change(y)
            total = total + total * v
        return total

    with pytest.raises(tangentish.UnsupportedError, match="test_next_of_iterators"):
        mode(changed)(V3)


@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
def test_a_loop_over_the_rest_that_is_left_is_refused(mode):
    def left(x):
        it = iter(x)
        total = next(it)
        for v in it:
            total = total * v
            if v > 0.0:
                break
        return total * next(it, 3.0)

    with pytest.raises(tangentish.UnsupportedError, match="more than once"):
        mode(left)(V3)
