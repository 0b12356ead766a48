"""Sorting and what is defined by ranks: each entry of the result is one of the argument, or a mean of two."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    as_axes,
    product,
    quantile_dot,
    rank_weights,
    scatter_into,
    sorted_positions,
    unquantile,
    unreduce,
)
from tangentish.rules.registry import jvp, vjp


@vjp(np.sort)
def sort(ans_bar, ans, a, axis=-1, kind=None, order=None, *, stable=None):
    return scatter_into(ans_bar, np.shape(a), sorted_positions(ans, a, axis))


@jvp(np.sort)
def sort_jvp(ans, a_dot, a, axis=-1, kind=None, order=None, *, stable=None):
    return np.take(a_dot, sorted_positions(ans, a, axis))


@vjp(np.partition, wrt=("a",), how=("kth",))
def partition(ans_bar, ans, a, kth, axis=-1, kind="introselect", order=None):
    return scatter_into(ans_bar, np.shape(a), sorted_positions(ans, a, axis))


@jvp(np.partition)
def partition_jvp(ans, a_dot, a, kth, axis=-1, kind="introselect", order=None):
    return np.take(a_dot, sorted_positions(ans, a, axis))


@vjp(np.sort_complex)
def sort_complex(ans_bar, ans, a):
    return scatter_into(ans_bar, np.shape(a), sorted_positions(ans, a, -1))


@jvp(np.sort_complex)
def sort_complex_jvp(ans, a_dot, a):
    return np.take(a_dot, sorted_positions(ans, a, -1)) + 0j


@vjp(np.median, np.nanmedian)
def median(ans_bar, ans, a, axis=None, keepdims=False):
    return unreduce(ans_bar, np.shape(a), axis, keepdims) * rank_weights(a, 0.5, axis)


@jvp(np.median, np.nanmedian)
def median_jvp(ans, a_dot, a, axis=None, keepdims=False):
    return np.sum(product(rank_weights(a, 0.5, axis), a_dot), axis=as_axes(axis), keepdims=keepdims)


@vjp(np.quantile, np.nanquantile, wrt=("a",))
def quantile(ans_bar, ans, a, q, axis=None, method="linear", keepdims=False):
    return unquantile(ans_bar, a, q, axis, method, keepdims)


@jvp(np.quantile, np.nanquantile)
def quantile_jvp(ans, a_dot, a, q, axis=None, method="linear", keepdims=False):
    return quantile_dot(a_dot, a, q, axis, method, keepdims)


@vjp(np.percentile, np.nanpercentile, wrt=("a",))
def percentile(ans_bar, ans, a, q, axis=None, method="linear", keepdims=False):
    return unquantile(ans_bar, a, np.true_divide(q, 100), axis, method, keepdims)


@jvp(np.percentile, np.nanpercentile)
def percentile_jvp(ans, a_dot, a, q, axis=None, method="linear", keepdims=False):
    return quantile_dot(a_dot, a, np.true_divide(q, 100), axis, method, keepdims)
