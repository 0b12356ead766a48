"""Right sides that write the target, walrus, comparisons, calls with effects where nothing flows."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def augmented_scalar_right_side_rebinds(x):
    a = x[0]
    def change(t):
        nonlocal a
        a = a * t
        return a
    a += change(x[1])
    a *= change(x[2]) + a
    b = a + change(2.0) * a
    return a * b


@case(V4)
def augmented_list_item_right_side_writes(x):
    items = [x[0], x[1], x[2]]
    def change(i, t):
        items[i] = t
        return t * 2.0
    items[0] += change(0, x[3])
    items[1] *= change(1, items[0]) + items[1]
    items[2] = items[2] * change(2, items[1])
    s = {"a": x[0]}
    s["a"] += s.pop("a") * x[1]
    return sum(items) * s["a"]


@case(V4)
def parts_of_a_formatted_text(x):
    def change(k):
        x[0] *= k * x[1]
        return x[0]
    label = f"{x[0]:.9f} and {x[1]!r:>{len('ab')}} then {change(2.0):.2f} {x[0]:.3f}"
    assert label[:2] == "1." and " then 1." in label  # 1.1, and 2 * 0.6 * 1.1
    return x[0] * len(label.split()) + np.sum(x**2)


@case(V4)
def order_of_evaluation(x):
    y = x * 1.0
    def change(i, t):
        y[i] = y[i] * t
        return y[i]
    a = y[0] + change(0, 2.0) * y[0]
    b = y[1] * 1.0, change(1, a), y[1] * 1.0
    c = np.sum(y * change(2, b[1]))
    d = y, change(3, c)
    e = [change(0, t) for t in x]
    return a * b[0] * b[2] + c + np.sum(d[0]) * d[1] * 1e-2 + sum(e)


@case(V4)
def read_before_it_is_assigned_in_the_same_expression(x):
    k, y = x[0], x * 2.0

    def change():
        y[0] = y[0] * x[1]
        return y[0]
    a = k * 2.0 + (k := x[1] * x[2]) * k
    b = (lambda v: v * k)(2.0) + (k := k * x[0]) * k
    c = y[0] + (d := change()) * y[0]
    e = [k, (k := 3.0 * k), k]
    if k * x[0] < (k := k + 1.0) * 100.0:
        a = a * k
    return a * b + c * d + sum(e)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
