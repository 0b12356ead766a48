"""Arrays that objects, functions and patterns hold, and that are written there: as in `test_arrays_in_containers`."""

from __future__ import annotations

import functools
import heapq
import operator

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
M, N = np.array([0.5, 0.6]), np.array([1.0, 2.0])


class Plain:
    pass


class Holder:
    def __init__(self, m):
        self.m = m

    def __call__(self, v):
        self.m *= v

    def __enter__(self):
        return self.m

    def __exit__(self, *details):
        pass

    def __iter__(self):
        return iter([self.m])

    def __getitem__(self, place):
        return self.m

    @property
    def held(self):
        return self.m

    def __add__(self, other):
        self.m += other
        return self


def scale(a, b):
    a *= b


@case(M, 0.3, N, argnums=1)
def list_of_an_object(M, t, N):
    o = Plain()
    o.rows = [N]
    o.rows.append(M)
    o.rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_in_a_dict(M, t, N):
    d = {}
    d["k"] = {}
    d["k"]["m"] = M
    d["k"]["m"] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def setattr_(M, t, N):
    o = Plain()
    setattr(o, "m", M)
    o.m += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def vars_(M, t, N):
    o = Plain()
    vars(o)["m"] = M
    o.m += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_of_an_object(M, t, N):
    o = Plain()
    o.__dict__.update(m=M)
    o.m += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def heap(M, t, N):
    h = []
    heapq.heappush(h, (1.0, M))
    heapq.heappop(h)[1][...] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def appended_by_a_function_inside(M, t, N):
    rows = []

    def g():
        rows.append(M)

    g()
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def bound_by_a_function_inside(M, t, N):
    rows = None

    def g():
        nonlocal rows
        rows = [M]

    g()
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def partial(M, t, N):
    p = functools.partial(scale, M)
    p(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def partial_with_out(M, t, N):
    p = functools.partial(np.multiply, out=M)
    p(M, t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def method_of_the_array_under_a_name(M, t, N):
    w = M.__setitem__
    w(0, t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_of_keys(M, t, N):
    d = dict.fromkeys("ab", M)
    d["a"] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def starred(M, t, N):
    *rest, last = [N, M]
    last *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def pairs_in_a_list(M, t, N):
    for a, b in [(M, N)]:
        a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def nested_unpacking(M, t, N):
    (a,), b = [M], N
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def chained_assignment(M, t, N):
    x = y = M
    x *= t
    return np.sum(y)


@case(M, 0.3, N, argnums=1)
def whole_list_replaced(M, t, N):
    rows = [N]
    rows[:] = [M]
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def attribute_of_a_function(M, t, N):
    def f(v):
        return v

    f.buf = M
    f.buf *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_matched(M, t, N):
    match [M, N]:
        case [a, b]:
            a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_matched(M, t, N):
    match {"a": M}:
        case {"a": a}:
            a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def lambda_in_a_list(M, t, N):
    fs = [lambda v: M.__imul__(v)]
    fs[0](t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def function_made_inside(M, t, N):
    def mk():
        def w(v):
            M[...] *= v

        return w

    mk()(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def called_object(M, t, N):
    Holder(M)(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def context_manager(M, t, N):
    with Holder(M) as m:
        m *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def iterated_object(M, t, N):
    for m in Holder(M):
        m *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def indexed_object(M, t, N):
    w = Holder(M)
    y = w[0]
    y *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def property_of_an_object(M, t, N):
    w = Holder(M)
    y = w.held
    y *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def operator_of_an_object(M, t, N):
    w = Holder(M)
    w = w + t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_of_objects(M, t, N):
    ws = [Holder(M) for _ in range(2)]
    for w in ws:
        w(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def itemgetter(M, t, N):
    a = operator.itemgetter(1)([N, M])
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def reduced(M, t, N):
    a = functools.reduce(lambda u, v: v, [N, M])
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def item_by_the_method(M, t, N):
    a = [N, M].__getitem__(1)
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_reversed_in_place(M, t, N):
    rows = [N, M]
    rows.reverse()
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_updated(M, t, N):
    rows = {0: N}
    rows.update({1: M})
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_updated_by_operator(M, t, N):
    rows = {0: N}
    rows |= {1: M}
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def generator(M, t, N):
    def gen():
        yield M

    for a in gen():
        a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def one_of_and(M, t, N):
    a = list(filter(None, [1, 2])) and M
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def asarray_and_atleast(M, t, N):
    a = np.asarray(M)
    b = np.atleast_1d(a)
    b *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def asanyarray(M, t, N):
    a = np.array(M, copy=False) if hasattr(np, "xx") else np.asanyarray(M)
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def view_of_a_view(M, t, N):
    a = np.ravel(M)
    b = a.reshape(-1, 1)
    c = b.T
    c[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def split_unpacked(M, t, N):
    a, _b = np.split(M, 2)
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def split(M, t, N):
    a = np.split(M, 2)
    a[1][...] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def flat_iterator(M, t, N):
    c = M.flat
    c[0] = t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def real_part(M, t, N):
    Z = np.zeros(2, complex)
    Z.real[...] = M
    r = Z.real
    r *= t
    return np.sum(Z.real)


@case(M, 0.3, N, argnums=1)
def list_of_none(M, t, N):
    rows = [None] * 2
    rows[0] = M
    rows[1] = rows[0]
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def lists_of_none(M, t, N):
    rows = [[None] * 2 for _ in range(2)]
    rows[0][1] = M
    rows[0][1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_given_to_a_function(M, t, N):
    st = {"m": M, "n": N}

    def up(s):
        s["m"] += t

    up(st)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def keys_of_a_dict(M, t, N):
    st = {"m": M, "n": N}
    for key in st:
        st[key] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def items_of_a_display(M, t, N):
    for key, v in {"m": M, "n": N}.items():
        v += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def optimiser_step(M, t, N):
    params = [M, N]
    grads = [np.ones(2) * t] * 2
    for p, g in zip(params, grads):
        p -= 0.1 * g
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_comprehension_of_items(M, t, N):
    params = dict(w=M, b=N)
    params = {k: v for k, v in params.items()}
    params["w"] -= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def layers_as_objects(M, t, N):
    ls = [Plain(), Plain()]
    ls[0].w = M
    ls[1].w = N
    for l in ls:
        l.w -= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def layers_as_dicts(M, t, N):
    ls = [dict(w=M), dict(w=N)]
    for l in ls:
        l["w"] -= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def layers_as_pairs(M, t, N):
    ls = [(M, N)]
    for w, b in ls:
        w -= t
        b -= w
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def queue(M, t, N):
    q = [M]
    while q:
        v = q.pop(0)
        v *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def best_so_far(M, t, N):
    best = None
    for v in (M, N):
        if best is None or v[0] > best[0]:
            best = v
    best *= t
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def none_at_first(M, t, N):
    a = M if t > 1 else None
    a = N if a is None else a
    a *= t
    return np.sum(N)


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
