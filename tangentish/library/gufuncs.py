"""The functions behind `numpy.linalg`, which other libraries call themselves, by those of NumPy that have derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.linalg import _umath_linalg as raw


def solve(a: Any, b: Any, signature: Any = None) -> Any:
    """`solve`, of matrices on the right; `signature` says the types of all."""
    return np.linalg.solve(a, b)


def solve1(a: Any, b: Any, signature: Any = None) -> Any:
    """`solve` of vectors."""
    return np.linalg.solve(a, np.asarray(b)[..., None])[..., 0]


def inv(a: Any, signature: Any = None) -> Any:
    """`inv`."""
    return np.linalg.inv(a)


def det(a: Any, signature: Any = None) -> Any:
    """`det`."""
    return np.linalg.det(a)


def slogdet(a: Any, signature: Any = None) -> Any:
    """`slogdet`, as a tuple."""
    sign, logarithm = np.linalg.slogdet(a)
    return sign, logarithm


def cholesky_lo(a: Any, signature: Any = None) -> Any:
    """`cholesky`, of the lower triangle."""
    return np.linalg.cholesky(a)


def eigvalsh_lo(a: Any, signature: Any = None) -> Any:
    """`eigvalsh`, of the lower triangle."""
    return np.linalg.eigvalsh(a)


def eigvalsh_up(a: Any, signature: Any = None) -> Any:
    """`eigvalsh`, of the upper triangle."""
    return np.linalg.eigvalsh(a, "U")


def eigh_lo(a: Any, signature: Any = None) -> Any:
    """`eigh`, of the lower triangle, as a tuple."""
    values, vectors = np.linalg.eigh(a)
    return values, vectors


def eigh_up(a: Any, signature: Any = None) -> Any:
    """`eigh`, of the upper triangle, as a tuple."""
    values, vectors = np.linalg.eigh(a, "U")
    return values, vectors


def svd(a: Any, signature: Any = None) -> Any:
    """The singular values alone."""
    return np.linalg.svd(a, compute_uv=False)


def svd_s(a: Any, signature: Any = None) -> Any:
    """`svd` without what completes the matrices, as a tuple."""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return u, s, vh


GUFUNCS = {getattr(raw, function.__name__): function for function in (
    solve, solve1, inv, det, slogdet, cholesky_lo, eigvalsh_lo, eigvalsh_up, eigh_lo, eigh_up, svd, svd_s)
    if hasattr(raw, function.__name__)}
"""What stands for each of them that this version of NumPy has."""
