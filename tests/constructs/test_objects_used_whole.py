"""Objects that active values are stored in, and that are used not by their attributes alone: by operators, items, iteration, calls.

What is stored in a part of an object is met wherever the object is.
"""

from __future__ import annotations

import functools
import math  # noqa: F401 - of the programs
import operator  # noqa: F401 - of the programs
import textwrap

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient
from tests.texts import executed


class Cell:
    def __init__(self):
        self.x = 0.0

    def __mul__(self, k):
        return self.x * k

    __rmul__ = __mul__

    def __call__(self):
        return self.x * 2.0

    def __getitem__(self, k):
        return self.x * 2.0

    def __neg__(self):
        return -self.x

    def __float__(self):
        return float(self.x)

    def __iter__(self):
        return iter([self.x, self.x])

    def __array__(self, dtype=None, copy=None):
        return np.asarray([self.x, 1.0])

    def __lt__(self, other):
        return self.x < other.x

    def __gt__(self, other):
        return self.x > other.x

    def __abs__(self):
        return abs(self.x)

    def __enter__(self):
        return self.x

    def __exit__(self, *what):
        return False

    def __matmul__(self, other):
        return self.x * other

    def __add__(self, other):
        return self.x + (other.x if isinstance(other, Cell) else other)

    def __pow__(self, k):
        return self.x**k

    def __getattr__(self, name):
        if name == "twice":
            return 2.0 * self.__dict__["x"]
        raise AttributeError(name)

    @functools.cached_property
    def v(self):
        return self.x**3

    @property
    def p(self):
        return self.x**2

    def get(self):
        return self.x

    def __len__(self):
        return 2

    def __contains__(self, k):
        return k < self.x

    def __bool__(self):
        return self.x > 0


class Wrap:
    def __init__(self, h):
        self.h = h

    def __mul__(self, k):
        return self.h * k

    def use(self):
        return self.h * 2.0

    def put(self, x):
        self.h.x = x


class Sub(Cell):
    def set(self, x):
        self.x = x

    def total(self, x):
        self.x = x
        return self * 2.0

    def inner(self, x):
        self.set(x)
        return self[0]


class Link:
    def __init__(self):
        self.v, self.next = 0.0, None

    def __float__(self):
        return self.v * 1.0

    def __add__(self, other):
        return self.v + other

    __radd__ = __add__


AROUND = Cell()


def made(x):
    h = Cell()
    h.x = x
    return h


def made_empty():
    return Cell()


def fill(h, x):
    h.x = x


def both(a, b):
    return a * b


def doubled(q):
    return q * 2.0


def doubled_level(q):
    return q.x * 2.0


