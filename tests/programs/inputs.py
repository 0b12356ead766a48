"""Small seeded inputs."""

from __future__ import annotations

from typing import Any

import numpy as np


def rand(seed: int, *shape: int, low: float = 0.5, high: float = 1.5) -> Any:
    """Numbers spread evenly between bounds."""
    return np.random.default_rng(seed).uniform(low, high, shape)


def randn(seed: int, *shape: int, scale: float = 1.0) -> Any:
    """Normal numbers."""
    return scale * np.random.default_rng(seed).normal(size=shape)


def randc(seed: int, n: int) -> Any:
    """Complex normal numbers."""
    return randn(seed, n) + 1j * randn(seed + 1, n)


def spd(seed: int, n: int) -> Any:
    """A well-conditioned symmetric positive definite matrix."""
    a = randn(seed, n, n)
    return a @ a.T / n + 2.0 * np.eye(n)


def dominant(seed: int, n: int) -> Any:
    """A matrix that elimination needs no pivots for."""
    return randn(seed, n, n) + 2.0 * n * np.eye(n)


def csr(seed: int, rows: int, cols: int) -> tuple[Any, Any, Any]:
    """A sparse matrix, its second row empty."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, cols, rows)
    counts[1] = 0
    indices = np.concatenate([rng.permutation(cols)[:c] for c in counts])
    return np.concatenate([[0], np.cumsum(counts)]), indices, rng.normal(size=len(indices))


def standardisable(seed: int, n: int, m: int) -> Any:
    """Columns of data, of which the second is nearly constant, so that a mask catches it."""
    data = randn(seed, n, m)
    data[:, 1] = 3.0 + 0.01 * data[:, 1]
    return data


def gapped(seed: int, n: int, m: int) -> Any:
    """A series of measurements with a gap."""
    series = randn(seed, n, m)
    series[n // 2, 0] = np.nan
    return series


def one_hot(labels: list[int], n: int) -> Any:
    """Rows of an identity matrix."""
    return np.eye(n)[labels]


def distances(seed: int, n: int) -> Any:
    """A symmetric table of distances."""
    a = rand(seed, n, n, low=1.0, high=2.0)
    a = 0.5 * (a + a.T)
    np.fill_diagonal(a, 0.0)
    return a
