"""`dict.fromkeys`, `|=` of dicts, `statistics.mean`."""

import statistics

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def fromkeys(x):
    d = dict.fromkeys(["a", "b"], x[0] ** 2)
    d["b"] = d["b"] * x[1]
    e = dict.fromkeys("xy")
    e["x"] = x[2]
    return d["a"] * d["b"] * e["x"]


@case(V4)
def merged_into_a_name(x):
    d = {"a": x[0], "b": x[1]}
    e = d
    d |= {"b": x[2] ** 2, "c": x[3]}
    return d["a"] * e["b"] * e["c"]


@case(V4)
def merged_into_an_item(x):
    o = {"d": {"a": x[0]}}
    o["d"] |= {"b": x[2] ** 2}
    o["d"] |= [("c", x[3])]
    return o["d"]["a"] * o["d"]["b"] * o["d"]["c"]


@case(V4)
def masks_and_flags(x):
    m = x > 0
    m |= x < -1
    k = 1
    k |= int(x[0] > 0) * 2
    return np.sum(x[m] ** 2) * k


@case(V4)
def merged_in_a_loop(x):
    d = {}
    for k, v in enumerate(x):
        d |= {k: v}
    return d[0] * d[3] ** 2


@case(V4)
def means(x):
    return statistics.mean(x) * statistics.fmean([x[0], x[1] ** 2]) * statistics.mean(v ** 2 for v in x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_no_data():
    def f(x):
        return statistics.mean([v for v in x if v > 100])

    with pytest.raises(statistics.StatisticsError):
        tangentish.grad(f)(V4)