EXPRESSIONS = [
    "h * 2.0", "2.0 * h", "h()", "h[0]", "-h", "float(h)", "np.asarray(h).sum()", "sum([v for v in h])", "sum([*h])",
    "max(h, Cell()).x", "h.twice", "abs(h)", "h @ 2.0", "h + 1.0", "h + h", "h ** 3", "h.v", "h.p*1", "h.get()",
    "vars(h)['x']", "h.__dict__['x']", "h.__dict__.get('x')", "sum(vars(h).values())", "[h][0] * 2.0", "{'a': h}['a'] * 2.0",
    "(h, 1)[0].x", "sorted([h, Cell()])[1].x", "functools.reduce(operator.add, [h, 1.0])", "operator.mul(h, 2.0)",
    "operator.attrgetter('x')(h)", "getattr(h, 'x')", "(lambda q: q * 2.0)(h)",
    "(lambda q: q.x)(h)", "sum(map(float, [h]))", "np.array([h * 2.0]).sum()", "(h if x > -9 else 0.0) * 2.0",
    "(h or 0.0) * 2.0", "x if 0 in h else 2*x", "next(iter(h))", "list(h)[1]", "tuple(h)[0]", "min(h)", "np.sum(h)",
    "np.sin(h[0])", "str(h.x) and h * 3.0", "doubled(h)", "doubled_level(h)", "[q * 2.0 for q in [h]][0]",
    "np.multiply(h[0], 2.0)", "dict(a=h)['a'] * 2.0", "h.__mul__(2.0)", "Cell.__mul__(h, 2.0)", "operator.itemgetter(0)(h)",
    "next(q for q in [h]) * 2.0", "(q := h) * 2.0", "pow(h, 3)", "divmod(h[0], 0.5)[1]", "sum(zip(h, h), ())[0]",
    "dict(enumerate(h))[0]", "np.fromiter(h, float).sum()", "np.array(list(h)).sum()", "math.sin(h)", "math.fsum(h)",
    "both(*h)", "np.dot(np.asarray(h), np.ones(2))",
]
STORES = ["h.x = x", "setattr(h, 'x', x)", "h.x += x", "h.__dict__['x'] = x", "fill(h, x)", "q = h; q.x = x", "[h][0].x = x"]
PROGRAMS = [
    "made(x) * 2.0",
    "m = made(x); y = m * 2.0",
    "m = made_empty(); m.x = x; y = m * 2.0",
    "m = made_empty(); fill(m, x); y = m * 2.0",
    "w = Wrap(Cell()); w.h.x = x; y = w * 2.0",
    "w = Wrap(Cell()); w.h.x = x; y = w.use()",
    "w = Wrap(Cell()); w.put(x); y = w * 2.0",
    "w = Wrap(Cell()); w.put(x); y = w.h * 2.0",
    "h = Cell(); w = Wrap(h); h.x = x; y = w * 2.0",
    "h = Cell(); w = Wrap(h); h.x = x; y = w.use()",
    "h = Cell(); w = Wrap(None); w.h = h; h.x = x; y = w * 2.0",
    "h = Cell(); w = Wrap(None); h.x = x; w.h = h; y = w.h * 2.0",
    "s = Sub(); y = s.total(x)",
    "s = Sub(); y = s.inner(x)",
    "s = Sub(); s.set(x); y = s * 2.0",
    "s = Sub(); s.set(x); y = s()",
    "h = Cell(); h.x = x; g = lambda: h * 2.0; y = g()",
    "h = Cell(); g = lambda: h * 2.0; h.x = x; y = g()",
    "h = Cell()\ndef put(v): h.x = v\nput(x); y = h * 2.0",
    "h = Cell(); h.x = x\ndef get(): return h * 2.0\ny = get()",
    "hs = [Cell(), Cell()]\nfor q in hs: q.x = x\ny = hs[1] * 2.0",
    "hs = [Cell() for _ in range(2)]\nfor q in hs: q.x = x\ny = sum([q * 2.0 for q in hs])",
    'hs = {"a": Cell()}; hs["a"].x = x; y = hs["a"] * 2.0',
    'hs = {"a": Cell()}\nfor q in hs.values(): q.x = x\ny = hs["a"] * 2.0',
    "hs = []; hs.append(Cell()); hs[-1].x = x; y = hs[0] * 2.0",
    "h = Cell(); hs = []; hs.append(h); h.x = x; y = hs[0] * 2.0",
    'h = Cell(); d = {}; d["k"] = h; h.x = x; y = d["k"] * 2.0',
    'h = Cell(); d = dict(k=h); h.x = x; y = d["k"]()',
    "h = Cell(); g = h if x > 0 else None; g.x = x; y = h * 2.0",
    "h, g = Cell(), Cell(); h.x, g.x = x, x * x; y = h + g",
    "h = Cell(); q = r = h; r.x = x; y = q * 2.0",
    "h = Cell(); h.x = x; y = 0.0\nfor v in h: y = y + v",
    "h = Cell(); h.x = x; a, b = h; y = a * b",
    "h = Cell(); h.x = x; y = h * 2.0; h.x = 3.0; y = y + h * x",
    "h = Cell(); y = 0.0\nfor k in range(3):\n    h.x = x * k\n    y = y + h * 2.0",
    "h = Cell(); h.x = x\nwith h as v: y = v * v",
    "h = Cell()\nif x > 0: h.x = x\ny = h * 2.0",
    "h = Cell()\ntry: h.x = x\nfinally: y = h * 2.0",
    "n = Link(); n.v = x; y = n + 1.0",
    "n = Link(); n.next = Link(); n.next.v = x; y = n.next + 1.0",
    "n = Link(); n.next = Link(); n.next.v = x; y = float(n.next)",
    "import types\nn = types.SimpleNamespace(); n.h = Cell(); n.h.x = x; y = n.h * 2.0",
    "import copy\nh = Cell(); h.x = x; g = copy.deepcopy(h); y = g * 2.0",
    "import copy\nh = Cell(); h.x = x; y = copy.copy(h) * copy.copy(h).x",
    'h = Cell(); vars(h)["x"] = x; y = h * 2.0',
    "h = Cell(); vars(h).update(x=x); y = h * 2.0",
    'h = Cell(); object.__setattr__(h, "x", x); y = h * 2.0',
    'h = Cell(); Cell.__setattr__(h, "x", x); y = h * 2.0',
    'h = Cell(); (lambda q: setattr(q, "x", x))(h); y = h * 2.0',
    'h = Cell(); [setattr(q, "x", x) for q in (h,)]; y = h * 2.0',
    "h = Cell(); h.x, n = x, 2; y = h * n",
    "h = Cell(); h.x: float = x; y = h * 2.0",
    "h = Cell(); h.x = 1.0; h.x *= x; y = h * 2.0",
    "t = (Cell(), 1); t[0].x = x; y = t[0] * t[1]",
    "h = Cell(); h.x = x; y = sorted([h, Cell()])[-1] * 2.0",
    "h = Cell(); h.x = x; y = [*map(float, [h])][0]",
    "h = Cell(); h.x = x; y = list(map(lambda q: q * 2.0, [h]))[0]",
    "h = Cell(); h.x = x; y = functools.partial(operator.mul, h)(2.0)",
    "h = Cell(); h.x = x; m = h.__mul__; y = m(2.0)",
    "h = Cell(); h.x = x; m = h.get; y = m() * 2.0",
    "AROUND.x = x; y = AROUND * 2.0",
    "AROUND.x = x; y = AROUND()",
    "g = AROUND; g.x = x; y = g * 2.0",
]


def program(text):
    body = text.replace("; ", "\n") if "y = " in text else f"y = {text}"
    lines = f"def fun(x):\n{textwrap.indent(body, '    ')}\n    return y\n"
    return executed(lines, f"<cells: {body.replace(chr(10), '; ')}>", **{**globals(), "AROUND": Cell()})["fun"]


def check(text):
    """Right, or refused as the class of an object is known too late; never another number."""
    try:
        check_gradient(program(text), 0.7, repeats=1)
        want = tangentish.grad(program(text))(0.7)
        assert np.isclose(tangentish.jvp(program(text), (0.7,), (1.0,))[1], want)
    except tangentish.UnsupportedError as error:
        assert "its class was not known" in str(error)


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions(expression, store):
    check(f"h = Cell(); {store}; y = {expression}")


@pytest.mark.parametrize("text", PROGRAMS)
def test_programs(text):
    check(text)
