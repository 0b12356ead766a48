"""`scipy.stats` in plain Python, where SciPy has it in C: numbers that describe samples."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

shapiro = first_module("scipy.stats._ansari_swilk_statistics")
ranks = first_module("scipy.stats._stats")

# slopes and ranks


def siegelslopes(y: Any, x: Any, method: str) -> tuple[Any, Any]:
    """The median over the points of the median slope of the lines to the others, and an intercept."""
    slopes, intercepts = [], []
    for k in range(len(x)):
        apart = x[k] - x
        others = apart != 0
        slopes.append(np.median((y[k] - y)[others] / apart[others]))
        if method == "separate":
            intercepts.append(np.median((y * x[k] - y[k] * x)[others] / apart[others]))
    slope = np.median(np.array(slopes))
    return slope, np.median(np.array(intercepts)) if method == "separate" else np.median(y - slope * x)


def weighted_ranked_tau(x: Any, y: Any, rank: Any, weigher: Any, additive: Any) -> Any:
    """The correlation of ranks; SciPy's function does not look whether there are as many numbers in both."""
    if np.ndim(x) != 1 or not np.shape(x) == np.shape(y) == np.shape(x if rank is None else rank):
        raise ValueError("the ranks are of arrays of different shapes")
    return ranks._weightedrankedtau(x, y, rank, weigher, additive)


# how evenly points fill the unit cube


def centered_discrepancy(sample: Any, iterative: bool, workers: int = 1) -> Any:
    """The discrepancy `CD` of points, which are rows of numbers between 0 and 1."""
    apart = np.abs(sample - 0.5)
    one = np.sum(np.prod(1.0 + 0.5 * apart - 0.5 * apart**2, axis=1))
    pairs = 1.0 + 0.5 * apart[:, None] + 0.5 * apart - 0.5 * np.abs(sample[:, None] - sample)
    return (13.0 / 12.0) ** np.shape(sample)[1] + averaged(one, pairs, len(sample) + bool(iterative))


def mixture_discrepancy(sample: Any, iterative: bool, workers: int = 1) -> Any:
    """The discrepancy `MD`."""
    apart, between = np.abs(sample - 0.5), np.abs(sample[:, None] - sample)
    one = np.sum(np.prod(5.0 / 3.0 - 0.25 * apart - 0.25 * apart**2, axis=1))
    pairs = 15.0 / 8.0 - 0.25 * apart[:, None] - 0.25 * apart - 0.75 * between + 0.5 * between**2
    return (19.0 / 12.0) ** np.shape(sample)[1] + averaged(one, pairs, len(sample) + bool(iterative))


def wrap_around_discrepancy(sample: Any, iterative: bool, workers: int = 1) -> Any:
    """The discrepancy `WD`."""
    between = np.abs(sample[:, None] - sample)
    return averaged(0.0, 1.5 - between + between**2, len(sample) + bool(iterative)) - (4.0 / 3.0) ** np.shape(sample)[1]


def l2_star_discrepancy(sample: Any, iterative: bool, workers: int = 1) -> Any:
    """The discrepancy `L2-star`."""
    one = np.sum(np.prod(1.0 - sample**2, axis=1))
    pairs = 1.0 - np.maximum(sample[:, None], sample)
    size = np.shape(sample)[1]
    return np.sqrt(3.0**-size + averaged(2.0**-size * one, pairs, len(sample) + bool(iterative)))


def averaged(one: Any, pairs: Any, count: int) -> Any:
    """What the points add to a discrepancy, each by itself (a sum over them) and in pairs (a factor for each component)."""
    return np.sum(np.prod(pairs, axis=2)) / count**2 - 2.0 / count * one


# the test of Shapiro and Wilk, as in Royston's AS R94


def shapiro_wilk(x: Any, a: Any, init: Any = 0) -> tuple[Any, Any, int]:
    """The statistic of a sorted sample, its p-value, and the number of an error."""
    count, middle = len(x), x - np.mean(x)
    half = lower_weights(count)
    weights = np.concatenate([-half, np.zeros(count % 2), half[::-1]])
    rest = 1.0 - np.sum(weights * middle) ** 2 / (np.sum(weights**2) * np.sum(middle**2))
    return 1.0 - rest, by_chance(rest, count), 6 if x[-1] == x[0] else 2 if count > 5000 else 0


def lower_weights(count: int) -> Any:
    """The weights of the lower half of so many points, with the other sign."""
    weights = np.zeros(count // 2)
    shapiro.swilk(np.arange(float(count)), weights, 0)
    return weights


def by_chance(rest: Any, count: int) -> Any:
    """How likely a statistic of 1 - `rest` or less is for normal samples."""
    if count == 3:
        return 1.90985931710274 * (np.arcsin(np.sqrt(1.0 - rest)) - 1.04719755119660)
    log, logs = np.log(rest), np.log(count)
    if count <= 11:
        most = -2.273 + 0.459 * count
        if log >= most:
            return 1e-99 + 0.0 * rest
        log = -np.log(most - log)
        mean = np.polyval([-6.714e-4, 0.025054, -0.39978, 0.544], count)
        deviation = np.exp(np.polyval([-0.0020322, 0.062767, -0.77857, 1.3822], count))
    else:
        mean = np.polyval([0.0038915, -0.083751, -0.31082, -1.5861], logs)
        deviation = np.exp(np.polyval([0.0030302, -0.082676, -0.4803], logs))
    return special.ndtr((mean - log) / deviation)


zero_derivative(lower_weights, weighted_ranked_tau)
for _module, _functions in {
        "_stats": {"_weightedrankedtau": weighted_ranked_tau},
        "_stats_pythran": {"siegelslopes": siegelslopes},
        "_ansari_swilk_statistics": {"swilk": shapiro_wilk},
        "_qmc_cy": {f"_cy_wrapper_{function.__name__}": function for function in (
            centered_discrepancy, mixture_discrepancy, wrap_around_discrepancy, l2_star_discrepancy)}}.items():
    _found = first_module(f"scipy.stats.{_module}")
    library.REPLACED |= {getattr(_found, name): function for name, function in _functions.items() if hasattr(_found, name)}
