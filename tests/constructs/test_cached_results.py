"""`functools.cache`: what is kept from one call to the next is constant, or the program is refused."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.array([1.3, 0.7])


@functools.cache
def table() -> dict:
    return {"n": 3, "log": []}


@functools.lru_cache(maxsize=4)
def weights(n: int) -> np.ndarray:
    return np.arange(1.0, n + 1.0)


class Grid:
    @functools.cache
    def points(self) -> np.ndarray:
        return np.linspace(0.0, 1.0, 2)


def stored(x):
    table()["v"] = x[0] ** 2
    return table()["v"] * x[1]


def stored_by_name(x):
    t = table()
    t["v"] = x[0] ** 2
    return table()["v"] * x[1]


def grown(x):
    table()["log"].append(x[0])
    return table()["log"][-1] * x[1]


def item_changed(x):
    weights(2)[0] = x[0]
    return np.sum(weights(2) * x)


def changed_in_place(x):
    w = weights(2)
    w *= x[0]
    return np.sum(weights(2))


@pytest.mark.parametrize("program", [stored, stored_by_name, grown, item_changed, changed_in_place], ids=lambda f: f.__name__)
def test_active_values_stored_in_what_is_kept(program):
    table.cache_clear()
    weights.cache_clear()
    with pytest.raises(tangentish.TangentishError, match="keeps its results"):
        tangentish.grad(program)(X)
    with pytest.raises(tangentish.TangentishError, match="keeps its results"):
        tangentish.jvp(program, (X,), (X,))


def read(x):
    w = weights(2)
    return np.sum(w * x ** table()["n"]) + np.sum(Grid().points() * x)


def copied(x):
    w = weights(2).copy()
    w *= x
    t = dict(table())
    t["v"] = x[0]
    return np.sum(w ** 2) * t["v"]


def rebound(x):
    w = weights(2)
    w = w * x
    w[0] = x[1]
    return np.sum(w)


@pytest.mark.parametrize("program", [read, copied, rebound], ids=lambda f: f.__name__)
def test_what_is_kept_is_read(program):
    weights.cache_clear()
    check_all_ways(program, X)


def captured_changes(x):
    y = x.copy()

    @functools.lru_cache(maxsize=None)
    def scaled(k):
        return y[0] * k

    first = scaled(2)
    y[0] = x[1]
    return first * scaled(2)


def bound_again(x):
    y = x[0]
    scaled = functools.cache(lambda k: y * k)
    first = scaled(2)
    y = x[1]
    return first * scaled(2)


class Scaled:
    def __init__(self):
        self.v = 1.0

    @functools.lru_cache(maxsize=None)
    def times(self, k):
        return self.v * k


def attribute_changes(x):
    scaled = Scaled()
    scaled.v = x[0]
    first = scaled.times(2)
    scaled.v = x[1]
    return first * scaled.times(2)


def nothing_changes(x):
    y = x[0] * 1.0
    scaled = functools.cache(lambda k: y * k)
    return scaled(2) * scaled(3) * scaled(2)


@pytest.mark.parametrize("program", [captured_changes, bound_again, attribute_changes], ids=lambda f: f.__name__)
def test_what_would_be_kept_is_not_what_comes_out(program):
    for derivative in (lambda: tangentish.grad(program)(X), lambda: tangentish.jvp(program, (X,), (X,))):
        with pytest.raises(tangentish.UnsupportedError, match="keeps its results"):
            derivative()


def test_nothing_changes():
    check_all_ways(nothing_changes, X)
