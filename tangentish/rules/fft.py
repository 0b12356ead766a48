"""`numpy.fft`: a discrete Fourier transform is a symmetric matrix, so it is its own transpose."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import fit, swap_norm, unfftn, unifftn, unirfft, unirfftn, unrfft, unrfftn
from tangentish.rules.registry import linear


@linear(np.fft.fft)
def fft(ans_bar, a, n=None, axis=-1, norm=None):
    return fit(np.fft.fft(ans_bar, n, axis, norm), np.shape(a), np.iscomplexobj(a))


@linear(np.fft.ifft)
def ifft(ans_bar, a, n=None, axis=-1, norm=None):
    return fit(np.fft.ifft(ans_bar, n, axis, norm), np.shape(a), np.iscomplexobj(a))


@linear(np.fft.fft2)
def fft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.fft2, when="s is None and a.ndim is not None and not a.is_real")
def fft2_whole(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return np.fft.fft2(ans_bar, None, axes, norm)


@linear(np.fft.ifft2)
def ifft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unifftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.ifft2, when="s is None and a.ndim is not None and not a.is_real")
def ifft2_whole(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return np.fft.ifft2(ans_bar, None, axes, norm)


@linear(np.fft.fftn)
def fftn(ans_bar, a, s=None, axes=None, norm=None):
    return unfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.fftn, when="s is None and a.ndim is not None and not a.is_real")
def fftn_whole(ans_bar, a, s=None, axes=None, norm=None):
    return np.fft.fftn(ans_bar, None, axes, norm)


@linear(np.fft.ifftn)
def ifftn(ans_bar, a, s=None, axes=None, norm=None):
    return unifftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.ifftn, when="s is None and a.ndim is not None and not a.is_real")
def ifftn_whole(ans_bar, a, s=None, axes=None, norm=None):
    return np.fft.ifftn(ans_bar, None, axes, norm)


@linear(np.fft.rfft)
def rfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unrfft(ans_bar, np.shape(a), n, axis, norm)


@linear(np.fft.irfft)
def irfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unirfft(ans_bar, np.shape(a), axis, norm, np.iscomplexobj(a))


@linear(np.fft.rfft2)
def rfft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unrfftn(ans_bar, np.shape(a), s, axes, norm)


@linear(np.fft.irfft2)
def irfft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unirfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.rfftn)
def rfftn(ans_bar, a, s=None, axes=None, norm=None):
    return unrfftn(ans_bar, np.shape(a), s, axes, norm)


@linear(np.fft.irfftn)
def irfftn(ans_bar, a, s=None, axes=None, norm=None):
    return unirfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.hfft)
def hfft(ans_bar, a, n=None, axis=-1, norm=None):
    return np.conj(unirfft(ans_bar, np.shape(a), axis, swap_norm(norm), np.iscomplexobj(a)))


@linear(np.fft.ihfft)
def ihfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unrfft(np.conj(ans_bar), np.shape(a), n, axis, swap_norm(norm))


@linear(np.fft.fftshift)
def fftshift(ans_bar, x, axes=None):
    return np.fft.ifftshift(ans_bar, axes)


@linear(np.fft.ifftshift)
def ifftshift(ans_bar, x, axes=None):
    return np.fft.fftshift(ans_bar, axes)
