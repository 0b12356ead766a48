"""What the rules for sorting and quantiles need."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import as_axes, axis_tuple, fields_refused, inexact, positions, product, unreduce


def sorted_positions(ans: Any, a: Any, axis: int | None = -1) -> Any:
    """Which entry of `a` (as `positions` numbers them) each entry of `ans` is, a permutation of `a` along `axis`."""
    if np.asarray(a).dtype.names is not None:
        raise fields_refused()
    if axis is None:
        a, axis = np.ravel(a), 0
    result = np.empty(np.shape(ans), int)
    source = np.take_along_axis(positions(np.shape(a)), np.argsort(a, axis, kind="stable"), axis)
    np.put_along_axis(result, np.argsort(ans, axis, kind="stable"), source, axis)
    return result


def rank_weights(a: Any, q: Any, axis: Any = None, method: Any = "linear") -> Any:
    """The weight of each entry of `a` in its quantile `q` over `axis`; nan entries do not count."""
    axes = axis_tuple(axis, np.ndim(a))
    last = tuple(range(np.ndim(a) - len(axes), np.ndim(a)))
    moved = np.moveaxis(a, axes, last)
    kept = moved.shape[: np.ndim(a) - len(axes)]
    flat = np.reshape(moved, (math.prod(kept), math.prod(moved.shape[len(kept) :])))
    order = np.argsort(flat, axis=-1, kind="stable")
    counts = flat.shape[-1] - np.sum(np.isnan(flat), axis=-1)
    weights = np.zeros(flat.shape, inexact(a))
    rows = np.arange(len(flat))
    for count in np.unique(counts):
        if count:
            rank = float(np.quantile(np.arange(count, dtype=float), q, method=method))
            low, part = int(rank), rank - int(rank)
            chosen = rows[counts == count]
            weights[chosen, order[chosen, low]] += 1 - part
            weights[chosen, order[chosen, min(low + 1, count - 1)]] += part
    return np.moveaxis(np.reshape(weights, moved.shape), last, axes)


def unquantile(ans_bar: Any, a: Any, q: Any, axis: Any = None, method: Any = "linear", keepdims: bool = False) -> Any:
    """The cotangent of `a` for `np.quantile(a, q, axis)`."""
    levels = np.ravel(q)
    bars = np.reshape(ans_bar, (len(levels), *np.shape(ans_bar)[np.ndim(q) :]))
    return sum((unreduce(bar, np.shape(a), axis, keepdims) * rank_weights(a, level, axis, method)
                for bar, level in zip(bars, levels, strict=True)), np.zeros(np.shape(a), inexact(a)))


def quantile_dot(a_dot: Any, a: Any, q: Any, axis: Any = None, method: Any = "linear", keepdims: bool = False) -> Any:
    """The tangent of `np.quantile(a, q, axis)`."""
    results = [np.sum(product(rank_weights(a, level, axis, method), a_dot), axis=as_axes(axis), keepdims=keepdims)
               for level in np.ravel(q)]
    return results[0] if np.ndim(q) == 0 else np.reshape(np.stack(results), (*np.shape(q), *np.shape(results[0])))


def origins(ans: Any, x: Any) -> Any:
    """Where in `x` (as `positions` numbers its entries) each of its distinct values `ans`, in any order, is first."""
    values, first = np.unique(x, return_index=True)
    return first[np.searchsorted(values, ans)]
