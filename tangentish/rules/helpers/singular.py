"""Singular values and vectors, and the functions that are made of them, for stacks of matrices too.

Formulas: Townsend (2016), "Differentiating the Singular Value Decomposition"; for complex matrices Wan and Zhang
(2019), "Automatic Differentiation for Complex Valued SVD".  With `a = u s v^H`, `u_dot = u X` and `v_dot = v Y` where
X and Y are anti-Hermitian, plus what leaves the spaces that u and v span.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import swap
from tangentish.rules.helpers.eigen import eigh_bar, eigh_dot
from tangentish.rules.helpers.linalg import from_triangle, to_triangle
from tangentish.rules.helpers.reflections import turning
from tangentish.rules.helpers.spectra import alike, inverse_gaps, noise, refuse_repeated, refuse_turned, shared


def _h(x: Any) -> Any:
    """The conjugate transpose."""
    return np.conj(swap(x))


def singular_bar(s_bar: Any, a: Any) -> Any:
    """The cotangent of `a` for its singular values, with slope 0 for those that are 0."""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    weights = np.where(s > noise(s), shared(s_bar, alike(s)), 0)
    return np.conj(u * np.expand_dims(weights, -2) @ vh)


def singular_dot(a_dot: Any, a: Any) -> Any:
    """The tangent of the singular values of `a`."""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    slopes = np.real(np.sum(np.conj(u) * (a_dot @ _h(vh)), axis=-2))
    return np.where(s > noise(s), shared(slopes, alike(s)), 0)


def svd_bar(ans_bar: Any, ans: Any, a: Any, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The cotangent of `a` for `np.linalg.svd`."""
    if hermitian:
        return _hermitian_bar(ans_bar, ans, a, compute_uv)
    if not compute_uv:
        return singular_bar(ans_bar, a)
    (u_bar, s_bar, vh_bar), (u, s, vh) = ans_bar, ans
    if u_bar is None and vh_bar is None:
        return singular_bar(np.zeros_like(s) if s_bar is None else s_bar, a)
    s_bar = np.zeros_like(s) if s_bar is None else s_bar
    same, zero, k = alike(s), s <= noise(s), np.shape(s)[-1]
    gu = np.zeros_like(u) if u_bar is None else np.conj(u_bar)
    gv = np.zeros_like(swap(vh)) if vh_bar is None else swap(vh_bar)
    refuse_repeated(same, "np.linalg.svd", s_bar, gu[..., :k], gv[..., :k])
    v = _h(vh)
    p, q = _h(u) @ gu, vh @ gv
    _refuse_free(p, q, k, gu, gv)
    pk, qk = p[..., :k, :k], q[..., :k, :k]
    gaps = inverse_gaps(s**2, same)
    middle = np.zeros((*np.shape(s)[:-1], np.shape(u)[-1], np.shape(v)[-1]), np.result_type(u))
    middle[..., :k, :k] = gaps * ((pk - _h(pk)) * s[..., None, :] + s[..., :, None] * (qk - _h(qk)))
    _over(s_bar, s, zero)
    middle[..., range(k), range(k)] += s_bar
    if np.iscomplexobj(u):
        turned = np.imag(np.diagonal(pk, axis1=-2, axis2=-1) - np.diagonal(qk, axis1=-2, axis2=-1))
        middle[..., range(k), range(k)] += 0.5j * _over(turned, s, zero)
    s, zero = s[..., None, :], zero[..., None, :]
    middle[..., k:, :k] = _over(p[..., k:, :k] - _h(p[..., :k, k:]), s, zero)
    middle[..., :k, k:] = _h(_over(q[..., k:, :k] - _h(q[..., :k, k:]), s, zero))
    result = u @ middle @ vh
    if np.shape(u)[-2] > np.shape(u)[-1]:  # what u does not span
        result = result + _over(gu - u @ p, s, zero) @ vh
    if np.shape(v)[-2] > np.shape(v)[-1]:
        result = result + u @ _h(_over(gv - v @ q, s, zero))
    return np.conj(result)


