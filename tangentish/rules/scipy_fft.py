"""`scipy.fft`, as `numpy.fft`."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.fft as fft

from tangentish.rules.helpers import fit, fit_axes, swap_norm, unirfft, unirfftn, unrfft, unrfftn
from tangentish.rules.registry import elementwise, linear, zero_derivative
from tangentish.rules.scipy_helpers.transforms import uncosine, uncosine_axes, uncosine_inverse


@linear(fft.fft, how=("n",))
def fft_(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return fit(fft.fft(ans_bar, n, axis, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifft, how=("n",))
def ifft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return fit(fft.ifft(ans_bar, n, axis, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.fft2, how=("s",))
def fft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return fit(fft.fftn(ans_bar, None, axes, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifft2, how=("s",))
def ifft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return fit(fft.ifftn(ans_bar, None, axes, norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.fftn, how=("s",))
def fftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return fit(fft.fftn(ans_bar, None, fit_axes(s, axes, np.ndim(x)), norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.ifftn, how=("s",))
def ifftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return fit(fft.ifftn(ans_bar, None, fit_axes(s, axes, np.ndim(x)), norm, workers=workers), np.shape(x), np.iscomplexobj(x))


@linear(fft.rfft, how=("n",))
def rfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return unrfft(ans_bar, np.shape(x), n, axis, norm)


@linear(fft.irfft, how=("n",))
def irfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return unirfft(ans_bar, np.shape(x), axis, norm, np.iscomplexobj(x))


@linear(fft.rfft2, how=("s",))
def rfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return unrfftn(ans_bar, np.shape(x), s, axes, norm)


@linear(fft.irfft2, how=("s",))
def irfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return unirfftn(ans_bar, np.shape(x), s, axes, norm, np.iscomplexobj(x))


@linear(fft.rfftn, how=("s",))
def rfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return unrfftn(ans_bar, np.shape(x), s, axes, norm)


@linear(fft.irfftn, how=("s",))
def irfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return unirfftn(ans_bar, np.shape(x), s, axes, norm, np.iscomplexobj(x))


@linear(fft.hfft, how=("n",))
def hfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return np.conj(unirfft(ans_bar, np.shape(x), axis, swap_norm(norm), np.iscomplexobj(x)))


@linear(fft.ihfft, how=("n",))
def ihfft(ans_bar, x, n=None, axis=-1, norm=None, *, workers=None):
    return unrfft(np.conj(ans_bar), np.shape(x), n, axis, swap_norm(norm))


@linear(fft.hfft2, how=("s",))
def hfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return np.conj(unirfftn(ans_bar, np.shape(x), s, axes, swap_norm(norm), np.iscomplexobj(x)))


@linear(fft.ihfft2, how=("s",))
def ihfft2(ans_bar, x, s=None, axes=(-2, -1), norm=None, *, workers=None):
    return unrfftn(np.conj(ans_bar), np.shape(x), s, axes, swap_norm(norm))


@linear(fft.hfftn, how=("s",))
def hfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return np.conj(unirfftn(ans_bar, np.shape(x), s, axes, swap_norm(norm), np.iscomplexobj(x)))


@linear(fft.ihfftn, how=("s",))
def ihfftn(ans_bar, x, s=None, axes=None, norm=None, *, workers=None):
    return unrfftn(np.conj(ans_bar), np.shape(x), s, axes, swap_norm(norm))


@linear(fft.fftshift)
def fftshift(ans_bar, x, axes=None):
    return fft.ifftshift(ans_bar, axes)


@linear(fft.ifftshift)
def ifftshift(ans_bar, x, axes=None):
    return fft.fftshift(ans_bar, axes)


@linear(fft.dct, how=("n",))
def dct(ans_bar, x, type=2, n=None, axis=-1, norm=None, *, workers=None, orthogonalize=None):
    return uncosine(fft.dct, ans_bar, np.shape(x), type, axis, norm, orthogonalize)


@linear(fft.dctn, how=("s",))
def dctn(ans_bar, x, type=2, s=None, axes=None, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_axes(uncosine, fft.dct, ans_bar, np.shape(x), type, s, axes, norm, orthogonalize)


@linear(fft.idct, how=("n",))
def idct(ans_bar, x, type=2, n=None, axis=-1, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_inverse(fft.dct, ans_bar, np.shape(x), type, axis, norm, orthogonalize)


@linear(fft.idctn, how=("s",))
def idctn(ans_bar, x, type=2, s=None, axes=None, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_axes(uncosine_inverse, fft.dct, ans_bar, np.shape(x), type, s, axes, norm, orthogonalize)


@linear(fft.dst, how=("n",))
def dst(ans_bar, x, type=2, n=None, axis=-1, norm=None, *, workers=None, orthogonalize=None):
    return uncosine(fft.dst, ans_bar, np.shape(x), type, axis, norm, orthogonalize)


@linear(fft.dstn, how=("s",))
def dstn(ans_bar, x, type=2, s=None, axes=None, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_axes(uncosine, fft.dst, ans_bar, np.shape(x), type, s, axes, norm, orthogonalize)


@linear(fft.idst, how=("n",))
def idst(ans_bar, x, type=2, n=None, axis=-1, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_inverse(fft.dst, ans_bar, np.shape(x), type, axis, norm, orthogonalize)


@linear(fft.idstn, how=("s",))
def idstn(ans_bar, x, type=2, s=None, axes=None, norm=None, *, workers=None, orthogonalize=None):
    return uncosine_axes(uncosine_inverse, fft.dst, ans_bar, np.shape(x), type, s, axes, norm, orthogonalize)


@elementwise(fft.fftfreq, fft.rfftfreq, wrt=("d",), how=("n",))
def fftfreq(ans, n, d=1.0, *, xp=None, device=None):
    return -ans / d


zero_derivative(fft.next_fast_len, fft.prev_fast_len, fft.get_workers)
