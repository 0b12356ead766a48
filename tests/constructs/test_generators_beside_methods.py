"""Loops over generators whose bodies call methods of which nothing is known: the generator runs beside the loop."""

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.array([0.3, 0.5, 0.7])


def pairwise(items):
    yield from zip(items, items[1:], strict=False)


def doubled(a):
    for i in range(3):
        yield a[i] * 2.0


class Distance:
    def __init__(self, *args):
        length = 0.0
        if len(args) == 1:
            length += args[0]
        elif len(args) > 1:
            for a, b in pairwise(args):
                length += self.measure(a, b)
        self.length = length

    def measure(self, a, b):
        return abs(a[0] - b[0]) + a[1] * b[1]


class Walk:
    def __init__(self, x):
        self.steps = x * 1.0

    def only_read(self):
        total, steps = 0.0, self.steps
        for step in doubled(steps):
            total += self.squared(step)
        return total

    def changed(self):
        total, steps = 0.0, self.steps
        for step in doubled(steps):
            total += self.put(step)
        return total

    def squared(self, step):
        return step * step

    def put(self, step):
        self.steps[2] = step * step
        return step


@pytest.mark.parametrize("fun", [
    lambda x: Distance((41.0, x[0]), (40.0, 2.0 * x[1]), (38.0, x[2])).length, lambda x: Distance(x[0]).length,
    lambda x: Walk(x).only_read()], ids=["pairs", "one", "only read"])
def test_right(fun):
    check_all_ways(fun, X)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_is_changed_meanwhile_is_refused(mode):
    def fun(x):
        return Walk(x).changed()
    with pytest.raises(tangentish.UnsupportedError, match="Make a list of what it yields"):
        if mode == "reverse":
            tangentish.grad(fun)(X)
        else:
            tangentish.jvp(fun, (X,), (X,))


class Table:
    """Items are looked up by their names in any case, and a method is called of each look-up."""

    def __init__(self, **items):
        self.items, self.asked = items, 0

    def __getitem__(self, key):
        if key in self.items:
            return self.items[key]
        return self.items[dict(zip(self.lower_keys(), self.items.keys(), strict=True))[key]]

    @staticmethod
    def note(keys):
        assert len(set(keys)) == len(keys)

    def lower_keys(self):
        keys = [key.lower() for key in self.items]
        self.note(keys)
        yield from iter(keys)


class Counting(Table):
    def note(self, keys):
        self.asked = self.asked + len(keys) * self.items["A"]


def looked_up(x):
    return Table(A=x[0], B=x[1] * 2.0)["b"] * x[2]


def counted(x):
    table = Counting(A=x[0], B=x[1] * 2.0)
    return table["b"] * table.asked


def test_names_from_a_generator():
    check_all_ways(looked_up, X)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_names_from_a_generator_that_writes(mode):
    v = np.array([0.2, -0.4, 0.9])
    try:
        found = tangentish.grad(counted)(X) @ v if mode == "reverse" else tangentish.jvp(counted, (X,), (v,))[1]
    except tangentish.UnsupportedError as error:
        assert "generator" in str(error) or "iterator" in str(error)
    else:
        assert found == pytest.approx((counted(X + 1e-6 * v) - counted(X - 1e-6 * v)) / 2e-6, rel=1e-6)
