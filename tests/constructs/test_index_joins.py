"""`np.r_`, `np.c_` and their kin: derivatives flow through what looks like an index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy import c_ as columns
from numpy import r_

import tangentish
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

X = np.array([0.7, -1.3, 0.4])


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(np.cos(np.arange(np.size(x))), np.shape(x)) * x**2)


def rows(x: Any) -> Any:
    return weighted(np.r_[x[0], x, 1.0, x[-1] ** 2, [2.0, x[1]], 0:3])


def one(x: Any) -> Any:
    return weighted(np.r_[x]) + weighted(r_[x * 2.0, x])


def tables(x: Any) -> Any:
    table = np.outer(x, x)
    return weighted(np.r_[table, table * 2.0])


def made_of_columns(x: Any) -> Any:
    return weighted(np.c_[x, x**2, np.ones(3)]) + weighted(columns[np.c_[x, x], x]) + weighted(np.c_[x[0], x[1]])


def nested(x: Any) -> Any:
    total = 0.0
    for k in range(2):
        total += np.sum(np.r_[[np.r_[y, k] for y in x][1], np.r_[x, x] ** 2] ** 2)
    return total


def knots(x: Any) -> Any:
    return weighted(np.r_[(x[0],) * 3, x, (x[-1],) * 3])


@pytest.mark.parametrize("fun", [rows, one, tables, made_of_columns, nested, knots], ids=lambda f: f.__name__)
def test_gradient(fun: Any) -> None:
    np.testing.assert_allclose(tangentish.value_and_grad(fun)(X)[0], fun(X))
    check_all_ways(fun, X)


def test_types() -> None:
    x = X.astype(np.float32)
    assert tangentish.value_and_grad(lambda x: np.sum(np.r_[x, 1.0]))(x)[0].dtype == np.sum(np.r_[x, 1.0]).dtype
    assert tangentish.grad(lambda x: np.sum(np.c_[x, x] ** 2))(x).dtype == np.float32


def test_of_what_is_not_differentiated() -> None:
    def fun(x: Any, n: int) -> Any:
        return np.sum(x[np.r_[0:n, -1]] ** 2) + np.sum(np.r_["0,2", np.ones(2), np.ones(2)]) * x[0]

    check_gradient(fun, X, 1)


def joined(join: Any, parts: Any, dtype: Any) -> Any:
    return np.ravel(join(parts, dtype=dtype))


@pytest.mark.parametrize("join", [np.concatenate, np.stack, np.hstack, np.vstack])
def test_places_of_a_type(join: Any) -> None:
    """What the list holds is not known when the program is made; NumPy casts no tangents to whole numbers."""
    def read(x: Any, dtype: Any = np.int32) -> Any:
        held = [[np.array([0, 1]), np.array([2, 1])], x]
        return weighted(held[1][joined(join, held[0], dtype)])

    check_gradient(read, X)
    check_gradient(lambda x: weighted(joined(np.concatenate, [x, np.array([1, 2])], np.float64)), X)


@pytest.mark.parametrize("fun", [
    lambda x: np.sum(np.r_["-1", x, x]),
    lambda x: np.sum(np.mgrid[0 : x[0] : 3j]),
    lambda x: np.sum(np.r_[x[2] : 2.0 : 0.5, x]),
    lambda x: np.sum(np.ogrid[x[0] : 2.0 : 3j]),
])
def test_refused(fun: Any) -> None:
    for derivative in (lambda: tangentish.grad(fun)(X), lambda: tangentish.jvp(fun, (X,), (X,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_index_joins\.py"):
            derivative()
