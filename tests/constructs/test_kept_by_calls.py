"""Points and results kept by calls, or under other names: what an earlier call left is right or refused, never constant."""

from __future__ import annotations

import collections
import operator
import types

import numpy as np
import pytest

import tangentish

V, X = np.array([0.3, -0.4, 0.7]), np.array([0.5, -0.7, 1.1])
LAST = {}
PAIR = [None]
NEWEST = collections.deque(maxlen=1)
HELD = types.SimpleNamespace(x=None, y=None)


def reset():
    LAST.clear()
    LAST.update(x=None, y=None)
    PAIR[0] = None
    NEWEST.clear()
    HELD.x = HELD.y = None


def slow(x):
    return np.outer(x, x)


def result(y):
    return np.sum(y * np.outer(V, V)) ** 2



def updated(x):
    if LAST["x"] is None or not np.array_equal(LAST["x"], x):
        LAST.update(x=x.copy(), y=slow(x))
    return result(LAST["y"])


def updated_with_pairs(x):
    old = LAST["x"]
    if old is None or np.any(old != x):
        LAST.update(zip(("x", "y"), (x.copy(), slow(x)), strict=True))
    return result(LAST["y"])


def by_a_loop(x):
    if LAST["x"] is None or not np.array_equal(LAST["x"], x):
        for key, value in (("x", x.copy()), ("y", slow(x))):
            LAST[key] = value
    return result(LAST["y"])


def under_another_name(x):
    last = LAST
    if last["x"] is None or not np.array_equal(last["x"], x):
        last["x"], last["y"] = x.copy(), slow(x)
    return result(last["y"])


def by_operator(x):
    if LAST["x"] is None or not np.array_equal(LAST["x"], x):
        operator.setitem(LAST, "x", x.copy())
        operator.setitem(LAST, "y", slow(x))
    return result(LAST["y"])


def with_both_names(x):
    old, y = LAST["x"], LAST["y"]
    if old is None or np.any(old != x):
        LAST["x"] = x.copy()
        LAST["y"] = y = slow(x)
    return result(y)


def returned_early(x):
    if LAST["x"] is not None and np.array_equal(LAST["x"], x):
        return result(LAST["y"])
    LAST.update(x=x.copy(), y=slow(x))
    return result(LAST["y"])


def caught(x):
    try:
        if not np.array_equal(LAST["x"], x):
            raise KeyError
    except KeyError:
        LAST["x"], LAST["y"] = x.copy(), slow(x)
    return result(LAST["y"])


def put(key, value):
    LAST[key] = value


def by_a_helper(x):
    if LAST["x"] is None or not np.array_equal(LAST["x"], x):
        put("x", x.copy())
        put("y", slow(x))
    return result(LAST["y"])


def by_a_method_with_a_name(x):
    if LAST["x"] is None or not np.array_equal(LAST["x"], x):
        keep = LAST.__setitem__
        keep("x", x.copy())
        keep("y", slow(x))
    return result(LAST["y"])


def a_pair(x):
    if PAIR[0] is not None:
        point, y = PAIR[0]
        if np.array_equal(point, x):
            return result(y)
    y = slow(x)
    PAIR[0] = x.copy(), y
    return result(y)


def the_newest(x):
    if not NEWEST or not np.array_equal(NEWEST[0][0], x):
        NEWEST.append((x.copy(), slow(x)))
    return result(NEWEST[0][1])


def in_an_object(x):
    if HELD.x is None or not np.array_equal(HELD.x, x):
        vars(HELD).update(x=x.copy(), y=slow(x))
    return result(HELD.y)


def by_setattr(x):
    if HELD.x is None or not np.array_equal(HELD.x, x):
        setattr(HELD, "x", x.copy())
        setattr(HELD, "y", slow(x))
    return result(HELD.y)


RIGHT = [updated, updated_with_pairs, by_a_loop, under_another_name, by_operator, with_both_names, returned_early, caught, a_pair,
         the_newest, in_an_object]
REFUSED = [by_a_helper, by_a_method_with_a_name, by_setattr]
WANT = tangentish.grad(lambda x: result(slow(x)))(X)


@pytest.mark.parametrize("fun", [*RIGHT, *REFUSED], ids=lambda fun: fun.__name__)
@pytest.mark.parametrize("before", [(), (X,), (2.0 * X, X)], ids=["new", "there", "again"])
def test_kept_by_an_earlier_call(fun, before):
    for found in (lambda: tangentish.grad(fun)(X) @ V, lambda: tangentish.jvp(fun, (X,), (V,))[1]):
        reset()
        for point in before:
            fun(point)
        try:
            assert found() == pytest.approx(WANT @ V)
        except tangentish.UnsupportedError:
            assert before or fun in REFUSED
    reset()


