"""Objects around a function that are read, and then changed where no statement shows what is: right, or refused."""

from __future__ import annotations

import functools
import textwrap

import pytest

import tangentish
from tangentish.library.kept_content import content_copied
from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import functools
import types
import numpy as np
class Tank:
    def __init__(self):
        self.w, self.n = np.array([1.0, 2.0, 3.0]), 0
        self.table, self.list = {"w": np.array([1.5, 0.5, 2.0])}, [1.0, 2.0, 0.5]
    def energy(self, x): return np.sum(x * x * self.w)
    def deep(self, x): return self.energy(x) * 1.5
    def dotted(self, x): return x.dot(self.w) ** 2
    def alias(self, x):
        w = self.w
        return np.sum(w * x * x)
    def weighed(self, x): return np.sum(weights_of(self) * x * x)
    def rows(self, x): return sum(w * v * v for w, v in zip(self.w, x))
    def items(self, x):
        s = 0.0
        for i in range(3):
            s = s + self.w[i] * x[i] ** 2
        return s
    def tables(self, x): return np.sum(self.table["w"] * x * x)
    def lists(self, x): return self.list[0] * x[0] ** 2 + self.list[1] * x[1] ** 2
    def reset(self):
        self.w[:] = 0.5
        self.table["w"][:] = 0.25
        self.list[0] = 7.0
    def grow(self): self.scale(2.0)
    def scale(self, c):
        self.w *= c
        self.table["w"] *= c
        self.list[:] = [c * v for v in self.list]
    def step(self):
        self.n += 1
        self.grow()
        return self.n < 3
    def __call__(self): self.grow()
    def __enter__(self): self.grow()
    def __exit__(self, *what): return False
    def __contains__(self, k):
        self.grow()
        return True
    def __len__(self):
        self.grow()
        return 3
    def __iter__(self):
        self.grow()
        return iter([1, 2])
    def __setitem__(self, k, v):
        self.w[k] = self.table["w"][k] = self.list[k] = v
    def __getitem__(self, k):
        self.grow()
        return k
    def __neg__(self):
        self.grow()
        return 1
    def __str__(self):
        self.grow()
        return "tank"
    @property
    def grown(self):
        self.grow()
        return 1
    @staticmethod
    def of_none(): tank.grow()
    @classmethod
    def of_class(cls): tank.grow()
def weights_of(o): return o.w
tank = Tank()
class Plant:
    def __init__(self, tank): self.tank, self.tanks = tank, [tank]
    def reset(self): self.tank.grow()
    def energy(self, x): return np.sum(x * x * self.tank.w)
    def deep(self, x): return self.tank.deep(x)
plant, space = Plant(tank), types.SimpleNamespace(tank=tank)
class Held:
    tank = tank
GROW, SCALED, TANKS = tank.grow, functools.partial(tank.scale, 2.0), [tank]
HOOKS, TABLE = [tank.grow, tank.reset], {"grow": tank.grow}
def grow_given(o): o.grow()
def run(f, *args): f(*args)
def growing():
    tank.grow()
    yield 1
