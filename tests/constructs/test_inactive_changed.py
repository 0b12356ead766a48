"""What is inactive and changes in place after it was used: index arrays, masks, coefficients, in whatever holds them."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])
W = np.array([0.3, 0.1, 0.7, -0.4])


@case(X)
def tuple_of_index_arrays(x):
    ij = (np.array([0, 1]), np.array([1, 2]))
    A = np.outer(x, x)
    t = 0.0
    for k in range(2):
        A[ij] += x[k]
        t += A[ij].prod()
        ij[0][:] += 1
    return t + A.sum()


@case(X)
def index_of_no_axes(x):
    y = x * 1.0
    t = 0.0
    k = np.array(0)
    for i in range(3):
        y[k] *= x[i]
        t += y[k] * x[k + 1]
        k += 1
    return t


@case(X)
def index_array_advanced(x):
    y = x * 1.0
    t = 0.0
    idx = np.array([0, 1])
    for k in range(2):
        y[idx] *= x[k]
        t += (y[idx] ** 2).sum()
        idx += 1
    return t


@case(X)
def mask_narrowed(x):
    y = x * 1.0
    m = np.array([True, True, False, True])
    for k in range(2):
        m[k] = False
        y[m] = y[m] * x[k]
    return np.sum(y**2)


@case(X)
def permutation_rolled(x):
    y = x * 1.0
    perm = np.arange(4)
    for k in range(2):
        y = y[perm] * x[k]
        perm[:] = np.roll(perm, 1)
    return np.sum(y**2 * W)


@case(X)
def index_array_of_a_dict(x):
    y = x * 1.0
    d = {"i": np.array([0, 1])}
    for k in range(2):
        y[d["i"]] *= x[k]
        d["i"] += 1
    return np.sum(y**2 * W)


@case(X)
def coefficients_of_a_list(x):
    y = x * 1.0
    c = np.ones(4)
    l = [c, c * 2]
    for k in range(2):
        y = y * l[k] * c
        c += 1
        l[1][0] = 5.0
    return np.sum(y**2 * W)


@case(X)
def index_array_of_an_object(x):
    y = x * 1.0

    class St:
        pass

    s = St()
    s.i = np.array([0, 1])
    s.c = np.ones(4)
    for k in range(2):
        y[s.i] *= x[k]
        y = y * s.c
        s.i += 1
        s.c[1] += 2.0
    return np.sum(y**2 * W)


@case(X)
def list_of_places(x):
    y = x * 1.0
    st = [0, 1]
    for k in range(2):
        y[st] *= x[k]
        st[0] += 1
        st[1] += 1
    return np.sum(y**2 * W)


@case(X)
def advanced_by_a_helper(x):
    y = x * 1.0

    def upd(i):
        i += 1

    idx = np.array([0, 1])
    for k in range(2):
        y[idx] *= x[k]
        upd(idx)
    return np.sum(y**2 * W)


@case(X)
def advanced_through_a_view(x):
    y = x * 1.0
    idx = np.array([0, 1])
    v = idx[:1]
    for k in range(2):
        y[idx] *= x[k]
        v += 2
    return np.sum(y**2 * W)


class Box:
    def __init__(self, **k):
        self.__dict__.update(k)


@case(X)
def arrays_of_an_object_of_an_object(x):
    y = x * 1.0
    s = Box(i=np.array([0, 1]), c=Box(w=np.ones(4), n=[0, 1]))
    for k in range(2):
        y[s.i] *= x[k]
        y = y * s.c.w
        y[s.c.n] *= x[k]
        s.i += 1
        s.c.w[1] += 2.0
        s.c.w *= 2
        s.c.n[0] += 1
        s.c.n[1] += 2
    return np.sum(y**2 * W)


@case(X)
def nested_containers(x):
    y = x * 1.0
    d = {"a": {"i": np.array([0, 1]), "w": [np.ones(4), 2.0]}}
    for k in range(2):
        y[d["a"]["i"]] *= x[k]
        y = y * d["a"]["w"][0] * d["a"]["w"][1]
        d["a"]["i"] += 1
        d["a"]["w"][0] *= 2.0
        d["a"]["w"][0][1] -= 0.5
        d["a"]["w"][1] += k
    return np.sum(y**2 * W)


@case(X)
def places_given_by_an_iterator(x):
    y = x * 1.0
    ws = [np.ones(4), np.arange(4.0)]
    it = iter([0, 1, 0, 1])
    for k in range(2):
        y = y * ws[0] + ws[1] * x
        ws[next(it)] += 1
        ws[next(it)][2] *= 3.0
    return np.sum(y**2 * W)


@case(X)
def tuple_that_holds_what_changes(x):
    y = x * 1.0
    t = (np.ones(4), [2.0])
    for k in range(3):
        y = y * t[0] * t[1][0]
        t[0][k] += 1
        t[1][0] *= 0.5
        t[1].append(3.0)
        t[0][:] *= 1.1
    return np.sum(y**2 * W) * t[1][-1]


@case(X)
def slices_by_an_array_of_no_axes(x):
    y = x * 1.0
    t = 0.0
    k = np.array(0)
    c = np.array(2.0)
    for i in range(3):
        t += np.sum(x[k:] * y[: k + 1].sum()) * c
        y[k:] *= x[i] * c
        k += 1
        c += k
    return t + y.sum() * k


@case(X)
def mask_of_a_store_that_is_put_back(x):
    mask = np.ones(4, dtype=bool)
    y = x * 2.0
    total = 0.0
    for k in range(3):
        total = total + np.sum(y**2) * x[k]
        y[mask] = 0.5 * k
        y[k] = x[k] * total
        mask[k] = False
    return total


class Holder:
    pass


def doubled(w):
    w *= 2.0
    return w


@case(X)
def attribute_changed_by_a_function_that_one_inside_calls(x):
    o = Holder()
    o.w = W.copy()
    w = o.w
    u = x * w

    def bump():
        o.w = doubled(o.w)

    bump()
    v = x * w
    bump()
    return np.sum(u * v * o.w)


@case(X)
def attribute_changed_by_an_operator(x):
    o = {"a": Holder()}["a"]
    o.w = W.copy()
    w = o.w
    u = x * w

    def bump():
        operator.imul(o.w, 2.0)
        o.w.__iadd__(1.0)

    bump()
    return np.sum(u * x * o.w)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
