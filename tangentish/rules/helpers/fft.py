"""What the rules of `numpy.fft` need."""

from __future__ import annotations

from typing import Any

import numpy as np


def fit(x: Any, shape: Any, iscomplex: bool = True) -> Any:
    """`x` cut off or filled with zeros to this shape: the transpose of the same before a transform.

    Of what is the cotangent of an array that is not complex, the real part.
    """
    x = x if iscomplex else np.real(x)
    x = x[tuple(slice(size) for size in shape)]
    if x.shape == tuple(shape):
        return x
    return np.pad(x, [(0, size - have) for size, have in zip(shape, x.shape, strict=True)])


def fit_axes(s: Any, axes: Any, ndim: int) -> tuple[int, ...]:
    """The axes that an n-dimensional transform transforms."""
    if axes is not None:
        return tuple(axes)
    return tuple(range(ndim)) if s is None else tuple(range(ndim - len(s), ndim))


def swap_norm(norm: Any) -> Any:
    """The `norm` of the inverse transform: `np.fft.hfft` is an inverse real transform."""
    return {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}[norm]


def unrfft(ans_bar: Any, shape: Any, n: int | None = None, axis: int = -1, norm: Any = None) -> Any:
    """The transpose of `np.fft.rfft`."""
    n = shape[axis] if n is None else n
    return fit(np.real(np.fft.fft(ans_bar, n, axis, norm)), shape)


def unirfft(ans_bar: Any, shape: Any, axis: int = -1, norm: Any = None, iscomplex: bool = True) -> Any:
    """The transpose of `np.fft.irfft`: the frequencies that stand for two count twice."""
    n = np.shape(ans_bar)[axis]
    half = np.conj(np.fft.rfft(np.real(ans_bar), n, axis, swap_norm(norm)))
    weight = np.full(n // 2 + 1, 2.0, half.real.dtype)
    weight[0] = 1.0
    if n % 2 == 0:
        weight[-1] = 1.0
    weight = np.reshape(weight, [-1 if k == axis % half.ndim else 1 for k in range(half.ndim)])
    return fit(half * weight, shape, iscomplex)


def unrfftn(ans_bar: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The transpose of `np.fft.rfftn`."""
    axes = fit_axes(s, axes, len(shape))
    bar = np.fft.fftn(ans_bar, None, axes[:-1], norm) if len(axes) > 1 else ans_bar
    last = shape[axes[-1]] if s is None else s[-1]
    return fit(np.real(np.fft.fft(bar, last, axes[-1], norm)), shape)


def unirfftn(ans_bar: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None, iscomplex: bool = True) -> Any:
    """The transpose of `np.fft.irfftn`."""
    axes = fit_axes(s, axes, len(shape))
    bar_shape = list(np.shape(ans_bar))
    bar_shape[axes[-1]] = np.shape(ans_bar)[axes[-1]] // 2 + 1
    bar = unirfft(ans_bar, bar_shape, axes[-1], norm)
    return fit(np.fft.ifftn(bar, None, axes[:-1], norm) if len(axes) > 1 else bar, shape, iscomplex)
