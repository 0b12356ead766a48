"""Samples of what `scipy.stats` keeps in `scipy.special` for itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.libraries import present
from tangentish.rules.scipy_helpers.densities import beta_density, gamma_density
from tangentish.rules.scipy_helpers.differences import (
    betainc_by_a,
    betainc_by_b,
    betaincc_by_a,
    betaincc_by_b,
    gammainc_by_a,
    gammaincc_by_a,
    harmonic_slope,
    normalized_harmonic_slope,
)
from tangentish.rules.scipy_helpers.kolmogorov import kolmogorov_slope, smirnov_slope
from tangentish.rules.scipy_helpers.noncentral import nct_by_df, nct_by_nc, nct_by_t
from tangentish.rules.scipy_helpers.quadrature import landau_slope, nct_moment
from tangentish.rules.scipy_helpers.special import nct_density
from tests.rules.samples import A, P, sample, several

Q = np.array([0.2, 0.5, 0.85])


def own(names: str, *args: Any, **options: Any) -> None:
    several(present(_ufuncs, *names.split()), *args, **options)


own("_log1mexp", -P(3))
own("_cosine_cdf", np.array([-3.5, -1.2, 0.3, 2.9, 3.6]))
own("_cosine_invcdf _kolmogci", Q)
own("_kolmogc _kolmogp", np.array([0.6, 0.9, 1.4]))
for order in (1, 3):
    sample(kolmogorov_slope, np.array([0.2, 0.6, 0.9, 1.4]), order)
    sample(smirnov_slope, 5, np.array([0.25, 0.45, 0.83]), order)
    sample(landau_slope, np.array([-2.0, -0.5, 0.3, 3.0]), 0.3, 1.2, order)
own("_smirnovp", 5, np.array([0.25, 0.45, 0.83]), only=("d",))
own("_smirnovc", 5, np.array([0.25, 0.45, 0.83]), only=("d",))
own("_smirnovci", 5, Q, only=("p",))
own("_binom_pmf", np.array([2.3, 4.6, 0.4]), np.array([5.2, 4.9, 6.7]), Q)
own("_nbinom_pmf", np.array([2.3, 4.6, 0.4]), np.array([1.5, 3.2, 0.7]), Q)
own("_binom_pmf _binom_cdf _binom_sf", np.array([2.0, 5.0, 0.0]), 5.0, Q, only=("p",))
own("_nbinom_pmf _nbinom_cdf _nbinom_sf", np.array([2.0, 5.0, 0.0]), np.array([1.5, 3.2, 0.7]), Q, only=("n", "p"))
own("_nbinom_mean _nbinom_variance _nbinom_skewness _nbinom_kurtosis_excess", np.array([1.5, 3.2, 0.7]), Q)
own("_gen_harmonic", np.array([3, 5, 2]), np.array([1.3, 0.4, 2.2]), only=("a",))
own("_normalized_gen_harmonic", 1, np.array([3, 5, 2]), 6, np.array([1.3, 0.4, 2.2]), only=("a",))
own("_gen_harmonic", 3.0, np.array([1.3, 0.4, 2.2]), only=("a",))
own("_binom_pmf _binom_cdf _binom_sf", np.array([3.0, 1.0]), 4.0, np.array([0.3, 0.6]), only=("p",))
own("_binom_cdf _binom_sf", np.array([2.6, 5.3]), 5.8, np.array([0.3, 0.6]), only=("p",))
own("_ncx2_pdf _ncx2_sf", np.array([0.5, 1.7, 4.2]), np.array([1.3, 3.4, 2.0]), np.array([0.7, 1.9, 0.4]))
own("_ncx2_isf", Q, np.array([1.3, 3.4, 2.0]), np.array([0.7, 1.9, 0.4]))
own("_ncf_pdf _ncf_sf", np.array([0.5, 1.7, 1.2]), np.array([3.3, 3.4, 2.0]), np.array([5.1, 6.3, 4.4]), np.array([0.7, 1.9, 0.4]))
own("_ncf_isf", Q, np.array([3.3, 3.4, 2.0]), np.array([5.1, 6.3, 4.4]), np.array([0.7, 1.9, 0.4]))
own("_ncf_mean _ncf_variance _ncf_skewness _ncf_kurtosis_excess", 3.3, np.array([9.1, 11.3, 10.4]), np.array([0.7, 1.9, 0.4]))
own("_nct_pdf _nct_sf", np.array([-0.5, 1.7, 0.3]), np.array([3.3, 4.4, 2.0]), np.array([0.7, -0.9, 0.4]))
if hasattr(_ufuncs, "_nct_pdf"):
    several((nct_density, nct_by_t, nct_by_df, nct_by_nc), np.array([-0.5, 1.7, 0.3]), np.array([3.3, 4.4, 2.0]),
            np.array([0.7, -0.9, 0.4]))
sample(nct_moment, np.array([-0.5, 1.7, 0.3]), np.array([3.3, 4.4, 2.0]), np.array([0.7, -0.9, 0.4]), 2, 1)
sample(nct_moment, np.array([-0.5, 10.0, 4.5]), np.array([0.2, 80.0, 700.0]), np.array([0.7, 8.0, 5.0]), 0, 0)
own("_nct_isf", Q, np.array([3.3, 4.4, 2.0]), np.array([0.7, -0.9, 0.4]))
own("_nct_mean _nct_variance _nct_skewness _nct_kurtosis_excess", np.array([6.3, 7.4, 9.0]), np.array([0.7, -0.9, 0.4]))
own("_landau_pdf _landau_cdf _landau_sf", A(3), 0.3, 1.2, only=("x",))
own("_landau_ppf _landau_isf", Q, 0.3, 1.2, only=("p",))
own("_skewnorm_cdf", A(3), 0.3, np.array([1.2, 0.7, 2.1]), np.array([1.4, -0.6, 0.2]))
own("_skewnorm_ppf _skewnorm_isf", Q, 0.3, np.array([1.2, 0.7, 2.1]), np.array([1.4, -0.6, 0.2]))
own("_invgauss_ppf _invgauss_isf", Q, np.array([1.2, 0.7, 2.1]), np.array([1.4, 0.6, 2.2]))

# what their derivatives call
sample(beta_density, P(3), P(2, 1), Q)
sample(beta_density, np.array([1.0, 2.0, 2.7]), np.array([2.0, 1.0, 1.4]), Q, 1, 2)
sample(gamma_density, P(3), P(2, 1))
sample(gamma_density, np.array([1.0, 2.0, 2.7]), P(3), 1)
several((gammainc_by_a, gammaincc_by_a), P(3), P(2, 1))
several((betainc_by_a, betainc_by_b, betaincc_by_a, betaincc_by_b), P(3), P(2, 1), Q)
if hasattr(_ufuncs, "_gen_harmonic"):
    sample(harmonic_slope, np.array([3, 5, 2]), np.array([1.3, 0.4, 2.2]), only=("a",))
    sample(harmonic_slope, 4.0, np.array([1.3, 0.4, 2.2]), 2, only=("a",))
    sample(normalized_harmonic_slope, 1, np.array([3, 5, 2]), 6, np.array([1.3, 0.4, 2.2]), only=("a",))
