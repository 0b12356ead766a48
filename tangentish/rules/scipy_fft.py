"""`scipy.fft`, as `numpy.fft`."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.fft as fft

from tangentish.rules.helpers import fit, fit_axes, unirfft, unirfftn, unrfft, unrfftn
from tangentish.rules.registry import linear


@linear(fft.fft)
def fft_(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return fit(fft.fft(ans_bar, n, axis, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifft)
def ifft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return fit(fft.ifft(ans_bar, n, axis, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.fft2)
def fft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return fit(fft.fftn(ans_bar, None, axes, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifft2)
def ifft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return fit(fft.ifftn(ans_bar, None, axes, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.fftn)
def fftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return fit(fft.fftn(ans_bar, None, fit_axes(s, axes, np.ndim(x)), norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifftn)
def ifftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return fit(fft.ifftn(ans_bar, None, fit_axes(s, axes, np.ndim(x)), norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.rfft)
def rfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return unrfft(ans_bar, np.shape(x), n, axis, norm)


@linear(fft.irfft)
def irfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return unirfft(ans_bar, np.shape(x), axis, norm, np.iscomplexobj(x))


@linear(fft.rfft2)
def rfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return unrfftn(ans_bar, np.shape(x), s, axes, norm)


@linear(fft.irfft2)
def irfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return unirfftn(ans_bar, np.shape(x), s, axes, norm, np.iscomplexobj(x))


@linear(fft.rfftn)
def rfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return unrfftn(ans_bar, np.shape(x), s, axes, norm)


@linear(fft.irfftn)
def irfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return unirfftn(ans_bar, np.shape(x), s, axes, norm, np.iscomplexobj(x))
