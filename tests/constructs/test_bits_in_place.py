"""`|=`, `&=`, `^=`, `<<=`, `>>=` and the `-=` of sets, beside what has derivatives and where classes are not known."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Holder:
    def __init__(self, n):
        self.n = n
        self.mask = np.zeros(n, bool)
        self.flags = 1
        self.names = {"a"}
        self.groups = [[0, 1], [2]]

    def picked(self, x):
        mask = self.mask.copy()
        mask |= x > 0.35
        a = np.sum(x[mask])
        mask &= x > 0.5
        b = np.sum(x[mask] ** 2)
        mask ^= np.array([True, False, False])
        return a * b * np.sum(x[mask])

    def counted(self, x):
        flags = self.flags
        flags |= 2
        flags <<= 2
        flags >>= 1
        flags &= 14
        flags ^= 8
        self.flags |= flags
        return x[0] * flags + x[1] * self.flags

    def named(self, x):
        names = self.names | {"q"}
        total = 0.0
        for name in ("z", "a", "q"):
            names |= {name}
            total += x[1] ** len(names)
            names -= {"a"}
        names &= {"z", "q", "f"}
        names ^= {"f"}
        return total * x[0] * len(names)

    def entering(self, x):
        total, inside = np.zeros(self.n), set()
        for k in range(2):
            inside |= set(self.groups[k])
            rows = sorted(inside)
            total[rows] += np.exp(x)[rows] * (k + 1)
            for row in inside:
                total[row] *= x[row]
            inside -= set(self.groups[k][1:])
        return np.sum(total**2)

    def stored(self, x):
        self.mask |= x > 0.35
        self.mask[0] |= True
        value = np.sum(x[self.mask] ** 2)
        self.mask &= False
        return value


@case(V3)
def masks(x):
    return Holder(3).picked(x)


@case(V3)
def whole_numbers(x):
    return Holder(3).counted(x)


@case(V3)
def sets(x):
    return Holder(3).named(x)


@case(V3)
def sets_that_grow(x):
    return Holder(3).entering(x)


@case(V3)
def masks_of_objects(x):
    return Holder(3).stored(x)


HELD = Holder(3)


@case(V3)
def of_a_global_object(x):
    return HELD.picked(x) + HELD.named(x) * HELD.entering(x)


@case(V3)
def dicts(x):
    table = {"a": x[0]}
    shown = table
    table |= {"b": x[1] * x[2]}
    table["a"] *= x[1]
    return shown["b"] * table["a"]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Own:
    def __init__(self, value):
        self.value = value

    def __iand__(self, other):
        self.value = self.value * other
        return self


def of_unknown_classes(x):
    owner = [Own(x[0])][0]
    owner &= x[1]
    return owner.value


def test_of_unknown_classes():
    for derivative in (lambda: tangentish.grad(of_unknown_classes)(V3), lambda: np.array(
            [tangentish.jvp(of_unknown_classes, (V3,), (row,))[1] for row in np.eye(3)])):
        try:
            found = derivative()
        except tangentish.UnsupportedError:
            continue
        assert np.allclose(found, [V3[1], V3[0], 0.0])
