"""`del x.name`: of objects that hold active values."""

import functools

import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Body:
    weight = 3.0

    def __init__(self, a):
        self.a = a

    @functools.cached_property
    def square(self):
        return self.a**2

    @property
    def guarded(self):
        return self.a

    @guarded.deleter
    def guarded(self):
        self.a = 0.0


class Slotted:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


@case(V4)
def gone_afterwards(x):
    o = Body(x[0])
    o.b = x[1]
    y = o.b * o.a
    del o.b
    return y * (3.0 if hasattr(o, "b") else x[2])


@case(V4)
def that_of_the_class_shows_again(x):
    o = Body(x[0])
    o.weight = x[1]
    y = o.weight * o.a
    del o.weight
    return y * o.weight * o.a


@case(V4)
def set_again(x):
    o = Body(x[0])
    total = 0.0
    for k in range(3):
        o.b = o.a * x[k]
        total += o.b**2
        del o.b
        o.a = o.a * x[3]
    return total * o.a


@case(V4)
def by_names_that_are_computed(x):
    o, total = Body(x[0]), 0.0
    o.weight = x[1] * o.a
    for name in ("weight", "kept", "weight"):
        if name in vars(o):
            total = total + o.weight * x[2]
            delattr(o, name)
        else:
            o.weight = x[3] * o.weight
    return total * o.weight


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def by_a_deleter(x):
    o = Body(x[0])
    del o.guarded
    return o.a


def from_a_slot(x):
    o = Slotted(x[0])
    y = o.a
    del o.a
    return y


def from_a_slot_by_its_name(x):
    o = Slotted(x[0])
    delattr(o, "a")
    return x[1]


@pytest.mark.parametrize("fun", [from_a_slot, from_a_slot_by_its_name])
def test_slots(fun):
    check_all_ways(fun, V4)


def test_refused():
    with pytest.raises(tangentish.UnsupportedError, match="runs code of its class"):
        tangentish.grad(by_a_deleter)(V4)
    with pytest.raises(tangentish.UnsupportedError, match="runs code of its class"):
        tangentish.jvp(by_a_deleter, (V4,), (V4,))
