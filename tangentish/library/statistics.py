"""Averages, moments, quantiles and covariances, where they are called with arguments that their rules do not take."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers import axis_tuple, positions, reduced_count, spread
from tangentish.rules.registry import zero_derivative


def average_and_weights(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *,
                        keepdims: bool = False) -> Any:
    """`np.average(a, axis, weights, returned=True)`."""
    mean = np.average(a, axis=axis, weights=weights, keepdims=keepdims)  # type: ignore[call-overload]  # a bool is either
    if not returned:
        return mean
    if weights is None:
        return mean, np.zeros(np.shape(mean)) + np.size(a) / np.size(mean)
    total = np.sum(np.broadcast_to(spread_weights(weights, np.shape(a), axis), np.shape(a)), axis=axis, keepdims=keepdims)
    return mean, np.zeros(np.shape(mean)) + total


def spread_weights(weights: Any, shape: Any, axis: Any) -> Any:
    """The weights of an average in a form that broadcasts against an array of this shape."""
    numbers = weight_numbers(np.shape(weights), shape, axis)
    return np.take(weights, numbers)


def weight_numbers(own: Any, shape: Any, axis: Any) -> Any:
    """Which weight stands where, counted in C order."""
    return spread(positions(own), shape, axis)


# moments about a mean that is given


def var_about(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False, *,
              where: Any = True, mean: Any = None, correction: Any = 0) -> Any:
    """`np.var(a, axis, mean=mean)`: `mean` need not be the mean, and has a derivative of its own."""
    deviation = a - mean
    squares = np.real(deviation * np.conj(deviation))
    total = np.sum(squares, axis=axis, keepdims=keepdims, where=where)
    return (total / degrees_of_freedom(np.shape(a), axis, where, keepdims, ddof + correction)).astype(total.dtype)


def std_about(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False, *,
              where: Any = True, mean: Any = None, correction: Any = 0) -> Any:
    """`np.std(a, axis, mean=mean)`."""
    return np.sqrt(var_about(a, axis, None, None, ddof, keepdims, where=where, mean=mean, correction=correction))


def nanvar_about(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False, *,
                 where: Any = True, mean: Any = None, correction: Any = 0) -> Any:
    """`np.nanvar(a, axis, mean=mean)`."""
    valid = np.logical_and(where, ~np.isnan(a))
    return var_about(np.where(valid, a, 0), axis, None, None, ddof, keepdims, where=valid, mean=mean, correction=correction)


def nanstd_about(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False, *,
                 where: Any = True, mean: Any = None, correction: Any = 0) -> Any:
    """`np.nanstd(a, axis, mean=mean)`."""
    return np.sqrt(nanvar_about(a, axis, None, None, ddof, keepdims, where=where, mean=mean, correction=correction))


def degrees_of_freedom(shape: Any, axis: Any, where: Any, keepdims: bool, less: Any) -> Any:
    """How many entries go into each entry of a moment, less a correction, and never below 0."""
    count = reduced_count(shape, axis, where)
    if np.ndim(count) and not keepdims:
        count = np.squeeze(count, tuple(range(len(shape))) if axis is None else axis)
    return np.maximum(count - less, 0)


# quantiles with weights


def weighted_quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                      method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.quantile(a, q, weights=weights)`: each is an entry of `a`, the first of equals; constant in the weights."""
    return np.take(a, quantile_numbers(np.quantile, a, q, axis, method, keepdims, weights))


def weighted_percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                        method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.percentile(a, q, weights=weights)`."""
    return np.take(a, quantile_numbers(np.percentile, a, q, axis, method, keepdims, weights))


def weighted_nanquantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                         method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.nanquantile(a, q, weights=weights)`."""
    return np.take(a, quantile_numbers(np.nanquantile, a, q, axis, method, keepdims, weights))


def weighted_nanpercentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                           method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.nanpercentile(a, q, weights=weights)`."""
    return np.take(a, quantile_numbers(np.nanpercentile, a, q, axis, method, keepdims, weights))


