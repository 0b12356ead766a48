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
    half = np.conj(np.fft.rfft(ans_bar, n, axis, swap_norm(norm)))
    weight = np.full(n // 2 + 1, 2.0, half.real.dtype)
    weight[0] = 1.0
    if n % 2 == 0:
        weight[-1] = 1.0
    weight = np.reshape(weight, [-1 if k == axis % half.ndim else 1 for k in range(half.ndim)])
    return fit(half * weight, shape, iscomplex)


def fit_axes(s: Any, axes: Any, ndim: int) -> tuple[int, ...]:
    """The axes that an n-dimensional transform transforms."""
    if axes is not None:
        return (int(axes),) if isinstance(axes, (int, np.integer)) else tuple(axes)
    return tuple(range(ndim)) if s is None else tuple(range(ndim - np.size(s), ndim))


def _steps(shape: Any, s: Any, axes: Any) -> tuple[list[int], list[int]]:
    """The axes that an n-dimensional transform transforms one by one, and the lengths that it cuts or fills them to."""
    axes = [int(axis) % len(shape) for axis in fit_axes(s, axes, len(shape))]
    lengths = [-1] * len(axes) if s is None else [s] if isinstance(s, (int, np.integer)) else list(s)
    return axes, [shape[axis] if n in (-1, None) else n for axis, n in zip(axes, lengths, strict=True)]


def _resized(shape: Any, axis: int, n: int) -> tuple[int, ...]:
    return tuple(n if place == axis else size for place, size in enumerate(shape))


def _unfft_each(transform: Any, ans_bar: Any, shape: Any, axes: list[int], lengths: list[int], norm: Any) -> Any:
    """The transpose of transforms along these axes, one by one: they may be the same axis again."""
    shapes = [tuple(shape)]
    for axis, n in zip(axes, lengths, strict=True):
        shapes.append(_resized(shapes[-1], axis, n))
    for axis, before in zip(reversed(axes), reversed(shapes[:-1]), strict=True):
        ans_bar = fit(transform(ans_bar, None, (axis,), norm), before)
    return ans_bar


def unfftn(x: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None, iscomplex: bool = True) -> Any:
    """The transpose of `np.fft.fftn`."""
    axes, lengths = _steps(shape, s, axes)
    bar = _unfft_each(np.fft.fftn, x, shape, axes[::-1], lengths[::-1], norm)
    return bar if iscomplex else np.real(bar)


def unifftn(x: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None, iscomplex: bool = True) -> Any:
    """The transpose of `np.fft.ifftn`."""
    axes, lengths = _steps(shape, s, axes)
    bar = _unfft_each(np.fft.ifftn, x, shape, axes[::-1], lengths[::-1], norm)
    return bar if iscomplex else np.real(bar)


def unrfftn(ans_bar: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The transpose of `np.fft.rfftn`: of a real transform of the last axis, and then of the others."""
    axes, lengths = _steps(shape, s, axes)
    half = _resized(shape, axes[-1], lengths[-1] // 2 + 1)
    bar = _unfft_each(np.fft.fftn, ans_bar, half, axes[-2::-1], lengths[-2::-1], norm)
    return unrfft(bar, shape, lengths[-1], axes[-1], norm)


def unirfftn(ans_bar: Any, shape: Any, s: Any = None, axes: Any = None, norm: Any = None, iscomplex: bool = True) -> Any:
    """The transpose of `np.fft.irfftn`: of transforms of the other axes, and then a real one of the last."""
    axes, lengths = _steps(shape, s, axes)
    whole = tuple(shape)
    for axis, n in zip(axes[:-1], lengths[:-1], strict=True):
        whole = _resized(whole, axis, n)
    bar = unirfft(ans_bar, whole, axes[-1], norm)
    bar = _unfft_each(np.fft.ifftn, bar, shape, axes[:-1], lengths[:-1], norm)
    return bar if iscomplex else np.real(bar)


def irfftn_like(x: Any, bar: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """`np.fft.irfftn(x, s, axes, norm)`, whose last transform gives as many numbers as `bar` has there."""
    if s is None and np.size(axes := fit_axes(s, axes, np.ndim(x))):
        s = [np.shape(x)[axis] for axis in axes[:-1]] + [np.shape(bar)[axes[-1]]]
    return np.fft.irfftn(x, s, axes, norm)
