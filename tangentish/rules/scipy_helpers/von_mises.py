"""The distribution of von Mises: its density, and what its concentration does to its distribution function."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special


def von_mises_density(kappa: Any, x: Any) -> Any:
    """The derivative of `von_mises_cdf(kappa, x)` with respect to `x`.

    >>> float(round(von_mises_density(0.0, 1.0), 6))
    0.159155
    """
    return np.exp(kappa * special.cosm1(x)) / (2 * np.pi * special.i0e(kappa))


def von_mises_by_kappa(kappa: Any, x: Any) -> Any:
    """That with respect to `kappa`, term by term of the Fourier series.

    >>> float(von_mises_by_kappa(1.3, 0.0)), bool(von_mises_by_kappa(1.3, 1.0) > 0)
    (0.0, True)
    """
    kappa, x = np.broadcast_arrays(np.asarray(kappa, float)[..., None], np.asarray(x, float)[..., None])
    count = int(30 + 9 * np.sqrt(np.max(kappa, where=np.isfinite(kappa), initial=0.0)))  # then they are nothing in double precision
    orders = np.arange(count + 2)
    parts = special.ive(orders, kappa) / special.i0e(kappa)
    slopes = (parts[..., :-2] + parts[..., 2:]) / 2 - parts[..., 1:-1] * parts[..., 1:2]
    return np.sum(slopes * np.sin(orders[1:-1] * x) / orders[1:-1], axis=-1) / np.pi


__all__ = ["von_mises_by_kappa", "von_mises_density"]
