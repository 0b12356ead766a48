"""`scipy.fftpack`, the older of SciPy's two Fourier modules, in terms of the newer; nothing is overwritten."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.fft as fft
import scipy.fftpack as fftpack

from tangentish import library

INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}
"""The type of cosine or sine transform that undoes each, up to a factor."""


def transform(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    return fft.fft(x, n, axis)


def inverse_transform(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    return fft.ifft(x, n, axis)


def transform_axes(x: Any, shape: Any = None, axes: Any = None, overwrite_x: bool = False) -> Any:
    return fft.fftn(x, shape, axes)


def inverse_transform_axes(x: Any, shape: Any = None, axes: Any = None, overwrite_x: bool = False) -> Any:
    return fft.ifftn(x, shape, axes)


def transform_2(x: Any, shape: Any = None, axes: Any = (-2, -1), overwrite_x: bool = False) -> Any:
    return fft.fftn(x, shape, axes)


def inverse_transform_2(x: Any, shape: Any = None, axes: Any = (-2, -1), overwrite_x: bool = False) -> Any:
    return fft.ifftn(x, shape, axes)


def packed_transform(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    """The transform of a real array as real numbers: the first, then the real and the imaginary part of each in turn."""
    half = np.moveaxis(fft.rfft(x, n, axis), axis, -1)
    size = np.shape(x)[axis] if n is None else n
    pairs = np.stack([half.real, half.imag], -1)
    flat = np.reshape(pairs, (*pairs.shape[:-2], 2 * pairs.shape[-2]))
    packed = np.concatenate([flat[..., :1], flat[..., 2 : size + 1]], -1)  # those left out are zero
    return np.moveaxis(packed, -1, axis)


def packed_inverse(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    """The real array whose transform is packed so."""
    packed = np.moveaxis(np.asarray(x), axis, -1)
    size = packed.shape[-1] if n is None else n
    if size > packed.shape[-1]:
        packed = np.concatenate([packed, np.zeros((*packed.shape[:-1], size - packed.shape[-1]), packed.dtype)], -1)
    rest = packed[..., 1:size]
    real, imag = rest[..., 0::2], rest[..., 1::2]
    if size % 2 == 0:
        imag = np.concatenate([imag, np.zeros((*imag.shape[:-1], 1), imag.dtype)], -1)
    half = np.concatenate([packed[..., :1] + 0j, real + 1j * imag], -1)
    return np.moveaxis(fft.irfft(half, size, -1), -1, axis)


def cosine(x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dct(x, type, n, axis, norm)


def inverse_cosine(x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dct(x, INVERSE[type], n, axis, norm)


def cosine_axes(x: Any, type: int = 2, shape: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dctn(x, type, shape, axes, norm)


def inverse_cosine_axes(x: Any, type: int = 2, shape: Any = None, axes: Any = None, norm: Any = None,
                        overwrite_x: bool = False) -> Any:
    return fft.dctn(x, INVERSE[type], shape, axes, norm)


def sine(x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dst(x, type, n, axis, norm)


def inverse_sine(x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dst(x, INVERSE[type], n, axis, norm)


def sine_axes(x: Any, type: int = 2, shape: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False) -> Any:
    return fft.dstn(x, type, shape, axes, norm)


def inverse_sine_axes(x: Any, type: int = 2, shape: Any = None, axes: Any = None, norm: Any = None,
                      overwrite_x: bool = False) -> Any:
    return fft.dstn(x, INVERSE[type], shape, axes, norm)


library.REPLACED |= {
    fftpack.fft: transform, fftpack.ifft: inverse_transform, fftpack.fftn: transform_axes, fftpack.ifftn: inverse_transform_axes,
    fftpack.fft2: transform_2, fftpack.ifft2: inverse_transform_2, fftpack.rfft: packed_transform, fftpack.irfft: packed_inverse,
    fftpack.dct: cosine, fftpack.idct: inverse_cosine, fftpack.dctn: cosine_axes, fftpack.idctn: inverse_cosine_axes,
    fftpack.dst: sine, fftpack.idst: inverse_sine, fftpack.dstn: sine_axes, fftpack.idstn: inverse_sine_axes}
