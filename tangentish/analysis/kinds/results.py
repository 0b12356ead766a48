"""The kinds of the results of functions, read off what they give for samples."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tangentish.analysis.kinds.kind import UNKNOWN, Array, Const, Dim, Kind, Scalar, Sequence, is_not_one
from tangentish.analysis.kinds.samples import CHECKS, CHECKS_OF_NUMBERS, SAMPLES, Sampler

VALUE_DEPENDENT = {
    np.unique, np.nonzero, np.flatnonzero, np.argwhere, np.compress, np.extract, np.squeeze, np.trim_zeros, np.delete,
    np.repeat, np.arange, np.intersect1d, np.union1d, np.setdiff1d, np.require, np.histogram, np.bincount, np.real_if_close,
    np.unique_all, np.unique_counts, np.unique_inverse, np.unique_values, np.setxor1d, np.poly, np.polymul, np.polydiv,
    np.linalg.eig, np.linalg.eigvals, np.linalg.lstsq, np.linalg.matrix_rank,
    np.roots, np.emath.sqrt, np.emath.log, np.emath.log2, np.emath.log10,
    np.emath.logn, np.emath.power, np.emath.arccos, np.emath.arcsin, np.emath.arctanh,
}
"""Functions whose results have a shape or dtype that depends on values: never sampled."""
_UNCHECKED = {
    np.mean, np.var, np.std, np.median, np.nanmean, np.nanvar, np.nanstd, np.nanmedian, np.cov, np.corrcoef, np.polyfit,
}
"""Functions that warn about few entries, and whose results have their shape of any number of entries."""
FEW_ENTRIES = 2000
"""A result of more, of samples up to a hundred, grows with their squares."""
_VALUE_DEPENDENT_IN_SCIPY = {"eig", "lstsq", "sqrtm", "logm", "fractional_matrix_power", "funm", "null_space", "orth",
                              "bandwidth", "_local_maxima_1d", "find_objects", "label", "peak_bases", "check_widths"}

_CHECKING = frozenset(("numpy", "builtins", "math", "_operator", "operator", "tangentish"))
_COMPILED = ("scipy", "lapack", "sklearn", "statsmodels")
"""What the modules are named after that call functions of these."""

_WITH_STATE = frozenset(("tangentish.runtime.runs", "tangentish.runtime.kept_points", "tangentish.runtime.kept_tables",
                         "tangentish.analysis.keys_set", "tangentish.analysis.kept_together"))
"""What the functions in these say depends on what has been asked before."""


def sampled(function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind of `function(*args, **keywords)` for a function without effects."""
    try:
        if function is print:  # not to be tried
            return Const(None)
        if getattr(function, "__module__", None) in _WITH_STATE:
            return UNKNOWN
        if function in VALUE_DEPENDENT and not (function is np.arange and all(a.is_scalar for a in args)):
            return UNKNOWN
        if function is np.where and len(args) == 1:
            return UNKNOWN
        module = getattr(function, "__module__", None) or ""
        if module.startswith(("scipy.", "tangentish.library.scipy")) and function.__name__ in _VALUE_DEPENDENT_IN_SCIPY:
            return UNKNOWN
        if module.startswith("numpy.polynomial."):  # quadratures with as many points as a sample says take seconds
            return UNKNOWN
        if not _checks_places(function, module) and any(map(_has_places, [*args, *keywords.values()])):
            if module.startswith("scipy.linalg.") and function.__name__ == "lu_solve" and isinstance(args[0], Sequence):
                return _sampled(np.linalg.solve, (args[0].items[0], args[1]), ())  # of the same kind
            return UNKNOWN
        if function is np.linalg.cholesky:  # no sample is positive definite, and the inverse is of the same kind
            return _sampled(np.linalg.inv, tuple(args), ())
        return _sampled(function, tuple(args), tuple(sorted(keywords.items())))
    except TypeError:
        return UNKNOWN


