"""Calls that write active values, in every place where an expression may stand and nothing active comes of it."""

from __future__ import annotations

import itertools

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import contextlib, functools
import numpy as np

class Tank:
    def __init__(self, v):
        self.v, self.level, self.rows, self.held = v, 0.0 * v, np.zeros(2), {}
    @property
    def settled(self):
        self.level = np.sin(self.v) + self.level
        return self.level
    def score(self, k=1):
        self.level = self.v * self.v + self.level
        return k
    def put(self, k=1):
        self.rows[0] += self.v * 2
        self.level = self.rows[0]
        return k
    def keep(self, k=1):
        self.held["a"] = self.v**3
        self.level = self.held["a"]
        return k

def touch(tank, k=1):
    tank.level = tank.v * tank.v * 5 + tank.level
    return k

def ident(*args, **keywords):
    return 1

@contextlib.contextmanager
def entered(k=1):
    yield k
"""
CALLS = ["inner(1)", "named(1)", "tank.score(1)", "touch(tank)", "Tank.score(tank, 1)", "tank.put()", "tank.keep()",
         "(lambda: tank.score(1))()", "tanks[0].score(1)", "functools.partial(touch, tank)(1)", "bound(1)", "given().score(1)",
         "(setattr(tank, 'level', tank.v * 9) or 1)", "(vars(tank).update(level=tank.v * 8) or 1)", "(lambda f: f(1))(tank.score)",
         "touch(*[tank, 1])", "{{'f': tank.score}}['f'](1)", "(tank.settled is not None) * 1"]
PLACES = [
    "assert True, {e}", "s = f'{{3:{{{e}}}d}}'",
    "try:\n        raise ValueError from KeyError({e})\n    except ValueError:\n        pass",
    "d = {{1: 2}}\n    del d[{e}]", "a = [0, 0]\n    a[{e}] = 5", "a = [0, 0]\n    a[{e}] += 5",
    "a = np.zeros(3)\n    a[{e}:] = 2.0",
    "with entered({e}) as c:\n        pass", "for i in range({e}):\n        pass", "while {e} > 5:\n        pass",
    "match {e}:\n        case 1:\n            pass", "f = lambda a={e}: a\n    f()", "def f(a={e}):\n        return a\n    f()",
    "ident(*[{e}])", "ident(**dict(a={e}))", "ok = 0 < {e} < 3", "if (y := {e}) > 0:\n        pass",
    "n = [i for i in [1, 2] if {e}]",
    "n = any({e} > 1 for i in [1, 2])", "n = {{i: {e} for i in [1, 2]}}", "try:\n        pass\n    finally:\n        {e}",
    "try:\n        1 / 0\n    except ZeroDivisionError:\n        {e}", "for i in []:\n        pass\n    else:\n        {e}",
    "def f():\n        return {e}\n    n = len([f()])", "a = np.zeros({e})", "s = '%d' % {e}", "s = '{{}}'.format({e})",
    "b = np.all(np.arange(2) < {e})", "{e} if x > 0 else None", "x > 0 and {e}",
    "@(lambda n: lambda f: f)({e})\n    def f():\n        pass", "if x < 0:\n        pass\n    elif {e}:\n        pass",
    "n = sorted([1, 2], key=lambda i: {e})", "n = list(filter(lambda i: {e}, [1, 2]))", "n = 2 ** {e}", "n = len([{e}])"]


WRITES = ["into(water, x)", "inner(1)", "(log.append(x) or 1)", "(held.update(k=x * 3) or 1)", "(np.copyto(water, x) or 1)",
          "(np.add.at(water, [0, 0], x) or 1)", "(water.fill(x) or 1)", "into(water[:1], x * x)", "(log.pop() is not None) * 1",
          "(log.sort() or 1)", "outer(1)", "(held.setdefault(8, x * 5) is not None) * 1",
          "(np.multiply(ones, x, out=water)[0] is not None) * 1"]
BESIDE = """
def into(rows, v):
    rows[0] = rows[0] + v * v
    return 1
"""


def function_of_containers(call: str, place: str):
    """The same of arrays, a list and a dict."""
    lines = ["water, ones, log, held, total = np.zeros(2), np.ones(2), [3 * x, x * x, x, 1.0], {}, 1.0 * x",
             "def inner(k):\n        water[1] = x * x * k\n        return k",
             "def outer(k):\n        nonlocal total\n        total = x * x * 3\n        return k",
             place.format(e=call.format()),
             "return water[0] * 3 + water[1] * 2 + sum(log) + log[0] * 5 + sum(held.values()) + total"]
    return executed(AROUND + BESIDE + "def fun(x):\n    " + "\n    ".join(lines), "wherever.py", __name__="wherever")["fun"]


def function_of(call: str, place: str):
    """A function whose result is what the call has written."""
    lines = ["tank = Tank(x)", "tanks, bound = [tank], tank.score", "def given():\n        return tank",
             "def inner(k):\n        tank.level = tank.v * 5 * tank.v\n        return k", "named = lambda k: tank.score(k)",
             place.format(e=call.format()), "return tank.level * 2.0"]
    return executed(AROUND + "def fun(x):\n    " + "\n    ".join(lines), "wherever.py", __name__="wherever")["fun"]


@operators
@pytest.mark.parametrize("call, place", [
    pair for k, pair in enumerate(itertools.product(CALLS, PLACES)) if (k + k // len(PLACES)) % 3 == 0])
def test_right_or_refused(operator, call, place):
    is_right(operator, lambda: function_of(call, place), 0.3, "wherever.py")


@operators
@pytest.mark.parametrize("place", PLACES)
def test_followed(operator, place):
    assert is_right(operator, lambda: function_of("tank.score(1)", place), 0.3, "wherever.py")


@operators
@pytest.mark.parametrize("call, place", [
    pair for k, pair in enumerate(itertools.product(WRITES, PLACES)) if (k + k // len(PLACES)) % 3 == 0])
def test_containers_right_or_refused(operator, call, place):
    is_right(operator, lambda: function_of_containers(call, place), 0.3, "wherever.py")
