"""Densities of `scipy.stats.gaussian_kde`: sums of normal densities around the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.special as special
import scipy.stats as stats

from tangentish import library


def energies(self: Any, points: Any) -> tuple[Any, Any]:
    """Half the squared distance of each point of the data from each given point, in units of the kernel; the log of its norm."""
    points = np.atleast_2d(np.asarray(points))
    if np.shape(points)[0] != self.d:
        if np.shape(points)[0] != 1 or np.shape(points)[1] != self.d:
            raise ValueError(f"points have dimension {np.shape(points)[0]}, dataset has dimension {self.d}")
        points = np.reshape(points, (self.d, 1))
    data = linalg.solve_triangular(self.cho_cov, self.dataset, lower=True)
    given = linalg.solve_triangular(self.cho_cov, points, lower=True)
    energy = 0.5 * np.sum((data[:, :, None] - given[:, None, :]) ** 2, axis=0)
    return energy, np.sum(np.log(np.diag(self.cho_cov))) + 0.5 * self.d * np.log(2.0 * np.pi)


def density(self: Any, points: Any) -> Any:
    """`gaussian_kde.evaluate`."""
    energy, norm = energies(self, points)
    return np.sum(self.weights[:, None] * np.exp(-energy - norm), axis=0)


def log_density(self: Any, x: Any) -> Any:
    """`gaussian_kde.logpdf`."""
    energy, norm = energies(self, x)
    return special.logsumexp(-energy, axis=0, b=self.weights[:, None]) - norm


library.REPLACED |= {stats.gaussian_kde.evaluate: density, stats.gaussian_kde.__call__: density, stats.gaussian_kde.pdf: density,
                     stats.gaussian_kde.logpdf: log_density}
