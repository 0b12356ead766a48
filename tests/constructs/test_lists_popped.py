"""Items taken out of lists: what is kept is the item and its place, not the list."""

import numpy as np
import pytest

from tangentish import grad, hessian, jvp
from tests.constructs.cases import V3, V4, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V6)
def stack_used_up(x):
    items, t = [v * v for v in x], 1.0
    while items:
        t = t * 0.9 + items.pop() * x[len(items)]
    return t


@case(V6)
def taken_from_anywhere(x):
    items = [v * v for v in x]
    t = items.pop(0) * 2.0 + items.pop(-2) + items.pop(1) ** 2
    items.pop()
    k = 1
    return t * items.pop(k) * items[0]


@case(V4, [])
@case(V4, [1])
def caught_where_it_is_empty(x, more):
    items = [x[0] * k for k in more]
    try:
        t = items.pop() * x[1]
        t = t + items.pop()
    except IndexError:
        t = x[2] ** 2
        items.append(x[3])
    return t * np.sum(items)


@case(V4)
def read_before_and_after(x):
    items = list(x)
    t = 0.0
    for k in range(3):
        t = t + items[0] * items[-1] * len(items)
        v = items.pop(k % 2)
        items[0] = items[0] * v
        t = t + np.sum(items)
    return t


@case(V4)
def arrays_in_a_list(x):
    rows = [x, x * 2.0, x[:2], x]
    last = rows.pop()
    first = rows.pop(0)
    last[0] = 3.0 * last[1]
    return np.sum(last * first) + np.sum(rows.pop()) * rows[0][1]


@case(V4)
def lists_in_a_list(x):
    rows = [[x[0], x[1]], [x[2]], [x[3] * 2.0]]
    row = rows.pop()
    row.append(x[1] * row[0])
    total = row.pop() * rows[0].pop()
    return total + sum(row) + sum(rows[0]) * rows.pop(1)[0]


@case(V6)
def tree_walked_with_a_stack(x):
    stack, total = [(0, len(x), 1.0)], 0.0
    while stack:
        start, stop, weight = stack.pop()
        if stop - start == 1:
            total = total + weight * x[start] ** 2
            continue
        middle = (start + stop) // 2
        stack.append((start, middle, weight * x[start]))
        stack.append((middle, stop, weight * 0.5))
    return total


@case(V3)
def from_dicts(x):
    d = {"a": x[0] * x[1], "b": x[2]}
    t = d.pop("a") * d["b"]
    return t + d.pop("b") + d.pop("c", 2.0)


def pops_for_its_caller(items, k):
    v = items.pop(k)
    return v * items[0]


@case(V4)
def by_a_helper(x):
    items = [v * 2.0 for v in x]
    t = pops_for_its_caller(items, 1) + pops_for_its_caller(items, -1)
    return t * items[0] * items[1]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_derivatives(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_the_list_given_stays_as_it_is():
    def fun(x, items):
        t = 0.0
        for k in range(2):
            items.append(x[k])
            t = t + items.pop(0) * items[-1]
        return t

    items = [1.0, 2.0, 3.0]
    grad(fun)(V4, items)
    assert items == [1.0, 2.0, 3.0]  # what is given is copied


@pytest.mark.parametrize("fun", [stack_used_up, taken_from_anywhere, read_before_and_after])
def test_second_derivatives(fun):
    x = V6 if fun is not read_before_and_after else V4
    d, h = np.cos(np.arange(len(x))), 1e-6
    slope = grad(fun)
    numeric = (slope(x + h * d) - slope(x - h * d)) / (2 * h)
    np.testing.assert_allclose(hessian(fun)(x) @ d, numeric, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(jvp(slope, (x,), (d,))[1], numeric, rtol=1e-5, atol=1e-6)


def test_nothing_as_long_as_the_list_is_kept():
    assert "saved_popped(" in grad(stack_used_up).source_for(V6)
