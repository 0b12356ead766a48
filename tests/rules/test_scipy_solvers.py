"""Solvers of systems of equations by steps: of matrices, of operators, and for right-hand sides that are zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

import tangentish
from tests.oracle import check_gradient

HALF = np.array([[1.2, -0.4, 0.3], [0.5, 0.9, -0.7], [-0.2, 0.6, 1.1]])
DENSE = HALF @ HALF.T + np.eye(3)
CSC = sparse.csc_array(DENSE)
B, W = np.array([0.7, -1.1, 0.4]), np.array([1.0, 2.0, -0.5])
EXACT: dict[str, dict[str, float]] = {name: {"rtol": 1e-13} for name in (
    "cg", "cgs", "bicg", "bicgstab", "gmres", "minres", "qmr", "tfqmr", "lgmres", "gcrotmk")}
CLOSE: dict[str, dict[str, float]] = {name: {"atol": 1e-13, "btol": 1e-13} for name in ("lsqr", "lsmr")}
FOLLOWED = {name: options for name, options in (EXACT | CLOSE).items() if name not in ("lgmres", "gcrotmk")}

CONJUGATES = np.lib.NumpyVersion(scipy.__version__) >= "1.18.0"
"""Whether SciPy makes the adjoint of a matrix by `np.conj`, which is not followed for a sparse one."""


@pytest.mark.parametrize("name", EXACT | CLOSE)
@pytest.mark.parametrize("matrix", [DENSE, CSC], ids=["dense", "sparse"])
def test_of_matrices(name: str, matrix: Any) -> None:
    solve, options = getattr(sparse_linalg, name), (EXACT | CLOSE)[name]
    if matrix is CSC and name in CLOSE and CONJUGATES:
        with pytest.raises(tangentish.UnsupportedError, match=r"gave a cs._array"):
            tangentish.grad(lambda b: np.sum(W * solve(matrix, b, **options)[0]))(B)
        return
    check_gradient(lambda b: np.sum(W * solve(matrix, b, **options)[0]), B, repeats=1)
    if matrix is DENSE:
        check_gradient(lambda s: np.sum(W * solve(matrix * s, B, **options)[0]), 1.3, repeats=1)


@pytest.mark.parametrize("name", FOLLOWED)
def test_of_operators(name: str) -> None:
    solve, options = getattr(sparse_linalg, name), FOLLOWED[name]
    check_gradient(lambda b, s: np.sum(W * solve(sparse_linalg.aslinearoperator(DENSE * s), b, **options)[0]), B, 1.3,
                   argnums=(0, 1), repeats=1)


@pytest.mark.parametrize("name", EXACT)
def test_a_right_hand_side_of_zeros(name: str) -> None:
    """SciPy gives zeros for it without a look at the matrix."""
    solve = getattr(sparse_linalg, name)

    def by_matrix(b: Any) -> Any:
        return np.sum(W * solve(CSC, b)[0])

    def by_operator(b: Any) -> Any:
        return np.sum(W * solve(sparse_linalg.aslinearoperator(DENSE), b)[0])

    np.testing.assert_allclose(tangentish.grad(by_matrix)(np.zeros(3)), np.linalg.solve(DENSE, W))
    np.testing.assert_allclose(tangentish.jacfwd(by_matrix)(np.zeros(3)), np.linalg.solve(DENSE, W))
    for operator in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match=r"(?s)test_scipy_solvers\.py.*zeros"):
            operator(by_operator)(np.zeros(3))


@pytest.mark.parametrize("name", CLOSE)
def test_least_squares_that_take_no_step(name: str) -> None:
    solve, matrix = getattr(sparse_linalg, name), DENSE if CONJUGATES else CSC
    start = np.linalg.solve(DENSE, B)
    for function, at in ((lambda b: np.sum(W * solve(matrix, b)[0]), np.zeros(3)),
                         (lambda b: np.sum(W * solve(sparse.eye_array(3), b, x0=B)[0]), B)):
        with pytest.raises(tangentish.UnsupportedError, match="no step"):
            tangentish.grad(function)(at)
    check_gradient(lambda b: np.sum(W * solve(matrix, b, x0=2.0 * start, atol=1e-13, btol=1e-13)[0]), B, repeats=1)


def test_a_shift_belongs_to_the_system() -> None:
    check_gradient(lambda b: np.sum(W * sparse_linalg.minres(CSC, b, shift=0.3, rtol=1e-13)[0]), B, repeats=1)


@pytest.mark.parametrize("matrix", [np.diag([1.0, 2.0, 0.0]), sparse.diags_array([1.0, 2.0, 0.0]).tocsc()], ids=["dense", "sparse"])
def test_singular_matrices_are_refused(matrix: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="singular"):
        tangentish.grad(lambda b: np.sum(W * sparse_linalg.cg(matrix, b)[0]))(np.array([1.0, 1.0, 0.0]))


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular(lower: bool, unit: bool) -> None:
    matrix = sparse.csr_array(np.tril(DENSE) if lower else np.triu(DENSE))
    solve = sparse_linalg.spsolve_triangular
    check_gradient(lambda b: np.sum(W * solve(matrix, b, lower=lower, unit_diagonal=unit)), B, repeats=1)
    check_gradient(lambda b: np.sum(W * solve(matrix, b, lower, unit_diagonal=unit).T), np.outer(B, W), repeats=1)


def test_triangular_by_the_entries() -> None:
    places = ([0, 1, 1, 2, 2], [0, 0, 1, 0, 2])

    def fun(data: Any, unit: bool = False) -> Any:
        return np.sum(W * sparse_linalg.spsolve_triangular(sparse.csr_array((data, places)), B, unit_diagonal=unit))

    check_gradient(fun, np.array([1.0, 0.4, 2.0, -0.7, 1.5]), repeats=1)
    check_gradient(lambda data: fun(data, True), np.array([1.0, 0.4, 2.0, -0.7, 1.5]), repeats=1)


@pytest.mark.filterwarnings("ignore:spsolve requires A be CSC or CSR")
@pytest.mark.parametrize("sides", [B, np.stack([B, W], axis=1), B[:, None]], ids=["one", "two", "a column"])
def test_a_dense_matrix_with_several_right_hand_sides(sides: Any) -> None:
    def fun(matrix: Any, b: Any) -> Any:
        x = sparse_linalg.spsolve(matrix, b)
        return np.sum(np.arange(1.0, x.size + 1).reshape(x.shape) * x)

    check_gradient(fun, HALF, sides, argnums=(0, 1), repeats=1)
