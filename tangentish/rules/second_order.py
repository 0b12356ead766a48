"""The helpers that derivatives call have rules too, so that a derivative can be differentiated."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    as_type_of,
    axis_tuple,
    exp_minus,
    fit,
    gather,
    inexact,
    inverse_permutation,
    keep_axis,
    leading_zeros,
    log_or_zero,
    log_quietly,
    order_of,
    positions,
    power_slope,
    product,
    quotient,
    rank_weights,
    reduced_count,
    reduced_size,
    scatter_into,
    shapes,
    share,
    sorted_positions,
    sum_to_shape,
    swap,
    ties,
    unreduce,
)
from tangentish.rules.registry import elementwise, linear, zero_derivative

zero_derivative(axis_tuple, inexact, inverse_permutation, leading_zeros, order_of, positions, rank_weights, reduced_count,
                reduced_size, shapes, share, sorted_positions, ties)


@elementwise(quotient)
def quotient_(ans, x, y):
    return quotient(1, y), -quotient(ans, y)


@elementwise(product)
def product_(ans, x, y):
    return y, x


@elementwise(log_or_zero, log_quietly)
def log_(ans, x):
    return quotient(1, x)


@elementwise(exp_minus)
def exp_minus_(ans, x, y):
    return ans, -ans


@elementwise(power_slope)
def power_slope_(ans, x, y):
    return y * power_slope(x, y - 1), power_slope(x, y) * log_or_zero(x) + quotient(power_slope(x, y), y)


@linear(sum_to_shape, view="maybe")
def unbroadcast_(ans_bar, x, shape):
    return np.broadcast_to(ans_bar, np.shape(x))


@linear(unreduce)  # a view, but one that repeats entries, and no derivative writes into what it still reads
def unreduce_(ans_bar, x, shape, axis=None, keepdims=False):
    return (sum_to_shape(ans_bar, np.shape(x)) if axis is None or keepdims else
            np.reshape(np.sum(ans_bar, axis=axis), np.shape(x)))


@linear(keep_axis, view="maybe")
def keep_axis_(ans_bar, x, shape, axis=None, keepdims=False):
    return np.reshape(ans_bar, np.shape(x))


@linear(scatter_into)
def scatter_(ans_bar, x, shape, where):
    return gather(ans_bar, where)


@linear(swap, view="always")
def swap_(ans_bar, x):
    return np.swapaxes(ans_bar, -1, -2)


@linear(fit, view="maybe")
def fit_(ans_bar, x, shape, iscomplex=True):
    return fit(ans_bar, np.shape(x), np.iscomplexobj(x))


@linear(as_type_of, wrt=("value",))
def as_type_of_(ans_bar, x, value):
    return as_type_of(value, ans_bar)
