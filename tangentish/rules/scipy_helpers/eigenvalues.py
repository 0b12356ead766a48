"""`scipy.linalg.eigh` and its like: Hermitian matrices, also with a second one, and some of the eigenvalues.

With `a v = w b v` and `v^H b v = 1`, `v_dot` has `-v^H b_dot v / 2` of `v` itself, and of the other vectors what
`(a_dot - w b_dot) v` has of them by the difference of the values.  What is asked of some is a cotangent of all that is 0
elsewhere: repeated values share theirs with those that nobody asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import from_triangle, swap, to_triangle
from tangentish.rules.helpers.phases import end_stays_real, product_stays_real
from tangentish.rules.helpers.spectra import alike, inverse_gaps, refuse_phases, refuse_repeated, shared

_NAME = "scipy.linalg.eigh"


def _spectrum(ans: Any, a: Any, b: Any, lower: bool) -> tuple[Any, Any, Any]:
    """All eigenvalues and vectors, and the places of those that were asked for, which are consecutive.

    Those asked for are as they were given: another driver finds vectors with other signs.
    """
    w, v = ans if isinstance(ans, tuple | list) else (ans, None)
    count, n = np.shape(w)[-1], np.shape(a)[-1]
    if v is not None and count == n:
        return w, v, np.broadcast_to(np.arange(n), np.shape(w))
    all_w, all_v = linalg.eigh(a, b, lower=lower)
    misfits = [np.sum(np.abs(all_w[..., k : k + count] - w), axis=-1) for k in range(n - count + 1)]
    places = np.argmin(misfits, axis=0)[..., None] + np.arange(count)
    np.put_along_axis(all_w, places, w, axis=-1)
    if v is not None:
        np.put_along_axis(all_v, places[..., None, :], v, axis=-1)
    return all_w, all_v, places


def _among_all(bar: Any, places: Any, like: Any) -> Any:
    """The cotangent of all values, or of all vectors: that of those at some places (on the last axis), and 0."""
    result = np.zeros_like(like)
    if bar is not None:
        np.put_along_axis(result, places, bar, axis=-1)
    return result


def scipy_eigh_bar(ans_bar: Any, ans: Any, a: Any, b: Any = None, lower: bool = True, kind: int = 1) -> tuple[Any, Any]:
    """The cotangents of `a` and `b` for `scipy.linalg.eigh` and `eigvalsh`."""
    _check_kind(kind, b)
    uplo = "L" if lower else "U"
    w, v, places = _spectrum(ans, a, b, lower)
    w_bar, v_bar = ans_bar if isinstance(ans, tuple | list) else (ans_bar, None)
    w_bar, same, vh = _among_all(w_bar, places, w), alike(w), np.conj(swap(v))
    own = np.zeros_like(w)
    if v_bar is None:
        left = v * np.expand_dims(shared(w_bar, same), -2)
    else:
        v_bar = _among_all(v_bar, places[..., None, :], v)
        refuse_repeated(same, _NAME, w_bar, v_bar)
        if np.iscomplexobj(v):
            refuse_phases(v_bar, v, False, _NAME)
        left = v * np.expand_dims(w_bar, -2) + v @ (inverse_gaps(w, same) * (vh @ np.conj(v_bar)))
        own = np.real(np.sum(v * v_bar, axis=-2))
    a_bar = to_triangle(np.conj(left @ vh), uplo)
    if b is None:
        return a_bar, None
    b_bar = -np.conj((left * w[..., None, :] + v * own[..., None, :] / 2) @ vh)
    return a_bar, to_triangle(b_bar, uplo)


def scipy_eigh_dot(ans: Any, a_dot: Any, b_dot: Any, a: Any, b: Any = None, lower: bool = True, kind: int = 1) -> Any:
    """The tangent of `scipy.linalg.eigh` and `eigvalsh`; either of `a_dot` and `b_dot` may be None."""
    _check_kind(kind, b)
    uplo = "L" if lower else "U"
    w, v, places = _spectrum(ans, a, b, lower)
    same, vh = alike(w), np.conj(swap(v))
    change = 0.0 if a_dot is None else from_triangle(a_dot, uplo) @ v
    own: Any = 0.0
    if b_dot is not None:
        moved = from_triangle(b_dot, uplo) @ v
        change = change - moved * w[..., None, :]
        own = np.real(np.sum(np.conj(v) * moved, axis=-2, keepdims=True))
    inner = vh @ change
    w_dot = np.real(np.diagonal(inner, axis1=-2, axis2=-1))
    if not isinstance(ans, tuple | list):
        return np.take_along_axis(shared(w_dot, same), places, axis=-1)
    columns = places[..., None, :]
    asked = _among_all(True, columns, np.zeros(np.shape(inner), bool))
    refuse_repeated(same, _NAME, np.zeros_like(w), inner * asked)
    v_dot = v @ (inverse_gaps(w, same) * inner) - v * own / 2
    if b is None or not lower:  # an upper factor of `b` leaves the last component where it is
        v_dot = end_stays_real(v, v_dot, not lower)
    elif np.iscomplexobj(v):
        v_dot = product_stays_real(v, v_dot, from_triangle(b, uplo), None if b_dot is None else from_triangle(b_dot, uplo))
    return np.take_along_axis(w_dot, places, axis=-1), np.take_along_axis(v_dot, columns, axis=-1)


def _check_kind(kind: int, b: Any) -> None:
    if kind != 1 and b is not None:
        raise UnsupportedError(f"the derivative of scipy.linalg.eigh with type={kind} is not known.")


def tridiagonal(d: Any, e: Any) -> Any:
    """The symmetric matrix with these diagonals."""
    d, e = np.asarray(d), np.asarray(e)
    n = np.shape(d)[-1]
    result = np.zeros((*np.broadcast_shapes(np.shape(d)[:-1], np.shape(e)[:-1]), n, n), np.result_type(d, e))
    places = np.arange(n)
    result[..., places, places] = d
    result[..., places[1:], places[:-1]] = result[..., places[:-1], places[1:]] = e
    return result


def whole(a_band: Any, lower: bool = False) -> Any:
    """The lower triangle of the Hermitian matrix of which `scipy.linalg.eig_banded` takes the bands.

    >>> whole(np.array([[0.0, 1.0], [3.0, 4.0]]))
    array([[3., 0.],
           [1., 4.]])
    """
    a_band = np.asarray(a_band)
    height, n = np.shape(a_band)[-2:]
    result, places = np.zeros((*np.shape(a_band)[:-2], n, n), a_band.dtype), np.arange(n)
    for k in range(min(height, n)):
        line = a_band[..., k, : n - k] if lower else np.conj(a_band[..., height - 1 - k, k:])
        result[..., places[k:], places[: n - k]] = line
    return result


def whole_bar(bar: Any, a_band: Any, lower: bool = False) -> Any:
    """The transpose of `whole`."""
    height, n = np.shape(a_band)[-2:]
    result = np.zeros(np.shape(a_band), bar.dtype)
    for k in range(min(height, n)):
        line = np.diagonal(bar, -k, -2, -1)
        if lower:
            result[..., k, : n - k] = line
        else:
            result[..., height - 1 - k, k:] = np.conj(line)
    return result


def eig_banded_bar(ans_bar: Any, ans: Any, a_band: Any, lower: bool = False) -> Any:
    """The cotangent of `a_band` for `scipy.linalg.eig_banded` and `eigvals_banded`."""
    if not np.size(a_band):
        return np.zeros_like(a_band)
    return whole_bar(scipy_eigh_bar(ans_bar, ans, whole(a_band, lower))[0], a_band, lower)


def eig_banded_dot(ans: Any, a_band_dot: Any, a_band: Any, lower: bool = False) -> Any:
    """The tangent of `scipy.linalg.eig_banded` and `eigvals_banded`."""
    if not np.size(a_band):
        return (np.zeros_like(ans[0]), np.zeros_like(ans[1])) if isinstance(ans, tuple | list) else np.zeros_like(ans)
    if isinstance(ans, tuple | list) and np.any(np.abs(np.imag(ans[1][..., 0, :])) > 100 * np.finfo(np.real(ans[1]).dtype).eps):
        raise UnsupportedError("how scipy.linalg.eig_banded turns the phases of complex vectors is not known.\n"
                               "Use scipy.linalg.eigh, or the values alone.")
    return scipy_eigh_dot(ans, whole(a_band_dot, lower), None, whole(a_band, lower))


__all__ = ["eig_banded_bar", "eig_banded_dot", "scipy_eigh_bar", "scipy_eigh_dot", "tridiagonal"]
