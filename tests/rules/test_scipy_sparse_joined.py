"""Sparse matrices of others: in the classes that they are given to, beside and below each other, as products of Kronecker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse

import tangentish
from tests.constructs.ways import check_all_ways

ROWS, COLUMNS = np.array([0, 1, 2, 0, 2, 1]), np.array([0, 1, 2, 2, 0, 1])  # one place twice
D, X = np.array([4.0, 3.0, 5.0, 0.5, -0.3, 1.2]), np.array([0.3, -1.0, 2.0])


def coo(d: Any) -> Any:
    return sparse.coo_matrix((d, (ROWS, COLUMNS)), shape=(3, 3))


def total(x: Any) -> Any:
    return np.sum(x * np.cos(x + np.arange(float(x.size)).reshape(x.shape)))


def of_classes(d: Any, x: Any) -> Any:
    matrix = sparse.csr_matrix(coo(d))
    same, turned = sparse.csr_matrix(matrix), sparse.csc_array(matrix, copy=True)
    return total(same @ x) * total(turned @ x) + total(sparse.coo_array(sparse.diags(x)).toarray()) + total(
        sparse.bsr_matrix(coo(d * d)).toarray())


def beside_and_below(d: Any, x: Any) -> Any:
    beside = sparse.hstack([coo(d), sparse.diags(x), sparse.identity(3)])
    below = sparse.vstack([coo(d).tocsr(), coo(d * d).tocsc()], format="csc")
    return total(beside @ np.concatenate([x, x * x, x])) + total(below.toarray())


def in_a_grid(d: Any, x: Any) -> Any:
    grid = sparse.bmat([[coo(d), None], [sparse.csr_matrix((2, 3)), sparse.diags(x[:2])], [None, coo(d).tocsr()[:, :2]]])
    return total(grid.toarray()) + total(sparse.block_array([[sparse.coo_array(coo(d))]]).toarray()) + total(
        sparse.hstack([coo(d).tocsr()]).toarray())


def kronecker(d: Any, x: Any) -> Any:
    return total(sparse.kron(coo(d), sparse.diags(x)) @ np.resize(x, 9)) + total(
        sparse.kron(sparse.identity(2), coo(d)).tocsr().toarray())


@pytest.mark.parametrize("fun", [of_classes, beside_and_below, in_a_grid, kronecker])
def test_gradient(fun: Callable[..., Any]) -> None:
    check_all_ways(fun, D, X, argnums=(0, 1))


def beside_an_array(d: Any) -> Any:
    return total(sparse.hstack([coo(d), np.outer(d[:3], d[:3])]).toarray())


def as_a_dictionary(d: Any) -> Any:
    return total(sparse.dok_matrix(coo(d)).toarray())


@pytest.mark.parametrize("fun", [beside_an_array, as_a_dictionary])
def test_refused(fun: Callable[..., Any]) -> None:
    for derivative in (lambda: tangentish.grad(fun)(D), lambda: tangentish.jvp(fun, (D,), (D,))):
        with pytest.raises(tangentish.UnsupportedError):
            derivative()
