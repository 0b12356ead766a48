"""What is looked up and is not there, where the error is caught: items of lists and dicts, attributes by name."""

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


class Sum:
    """A number whose sums are objects, too."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Sum(self.value + other.value)


class Failing:
    """Notes that something is added to it, and fails."""

    def __init__(self, log):
        self.log = log

    def __add__(self, other):
        self.log[0] = self.log[0] * 3.0
        raise KeyError(other)


class FailingInPlace(Failing):
    def __iadd__(self, other):
        return self + other


def counted(groups):
    totals = {}
    for group in groups:
        for key, count in group.items():
            try:
                totals[key] += count
            except KeyError:
                totals[key] = count
    return totals


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


@case(0.7)
def sums_by_key(x):
    return counted([{1: x, 2: 3.0}, {1: x * x}])[1] * x


@case(0.7)
def sums_of_objects_by_key(x):
    return counted([{1: Sum(x), 2: Sum(3.0)}, {1: Sum(x * x)}])[1].value * x


@pytest.mark.parametrize("fun,args,options", case)
def test_caught_lookups(fun, args, options):
    check_all_ways(fun, *args, **options)


def attributes_made_and_noted(x):
    log = [x]
    return log[0] * len(parts(Made(log))) + log[0]


def asked_and_noted(x):
    log = [x]
    return log[0] * place([Named(log)], 2.0) + log[0]


def added_and_noted(x):
    log = [x]
    held = Failing(log)
    try:
        held = held + x
    except KeyError:
        pass
    return log[0] * x


def added_in_place_and_noted(x):
    log = [x]
    held = {1: FailingInPlace(log)}
    try:
        held[1] += x
    except KeyError:
        pass
    return log[0] * x


def added_to_an_item_and_noted(x):
    log = [x]
    held = {1: Failing(log)}
    try:
        held[1] += x
    except KeyError:
        pass
    return log[0] * x


@pytest.mark.parametrize("fun", [attributes_made_and_noted, asked_and_noted, added_and_noted, added_in_place_and_noted,
                                 added_to_an_item_and_noted])
def test_right_or_refused(fun):
    """Code of the class has run before the error."""
    try:
        slope = tangentish.grad(fun)(0.7)
    except tangentish.TangentishError:
        return
    assert slope == pytest.approx((fun(0.701) - fun(0.699)) / 0.002)
