"""The module `statistics` of Python: moments of data, computed in floating point.

It is slow to load, so its functions are known by their names here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable


def mean_of(data: Any) -> Any:
    """`statistics.mean`."""
    values = indexable(data, True)
    check_count(len(values), 1, "mean")
    return sum(values) / len(values)


def weighted_mean(data: Any, weights: Any = None) -> Any:
    """`statistics.fmean`."""
    if weights is None:
        return mean_of(data)
    values, parts = indexable(data, True), indexable(weights, True)
    check_lengths(values, parts)
    return sum([values[k] * parts[k] for k in range(len(values))]) / sum(parts)


def harmonic_mean(data: Any, weights: Any = None) -> Any:
    """`statistics.harmonic_mean`."""
    values = indexable(data, True)
    check_count(len(values), 1, "harmonic_mean")
    check_signs(values)
    parts = [1.0] * len(values) if weights is None else indexable(weights, True)
    check_lengths(values, parts)
    if any([value == 0.0 for value in values]):
        return 0.0
    return sum(parts) / sum([parts[k] / values[k] for k in range(len(values))])


def sum_of_squares(values: Any, center: Any) -> Any:
    """The sum of the squares of the distances from the mean, or from what is given for it."""
    middle = sum(values) / len(values) if center is None else center
    return sum([(value - middle) ** 2 for value in values])


def variance_of(data: Any, xbar: Any = None) -> Any:
    """`statistics.variance`."""
    values = indexable(data, True)
    check_count(len(values), 2, "variance")
    return sum_of_squares(values, xbar) / (len(values) - 1)


def population_variance(data: Any, mu: Any = None) -> Any:
    """`statistics.pvariance`."""
    values = indexable(data, True)
    check_count(len(values), 1, "pvariance")
    return sum_of_squares(values, mu) / len(values)


def deviation_of(data: Any, xbar: Any = None) -> Any:
    """`statistics.stdev`."""
    return math.sqrt(variance_of(data, xbar))


def population_deviation(data: Any, mu: Any = None) -> Any:
    """`statistics.pstdev`."""
    return math.sqrt(population_variance(data, mu))


def check_count(count: int, least: int, label: str) -> None:
    """Raise what `statistics` raises for too few data."""
    if count < least:
        import statistics  # loaded by whoever comes here

        raise statistics.StatisticsError(f"{label} requires at least {('no', 'one data point', 'two data points')[least]}")


def check_lengths(values: Any, weights: Any) -> None:
    """Raise what `statistics` raises for weights that do not fit."""
    if len(values) != len(weights) or len(values) == 0:
        import statistics

        raise statistics.StatisticsError("data and weights must be the same length")


def check_signs(values: Any) -> None:
    """Raise what `statistics.harmonic_mean` raises for negative data."""
    if any(value < 0 for value in values):
        import statistics

        raise statistics.StatisticsError("harmonic mean does not support negative values")


zero_derivative(check_count, check_lengths, check_signs)

STATISTICS: dict[str, Callable[..., Any]] = {
    "mean": mean_of, "fmean": weighted_mean, "harmonic_mean": harmonic_mean, "variance": variance_of,
    "pvariance": population_variance, "stdev": deviation_of, "pstdev": population_deviation,
}
