"""Arrays that functions keep as defaults, or captured, where a program gets them from the function and writes into them."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import numpy as np
def weighted(x, w=np.ones(3)):
    return np.sum(x * w)
def named(x, *, w=np.ones(3)):
    return np.sum(x * w)
def make():
    w = np.ones(3)
    def inner(x):
        return np.sum(x * w)
    return inner
captured = make()
LEVELS = np.ones(3)
def looked_up(x):
    return np.sum(x * LEVELS)
class Tank:
    w = np.ones(3)
    def level(self, x, w=np.ones(3)):
        return np.sum(x * w)
    @staticmethod
    def total(x):
        return np.sum(x * Tank.w)
tank = Tank()
def through(f, x, v):
    w = f.__defaults__[0]
    w[0] = v
    return f(x)
"""
KEPT = {
    "weighted.__defaults__[0]": "weighted", "named.__kwdefaults__['w']": "named",
    "captured.__closure__[0].cell_contents": "captured", "looked_up.__globals__['LEVELS']": "looked_up",
    "tank.level.__func__.__defaults__[0]": "tank.level", "Tank.level.__defaults__[0]": "tank.level",
    "getattr(weighted, '__defaults__')[0]": "weighted", "tank.__class__.w": "Tank.total", "vars(Tank)['w']": "Tank.total",
    "Tank.__dict__['w']": "Tank.total", "type(tank).w": "Tank.total",
}
WRITTEN = [
    "w = {e}\nw[0] = {v}\nz = {f}(y)", "{e}[0] = {v}\nz = {f}(y)", "w = {e}\nw *= {v}\nz = {f}(y)", "{e}.fill({v})\nz = {f}(y)",
    "np.copyto({e}, {v})\nz = {f}(y)", "np.multiply(y, {v}, out={e})\nz = {f}(y)", "z = {f}(y)\n{e}[0] = {v}",
    "z = 0.0\nfor k in range(3):\n    z = z + {f}(y)\n    {e}[k] = {v}", "for w in [{e}]:\n    w[1] = {v}\nz = {f}(y)",
    "z = {f}(y) * np.sum({e})", "w = {e}\nq = y * w\nw[0] = {v}\nz = {f}(q)",
]
PROGRAMS = [(e, line, v) for e in KEPT for line in WRITTEN for v in ("2.0", "x", "y[1]")]


@operators
@pytest.mark.parametrize(("kept", "line", "value"), PROGRAMS)
def test_right_or_refused(kept, line, value, operator):
    lines = line.format(e=kept, f=KEPT[kept], v=value).replace("\n", "\n    ")
    text = f"{AROUND}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    {lines}\n    return z * 3.0\n"
    is_right(operator, lambda: executed(text, "<kept>", __name__="around")["fun"], 0.7, "<kept>")


@operators
@pytest.mark.parametrize("kept", [*KEPT])
def test_what_is_only_read_is_right(kept, operator):
    text = f"{AROUND}\ndef fun(x):\n    y = np.array([x, x * x, 2.0 * x])\n    return {KEPT[kept]}(y) * np.sum({kept} * y)\n"
    assert is_right(operator, lambda: executed(text, "<kept>", __name__="around")["fun"], 0.7, "<kept>")


@operators
def test_written_through_a_parameter(operator):
    text = f"{AROUND}\ndef fun(x):\n    return through(weighted, np.array([x, x, 1.0]), x)\n"
    is_right(operator, lambda: executed(text, "<kept>", __name__="around")["fun"], 0.7, "<kept>")


@operators
@pytest.mark.parametrize("made", ["Counter()", "around"])
def test_no_call_of_an_object_asks_for_its_hash(made, operator):
    text = f"""
class Counter:
    def __init__(self):
        self.n = 1.0
    def __hash__(self):
        self.n += 1.0
        return 3
    def __eq__(self, other):
        self.n += 1.0
        return True
    def __call__(self, x):
        return x * self.n
around = Counter()
def fun(x):
    counter = {made}
    return counter(x) * counter(x * x) * counter.n
"""
    assert is_right(operator, lambda: executed(text, "<kept>", __name__="around")["fun"], 0.7, "<kept>")


@operators
@pytest.mark.parametrize("line", ["[0 for w[0] in (3.0, 4.0)]", "{k: 0 for k, w[0] in [(1, x), (2, 4.0)]}",
                                  "sum(1 for w[1] in (x, 2.0))", "[v for row in [w] for row[2] in (x, x * x) for v in row]"])
def test_comprehensions_that_store(line, operator):
    text = f"import numpy as np\ndef fun(x):\n    w = np.array([x, 2.0 * x, 1.0])\n    n = {line}\n    return np.sum(w * x)\n"
    is_right(operator, lambda: executed(text, "<kept>", __name__="around")["fun"], 0.7, "<kept>")
