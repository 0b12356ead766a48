"""Distributions shifted and scaled, whose support ends on one side or on none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats as stats

from tests.oracle import check_gradient

pytestmark = pytest.mark.skipif(not hasattr(stats, "make_distribution"), reason="SciPy has no such distributions")
X, Q = np.array([0.5, 1.0, 2.0]), np.array([0.2, 0.5, 0.7])


@pytest.mark.parametrize("name, at", [("logcdf", X), ("pdf", X), ("ccdf", X), ("icdf", Q), ("iccdf", Q)])
@pytest.mark.parametrize("scale, shift", [(1.4, 0.1), (-1.4, 3.1)])
def test_shifted_and_scaled(name: str, at: Any, scale: float, shift: float) -> None:
    one = stats.make_distribution(stats.expon)

    def fun(scale: Any, shift: Any) -> Any:
        return np.sum(np.sin(getattr(one() * scale + shift, name)(at)))

    check_gradient(fun, scale, shift, argnums=(0, 1), repeats=1)
