"""Samples of `scipy.linalg`."""

from __future__ import annotations

import numpy as np
import scipy.linalg as linalg

from tests.rules.samples import A, C, M, P, S, sample, several

several((linalg.inv, linalg.det, linalg.expm, linalg.norm), M(3, 3))
sample(linalg.expm, np.zeros((0, 0)))
sample(linalg.svd, M(3, 3))
sample(linalg.svd, M(3, 2), full_matrices=False)
sample(linalg.svd, M(3, 2), compute_uv=False)
several((linalg.inv, linalg.det, linalg.expm), C(3, 3))
several((linalg.sqrtm, linalg.logm), S(3))
sample(linalg.norm, A(2, 3), 1, axis=1)
sample(linalg.norm, A(2, 3), 2.5, axis=1)
sample(linalg.solve, M(3, 3), A(3))
sample(linalg.solve, M(3, 3), A(3, 2))
sample(linalg.solve, S(3), A(3, 2), assume_a="pos")
sample(linalg.solve, S(3), A(3), assume_a="sym", lower=True)
several((linalg.cholesky, linalg.cho_factor), S(3))
several((linalg.cholesky, linalg.cho_factor), S(3), lower=True)
for lower in (True, False):
    sample(linalg.cho_solve, (np.linalg.cholesky(S(3)) if lower else np.linalg.cholesky(S(3)).T, lower), A(3))
    sample(linalg.cho_solve, (np.linalg.cholesky(S(3)) if lower else np.linalg.cholesky(S(3)).T, lower), A(3, 2))
    for trans in (0, 1, "T"):
        sample(linalg.solve_triangular, M(3, 3), A(3), trans=trans, lower=lower)
    sample(linalg.solve_triangular, M(3, 3), A(3, 2), lower=lower, unit_diagonal=True)
    sample(linalg.solve_triangular, C(3, 3) + 2 * np.eye(3), C(3), trans="C", lower=lower)
E = np.array([[2.0, 0.5], [0.5, 1.0]])  # for larger ones LAPACK may turn the sign of a vector under central differences
several((linalg.eigh, linalg.eigvalsh), E)
several((linalg.eigh, linalg.eigvalsh), E, lower=False)
sample(linalg.lu_factor, A(4, 4))
for trans in (0, 1):
    sample(linalg.lu_solve, linalg.lu_factor(A(4, 4)), A(4), trans)
    sample(linalg.lu_solve, linalg.lu_factor(A(4, 4)), A(4, 2), trans)
sample(linalg.solve_sylvester, M(3, 3), M(2, 2), A(3, 2))
sample(linalg.solve_banded, (1, 2), A(4, 5) + np.array([[0.0], [0.0], [5.0], [0.0]]), A(5))
sample(linalg.solve_banded, (3, 4), A(8, 2) + np.array([[5.0 * (row == 4)] for row in range(8)]), A(2))
sample(linalg.solveh_banded, A(4, 2) + np.array([[0.0], [0.0], [0.0], [5.0]]), A(2))
sample(linalg.solveh_banded, A(4, 2) + np.array([[5.0], [0.0], [0.0], [0.0]]), A(2), lower=True)
sample(linalg.solve_banded, (1, 1), A(3, 5) + np.array([[0.0], [5.0], [0.0]]), A(5, 2))
sample(linalg.block_diag, A(2, 3), A(2), A(1, 1))
sample(linalg.toeplitz, A(3))
sample(linalg.toeplitz, A(3), A(4))

# structures, stacks of matrices, complex ones
H = C(3, 3)
H = H @ np.conj(H.T) + np.eye(3)
for structure in ("gen", "general", "diagonal", "tridiagonal", "upper triangular", "lower triangular"):
    sample(linalg.solve, M(3, 3), A(3), assume_a=structure)
    sample(linalg.solve, M(3, 3), A(3, 2), assume_a=structure, transposed=True)
for lower in (True, False):
    for structure in ("sym", "her", "pos"):
        sample(linalg.solve, H, C(3, 2), assume_a=structure, lower=lower)
        sample(linalg.inv, H, assume_a=structure, lower=lower)
    sample(linalg.solve, S(3), A(3), lower, assume_a="pos", transposed=True)
    several((linalg.cholesky, linalg.cho_factor), H, lower=lower)
    sample(linalg.cho_solve, linalg.cho_factor(H, lower=lower), C(3, 2))
    sample(linalg.cho_solve, linalg.cho_factor(H, lower=lower), C(3))
