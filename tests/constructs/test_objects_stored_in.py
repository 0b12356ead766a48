"""Objects around a function that it stores active values in, by any name: followed, or refused where other code reads them."""

from __future__ import annotations

import functools
import textwrap

import numpy as np
import pytest

import tangentish
from tests.constructs.right_or_refused import is_right, operators
from tests.oracle import check_gradient
from tests.texts import executed

AROUND = """
import copy
import functools
import operator
import numpy as np
class Base:
    def squared(self): return self.k ** 2
class Tank(Base):
    def __init__(self, k=2.0):
        self.w, self.k, self.sub, self.table = np.array([1.0, 2.0, 0.5]), k, None, {}
    def energy(self): return np.sum(self.k * self.w ** 2)
    @property
    def doubled(self): return 2.0 * self.k
    @property
    def scaled(self): return self.given
    @scaled.setter
    def scaled(self, v): self.given, self.k = v, v * v
    def total(self, x):
        self.k = x
        return level()
    def total_later(self, x):
        self.k = x
        return self.level_of_tank()
    def total_below(self, x):
        self.sub.k = x
        return self.sub.squared() + level_below()
    def total_by_helper(self, x):
        put(self, x)
        return level()
    def level_of_tank(self): return level()
class Plant:
    def __init__(self, tank): self.tank, self.tanks = tank, [tank]
    def run(self, x):
        self.tank.k = x
        return level()
    def run_later(self, x):
        self.tank.k = x
        return self.level()
    def run_by_helper(self, x):
        put(self.tank, x)
        return self.level()
    def level(self): return level()
class Entered:
    def __enter__(self): return tank
    def __exit__(self, *what): return False
class Setter:
    def __init__(self, tank): self.tank = tank
    def __call__(self, v): self.tank.k = v
class Setting(Setter):
    def __init__(self, tank, v): self.tank, self.v = tank, v
    def __enter__(self): self(self.v)
    def __exit__(self, *what): return False
tank, other = Tank(), Tank(3.0)
tank.sub, plant, same, TANKS = Tank(1.5), Plant(tank), tank, [tank]
def level(): return tank.k ** 2
def level_below(): return tank.sub.k ** 2
def level_of(o): return np.sum((o.k * o.w) ** 2)
def put(o, x): o.k = x
def put_around(x): tank.k = x
def put_by_name(x):
    o = tank
    o.k = x
def put_below(x): plant.tank.k = x
def given(): return tank
def put_given(x): given().k = x
"""
STORES = [
    "tank.k = x", "o = tank; o.k = x", "o = same; o.k = x", "plant.tank.k = x", "o = plant.tank; o.k = x", "given().k = x",
    "o = given(); o.k = x", "put(tank, x)", "put(plant.tank, x)", "put(TANKS[0], x)", "put(o=tank, x=x)", "put_around(x)",
    "put_by_name(x)", "put_below(x)", "put_given(x)", "setattr(tank, 'k', x)", "o = tank; setattr(o, 'k', x)",
    "[setattr(o, 'k', x) for o in TANKS]", "for o in TANKS: o.k = x", "for o in [tank]: o.k = x", "o, n = tank, 3; o.k = x",
    "o = {'a': tank}; o['a'].k = x", "o = None; o = o or tank; o.k = x", "vars(tank)['k'] = x", "o = tank; vars(o)['k'] = x",
    "o = tank; o.__dict__.update(k=x)", "tank.k *= x", "tank.k, n = x, 2", "tank.scaled = x",
    "tank.k = 1.0; tank.k += x", "if x > 0: tank.k = x\nelse: tank.k = 2.0",
    "Setter(tank).tank.k = x",
    "with Setting(tank, x): pass", "object.__setattr__(tank, 'k', x)",
    "Tank.__setattr__(tank, 'k', x)", "operator.setitem(tank.__dict__, 'k', x)", "[put(o, x) for o in (tank, other)]",
    "def change(v): tank.k = v\nchange(x)", "o = tank\ndef change(v): o.k = v\nchange(x)",
    "change = lambda v: put(tank, v); change(x)",
    "def change(v):\n    def deeper(w): tank.k = w\n    deeper(v)\nchange(x)",
    "for i in range(2): tank.k = tank.k * x", "def change(): put_around(x)\nchange()", "(lambda: put(tank, x))()",
]
READS = [
    "level()", "tank.k ** 2", "tank.energy()", "tank.squared()", "tank.doubled", "same.k ** 2", "plant.tank.k ** 2",
    "plant.tank.energy()", "level_of(tank)", "o = tank; z = level_of(o)", "o = tank; z = o.energy()", "(lambda: tank.k)()",
    "(lambda o: o.energy())(tank)", "sum([o.energy() for o in TANKS])", "sum(map(Tank.energy, TANKS))", "TANKS[0].energy()",
    "getattr(tank, 'k') ** 2", "Tank.energy(tank)", "tank.level_of_tank()", "plant.level()", "max(tank.energy(), 0.0)",
    "read = lambda: tank.k; z = read()", "def read(): return tank.energy()\nz = read()", "given().energy()", "given().k",
    "read = tank.energy; z = read()", "copy.copy(tank).energy()", "Tank(x).energy() + other.energy()",
]
RIGHT = [  # every store here with every read
    ("tank.k = x", "tank.k, n = x, 2", "setattr(tank, 'k', x)", "tank.k *= x", "tank.scaled = x", "o = tank; o.k = x",
     "for i in range(2): tank.k = tank.k * x", "if x > 0: tank.k = x\nelse: tank.k = 2.0"),
    ("tank.energy()", "tank.k ** 2", "tank.squared()", "tank.doubled", "o = tank; z = o.energy()", "TANKS[0].energy()",
     "sum([o.energy() for o in TANKS])", "getattr(tank, 'k') ** 2", "other.energy() * x"),
]
METHODS = ["tank.total(x)", "tank.total_later(x)", "tank.total_below(x)", "tank.total_by_helper(x)", "plant.run(x)",
           "plant.run_later(x)", "plant.run_by_helper(x)", "Plant(tank).run(x)", "Plant(tank).run_later(x)",
           "Plant(tank).run_by_helper(x)", "getattr(tank, 'total')(x)", "other.total(x)", "Plant(other).run(x)"]


