"""Linear algebra, grids, graphs and signals compute what they say: against NumPy, mostly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.programs import fluids, graphs, linear_algebra, signal, stencils
from tests.programs.inputs import csr, dominant, rand, randc, randn, spd


def close(got: Any, want: Any, tol: float = 1e-12) -> None:
    """Equal up to rounding."""
    np.testing.assert_allclose(got, want, rtol=tol, atol=tol)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_factorisations(n: int) -> None:
    """Cholesky, LU and the solvers against NumPy."""
    A, b = spd(1, n), randn(2, n)
    L = A.copy()
    linear_algebra.kernel_cholesky(L)
    close(np.tril(L), np.linalg.cholesky(A))
    density = -0.5 * (b @ np.linalg.solve(A, b) + np.linalg.slogdet(A)[1])
    close(linear_algebra.cholesky_columns(A.copy(), b), density)
    A = dominant(3, n)
    LU = A.copy()
    linear_algebra.kernel_lu(LU)
    close((np.tril(LU, -1) + np.eye(n)) @ np.triu(LU), A)
    x = np.linalg.solve(A, b)
    close(linear_algebra.lu_solve(A.copy(), b), np.sum(np.arange(1, n + 1) * x**2))
    close(linear_algebra.gauss_pivot(A[::-1].copy(), b[::-1].copy()), np.sum(np.sin(x)))
    y = np.empty(n)
    linear_algebra.kernel_trisolv(A, y, b)
    close(np.tril(A) @ y, b)
    close(linear_algebra.determinant(A), np.linalg.det(A))
    T = np.tril(np.triu(A, -1), 1)
    bands = (np.diag(T, -1).copy(), np.diag(T).copy(), np.diag(T, 1).copy())
    close(linear_algebra.tridiagonal(*bands, b.copy()), np.sum(np.linalg.solve(T, b) ** 3))


def test_orthogonalisation() -> None:
    """Gram-Schmidt and Householder against the QR of NumPy, up to signs."""
    A = randn(1, 5, 3)
    Q, R = np.zeros((5, 3)), np.zeros((3, 3))
    linear_algebra.kernel_gramschmidt(A.copy(), Q, R)
    close(Q.T @ Q, np.eye(3))
    close(Q @ R, A)
    A = randn(2, 4, 4)
    R = np.linalg.qr(A)[1]
    B = A.copy()
    linear_algebra.householder(B)
    close(np.abs(np.triu(B)), np.abs(R))


def test_durbin() -> None:
    """The Yule-Walker equations hold."""
    r = randn(1, 5, scale=0.2)
    y = np.empty(5)
    linear_algebra.kernel_durbin(r, y)
    column = np.concatenate([[1.0], r[:-1]])
    toeplitz = column[np.abs(np.subtract.outer(np.arange(5), np.arange(5)))]
    close(toeplitz @ y, -r)


def test_products() -> None:
    """The BLAS-like kernels as single expressions."""
    A, B, C = randn(1, 4, 4), randn(2, 4, 3), randn(3, 4, 4)
    close(linear_algebra.trmm(1.3, A, B.copy()), np.sum((1.3 * (np.tril(A, -1).T + np.eye(4)) @ B) ** 2))
    lower = np.tril(1.3 * B @ B.T + 0.8 * C)
    close(linear_algebra.syrk(1.3, 0.8, C.copy(), B), np.sum(np.sin(lower + np.triu(C, 1))))
    T = randn(4, 2, 3, 4)
    close(linear_algebra.doitgen(T.copy(), C, np.zeros(4)), np.sum(np.cos(np.arange(4)) * (T @ C) ** 2))
    u1, v1, u2, v2, y, z = randn(5, 6, 4)
    M = A + u1[:, None] * v1 + u2[:, None] * v2
    x = 0.6 * M.T @ y + z
    close(linear_algebra.gemver(0.7, 0.6, A.copy(), u1, v1, u2, v2, y, z), 0.7 * x @ M @ x)


def test_iterations() -> None:
    """Conjugate gradients end after n steps; power iteration finds the largest eigenvalue."""
    A, b = spd(1, 4), randn(2, 4)
    want = np.sum(np.arange(1, 5) * np.linalg.solve(A, b) ** 2)
    close(linear_algebra.conjugate_gradient(A, b, np.zeros(4), 4), want, 1e-9)
    close(linear_algebra.power_iteration(A, np.ones(4), 1e-9), np.linalg.eigvalsh(A)[-1])


def test_stencils() -> None:
    """The two forms of Gauss-Seidel agree; a linear profile is steady; SOR solves Poisson's equation."""
    A, B = randn(1, 5, 5), randn(1, 5, 5)
    stencils.seidel_2d(2, 5, A)
    stencils.seidel_2d_rows(3, 5, B)
    close(A, B)
    ramp = np.add.outer(np.add.outer(np.arange(4.0), np.arange(3.0)), np.arange(5.0))
    A, B = ramp.copy(), np.zeros_like(ramp)
    stencils.heat_half_step(A, B)
    close(B[1:-1, 1:-1, 1:-1], ramp[1:-1, 1:-1, 1:-1])
    u, f = np.zeros(11), randn(2, 11)
    stencils.red_black(u, f, 0.1, 1.4, 200)
    close((u[2:] - 2 * u[1:-1] + u[:-2]) / 0.01, f[1:-1], 1e-9)
    u = np.ones((5, 5))
    stencils.kernel_adi(3, 5, u, 0.7)
    close(u, np.ones((5, 5)))


