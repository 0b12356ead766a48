"""Views of dicts are followed as lists: where a list would be something else, that is refused."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
import pytest

from tangentish import grad, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
WEIGHTS = {"a": 2.0, "b": 3.0}
LEVELS = {"low": {"at": 1.0}, "high": {"at": 2.5}}
LOCKED = MappingProxyType(WEIGHTS)


@case(V3)
def views_of_constants_mapped(x):
    by_level = dict(zip(LEVELS.keys(), map(lambda level: level["at"] * x[0] ** 2, LEVELS.values()), strict=True))
    pairs = list(map(lambda pair: pair[1] * x[1] * len(pair[0]), WEIGHTS.items()))
    return by_level["low"] * by_level["high"] + pairs[0] * sum(map(lambda w, v: w * v * x[2], WEIGHTS.values(), x))


@case(V3)
def locked_dicts_in_step(x):
    found = dict(zip(LOCKED, (weight * x[0] for weight in LOCKED.values()), strict=True))
    return found["a"] * found["b"] + sum(map(lambda key: LOCKED[key] * x[1] ** 2, LOCKED))


@case(V3)
def compared_where_they_are_made(x):
    left, right = {"a": x[0], "b": x[1]}, {"b": x[1], "a": x[0]}
    return x[2] ** 2 if left.items() == right.items() and left.keys() == right.keys() else x[2]


@case(V3)
def keys_as_sets(x):
    left, right = {"a": x[0], "b": x[1]}, {"b": x[2], "c": x[0]}
    return sum(left[key] * right[key] for key in left.keys() & right.keys()) + sum(
        left[key] ** 2 for key in left.keys() - right.keys())


@case(V3)
def asked_for_what_they_have(x):
    table = {"a": x[0], "b": x[1]}
    values = table.values()
    pairs = list(table.items())
    return len(values) * sum(values) * pairs[0][1] if values else x[2]


@case(V3)
def backwards(x):
    table = {"a": x[0], "b": x[1], "c": x[2]}
    return sum(place * value**2 for place, value in enumerate(reversed(table.values())))


@pytest.mark.parametrize("fun,args,options", case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


def compared(x):
    left, right = {"a": x[0], "b": x[1]}.items(), {"b": x[1], "a": x[0]}.items()
    return x[2] ** 2 if left == right else x[2]


def indexed(x):
    values = {"a": x[0], "b": x[1]}.values()
    try:
        return values[0]
    except TypeError:
        return x[2] ** 2


def asked_whether_a_list(x):
    pairs = {"a": x[0], "b": x[1]}.items()
    return x[2] if isinstance(pairs, list) else x[2] ** 3


def asked_for_its_type(x):
    values = {"a": x[0], "b": x[1]}.values()
    return x[2] if type(values) is list else x[2] ** 3


def joined(x):
    left, right = {"a": x[0], "b": x[1]}, {"b": x[2]}
    return sum(value for _, value in left.items() - right.items())


def test_items_as_sets_are_refused():
    for derivative in (lambda: grad(joined)(V3.copy()), lambda: jvp(joined, (V3.copy(),), (np.ones(3),))):
        with pytest.raises(UnsupportedError, match=r"test_dict_views.py:\d+: views of dicts are joined as sets"):
            derivative()


@pytest.mark.parametrize("fun", [compared, indexed, asked_whether_a_list, asked_for_its_type])
def test_refused(fun):
    for derivative in (lambda: grad(fun)(V3.copy()), lambda: jvp(fun, (V3.copy(),), (np.ones(3),))):
        with pytest.raises(UnsupportedError, match=r"test_dict_views.py:\d+: a view of a dict is compared, indexed or asked"):
            derivative()