def total(x): return np.sum(x * x * tank.w)
def read(x, o): return np.sum(x * x * o.w)
"""
READ = ["tank.energy(y)", "tank.deep(y)", "tank.dotted(y)", "tank.alias(y)", "tank.items(y)", "tank.tables(y)", "tank.lists(y)",
        "tank.weighed(y)", "tank.rows(y)", "np.sum(y * y * tank.w)", "total(y)", "read(y, tank)", "TANKS[0].deep(y)",
        "plant.energy(y)", "plant.deep(y)", "plant.tank.deep(y)", "plant.tanks[0].deep(y)", "space.tank.deep(y)",
        "Held.tank.deep(y)", "sum([o.deep(y) for o in TANKS])", "np.sum(y * tank.table['w'] * y)"]
CHANGED = [
    "for change in (tank.reset, tank.grow): change()", "list(map(tank.scale, [2.0]))", "if tank.w[0] < 20: tank.grow()",
    "if tank.n == 0: tank.grow()", "while tank.step(): pass", "while tank.w[0] < 20: tank.grow()", "grow_given(tank)",
    "run(tank.grow)", "run(tank.scale, 3.0)", "plant.reset()", "plant.tank.grow()", "plant.tank.w *= 2",
    "if plant.tank.w[0] < 20: plant.tank.grow()", "if space.tank.w[0] < 20: space.tank.grow()",
    "if Held.tank.w[0] < 20: Held.tank.grow()", "for change in (plant.tank.grow,): change()", "SCALED()", "GROW()",
    "for change in HOOKS: change()", "TABLE['grow']()", "if TANKS[0].n == 0: TANKS[0].grow()", "tank()", "with tank: pass",
    "len(tank)", "2 in tank", "for k in tank: pass", "tank[0] = 5.0", "tank[0]", "-tank", "str(tank)", "f'{tank}'", "tank.grown",
    "Tank.of_none()", "Tank.of_class()", "Tank.grow(tank)", "sorted([2, 1], key=lambda k: (tank.grow(), k)[1])",
    "[tank.grow() for k in range(2)]", "tank.grow() if tank.n == 0 else None", "tank.n == 0 and tank.grow()",
    "for k in growing(): pass", "try: tank.grow()\nfinally: pass", "functools.partial(tank.scale, 2.0)()",
    "getattr(tank, 'gr' + 'ow')()", "(lambda: tank.grow())()", "(tank.grow if tank.n == 0 else tank.reset)()",
    "[o.grow() for o in TANKS]", "next(growing())", "functools.reduce(lambda a, b: (tank.grow(), a)[1], [1, 2])",
    "assert tank.step()", "other = tank; other.grow()", "vars(tank)['w'][:] = 4.0", "np.multiply(tank.w, 2.0, out=tank.w)",
    "tank.w.sort()"]
PLACES = {
    "beside": "    z = {read}\n{changed}\n    return z * 1.0\n",
    "in a branch": "    z = {read}\n    if tank.n >= 0:\n    {changed_deeper}\n    return z * 1.0\n",
    "in a loop": "    z = 0.0\n    for i in range(2):\n        z = z + {read}\n    {changed_deeper}\n    return z\n",
    "in a function inside": "    def change():\n    {changed_deeper}\n    z = {read}\n    change()\n    return z * 1.0\n",
}


@operators
@pytest.mark.parametrize(("place", "read", "changed"), [(p, r, c) for p in PLACES for r in READ for c in CHANGED][::4])
def test_changed_in_the_function(place, read, changed, operator):
    body = PLACES[place].format(read=read, changed=textwrap.indent(changed, "    "),
                                changed_deeper=textwrap.indent(changed, "        ").removeprefix("    "))
    text = f"{AROUND}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n{body}"
    is_right(operator, functools.partial(_made, text), 0.7, "<tanks>")


@operators
@pytest.mark.parametrize(("read", "changed"), [(r, c) for r in READ for c in CHANGED][::2])
def test_changed_by_a_helper(read, changed, operator):
    text = (f"{AROUND}\ndef change():\n{textwrap.indent(changed, '    ')}\n"
            f"def fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    z = {read}\n    change()\n    return z * 1.0\n")
    is_right(operator, functools.partial(_made, text), 0.7, "<tanks>")


@operators
@pytest.mark.parametrize(("read", "changed"), [(r, c) for r in READ[:5] for c in CHANGED[:6]])
def test_what_is_right(read, changed, operator):
    text = f"{AROUND}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    z = {read}\n    {changed}\n    return z * 1.0\n"
    assert is_right(operator, functools.partial(_made, text), 0.7, "<tanks>")


@pytest.mark.parametrize("kept", [lambda x: content_copied({"a": x, "b": 2.0})["a"], lambda x: content_copied([x, 2.0])[0],
                                  lambda x: content_copied({"a": x, "b": [2.0]})["a"]])
def test_numbers_of_tables_and_lists_that_are_copied(kept):
    assert tangentish.grad(lambda x: kept(x) * x)(3.0) == 6.0
    assert tangentish.hessian(lambda x: kept(x) * x)(3.0) == 2.0


def _made(text):
    return executed(text, "<tanks>", __name__="around")["fun"]