def test_fluids() -> None:
    """The column solver against a dense one; what should be conserved is."""
    a, b, c, d = randn(1, 1, 1, 5), rand(2, 1, 1, 5) + 4, randn(3, 1, 1, 5), randn(4, 1, 1, 5)
    dense = np.diag(b[0, 0]) + np.diag(a[0, 0, 1:], -1) + np.diag(c[0, 0, :-1], 1)
    want = np.linalg.solve(dense, d[0, 0])
    fluids.solve_columns(a, b, c, d)
    close(d[0, 0], want)
    u = np.full(6, 0.7)
    fluids.burgers(u, 0.1, 0.5, 0.1, 3)
    close(u, 0.7)
    close(fluids.shallow_water(np.ones(6), np.full(6, 0.5), 1.3, 0.1, 5), 6 * (0.25 + 1.3))
    u, v, p = np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6))
    fluids.kernel_cavity(5, 10, u, v, p, 0.01, 0.2, 0.2, 1.0, 0.1)
    assert np.all(u[-1] == 1.0)
    assert np.all(np.abs(u[:-1]) < 1.0)


def test_graphs() -> None:
    """Sparse against dense, loops against whole arrays, Bellman-Ford against Floyd-Warshall."""
    indptr, indices, data = csr(1, 5, 6)
    x = randn(2, 6)
    dense = np.zeros((5, 6))
    for i in range(5):
        dense[i, indices[indptr[i] : indptr[i + 1]]] = data[indptr[i] : indptr[i + 1]]
    close(graphs.spmv(indptr, indices, data, x), np.sum((dense @ x) ** 2 * np.cos(np.arange(5))))
    close(graphs.spmv_loops(indptr, indices, data, x, 1), np.sum(np.tanh(dense @ x) ** 2))
    path = rand(1, 6, 6, low=0.1, high=3.0)
    np.fill_diagonal(path, 0.0)
    sources, targets = np.nonzero(path)
    weights = path[sources, targets]
    close(graphs.floyd_warshall_loops(path.copy()), graphs.floyd_warshall(path))
    close(graphs.bellman_ford(sources, targets, weights, 0, 6), np.sum(path[0] ** 2))


@pytest.mark.parametrize("n", [1, 2, 8, 16])
def test_transforms(n: int) -> None:
    """Both fast transforms and the slow one against NumPy."""
    z, x = randc(1, n), randn(3, n)
    close(signal.stockham(z.copy()), np.fft.fft(z))
    close(signal.fft_recursive(x), np.fft.fft(x))
    close(signal.dft_loops(x), np.sum(np.sqrt(np.abs(np.fft.fft(x)) ** 2 + 1.0)))
    y = x.copy()
    signal.prefix_sum(y)
    close(y, np.cumsum(x))


def test_filters() -> None:
    """Convolutions against NumPy, the recursive filter against its difference equation, Deriche by its gain."""
    x, h = randn(1, 7), randn(2, 3)
    y = np.convolve(x, h)
    close(signal.convolve_full(x, h), np.sum(np.cos(np.arange(9)) * y**2))
    b, a, x = randn(3, 3), np.array([1.2, -0.5, 0.3]), randn(4, 9)
    lags = np.subtract.outer(np.arange(9), np.arange(9))
    denominator = np.where((lags >= 0) & (lags < 3), a[np.clip(lags, 0, 2)], 0.0)
    y = np.linalg.solve(denominator, np.convolve(b, x)[:9])
    close(signal.iir_filter(b, a, x), np.sum(y**2))
    image, weights = randn(1, 1, 5, 4, 1), randn(2, 2, 2, 1, 1)
    windows = np.lib.stride_tricks.sliding_window_view(image[0, ..., 0], (2, 2))
    out = np.einsum("ijkl,kl->ij", windows, weights[..., 0, 0])
    close(signal.conv2d(image, weights, np.zeros(1)), np.sum(np.maximum(out, 0.0) ** 2))
    close(signal.kernel_deriche(0.9, np.ones((61, 61)))[30, 30], 1.0, 1e-9)
