"""Objects of SciPy: sparse matrices and interpolators; against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.interpolate as interpolate
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

import tangentish
from tests.oracle import check_gradient

DENSE = np.array([[4.0, 0.0, 2.0], [0.0, 3.0, 0.0], [1.0, 0.0, 5.0]])
CSR, CSC, COO = sparse.csr_matrix(DENSE), sparse.csc_array(DENSE), sparse.coo_matrix(DENSE)
B, X, D = np.array([0.3, -1.0, 2.0]), np.arange(6.0).reshape(3, 2) * 0.3, CSR.data.copy()
T, Q = np.array([0.0, 0.7, 1.5, 2.1, 3.0]), np.array([0.2, 0.9, 2.7, 1.3])
V = np.array([1.0, 2.2, 0.5, 3.0, 1.0])
V2 = np.stack([V, np.sin(V)])


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


def periodic(y: Any, q: Any) -> Any:
    return weighted(interpolate.CubicSpline(T, np.concatenate([y, y[:1]]), bc_type="periodic")(q))


def iterated(y: Any) -> Any:
    spline, x = interpolate.CubicSpline(T, y), 0.1
    for _ in range(3):
        x = 0.5 * spline(x)
    return x


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "A @ x": (lambda x: weighted(CSR @ x), (B,)),
    "A @ X": (lambda x: weighted(CSC @ x), (X,)),
    "x @ A": (lambda x: weighted(x @ CSR), (B,)),
    "X @ A": (lambda x: weighted(x.T @ COO), (X,)),
    "A * x": (lambda x: weighted(CSR * x), (B,)),
    "A.dot": (lambda x: weighted(CSC.dot(x)), (B,)),
    "A.T": (lambda x: weighted(COO.T @ x), (B,)),
    "data": (lambda d, x: weighted(made(d) @ x), (D, X)),
    "data, x @ A": (lambda d, x: weighted(x @ made(d)), (D, B)),
    "data, dot": (lambda d, x: weighted(made(d).dot(x)), (D, B)),
    "coo data": (lambda d, x: weighted(sparse.coo_matrix((d, (COO.row, COO.col)), shape=(3, 3)) @ x), (COO.data.copy(), B)),
    "spsolve": (lambda b: weighted(sparse_linalg.spsolve(sparse.csc_matrix(DENSE), b)), (B,)),
    "spsolve data": (solved, (CSC.data.copy(), B)),
    "splu": (factored, (CSC.data.copy(), B)),
    "factorized": (lambda b: weighted(sparse_linalg.factorized(sparse.csc_matrix(DENSE))(b)), (B,)),
    "cg": (lambda b: weighted(sparse_linalg.cg(sparse.csr_matrix(DENSE @ DENSE.T), b, rtol=1e-13)[0]), (B,)),
    "gmres": (lambda b: weighted(sparse_linalg.gmres(CSR, b, rtol=1e-13)[0]), (B,)),
    "CubicSpline": (lambda y, q: weighted(interpolate.CubicSpline(T, y)(q)), (V, Q)),
    "CubicSpline natural": (lambda y, q: weighted(interpolate.CubicSpline(T, y, bc_type="natural")(q)), (V, Q)),
    "CubicSpline ends": (lambda y, q: weighted(interpolate.CubicSpline(T, y, bc_type=((1, 0.3), (2, 0.1)))(q)), (V, Q)),
    "CubicSpline periodic": (periodic, (V[:4], Q)),
    "CubicSpline axis": (lambda y, q: weighted(interpolate.CubicSpline(T, y, axis=1)(q)), (V2, Q.reshape(2, 2))),
    "CubicSpline slope": (lambda y, q: weighted(interpolate.CubicSpline(T, y)(q, 1)), (V, Q)),
    "CubicSpline number": (iterated, (V,)),
    "interp1d": (lambda y, q: weighted(interpolate.interp1d(T, y)(q)), (V, Q)),
    "interp1d axis": (lambda y, q: weighted(interpolate.interp1d(T, y, axis=0)(q)), (V2.T.copy(), Q)),
    "interp1d rows": (lambda y, q: weighted(interpolate.interp1d(T, y)(q)), (V2, Q.reshape(2, 2))),
    "interp1d cubic": (lambda y, q: weighted(interpolate.interp1d(T, y, kind="cubic")(q)), (V, Q)),
    "interp1d fill": (lambda y, q: weighted(interpolate.interp1d(T, y, bounds_error=False, fill_value=2.5)(q)),
                      (V, np.array([-1.0, 0.5, 4.0]))),
    "interp1d beyond": (lambda y, q: weighted(interpolate.interp1d(T, y, fill_value="extrapolate")(q)),
                        (V, np.array([-1.0, 0.5, 4.0]))),
    "make_interp_spline": (lambda y, q: weighted(interpolate.make_interp_spline(T, y)(q)), (V, Q)),
    "barycentric": (lambda y, q: weighted(interpolate.BarycentricInterpolator(T, y)(q)), (V, Q)),
    "krogh": (lambda y, q: weighted(interpolate.KroghInterpolator(T, y, axis=1)(q)), (V2, Q)),
    "univariate": (lambda y, q: weighted(interpolate.InterpolatedUnivariateSpline(T, y)(q)), (V, Q)),
    "pchip": (lambda q: weighted(interpolate.PchipInterpolator(T, V)(q)), (Q,)),
    "akima": (lambda q: weighted(interpolate.Akima1DInterpolator(T, V)(q)), (Q,)),
    "smoothing": (lambda q: weighted(interpolate.UnivariateSpline(T, V, s=0.1)(q)), (Q,)),
    "derivative": (lambda q: weighted(interpolate.CubicSpline(T, V).derivative()(q)), (Q,)),
}


@pytest.mark.parametrize("name", CASES)
def test_derivative(name: str) -> None:
    function, args = CASES[name]
    check_gradient(function, *args, argnums=tuple(range(len(args))), atol=1e-7, repeats=1)


def test_coefficients() -> None:
    """Backwards they are refused; forwards they have a tangent."""
    def coefficients(y: Any) -> Any:
        return interpolate.CubicSpline(T, y, bc_type=((1, 0.3), (2, 0.1))).c

    with pytest.raises(tangentish.UnsupportedError, match="coefficients"):
        tangentish.grad(lambda y: np.sum(coefficients(y)))(V)
    _, found = tangentish.jvp(coefficients, (V,), (np.cos(V),))
    step = 1e-3 * np.cos(V)
    np.testing.assert_allclose(found, (coefficients(V + step) - coefficients(V - step)) / 2e-3, atol=1e-9)


@pytest.mark.parametrize("function", [
    lambda y: np.sum(interpolate.PchipInterpolator(T, y)(Q)),
    lambda y: np.sum(interpolate.CubicSpline(y + T, V)(Q)),
    lambda y: np.sum(sparse.csr_matrix(np.outer(y, y)) @ V),
    lambda y: np.sum((CSR * y[0]) @ B),
    lambda y: np.sum(made(y).tocsc() @ B),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(V), lambda: tangentish.jvp(function, (V,), (V,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_objects\.py|scipy"):
            derivative()
