"""`numpy.fft`: a discrete Fourier transform is a symmetric matrix, so it is its own transpose."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import fit, swap_norm, unfftn, unifftn, unirfft, unirfftn, unrfft, unrfftn
from tangentish.rules.registry import elementwise, linear


@linear(np.fft.fft, how=("n",))
def fft(ans_bar, a, n=None, axis=-1, norm=None):
    return fit(np.fft.fft(ans_bar, n, axis, norm), np.shape(a), np.iscomplexobj(a))


@linear(np.fft.ifft, how=("n",))
def ifft(ans_bar, a, n=None, axis=-1, norm=None):
    return fit(np.fft.ifft(ans_bar, n, axis, norm), np.shape(a), np.iscomplexobj(a))


@linear(np.fft.fft2, how=("s",))
def fft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.fft2, when="s is None and a.ndim is not None and not a.is_real", how=("s",))
def fft2_whole(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return np.fft.fft2(ans_bar, None, axes, norm)


@linear(np.fft.ifft2, how=("s",))
def ifft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unifftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.ifft2, when="s is None and a.ndim is not None and not a.is_real", how=("s",))
def ifft2_whole(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return np.fft.ifft2(ans_bar, None, axes, norm)


@linear(np.fft.fftn, how=("s",))
def fftn(ans_bar, a, s=None, axes=None, norm=None):
    return unfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.fftn, when="s is None and a.ndim is not None and not a.is_real", how=("s",))
def fftn_whole(ans_bar, a, s=None, axes=None, norm=None):
    return np.fft.fftn(ans_bar, None, axes, norm)


@linear(np.fft.ifftn, how=("s",))
def ifftn(ans_bar, a, s=None, axes=None, norm=None):
    return unifftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.ifftn, when="s is None and a.ndim is not None and not a.is_real", how=("s",))
def ifftn_whole(ans_bar, a, s=None, axes=None, norm=None):
    return np.fft.ifftn(ans_bar, None, axes, norm)


@linear(np.fft.rfft, how=("n",))
def rfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unrfft(ans_bar, np.shape(a), n, axis, norm)


@linear(np.fft.irfft, how=("n",))
def irfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unirfft(ans_bar, np.shape(a), axis, norm, np.iscomplexobj(a))


@linear(np.fft.rfft2, how=("s",))
def rfft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unrfftn(ans_bar, np.shape(a), s, axes, norm)


@linear(np.fft.irfft2, how=("s",))
def irfft2(ans_bar, a, s=None, axes=(-2, -1), norm=None):
    return unirfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.rfftn, how=("s",))
def rfftn(ans_bar, a, s=None, axes=None, norm=None):
    return unrfftn(ans_bar, np.shape(a), s, axes, norm)


@linear(np.fft.irfftn, how=("s",))
def irfftn(ans_bar, a, s=None, axes=None, norm=None):
    return unirfftn(ans_bar, np.shape(a), s, axes, norm, np.iscomplexobj(a))


@linear(np.fft.hfft, how=("n",))
def hfft(ans_bar, a, n=None, axis=-1, norm=None):
    return np.conj(unirfft(ans_bar, np.shape(a), axis, swap_norm(norm), np.iscomplexobj(a)))


@linear(np.fft.ihfft, how=("n",))
def ihfft(ans_bar, a, n=None, axis=-1, norm=None):
    return unrfft(np.conj(ans_bar), np.shape(a), n, axis, swap_norm(norm))


@linear(np.fft.fftshift)
def fftshift(ans_bar, x, axes=None):
    return np.fft.ifftshift(ans_bar, axes)


@linear(np.fft.ifftshift)
def ifftshift(ans_bar, x, axes=None):
    return np.fft.fftshift(ans_bar, axes)


@elementwise(np.fft.fftfreq, np.fft.rfftfreq, wrt=("d",), how=("n",))
def fftfreq(ans, n, d=1.0, device=None):
    return -ans / d
