"""Distributions of `scipy.stats` that are given as objects: `Normal`, `Uniform`, and what is made of them.

The inverse of the logarithm of a distribution is searched for from an end of the support, where that is infinite: a derivative
through the search would be `nan`. But for the far tail it is the inverse of the distribution itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

FAR = -30.0
_infrastructure = first_module("scipy.stats._distribution_infrastructure")


def is_near(x: Any) -> bool:
    """Whether no number is the logarithm of a probability in the far tail."""
    return bool(np.all(np.asarray(x) > FAR))


zero_derivative(is_near)


def far_out() -> UnsupportedError:
    """The refusal of the far tail."""
    return UnsupportedError(
        f"the inverse of the logarithm of a distribution has no derivative below {FAR}: it is searched for there.")


def inverse_log_cdf(self: Any, x: Any, **params: Any) -> Any:
    """`_ilogcdf_inversion`."""
    if is_near(x):
        return self._icdf_dispatch(np.exp(x), **params)
    raise far_out()


def inverse_log_ccdf(self: Any, x: Any, **params: Any) -> Any:
    """`_ilogccdf_inversion`."""
    if is_near(x):
        return self._iccdf_dispatch(np.exp(x), **params)
    raise far_out()


for _name, _ours in (("_ilogcdf_inversion", inverse_log_cdf), ("_ilogccdf_inversion", inverse_log_ccdf)):
    _theirs = getattr(getattr(_infrastructure, "UnivariateDistribution", None), _name, None)
    if _theirs is not None:
        library.REPLACED[_theirs] = _ours
