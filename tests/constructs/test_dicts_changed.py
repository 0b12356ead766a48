"""Dictionaries changed in place, and structures passed in."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, V5, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(0.7)
def dict_del_and_iterate(x):
    d = {k: x * (k + 1) for k in range(5)}
    for k in list(d):
        if k % 2:
            del d[k]
        else:
            d[k] *= x
    total = 1.0
    for i, (k, v) in enumerate(sorted(d.items(), reverse=True)):
        total = total * v + i * k
    return total + len(d)


@case(0.7)
def dict_get_chain(x):
    d = {"a": {"b": [x, x * 2.0]}}
    y = d.get("a", {}).get("b", [1.0])[1]
    z = d.get("q", {}).get("b", [x * 7.0])[0]
    d["a"]["b"][0] *= y
    d["a"]["c"] = d["a"]["b"][0] * z
    return d["a"]["c"] + d["a"]["b"][0] * y


@case((0.7, [V3, 0.4], {"k": (V3 * 2.0,)}))
def nested_argument_written(t):
    s, (v, u), d = t
    v *= s
    d["k"][0][1] = v[0] * u
    d["n"] = v
    t[1][1] = np.sum(d["n"]) * s
    v[2] = 3.0 * s
    return np.sum(v * d["k"][0]) * t[1][1] + np.sum(t[1][0])


@case({"a": 0.7, "b": 0.3})
def iter_dict_items(d):
    for k, v in d.items():
        d[k] = v * v
    return d["a"] + d["b"] * 2.0


@case(V5)
def dict_of_views_and_copies(x):
    a = x * 1.0
    d = {"view": a[1:], "copy": a[1:].copy(), "same": a}
    d["view"] *= 2.0
    d["same"][2] = d["copy"][0] * d["view"][0]
    d["copy"] -= a[:-1]
    d["view"], d["copy"] = d["copy"], d["view"]
    d["copy"][0] = x[0]
    return np.sum(a * a) + np.sum(d["view"] * d["copy"])


@case({"w": [V3, 0.4], "b": (M33, {"c": 1.2})})
def deep_structure(p):
    (m, d), (v, s) = p["b"], p["w"]
    v = m @ v * s
    p["w"][0] = v
    d["c"] *= np.sum(p["w"][0])
    return d["c"] * s + np.sum(v * v)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
