"""The kinds of the results of functions, read off what they give for samples."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tangentish.analysis.kinds.kind import UNKNOWN, Array, Dim, Kind
from tangentish.analysis.kinds.samples import SAMPLES, Sampler

VALUE_DEPENDENT = {
    np.unique, np.nonzero, np.flatnonzero, np.argwhere, np.compress, np.extract, np.squeeze, np.trim_zeros, np.delete,
    np.repeat, np.arange, np.intersect1d, np.union1d, np.setdiff1d, np.require, np.histogram, np.bincount, np.real_if_close,
    np.linalg.eig, np.linalg.eigvals, np.linalg.lstsq, np.roots, np.emath.sqrt, np.emath.log, np.emath.log2, np.emath.log10,
    np.emath.logn, np.emath.power, np.emath.arccos, np.emath.arcsin, np.emath.arctanh,
}
"""Functions whose results have a shape or dtype that depends on values: never sampled."""
_VALUE_DEPENDENT_IN_SCIPY = {"eig", "lstsq", "sqrtm", "logm", "fractional_matrix_power", "funm", "null_space", "orth"}


def sampled(function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind of `function(*args, **keywords)` for a function without effects."""
    try:
        if function in VALUE_DEPENDENT and not (function is np.arange and all(a.is_scalar for a in args)):
            return UNKNOWN
        if (getattr(function, "__module__", None) or "").startswith("scipy.") and function.__name__ in _VALUE_DEPENDENT_IN_SCIPY:
            return UNKNOWN
        if function is np.linalg.cholesky:  # no sample is positive definite, and the inverse is of the same kind
            return _sampled(np.linalg.inv, tuple(args), ())
        return _sampled(function, tuple(args), tuple(sorted(keywords.items())))
    except TypeError:
        return UNKNOWN


@functools.lru_cache(maxsize=4096)
def _sampled(function: Any, args: tuple[Kind, ...], keywords: tuple[tuple[str, Kind], ...]) -> Kind:
    sampler = Sampler()
    results = []
    try:
        with np.errstate(all="ignore"):
            for run in range(SAMPLES):
                values = [sampler.value(kind, run, str(place)) for place, kind in enumerate(args)]
                named = {key: sampler.value(kind, run, key) for key, kind in keywords}
                results.append(function(*values, **named))
    except Exception:  # the function may be anyone's, and may raise whatever it likes against made-up arguments
        return UNKNOWN
    return sampler.generalise(results)


def broadcast(left: Kind, right: Kind) -> tuple[Dim, ...] | None:
    """The dimensions of an elementwise result, None if even their number is unknown."""
    if left.ndim is None or right.ndim is None:
        return None
    a = left.dims if isinstance(left, Array) else ()
    b = right.dims if isinstance(right, Array) else ()
    width = max(len(a), len(b))
    a, b = (1,) * (width - len(a)) + a, (1,) * (width - len(b)) + b
    dims: list[Dim] = []
    for p, q in zip(a, b, strict=True):
        if p == 1:
            dims.append(q)
        elif q == 1 or p == q:
            dims.append(p)
        elif isinstance(p, int) or isinstance(q, int):
            dims.append(p if isinstance(p, int) else q)
        elif p is not None and q is not None and p[1] == q[1] == 0 and p[0] != q[0]:
            dims.append(None)
        else:
            dims.append(None)
    return tuple(dims)


def elementwise_kind(function: Any, args: list[Kind]) -> Kind:
    """The kind of an elementwise function of one or two operands."""
    if any(a.ndim is None for a in args):
        return UNKNOWN
    if all(a.is_scalar for a in args):
        return sampled(function, args, {})
    dims: tuple[Dim, ...] | None = args[0].dims if isinstance(args[0], Array) else ()
    for other in args[1:]:
        dims = broadcast(Array(np.dtype(float), dims or ()), other)
    small = [Array(a.dtype, (2,) * len(a.dims)) if isinstance(a, Array) else a for a in args]
    result = sampled(function, small, {})
    if dims is None or not isinstance(result, Array):
        # 0-d arrays give NumPy scalars
        return result if result.is_scalar else UNKNOWN
    return Array(result.dtype, dims)
