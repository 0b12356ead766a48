"""`scipy.signal`: convolution of arrays of any number of axes."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.signal as signal

from tangentish.rules.helpers import cut, embed_convolution
from tangentish.rules.registry import jvp, vjp


@vjp(signal.convolve, wrt=("in1", "in2"))
def convolve(ans_bar, ans, in1, in2, mode="full", method="auto"):
    full = embed_convolution(ans_bar, np.shape(in1), np.shape(in2), mode)
    return (cut(signal.convolve(full, np.flip(in2), "full", method), np.shape(in2), np.shape(in1)),
            cut(signal.convolve(full, np.flip(in1), "full", method), np.shape(in1), np.shape(in2)))


@jvp(signal.convolve)
def convolve_jvp(ans, in1_dot, in2_dot, in1, in2, mode="full", method="auto"):
    return signal.convolve(in1_dot, in2, mode, method), signal.convolve(in1, in2_dot, mode, method)


@vjp(signal.fftconvolve, wrt=("in1", "in2"))
def fftconvolve(ans_bar, ans, in1, in2, mode="full"):
    full = embed_convolution(ans_bar, np.shape(in1), np.shape(in2), mode)
    return (cut(signal.fftconvolve(full, np.flip(in2)), np.shape(in2), np.shape(in1)),
            cut(signal.fftconvolve(full, np.flip(in1)), np.shape(in1), np.shape(in2)))


@jvp(signal.fftconvolve)
def fftconvolve_jvp(ans, in1_dot, in2_dot, in1, in2, mode="full"):
    return signal.fftconvolve(in1_dot, in2, mode), signal.fftconvolve(in1, in2_dot, mode)
