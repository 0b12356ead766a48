"""Sums, products, extremes and moments over axes."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    as_axes,
    centred,
    inexact,
    keep_axis,
    others,
    product,
    quotient,
    reduced_count,
    reduced_size,
    spread,
    tie_of_initial,
    ties,
    unreduce,
    unspread,
)
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.sum, wrt=("a", "initial"))
def sum_(ans_bar, a, axis=None, keepdims=False, initial=0, where=True):
    return np.where(where, unreduce(ans_bar, np.shape(a), axis, keepdims), 0), np.sum(ans_bar)


@linear(np.sum, when="axis is None and keepdims is False and where is True and initial == 0", uniform=True)
def sum_all(ans_bar, a, axis=None, keepdims=False, initial=0, where=True):
    return ans_bar


@linear(np.sum, when="where is True and initial == 0")
def sum_plain(ans_bar, a, axis=None, keepdims=False, initial=0, where=True):
    return unreduce(ans_bar, np.shape(a), axis, keepdims)


@vjp(np.nansum, wrt=("a", "initial"))
def nansum(ans_bar, ans, a, axis=None, keepdims=False, initial=0, where=True):
    return np.where(where & ~np.isnan(a), unreduce(ans_bar, np.shape(a), axis, keepdims), 0), np.sum(ans_bar)


@jvp(np.nansum)
def nansum_jvp(ans, a_dot, initial_dot, a, axis=None, keepdims=False, initial=0, where=True):
    return np.sum(a_dot, axis=axis, keepdims=keepdims, where=where & ~np.isnan(a)), initial_dot


@linear(np.mean)
def mean(ans_bar, a, axis=None, keepdims=False, where=True):
    count = reduced_count(np.shape(a), axis, where)
    return np.where(where, unreduce(keep_axis(ans_bar, np.shape(a), axis, keepdims) / count, np.shape(a)), 0)


@linear(np.mean, when="axis is None and keepdims is False and where is True", uniform=True)
def mean_all(ans_bar, a, axis=None, keepdims=False, where=True):
    return ans_bar / reduced_size(np.shape(a), axis)


@linear(np.mean, when="where is True")
def mean_plain(ans_bar, a, axis=None, keepdims=False, where=True):
    return unreduce(ans_bar / reduced_size(np.shape(a), axis), np.shape(a), axis, keepdims)


@vjp(np.nanmean)
def nanmean(ans_bar, ans, a, axis=None, keepdims=False, where=True):
    count = reduced_count(np.shape(a), axis, where & ~np.isnan(a))
    return np.where(where & ~np.isnan(a),
                    unreduce(keep_axis(ans_bar, np.shape(a), axis, keepdims) / count, np.shape(a)), 0)


@jvp(np.nanmean)
def nanmean_jvp(ans, a_dot, a, axis=None, keepdims=False, where=True):
    return np.mean(a_dot, axis=axis, keepdims=keepdims, where=where & ~np.isnan(a))


@vjp(np.prod, wrt=("a", "initial"))
def prod(ans_bar, ans, a, axis=None, keepdims=False, initial=1, where=True):
    return (unreduce(ans_bar, np.shape(a), axis, keepdims) * others(a, axis, initial, where),
            np.sum(ans_bar * np.prod(a, axis=axis, keepdims=keepdims, where=where)))


@jvp(np.prod)
def prod_jvp(ans, a_dot, initial_dot, a, axis=None, keepdims=False, initial=1, where=True):
    return (np.sum(a_dot * others(a, axis, initial, where), axis=axis, keepdims=keepdims, where=where),
            initial_dot * np.prod(a, axis=axis, keepdims=keepdims, where=where))


@vjp(np.nanprod, wrt=("a", "initial"))
def nanprod(ans_bar, ans, a, axis=None, keepdims=False, initial=1, where=True):
    return (unreduce(ans_bar, np.shape(a), axis, keepdims) * others(a, axis, initial, where & ~np.isnan(a)),
            np.sum(ans_bar * np.nanprod(a, axis=axis, keepdims=keepdims, where=where)))


@jvp(np.nanprod)
def nanprod_jvp(ans, a_dot, initial_dot, a, axis=None, keepdims=False, initial=1, where=True):
    valid = where & ~np.isnan(a)
    return (np.sum(a_dot * others(a, axis, initial, valid), axis=axis, keepdims=keepdims, where=valid),
            initial_dot * np.nanprod(a, axis=axis, keepdims=keepdims, where=where))


@vjp(np.max, np.min, np.amax, np.amin, np.nanmax, np.nanmin, wrt=("a", "initial"))
def max_(ans_bar, ans, a, axis=None, keepdims=False, initial=None, where=True):
    return (unreduce(ans_bar, np.shape(a), axis, keepdims) * ties(ans, a, axis, keepdims, initial, where),
            np.sum(ans_bar * tie_of_initial(ans, a, axis, keepdims, initial, where)))


@jvp(np.max, np.min, np.amax, np.amin, np.nanmax, np.nanmin)
def max_jvp(ans, a_dot, initial_dot, a, axis=None, keepdims=False, initial=None, where=True):
    return (np.sum(product(ties(ans, a, axis, keepdims, initial, where), a_dot), axis=axis, keepdims=keepdims),
            product(tie_of_initial(ans, a, axis, keepdims, initial, where), initial_dot))


@vjp(np.max, np.min, np.amax, np.amin, np.nanmax, np.nanmin, when="axis is None and where is True and initial is None",
     wrt=("a", "initial"))
def max_all(ans_bar, ans, a, axis=None, keepdims=False, initial=None, where=True):
    return ans_bar * ties(ans, a), None


@vjp(np.ptp)
def ptp(ans_bar, ans, a, axis=None, keepdims=False):
    high, low = np.max(a, axis=axis, keepdims=True), np.min(a, axis=axis, keepdims=True)
    return unreduce(ans_bar, np.shape(a), axis, keepdims) * (ties(high, a, axis, True) - ties(low, a, axis, True))


@jvp(np.ptp)
def ptp_jvp(ans, a_dot, a, axis=None, keepdims=False):
    high, low = np.max(a, axis=axis, keepdims=True), np.min(a, axis=axis, keepdims=True)
    return np.sum(product(ties(high, a, axis, True) - ties(low, a, axis, True), a_dot), axis=axis, keepdims=keepdims)


@vjp(np.var, wrt=("a", "ddof", "correction"))
def var(ans_bar, ans, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    count = reduced_count(np.shape(a), axis, where) - ddof - correction
    count_bar = np.sum(keep_axis(ans_bar * ans, np.shape(a), axis, keepdims) / count)
    return (2 * keep_axis(ans_bar, np.shape(a), axis, keepdims) / count * centred(a, axis, where),
            count_bar, count_bar)


@jvp(np.var)
def var_jvp(ans, a_dot, ddof_dot, correction_dot, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    count = reduced_count(np.shape(a), axis, where) - ddof - correction
    slope = np.reshape(keep_axis(ans, np.shape(a), axis, keepdims) / count, np.shape(ans))
    return (np.sum(np.real(2 / count * centred(a, axis, where) * a_dot), axis=axis, keepdims=keepdims, where=where),
            slope * ddof_dot, slope * correction_dot)


@vjp(np.std, wrt=("a", "ddof", "correction"))
def std(ans_bar, ans, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    count = reduced_count(np.shape(a), axis, where) - ddof - correction
    deviation = keep_axis(ans, np.shape(a), axis, keepdims)
    count_bar = np.sum(keep_axis(ans_bar * ans, np.shape(a), axis, keepdims) / (2 * count))
    return (keep_axis(ans_bar, np.shape(a), axis, keepdims) / count * quotient(centred(a, axis, where), deviation),
            count_bar, count_bar)


@jvp(np.std)
def std_jvp(ans, a_dot, ddof_dot, correction_dot, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    count = reduced_count(np.shape(a), axis, where) - ddof - correction
    slope = np.reshape(keep_axis(ans, np.shape(a), axis, keepdims) / (2 * count), np.shape(ans))
    return (quotient(np.sum(np.real(centred(a, axis, where) / count * a_dot), axis=axis, keepdims=keepdims, where=where), ans),
            slope * ddof_dot, slope * correction_dot)


@vjp(np.nanvar, wrt=("a", "ddof", "correction"))
def nanvar(ans_bar, ans, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    valid = where & ~np.isnan(a)
    count = reduced_count(np.shape(a), axis, valid) - ddof - correction
    count_bar = np.sum(keep_axis(ans_bar * ans, np.shape(a), axis, keepdims) / count)
    return (2 * keep_axis(ans_bar, np.shape(a), axis, keepdims) / count * centred(a, axis, valid),
            count_bar, count_bar)


@jvp(np.nanvar)
def nanvar_jvp(ans, a_dot, ddof_dot, correction_dot, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    valid = where & ~np.isnan(a)
    count = reduced_count(np.shape(a), axis, valid) - ddof - correction
    slope = np.reshape(keep_axis(ans, np.shape(a), axis, keepdims) / count, np.shape(ans))
    return (np.sum(2 / count * centred(a, axis, valid) * a_dot, axis=axis, keepdims=keepdims, where=valid),
            slope * ddof_dot, slope * correction_dot)


@vjp(np.nanstd, wrt=("a", "ddof", "correction"))
def nanstd(ans_bar, ans, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    valid = where & ~np.isnan(a)
    count = reduced_count(np.shape(a), axis, valid) - ddof - correction
    deviation = keep_axis(ans, np.shape(a), axis, keepdims)
    count_bar = np.sum(keep_axis(ans_bar * ans, np.shape(a), axis, keepdims) / (2 * count))
    return (keep_axis(ans_bar, np.shape(a), axis, keepdims) / count * quotient(centred(a, axis, valid), deviation),
            count_bar, count_bar)


@jvp(np.nanstd)
def nanstd_jvp(ans, a_dot, ddof_dot, correction_dot, a, axis=None, ddof=0, keepdims=False, *, where=True, correction=0):
    valid = where & ~np.isnan(a)
    count = reduced_count(np.shape(a), axis, valid) - ddof - correction
    slope = np.reshape(keep_axis(ans, np.shape(a), axis, keepdims) / (2 * count), np.shape(ans))
    return (quotient(np.sum(centred(a, axis, valid) / count * a_dot, axis=axis, keepdims=keepdims, where=valid), ans),
            slope * ddof_dot, slope * correction_dot)


@vjp(np.average, wrt=("a", "weights"))
def average(ans_bar, ans, a, axis=None, weights=None, *, keepdims=False):
    axes = as_axes(axis)
    w = 1 if weights is None else spread(weights, np.shape(a), axes)
    total = np.sum(np.broadcast_to(w, np.shape(a)), axis=axes, keepdims=True, dtype=inexact(ans))
    bar = keep_axis(ans_bar, np.shape(a), axes, keepdims) / total
    return (bar * w + np.zeros(np.shape(a)),
            unspread(bar * (a - keep_axis(ans, np.shape(a), axes, keepdims)), weights, axes))


@jvp(np.average)
def average_jvp(ans, a_dot, weights_dot, a, axis=None, weights=None, *, keepdims=False):
    axes = as_axes(axis)
    w = 1 if weights is None else spread(weights, np.shape(a), axes)
    total = np.sum(np.broadcast_to(w, np.shape(a)), axis=axes, keepdims=keepdims, dtype=inexact(ans))
    mean = keep_axis(ans, np.shape(a), axes, keepdims)
    return (np.sum(w * a_dot, axis=axes, keepdims=keepdims) / total,
            np.sum((a - mean) * spread(weights_dot, np.shape(a), axes), axis=axes, keepdims=keepdims) / total)