def made(store: str, read: str):
    lines = [store, read if "z = " in read else f"z = {read}", "return z * 1.0 + x"]
    text = f"{AROUND}\ndef fun(x):\n{textwrap.indent(chr(10).join(lines), '    ')}\n"
    return functools.partial(lambda text: executed(text, "<tanks>", __name__="around")["fun"], text)


@operators
@pytest.mark.parametrize(("store", "read"), [(s, r) for s in STORES for r in READS])
def test_stored_and_read(store, read, operator):
    is_right(operator, made(store, read), 0.7, "<tanks>")


@operators
@pytest.mark.parametrize(("store", "read"), [(s, r) for s in RIGHT[0] for r in RIGHT[1]])
def test_what_is_right(store, read, operator):
    assert is_right(operator, made(store, read), 0.7, "<tanks>")


@operators
@pytest.mark.parametrize("read", METHODS)
def test_stored_in_what_a_method_is_given(read, operator):
    is_right(operator, made("pass", read), 0.7, "<tanks>")


@pytest.mark.parametrize("name", ["total", "total_later", "total_below", "total_by_helper", "energy"])
def test_methods_that_are_differentiated(name):
    """Whose object is a global one, too: these read it, or functions that they call."""
    space = executed(AROUND, "<tanks>", __name__="around")
    method = getattr(space["tank"], name)
    if name == "energy":
        tank = space["tank"]
        assert tangentish.grad(lambda k: setattr(tank, "k", k) or tank.energy())(0.7) == pytest.approx(5.25)
        return
    for run in (tangentish.grad(method), lambda x: tangentish.jvp(method, (x,), (1.0,))[1]):
        with pytest.raises(tangentish.UnsupportedError, match="which is active"):
            run(0.7)


