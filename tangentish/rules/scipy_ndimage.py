"""`scipy.ndimage`: correlation and convolution, on which the other linear filters are built, and the filter of splines."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.ndimage as ndimage

from tangentish.rules.registry import jvp, linear, vjp, zero_derivative
from tangentish.rules.scipy_helpers.filters import convolve1d_bar, convolve_bar, correlate1d_bar, correlate_bar, spline_filter1d_bar


@vjp(ndimage.correlate, wrt=("input", "weights", "cval"), how=("output", "origin"))
def correlate(ans_bar, ans, input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    return (correlate_bar(ans_bar, input, weights, output, mode, cval, origin, axes)[0],
            correlate_bar(ans_bar, input, weights, output, mode, cval, origin, axes)[1],
            np.sum(ans_bar * ndimage.correlate(np.zeros_like(input), weights, None, mode, 1.0, origin, axes=axes)))


@jvp(ndimage.correlate)
def correlate_jvp(ans, input_dot, weights_dot, cval_dot, input, weights, output=None, mode="reflect", cval=0.0, origin=0, *,
                  axes=None):
    return (ndimage.correlate(input_dot, weights, None, mode, 0.0, origin, axes=axes),
            ndimage.correlate(input, weights_dot, None, mode, cval, origin, axes=axes),
            ndimage.correlate(np.zeros_like(input), weights, None, mode, cval_dot, origin, axes=axes))


@linear(ndimage.fourier_ellipsoid, how=("n", "output"))
def fourier_ellipsoid(ans_bar, input, size, n=-1, axis=-1, output=None):
    return ndimage.fourier_ellipsoid(ans_bar, size, n, axis)


@vjp(ndimage.correlate1d, wrt=("input", "weights", "cval"), how=("output", "origin"))
def correlate1d(ans_bar, ans, input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    return (correlate1d_bar(ans_bar, input, weights, axis, output, mode, cval, origin)[0],
            correlate1d_bar(ans_bar, input, weights, axis, output, mode, cval, origin)[1],
            np.sum(ans_bar * ndimage.correlate1d(np.zeros_like(input), weights, axis, None, mode, 1.0, origin)))


@jvp(ndimage.correlate1d)
def correlate1d_jvp(ans, input_dot, weights_dot, cval_dot, input, weights, axis=-1, output=None, mode="reflect", cval=0.0,
                    origin=0):
    return (ndimage.correlate1d(input_dot, weights, axis, None, mode, 0.0, origin),
            ndimage.correlate1d(input, weights_dot, axis, None, mode, cval, origin),
            ndimage.correlate1d(np.zeros_like(input), weights, axis, None, mode, cval_dot, origin))


@vjp(ndimage.convolve, wrt=("input", "weights", "cval"), how=("output", "origin"))
def convolve(ans_bar, ans, input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    return (convolve_bar(ans_bar, input, weights, output, mode, cval, origin, axes)[0],
            convolve_bar(ans_bar, input, weights, output, mode, cval, origin, axes)[1],
            np.sum(ans_bar * ndimage.convolve(np.zeros_like(input), weights, None, mode, 1.0, origin, axes=axes)))


@jvp(ndimage.convolve)
def convolve_jvp(ans, input_dot, weights_dot, cval_dot, input, weights, output=None, mode="reflect", cval=0.0, origin=0, *,
                 axes=None):
    return (ndimage.convolve(input_dot, weights, None, mode, 0.0, origin, axes=axes),
            ndimage.convolve(input, weights_dot, None, mode, cval, origin, axes=axes),
            ndimage.convolve(np.zeros_like(input), weights, None, mode, cval_dot, origin, axes=axes))


@vjp(ndimage.convolve1d, wrt=("input", "weights", "cval"), how=("output", "origin"))
def convolve1d(ans_bar, ans, input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    return (convolve1d_bar(ans_bar, input, weights, axis, output, mode, cval, origin)[0],
            convolve1d_bar(ans_bar, input, weights, axis, output, mode, cval, origin)[1],
            np.sum(ans_bar * ndimage.convolve1d(np.zeros_like(input), weights, axis, None, mode, 1.0, origin)))


@jvp(ndimage.convolve1d)
def convolve1d_jvp(ans, input_dot, weights_dot, cval_dot, input, weights, axis=-1, output=None, mode="reflect", cval=0.0,
                   origin=0):
    return (ndimage.convolve1d(input_dot, weights, axis, None, mode, 0.0, origin),
            ndimage.convolve1d(input, weights_dot, axis, None, mode, cval, origin),
            ndimage.convolve1d(np.zeros_like(input), weights, axis, None, mode, cval_dot, origin))


@linear(ndimage.spline_filter1d, how=("output",))
def spline_filter1d(ans_bar, input, order=3, axis=-1, output=None, mode="mirror"):
    return spline_filter1d_bar(ans_bar, input, order, axis, output, mode)


zero_derivative(ndimage.label, ndimage.find_objects, ndimage.maximum_position, ndimage.minimum_position,
                ndimage.generate_binary_structure)
