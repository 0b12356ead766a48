"""Samples of factorisations, eigenvalues and singular values.

Vectors of complex matrices are left to `test_hard_points_linalg`: most cotangents depend on their phase.
"""

from __future__ import annotations

import numpy as np

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, M, S, sample, several
from tests.rules.samples_linalg import regular


def hermitian(n: int) -> np.ndarray:
    """A Hermitian positive definite matrix."""
    x = C(n, n)
    return x @ x.conj().T + n * np.eye(n)


for x in (S(3), np.stack([S(3), S(3)]), S(1), S(4) + np.triu(A(4, 4), 1)):
    several((np.linalg.cholesky, np.linalg.eigh, np.linalg.eigvalsh), x)
for x in (S(3), np.stack([S(3), S(3)]), S(4) + np.tril(A(4, 4), -1)):
    sample(np.linalg.cholesky, x, upper=True)
    several((np.linalg.eigh, np.linalg.eigvalsh), x, UPLO="U")
for x in (hermitian(3), np.stack([hermitian(2), hermitian(2)])):
    several((np.linalg.cholesky, np.linalg.eigvalsh), x)
    sample(np.linalg.cholesky, x, upper=True)
    sample(np.linalg.eigvalsh, x, "U")
several((np.linalg.cholesky, np.linalg.eigh, np.linalg.eigvalsh), np.zeros((0, 0)))
several((np.linalg.cholesky, np.linalg.eigvalsh), F(S(3)), single=True, rtol=1e-3)
sample(np.linalg.eigh, S(3), "l")

SPREAD = np.diag([1.0, 2.0, 4.0])
for x in (SPREAD + 0.1 * A(3, 3), np.stack([SPREAD + 0.1 * A(3, 3), SPREAD + 0.1 * A(3, 3)]), np.array([[2.0]])):
    several((np.linalg.eig, np.linalg.eigvals), x)
several((np.linalg.eigvals,), np.zeros((0, 0)))
sample(np.linalg.eigvals, C(3, 3))
sample(np.linalg.eigvals, np.stack([C(3, 3), C(3, 3)]))
sample(np.linalg.eigvals, np.array([[1.0, 2.0, 0.5], [-2.0, 1.0, 0.3], [0.2, 0.1, 3.0]]))  # a real matrix, complex values

for shape in ((3, 3), (3, 2), (4, 2), (2, 4), (2, 3), (2, 3, 2), (2, 2, 3), (1, 1), (3, 1), (1, 3)):
    for options in ({"full_matrices": False}, {"full_matrices": True}, {"compute_uv": False}):
        if options != {"full_matrices": True} or abs(shape[-1] - shape[-2]) < 2:  # a null space of one dimension
            sample(np.linalg.svd, A(*shape), **options)
    sample(np.linalg.svd, C(*shape), compute_uv=False)
    several(present(np.linalg, "svdvals"), A(*shape))
    several(present(np.linalg, "svdvals"), C(*shape))
sample(np.linalg.svd, A(3, 3), False, True, False)
several(present(np.linalg, "svdvals"), F(M(3, 2)), single=True, rtol=1e-3)
several(present(np.linalg, "svdvals"), np.zeros((0, 3)))
sample(np.linalg.svd, np.zeros((3, 0)), full_matrices=False)
_indefinite = np.diag([1.0, -2.0, 2.0, -3.0]) + 0.2 * A(4, 4)  # read in its lower triangle; values that differ in sign
for options in ({}, {"compute_uv": False}, {"full_matrices": False}):
    sample(np.linalg.svd, _indefinite, hermitian=True, **options)
    sample(np.linalg.svd, np.stack([_indefinite, S(4)]), hermitian=True, **options)
sample(np.linalg.svd, _indefinite + 0.1j * A(4, 4), compute_uv=False, hermitian=True)

for shape in ((3, 3), (3, 2), (4, 2), (2, 4), (2, 3, 2), (2, 2, 3), (1, 1), (3, 1), (1, 3), (3, 0)):
    for mode in ("reduced", "r", "complete"):
        if mode != "complete" or shape[-2] - shape[-1] < 2:
            sample(np.linalg.qr, M(*shape), mode=mode)
        if mode != "complete" or shape[-2] <= shape[-1]:
            sample(np.linalg.qr, regular(*shape), mode=mode)
    sample(np.linalg.qr, A(*shape))
sample(np.linalg.qr, F(M(3, 2)), single=True, rtol=1e-3)
