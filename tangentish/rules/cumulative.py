"""Differences, cumulative sums and products."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import cumprod_dot, uncumprod, uncumsum, undiff, with_zero_first, without_first
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.diff, wrt=("a", "prepend", "append"), view="maybe", how=("n",))
def diff(ans_bar, a, n=1, axis=-1, prepend=None, append=None):
    return (undiff(ans_bar, (prepend, a, append), n, axis)[1], undiff(ans_bar, (prepend, a, append), n, axis)[0],
            undiff(ans_bar, (prepend, a, append), n, axis)[2])


@linear(np.ediff1d, wrt=("ary", "to_end", "to_begin"))
def ediff1d(ans_bar, ary, to_end=None, to_begin=None):
    begin, end = np.size(to_begin) if to_begin is not None else 0, np.size(to_end) if to_end is not None else 0
    return (np.reshape(undiff(ans_bar[begin : np.size(ans_bar) - end], (None, np.ravel(ary), None), 1, 0)[1],
                       np.shape(ary)),
            None if to_end is None else np.reshape(ans_bar[np.size(ans_bar) - end :], np.shape(to_end)),
            None if to_begin is None else np.reshape(ans_bar[:begin], np.shape(to_begin)))


@linear(np.cumsum)
def cumsum(ans_bar, a, axis=None):
    return uncumsum(ans_bar, np.shape(a), axis)


@vjp(np.nancumsum)
def nancumsum(ans_bar, ans, a, axis=None):
    return np.where(np.isnan(a), 0, uncumsum(ans_bar, np.shape(a), axis))


@jvp(np.nancumsum)
def nancumsum_jvp(ans, a_dot, a, axis=None):
    return np.cumsum(np.where(np.isnan(a), 0, a_dot), axis)


@linear(*present(np, "cumulative_sum"))
def cumulative_sum(ans_bar, x, *, axis=None, include_initial=False):
    return uncumsum(without_first(ans_bar, axis) if include_initial else ans_bar, np.shape(x), axis)


@vjp(np.cumprod)
def cumprod(ans_bar, ans, a, axis=None):
    return uncumprod(ans_bar, a, axis)


@jvp(np.cumprod)
def cumprod_jvp(ans, a_dot, a, axis=None):
    return cumprod_dot(a_dot, a, axis)


@vjp(*present(np, "cumulative_prod"))
def cumulative_prod(ans_bar, ans, x, *, axis=None, include_initial=False):
    return uncumprod(without_first(ans_bar, axis) if include_initial else ans_bar, x, axis)


@vjp(np.nancumprod)
def nancumprod(ans_bar, ans, a, axis=None):
    return np.where(np.isnan(a), 0, uncumprod(ans_bar, np.where(np.isnan(a), 1, a), axis))


@jvp(np.nancumprod)
def nancumprod_jvp(ans, a_dot, a, axis=None):
    return cumprod_dot(np.where(np.isnan(a), 0, a_dot), np.where(np.isnan(a), 1, a), axis)


@jvp(*present(np, "cumulative_prod"))
def cumulative_prod_jvp(ans, x_dot, x, *, axis=None, include_initial=False):
    return with_zero_first(cumprod_dot(x_dot, x, axis), axis) if include_initial else cumprod_dot(x_dot, x, axis)
