"""What eigenvalues and singular values that are repeated do to derivatives, and bases that are not determined.

Where values are repeated, any basis of their subspace is as good as another, and the one that LAPACK gives jumps as
the matrix changes.  So a derivative through the vectors of such a subspace is refused.  The values alone do have a
derivative wherever it treats them alike (a trace, a determinant); where it does not, there is a kink like that of
`np.max` at a tie, and as there the repeated values share the cotangent equally.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def noise(values: Any, scale: Any = None) -> Any:
    """Below what difference two computed eigenvalues or singular values count as one; of the shape `(..., 1)`.

    Rounding is that of numbers as large as the `scale`, which is that of the largest of the values if it is not given.
    """
    size = np.shape(values)[-1]
    if scale is None:
        scale = np.max(np.abs(values), axis=-1, initial=0)
    return 8 * size * np.finfo(np.asarray(values).dtype).eps * np.expand_dims(scale, -1)


def alike(values: Any, scale: Any = None) -> Any:
    """Which pairs of `values` are equal, but for rounding; each is equal to itself."""
    gaps = np.abs(values[..., None, :] - values[..., :, None])
    return (gaps <= noise(values, scale)[..., None]) | np.eye(np.shape(values)[-1], dtype=bool)


def inverse_gaps(values: Any, same: Any) -> Any:
    """1 / (w_j - w_i), and 0 for those that are the `same`."""
    return 1 / np.where(same, np.inf, values[..., None, :] - values[..., :, None])


def shared(values_bar: Any, same: Any) -> Any:
    """The cotangents of values, with those of repeated ones shared equally."""
    if not np.any(np.sum(same, axis=-1) > 1):
        return values_bar
    total = np.sum(np.where(same, np.expand_dims(values_bar, -2), 0), axis=-1)
    return total / np.sum(same, axis=-1)


def refuse_repeated(same: Any, function: str, values_bar: Any, *vectors_bar: Any) -> None:
    """Raise where the cotangent of a repeated value, or of its vectors (columns), is not zero."""
    repeated = np.sum(same, axis=-1) > 1
    if not np.any(repeated):
        return
    used = np.not_equal(values_bar, 0)
    for bar in vectors_bar:
        if bar is not None:
            used = used | np.any(np.not_equal(bar, 0), axis=-2)[..., : np.shape(repeated)[-1]]
    if np.any(repeated & used):
        raise UnsupportedError(
            f"the vectors of a repeated value of `{function}` are an arbitrary basis, and no derivative goes through them.\n"
            f"Take values from {_VALUES.get(function, function)}, or use solve, det, pinv and the like instead of vectors.")


_VALUES = {"np.linalg.eigh": "np.linalg.eigvalsh", "np.linalg.eig": "np.linalg.eigvals", "np.linalg.svd": "np.linalg.svdvals",
           "scipy.linalg.eigh": "scipy.linalg.eigvalsh"}


def refuse_turned(turning: Any, scale: Any, function: str) -> None:
    """Raise where `turning`, the derivative along a change of basis that is free, is not zero but for rounding."""
    limit = np.sqrt(np.finfo(np.asarray(scale).dtype).eps) * scale
    if np.any(np.abs(turning) > limit):
        raise UnsupportedError(
            f"the result depends on the phase, or on the basis, that `{function}` happens to choose for its vectors, so it\n"
            "has no derivative.  Products such as v * conj(v), or projections v @ v^H, do not depend on it.")


def refuse_phases(v_bar: Any, v: Any, fixed: Any, function: str) -> None:
    """Refuse a cotangent that depends on the phases of vectors (columns), but for those that are `fixed`."""
    turning = np.where(fixed, 0, np.imag(np.sum(v * v_bar, axis=-2)))
    refuse_turned(turning, np.sum(np.abs(v_bar), axis=-2), function)


def refuse_defective(vectors: Any) -> Any:
    """The condition number of a matrix of eigenvectors; raises where it has no inverse in this precision."""
    s = np.linalg.svd(vectors, compute_uv=False)
    if not np.size(s):
        return 1.0
    if np.any(s[..., -1] <= np.sqrt(np.finfo(s.dtype).eps) * s[..., 0]):
        raise UnsupportedError("the eigenvectors of a matrix do not span the space, or almost not: its eigenvalues have no "
                               "derivative.\nnp.trace, np.linalg.det and powers of the matrix do.")
    return s[..., 0] / s[..., -1]
