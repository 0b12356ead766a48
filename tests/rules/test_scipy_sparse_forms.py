"""Sparse matrices made from others: converted, transposed, indexed, scaled, added up, made of diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

import tangentish
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

ROWS, COLUMNS = np.array([0, 1, 2, 0, 2, 1]), np.array([0, 1, 2, 2, 0, 1])  # one place twice
D, X = np.array([4.0, 3.0, 5.0, 0.5, -0.3, 1.2]), np.array([0.3, -1.0, 2.0])
KEPT = np.array([0, 2])
WEIGHTS = np.cos(np.arange(9.0)).reshape(3, 3)


def coo(d: Any) -> Any:
    return sparse.coo_matrix((d, (ROWS, COLUMNS)), shape=(3, 3))


def csr(d: Any) -> Any:
    return coo(d).tocsr()


def total(x: Any) -> Any:
    return np.sum(x * np.cos(x))


def blocks(d: Any) -> Any:
    """Three blocks of two columns each, two of them in one row."""
    return sparse.bsr_array((d.reshape(3, 1, 2), np.array([0, 1, 1]), np.array([0, 2, 2, 3])), shape=(3, 4))


def in_blocks(d: Any, x: Any) -> Any:
    scattered = sparse.bsr_matrix((d, (ROWS, COLUMNS)), shape=(3, 3)) * x[1] + coo(d).tobsr((1, 3))
    other = sparse.bsr_array(np.eye(3))
    other.data = np.resize(d, other.data.shape) * 2.0
    return total(blocks(d) @ d[:4]) + total(scattered @ x) + total(blocks(d).T @ x) + total(other.toarray() * WEIGHTS)


def in_loops(d: Any, x: Any) -> Any:
    matrix = sparse.csr_matrix((3, 3))
    for k in range(2):
        matrix = matrix + csr(d ** (k + 1))
        matrix += csr(0.1 * d)
        matrix -= coo(x[0] * d).tocsc()
    return total(matrix @ x)


def preconditioned(d: Any, x: Any) -> Any:
    matrix = csr(d)
    scaling = sparse.diags(1.0 / matrix.diagonal())
    y = x
    for _ in range(3):
        y = y + scaling @ (x - matrix @ y)
    return total(y)


def crank_nicolson(d: Any, x: Any) -> Any:
    laplacian = sparse.diags([d[:2], -2.0 * d[2:5], d[4:6]], [-1, 0, 1])
    one = sparse.identity(3)
    left, right = (one - 0.1 * laplacian).tocsc(), (one + laplacian * 0.1).tocsr()
    for _ in range(2):
        x = sparse_linalg.spsolve(left, right @ x)
    return total(x)


def zeros_have_derivatives(d: Any, x: Any) -> Any:
    bands = sparse.diags([d - d, 0.0 * d[:5] + x[0]], [0, 1], shape=(6, 6)).tocsr()
    return total((bands + bands * 2.0 - sparse.diags(d) * x[1]) @ d)


def of_integers(d: Any, x: Any) -> Any:
    counts = sparse.csr_array(np.array([[2, 0, 0], [0, 1, 0], [0, 0, 3]])) if d[0] > 0.0 else csr(d)
    return total(counts.toarray() @ x * d[0])


CASES: dict[str, Any] = {
    "tocsr": lambda d, x: total(coo(d).tocsr() @ x),
    "tocsc, spsolve": lambda d, x: total(sparse_linalg.spsolve(coo(d).tocsc(), x)),
    "copy": lambda d, x: total(csr(d).copy().tocoo() @ x),
    "T": lambda d, x: total(csr(d).T @ x),
    "transpose": lambda d, x: total(coo(d).transpose() @ x),
    "rows, then columns": lambda d, x: total(sparse_linalg.spsolve(csr(d)[KEPT][:, KEPT].tocsc(), x[KEPT])),
    "open mesh": lambda d, x: total(csr(d)[np.ix_([0, 2], [2, 0])] @ x[:2]),
    "slices": lambda d, x: total(coo(d).tocsc()[1:, :2] @ x[:2]),
    "mask": lambda d, x: total(csr(d)[x > 0] @ x),
    "item": lambda d, x: csr(d)[0, 2] ** 2 * x[0] + csr(d)[0, 1] ** 2,
    "sums": lambda d, x: total((-csr(d) + 2.0 * csr(d**2) - sparse.identity(3, format="csr")) @ x),
    "scaled": lambda d, x: total((x[0] * csr(d) + coo(d) * x[1] - coo(d).tocsc() / x[2]) @ x),
    "in loops": in_loops,
    "diags, tocsc": lambda d, x: total(sparse_linalg.spsolve(sparse.diags([d[:2], d[2:5] + 3, d[4:6]], [-1, 0, 1]).tocsc(), x)),
    "diags of numbers": lambda d, x: total(sparse.diags([d[0], d[2:5], d[1]], [-1, 0, 1], shape=(3, 3), format="csr") @ x),
    "one diagonal": lambda d, x: total(sparse.diags(d[:3]) @ x) + total(sparse.diags(diagonals=d[:3], offsets=0) @ x),
    "diags_array": lambda d, x: total(sparse.diags_array([x, d[:2]], offsets=[0, 1]).T @ x),
    "eye": lambda d, x: total((sparse.eye(3) * x[0] + sparse.diags(d[:3])).tocsr() @ x),
    "diagonal": lambda d, x: total(csr(d).diagonal()) + coo(d).diagonal() @ x + np.sum(csr(d).diagonal(2)),
    "diagonals of diagonals": lambda d, x: total(sparse.diags([d[:2], d[2:5]], [-1, 0]).diagonal()) + total(
        sparse.dia_array((np.stack([x, d[:3]]), [0, 1]), shape=(3, 3)).diagonal(1)),
    "in blocks": in_blocks,
    "places are whole floats": lambda d, x: total(sparse.csr_array((d, (ROWS * 1.0, COLUMNS * 1.0)), shape=(3, 3)).toarray()),
    "toarray": lambda d, x: total(sparse.diags([d[:2], d[2:5]], [-1, 0]).toarray() * WEIGHTS) + np.sum(
        csr(d).T.toarray() * WEIGHTS),
    "preconditioned": preconditioned,
    "Crank-Nicolson": crank_nicolson,
    "zeros have derivatives": zeros_have_derivatives,
    "of integers": of_integers,
}


@pytest.mark.parametrize("name", CASES)
def test_all_ways(name: str) -> None:
    check_all_ways(CASES[name], D, X, argnums=(0, 1))


def test_complex() -> None:
    """In reverse mode, as everything is that solves complex systems."""
    def fun(d: Any, x: Any) -> Any:
        return total(np.abs(sparse_linalg.spsolve((csr(d) * 1j + csr(d**2) * x[0]).tocsc(), x + 0j)))

    check_gradient(fun, D, X, argnums=(0, 1), variants=())


class Named(sparse.csr_matrix):
    """A class of its own that says nothing of what operators mean."""


class Doubling(sparse.csr_array):
    """One that does."""

    def __matmul__(self, other: Any) -> Any:
        return 2.0 * super().__matmul__(other)


def test_derived_classes() -> None:
    named = Named(np.array([[1.0, 2.0, 0.0], [0.0, 3.0, 0.5], [1.0, 0.0, 0.3]]))
    check_all_ways(lambda x: total(named @ x) + total(x @ named) + total(named.dot(x)), X)


@pytest.mark.parametrize("function", [
    lambda d: np.sum(Doubling(np.eye(6)) @ d),
    lambda d: np.sum(csr(d).todok() @ X),
    lambda d: np.sum(sparse.dok_array(np.diag(d)) @ d),
    lambda d: np.sum(csr(d)[[0, 0]] @ X),
    lambda d: np.sum(csr(d)[[0, 1], [0, 1]]),
    lambda d: np.sum(sparse.csr_matrix((d, [0, 0, 0, 1, 1, 2], [0, 2, 4, 6]), shape=(3, 3))[:2] @ X),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(D), lambda: tangentish.jvp(function, (D,), (D,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_sparse_forms\.py|scipy"):
            derivative()
