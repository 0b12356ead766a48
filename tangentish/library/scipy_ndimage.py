"""`scipy.ndimage` in plain Python: filters made of correlations."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.ndimage as ndimage

from tangentish import library
from tangentish.library.filter_outputs import filtered_input, stored_output
from tangentish.rules.registry import zero_derivative


def listed(value: Any, count: int) -> list[Any]:
    """One value for each of some axes, or all of them the same."""
    if np.ndim(value) == 0:
        return [value] * count
    if len(value) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return list(value)


def chosen_axes(axes: Any, ndim: int) -> list[int]:
    """The axes that a filter works along."""
    return list(range(ndim)) if axes is None else [axes % ndim] if isinstance(axes, int) else [axis % ndim for axis in axes]


zero_derivative(chosen_axes)


def gaussian_filter1d(input: Any, sigma: Any, axis: int = -1, order: int = 0, output: Any = None, mode: str = "reflect",
                      cval: float = 0.0, truncate: float = 4.0, *, radius: Any = None) -> Any:
    """`scipy.ndimage.gaussian_filter1d`; the weights depend on `sigma`."""
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    x = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 / (sigma * sigma) * x**2)
    weights = weights / np.sum(weights)
    if order > 0:  # the factor by which each derivative multiplies the Gaussian is a polynomial
        variance = sigma * sigma
        factor = [1.0] + [0.0] * order
        for _ in range(order):
            factor = [(factor[k + 1] * (k + 1) if k < order else 0.0) - (factor[k - 1] / variance if k > 0 else 0.0)
                      for k in range(order + 1)]
        total = factor[0] * np.ones(len(x))
        for k in range(1, order + 1):
            total = total + factor[k] * x**k
        weights = weights * total
    return stored_output(ndimage.correlate1d(filtered_input(input, output), weights[::-1], axis, None, mode, cval), output)


def gaussian_filter(input: Any, sigma: Any, order: Any = 0, output: Any = None, mode: Any = "reflect", cval: float = 0.0,
                    truncate: float = 4.0, *, radius: Any = None, axes: Any = None) -> Any:
    """`scipy.ndimage.gaussian_filter`."""
    along = chosen_axes(axes, np.ndim(input))
    count = len(along)
    sigmas, orders, modes = listed(sigma, count), listed(order, count), listed(mode, count)
    reaches = listed(radius, count)
    result = np.array(filtered_input(input, output))
    for k in range(count):
        if sigmas[k] > 1e-15:
            result = ndimage.gaussian_filter1d(result, sigmas[k], along[k], orders[k], None, modes[k], cval, truncate,
                                               radius=reaches[k])
    return stored_output(result, output)


def uniform_filter1d(input: Any, size: int, axis: int = -1, output: Any = None, mode: str = "reflect", cval: float = 0.0,
                     origin: int = 0) -> Any:
    """`scipy.ndimage.uniform_filter1d`."""
    input = filtered_input(input, output)
    return stored_output(ndimage.correlate1d(input, np.full(size, 1.0 / size), axis, None, mode, cval, origin), output)


def uniform_filter(input: Any, size: Any = 3, output: Any = None, mode: Any = "reflect", cval: float = 0.0,
                   origin: Any = 0, *, axes: Any = None) -> Any:
    """`scipy.ndimage.uniform_filter`."""
    along = chosen_axes(axes, np.ndim(input))
    sizes, modes, origins = listed(size, len(along)), listed(mode, len(along)), listed(origin, len(along))
    result = np.array(filtered_input(input, output))
    for k in range(len(along)):
        if sizes[k] > 1:
            result = ndimage.uniform_filter1d(result, int(sizes[k]), along[k], None, modes[k], cval, origins[k])
    return stored_output(result, output)


def sobel(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: float = 0.0) -> Any:
    """`scipy.ndimage.sobel`."""
    return edges(input, axis, output, mode, cval, np.array([1.0, 2.0, 1.0]))


def prewitt(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: float = 0.0) -> Any:
    """`scipy.ndimage.prewitt`."""
    return edges(input, axis, output, mode, cval, np.array([1.0, 1.0, 1.0]))


def edges(input: Any, axis: int, output: Any, mode: Any, cval: float, across: Any) -> Any:
    """The difference along one axis, averaged along the others."""
    modes = listed(mode, np.ndim(input))
    axis = axis % np.ndim(input)
    result = ndimage.correlate1d(filtered_input(input, output), np.array([-1.0, 0.0, 1.0]), axis, None, modes[axis], cval, 0)
    for k in range(np.ndim(input)):
        if k != axis:
            result = ndimage.correlate1d(result, across, k, None, modes[k], cval, 0)
    return stored_output(result, output)


library.REPLACED |= {getattr(ndimage, function.__name__): function for function in (
    gaussian_filter1d, gaussian_filter, uniform_filter1d, uniform_filter, sobel, prewitt)}
