"""Extremes in another type: the operands are given that type first, so that one of them is the result; bounds, too."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def of_type(x: Any, dtype: Any, casting: Any) -> Any:
    """An operand as a ufunc casts it."""
    return np.asarray(x).astype(dtype, casting=casting)


def maximum_of_type(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = "same_kind", order: str = "K",
                    dtype: Any = None, subok: bool = True, signature: Any = None) -> Any:
    """`np.maximum(x1, x2, dtype=dtype)`."""
    return np.maximum(of_type(x1, dtype, casting), of_type(x2, dtype, casting))


def minimum_of_type(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = "same_kind", order: str = "K",
                    dtype: Any = None, subok: bool = True, signature: Any = None) -> Any:
    """`np.minimum(x1, x2, dtype=dtype)`."""
    return np.minimum(of_type(x1, dtype, casting), of_type(x2, dtype, casting))


def fmax_of_type(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = "same_kind", order: str = "K",
                 dtype: Any = None, subok: bool = True, signature: Any = None) -> Any:
    """`np.fmax(x1, x2, dtype=dtype)`."""
    return np.fmax(of_type(x1, dtype, casting), of_type(x2, dtype, casting))


def fmin_of_type(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = "same_kind", order: str = "K",
                 dtype: Any = None, subok: bool = True, signature: Any = None) -> Any:
    """`np.fmin(x1, x2, dtype=dtype)`."""
    return np.fmin(of_type(x1, dtype, casting), of_type(x2, dtype, casting))


def clip_of_type(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, *, min: Any = None, max: Any = None,
                 dtype: Any = None, casting: Any = "same_kind", order: str = "K", subok: bool = True, where: Any = True) -> Any:
    """`np.clip(a, a_min, a_max, dtype=dtype)`."""
    low, high = a_min if min is None else min, a_max if max is None else max
    return np.clip(of_type(a, dtype, casting), None if low is None else of_type(low, dtype, casting),
                   None if high is None else of_type(high, dtype, casting))


def array_clip(a: Any, min: Any = None, max: Any = None, out: Any = None, **keywords: Any) -> Any:
    """`a.clip(min, max)`, which may be given one bound only where `np.clip` wants both."""
    return np.clip(a, min, max, out, **keywords)


def with_numbers(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """`np.nan_to_num(x, nan=nan)` with derivatives in what stands for nan and for infinities."""
    if not copy or np.iscomplexobj(x):
        raise UnsupportedError("np.nan_to_num has no derivative in `nan`, `posinf` or `neginf` where it writes in place, or for "
                               "complex numbers.\nUse np.where(np.isnan(x), nan, x).")
    largest, least = bounds_of(x)
    found = np.where(np.isnan(x), nan, x)
    found = np.where(np.equal(x, np.inf), largest if posinf is None else posinf, found)
    found = np.where(np.equal(x, -np.inf), least if neginf is None else neginf, found)
    dtype = np.asarray(x).dtype
    return found.astype(dtype) if dtype.kind == "f" else found


def numbers_in_place(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """`np.nan_to_num(x, copy=False)`, which writes into an array."""
    found = np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    if copy or not isinstance(x, np.ndarray):
        return found
    x[...] = found
    return x


def bounds_of(x: Any) -> tuple[Any, Any]:
    """The largest and the least number of a type."""
    kind = np.asarray(x).dtype
    limits = np.finfo(kind if kind.kind == "f" else float)
    return limits.max, limits.min


zero_derivative(bounds_of)
