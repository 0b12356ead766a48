"""What functions of another module read of its variables and objects, where what is differentiated changes these after the call."""

from __future__ import annotations

import types

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import compiled, executed

WATER = """
import numpy as np
W = np.ones(3)
L = [np.ones(3)]
P = 2.0
class Tank:
    w = np.ones(3)
    power = 2.0
    def read(self, x):
        return np.sum(x * self.w) ** self.power
    @classmethod
    def of_class(cls, x):
        return np.sum(x * cls.w) ** cls.power
class Pump:
    def __init__(self):
        self.w, self.n, self.rows = np.ones(3), 2.0, [np.ones(3)]
    def read(self, x):
        return np.sum(x * self.w * self.rows[0]) ** self.n
tank, pump = Tank(), Pump()
KNOWN = {"pump": pump.read}
def total(x):
    return np.sum(x * W)
def of_list(x):
    return np.sum(x * L[0])
def powers(x):
    return np.sum(x ** P)
def change():
    W[0] = 5.0
def of_pump(x):
    return pump.read(x)
"""
READ = ["water.total(y)", "water.of_list(y)", "water.powers(y)", "water.tank.read(y)", "water.of_pump(y)", "tank.read(y)",
        "pump.read(y)", "Tank.of_class(y)", "np.sum(y * water.W)", "np.sum(y * water.pump.w)", "water.KNOWN['pump'](y)",
        "sum(map(pump.read, [y, y]))", "(lambda v: water.pump.read(v))(y)"]
WRITTEN = ["water.W[0] = 2.0", "water.W *= 2.0", "water.W = np.full(3, 2.0)", "water.L[0][0] = 2.0", "water.L[0] = np.zeros(3)",
           "water.P = 3.0", "water.change()", "Tank.w[0] = 2.0", "water.Tank.w[0] = 2.0", "tank.w[0] = 2.0", "Tank.power = 3.0",
           "pump.w[0] = 2.0", "pump.w = np.zeros(3)", "pump.n = 3.0", "water.pump.n += 1.0", "pump.rows[0][1] = 4.0",
           "pump.rows[0] = np.zeros(3)", "pump.rows.insert(0, np.zeros(3))", "vars(pump)['w'][0] = 2.0", "pump.__dict__['n'] = 3.0",
           "o = water.pump\no.w[0] = 2.0", "for o in [pump]:\n    o.w[0] = 2.0", "o = pump if x > 0.0 else tank\no.w[0] = 2.0",
           "np.copyto(pump.w, 2.0)", "water.pump.rows[0].fill(3.0)", "setattr(water, 'P', 3.0)", "setattr(pump, 'n', 3.0)"]
AFTER = ["z", "z * water.of_pump(y) * water.tank.read(y)"]


@operators
@pytest.mark.parametrize(("read", "written", "after"), [(r, w, a) for r in READ for w in WRITTEN for a in AFTER])
def test_right_or_refused(read, written, after, operator):
    lines = written.replace("\n", "\n    ")
    text = (f"import numpy as np\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    z = {read}\n    {lines}\n"
            f"    return {after}\n")

    def made():
        water = types.ModuleType("water")
        exec(compiled(WATER, "<water>"), vars(water))
        seen = {key: vars(water)[key] for key in ("Tank", "tank", "pump")}
        return executed(text, "<around>", __name__="around", water=water, **seen)["fun"]

    is_right(operator, made, 0.7, "<")
