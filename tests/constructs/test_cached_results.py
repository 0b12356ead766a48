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
