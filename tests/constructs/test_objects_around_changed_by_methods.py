"""Objects around a function, which methods change after others have read them: right, or refused where it is not seen what is."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import numpy as np
class Tank:
    def __init__(self):
        self.w, self.n, self.rows, self.table = np.ones(3), 2.0, [np.ones(3)], {"a": np.ones(3)}
    def read(self, x):
        return np.sum(x * self.w * self.rows[0] * self.table["a"]) ** self.n
    def deep(self, x):
        return self.read(x) * 2.0
    def reset(self):
        self.w[:], self.n = 0.5, 3.0
    def grow(self):
        self.rows[0][1] = 4.0
        self.table["a"] = np.zeros(3)
    def scale(self, k):
        self.w *= k
    def both(self, x):
        z = self.read(x)
        self.reset()
        return z
    @property
    def filled(self):
        self.w.fill(3.0)
        return 1.0
    def __call__(self, x):
        return np.sum(x * self.w)
    def __setitem__(self, k, v):
        self.w[k] = v
    def __enter__(self):
        self.w[0] = 9.0
    def __exit__(self, *what):
        self.w[1] = 9.0
class Small(Tank):
    def reset(self):
        super().reset()
        self.w[2] = 7.0
class Plant:
    def __init__(self):
        self.tanks, self.one = TANKS, tank
    def reset(self):
        for o in self.tanks:
            o.reset()
    def reset_one(self):
        self.one.reset()
tank, small = Tank(), Small()
TANKS, NAMED = [tank, small], {"a": tank}
plant = Plant()
def clear(o):
    o.reset()
def clear_content(w):
    w[:] = 0.25
def reset_tank():
    tank.reset()
def reset_all():
    for o in TANKS:
        o.reset()
def total(x):
    return tank.read(x) + small.deep(x)
"""
READ = ["tank.read(y)", "tank.deep(y)", "tank(y)", "np.sum(y * tank.w)", "np.sum(y * tank.table['a']) ** tank.n",
        "Tank.read(tank, y)",
        "sum(map(tank.read, [y, y]))", "(lambda v: tank.read(v))(y)", "tank.read(x=y)", "total(y)", "sum(o.read(y) for o in TANKS)",
        "TANKS[0].read(y)", "NAMED['a'].deep(y)", "plant.one.read(y)", "np.sum(y * tank.w) + small(y)"]
WRITTEN = ["tank.reset()", "tank.grow()", "tank.scale(3.0)", "tank.scale(k=2.0)", "clear(tank)", "clear_content(tank.w)",
           "clear_content(tank.rows[0])", "Tank.reset(tank)", "tank.filled", "q = tank.filled", "if tank.filled: pass",
           "tank[1] = 5.0",
           "with tank: pass", "getattr(tank, 'reset')()", "m = tank.reset; m()", "[tank.scale(k) for k in (2.0, 3.0)]",
           "(lambda: tank.reset())()", "def reset(): tank.reset()\n    reset()", "tank.both(y)", "z = z * tank.both(y)",
           "if y[0] > 0: tank.reset()", "for o in (tank, small): o.reset()", "[o.reset() for o in TANKS]", "NAMED['a'].reset()",
           "reset_tank()", "reset_all()", "plant.reset()", "plant.reset_one()", "plant.one.reset()", "plant.tanks[0].w[:] = 2.0",
           "for o in TANKS: o.w[:] = 2.0", "for k in NAMED: NAMED[k].scale(2.0)", "o = TANKS[0]; o.w *= 2.0",
           "for o, k in zip(TANKS, (2.0, 3.0)): o.scale(k)", "tank = TANKS[1]; tank.reset()"]


@operators
@pytest.mark.parametrize(("read", "written"), [(r, w) for r in READ for w in WRITTEN])
def test_objects_around(read, written, operator):
    _right(read, written, operator)


@operators
@pytest.mark.parametrize(("read", "written"), [(r, w) for r in READ[:9] for w in WRITTEN[:22]])
def test_objects_made_inside(read, written, operator):
    assert _right(f"(tank := Tank(), {read})[1]", written, operator)


def _right(read, written, operator):
    own = "" if "tank = " not in written else "    global tank\n"
    text = (f"{AROUND}\ndef fun(x):\n{own}    y = np.array([x, x * x, 2.0 * x])\n    z = {read}\n    {written}\n"
            "    return z\n")
    return is_right(operator, lambda: executed(text, "<tanks>", __name__="around")["fun"], 0.7, "<tanks>")
