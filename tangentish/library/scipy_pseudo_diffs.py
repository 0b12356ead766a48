"""Derivatives and shifts of periodic sequences, `scipy.fftpack.diff` and its like, in plain Python where they are compiled.

All are products with the Fourier coefficients, as `fftpack.rfft` packs them: the mean, pairs of a real and an imaginary part,
and for an even number of values the real one of the highest frequency.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.fftpack as fftpack

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_convolve = first_module("scipy.fftpack.convolve")


def partners(n: int) -> Any:
    """The place of the other one of each pair of real and imaginary part; its own for the others.

    >>> partners(6).tolist()
    [0, 2, 1, 4, 3, 5]
    """
    place = np.arange(n)
    inside = (n - 1) // 2
    place[1 : 2 * inside + 1] = np.reshape(place[1 : 2 * inside + 1], (-1, 2))[:, ::-1].ravel()
    return place


zero_derivative(partners)


def kernel_of(n: int, kernel_func: Callable[..., Any], d: int = 0, zero_nyquist: Any = None,
              kernel_func_extra_args: Any = ()) -> Any:
    """`scipy.fftpack.convolve.init_convolution_kernel`: the values of a function times powers of the imaginary unit."""
    if zero_nyquist is None:
        zero_nyquist = d % 2 == 1
    first, second = ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0))[d % 4]
    values = [kernel_func(0, *kernel_func_extra_args) * 1.0]
    for k in range(1, (n + 1) // 2):
        value = kernel_func(k, *kernel_func_extra_args)
        values += [first * value, second * value]
    if n % 2 == 0 and n > 0:
        values.append(0.0 if zero_nyquist else first * kernel_func(n // 2, *kernel_func_extra_args))
    return np.stack(values) / n


def convolved(x: Any, omega: Any, swap_real_imag: bool = False, overwrite_x: bool = False) -> Any:
    """`scipy.fftpack.convolve.convolve`."""
    found = fftpack.rfft(x) * omega
    if swap_real_imag:
        found = found[partners(len(x))]
    return fftpack.irfft(found) * len(x)


def convolved_z(x: Any, omega_real: Any, omega_imag: Any, overwrite_x: bool = False) -> Any:
    """`scipy.fftpack.convolve.convolve_z`."""
    y = fftpack.rfft(x)
    return fftpack.irfft(y * omega_real + (y * omega_imag)[partners(len(x))]) * len(x)


library.REPLACED |= {known: ours for name, ours in (
    ("init_convolution_kernel", kernel_of), ("convolve", convolved), ("convolve_z", convolved_z))
    for known in present(_convolve, name)}