def _checks_places(function: Any, module: str) -> bool:
    """Whether a function looks at no place that is not there: LAPACK, say, writes where made-up pivots tell it to."""
    if not module:  # a method
        owner = getattr(function, "__self__", None)
        module = getattr(getattr(function, "__objclass__", None) or (None if owner is None else type(owner)), "__module__", "")
    return isinstance(function, np.ufunc) or (
        module.split(".")[0] in _CHECKING and not any(library in module for library in _COMPILED))


def _has_places(kind: Kind) -> bool:
    """Whether there are arrays of whole numbers in a value, which may be places in others."""
    if isinstance(kind, Sequence):
        return any(map(_has_places, kind.items))
    return isinstance(kind, Array) and kind.dtype.kind in "iu"


@functools.lru_cache(maxsize=4096)
def _sampled(function: Any, args: tuple[Kind, ...], keywords: tuple[tuple[str, Kind], ...]) -> Kind:
    sampler = Sampler()
    try:
        results = [_sample(function, args, keywords, sampler, run) for run in range(SAMPLES)]
    except Exception:  # the function may be anyone's, and may raise whatever it likes against made-up arguments
        return UNKNOWN
    return _checked(function, args, keywords, sampler, sampler.generalise(results))


def _sample(function: Any, args: tuple[Kind, ...], keywords: tuple[tuple[str, Kind], ...], sampler: Sampler, run: int,
            small: bool = False) -> Any:
    """What a call gives for the samples of one run; if they have to be `small`, raises ValueError for those that are not."""
    values = [sampler.value(kind, run, str(place)) for place, kind in enumerate(args)]
    named = {key: sampler.value(kind, run, key) for key, kind in keywords}
    if small and any(map(_is_large, [*values, *named.values()])):
        raise ValueError("a large sample")
    with np.errstate(all="ignore"):
        return function(*values, **named)


def _checked(function: Any, args: tuple[Kind, ...], keywords: tuple[tuple[str, Kind], ...], sampler: Sampler, found: Kind) -> Kind:
    """A kind without the sizes that happen to be those of the samples."""
    numbers = all(isinstance(kind, Const | Scalar) for kind in [*args, *(kind for _, kind in keywords)])
    if not _has_sizes(found) or function in _UNCHECKED or all(isinstance(kind, Const) for kind in args):
        return found
    entries = 0
    for run in CHECKS_OF_NUMBERS if numbers else CHECKS:
        try:  # a matrix of ten thousand rows would take long to make, and much memory
            result = _sample(function, args, keywords, sampler, run, small=entries > FEW_ENTRIES)
        except Exception:  # so it would of the user's values
            continue
        entries = max(entries, _entries(result))
        found = sampler.held(found, result, run)
    return found


def _is_large(value: Any) -> bool:
    return any(map(_is_large, value)) if isinstance(value, tuple | list) else isinstance(value, int) and value > 1000


def _entries(result: Any) -> int:
    return sum(map(_entries, result)) if isinstance(result, tuple | list) else int(getattr(result, "size", 1))


def _has_sizes(kind: Kind) -> bool:
    return isinstance(kind, Array) or (isinstance(kind, Scalar) and kind.dim is not None) or (
        isinstance(kind, Sequence) and any(map(_has_sizes, kind.items)))


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
        elif is_not_one(p) and is_not_one(q):  # then they are equal; that of an argument stays so in a loop
            dims.append(q if isinstance(p, int) else p)
        elif isinstance(p, int) or isinstance(q, int):
            dims.append(p if isinstance(p, int) else q)
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
    if isinstance(result, Array) and result.ndim != len(dims or ()):
        return UNKNOWN  # it has axes of its own
    if dims is None or not isinstance(result, Array):
        # 0-d arrays give NumPy scalars
        return result if result.is_scalar else UNKNOWN
    return Array(result.dtype, dims)
