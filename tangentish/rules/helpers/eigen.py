"""Eigenvalues and eigenvectors, for stacks of matrices too.

Formulas: Giles (2008), section 3; for complex matrices Boeddeker et al. (2017), "On the Computation of
Complex-valued Gradients with Application to Statistically Optimum Beamforming".  The eigenvectors of a complex matrix
are determined but for their phases; here `v_dot` is that of the phases that LAPACK chooses (`phases.py`), and a
cotangent that depends on the phase is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import swap
from tangentish.rules.helpers.phases import end_stays_real, largest_stays_real
from tangentish.rules.helpers.spectra import (
    alike,
    inverse_gaps,
    refuse_defective,
    refuse_phases,
    refuse_repeated,
    shared,
)


def _diagonal(values: Any) -> Any:
    return np.eye(np.shape(values)[-1], dtype=np.result_type(values)) * np.expand_dims(values, -2)


def eigh_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of the full matrix for `np.linalg.eigh`; None in `ans_bar` stands for what is not used."""
    (w_bar, v_bar), (w, v) = ans_bar, ans
    w_bar = np.zeros_like(w) if w_bar is None else w_bar
    same, vh = alike(w), np.conj(swap(v))
    if v_bar is None:
        return np.conj(v * np.expand_dims(shared(w_bar, same), -2) @ vh)
    refuse_repeated(same, "np.linalg.eigh", w_bar, v_bar)
    if np.iscomplexobj(v):
        refuse_phases(v_bar, v, False, "np.linalg.eigh")
    return np.conj(v @ (inverse_gaps(w, same) * (vh @ np.conj(v_bar)) + _diagonal(w_bar)) @ vh)


def eigh_dot(a_dot: Any, ans: Any, vectors: bool = True, upper: bool = False) -> Any:
    """The tangent of `np.linalg.eigh`; of the values alone without `vectors`.  `upper`: the triangle that was given."""
    w, v = ans
    same, inner = alike(w), np.conj(swap(v)) @ a_dot @ v
    w_dot = np.real(np.diagonal(inner, axis1=-2, axis2=-1))
    if not vectors:
        return shared(w_dot, same)
    refuse_repeated(same, "np.linalg.eigh", np.zeros_like(w), inner)
    return w_dot, end_stays_real(v, v @ (inverse_gaps(w, same) * inner), upper)


def _real_columns(w: Any, v: Any, a: Any) -> Any:
    """Which eigenvectors are real, and stay so as `a` changes."""
    return False if np.iscomplexobj(a) else (np.imag(w) == 0) & np.all(np.imag(v) == 0, axis=-2)


def _alike(w: Any, v: Any, a: Any) -> Any:
    """Which eigenvalues are equal, but for rounding, which changes them by more than their size if `a` is not normal."""
    largest = refuse_defective(v) * np.max(np.abs(w), axis=-1, initial=0)
    changed = np.abs(np.linalg.inv(v)) @ np.abs(a) @ np.abs(v)  # by changes of all entries of `a` in their last digit
    return alike(w, np.maximum(largest, np.max(np.diagonal(changed, axis1=-2, axis2=-1), axis=-1, initial=0)))


def eig_bar(ans_bar: Any, ans: Any, a: Any) -> Any:
    """The cotangent of `a` for `np.linalg.eig`, whose eigenvectors have norm 1."""
    (w_bar, v_bar), (w, v) = ans_bar, ans
    w_bar = np.zeros_like(w) if w_bar is None else w_bar
    same, vt = _alike(w, v, a), swap(v)
    if v_bar is None:
        return np.linalg.solve(vt, _diagonal(shared(w_bar, same)) @ vt)
    refuse_repeated(same, "np.linalg.eig", w_bar, v_bar)
    if np.iscomplexobj(v):
        refuse_phases(v_bar, v, _real_columns(w, v, a), "np.linalg.eig")
    # the normalisation: v_dot = V C with C_ij = (V^-1 A_dot V)_ij / (w_j - w_i), less v Re(v^H v_dot),
    # here without Re: nothing depends on the phase of a column, or the column and its tangent are real
    scale = np.sum(v * v_bar, axis=-2, keepdims=True)
    inner = inverse_gaps(w, same) * (vt @ (v_bar - np.conj(v) * scale)) + _diagonal(w_bar)
    return np.linalg.solve(vt, inner @ vt)


def eig_dot(a_dot: Any, ans: Any, a: Any, vectors: bool = True) -> Any:
    """The tangent of `np.linalg.eig`; of the values alone without `vectors`."""
    w, v = ans
    w = w if np.iscomplexobj(v) else np.real(w)  # SciPy's values are always complex
    same, inner = _alike(w, v, a), np.linalg.solve(v, a_dot @ v)
    w_dot = np.diagonal(inner, axis1=-2, axis2=-1)
    if not vectors:
        return shared(w_dot, same)
    refuse_repeated(same, "np.linalg.eig", np.zeros_like(w), inner)
    v_dot = v @ (inverse_gaps(w, same) * inner)
    return w_dot, largest_stays_real(v, v_dot - v * np.real(np.sum(np.conj(v) * v_dot, axis=-2, keepdims=True)))


def eig_matched(a: Any, values: Any) -> Any:
    """`np.linalg.eig(a)` in the order of `values`, which `np.linalg.eigvals` may give in another."""
    w, v = np.linalg.eig(a)
    if np.array_equal(w, values):
        return w, v
    order = np.zeros(np.shape(values), int)
    for place in np.ndindex(np.shape(values)[:-1]):
        gaps = np.abs(values[place][:, None] - w[place][None, :])
        for _ in range(np.shape(values)[-1]):  # the closest pair, and so on
            row, column = divmod(int(np.argmin(gaps)), np.shape(values)[-1])
            order[(*place, row)] = column
            gaps[row, :], gaps[:, column] = np.inf, np.inf
    return np.take_along_axis(w, order, -1), np.take_along_axis(v, order[..., None, :], -1)
