"""Cholesky factors of banded matrices, `scipy.linalg.cholesky_banded` and `cho_solve_banded`, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.scipy_helpers.bands import flipped


def cholesky_banded(ab: Any, overwrite_ab: bool = False, lower: bool = False, check_finite: bool = True) -> Any:
    """`scipy.linalg.cholesky_banded`, column by column: each takes its products off the columns that it meets.

    Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition, algorithm 4.3.5.
    """
    ab = np.asarray(ab)
    if ab.ndim < 2:
        raise UnsupportedError(f"cholesky_banded takes the bands as rows of an array, and was given one of {ab.ndim} dimensions.\n"
                               "Give it ab[None, :] for a diagonal matrix.")
    if ab.ndim > 2:
        return np.stack([cholesky_banded(part, False, lower, check_finite) for part in ab])
    factor = ab * 1.0 if lower else flipped(ab, ab * 0.0, True)
    height, count = factor.shape
    for j in range(count):
        if not factor[0, j].real > 0:
            raise np.linalg.LinAlgError(f"{j + 1}-th leading minor not positive definite")
        below = min(height, count - j)
        factor[0, j] = np.sqrt(np.real(factor[0, j]))  # LAPACK reads no imaginary parts there
        factor[1:below, j] = factor[1:below, j] / factor[0, j]
        for i in range(1, below):
            factor[: below - i, j + i] -= factor[i:below, j] * np.conj(factor[i, j])
    return factor if lower else flipped(factor, ab * 1.0, False)


def cho_solve_banded(cb_and_lower: Any, b: Any, overwrite_b: bool = False, check_finite: bool = True) -> Any:
    """`scipy.linalg.cho_solve_banded`."""
    cb, lower = cb_and_lower
    cb = np.asarray(cb)
    other = flipped(cb, cb * 0.0, not lower)
    below, above = (cb, other) if lower else (other, cb)
    width = cb.shape[0] - 1
    return linalg.solve_banded((0, width), above, linalg.solve_banded((width, 0), below, b))


library.REPLACED |= {linalg.cholesky_banded: cholesky_banded, linalg.cho_solve_banded: cho_solve_banded}