GIVEN = [  # `o.tank` is the global one
    "o.tank.k = x", "put(o.tank, x)",
    "setattr(o.tank, 'k', x)", "vars(o.tank)['k'] = x", "o.tank.__dict__.update(k=x)",
    "o.__dict__['tank'].k = x",

    "o.tank.total(x)", "o.run(x)", "o.run_by_helper(x)", "o.tanks[0].k = x"]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("read", ["level()", "level_of(tank)", "tank.energy()", "o.level()", "o.tank.energy()"])
@pytest.mark.parametrize("store", GIVEN)
def test_objects_that_are_arguments_too(store, read, mode):
    lines = textwrap.indent(f"{store}\nreturn {read} * 1.0 + x", "    ")
    text = f"{AROUND}\ndef fun(o, x):\n{lines}\n"

    def made():
        space = executed(text, "<tanks>", __name__="around")
        return space["fun"], space["plant"]

    def value(x):
        fun, plant = made()
        return fun(plant, x)

    fun, plant = made()
    try:
        found = tangentish.grad(fun, 1)(plant, 0.7) if mode == "reverse" else tangentish.jvp(
            lambda x: fun(plant, x), (0.7,), (1.0,))[1]
    except tangentish.TangentishError as error:
        assert "<tanks>" in str(error) or __file__ in str(error)
        return
    assert found == pytest.approx((value(0.7 + 1e-6) - value(0.7 - 1e-6)) / 2e-6, rel=1e-6)


class Work:
    """An array of its own that is written into by others, and kept from one call to the next."""

    def __init__(self):
        self.w, self.rows = np.zeros(3), np.zeros((2, 3))

    def put(self, x, out):
        out += x

    @staticmethod
    def put_static(x, out):
        out[1] += x[0]


def put_into(out, x):
    out[:] = out * 0.5 + x


WRITES = {
    "by a method": lambda o, x: o.put(x, o.w), "by a function": lambda o, x: put_into(o.w, x),
    "by a static method": lambda o, x: o.put_static(x, o.w), "a row": lambda o, x: put_into(o.rows[0], x),
    "a view": lambda o, x: o.put(x[:2], o.w[1:]), "copied": lambda o, x: np.copyto(o.w, o.w + x),
    "filled": lambda o, x: o.w.fill(x[0]),
    "twice": lambda o, x: (o.put(x, o.w), put_into(o.w, x)), "in place": lambda o, x: np.add(o.w, x, out=o.w),
    "both": lambda o, x: (put_into(o.rows[1], x), o.rows.__imul__(2.0)),
}


@pytest.mark.parametrize("name", WRITES)
def test_arrays_of_objects_are_left_as_the_function_leaves_them(name):
    write, x = WRITES[name], np.array([0.5, -2.0, 1.5])

    def fun(x, work):
        write(work, x)
        return np.sum(x * work.w) + np.sum(x * work.rows * work.rows)

    plain, kept = Work(), Work()
    for _ in range(3):
        assert tangentish.value_and_grad(fun)(x, kept)[0] == pytest.approx(fun(x, plain))
        np.testing.assert_allclose(kept.w, plain.w)
        np.testing.assert_allclose(kept.rows, plain.rows)
    check_gradient(lambda x: fun(x, Work()), x)


@operators
@pytest.mark.parametrize("lines", [
    "tank.k = x\nreturn tank.energy()", "tank.k = x\nreturn tank.k ** 2 * tank.doubled", "tank.k *= x\nreturn tank.energy() * x",
    "tank.k, tank.w = x, tank.w * x\nreturn tank.energy()", "put(tank, x)\nreturn tank.squared()",
    "for i in range(3): tank.k = tank.k * x\nreturn tank.energy()"])
def test_objects_that_a_function_captured(lines, operator):
    text = f"{AROUND}\ndef make():\n    tank = Tank()\n    def fun(x):\n{textwrap.indent(lines, '        ')}\n    return fun\n"
    assert is_right(operator, lambda: executed(text, "<tanks>", __name__="around")["make"](), 0.7, "<tanks>")
