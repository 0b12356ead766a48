"""Objects with keys and items of a user's class, passed on by `**`, put into displays, and made dicts."""

from __future__ import annotations

import collections
import collections.abc

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = (0.7,)


class Settings(collections.abc.Mapping):
    def __init__(self, **held):
        self.held = held

    def __getitem__(self, key):
        return self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


class Doubled:
    """No more than `**` asks for."""

    def __init__(self, **held):
        self.held = held

    def keys(self):
        return self.held.keys()

    def __getitem__(self, key):
        return self.held[key] * 2.0


def area(a, b=1.0):
    return a * b


@case(*X)
def passed_on(x):
    return area(**Settings(a=x, b=x * x)) + (lambda a, b: a - b)(**Doubled(a=x, b=x * x))


@case(*X)
def passed_on_beside_others(x):
    return area(x**3, **Doubled(b=x)) * area(**Settings(a=x), b=2.0 * x)


@case(*X)
def displayed(x):
    table = {"c": x, **Doubled(a=x, b=x * x), "b": 3.0 * x}
    return table["a"] * table["b"] * table["c"]


@case(*X)
def made_a_dict(x):
    settings, doubled = Settings(a=x, b=x * x), Doubled(a=x, b=x * x)
    return dict(settings)["a"] * dict(doubled)["b"] * dict(doubled, c=x)["c"] + dict(**doubled)["a"]


@case(*X)
def put_into_a_dict(x):
    table = {"c": x}
    table.update(Doubled(a=x))
    table.update(**Settings(b=x * x))
    return table["a"] * table["b"] * table["c"]


@case(*X)
def of_the_library(x):
    table = collections.UserDict(a=x)
    table["b"] = x * x
    return area(**table) + {**collections.ChainMap({"k": x}, {"l": x * x})}["l"]


def of_any(table):
    return area(**table) * {**table}["a"]


@case(*X)
def of_one_or_the_other(x):
    return of_any(Settings(a=x, b=2.0 * x)) + of_any({"a": x * x}) + of_any(Doubled(a=x))


@case(*X)
def keywords_given_on(x):
    def wrapped(**keywords):
        return area(**keywords) + len(keywords)

    return wrapped(**Settings(a=x, b=x * x))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
