"""The helpers that derivatives call have rules too, so that a derivative can be differentiated."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    as_operand,
    as_type_of,
    axis_tuple,
    checked,
    checked_partial,
    exp_minus,
    fit,
    gather,
    inexact,
    inverse_permutation,
    keep_axis,
    like,
    log_or_zero,
    log_quietly,
    one_bar,
    order_of,
    positions,
    power_base,
    power_slope,
    product,
    product_of_any,
    quotient,
    rank_weights,
    reduced_count,
    reduced_size,
    scaled,
    scatter_into,
    shaped_like,
    shapes,
    share,
    sorted_positions,
    sum_to_shape,
    swap,
    ties,
    unarray,
    unreduce,
)
from tangentish.rules.registry import elementwise, jvp, linear, vjp, zero_derivative

zero_derivative(axis_tuple, inexact, inverse_permutation, order_of, positions, rank_weights, reduced_count,
                reduced_size, shapes, share, sorted_positions, ties)


@linear(as_operand, view="maybe")
def as_operand_(ans_bar, x):
    return unarray(ans_bar, shapes(x))


@vjp(quotient, broadcasts=True)
def quotient_(ans_bar, ans, x, y):
    return quotient(ans_bar, y), -product(ans_bar, quotient(ans, y))


@jvp(quotient)
def quotient_jvp(ans, x_dot, y_dot, x, y):
    return quotient(x_dot, y), -product(y_dot, quotient(ans, y))


@vjp(product, scaled, broadcasts=True)
def product_(ans_bar, ans, x, y):
    return product(ans_bar, y), product(ans_bar, x)


@jvp(product, scaled)
def product_jvp(ans, x_dot, y_dot, x, y):
    return product(x_dot, y), product_of_any(y_dot, x)


@vjp(product_of_any, broadcasts=True)
def product_of_any_(ans_bar, ans, x, y):
    return product_of_any(ans_bar, y), product_of_any(ans_bar, x)


@jvp(product_of_any)
def product_of_any_jvp(ans, x_dot, y_dot, x, y):
    return product_of_any(x_dot, y), product_of_any(y_dot, x)


@vjp(log_or_zero, log_quietly)
def log_(ans_bar, ans, x):
    return quotient(ans_bar, x)


@jvp(log_or_zero, log_quietly)
def log_jvp(ans, x_dot, x):
    return quotient(x_dot, x)


@elementwise(exp_minus)
def exp_minus_(ans, x, y):
    return ans, -ans


@vjp(power_base)
def power_base_(ans_bar, ans, x, power):
    return ans_bar, np.zeros_like(power)  # of which only the kind counts


@jvp(power_base)
def power_base_jvp(ans, x_dot, power_dot, x, power):
    return x_dot, 0.0


@vjp(power_slope, broadcasts=True)
def power_slope_(ans_bar, ans, x, y):
    return (product(ans_bar, y * power_slope(x, y - 1)),
            product(ans_bar, product(ans, log_or_zero(x)) + quotient(ans, y)))


@jvp(power_slope)
def power_slope_jvp(ans, x_dot, y_dot, x, y):
    return (product(x_dot, y * power_slope(x, y - 1)),  # no tangent, no nan of the logarithm of a negative number
            product(y_dot, product(ans, log_or_zero(x)) + quotient(ans, y)))


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


@vjp(shaped_like, view="maybe")
def shaped_like_(ans_bar, ans, tangent, x):
    return sum_to_shape(shaped_like(ans_bar, x), np.shape(tangent)), None


@jvp(shaped_like)
def shaped_like_jvp(ans, tangent_dot, x_dot, tangent, x):
    return shaped_like(tangent_dot, x), None


@linear(as_type_of, wrt=("value",), how=("x",))
def as_type_of_(ans_bar, x, value):
    return as_type_of(value, ans_bar)


zero_derivative(like)


@linear(checked, checked_partial, wrt=("value",), view="always", how=("wanted", "rule"))
def checked_(ans_bar, value, wanted, name, rule, broadcasts=False):
    return ans_bar


@linear(one_bar, wrt=("value",), view="always", how=("result", "rule"))
def one_bar_(ans_bar, value, result, rule):
    return ans_bar
