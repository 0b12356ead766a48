"""Samples of SciPy."""

from __future__ import annotations

import numpy as np
import scipy.fft as fft
import scipy.ndimage as ndimage
import scipy.signal as signal
import scipy.spatial.distance as distance
from scipy._lib import _array_api as arrays

from tangentish.rules.libraries import first_module
from tests.rules.samples import A, C, P, S, sample, several

extra = first_module("scipy._external.array_api_extra", "scipy._lib.array_api_extra")

if hasattr(arrays, "xp_promote"):
    sample(arrays.xp_promote, A(3), force_floating=True, xp=np)

if hasattr(arrays, "np_compat"):
    sample(arrays.np_compat.asarray, A(3, 2))
    sample(arrays.np_compat.asarray, A(3), copy=True)
    sample(arrays.np_compat.asarray, [[0.3, 0.7], [-0.4, 1.2]])
    sample(arrays.np_compat.reshape, A(3, 4), (2, -1))
    sample(arrays.np_compat.reshape, A(3, 4).T, (12,))
    sample(arrays.np_compat.permute_dims, A(3, 4, 2), (2, 0, 1))
    sample(arrays.np_compat.permute_dims, A(3, 4), axes=(-1, 0))

if extra is not None and hasattr(extra, "atleast_nd"):
    for ndim in (1, 2, 3):
        sample(extra.atleast_nd, A(3), ndim=ndim, xp=np)
    sample(extra.atleast_nd, A(2, 3), ndim=1, xp=np)

sample(distance.squareform, P(6))
sample(distance.squareform, S(3), checks=False)

several((fft.fft, fft.ifft, fft.irfft, fft.hfft), C(3, 4))
for norm in (None, "ortho", "forward"):
    several((fft.fft, fft.ifft, fft.irfft, fft.hfft), C(3, 4), 7, norm=norm)
    several((fft.fft, fft.rfft, fft.ihfft), A(3, 4), 3, 0, norm)
    for type in (1, 2, 3, 4):
        for options in ({}, {"orthogonalize": True}, {"orthogonalize": False}):
            several((fft.dct, fft.idct, fft.dst, fft.idst), A(5), type, norm=norm, **options)
        several((fft.dctn, fft.idctn, fft.dstn, fft.idstn), A(3, 4), type, norm=norm)
several((fft.dct, fft.idct, fft.dst, fft.idst), A(3, 4), 2, 6, 0)
several((fft.dct, fft.dst), C(3, 4), 3, 2)
several((fft.dctn, fft.idctn), A(3, 4), 2, (2, 5))
several((fft.dctn, fft.idstn), A(3, 4, 2), 3, None, (0, -1))
several((fft.fft2, fft.ifft2, fft.fftn, fft.ifftn, fft.irfft2, fft.irfftn, fft.hfft2, fft.hfftn), C(3, 4, 5))
several((fft.fft2, fft.ifft2, fft.irfft2, fft.hfft2), C(3, 4), (2, 7), norm="ortho")
several((fft.rfft, fft.rfft2, fft.rfftn, fft.ihfft, fft.ihfft2, fft.ihfftn), A(3, 4))
several((fft.rfft2, fft.ihfft2), A(3, 4), (5, 3))
several((fft.fftshift, fft.ifftshift), A(3, 4))
several((fft.fftshift, fft.ifftshift), C(3, 5), axes=1)

for mode in ("full", "same", "valid"):
    several((signal.convolve, signal.fftconvolve, signal.oaconvolve, signal.correlate), A(5, 4), A(2, 3), mode=mode)
    several((signal.convolve, signal.fftconvolve, signal.oaconvolve, signal.correlate), A(2), A(5), mode=mode)
    several((signal.convolve, signal.fftconvolve, signal.correlate), C(4), C(3), mode=mode)
    several((signal.convolve, signal.correlate), A(4), C(3), mode=mode)
    several((signal.fftconvolve, signal.oaconvolve), A(3, 5), A(3, 2), mode=mode, axes=1)
    several((signal.fftconvolve, signal.oaconvolve), A(3, 5), A(1, 2), mode=mode, axes=-1)
sample(signal.convolve, A(5), A(3), "same", "direct")
FB, FA = np.array([0.7, -0.3, 0.2]), np.array([1.3, 0.4])
sample(signal.lfilter, FB, FA, A(6))
sample(signal.lfilter, FA, FB, A(6))
sample(signal.lfilter, FB, np.array([2.0]), A(6))
sample(signal.lfilter, FB, np.array([2.0]), A(6), zi=A(2))
sample(signal.lfilter, FB, FA, A(3, 6), 1)
sample(signal.lfilter, FB, FA, A(6, 3), axis=0, zi=A(2, 3))
sample(signal.lfilter, FA, FB, A(6), -1, A(2))
sample(signal.lfilter, FA, FB, A(1), -1, A(2))
sample(signal.lfilter, FB, np.array(1.3), A(6), zi=A(2))
sample(signal.lfilter, C(2), np.array([1.0, 0.2 + 0.1j]), C(5))
for kind in ("linear", "constant"):
    sample(signal.detrend, A(2, 7), type=kind, bp=[0, 3])
    sample(signal.detrend, A(7, 2), 0, kind)

for mode in ("reflect", "constant", "nearest", "mirror", "wrap", "grid-wrap", "grid-mirror", "grid-constant"):
    several((ndimage.correlate1d, ndimage.convolve1d), A(2, 6), A(4), mode=mode, cval=0.7)
    several((ndimage.correlate, ndimage.convolve), A(5, 4), A(3, 2), mode=mode, cval=0.7, origin=(-1, 0))
for mode in ("mirror", "reflect", "nearest", "constant", "grid-wrap"):
    for order in (1, 2, 3, 5):
        sample(ndimage.spline_filter1d, A(6), order, mode=mode)
sample(ndimage.spline_filter1d, A(2, 6, 3), 3, 1)
sample(ndimage.spline_filter1d, A(1, 6), 4, 0)
for origin in (-2, -1, 0, 1):
    several((ndimage.correlate1d, ndimage.convolve1d), A(6), A(4), origin=origin)
several((ndimage.correlate1d, ndimage.convolve1d), A(6, 2), A(3), 0)
several((ndimage.correlate1d, ndimage.convolve1d), A(3), A(8))
several((ndimage.correlate, ndimage.convolve), A(2, 6), A(3), axes=(1,))
several((ndimage.correlate, ndimage.convolve), A(6), A(5))
several((fft.fftfreq, fft.rfftfreq), 7, 0.3)
sample(fft.fftfreq, 6, A(2, 1))