def quantile_numbers(function: Any, a: Any, q: Any, axis: Any, method: str, keepdims: bool, weights: Any) -> Any:
    """Which entries of `a`, counted in C order, its quantiles are."""
    a = np.asarray(a)
    axes = axis_tuple(axis, a.ndim)
    kept = tuple(k for k in range(a.ndim) if k not in axes)
    numbers = np.transpose(positions(a.shape), (*kept, *axes)).reshape(*(a.shape[k] for k in kept), -1)
    entries = np.ravel(a)[numbers]
    levels = []
    for level in np.ravel(q):
        found = function(a, level, axis=axis, method=method, weights=weights)
        first = np.argmax(entries == np.asarray(found)[..., None], axis=-1)
        levels.append(np.take_along_axis(numbers, first[..., None], -1)[..., 0])
    lengths = [1 if k in axes else a.shape[k] for k in range(a.ndim)] if keepdims else [a.shape[k] for k in kept]
    return np.reshape(np.array(levels), (*np.shape(q), *lengths))


# covariances


def covariance(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, fweights: Any = None,
               aweights: Any = None, *, dtype: Any = None) -> Any:
    """`np.cov` of two sets of variables, or with weights; constant in `fweights`, which are whole numbers."""
    x = together(m, y, rowvar)
    x = x.astype(np.result_type(x, np.float64) if dtype is None else dtype)
    w = None
    if fweights is not None:
        w = np.asarray(fweights, dtype=float)
    if aweights is not None:
        aweights = np.asarray(aweights, dtype=float)
        w = aweights if w is None else w * aweights
    less = (0 if bias else 1) if ddof is None else ddof
    count = np.shape(x)[1] if w is None else np.sum(w)
    factor = count - less
    if aweights is not None and less != 0:
        factor = count - less * np.sum(w * aweights) / count
    centred = x - np.average(x, axis=1, weights=w, keepdims=True)
    scaled = centred if w is None else centred * w
    return np.squeeze(scaled @ np.conj(centred.T) / factor)


