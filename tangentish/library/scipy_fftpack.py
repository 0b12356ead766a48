"""`scipy.fftpack`, the older transforms: as those of `scipy.fft`, which have rules."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.fft as fft
from scipy import fftpack

from tangentish import library


def along(transform):
    """A transform along one axis."""

    def transformed(x, n=None, axis=-1, overwrite_x=False):
        return transform(x, n, axis)

    return transformed


def along_axes(transform, default):
    """A transform along several axes."""

    def transformed(x, shape=None, axes=default, overwrite_x=False):
        return transform(x, shape, axes)

    return transformed


_AS_THEY_ARE, _INVERSE = (0, 1, 2, 3, 4), (0, 1, 3, 2, 4)  # the inverse of a type is another one, without a factor


def cosine(transform, types):
    """A cosine or sine transform."""

    def transformed(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
        return transform(x, types[type], n, axis, norm)

    return transformed


def cosine_axes(transform, types):
    """A cosine or sine transform along several axes."""

    def transformed(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
        return transform(x, types[type], shape, axes, norm)

    return transformed


def rfft(x, n=None, axis=-1, overwrite_x=False):
    """Real and imaginary parts in turn, but for imaginary parts that are 0 whatever the input.

    >>> rfft(np.arange(4.0))
    array([ 6., -2.,  2., -2.])
    """
    x = np.asarray(x)
    if np.iscomplexobj(x):
        raise TypeError("x must be a real sequence")
    count = x.shape[axis] if n is None else n
    spectrum = np.moveaxis(fft.rfft(x, n, axis), axis, -1)
    parts = np.stack([np.real(spectrum), np.imag(spectrum)], axis=-1)
    flat = np.reshape(parts, (*spectrum.shape[:-1], 2 * spectrum.shape[-1]))
    return np.moveaxis(np.concatenate([flat[..., :1], flat[..., 2 : count + 1]], axis=-1), -1, axis)


library.REPLACED |= {
    fftpack.rfft: rfft,
    **{getattr(fftpack, name): along(getattr(fft, name)) for name in ("fft", "ifft")},
    **{getattr(fftpack, name): along_axes(getattr(fft, name), (-2, -1)) for name in ("fft2", "ifft2")},
    **{getattr(fftpack, name): along_axes(getattr(fft, name), None) for name in ("fftn", "ifftn")},
    fftpack.dct: cosine(fft.dct, _AS_THEY_ARE), fftpack.idct: cosine(fft.dct, _INVERSE),
    fftpack.dst: cosine(fft.dst, _AS_THEY_ARE), fftpack.idst: cosine(fft.dst, _INVERSE),
    fftpack.dctn: cosine_axes(fft.dctn, _AS_THEY_ARE), fftpack.idctn: cosine_axes(fft.dctn, _INVERSE),
    fftpack.dstn: cosine_axes(fft.dstn, _AS_THEY_ARE), fftpack.idstn: cosine_axes(fft.dstn, _INVERSE),
}