sample(linalg.cho_solve, linalg.cho_factor(np.stack([S(3), S(3)])), A(3))
for structure in ("upper triangular", "lower triangular"):
    sample(linalg.inv, M(3, 3), assume_a=structure)
sample(linalg.solve, M(3, 3), A(3, 2), assume_a="banded")
sample(linalg.solve, C(3, 3) + 3 * np.eye(3), C(3))
sample(linalg.solve, M(2, 3, 3), A(3))
sample(linalg.solve, M(2, 3, 3), A(3, 2))
sample(linalg.solve, M(3, 3), A(2, 3, 2))
several((linalg.inv, linalg.det, linalg.expm, linalg.lu_factor, linalg.lu, linalg.svdvals, linalg.pinv), M(2, 3, 3))
several((linalg.cholesky, linalg.sqrtm, linalg.logm), np.stack([S(3), S(3)]))
sample(linalg.solve_triangular, M(2, 3, 3), A(3), trans=1)
sample(linalg.solve_triangular, M(2, 3, 3), A(2, 3, 2), lower=True)
sample(linalg.lu_solve, linalg.lu_factor(M(2, 3, 3)), A(3))
for trans in (0, 1, 2):
    sample(linalg.lu_solve, linalg.lu_factor(C(3, 3)), C(3, 2), trans)
for shape in ((3, 3), (4, 2), (2, 4)):
    sample(linalg.lu_factor, A(*shape))
    sample(linalg.lu, A(*shape))
    sample(linalg.lu, A(*shape), permute_l=True)
    sample(linalg.lu, A(*shape), p_indices=True)
    sample(linalg.lu_factor, C(*shape))
    several((linalg.svdvals, linalg.pinv), A(*shape))
    several((linalg.svdvals, linalg.pinv), C(*shape))
    sample(linalg.qr, A(*shape), mode="economic")
    sample(linalg.qr, A(*shape), mode="economic", pivoting=True)
    sample(linalg.qr, A(*shape), mode="r")
    sample(linalg.lstsq, A(*shape), A(shape[0]))
    sample(linalg.lstsq, A(*shape), A(shape[0], 2))
sample(linalg.qr, A(3, 3))
sample(linalg.qr, A(2, 4), mode="full", pivoting=True)
G = np.array([[3.0, 0.4], [0.7, 2.0]])
several((linalg.eigh, linalg.eigvalsh), E, G)
several((linalg.eigh, linalg.eigvalsh), E, G, lower=False)
sample(linalg.eigh, E, eigvals_only=True)
sample(linalg.eigh, S(2), subset_by_index=[1, 1])
several((linalg.eigh, linalg.eigvalsh), E, G, subset_by_index=[0, 0])
several((linalg.eigvalsh,), S(4), subset_by_index=[1, 2])
several((linalg.eigvalsh,), H)
sample(linalg.eigh_tridiagonal, np.array([2.0, 1.0]), np.array([0.4]))
sample(linalg.eigh_tridiagonal, A(4), P(3), eigvals_only=True)
several((linalg.eig, linalg.eigvals), np.array([[2.0, 0.5], [0.3, 1.0]]))
sample(linalg.eigvals, C(3, 3))
sample(linalg.solve_sylvester, C(3, 3), C(2, 2), C(3, 2))
for matrix in (M(3, 3), C(3, 3)):
    sample(linalg.solve_continuous_lyapunov, matrix, matrix + 1)
    sample(linalg.solve_discrete_lyapunov, matrix / 8, matrix + 1)
    sample(linalg.solve_discrete_lyapunov, matrix / 8, matrix + 1, "direct")
for riccati in (linalg.solve_continuous_are, linalg.solve_discrete_are):
    one = np.array([[0.7]])
    sample(riccati, one, one / 2, one + 1, one * 2)
    sample(riccati, one, one / 2, one + 1, one * 2, None, one / 4)
    sample(riccati, M(3, 3) / 4, A(3, 2), S(3), S(2), only=("a", "b"))
    sample(riccati, M(3, 3) / 4, A(3, 2), S(3), S(2), None, A(3, 2) / 9, only=("a", "b", "s"))
    sample(riccati, C(2, 2) / 4, C(2, 1), S(2), S(1), only=("a", "b"))
for lower in (True, False):
    sample(linalg.solveh_banded, A(2, 5) + np.array([[0.0], [5.0]])[:: -1 if lower else 1], A(5), lower=lower)
    sample(linalg.solveh_banded, C(3, 5) + np.array([[0.0], [0.0], [9.0]])[:: -1 if lower else 1], C(5, 2), lower=lower)
