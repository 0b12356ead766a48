"""`scipy.signal` in plain Python, where it is C but composed of what has a rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.signal as signal

from tangentish import library
from tangentish.errors import UnsupportedError


def convolve2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    """`scipy.signal.convolve2d`."""
    return convolved(in1, in2, mode, boundary, fillvalue, -1)


def convolved(in1: Any, in2: Any, mode: str, boundary: str, fillvalue: Any, even: int) -> Any:
    """A convolution of what is extended as far as the other one reaches; `even` moves the middle, if that is even."""
    if mode == "valid":
        return signal.convolve(in1, in2, mode, "direct")
    (rows, columns), whole = np.shape(in2), in1
    if boundary == "fill":
        if np.any(fillvalue != 0):
            whole = np.pad(in1, ((rows - 1, rows - 1), (columns - 1, columns - 1)), "constant", constant_values=fillvalue)
    else:
        how: Any = {"wrap": "wrap", "circular": "wrap", "symm": "symmetric", "symmetric": "symmetric"}
        if boundary not in how:
            raise UnsupportedError(f"scipy.signal.convolve2d with boundary={boundary!r} has no derivative.")
        whole = np.pad(in1, ((rows - 1, rows - 1), (columns - 1, columns - 1)), how[boundary])
    full = signal.convolve(whole, in2, "full" if whole is in1 else "valid", "direct")
    if mode == "full":
        return full
    top, left, (height, width) = (rows + even) // 2, (columns + even) // 2, np.shape(in1)
    return full[top : top + height, left : left + width]


def correlate2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    """`scipy.signal.correlate2d`."""
    return convolved(in1, np.conj(np.flip(in2)), mode, boundary, fillvalue, 0)


def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """`scipy.signal.sosfilt`: one section after the other."""
    sos = np.atleast_2d(sos)
    if zi is None:
        for section in sos:
            x = signal.lfilter(section[:3], section[3:], x, axis)
        return x
    if len(sos) == 0:
        return x, zi
    states = []
    for k in range(len(sos)):
        x, state = signal.lfilter(sos[k][:3], sos[k][3:], x, axis, zi[k])
        states.append(state)
    return x, np.stack(states)


def lfiltic(b: Any, a: Any, y: Any, x: Any = None) -> Any:
    """`scipy.signal.lfiltic`, which divides by `a[0]` also where that is 1: its derivative is not 0."""
    b, a, y = np.atleast_1d(b), np.atleast_1d(a), np.asarray(y)
    after, before = len(a) - 1, len(b) - 1
    if a[0] == 0.0:
        raise ValueError("First `a` filter coefficient must be non-zero.")
    x = np.zeros(before) if x is None else np.asarray(x)
    state = np.zeros(max(after, before), np.result_type(b, a, y, x, np.float32))
    for m in range(before):
        count = min(before - m, len(x))
        state[m] = np.sum(b[m + 1:m + 1 + count] * x[:count])
    for m in range(after):
        count = min(after - m, len(y))
        state[m] -= np.sum(a[m + 1:m + 1 + count] * y[:count])
    return state / a[0]


def lfilter_zi(b: Any, a: Any) -> Any:
    """`scipy.signal.lfilter_zi`, which divides by `a[0]` also where that is 1, as it is of filters that SciPy designs."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if b.ndim != 1 or a.ndim != 1:
        raise ValueError("Numerator b and denominator a must be 1-D.")
    while len(a) > 1 and a[0] == 0.0:
        a = a[1:]
    n = max(len(a), len(b))
    b, a = np.pad(b / a[0], (0, n - len(b))), np.pad(a / a[0], (0, n - len(a)))
    return np.linalg.solve(np.eye(n - 1) - linalg.companion(a).T, b[1:] - a[1:] * b[0])


def lp2hp(b: Any, a: Any, wo: Any = 1.0) -> Any:
    """`scipy.signal.lp2hp`, which takes powers of the frequency also where that is 1."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    n = max(len(a), len(b))
    powers = np.ravel(wo)[0] ** np.arange(float(n))
    return signal.normalize(np.pad(b[::-1] * powers[: len(b)], (0, n - len(b))),
                            np.pad(a[::-1] * powers[: len(a)], (0, n - len(a))))


def upfirdn(h: Any, x: Any, up: int = 1, down: int = 1, axis: int = -1, mode: str = "constant", cval: Any = 0) -> Any:
    """`scipy.signal.upfirdn` of numbers with zeros before and after."""
    if mode != "constant" or cval != 0:
        raise UnsupportedError("scipy.signal.upfirdn has a derivative with mode='constant' and cval=0 only.")
    moved = np.moveaxis(np.asarray(x), axis, -1)
    spread = np.zeros((*moved.shape[:-1], (moved.shape[-1] - 1) * up + 1), np.result_type(moved, np.float32))
    spread[..., ::up] = moved
    kernel = np.reshape(np.asarray(h), [1] * (np.ndim(x) - 1) + [-1])
    return np.moveaxis(signal.convolve(spread, kernel)[..., ::down], -1, axis)


library.REPLACED |= {signal.convolve2d: convolve2d, signal.correlate2d: correlate2d, signal.sosfilt: sosfilt,
                     signal.upfirdn: upfirdn, signal.lfiltic: lfiltic, signal.lfilter_zi: lfilter_zi,
                     signal.lp2hp: lp2hp}
