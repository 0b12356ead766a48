"""Objects of SciPy: sparse matrices; against central differences."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

import tangentish
from tangentish.testing import variant_grad
from tests.constructs.ways import same
from tests.oracle import check_gradient

DENSE = np.array([[4.0, 0.0, 2.0], [0.0, 3.0, 0.0], [1.0, 0.0, 5.0]])
CSR, CSC, COO = sparse.csr_matrix(DENSE), sparse.csc_array(DENSE), sparse.coo_matrix(DENSE)
B, X, D = np.array([0.3, -1.0, 2.0]), np.arange(6.0).reshape(3, 2) * 0.3, CSR.data.copy()
V = np.array([1.0, 2.2, 0.5, 3.0, 1.0])


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


def made(d: Any) -> Any:
    return sparse.csr_matrix((d, CSR.indices, CSR.indptr), shape=(3, 3))


def solved(d: Any, b: Any) -> Any:
    matrix = sparse.csc_matrix((d * d, CSC.indices, CSC.indptr), shape=(3, 3))
    y = sparse_linalg.spsolve(matrix, b)
    return weighted(y) + weighted(matrix @ y)


def factored(d: Any, b: Any) -> Any:
    factor = sparse_linalg.splu(sparse.csc_matrix((d * d, CSC.indices, CSC.indptr), shape=(3, 3)))
    return weighted(factor.solve(b)) + weighted(factor.solve(b, "T"))


def one_after_another(x: Any) -> Any:
    total = 0.0
    for matrix in [CSR, CSC]:  # known when it runs
        total += weighted(matrix @ x) + weighted(x @ matrix)
    return total


def in_place(x: Any) -> Any:
    y = before = 2 * x
    y @= CSR
    return weighted(y) + np.sum(before**3)


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "A @ x": (lambda x: weighted(CSR @ x), (B,)),
    "A @ X": (lambda x: weighted(CSC @ x), (X,)),
    "x @ A": (lambda x: weighted(x @ CSR), (B,)),
    "X @ A": (lambda x: weighted(x.T @ COO), (X,)),
    "of a list": (one_after_another, (B,)),
    "of a list, X": (lambda x: one_after_another(np.outer(x, x)), (B,)),
    "x @= A": (in_place, (B,)),
    "A * x": (lambda x: weighted(CSR * x), (B,)),
    "A.dot": (lambda x: weighted(CSC.dot(x)), (B,)),
    "A.T": (lambda x: weighted(COO.T @ x), (B,)),
    "data": (lambda d, x: weighted(made(d) @ x), (D, X)),
    "data, x @ A": (lambda d, x: weighted(x @ made(d)), (D, B)),
    "data, dot": (lambda d, x: weighted(made(d).dot(x)), (D, B)),
    "coo data": (lambda d, x: weighted(sparse.coo_matrix((d, (COO.row, COO.col)), shape=(3, 3)) @ x), (COO.data.copy(), B)),
    "csr of places": (lambda d, x: weighted(sparse.csr_matrix((d, ([0, 1, 2, 0], [1, 0, 2, 0])), shape=(3, 3)) @ x),
                      (np.array([1.0, 2.0, 3.0, 4.0]), B)),
    "csc of places that meet": (
        lambda d, x: weighted(sparse.csc_array((d, ([0, 1, 2, 0, 1], [2, 0, 1, 2, 0])), shape=(3, 3)) @ x),
        (np.array([1.0, 2.0, 3.0, 4.0, 5.0]), B)),
    "toarray": (lambda d, x: weighted(sparse.csr_matrix((d, ([0, 1, 2, 0], [1, 0, 2, 0])), shape=(3, 3)).toarray() ** 2 @ x),
                (np.array([1.0, 2.0, 3.0, 4.0]), B)),
    "coo toarray": (lambda d: np.sum(sparse.coo_matrix((d, ([0, 1, 0], [1, 0, 1])), shape=(3, 3)).toarray() ** 3),
                    (np.array([1.0, 2.0, 3.0]),)),
    "spsolve": (lambda b: weighted(sparse_linalg.spsolve(sparse.csc_matrix(DENSE), b)), (B,)),
    "spsolve data": (solved, (CSC.data.copy(), B)),
    "splu": (factored, (CSC.data.copy(), B)),
    "factorized": (lambda b: weighted(sparse_linalg.factorized(sparse.csc_matrix(DENSE))(b)), (B,)),
    "cg": (lambda b: weighted(sparse_linalg.cg(sparse.csr_matrix(DENSE @ DENSE.T), b, rtol=1e-13)[0]), (B,)),
    "gmres": (lambda b: weighted(sparse_linalg.gmres(CSR, b, rtol=1e-13)[0]), (B,)),
}


@pytest.mark.parametrize("name", CASES)
def test_derivative(name: str) -> None:
    function, args = CASES[name]
    nums = tuple(range(len(args)))
    bars = check_gradient(function, *args, argnums=nums, atol=1e-7, repeats=1)
    assert same(bars, variant_grad(function, nums, kinds=False)(*args))


@pytest.mark.parametrize("function", [
    lambda y: np.sum(sparse.csr_matrix(np.outer(y, y)) @ V),
    lambda y: np.sum((CSR + made(y).todok()) @ B),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(V), lambda: tangentish.jvp(function, (V,), (V,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_objects\.py|scipy"):
            derivative()


def test_products_where_no_solver_is_imported(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("import numpy as np\nimport scipy.sparse as sparse\nimport tangentish\n"
                    "A = sparse.csr_matrix(np.eye(2))\n"
                    "assert tangentish.grad(lambda x: np.sum((x @ A) * x))(np.ones(2)).tolist() == [2.0, 2.0]\n")
    subprocess.run([sys.executable, "-B", str(file)], check=True, timeout=120)
