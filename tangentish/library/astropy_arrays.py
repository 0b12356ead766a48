"""Convolutions and clipping of astropy in plain NumPy, where they are compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.signal as signal

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_convolve, _clip = first_module("astropy.convolution._convolve"), first_module("astropy.stats._fast_sigma_clip")
_stats = first_module("astropy.stats._stats")
MAD_TO_STD = 1.482602218505602
"""The standard deviation of a normal distribution over the median of its absolute deviations, as astropy has it."""


def convolved(result: Any, array_to_convolve: Any, kernel: Any, nan_interpolate: bool, embed_result_within_padded_region: bool,
              n_threads: int) -> None:
    """`_convolveNd_c`: into `result`, the weighted sums of neighbours; without those that are nan, if there are any to fill."""
    reach = [size // 2 for size in np.shape(kernel)]
    inside = tuple([slice(one, size - one) for one, size in zip(reach, np.shape(array_to_convolve), strict=True)])
    if nan_interpolate:
        there = ~np.isnan(array_to_convolve)
        total = signal.convolve(np.where(there, array_to_convolve, 0.0), kernel, "valid", "direct")
        weight = signal.convolve(np.where(there, 1.0, 0.0), kernel, "valid", "direct")
        some = weight != 0
        found = np.where(some, total / np.where(some, weight, 1.0), array_to_convolve[inside])
    else:
        found = signal.convolve(array_to_convolve, kernel, "valid", "direct")
    if embed_result_within_padded_region:
        result[inside] = found
    else:
        result[...] = found


def clipping_bounds(data: Any, mask: Any, use_median: bool, use_mad_std: bool, max_iter: int, sigma_lower: Any, sigma_upper: Any,
                    *, axis: int = -1) -> tuple[Any, Any]:
    """`_sigma_clip_fast`: the bounds beyond which data are clipped, found on what was left after some clipping."""
    data, hidden = np.moveaxis(data, axis, -1), np.moveaxis(mask, axis, -1)
    shape = np.shape(data)[:-1]
    rows, hidden = np.reshape(data, (-1, np.shape(data)[-1])), np.reshape(hidden, (-1, np.shape(data)[-1]))
    low, high = np.zeros(len(rows)), np.zeros(len(rows))
    for k in range(len(rows)):
        values = np.asarray(rows[k][~hidden[k]], dtype=float)
        if len(values) == 0:
            low[k] = high[k] = np.nan
        else:
            low[k], high[k] = bounds_of_row(values, use_median, use_mad_std, max_iter, sigma_lower, sigma_upper)
    return np.reshape(low, shape), np.reshape(high, shape)


def bounds_of_row(values: Any, use_median: bool, use_mad_std: bool, max_iter: int, sigma_lower: Any,
                  sigma_upper: Any) -> tuple[Any, Any]:
    """The bounds for one row of data."""
    rounds = 0
    while True:
        center = np.median(values) if use_median else np.mean(values)
        spread = MAD_TO_STD * np.median(np.abs(values - np.median(values))) if use_mad_std else np.std(values)
        low, high = center - sigma_lower * spread, center + sigma_upper * spread
        kept = (values >= low) & (values <= high)
        rounds += 1
        if np.all(kept) or not np.any(kept) or (max_iter != -1 and rounds >= max_iter):
            return low, high
        values = values[kept]


library.REPLACED |= {known: ours for module, name, ours in (
    (_convolve, "_convolveNd_c", convolved), (_clip, "_sigma_clip_fast", clipping_bounds)) for known in present(module, name)}
zero_derivative(*present(_stats, "ks_2samp"))  # it jumps where two numbers change places
