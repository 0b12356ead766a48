"""Arrays in containers that are written there: what is written has derivatives under the names of the arrays too.

Only `t` is differentiated: that `M` and `N` depend on it is seen from nothing but the containers they are in.
"""

from __future__ import annotations

import copy
import itertools
from collections import defaultdict, deque, namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
M, N = np.array([0.5, 0.6]), np.array([1.0, 2.0])

Pair = namedtuple("Pair", "a b")


class Keeper:
    def __init__(self):
        self.rows = []
        self.m = None

    def keep(self, m):
        self.rows.append(m)

    def keep_one(self, m):
        self.m = m

    def grow(self, t):
        self.rows[-1] += t

    def last(self):
        return self.rows[-1]


def keep(rows, m):
    rows.append(m)


def listed(m):
    return [m]


@dataclass
class Held:
    a: np.ndarray


@case(M, 0.3, N, argnums=1)
def lists_joined(M, t, N):
    rows = [N] + [M]
    rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def comprehension(M, t, N):
    rows = [r for r in (N, M)]
    rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_repeated(M, t, N):
    rows = [M] * 2
    rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def lambda_that_returns(M, t, N):
    f = lambda: M
    f()[...] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def function_that_returns(M, t, N):
    def f():
        return M

    y = f()
    y += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def kept_by_a_method(M, t, N):
    o = Keeper()
    o.keep(M)
    o.rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def kept_as_attribute(M, t, N):
    o = Keeper()
    o.keep_one(M)
    o.m += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def grown_by_a_method(M, t, N):
    o = Keeper()
    o.keep(M)
    o.grow(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def given_by_a_method(M, t, N):
    o = Keeper()
    o.keep(M)
    y = o.last()
    y += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def kept_by_a_function(M, t, N):
    rows = []
    keep(rows, M)
    rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_of_a_function(M, t, N):
    rows = listed(M)
    rows[-1] += t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def zipped(M, t, N):
    for r, k in zip([M, N], (1, 2)):
        r *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def enumerated(M, t, N):
    for i, r in enumerate((M, N)):
        r *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_comprehension(M, t, N):
    d = {k: v for k, v in (("a", M), ("b", N))}
    d["a"] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def values_of_dict(M, t, N):
    d = dict(a=M)
    for v in d.values():
        v *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def namedtuple_field(M, t, N):
    d = Pair(M, N)
    d.a[...] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dataclass_field(M, t, N):
    d = Held(M)
    d.a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def one_of_two_dataclasses(M, t, N):
    d = Held(N)
    d = Held(a=M) if t > 0 else d
    d.a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def tuples_joined(M, t, N):
    rows = (N,) + (M,)
    rows[1][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def slice_at_the_end(M, t, N):
    rows = [N]
    rows[len(rows) :] = [M]
    rows[1][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def chained(M, t, N):
    rows = list(itertools.chain([N], [M]))
    rows[1][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def inner_list(M, t, N):
    rows = [[N]]
    rows[0].append(M)
    rows[0][1][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_under_another_name(M, t, N):
    rows = [N]
    cols = rows
    cols.append(M)
    rows[1][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def popped(M, t, N):
    rows = [N, M]
    r = rows.pop()
    r *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def got_from_dict(M, t, N):
    d = {"a": M}
    r = d.get("a")
    r *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_copied(M, t, N):
    rows = [M]
    cols = rows.copy()
    cols[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_sliced(M, t, N):
    rows = [M]
    cols = rows[:]
    cols[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def shallow_copy(M, t, N):
    rows = [M]
    cols = copy.copy(rows)
    cols[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def one_of_two_pairs(M, t, N):
    a, _b = (M, N) if t > 0 else (N, M)
    a *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def walrus(M, t, N):
    r = (y := M)
    r *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def joined_in_a_loop(M, t, N):
    rows = [N]
    for k in range(2):
        rows = rows + [M]
    rows[2][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def deque_rotated(M, t, N):
    rows = deque([N], maxlen=2)
    rows.append(M)
    rows.rotate(1)
    rows[0][:] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def default_list(M, t, N):
    d = defaultdict(list)
    d["k"].append(M)
    d["k"][0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def view_appended(M, t, N):
    rows = [N]
    rows.append(M.reshape(2, 1))
    rows[1][0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def appended_in_a_comprehension(M, t, N):
    rows = []
    [rows.append(v) for v in (M, N)]
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def out_argument(M, t, N):
    rows = [N]
    rows.append(M)
    np.multiply(rows[1], t, out=rows[1])
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def written_by_a_function(M, t, N):
    rows = [N]
    rows.append(M)

    def scale(v):
        v *= t

    scale(rows[1])
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def reversed_list(M, t, N):
    rows = [N]
    rows.append(M)
    for r in reversed(rows):
        r[0] = t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def filled(M, t, N):
    rows = [N]
    rows.append(M)
    rows[-1].fill(t)
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def stack(M, t, N):
    stack = [M]
    while stack:
        v = stack.pop()
        v *= t
        if len(stack) < 1 and v is M:
            stack.append(N)
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def largest_of_arrays(M, t, N):
    r = max([M, N], key=lambda v: v[0])
    r *= t
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def next_of_arrays(M, t, N):
    r = next(iter([M, N]))
    r *= t
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def sorted_arrays(M, t, N):
    r = sorted([M, N], key=lambda v: v[0])[0]
    r *= t
    return np.sum(M) + np.sum(N)


@case(M, 0.3, N, argnums=1)
def append_under_a_name(M, t, N):
    rows = [N]
    ap = rows.append
    ap(M)
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def append_through_the_class(M, t, N):
    rows = [N]
    list.append(rows, M)
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def inner_list_under_a_name(M, t, N):
    rows = [[]]
    r = rows[0]
    r.append(M)
    rows[0][0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_display_with_star(M, t, N):
    rows = [N]
    rows = [*rows, M]
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dict_display_with_stars(M, t, N):
    d = {"a": N}
    d = {**d, "b": M}
    d["b"] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def dicts_joined(M, t, N):
    d = {"a": N} | {"b": M}
    d["b"] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def generator_expression(M, t, N):
    g = (v for v in (M, N))
    for v in g:
        v *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def appended_in_a_branch(M, t, N):
    rows = [N]
    if t > 0:
        rows.append(M)
    else:
        rows.append(N)
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def item_replaced(M, t, N):
    rows = [N]
    rows[0] = M
    rows[0] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def unpacked(M, t, N):
    rows = [N]
    rows.append(M)
    _a, b = rows
    b *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_extended_by_operator(M, t, N):
    rows = [N]
    other = [M]
    rows += other
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def list_extended(M, t, N):
    rows = [N]
    other = [M]
    rows.extend(other)
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def lists_of_names_joined(M, t, N):
    rows = [N]
    other = [M]
    rows = rows + other
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def default_argument(M, t, N):
    def keepit(r, v=M):
        r.append(v)

    rows = [N]
    keepit(rows)
    rows[1] *= t
    return np.sum(M)


@case(M, 0.3, N, argnums=1)
def swapped_in_a_loop(M, t, N):
    for _ in range(2):
        N[...] = t
        M, N = (N, M)
    return np.sum(M * N)


@case(M, 0.3, N, argnums=1)
def swapped_and_only_written(M, t, N):
    for _ in range(2):
        N[...] = 0.5
        M, N = (N, M)
    return 0.5 * t


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