def _over(x: Any, s: Any, zero: Any) -> Any:
    """`x / s`; raises where s is 0 and `x` is not."""
    if np.any(zero & np.not_equal(x, 0)):
        raise UnsupportedError(
            "the vectors of a singular value that is 0 are an arbitrary basis, and no derivative goes through them.\n"
            "Take the values from np.linalg.svdvals, or use pinv, lstsq and the like instead of vectors.")
    return x / np.where(zero, np.inf, s)


def _refuse_free(p: Any, q: Any, k: int, gu: Any, gv: Any) -> None:
    """Refuse what depends on the basis of a null space, or on the phase of a pair of vectors."""
    for part, g in ((p, gu), (q, gv)):
        null, size = part[..., k:, k:], np.sum(np.abs(g[..., k:]), axis=-2)
        if np.size(null):
            refuse_turned(null - _h(null), size[..., None, :] + size[..., :, None], "np.linalg.svd")
    if np.iscomplexobj(p):
        turning = np.imag(np.diagonal(p, axis1=-2, axis2=-1)[..., :k] + np.diagonal(q, axis1=-2, axis2=-1)[..., :k])
        size = np.sum(np.abs(gu[..., :k]), axis=-2) + np.sum(np.abs(gv[..., :k]), axis=-2)
        refuse_turned(turning, size, "np.linalg.svd")


