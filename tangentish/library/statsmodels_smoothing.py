"""Smoothing of statsmodels in plain Python, where it is compiled: by local lines, and the binning of kernel densities."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_lowess, _linbin = first_module("statsmodels.nonparametric._smoothers_lowess"), first_module("statsmodels.nonparametric.linbin")

Fit = tuple[int, int, int, int, list[int]]
"""Of a local line: its place, the first of its neighbours and the one after the last, the place that was fitted before, and
other places with the same abscissa."""


def fits_of(exog: Any, xvals: Any, k: int, delta: float) -> list[Fit]:
    """Where lines are fitted, one after the other, given the number of neighbours and how near the next one may be."""
    place, last, left, right, count = 0, -1, 0, k, len(xvals)
    fits: list[Fit] = []
    while last < count - 1:
        while right < len(exog) and xvals[place] > (exog[left] + exog[right]) / 2.0:
            left, right = left + 1, right + 1
        before, last, same, beyond = last, place, [], place
        for beyond in range(place + 1, count):
            if xvals[beyond] > xvals[place] + delta:
                break
            if xvals[beyond] == xvals[last]:
                same.append(beyond)
                last = beyond
        fits.append((place, left, right, before, same))
        place = max(beyond - 1, last + 1)
    return fits


zero_derivative(fits_of)


def lowess(endog: Any, exog: Any, xvals: Any, resid_weights: Any, frac: float = 2.0 / 3.0, it: int = 3, delta: float = 0.0,
           given_xvals: bool = False) -> tuple[Any, Any]:
    """`_smoothers_lowess.lowess`, of values in the order of their abscissas.

    Source: W. S. Cleveland, Robust Locally Weighted Regression and Smoothing Scatterplots, JASA 74 (1979), 829-836.
    """
    if not 0 <= frac <= 1:
        raise ValueError("Lowess `frac` must be in the range [0,1]!")
    fits = fits_of(exog, xvals, min(max(int(frac * len(exog) + 1e-10), 2), len(exog)), delta)
    fitted = np.zeros(len(xvals))
    for _ in range(it + 1):
        fitted = lines_at(endog, exog, xvals, resid_weights, fits, given_xvals)
        if not given_xvals:
            resid_weights = weights_of(np.abs(endog - fitted))
    return np.stack([xvals, fitted], axis=1), resid_weights


def lines_at(endog: Any, exog: Any, xvals: Any, resid_weights: Any, fits: list[Fit], given_xvals: bool) -> Any:
    """The values of local lines, and of lines between these where none were fitted."""
    fitted = np.zeros(len(xvals))
    for place, left, right, before, same in fits:
        at = xvals[place]
        if given_xvals:
            value = line_at(endog[left:right], exog[left:right], at, resid_weights[left:right], np.nan)
        else:
            value = line_at(endog[left:right], exog[left:right], at, resid_weights[left:right], endog[place])
        fitted[place] = value
        if 0 <= before < place - 1:
            share = (xvals[before + 1 : place] - xvals[before]) / (at - xvals[before])
            fitted[before + 1 : place] = share * value + (1.0 - share) * fitted[before]
        for other in same:
            fitted[other] = value
    return fitted


def line_at(y: Any, x: Any, at: Any, resid_weights: Any, otherwise: Any) -> Any:
    """The line that is nearest to some values, weighted by how near they are, at one place."""
    radius = np.maximum(at - x[0], x[-1] - at)
    weights = (1.0 - (np.abs(x - at) / radius) ** 3) ** 3 * resid_weights
    if np.sum(weights > 1e-12) < 2:
        return otherwise
    weights = weights / np.sum(weights)
    middle = np.sum(weights * x)
    spread = np.maximum(np.sum(weights * (x - middle) ** 2), 1e-12)
    return np.sum(weights * (1.0 + (at - middle) * (x - middle) / spread) * y)


def weights_of(size: Any) -> Any:
    """How much values count that are so far from those fitted: less, the farther they are."""
    median = np.median(size)
    if median == 0:
        return np.where(size > 0, 0.0, 1.0)
    return (1.0 - np.minimum(size / (6.0 * median), 1.0) ** 2) ** 2


def whole_part(x: Any) -> Any:
    """Numbers cut off to integers."""
    return x.astype(np.int64)


zero_derivative(whole_part)


def fast_linbin(X: Any, a: Any, b: Any, M: int, trunc: int = 1) -> Any:
    """`statsmodels.nonparametric.linbin.fast_linbin`: each number is shared between the two nearest places of a grid."""
    M = int(M)
    place = (X - a) / ((b - a) / (M - 1))
    whole = whole_part(place)
    inside = (whole > 1) & (whole < M)
    number, share = whole[inside], (place - whole)[inside]
    counts = np.zeros(M + 1)
    np.add.at(counts, number, 1.0 - share)
    np.add.at(counts, number + 1, share)
    return counts[:M]


library.REPLACED |= {known: ours for module, name, ours in (
    (_lowess, "lowess", lowess), (_linbin, "fast_linbin", fast_linbin)) for known in present(module, name)}
