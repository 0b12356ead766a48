"""Comprehensions and generator expressions over what is written; loops left from within."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def generator_expressions_over_written_arrays(x):
    y = x * 1.0
    total = sum(t * y[0] for t in y)
    y[0] *= total
    total += max(t * y[1] for t in y if t != 0)
    y[1] = min((t, i) for i, t in enumerate(y))[0]
    ok = all(t > -99 for t in y) and any(t > 0 for t in y)
    return total * np.sum(y) if ok else y[0]


@case(M33)
def nested_comprehension_over_views(a):
    b = a * 1.0
    rows = [[b[i, j] * row[j] for j in range(3) if i != j] for i, row in enumerate(b)]
    b[1] *= rows[0][1]
    cols = {j: b[:, j] for j in range(3)}
    cols[0][2] = cols[1][0] * rows[2][0]
    flat = [t for col in cols.values() for t in col if t > 0]
    return sum(flat) + np.sum(b**2) + sum(map(sum, rows))


@case(V4)
def sorted_by_active_key(x):
    order = sorted(range(4), key=lambda i: x[i])
    y = x[order] * np.arange(4)
    pairs = sorted(zip(x, y), key=lambda p: -p[1])
    return np.sum(y) * pairs[0][0] + pairs[1][1] ** 2


@case(0.7, 0)
@case(0.7, 5)
def while_true_with_else_and_nested_break(x, n):
    k = 0
    while True:
        for i in range(4):
            x = x * 1.1 + 0.01 * i
            if i == k:
                break
            if x > 3.0:
                return x * k
        else:
            return x**2
        k += 1
        if k > n:
            break
    return x**3


@case(V4)
def index_writes(x):
    y = x * 1.0
    def put():
        y[3] = 0.5
        return 1
    y[put()] -= 2.0 * x[0]
    return np.sum(y**2)


def put_(y):
    y[3] = 0.5
    return 1


@case(V4)
def index_writes_callee(x):
    y = x * 1.0
    y[put_(y)] -= 2.0 * x[0]
    return np.sum(y**2)


@case(V4)
def index_writes_callee_store(x):
    y = x * 1.0
    y[put_(y)] = 2.0 * x[0]
    return np.sum(y**2)


@case(V4)
def index_writes_callee_read(x):
    y = x * 1.0
    a = y[put_(y)] * 2.0
    return np.sum(y**2) + a


def put_gt(y):
    y[3] = 0.5
    return y > 5


@case(V4)
def mask_from_writer(x):
    y = x * 1.0
    m = put_gt(y)
    return np.sum(y**2)


def put_int(y):
    y[3] = 0.5
    return 5


@case(V4)
def int_from_writer(x):
    y = x * 1.0
    m = put_int(y)
    return np.sum(y**2) * m


@case(0.7)
def walrus_in_elif(x):
    y = x
    if y > 1.0:
        return y
    elif (y := y * x) > 0.1:
        y = y * x
    return y * 3.0


@case(0.7)
def walrus_in_second_comparison(x):
    y = x
    if 0.0 < 0.5 < (y := y * x):
        return y * x
    return y * 3.0


@case(0.7)
def walrus_in_loop_chain(x):
    total = x
    for i in range(3):
        if 0.0 < x < (u := x * total):
            total = total + u
        elif (u := total) > 0:
            total = total * u
    return total


@case(V4)
def one_name_in_several_comprehensions(x):
    class Stack:
        def __init__(self, rate):
            self.rows = []
            self.rate = rate

        def total(self):
            return sum(v for v in self.rows)

        def __call__(self, v):
            self.rows.append(v)

    stack = Stack(sum(v for v in (1.5, 2.0)))  # not what `total` calls `v`
    stack(np.sum(x))
    if stack.rows:
        stack.rate += stack.rows.pop()
    stack(x[0])
    return stack.rate * np.sum(x * np.array([v for v in range(4)])) * stack.total()


@case(V4)
def items_written_in_a_comprehension(x):
    scale = sum(v for v in x)
    rows = [np.zeros(4), np.ones(4)]
    sums = [np.sum(v) for v in rows if np.copyto(v, x * scale) is None]
    return sums[0] * np.sum(rows[1] * x) + sum(v for v in (1.0, 2.0)) * x[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