def svd_dot(ans: Any, a_dot: Any, a: Any, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The tangent of `np.linalg.svd`; a free phase or basis turns as it does in LAPACK."""
    if hermitian:
        return _hermitian_dot(ans, a_dot, a, compute_uv)
    if not compute_uv:
        return singular_dot(a_dot, a)
    u, s, vh = ans
    same, zero, k, v = alike(s), s <= noise(s), np.shape(s)[-1], _h(vh)
    middle = _h(u) @ a_dot @ v
    core = middle[..., :k, :k]
    refuse_repeated(same, "np.linalg.svd", np.zeros_like(s), core)
    slopes = np.diagonal(core, axis1=-2, axis2=-1)
    s_dot = np.real(slopes)
    _over(s_dot, s, zero)
    gaps = inverse_gaps(s**2, same)
    x = np.zeros((*np.shape(s)[:-1], np.shape(u)[-1], np.shape(u)[-1]), np.result_type(middle))
    y = np.zeros((*np.shape(s)[:-1], np.shape(v)[-1], np.shape(v)[-1]), np.result_type(middle))
    x[..., :k, :k] = gaps * (core * s[..., None, :] + s[..., :, None] * _h(core))
    y[..., :k, :k] = gaps * (s[..., :, None] * core + _h(core) * s[..., None, :])
    if np.iscomplexobj(middle):
        turned = 0.5j * _over(np.imag(slopes), s, zero)
        x[..., range(k), range(k)] += turned
        y[..., range(k), range(k)] -= turned
    s, zero = s[..., None, :], zero[..., None, :]
    x[..., k:, :k] = _over(middle[..., k:, :k], s, zero)
    y[..., k:, :k] = _over(_h(middle[..., :k, k:]), s, zero)
    x[..., :k, k:], y[..., :k, k:] = -_h(x[..., k:, :k]), -_h(y[..., k:, :k])
    u_dot, v_dot = u @ x, v @ y
    if np.shape(u)[-2] > np.shape(u)[-1]:
        u_dot = u_dot + _over(a_dot @ v - u @ middle, s, zero)
    if np.shape(v)[-2] > np.shape(v)[-1]:
        v_dot = v_dot + _over(_h(_h(u) @ a_dot - middle @ vh), s, zero)
    if np.iscomplexobj(middle) or max(np.shape(u)[-1], np.shape(v)[-1]) - k > 1:
        u_dot, v_dot = _turned(u, u_dot, v, v_dot, a, a_dot)
    return u_dot, s_dot, _h(v_dot)


def _turned(u: Any, u_dot: Any, v: Any, v_dot: Any, a: Any, a_dot: Any, wide: bool = False) -> tuple[Any, Any]:
    """The tangents of singular vectors, from those that turn as little as they can among themselves; raises if not known."""
    if np.shape(a)[-2] < np.shape(a)[-1]:
        return _turned(v, v_dot, u, u_dot, _h(a), _h(a_dot), True)[::-1]
    k = np.shape(a)[-1]
    u_turned, v_turned = np.array(u_dot), np.array(v_dot)
    for place in np.ndindex(np.shape(a)[:-2]):
        found = turning(u[place], u_dot[place], a[place], a_dot[place], wide)
        if found is None:
            raise UnsupportedError("it is not known how `np.linalg.svd` chooses the phases, or the basis of a null space, here.\n"
                                   "Say full_matrices=False, or take the values alone from np.linalg.svdvals.")
        phases, basis = found
        if np.iscomplexobj(u):
            u_turned[place][:, :k] -= 1j * phases * u[place][:, :k]
            v_turned[place][:, :k] -= 1j * phases * v[place][:, :k]
        u_turned[place][:, k:] += u[place][:, k:] @ basis
    return u_turned, v_turned


def _signs(u: Any, vh: Any) -> Any:
    """The signs of the eigenvalues of a Hermitian matrix, from its singular vectors."""
    return np.sign(np.real(np.sum(u * swap(vh), axis=-2)))


def _hermitian_bar(ans_bar: Any, ans: Any, a: Any, compute_uv: bool) -> Any:
    """As `svd_bar`, where the singular values are the eigenvalues without their signs, of the lower triangle."""
    u, s, vh = ans if compute_uv else np.linalg.svd(a, hermitian=True)
    u_bar, s_bar, vh_bar = ans_bar if compute_uv else (None, ans_bar, None)
    signs = _signs(u, vh)
    w_bar = None if s_bar is None else s_bar * np.where(s > noise(s), signs, 0)
    if u_bar is None and vh_bar is None:
        return to_triangle(eigh_bar((w_bar, None), (s * signs, u)))
    if s_bar is not None:
        _over(s_bar, s, s <= noise(s))
    v_bar = np.zeros_like(u) if u_bar is None else u_bar
    if vh_bar is not None:
        v_bar = v_bar + _h(vh_bar) * signs[..., None, :]
    return to_triangle(eigh_bar((w_bar, v_bar), (s * signs, u)))


def _hermitian_dot(ans: Any, a_dot: Any, a: Any, compute_uv: bool) -> Any:
    u, s, vh = ans if compute_uv else np.linalg.svd(a, hermitian=True)
    signs = _signs(u, vh)
    found = eigh_dot(from_triangle(a_dot), (s * signs, u), compute_uv)
    if not compute_uv:
        return found * np.where(s > noise(s), signs, 0)
    _over(found[0], s, s <= noise(s))
    return found[1], found[0] * signs, _h(found[1] * signs[..., None, :])


def pinv_slope(p: Any, a: Any, x: Any, hermitian: bool = False) -> Any:
    """The derivative of `p = np.linalg.pinv(a)`, conjugate transposed, along `x`: a symmetric linear map of `x`.

    Singular values below the cutoff stay out of `p`, whatever they are: with g(s) = 1 / s, or 0 below it, the map has
    the divided differences (g(s_i) - g(s_j)) / (s_i - s_j) on the Hermitian part of u^H x v, and
    (g(s_i) + g(s_j)) / (s_i + s_j) on the rest (after Noferini, 2017), which are never 0 / 0.
    """
    u, s, vh = np.linalg.svd(from_triangle(a) if hermitian else a, full_matrices=False)
    v, uh = _h(vh), _h(u)
    kept = np.real(np.sum(np.conj(v) * (p @ u), axis=-2)) * s > 0.5  # the diagonal of vh p u is 1 / s, or 0
    g = 1 / np.where(kept, s, np.inf)
    left, right, gl, gr = s[..., :, None], s[..., None, :], g[..., :, None], g[..., None, :]
    both, one = kept[..., :, None] & kept[..., None, :], kept[..., :, None] ^ kept[..., None, :]
    minus = np.where(both, -gl * gr, np.where(one, (gl - gr) / np.where(one, left - right, 1), 0))
    plus = np.where(both | one, (gl + gr) / np.where(both | one, left + right, 1), 0)
    e = uh @ x @ v
    core = minus * (e + _h(e)) / 2 + plus * (e - _h(e)) / 2
    h = (g * g)[..., None, :]
    return u @ core @ vh + (x @ v - u @ e) * h @ vh + u * h @ (uh @ x - e @ vh)
