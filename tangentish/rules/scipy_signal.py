"""`scipy.signal`: convolutions of arrays of any number of axes, and recursive filters."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.signal as signal
from scipy.signal import _peak_finding

from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import jvp, linear, vjp, zero_derivative
from tangentish.rules.scipy_helpers.convolutions import (
    convolution_bar,
    convolution_bar_2,
    lfilter_bar,
    lfilter_dot,
    reversed_conj,
    start_bar,
)

splines = first_module("scipy.signal._spline")


@vjp(signal.convolve, wrt=("in1", "in2"))
def convolve(ans_bar, ans, in1, in2, mode="full", method="auto"):
    return (convolution_bar(signal.convolve, ans_bar, in1, in2, mode),
            convolution_bar_2(signal.convolve, ans_bar, in1, in2, mode))


@jvp(signal.convolve)
def convolve_jvp(ans, in1_dot, in2_dot, in1, in2, mode="full", method="auto"):
    return signal.convolve(in1_dot, in2, mode, method), signal.convolve(in1, in2_dot, mode, method)


@vjp(signal.correlate, wrt=("in1", "in2"))
def correlate(ans_bar, ans, in1, in2, mode="full", method="auto"):
    return (convolution_bar(signal.convolve, ans_bar, in1, reversed_conj(in2), mode),
            reversed_conj(convolution_bar_2(signal.convolve, ans_bar, in1, reversed_conj(in2), mode)))


@jvp(signal.correlate)
def correlate_jvp(ans, in1_dot, in2_dot, in1, in2, mode="full", method="auto"):
    return signal.correlate(in1_dot, in2, mode, method), signal.correlate(in1, in2_dot, mode, method)


@vjp(signal.fftconvolve, signal.oaconvolve, wrt=("in1", "in2"))
def fftconvolve(ans_bar, ans, in1, in2, mode="full", axes=None):
    return (convolution_bar(signal.fftconvolve, ans_bar, in1, in2, mode, axes),
            convolution_bar_2(signal.fftconvolve, ans_bar, in1, in2, mode, axes))


@jvp(signal.fftconvolve, signal.oaconvolve)
def fftconvolve_jvp(ans, in1_dot, in2_dot, in1, in2, mode="full", axes=None):
    return signal.fftconvolve(in1_dot, in2, mode, axes), signal.fftconvolve(in1, in2_dot, mode, axes)


@vjp(signal.lfilter, wrt=("b", "a", "x", "zi"), multi=True)
def lfilter(ans_bar, ans, b, a, x, axis=-1, zi=None):
    return (lfilter_bar(ans_bar, ans, b, a, x, axis, zi)[0], lfilter_bar(ans_bar, ans, b, a, x, axis, zi)[1],
            lfilter_bar(ans_bar, ans, b, a, x, axis, zi)[2], lfilter_bar(ans_bar, ans, b, a, x, axis, zi)[3])


@jvp(signal.lfilter)
def lfilter_jvp(ans, b_dot, a_dot, x_dot, zi_dot, b, a, x, axis=-1, zi=None):
    return (lfilter_dot(ans, b_dot, None, None, None, b, a, x, axis, zi),
            lfilter_dot(ans, None, a_dot, None, None, b, a, x, axis, zi),
            lfilter_dot(ans, None, None, x_dot, None, b, a, x, axis, zi),
            lfilter_dot(ans, None, None, None, zi_dot, b, a, x, axis, zi))


@linear(signal.detrend, wrt=("data",), how=("bp",))  # what it subtracts is a projection, so it is its own transpose
def detrend(ans_bar, data, axis=-1, type="linear", bp=0):
    return signal.detrend(ans_bar, axis, type, bp)


zero_derivative(*present(signal, "argrelextrema", "argrelmax", "argrelmin", "unit_impulse", "choose_conv_method", "square"))
zero_derivative(*present(_peak_finding, "_local_maxima_1d", "_select_by_peak_distance"))  # places and choices, of `find_peaks`


# where recursive filters of a signal that is reflected at its ends start: linear, compiled, of signals along the last axis

@linear(*present(splines, "symiirorder1_ic"), how=("precision",))
def symiirorder1_ic(ans_bar, input, z1, precision=-1.0):
    return start_bar(splines.symiirorder1_ic, ans_bar, np.shape(input)[-1], z1, precision)


@linear(*present(splines, "symiirorder2_ic_fwd"), how=("precision",))
def symiirorder2_ic_fwd(ans_bar, input, r, omega, precision=-1.0):
    return start_bar(splines.symiirorder2_ic_fwd, ans_bar, np.shape(input)[-1], r, omega, precision)


@linear(*present(splines, "symiirorder2_ic_bwd"), how=("precision",))
def symiirorder2_ic_bwd(ans_bar, input, r, omega, precision=-1.0):
    return start_bar(splines.symiirorder2_ic_bwd, ans_bar, np.shape(input)[-1], r, omega, precision)
