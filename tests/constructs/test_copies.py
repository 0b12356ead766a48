"""`copy.copy` and `copy.deepcopy`."""

import copy

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Pair:
    def __init__(self, a, items):
        self.a = a
        self.items = items

    def __copy__(self):
        return Pair(self.a * 1.5, self.items)

    def __deepcopy__(self, memo):
        return Pair(self.a * 2.5, list(self.items))


@case(V4)
def lists(x):
    l = [x[0], [x[1], x[2]]]
    m = copy.copy(l)
    m[0] = 2.0
    m[1][0] = m[1][0] * 3
    return l[0] * l[1][0] * m[0]


@case(V4)
def what_lists_hold(x):
    l = [x[0], {"a": [x[1], x[2]], "b": x * 2}, (x[3],)]
    m = copy.deepcopy(l)
    m[0] = 2.0
    m[1]["a"][0] = m[1]["a"][0] * 3
    m[1]["b"][1] *= m[0]
    return l[0] * l[1]["a"][0] * m[0] * m[1]["a"][0] + np.sum(m[1]["b"] * l[1]["b"]) + m[2][0]


@case(V4)
def arrays(x):
    y = copy.copy(x)
    z = copy.deepcopy(x)
    y[0] = 1.0
    z[1] = y[2]
    return np.sum(y * z * x)


@case({"W": np.array([[1.0, 2.0], [3.0, 4.0]]), "b": np.array([0.1, 0.2])})
def dicts_of_arrays(p):
    q = copy.deepcopy(p)
    q["b"][0] *= p["W"][0, 1]
    q["W"] += 1.0
    return np.sum(q["W"] * p["W"]) + np.sum(q["b"] * p["b"])


@case(V4)
def dicts(x):
    d = {"a": x[0], "b": x[1]}
    e = copy.copy(d)
    e["a"] = e["b"] * 2
    return d["a"] * e["a"]


@case(V4)
def numbers(x):
    y = copy.copy(x[0]) * copy.deepcopy(x[1])
    s = copy.deepcopy({"n": None, "s": "t", "v": y, "b": True, "t": (1, x[2])})
    return s["v"] * s["t"][1]


@case(V4)
def classes_that_say_how(x):
    o = Pair(x[0], [x[1]])
    p = copy.copy(o)
    q = copy.deepcopy(o)
    q.items[0] = 2.0
    return o.a * p.a * q.a * p.items[0] * q.items[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_held_twice():
    def f(x):
        row = [x[0]]
        rows = copy.deepcopy([row, row])
        rows[0][0] = rows[0][0] * 2
        return rows[1][0]

    check_all_ways(f, V4)
