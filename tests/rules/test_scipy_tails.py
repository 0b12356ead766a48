"""Distributions far out, where SciPy's own densities give up."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.integrate as integrate
import scipy.special as special

import tangentish

DF, NC, FAR = 404.1495, 5.0383, -1.9659


def density(t: float) -> float:
    """That of (z + nc) / s with z normal and df s^2 of a chi-squared distribution: the mean of s phi(t s - nc)."""
    constant = math.log(2) + DF / 2 * math.log(DF / 2) - math.lgamma(DF / 2)

    def integrand(s: float) -> float:
        return s * math.exp(constant + (DF - 1) * math.log(s) - DF * s * s / 2 - (t * s - NC) ** 2 / 2) / math.sqrt(2 * math.pi)

    return integrate.quad(integrand, 0.5, 1.6, epsabs=0, epsrel=1e-10, points=[1.0])[0]


@pytest.mark.skipif(not hasattr(special._ufuncs, "_nct_pdf"), reason="this SciPy has no density of it")
@pytest.mark.parametrize("t", [FAR, np.array([FAR, 4.8, -2.3])], ids=["number", "array"])
def test_noncentral_t(t: Any) -> None:
    def value(t: Any) -> Any:
        return np.sum(special.nctdtr(DF, NC, t))

    want = np.vectorize(density)(t)
    np.testing.assert_allclose(tangentish.grad(value)(t), want, rtol=1e-3, atol=1e-14)
    np.testing.assert_allclose(tangentish.jvp(value, (t,), (np.ones_like(t),))[1], np.sum(want), rtol=1e-3)
