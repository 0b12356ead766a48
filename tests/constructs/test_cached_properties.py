"""Cached properties that read one another: what they keep is computed, not stored."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused
from tests.texts import executed

case = Cases()


class Curve:
    def __init__(self, x):
        self.x = x

    @cached_property
    def steps(self):
        return self.x[1:] * 2.0 - self.x[:-1]

    @cached_property
    def length(self):
        return np.sqrt(self.steps @ self.steps)

    @property
    def mean(self):
        return np.sum(self.steps) / len(self.steps)

    @cached_property
    def first(self):
        return self.x[0] * 2.0

    @cached_property
    def product(self):
        return self.first * self.x[1]

    def scaled(self, c):
        return c * self.product + self.first

    def table(self):
        return {"first": self.first, "length": self.length}


@case(V4)
def kept_from_kept(x):
    return Curve(x).length


@case(V4)
def a_property_from_kept(x):
    return Curve(x).mean


@case(V4)
def numbers(x):
    return Curve(x).product


@case(V4)
def methods(x):
    curve = Curve(x * x)
    return curve.scaled(3.0) + curve.scaled(x[2])


@case(V4)
def read_before(x):
    curve = Curve(x)
    steps = curve.steps
    return curve.length * steps[0] + curve.steps[1]


@case(V4)
def several(x):
    return sum(curve.length * curve.product for curve in [Curve(x), Curve(x[::-1]), Curve(x * 2.0)])


@case(V4)
def in_a_table(x):
    held = Curve(np.sin(x)).table()
    return held["first"] * held["length"]


def read_by_a_function(curve, c):
    return curve.first * c + np.sum(curve.steps)


@case(V4)
def by_functions(x):
    curve = Curve(x)
    return read_by_a_function(curve, 2.0) * read_by_a_function(curve, x[0])


@case(V4)
def by_functions_when_read_before(x):
    curve = Curve(x)
    before = curve.first + curve.length
    return before * read_by_a_function(curve, 2.0)


class Node:
    def __init__(self, *place):
        self.place = np.array(place)


class Bar:
    def __init__(self, a, b):
        self.a, self.b = a, b

    @cached_property
    def along(self):
        return self.b.place - self.a.place

    @cached_property
    def length(self):
        return np.sqrt(self.along @ self.along)

    @property
    def turned(self):
        c, s = self.along / self.length
        return np.array([[c, s], [-s, c]])


@case(V4)
def objects_of_objects(x):
    nodes = [Node(float(k), v) for k, v in enumerate(x)]
    bars = [Bar(nodes[k], nodes[k + 1]) for k in range(3)]
    return sum(np.sum(bar.turned[0] * bar.length ** 2) for bar in bars)


class Frame:
    def __init__(self):
        self.nodes, self.bars = [], []

    def node(self, *place):
        self.nodes.append(Node(*place))

    def bar(self, i, j, **options):
        self.bars.append((self.nodes[i], self.nodes[j], options))


@case(V4)
def a_comprehension_of_places(x):
    """The pairs may seem to carry derivatives, as they are given to what stores some."""
    frame = Frame()
    for k in range(4):
        frame.node(float(k), x[k])
    pairs = [pair for k in range(3) for pair in ((k, k + 1), (0, 2))]
    for (i, j), weight in zip(pairs, [1.0, 2.0, 3.0, 4.0, 5.0]):
        frame.bar(i, j, weight=weight)
    return sum(np.sum(a.place * b.place) * options["weight"] for a, b, options in frame.bars)


@pytest.mark.parametrize("fun, args, options", case)
def test_case(fun, args, options):
    check_all_ways(fun, *args, **options)


class Counted:
    """Its properties write into the object when they are computed: they are computed once."""

    def __init__(self, x):
        self.x, self.log, self.squares = x, [], None

    @cached_property
    def total(self):
        self.squares = self.x**2
        return np.sum(self.squares) * 3.0

    @cached_property
    def logged(self):
        self.log.append(self.x**2)
        return np.sum(self.log[0]) * 3.0

    @cached_property
    def lazy(self):
        if self.squares is None:
            self.squares = self.x**2
        return np.sum(self.squares) * 3.0

    @cached_property
    def lazy_below(self):
        self.prepare()
        return np.sum(self.squares) * 3.0

    def prepare(self):
        if self.squares is None:
            self.squares = self.x**2

    @cached_property
    def beside(self):
        square_all(self)
        return np.sum(self.squares) * 3.0

    @cached_property
    def logged_inside(self):
        def log():
            self.log.append(self.x**2)
            return self.log[0]

        return np.sum(log()) * 3.0

    @cached_property
    def logged_beside(self):
        self.log.append(self.x**2)
        return sum((lambda: np.sum(self.log[0] + self.x**2))() for _ in range(1))


def square_all(counted):
    counted.squares = counted.x**2


@pytest.mark.parametrize("fun", [lambda c: c.total + c.squares[0], lambda c: c.logged, lambda c: c.logged + c.log[0][0],
                                 lambda c: c.lazy_below, lambda c: c.beside + c.squares[1],
                                 lambda c: c.lazy + c.squares[0], lambda c: c.total + c.lazy, lambda c: c.logged_inside,
                                 lambda c: c.logged_beside, lambda c: c.total * c.total, lambda c: c.logged * c.logged])
def test_what_is_written_when_it_is_computed(fun):
    """The reverse sweep computes kept values again, which may not write the same: right or refused."""
    def program(x):
        return fun(Counted(x))

    x, dot = np.array([0.7, 1.0]), np.array([0.3, 0.4])
    want = (program(x + 1e-4 * dot) - program(x - 1e-4 * dot)) / 2e-4
    np.testing.assert_allclose(tangentish.jvp(program, (x,), (dot,))[1], want, rtol=1e-6)
    try:
        np.testing.assert_allclose(tangentish.grad(program)(x) @ dot, want, rtol=1e-6)
    except tangentish.UnsupportedError as error:
        assert "writes into its object when it is computed" in str(error)


class Rescaled:
    """Changes what it holds when something is computed of it, which is kept."""

    def __init__(self):
        self.scale, self.weights, self.rows, self.count = 1.0, np.array([1.0, 2.0, 3.0, 4.0]), [np.ones(4)], 0

    @cached_property
    def in_place(self):
        self.weights *= 1.2
        return 2.0

    @cached_property
    def deeper(self):
        self.rows[0][:] = 3.0
        return 2.0

    @cached_property
    def anew(self):
        self.scale = self.scale * 1.1
        return 2.0

    @cached_property
    def counted(self):
        self.count += 1
        self.more = np.zeros(3)
        return self.count


@pytest.mark.parametrize("key", ["in_place", "deeper", "anew", "counted"])
def test_what_is_changed_when_it_is_computed_in_a_helper(key):
    space = {"np": np, "Rescaled": Rescaled}
    text = ("def read(held, value):\n    k = held['all'][0].KEY\n    return value\n\n"
            "def fun(x):\n    held = {'all': [Rescaled()]}\n    model = held['all'][0]\n"
            "    y = np.sum(x * model.weights * model.rows[0])\n    z = read(held, x)\n"
            "    return y * np.sum(z * model.weights * model.rows[0]) * model.scale\n").replace("KEY", key)
    fun = executed(text, "computed.py", **space)["fun"]
    if key == "counted":
        check_all_ways(fun, P4)
    else:
        check_right_or_refused(fun, P4)
