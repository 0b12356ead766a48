"""What is looked up and is not there, where the error is caught: items of lists, attributes by name."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3])


class Plain:
    pass


class Slotted:
    __slots__ = ("rate", "size")


class Made:
    """Its attributes are made when they are asked for, and noted."""

    def __init__(self, log):
        self.log = log

    def __getattr__(self, key):
        self.log[0] = self.log[0] * 3.0
        raise AttributeError(key)


class Named:
    """An object that may be asked for in a list, and notes it."""

    def __init__(self, log):
        self.log = log

    def __eq__(self, other):
        self.log[0] = self.log[0] * 3.0
        return False

    __hash__ = None


def parts(owner):
    found = {}
    for key in ("rate", "width", "size"):
        try:
            found[key] = getattr(owner, key)
        except AttributeError:
            pass
    return found


def place(names, name):
    try:
        k = names.index(name)
    except ValueError:
        k = -1
    return k


class Package:
    def __init__(self, masses, names=None):
        self.masses = masses
        if names is None:
            names = [None] * len(masses)
        try:
            self.water = names.index("water")
        except ValueError:
            self.water = None


@case(0.7, Plain)
@case(0.7, Slotted)
def attributes_by_name(x, cls):
    owner = cls()
    owner.rate, owner.size = x * x, x
    found = parts(owner)
    return found["rate"] * found["size"] + len(found)


@case(V)
def item_not_there(x):
    return Package([x[0], x[1] * x[0]]).masses[place(["a", "b"], "c")] * x[1]


@case(V)
def number_not_there(x):
    return [x[0], x[1] * 2.0][place([x[0], x[1]], 0.5)] * x[0]


@case(0.7)
def popped_from_empty(x):
    rows = [x, x * x]
    try:
        while True:
            x = x * rows.pop()
    except IndexError:
        x = x * 3.0
    return x


@pytest.mark.parametrize("fun,args,options", case)
def test_caught_lookups(fun, args, options):
    check_all_ways(fun, *args, **options)


def attributes_made_and_noted(x):
    log = [x]
    return log[0] * len(parts(Made(log))) + log[0]


def asked_and_noted(x):
    log = [x]
    return log[0] * place([Named(log)], 2.0) + log[0]


@pytest.mark.parametrize("fun", [attributes_made_and_noted, asked_and_noted])
def test_right_or_refused(fun):
    """Code of the class has run before the error."""
    try:
        slope = tangentish.grad(fun)(0.7)
    except tangentish.TangentishError:
        return
    assert slope == pytest.approx((fun(0.701) - fun(0.699)) / 0.002)
