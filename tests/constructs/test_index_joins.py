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


def by_slices(x: Any) -> Any:
    part, more = np.s_[1:3], slice(0, len(x))
    return weighted(x[part]) + weighted(np.r_[part, x]) + weighted(np.c_[more, x]) + np.sum(np.r_[part])


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


@pytest.mark.parametrize("fun", [rows, one, by_slices, tables, made_of_columns, nested, knots], ids=lambda f: f.__name__)
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


class Joiner:
    """What joins, and what makes grids, as attributes."""

    columns = np.c_

    def __init__(self) -> None:
        self.rows, self.grid = np.r_, np.mgrid

    def both(self, x: Any, y: Any) -> Any:
        return np.sum(self.rows[x, 1.0, y] ** 3) + weighted(self.columns[x, y * x])


JOINERS = {"rows": np.r_, "columns": np.c_}


def given() -> Any:
    """What a caller joins with."""
    return np.r_


def join_of(joiner: Any, x: Any, y: Any) -> Any:
    """With what is given."""
    return weighted(joiner[x, y])


def from_a_table(x: Any) -> Any:
    joiner = {"r": np.r_}["r"]
    return weighted(joiner[x, x**2]) + weighted(JOINERS["columns"][x, x**3])


def from_calls(x: Any) -> Any:
    return weighted(given()[x, x[0] * 2.0]) + weighted((lambda: np.c_)()[x, x**2]) + join_of(np.r_, x, x**2)


def chosen(x: Any) -> Any:
    joiner = np.r_ if x[0] > 0.0 else np.c_
    total = weighted(joiner[x, x**2])
    for other in JOINERS.values():
        total = total + weighted(other[x, x**3])
    return total


def of_objects(x: Any) -> Any:
    return Joiner().both(x, x**2)


def index_kept(x: Any) -> Any:
    place = np.s_[x[0], 1:3]
    return place[0] ** 3 * np.sum(x[place[1]]) + np.index_exp[x][0][1] ** 2 + np.sum(np.s_[x, x**2][1])


def grids(x: Any) -> Any:
    total = weighted(np.mgrid[x[1] : x[0] : 3j, 0 : x[2] + 2.0]) + weighted(np.ogrid[x[1] : x[0] : 3j, :3][0])
    return total + weighted(np.mgrid[x[1] : x[0] : 4j]) + weighted(np.ogrid[: x[0] + 2.0 : 0.5])


def ranges(x: Any) -> Any:
    return weighted(np.r_[x[1] : 2.0 : 0.4, x]) + weighted(np.c_[x[1] : x[0] : 3j, x])


@pytest.mark.parametrize("fun", [from_a_table, from_calls, chosen, of_objects, index_kept, grids, ranges],
                         ids=lambda f: f.__name__)
def test_of_what_is_not_named(fun: Any) -> None:
    check_all_ways(fun, X)


def grid_of(n: Any, x: Any) -> Any:
    across = np.ogrid[0:n, 0:2]
    return weighted(np.mgrid[0:n, :2] * x[0] ** 3) + weighted(across[0] * x[1] ** 3) + np.sum(x[np.r_[0:n]] ** 3)


def test_whole_bounds_that_nobody_knows() -> None:
    """What a callee is given may be differentiated for all that is known of it, and so may all of a gradient be."""
    sizes = {"n": 3, "x": X}

    def fun(x: Any) -> Any:
        return grid_of(3, x) + grid_of({"n": 2, "x": x}["n"], x) + grid_of(sizes["n"], x)

    check_all_ways(fun, X)
    found = tangentish.hessian(fun)(X)
    h = 1e-6
    columns = [(tangentish.grad(fun)(X + h * e) - tangentish.grad(fun)(X - h * e)) / (2.0 * h) for e in np.eye(3)]
    np.testing.assert_allclose(found, np.array(columns), atol=1e-6)


def test_grids_are_those_of_numpy() -> None:
    def fun(x: Any, n: int) -> Any:
        return np.mgrid[0:n, x[0]:2.0:5j], np.ogrid[x[0]:2.0:0.25, 1:n], np.mgrid[0:n:2], np.r_[0:n, x]

    ans, _ = tangentish.vjp(fun, X, 4)
    for ours, theirs in zip(ans, fun(X, 4), strict=True):
        for a, b in zip(ours, theirs, strict=True):
            assert np.asarray(a).dtype == np.asarray(b).dtype
            np.testing.assert_allclose(a, b)


@pytest.mark.parametrize("fun", [
    lambda x: np.sum(np.r_["-1", x, x]),
    lambda x: np.sum(np.r_["0,2" + str(len(x))[:0], x, x]),
    lambda x: np.sum(np.r_[{"span": slice(0.0, x[0], 3j)}["span"], x]),
    lambda x: np.sum({"grid": np.mgrid}["grid"][0 : x[0] : 3j]),
    lambda x: np.sum(Joiner().grid[0 : x[0] : 3j]),
])
def test_refused(fun: Any) -> None:
    for derivative in (lambda: tangentish.grad(fun)(X), lambda: tangentish.jvp(fun, (X,), (X,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_index_joins\.py"):
            derivative()
