"""Filters of `scipy.ndimage` that work on Fourier transforms: products with what they are in frequencies."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.ndimage as ndimage

from tangentish import library
from tangentish.library.filter_outputs import stored_output
from tangentish.library.scipy_ndimage import listed
from tangentish.rules.registry import zero_derivative


def frequencies(shape: Any, n: int, axis: int) -> Any:
    """For each axis the frequencies of a transform of this shape, in cycles for each sample, so that they broadcast.

    Along `axis` it may be that of `n` real numbers.
    """
    found = []
    for k, size in enumerate(shape):
        cycles = np.arange(size) / n if k == axis % len(shape) and n >= 0 else np.fft.fftfreq(size)
        found.append(np.reshape(cycles, [size if j == k else 1 for j in range(len(shape))]))
    return found


zero_derivative(frequencies)


def real_parts(value: Any, count: int) -> Any:
    """One number for each of some axes: SciPy takes the real parts of complex ones."""
    return np.asarray(listed(value, count), dtype=float)


def fourier_gaussian(input: Any, sigma: Any, n: int = -1, axis: int = -1, output: Any = None) -> Any:
    """`scipy.ndimage.fourier_gaussian`."""
    made = np.asarray(input)
    for width, cycles in zip(real_parts(sigma, np.ndim(made)), frequencies(np.shape(made), n, axis), strict=True):
        made = made * np.exp(-2.0 * (np.pi * width * cycles) ** 2)
    return stored_output(made, output)


def fourier_uniform(input: Any, size: Any, n: int = -1, axis: int = -1, output: Any = None) -> Any:
    """`scipy.ndimage.fourier_uniform`."""
    made = np.asarray(input)
    for width, cycles in zip(real_parts(size, np.ndim(made)), frequencies(np.shape(made), n, axis), strict=True):
        made = made * np.sinc(width * cycles)
    return stored_output(made, output)


def fourier_shift(input: Any, shift: Any, n: int = -1, axis: int = -1, output: Any = None) -> Any:
    """`scipy.ndimage.fourier_shift`."""
    made = np.asarray(input)
    for distance, cycles in zip(real_parts(shift, np.ndim(made)), frequencies(np.shape(made), n, axis), strict=True):
        made = made * np.exp(-2j * np.pi * distance * cycles)
    return stored_output(made, output)


library.REPLACED |= {ndimage.fourier_gaussian: fourier_gaussian, ndimage.fourier_uniform: fourier_uniform,
                     ndimage.fourier_shift: fourier_shift}