sample(linalg.solve_banded, (1, 1), C(3, 5) + np.array([[0.0], [5.0], [0.0]]), C(5))
T = np.array([4.0, 0.5, -0.3])
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), (T, A(3)), A(3))
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), (T, A(3)), A(3, 2))
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), T, A(3))
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), [4.0, 0.5, -0.3], A(3))
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), T + 0.3j * np.array([0.0, 1.0, 2.0]), C(3))
several((linalg.toeplitz, linalg.hankel, linalg.circulant), A(3))
several((linalg.toeplitz, linalg.hankel), A(3), A(4))
sample(linalg.toeplitz, C(3))
several((linalg.toeplitz, linalg.circulant), A(2, 3))
sample(linalg.block_diag, A(2, 2, 3), A(2, 1, 1))
several((linalg.sinm, linalg.cosm, linalg.tanm, linalg.sinhm, linalg.coshm, linalg.tanhm), A(3, 3) / 2)
several((linalg.sinm, linalg.expm), C(3, 3))
several((linalg.sqrtm, linalg.logm), M(3, 3))
sample(linalg.sqrtm, C(3, 3) + 3 * np.eye(3))
sample(linalg.fractional_matrix_power, S(3), 0.3)
sample(linalg.fractional_matrix_power, S(3), -1.5)

# stacks of systems, whose vectors are shared
for shape in ((4, 2), (2, 4)):
    sample(linalg.lstsq, A(2, *shape), A(shape[0]))
    sample(linalg.lstsq, A(2, *shape), A(2, shape[0], 2))
    sample(linalg.lstsq, C(2, *shape), C(2, shape[0], 1))
sample(linalg.lstsq, A(2, 4, 2), A(2, 4, 1), lapack_driver="gelss")
BANDS = np.array([[0.0], [5.0], [0.0]])
sample(linalg.solve_banded, (1, 1), A(2, 3, 4) + BANDS, A(4))
sample(linalg.solve_banded, (1, 1), A(2, 3, 4) + BANDS, A(3, 1, 4, 2))
sample(linalg.solve_banded, (1, 1), A(3, 4) + BANDS, A(2, 4, 1))
for lower in (True, False):
    sample(linalg.solveh_banded, C(2, 2, 4) + BANDS[:2][:: -1 if lower else 1], C(4), lower=lower)
    sample(linalg.solveh_banded, A(2, 4) + BANDS[:2][:: -1 if lower else 1], A(2, 4, 2), lower=lower)
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), (A(2, 1, 3) + T, A(4, 3)), A(3))
several((linalg.solve_toeplitz, linalg.matmul_toeplitz), A(2, 3) / 9 + T, A(2, 3, 2))
sample(linalg.matmul_toeplitz, (A(3), A(4)), A(4))
sample(linalg.eigh_tridiagonal, np.array([[2.0, 1.0, 7.0], [3.0, 6.0, 1.0]]), np.array([0.4, 0.6]))
sample(linalg.eigh_tridiagonal, np.array([2.0, 1.0, 7.0]), np.array([0.4, 0.6]), select="i", select_range=(1, 2))
D = np.stack([np.diag([1.0, 4.0, 9.0]), np.diag([8.0, 3.0, 1.0])]) + 0.3
several((linalg.eigh, linalg.eigvalsh), D, subset_by_index=[1, 2])
sample(linalg.solve, D, np.array([0.4, -1.2, 0.7]), assume_a="sym")

# matrices as lists
sample(linalg.eigh_tridiagonal, [2.0, 1.0, 7.0], [0.4, 0.6])
sample(linalg.solveh_banded, [[0.0, 0.4, 0.6], [5.0, 6.0, 7.0]], [1.0, 2.0, 0.5])
several((linalg.solve_continuous_are, linalg.solve_discrete_are), [[0.4]], [[1.3]], [[1.1]], [[0.9]])
sample(linalg.matmul_toeplitz, [4.0, 0.5, -0.3], [1.0, 2.0, 0.5])

# real ones among complex ones
sample(linalg.solve_sylvester, np.array([[2.0, 0.3], [0.1, 1.0]]), np.array([[3.0, 0.2], [0.4, 5.0]]), C(2, 2))
sample(linalg.solve_continuous_lyapunov, np.array([[2.0, 0.3], [0.1, 1.0]]), C(2, 2))
