"""Seldom met: text made of numbers, unpacking that fails, errors that NumPy raises when it has written, shifts of objects."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


@case(X, 3)
@case(X, 2)
@case(X, 1)
def unpacked_or_not(x, n):
    a = b = x[3]
    try:
        a, b = x[:n]
    except ValueError:
        a = x[0]
    return a * 3.0 + b


@case(X, 1)
@case(X, 0)
def unpacked_with_a_star(x, n):
    first, rest = x[3], [x[2]]
    try:
        first, *rest = x[:n]
    except ValueError:
        first = x[0] * 2.0
    return first * 3.0 + sum(rest)


@case(X)
def label_of_a_result(x):
    label = f"energy {x[0]:.3f}"
    scale = float(label.split()[0] == "energy")
    return x[1] * scale


class Shifted:
    def __init__(self, v):
        self.v = v

    def __lshift__(self, other):
        return self.v * other.v

    def __rshift__(self, other):
        return self.v - other

    def __invert__(self):
        return self.v ** 2


@case(X)
def shifts_and_inversion(x):
    a, b = Shifted(x[0]), Shifted(x[1])
    return (a << b) * (a >> x[2]) + ~b


@case(X)
def shifts_of_items(x):
    items = [Shifted(v) for v in x]
    return (items[0] << items[1]) * (items[3] >> 2.0) + ~items[2]


@case(X)
def objects_compared_for_a_truth(x):
    a, b = Soft(x[0]), Soft(x[1])
    return a.v * b.v if a == a and a != b else x[3]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def kept_as_text(x):
    text = "%.12f" % x[0]
    return float(text.strip()) * x[1]


def written_while_it_fails(x):
    y = x.copy()
    with np.errstate(all="raise"):
        try:
            y /= np.array([1.0, 0.0, 2.0, 4.0])
        except FloatingPointError:
            y[1] = x[0]
    return np.sum(y ** 2)


class Soft:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return 1.0 / (1.0 + np.exp(self.v - other.v))

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return 1

    def __floor__(self):
        return self.v * 2.0


def soft_comparison_of_a_local_class(x):
    class Local:
        def __init__(self, v):
            self.v = v

        def __gt__(self, other):
            return self.v * other.v
    items = [Local(v) for v in x]
    return (items[0] > items[1]) * x[2]


def fields_of_a_structured_array(x):
    r = np.zeros(2, dtype=[("a", float), ("b", float, (2,))])
    r["a"] = x[:2]
    return np.sum(r["a"])


def rows_of_a_structured_array_in_order(x):
    r = np.zeros(3, dtype=[("a", int), ("b", float)])
    r[:] = list(zip(range(3), x))
    return np.sort(r, order="b")[0]["b"] * x[1]


@pytest.mark.parametrize("fun, why", [
    (rows_of_a_structured_array_in_order, "structured arrays"), (fields_of_a_structured_array, "structured arrays"),
    (lambda x: (Soft(x[0]) < Soft(x[1])) * x[2], "__lt__"), (lambda x: math.floor(Soft(x[0])) * x[1], "__floor__"),
    (soft_comparison_of_a_local_class, "comparison of objects gives a float64"),
    (lambda x: float(str(x[0])) * x[1], "text"), (lambda x: float(f"{x[0]:.6g}") * x[1], "text"), (kept_as_text, "text"),
    (lambda x: float("{:.9f}".format(x[0])), "text"), (lambda x: sum(json.loads(json.dumps(x.tolist()))), "text"),
    (written_while_it_fails, "FloatingPointError")])
def test_refused(fun, why):
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.grad(fun)(X)
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.jvp(fun, (X,), (X,))
