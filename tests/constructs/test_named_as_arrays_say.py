"""Attributes that are called as what arrays say of themselves, `size` and `shape`, and bound by their names as texts.

What an array says has no derivative: that of an object has one, by whatever way it was bound.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import types
from types import SimpleNamespace as Space

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Settings:
    def __init__(self, **settings):
        for key, value in settings.items():
            setattr(self, key, value)


class Chosen:
    def __init__(self, settings):
        for key in ("size", "shape", "T"):
            setattr(self, key, settings[key])


class Updated:
    def __init__(self, **settings):
        self.__dict__.update(settings)


class UpdatedByVars:
    def __init__(self, **settings):
        vars(self).update(**settings)


class UpdatedByADict:
    def __init__(self, length, size):
        self.__dict__.update({"length": length, "size": size})


class Replaced:
    def __init__(self, held):
        self.__dict__ = held


class Plainly:
    def __init__(self, value):
        object.__setattr__(self, "shape", value)
        setattr(self, "real", value)  # as users write it


class OfItems(dict):
    def __getattr__(self, key):
        return self[key]

    def __setattr__(self, key, value):
        self[key] = value


class MadeUp:
    def __init__(self, **held):
        self.held = held

    def __getattr__(self, key):
        return self.__dict__["held"][key]


@dataclasses.dataclass
class Tank:
    size: float
    T: float


GIVEN = Settings(size=1.5, shape=3.0)


def built(cls, **settings):
    return cls(**settings)


def settings_of(x):
    return dict(size=x, shape=2.0 * x)  # whose keys are names


def total(things):
    return sum(thing.size for thing in things)


def area(thing):
    return thing.size**2 + thing.shape[0]


def filled(thing, x):
    thing.size = thing.size * x
    return thing


CASES = {
    "by setattr": lambda x: Settings(size=x).size ** 2,
    "by names that are chosen": lambda x: (lambda o: o.size * o.T * o.shape)(Chosen({"size": x, "shape": 2.0 * x, "T": x})),
    "by the dict": lambda x: (lambda o: o.size**2 + o.shape)(Updated(size=x, shape=x)),
    "by vars": lambda x: (lambda o: o.size**2 + o.flat)(UpdatedByVars(size=x, flat=x)),
    "by a dict with texts": lambda x: (lambda o: o.length * o.size)(UpdatedByADict(x, 2.0 * x)),
    "by another dict": lambda x: Replaced({"size": x}).size ** 2,
    "by object": lambda x: (lambda o: o.shape * o.real)(Plainly(x)),
    "of a namespace": lambda x: (lambda o: o.size * o.T)(Space(size=x, T=x)),
    "of a namespace by its module": lambda x: types.SimpleNamespace(size=x).size ** 2,
    "of arguments": lambda x: argparse.Namespace(size=x).size ** 2,
    "of items": lambda x: OfItems(size=x).size ** 2,
    "made up": lambda x: MadeUp(size=x).size ** 2,
    "built": lambda x: (lambda o: o.size**2 * o.ndim)(built(Settings, size=x, ndim=x)),
    "by keywords in a dict": lambda x: (lambda o: o.size * o.shape)(Settings(**settings_of(x))),
    "from one to another": lambda x: (lambda o: o.size * o.shape)(Space(**vars(Updated(**settings_of(x))))),
    "by keys and values": lambda x: (lambda o: o.size * o.T)(Settings(**dict(zip(["size", "T"], [x, x], strict=True)))),
    "an array": lambda x: (Space(size=np.array([x, 2.0 * x])).size ** 2).sum(),
    "of a dataclass": lambda x: (lambda o: o.size * o.T)(dataclasses.replace(Tank(x, x), size=2.0 * x)),
    "read in a function": lambda x: area(Space(size=x, shape=(x,))),
    "read in a loop": lambda x: total([Space(size=x), Settings(size=x)]) ** 2,
    "written in a function": lambda x: filled(Space(size=2.0), x).size ** 2,
    "of an object around": lambda x: GIVEN.size * x * GIVEN.shape,
    "by a key": lambda x: max((Space(size=x), Space(size=0.1 * x)), key=lambda o: o.size).size ** 2,
}


NAMES = ["size", "T"]


class OfNames:
    def __init__(self, *values):
        for key, value in zip(NAMES, values, strict=True):
            setattr(self, key, value)


@case(1.3)
def by_names_around(x):
    thing = OfNames(x, 2.0 * x)
    return thing.size * thing.T + Space(**dict(zip(NAMES, [x, x], strict=True))).size


@case(1.3)
def by_a_text_of_names(x):
    made = collections.namedtuple("made", "size T")
    return made(x, 2.0 * x).size ** 2


@case(1.3)
def bound_in_the_function(x):
    thing = Space()
    setattr(thing, "size", x)  # as users write it
    return thing.size**2


@case(1.3)
def in_its_dict(x):
    thing = Space()
    thing.__dict__["size"] = x
    return thing.size**2


@case(1.3)
def by_a_name_put_together(x):
    thing, key = Space(), "si" + "ze"
    setattr(thing, key, x)
    return thing.size**2


@case(1.3)
def asked_for_by_a_text(x):
    thing = Settings(size=x)
    return getattr(thing, "size") ** 2  # as users write it


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("name", CASES)
def test_attributes(name):
    check_all_ways(CASES[name], 1.3)
