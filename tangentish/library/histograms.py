"""Histograms: which bin an entry falls into is constant, its weight is not, and the bins reach from the least to the largest.

So a histogram has a derivative with respect to the weights, and with `density` to the edges; these are given, or come from
the extremes of the data. The number of bins, also that which a rule such as "auto" finds, is constant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`np.histogram`."""
    data = np.ravel(a)
    edges = bin_edges(data, bins, range, weights)
    numbers, inside = bin_numbers(data, edges)
    counts = weighed(numbers, inside, weights, len(edges) - 1)
    if weights is not None:
        counts = counts.astype(np.asarray(weights).dtype)
    if density:
        return counts / np.diff(edges) / np.sum(counts), edges
    return counts, edges


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """`np.histogram_bin_edges`."""
    return bin_edges(np.ravel(a), bins, range, weights)


def histogram2d(x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`np.histogram2d`."""
    if is_one_set_of_edges(bins):
        bins = [bins, bins]
    counts, edges = histogramdd([x, y], bins, range, density, weights)
    return counts, edges[0], edges[1]


def histogramdd(sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`np.histogramdd`."""
    if isinstance(sample, np.ndarray):
        columns = list(np.atleast_2d(sample.T))
    else:
        columns = list(sample)
    each = bins if is_one_for_each(bins, len(columns)) else [bins] * len(columns)
    edges = []
    shape = []
    flat: Any = 0
    kept: Any = True
    for k, column in enumerate(columns):
        limits = None if range is None else range[k]
        edges.append(bin_edges(column, each[k], limits, None))
        numbers, inside = bin_numbers(column, edges[k])
        shape.append(len(edges[k]) - 1)
        flat, kept = joint_numbers(flat, kept, numbers, inside, shape[k])
    counts = np.reshape(weighed(flat, kept, weights, product_of_sizes(shape)), shape) + 0.0
    if density:
        total = np.sum(counts)
        for k, edge in enumerate(edges):
            counts = counts / np.reshape(np.diff(edge), along(k, len(shape)))
        counts = counts / total
    return counts, tuple(edges)


def bin_edges(data: Any, bins: Any, range: Any, weights: Any) -> Any:
    """The edges: as they are given, or evenly between the limits."""
    if np.ndim(bins) == 1:
        return np.asarray(bins)
    count = bin_count(data, bins, range, weights)
    if range is not None:
        first, last = range[0], range[1]
    elif np.size(data) == 0:
        first, last = 0.0, 1.0
    else:
        first, last = np.min(data), np.max(data)
    if first == last:
        first, last = first - 0.5, last + 0.5
    return np.linspace(first, last, count + 1)


def bin_count(data: Any, bins: Any, range: Any, weights: Any) -> int:
    """How many bins there are."""
    limits = None if range is None else (float(range[0]), float(range[1]))
    return int(bins) if not isinstance(bins, str) else len(np.histogram_bin_edges(data, bins, limits, weights)) - 1


def bin_numbers(data: Any, edges: Any) -> Any:
    """The bin of each entry, and whether it falls into any; the last edge belongs to the last bin."""
    data, edges = np.asarray(data), np.asarray(edges)
    numbers = np.searchsorted(edges, data, side="right") - 1
    numbers = np.where(data == edges[-1], len(edges) - 2, numbers)
    inside = (data >= edges[0]) & (data <= edges[-1])
    return np.clip(numbers, 0, len(edges) - 2), inside


def weighed(numbers: Any, inside: Any, weights: Any, count: int) -> Any:
    """The sum of the weights in each bin; the number of entries if there are none."""
    places = bins_hit(numbers, inside)
    if weights is None:
        return bincount(places, count)
    chosen = np.ravel(weights)[inside]
    if np.iscomplexobj(chosen):
        return np.bincount(places, np.real(chosen), count) + 1j * np.bincount(places, np.imag(chosen), count)
    if not np.can_cast(chosen.dtype, float):
        raise UnsupportedError(
            f"A histogram with weights of dtype {chosen.dtype} has no derivative.\nGive it weights of dtype float.")
    return np.bincount(places, chosen, count)


def bins_hit(numbers: Any, inside: Any) -> Any:
    """The bins of the entries that fall into any."""
    return numbers[inside]


def bincount(places: Any, count: int) -> Any:
    """How many entries fall into each bin."""
    return np.bincount(places, minlength=count)


def joint_numbers(flat: Any, kept: Any, numbers: Any, inside: Any, count: int) -> Any:
    """The numbers of bins in several dimensions, counted in C order, with one dimension more."""
    return flat * count + numbers, kept & inside


def is_one_set_of_edges(bins: Any) -> bool:
    """Whether `bins` of `np.histogram2d` are edges for both."""
    try:
        return len(bins) not in (1, 2)
    except TypeError:  # a number
        return False


def is_one_for_each(bins: Any, dimensions: int) -> bool:
    """Whether `bins` of `np.histogramdd` say something of each dimension."""
    try:
        count = len(bins)
    except TypeError:
        return False
    if count != dimensions:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    return True


def along(axis: int, ndim: int) -> list[int]:
    """The shape of a vector along one axis."""
    return [-1 if k == axis else 1 for k in range(ndim)]


def product_of_sizes(shape: Any) -> int:
    """The number of bins in all."""
    return int(np.prod(shape))


zero_derivative(bincount, bins_hit, bin_count, bin_numbers, joint_numbers, is_one_set_of_edges, is_one_for_each, along,
                product_of_sizes)

HISTOGRAMS = {np.histogram: histogram, np.histogram2d: histogram2d, np.histogramdd: histogramdd,
              np.histogram_bin_edges: histogram_bin_edges}
