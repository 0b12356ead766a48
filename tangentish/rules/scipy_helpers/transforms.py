"""What the rules of `scipy.fft` and `scipy.spatial.distance` need."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import scipy.fft as fft

from tangentish.rules.helpers import fit, fit_axes

INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}
"""The type of the inverse, and of the transpose, of each type of cosine and sine transforms, apart from factors."""


def uncosine(function: Any, ans_bar: Any, shape: Any, type: int = 2, axis: int = -1, norm: Any = None,
             orthogonalize: Any = None) -> Any:
    """The transpose of `scipy.fft.dct` or `dst`, of an array of this shape (definitions as in SciPy's reference)."""
    if np.iscomplexobj(ans_bar):
        said = None if _orthogonalize_overlooked() else orthogonalize
        return (uncosine(function, np.real(ans_bar), shape, type, axis, norm, said)
                + 1j * uncosine(function, np.imag(ans_bar), shape, type, axis, norm, said))
    g = np.moveaxis(ans_bar, axis, -1)
    n = np.shape(g)[-1]
    ends = {fft.dct: {1: (0, n - 1), 2: (0,), 3: (0,)}, fft.dst: {2: (n - 1,), 3: (n - 1,)}}[function].get(type, ())
    weight, root = np.full(n, 2.0), np.ones(n)
    weight[list(ends)], root[list(ends)] = 1.0, math.sqrt(2)
    orthogonal = norm == "ortho" if orthogonalize is None else orthogonalize
    if orthogonal and type in (1, 2):
        g = g / root
    if type in (1, 2) and ends:
        g = g * (2 / weight)
    g = function(g, INVERSE[type], axis=-1, norm=norm, orthogonalize=False)
    if type in (1, 3) and ends:
        g = g * (weight / 2)
    if orthogonal and type in (1, 3):
        g = g * root
    return fit(np.moveaxis(g, -1, axis), shape)


@functools.cache
def _orthogonalize_overlooked() -> bool:
    """Whether SciPy takes no notice of `orthogonalize` where numbers are complex."""
    x = np.array([1.0, 2.0])
    return not np.allclose(fft.dct(x, norm="ortho", orthogonalize=False), fft.dct(x + 0j, norm="ortho", orthogonalize=False))


def uncosine_inverse(function: Any, ans_bar: Any, shape: Any, type: int = 2, axis: int = -1, norm: Any = None,
                     orthogonalize: Any = None) -> Any:
    """The transpose of `scipy.fft.idct` or `idst`; `function` is `dct` or `dst`."""
    norm = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}[norm]
    return uncosine(function, ans_bar, shape, INVERSE[type], axis, norm, orthogonalize)


def uncosine_axes(one: Any, function: Any, ans_bar: Any, shape: Any, type: int = 2, s: Any = None, axes: Any = None,
                  norm: Any = None, orthogonalize: Any = None) -> Any:
    """The transpose of a transform along several axes, where `one` is the transpose of that along one."""
    s = (s,) if isinstance(s, int) else s
    axes = (axes,) if isinstance(axes, int) else fit_axes(s, axes, len(shape))
    for axis in axes:
        whole = list(np.shape(ans_bar))
        whole[axis] = shape[axis]
        ans_bar = one(function, ans_bar, whole, type, axis, norm, orthogonalize)
    return ans_bar


def unsquareform(ans_bar: Any, shape: Any) -> Any:
    """The transpose of `scipy.spatial.distance.squareform`, which of a matrix reads the entries above the diagonal."""
    if len(shape) == 2:
        result = np.zeros(shape, np.result_type(ans_bar))
        result[np.triu_indices(shape[0], 1)] = ans_bar
        return result
    return (ans_bar + ans_bar.T)[np.triu_indices(len(ans_bar), 1)]


# convolutions


__all__ = ["uncosine", "uncosine_axes", "uncosine_inverse", "unsquareform"]