class Model:
    def __init__(self):
        self.held = {"x": None, "y": None}


class ByMethod(Model):
    def fun(self, x):
        if self.held["x"] is None or not np.array_equal(self.held["x"], x):
            self.held.__setitem__("x", x.copy())
            self.held.__setitem__("y", slow(x))
        return result(self.held["y"])


class ByUpdate(Model):
    def fun(self, x):
        if self.held["x"] is None or not np.array_equal(self.held["x"], x):
            self.held.update(x=x.copy(), y=slow(x))
        return result(self.held["y"])


class ByNamedMethod(Model):
    def fun(self, x):
        if self.held["x"] is None or not np.array_equal(self.held["x"], x):
            keep = self.held.__setitem__
            keep("x", x.copy())
            keep("y", slow(x))
        return result(self.held["y"])


class Merged(Model):
    def fun(self, x):
        if self.held["x"] is None or not np.array_equal(self.held["x"], x):
            self.held |= {"x": x.copy(), "y": slow(x)}
        return result(self.held["y"])


class UnderAnotherName(Model):
    def fun(self, x):
        held = self.held
        if held["x"] is None or not np.array_equal(held["x"], x):
            held["x"], held["y"] = x.copy(), slow(x)
        return result(held["y"])


class WithoutAHelper(Model):
    def fun(self, x):
        if self.held["x"] is None or not np.array_equal(self.held["x"], x):
            keep = self.held.__setitem__
            keep("x", x.copy())
            keep("y", slow(x))
        return np.sum(self.held["y"] * np.outer(V, V)) ** 2


class FurtherIn:
    def __init__(self):
        self.cache = types.SimpleNamespace(x=None, y=None)

    def is_new(self, x):
        return self.cache.x is None or not np.array_equal(self.cache.x, x)

    def keep(self, x):
        self.cache.x, self.cache.y = x.copy(), slow(x)

    def fun(self, x):
        if self.cache.x is None or not np.array_equal(self.cache.x, x):
            self.cache.x, self.cache.y = x.copy(), slow(x)
        return result(self.cache.y)


class FurtherInByATest(FurtherIn):
    def fun(self, x):
        if self.is_new(x):
            self.cache.x, self.cache.y = x.copy(), slow(x)
        return result(self.cache.y)


class FurtherInByAMethod(FurtherIn):
    def fun(self, x):
        if self.cache.x is None or not np.array_equal(self.cache.x, x):
            self.keep(x)
        return result(self.cache.y)


class InADictOfDicts:
    def __init__(self):
        self.held = {"p": {"x": None, "y": None}}

    def fun(self, x):
        if self.held["p"]["x"] is None or np.any(self.held["p"]["x"] != x):
            self.held["p"]["x"] = x.copy()
            self.held["p"]["y"] = slow(x)
        return result(self.held["p"]["y"])


class NamedInADictOfDicts(InADictOfDicts):
    def fun(self, x):
        held = self.held["p"]
        if held["x"] is None or np.any(held["x"] != x):
            held["x"] = x.copy()
            held["y"] = slow(x)
        return result(held["y"])


class BothNamed:
    def __init__(self):
        self.x = self.y = None

    def fun(self, x):
        old, y = self.x, self.y
        if old is None or np.any(old != x):
            self.x = x.copy()
            self.y = y = slow(x)
        return result(y)


class TakenApart:
    def __init__(self):
        self.kept = None

    def fun(self, x):
        if self.kept is not None:
            point, y = self.kept
            if np.array_equal(point, x):
                return result(y)
        y = slow(x)
        self.kept = x.copy(), y
        return result(y)


@pytest.mark.parametrize("kept", [ByMethod, ByUpdate, ByNamedMethod, Merged, UnderAnotherName, WithoutAHelper, FurtherIn,
                                  FurtherInByATest, FurtherInByAMethod, InADictOfDicts, NamedInADictOfDicts, BothNamed,
                                  TakenApart], ids=lambda cls: cls.__name__)
def test_in_objects(kept):
    model, computed = kept(), []
    for _ in range(3):
        try:
            np.testing.assert_allclose(tangentish.grad(model.fun)(X), WANT)
            computed.append(True)
        except tangentish.UnsupportedError:
            computed.append(False)
    assert computed[0]
    assert all(computed) or kept not in (ByMethod, UnderAnotherName)


def test_the_table_is_evaluated_first():
    class Table:
        def __init__(self):
            self.held = {}

        def renewed(self, x):
            self.held = {0: 1.0}
            return x

    def fun(x):
        table = Table()
        held = table.held
        table.held.__setitem__(0, table.renewed(x))
        return held[0] * table.held[0] * x

    assert tangentish.grad(fun)(3.0) == pytest.approx(6.0)