def correlation(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    """`np.corrcoef` of two sets of variables."""
    return np.corrcoef(together(x, y, rowvar), dtype=dtype)


def together(m: Any, y: Any, rowvar: bool) -> Any:
    """The variables of one or two sets, as rows."""
    rows = np.atleast_2d(m)
    if not rowvar and np.ndim(m) != 1:
        rows = rows.T
    if y is None:
        return rows
    more = np.atleast_2d(y)
    if not rowvar and np.shape(more)[0] != 1:
        more = more.T
    return np.concatenate([rows, more])


_RANKS = {"linear": (1.0, 1.0), "interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0),
          "median_unbiased": (1 / 3, 1 / 3), "normal_unbiased": (3 / 8, 3 / 8)}
"""The methods that go from entry to entry in straight lines, and what Hyndman and Fan (1996) call alpha and beta; with the
others a quantile is a step function of its level."""


def percentile_of_level(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                        method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.percentile(a, q)` with a derivative in `q`."""
    return quantile_of_level(a, level_of_percent(a, q), axis, None, False, method, keepdims)


def level_of_percent(a: Any, q: Any) -> Any:
    """A part of 100 in the type of the entries, as a Python number is."""
    dtype = np.asarray(a).dtype
    return np.true_divide(q, dtype.type(100) if dtype.kind == "f" else 100)


def typed_level(a: Any, q: Any) -> Any:
    """A level that is one number is made one of the type of the entries."""
    dtype = np.asarray(a).dtype
    return np.asarray(q).astype(dtype) if isinstance(q, float) and dtype.kind == "f" else q


def quantile_of_level(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                      method: Any = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.quantile(a, q)` with a derivative in `q`: at an entry the slope is that of the piece on the right."""
    if method not in _RANKS:
        return np.quantile(a, step_of(q), axis=axis, method=method, keepdims=keepdims)
    alpha, beta = _RANKS[method]
    q = typed_level(a, q)
    ranked = np.sort(np.reshape(np.transpose(a, axes_last(np.ndim(a), axis)), (*kept_shape(np.shape(a), axis), -1)), axis=-1)
    count = np.shape(ranked)[-1]
    rank = np.asarray(q) * (count + 1 - alpha - beta) + (alpha - 1)
    low = whole_part(rank, count)
    part = np.where(rank < 0, 0.0, np.where(rank > count - 1, 1.0, (rank - low).astype(rank.dtype)))
    lower = np.moveaxis(np.take(ranked, low, axis=-1), range(-np.ndim(q), 0), range(np.ndim(q)))
    upper = np.moveaxis(np.take(ranked, low + (count > 1), axis=-1), range(-np.ndim(q), 0), range(np.ndim(q)))
    part = np.reshape(part, (*np.shape(q), *[1] * (np.ndim(lower) - np.ndim(q))))
    result = lower + part * (upper - lower)
    return np.reshape(result, (*np.shape(q), *kept_shape(np.shape(a), axis, True))) if keepdims else result


def nanpercentile_of_level(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                           method: str = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.nanpercentile(a, q)` with a derivative in `q`."""
    return nanquantile_of_level(a, level_of_percent(a, q), axis, None, False, method, keepdims)


def nanquantile_of_level(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                         method: Any = "linear", keepdims: bool = False, *, weights: Any = None) -> Any:
    """`np.nanquantile(a, q)` with a derivative in `q`: of each row, what is sorted before its nans counts."""
    if method not in _RANKS:
        return np.nanquantile(a, step_of(q), axis=axis, method=method, keepdims=keepdims)
    alpha, beta = _RANKS[method]
    q = typed_level(a, q)
    kept = kept_shape(np.shape(a), axis)
    ranked = np.sort(np.reshape(np.transpose(a, axes_last(np.ndim(a), axis)), (*kept, -1)), axis=-1)
    count = numbers_in(ranked)
    levels = np.ravel(q)
    found = []
    for k in range(len(levels)):
        rank = (levels[k] * (count + 1 - alpha - beta) + (alpha - 1)).astype(levels.dtype)
        low = whole_part(rank, count)
        part = np.where(rank < 0, 0.0, np.where(rank > count - 1, 1.0, (rank - low).astype(rank.dtype)))
        lower = np.take_along_axis(ranked, low, axis=-1)
        upper = np.take_along_axis(ranked, low + (count > 1), axis=-1)
        found.append(lower + part * (upper - lower))
    return np.reshape(np.stack(found), (*np.shape(q), *(kept_shape(np.shape(a), axis, True) if keepdims else kept)))


def numbers_in(ranked: Any) -> Any:
    """How many entries of each row are no nan, as a column."""
    return np.sum(~np.isnan(ranked), axis=-1, keepdims=True)


def step_of(q: Any) -> Any:
    """A level as a step function sees it, which does not change with it."""
    return q


def axes_last(ndim: int, axis: Any) -> tuple[int, ...]:
    """A permutation that moves some axes behind the others."""
    axes = axis_tuple(axis, ndim)
    return (*[k for k in range(ndim) if k not in axes], *axes)


def kept_shape(shape: Any, axis: Any, keepdims: bool = False) -> tuple[int, ...]:
    """The shape of a reduction."""
    axes = axis_tuple(axis, len(shape))
    return tuple([1 if k in axes else size for k, size in enumerate(shape) if keepdims or k not in axes])


def whole_part(rank: Any, count: int) -> Any:
    """The rank below each of these, such that there is one above it."""
    return np.clip(np.floor(rank).astype(int), 0, np.maximum(count - 2, 0))


zero_derivative(weight_numbers, quantile_numbers, axes_last, kept_shape, whole_part, numbers_in, step_of)

__all__ = ["average_and_weights", "correlation", "covariance", "nanpercentile_of_level", "nanquantile_of_level",
           "nanstd_about", "nanvar_about", "percentile_of_level", "quantile_of_level", "std_about", "var_about",
           "weighted_nanpercentile", "weighted_nanquantile", "weighted_percentile", "weighted_quantile"]
