"""What functions defined inside write into the content of what they captured, after it was used."""

import operator

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


def scaleit(a):
    a *= 3


def weighed(x, w):
    return (x * w).sum()


@case(V)
def given_dict(x):
    d = {"w": np.arange(1.0, 5)}

    def bump():
        scaleit(d["w"])

    def get(n):
        return d[n]

    t = weighed(x, get("w"))
    bump()
    u = x * get("w")
    bump()
    return t * u.sum()


@case(V)
def given_aug(x):
    d = {"w": np.arange(1.0, 5)}

    def bump():
        d["w"] *= 2

    w = d["w"]
    u = x * w
    bump()
    return u.sum() * (x * d["w"]).sum()


@case(V)
def given_deep(x):
    d = {"a": {"w": np.arange(1.0, 5)}, "l": [np.ones(4)]}

    def bump(k):
        d["a"]["w"][k] = 7.0
        d["l"][0][:] = k

    t = x * d["a"]["w"]
    bump(1)
    u = x * d["l"][0]
    bump(2)
    (l,) = d["l"]
    v = l * x
    bump(3)
    return (t * u * v).sum()


def item_of(table, key):
    return table[key]


@case(V)
def given_by_getitem(x):
    d = {"w": np.arange(1.0, 5)}
    u = x * operator.getitem(d, "w")

    def bump():
        d["w"] *= 2

    bump()
    return np.sum(u * x * operator.itemgetter("w")(d))


@case(V)
def given_by_a_helper(x):
    d, pick = {"w": np.arange(1.0, 5)}, {"pick": item_of}
    u = x * item_of(d, "w")

    def bump():
        d["w"] *= 2

    bump()
    v = x * pick["pick"](d, "w")
    bump()
    w = x * (lambda table: table["w"])(d)
    bump()
    return np.sum(u * v * w)


@case(V)
def given_passed(x):
    d = {"w": np.arange(1.0, 5)}

    def bump():
        d["w"] *= 2

    def twice(f):
        f()
        f()

    u = x * d["w"]
    twice(bump)
    w = d["w"]
    v = x * w
    twice(bump)
    return (u * v).sum()


@case(V)
def given_lambda(x):
    d = {"w": np.arange(1.0, 5)}
    bump = lambda: d["w"].__imul__(2)
    u = x * d["w"]
    bump()
    w = d["w"]
    v = x * w
    bump()
    return (u * v).sum()


@case(V)
def given_obj(x):
    class Holder:
        pass

    o = Holder()
    o.w = np.arange(1.0, 5)
    o.n = [1, 2]

    def bump():
        o.w *= 2
        o.n[0] += 1

    w = o.w
    n = o.n
    u = x * w * n[0]
    bump()
    v = x * o.w * n[0]
    bump()
    return (u * v).sum()


@case(V)
def given_loop(x):
    st = [np.arange(4), np.ones(4)]

    def advance():
        st[0][:] = (st[0] + 1) % 4
        st[1] *= 1.1

    t = 0.0
    for _ in range(3):
        i, w = st
        t += (x[i] * w * x).sum()
        advance()
    return t


@case(V)
def given_generator(x):
    st = {"w": np.ones(4)}

    def nxt():
        st["w"] += 1
        return st["w"]

    a = x * nxt()
    b = x * nxt()
    ws = [nxt() for _ in range(2)]
    return (a * b * ws[0]).sum()


@case(V)
def given_views(x):
    st = {"w": np.ones(4)}
    l = [np.arange(4.0)]

    def nxt():
        st["w"] += 1
        l[0] *= 2

    a = x * st.get("w")
    nxt()
    b = x * next(iter(st.values()))
    nxt()
    c = 1.0
    for w in l:
        c = c * (x * w)
    nxt()
    for w in st.values():
        c = c * (x * w)
    nxt()
    for k, w in st.items():
        c = c * (x * w)
    nxt()
    for w, v in zip(l, list(st.values())):
        c = c * (x * w) + v * x
    nxt()
    return (a * b * c).sum()


@case(V)
def given_counter(x):
    n = [0]
    st = dict(k=np.array([2.0]))

    def tick():
        n[0] += 1
        st["k"] += 1
        return n[0]

    t = 0.0
    while tick() < 5:
        t += x[n[0] % 4] * st["k"][0] * x[0]
    return t


@pytest.mark.parametrize("fun,args,options", case)
def test_captured_content(fun, args, options):
    check_all_ways(fun, *args, **options)
