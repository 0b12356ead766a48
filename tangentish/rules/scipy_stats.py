"""`scipy.stats`: what is compiled there."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers.differences import slope_in
from tangentish.rules.scipy_helpers.von_mises import von_mises_by_kappa, von_mises_density


@elementwise(*present(first_module("scipy.stats._stats"), "von_mises_cdf"))
def von_mises_cdf(ans, k_obj, x_obj):
    return as_type_of(ans, von_mises_by_kappa(k_obj, x_obj)), as_type_of(ans, von_mises_density(k_obj, x_obj))


@elementwise(von_mises_by_kappa)
def von_mises_by_kappa_(ans, kappa, x):
    return (slope_in(von_mises_by_kappa, 0, kappa, x),
            von_mises_density(kappa, x) * (np.cos(x) - special.i1e(kappa) / special.i0e(kappa)))
