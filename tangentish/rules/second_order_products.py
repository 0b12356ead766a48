"""Helpers of linear algebra, products and transforms: rules, so that a derivative that calls them can be differentiated.

The transpose of a transpose is the function itself.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    cofactor,
    cofactor_slope,
    einsum_dot,
    einsum_dot_dot,
    einsum_with,
    irfftn_like,
    tensor_order,
    uncross_left,
    uncross_right,
    uneinsum,
    uneinsum_all,
    uneinsum_dot,
    uneinsum_dots,
    uneinsum_others,
    unfftn,
    unifftn,
    unirfft,
    unirfftn,
    unrfft,
    unrfftn,
)
from tangentish.rules.registry import jvp, linear, vjp, zero_derivative

zero_derivative(tensor_order)


@vjp(cofactor)
def cofactor_(ans_bar, ans, a):
    return cofactor_slope(a, ans_bar)


@jvp(cofactor)
def cofactor_jvp(ans, a_dot, a):
    return cofactor_slope(a, a_dot)


@vjp(uneinsum, wrt=("bar", "operands"), how=("k",))
def uneinsum_(ans_bar, ans, bar, operands, k, optimize=False):
    return einsum_with(ans_bar, operands, k, optimize), uneinsum_others(ans_bar, bar, operands, k, optimize)


@jvp(uneinsum)
def uneinsum_jvp(ans, bar_dot, operands_dot, bar, operands, k, optimize=False):
    return uneinsum(bar_dot, operands, k, optimize), uneinsum_dot(operands_dot, bar, operands, k, optimize)


@vjp(einsum_dot, wrt=("dots", "operands"))
def einsum_dot_(ans_bar, ans, dots, operands):
    return uneinsum_all(ans_bar, operands), uneinsum_dots(ans_bar, dots, operands)


@jvp(einsum_dot)
def einsum_dot_jvp(ans, dots_dot, operands_dot, dots, operands):
    return einsum_dot(dots_dot, operands), einsum_dot_dot(dots, operands_dot, operands)


# of the vector whose cotangent they are, these read the shape alone


@vjp(uncross_left, wrt=("bar", "a", "b"), broadcasts="apart", how=("axisa", "axisb", "axisc"))
def uncross_left_(ans_bar, ans, bar, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (np.cross(ans_bar, b, axisa, axisb, axisc, axis), np.zeros_like(a),
            uncross_right(bar, ans_bar, b, axisa, axisb, axisc, axis))


@jvp(uncross_left)
def uncross_left_jvp(ans, bar_dot, a_dot, b_dot, bar, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (uncross_left(bar_dot, a, b, axisa, axisb, axisc, axis), np.zeros_like(ans),
            uncross_left(bar, a, b_dot, axisa, axisb, axisc, axis))


@vjp(uncross_right, wrt=("bar", "a", "b"), broadcasts="apart", how=("axisa", "axisb", "axisc"))
def uncross_right_(ans_bar, ans, bar, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (np.cross(a, ans_bar, axisa, axisb, axisc, axis), uncross_left(bar, a, ans_bar, axisa, axisb, axisc, axis),
            np.zeros_like(b))


@jvp(uncross_right)
def uncross_right_jvp(ans, bar_dot, a_dot, b_dot, bar, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (uncross_right(bar_dot, a, b, axisa, axisb, axisc, axis), uncross_right(bar, a_dot, b, axisa, axisb, axisc, axis),
            np.zeros_like(ans))


@linear(unrfft, how=("n",))
def unrfft_(ans_bar, x, shape, n=None, axis=-1, norm=None):
    return np.fft.rfft(ans_bar, n, axis, norm)


@linear(unirfft)
def unirfft_(ans_bar, x, shape, axis=-1, norm=None, iscomplex=True):
    return np.fft.irfft(ans_bar, np.shape(x)[axis], axis, norm)


@linear(unfftn, how=("s",))
def unfftn_(ans_bar, x, shape, s=None, axes=None, norm=None, iscomplex=True):
    return np.fft.fftn(ans_bar, s, axes, norm)


@linear(unifftn, how=("s",))
def unifftn_(ans_bar, x, shape, s=None, axes=None, norm=None, iscomplex=True):
    return np.fft.ifftn(ans_bar, s, axes, norm)


@linear(unrfftn, how=("s",))
def unrfftn_(ans_bar, x, shape, s=None, axes=None, norm=None):
    return np.fft.rfftn(ans_bar, s, axes, norm)


@linear(unirfftn, how=("s",))
def unirfftn_(ans_bar, x, shape, s=None, axes=None, norm=None, iscomplex=True):
    return irfftn_like(ans_bar, x, s, axes, norm)
