"""Samples of the ufuncs that `scipy.stats` takes from Boost."""

from __future__ import annotations

import numpy as np
import scipy.special._ufuncs as _ufuncs

from tests.rules.samples import A, P, sample, several

Q = np.array([0.2, 0.45, 0.7])
several((_ufuncs._nbinom_pmf, _ufuncs._nbinom_cdf, _ufuncs._nbinom_sf), np.array([0.0, 2.0, 5.0]), 1.5, Q, only=("n", "p"))
several((_ufuncs._nbinom_pmf, _ufuncs._nbinom_cdf), 3.0, P(3), 0.4, only=("n", "p"))
several((_ufuncs._binom_pmf, _ufuncs._binom_cdf, _ufuncs._binom_sf), np.array([0.0, 2.0, 5.0]), 5.0, Q, only=("p",))
sample(_ufuncs._ncx2_pdf, 1 + P(3), np.array([1.5, 2.0, 4.5]), P(3), only=("x", "nc"))
sample(_ufuncs._skewnorm_cdf, A(3), 0.2, 1.3, np.array([-1.5, 0.0, 2.5]))
sample(_ufuncs._log1mexp, -P(3))
