"""What is read of classes, functions and modules, and written into after that: the reverse sweep needs what was read."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import types
import numpy as np
class Tank:
    w = np.ones(3)
    rows = [np.ones(3)]
    table = {"a": np.ones(3)}
    power = 2.0
    @staticmethod
    def total(x):
        return np.sum(x * Tank.w) ** Tank.power
    @classmethod
    def of_class(cls, x):
        return np.sum(x * cls.w) ** cls.power
    def of_object(self, x):
        return np.sum(x * self.w) ** self.power
    @staticmethod
    def of_rows(x):
        return np.sum(x * Tank.rows[0] * Tank.table["a"]) ** Tank.power
class Small(Tank):
    pass
tank = Tank()
def total(x):
    return np.sum(x * Tank.w) ** Tank.power
def through(x):
    return total(x * 2.0)
def bump():
    Tank.w[0] = 5.0
def bump_by(v):
    Tank.w[1] *= v
def settings(x):
    return np.sum(x * settings.w)
settings.w = np.ones(3)
space = types.SimpleNamespace(w=np.ones(3))
def of_space(x):
    return np.sum(x * space.w)
"""
READ = ["np.sum(y * Tank.w)", "Tank.total(y)", "Tank.of_class(y)", "Small.of_class(y)", "tank.of_object(y)", "Tank.of_rows(y)",
        "total(y)", "through(y)", "np.sum(y * Tank.w[1:].sum())", "np.sum(y * tank.w)", "np.sum(y * Small.w)", "settings(y)",
        "of_space(y)", "(lambda v: np.sum(v * Tank.w))(y)", "sum(v * Tank.w[1] for v in y)", "np.sum(y ** Tank.power)",
        "np.dot(y, Tank.w)", "np.sum(np.where(Tank.w > 0.5, y, 0.0))", "sum(map(Tank.total, [y, y]))", "y @ Tank.w * Tank.w[1]",
        "np.sum(y * Tank.table['a']) * np.sum(y * Tank.rows[0])"]
WRITTEN = ["Tank.w[0] = 2.0", "Tank.w[:] = 0.5", "Tank.w *= 3.0", "Tank.w += Tank.w", "Tank.w.fill(3.0)", "np.copyto(Tank.w, 2.0)",
           "np.multiply(Tank.w, 3.0, out=Tank.w)", "w = Tank.w\nw[1] = 4.0", "Tank.w = np.full(3, 3.0)", "Tank.power = 3.0",
           "Tank.power += 1.0", "Tank.rows[0][0] = 4.0", "Tank.rows[0] = np.full(3, 4.0)", "Tank.rows.clear()",
           "Tank.rows.insert(0, np.zeros(3))", "Tank.table['a'][1] = 4.0", "Tank.table['a'] = np.zeros(3)",
           "Tank.table.update(a=np.zeros(3))", "bump()", "bump_by(3.0)", "tank.w[0] = 2.0", "Small.w[0] = 2.0",
           "settings.w[0] = 2.0",
           "space.w[0] = 2.0", "type(tank).w[0] = 2.0", "vars(Tank)['w'][0] = 2.0", "tank.__class__.w[0] = 2.0",
           "setattr(Tank, 'power', 1.5)",
           "for k in range(3):\n    Tank.w[k] = k", "for row in [Tank.w]:\n    row[0] = 3.0", "tank.w = np.zeros(3)",
           "Tank.w.sort()",
           "np.add.at(Tank.w, [0, 0], 1.0)", "Tank.w[Tank.w > 0] = 3.0", "Tank.w[1:] -= 2.0", "delattr(Tank, 'power')"]
AFTER = ["z", "z * total(y)", "z * np.sum(y * Tank.w)"]
LOOPED = ["z = 0.0\nfor k in range(3):\n    z = z + {r}\n    {w}", "z = {r}\nif x > 0.0:\n    {w}",
          "def late():\n    {w}\nz = {r}\nlate()",
          "try:\n    z = {r}\nfinally:\n    {w}"]


@operators
@pytest.mark.parametrize(("read", "written"), [(r, w) for r in READ for w in WRITTEN])
def test_read_and_written(read, written, operator):
    _right(f"z = {read}\n{written}\n", operator, AFTER[(len(read) + len(written)) % 3])


@operators
@pytest.mark.parametrize(("form", "read", "written"), [(f, r, w) for f in LOOPED for r in READ[:12] for w in WRITTEN[::3]])
def test_in_other_statements(form, read, written, operator):
    _right(form.format(r=read, w=written.replace("\n", "\n    ")), operator, "z")


def _right(lines, operator, after):
    body = lines.replace("\n", "\n    ")
    text = f"{AROUND}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    {body}\n    return {after}\n"
    made = lambda: executed(text, "<classes>", __name__="around")["fun"]
    try:
        made()(0.7)
    except AttributeError:  # of an attribute that was deleted
        return
    is_right(operator, made, 0.7, "<classes>")
