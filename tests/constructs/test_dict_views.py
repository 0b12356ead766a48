"""Views of dicts are followed as lists: where a list would be something else, that is refused."""

from __future__ import annotations

import contextlib
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


class Store:
    """Keeps what shows its dict."""

    def __init__(self):
        self.table = {}
        self.values, self.pairs, self.locked = self.table.values(), self.table.items(), MappingProxyType(self.table)

    def put(self, a):
        self.table["a"], self.table["b"] = a, 2.0 * a
        return self

    def total(self):
        return sum(self.values)

    def first(self):
        return next(iter(self.values))

    def gone_through(self):
        total = 0.0
        for _, value in self.pairs:
            total = total + value
        return total

    def one_of_locked(self):
        return self.locked["a"]

    def joined(self):
        return (self.locked | {})["a"]

    def given(self):
        return doubled(**self.locked)

    def put_into_a_list(self):
        held = [0.0]
        held[:] = self.values
        return held[0] * held[1]


def doubled(a=0.0, b=0.0):
    return 2.0 * a + b


@pytest.mark.parametrize("method", ["total", "first", "gone_through", "one_of_locked", "joined", "given", "put_into_a_list"])
def test_views_that_objects_keep_are_right_or_refused(method):
    def kept(x):
        return getattr(Store().put(x), method)() * x

    for derivative in (lambda: grad(kept)(1.5), lambda: jvp(kept, (1.5,), (1.0,))[1]):
        with contextlib.suppress(UnsupportedError):
            assert np.isclose(derivative(), (kept(2.5) - kept(0.5)) / 2.0 if method != "put_into_a_list" else 6.0 * 1.5**2)


SETTINGS = {"a": 1.0}
SHOWN = MappingProxyType(SETTINGS)
SHOWN_VALUES = SETTINGS.values()


def kept_as_they_are(x):
    table, held = {"a": 1.0}, []
    held.append(table.values())
    table["a"] = x
    return sum(held[0])


def captured():
    table = {}
    values, locked = table.values(), MappingProxyType(table)

    def put(x):
        table["a"] = x

    return put, lambda: sum(values), lambda: locked["a"]


def captured_by_others(x):
    put, total, first = captured()
    put(x)
    return total() * first()


@pytest.mark.parametrize("fun, message", [(kept_as_they_are, "a view of a dict is stored"),
                                          (captured_by_others, "object carries active values")])
def test_kept_apart_from_the_dict(fun, message):
    for derivative in (lambda: grad(fun)(1.5), lambda: jvp(fun, (1.5,), (1.0,))):
        with pytest.raises(UnsupportedError, match=message):
            derivative()


def read_by_another_name(x):
    SETTINGS["a"] = x
    return SHOWN.get("a") * x


def shown():
    return next(iter(SHOWN_VALUES)) + SHOWN["a"]


def read_by_a_helper(x):
    SETTINGS["a"] = x
    return shown() * x


@pytest.mark.parametrize("fun, message", [(read_by_another_name, "SETTINGS"),
                                          (read_by_a_helper, "this may read SETTINGS, a global that")])
def test_what_shows_a_written_global_is_refused(fun, message):
    for derivative in (lambda: grad(fun)(1.5), lambda: jvp(fun, (1.5,), (1.0,))):
        with pytest.raises(UnsupportedError, match=message):
            derivative()
