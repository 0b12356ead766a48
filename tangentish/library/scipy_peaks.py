"""What `scipy.signal.find_peaks` says of peaks besides their places, in plain Python: heights over bases, and widths."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.signal import _peak_finding

from tangentish import library
from tangentish.rules.libraries import present
from tangentish.rules.registry import zero_derivative

_prominences = getattr(_peak_finding, "_peak_prominences", None)
_widths = getattr(_peak_finding, "_peak_widths", None)


def peak_bases(x: Any, peaks: Any, wlen: Any) -> Any:
    """Where the bases of peaks are; it warns as SciPy does."""
    assert _prominences is not None  # it stands for that
    _, left, right = _prominences(x, peaks, wlen)
    return left, right


def check_widths(x: Any, peaks: Any, rel_height: Any, prominences: Any, left_bases: Any, right_bases: Any) -> None:
    """Raise and warn as SciPy does."""
    assert _widths is not None
    _widths(x, peaks, rel_height, prominences, left_bases, right_bases)


zero_derivative(peak_bases, check_widths)


def peak_prominences(x: Any, peaks: Any, wlen: Any) -> Any:
    """How far peaks stand above the higher one of their two bases."""
    left, right = peak_bases(x, peaks, wlen)
    return x[peaks] - np.maximum(x[left], x[right]), left, right


def peak_widths(x: Any, peaks: Any, rel_height: Any, prominences: Any, left_bases: Any, right_bases: Any) -> Any:
    """How wide peaks are at a part of their height, where that is, and where it is crossed on either side."""
    check_widths(x, peaks, rel_height, prominences, left_bases, right_bases)
    heights = x[peaks] - prominences * rel_height
    count = len(peaks)
    left, right = np.zeros(count), np.zeros(count)
    for k in range(count):
        place = peaks[k]
        while left_bases[k] < place and heights[k] < x[place]:
            place -= 1
        left[k] = place
        if x[place] < heights[k]:
            left[k] = place + (heights[k] - x[place]) / (x[place + 1] - x[place])
        place = peaks[k]
        while place < right_bases[k] and heights[k] < x[place]:
            place += 1
        right[k] = place
        if x[place] < heights[k]:
            right[k] = place - (heights[k] - x[place]) / (x[place - 1] - x[place])
    return right - left, heights, left, right


library.REPLACED |= {known: ours for known, ours in zip(
    present(_peak_finding, "_peak_prominences", "_peak_widths"), (peak_prominences, peak_widths), strict=False)}
