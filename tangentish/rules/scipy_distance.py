"""`scipy.spatial.distance`: the two forms of distances; the distances themselves are in `library.scipy_distance`."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.spatial.distance as distance

from tangentish.rules.registry import linear, zero_derivative
from tangentish.rules.scipy_helpers.transforms import unsquareform


@linear(distance.squareform, how=("force", "checks"))
def squareform(ans_bar, X, force="no", checks=True):
    return unsquareform(ans_bar, np.shape(X))


zero_derivative(distance.num_obs_dm, distance.num_obs_y, distance.is_valid_dm, distance.is_valid_y)
