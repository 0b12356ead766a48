"""Arrays and lists around a function that are passed on, and then changed by what it calls: right, or refused."""

from __future__ import annotations

import functools
import itertools
import textwrap

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import functools
import numpy as np
class Held: w = np.array([1.0, 2.0, 3.0])
W, L, T, M = np.array([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0], (np.array([1.0, 2.0, 3.0]),), np.arange(1.0, 10.0).reshape(3, 3)
D, STATE = {{"a": np.array([1.0, 2.0, 3.0]), "n": [np.array([1.0, 2.0, 3.0])]}}, {{"n": 0}}
def put(): {place}[0], {place}[1] = 5.0, -2.0
def put_one(c): {place}[0] = c
def step():
    put()
    STATE["n"] += 1
    return STATE["n"] < 3
def fill(a): a[0] = 7.0
def run(f, *args): f(*args)
def filling():
    put()
    yield 1
class Acting:
    def __enter__(self): put()
    def __exit__(self, *what): return False
    def __call__(self): put()
    def __iter__(self):
        put()
        return iter([1])
    def __neg__(self):
        put()
        return 1
    @property
    def done(self):
        put()
        return 1
    def method(self): put()
acting = Acting()
HOOKS, TABLE, PARTIAL, BOUND = [put], {{"put": put}}, functools.partial(put_one, 9.0), acting.method
def total(x, w): return np.sum(x * x * np.asarray(w))
def total_and(x, w): return np.sum(x * x * np.asarray(w)), w
def itself(w): return w
class Model:
    def go(self, x, w):
        a = np.asarray(w)
        return np.sum(x * x * a)
    def keep(self, x, w):
        self.kept = w
        return np.sum(x * x * np.asarray(self.kept))
model, F = Model(), {{"t": total, "i": itself}}
"""
PLACES = ["W", "L", "D['a']", "D['n'][0]", "T[0]", "M[1]", "Held.w"]
READ = ["total(y, {w})", "F['t'](y, {w})", "functools.partial(total, w={w})(y)", "functools.partial(total, y)({w})",
        "(lambda w: np.sum(y * y * np.asarray(w)))({w})", "(lambda v, w={w}: np.sum(v * v * np.asarray(w)))(y)",
        "(lambda t: np.sum(t[0] * t[0] * np.asarray(t[1])))((y, {w}))", "total(*[y, {w}])", "total(**{{'x': y, 'w': {w}}})",
        "model.go(y, {w})", "model.keep(y, {w})", "total_and(y, {w})[0]", "np.sum(y * y * itself({w}))",
        "np.sum(y * y * F['i']({w}))", "sum([np.sum(y * y * np.asarray(w)) for w in [{w}]])", "sum(map(total, [y], [{w}]))"]
CHANGED = ["put()", "for k in (put,): k()", "list(map(put_one, [4.0]))", "if {w}[0] < 20: put()", "while step(): pass",
           "fill({w})", "run(put)", "run(put_one, 3.0)", "for k in HOOKS: k()", "TABLE['put']()", "PARTIAL()", "BOUND()",
           "with acting: pass", "for k in acting: pass", "-acting", "acting.done", "acting()", "(lambda: put())()",
           "[put() for k in range(1)]", "next(filling())", "a = {w}; run(a.__setitem__, 0, 5.0)", "put() if {w}[0] > 0 else None",
           "try: put()\nexcept ValueError: pass", "any(step() for k in range(2))"]
BODIES = {
    "beside": "    z = {read}\n{changed}\n    return z * 1.0\n",
    "under a name": "    w = {place}\n    z = {read_of_name}\n{changed}\n    return z * 1.0\n",
    "in a helper": "    z = {read}\n    change()\n    return z * 1.0\n",
}


ALL = list(itertools.product(BODIES, READ, CHANGED, PLACES))


@operators
@pytest.mark.parametrize(("body", "read", "changed", "place"), ALL[::4])
def test_passed_on(body, read, changed, place, operator):
    changed = textwrap.indent(changed.format(w=place), "    ")
    lines = BODIES[body].format(read=read.format(w=place), read_of_name=read.format(w="w"), changed=changed, place=place)
    text = f"{AROUND.format(place=place)}\ndef change():\n{changed}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n{lines}"
    is_right(operator, functools.partial(_made, text), 0.7, "<held>")


@operators
@pytest.mark.parametrize(("read", "changed"), [(r, c) for r in READ[:6] for c in CHANGED[:5]])
def test_what_is_right(read, changed, operator):
    read, changed = read.format(w="W"), changed.format(w="W")
    lines = f"    y = np.array([x, x * x, 2.0 * x])\n    z = {read}\n    {changed}\n    return z\n"
    text = f"{AROUND.format(place='W')}\ndef fun(x):\n{lines}"
    assert is_right(operator, functools.partial(_made, text), 0.7, "<held>")


def _made(text):
    return executed(text, "<held>", __name__="around")["fun"]
