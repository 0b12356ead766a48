"""What the rules of `scipy.signal` need."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.signal as signal

from tangentish.rules.helpers import axis_tuple, sum_to_shape


def convolution_bar(convolve: Any, ans_bar: Any, in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """The cotangent of `in1` for a convolution, which `convolve(x, y)` computes in full; that of `in2` is the same."""
    shape, other = np.shape(in1), np.shape(in2)
    return _unconvolve(convolve, ans_bar, in2, shape, other, _starts(shape, other, mode, axes), axes)


def convolution_bar_2(convolve: Any, ans_bar: Any, in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """The cotangent of `in2`; a result of mode "same" is the middle as `in1` has it."""
    shape, other = np.shape(in1), np.shape(in2)
    return _unconvolve(convolve, ans_bar, in1, other, shape, _starts(shape, other, mode, axes), axes)


def _starts(shape: Any, other: Any, mode: str, axes: Any) -> dict[int, int]:
    """Where in the full convolution the result begins, along each axis."""
    return {k: 0 if mode == "full" else (other[k] - 1) // 2 if mode == "same" else min(shape[k], other[k]) - 1
            for k in axis_tuple(axes, len(shape))}


def _unconvolve(convolve: Any, ans_bar: Any, other: Any, shape: Any, other_shape: Any, starts: Any, axes: Any) -> Any:
    have = np.shape(ans_bar)
    widths = [(starts[k], shape[k] + other_shape[k] - 1 - starts[k] - have[k]) if k in starts else (0, 0)
              for k in range(len(have))]
    how = () if axes is None else ("full", axes)
    whole = convolve(np.pad(ans_bar, widths), np.flip(other, tuple(starts)), *how)
    part = whole[tuple(slice(other_shape[k] - 1, other_shape[k] - 1 + shape[k]) if k in starts else slice(None)
                       for k in range(len(have)))]
    return sum_to_shape(part, shape)


def reversed_conj(x: Any) -> Any:
    """What a correlation convolves with."""
    return np.conj(np.flip(x))


# recursive filters

def one_axis(count: int, axis: int, value: Any, other: Any = 0) -> list[Any]:
    """A list with `value` at one axis."""
    return [value if k == axis % count else other for k in range(count)]


def lfilter_bar(ans_bar: Any, ans: Any, b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> tuple[Any, ...]:
    """The cotangents of `b`, `a`, `x` and `zi` for `scipy.signal.lfilter`.

    With b and a divided by a[0], and everything 0 before and after, the filter says: a * y = b * x + zi before its end,
    and b * x + zi - a * y = zf after it (`*` for convolution). The transpose solves that backwards in time.
    """
    shapes = np.shape(b), np.shape(a)
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    y, (y_bar, zf_bar) = (ans, (ans_bar, None)) if zi is None else (ans[0], ans_bar)
    order = max(len(a), len(b)) - 1
    y, moved = np.moveaxis(y, axis, -1), np.moveaxis(np.asarray(x), axis, -1)
    n = np.shape(y)[-1]
    bn, an = np.zeros(order + 1, np.result_type(b, a)), np.zeros(order + 1, np.result_type(b, a))
    bn[: len(b)], an[: len(a)] = b / a[0], a / a[0]
    g = np.zeros_like(y) if y_bar is None else np.moveaxis(y_bar, axis, -1)
    u = np.zeros((*np.shape(y)[:-1], n + order), np.result_type(g, an))
    if zf_bar is not None:
        u[..., n:] = np.moveaxis(zf_bar, axis, -1)
        g = g - _correlated(u, an, n)
    u[..., :n] = signal.lfilter([1.0], an, g[..., ::-1])[..., ::-1]
    x_bar = np.moveaxis(_correlated(u, bn, n), -1, axis)
    bn_bar = np.array([np.sum(u[..., k : k + n] * moved) for k in range(order + 1)])
    an_bar = -np.array([np.sum(u[..., k : k + n] * y) for k in range(order + 1)])
    a_bar = an_bar / a[0]
    a_bar[0] = -(np.sum(bn_bar * bn) + np.sum(an_bar[1:] * an[1:])) / a[0]
    zi_bar = None if zi is None else sum_to_shape(np.moveaxis(u[..., :order], -1, axis), np.shape(zi))
    return np.reshape(bn_bar[: len(b)] / a[0], shapes[0]), np.reshape(a_bar[: len(a)], shapes[1]), x_bar, zi_bar


def _correlated(u: Any, h: Any, n: int) -> Any:
    """The transpose of the convolution with `h` of `n` numbers."""
    return sum(h[k] * u[..., k : k + n] for k in range(len(h)))


def lfilter_dot(ans: Any, b_dot: Any, a_dot: Any, x_dot: Any, zi_dot: Any, b: Any, a: Any, x: Any, axis: int = -1,
                zi: Any = None) -> Any:
    """The tangent of `scipy.signal.lfilter`, where all tangents but one are None."""
    if x_dot is not None or zi_dot is not None:
        x_dot = np.zeros_like(x) if x_dot is None else x_dot
        if zi is None:
            return signal.lfilter(b, a, x_dot, axis)
        return signal.lfilter(b, a, x_dot, axis, np.zeros_like(zi) if zi_dot is None else zi_dot)
    b, a, a_dot = np.atleast_1d(b), np.atleast_1d(a), None if a_dot is None else np.atleast_1d(a_dot)
    order = max(len(a), len(b)) - 1
    y, axis = ans if zi is None else ans[0], axis % np.ndim(x)
    n, after = y.shape[axis], one_axis(np.ndim(y), axis, (0, order), (0, 0))
    if b_dot is not None:  # a * y = b * x + a[0] zi, here divided by a[0]
        change = signal.lfilter(b_dot, a[:1], np.pad(x, after), axis)
    else:
        change = -signal.lfilter(a_dot, a[:1], np.pad(y, after), axis)
        if zi is not None:
            start = np.broadcast_to(zi, np.shape(ans[1]))
            change = change + a_dot[0] / a[0] * np.pad(start, one_axis(np.ndim(y), axis, (0, n), (0, 0)))
    within, beyond = np.split(change, [n], axis)
    if zi is None:
        return signal.lfilter(a[:1], a, within, axis)
    whole = np.concatenate([a, np.zeros(order + 1 - len(a))])
    y_dot, tail = signal.lfilter(a[:1], whole, within, axis, np.zeros(np.shape(ans[1]), change.dtype))
    scaled = 0.0 if a_dot is None else a_dot[0] / a[0] * ans[1]  # what comes out after the end was divided by a[0]
    return y_dot, beyond + tail - scaled


def start_bar(function: Any, ans_bar: Any, count: int, *parameters: Any) -> Any:
    """The cotangent of signals of `count` numbers for where a filter of them starts: the matrix is that of unit vectors."""
    return ans_bar @ function(np.eye(count), *parameters).T


__all__ = ["convolution_bar", "convolution_bar_2", "lfilter_bar", "lfilter_dot", "reversed_conj", "start_bar"]
