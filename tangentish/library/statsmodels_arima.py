"""Parameters of ARIMA models of statsmodels, which it puts into arrays of objects to look at them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_tools = first_module("statsmodels.tsa.arima.tools")


def validate_basic(params: Any, length: int, allow_infnan: bool = False, title: Any = None) -> Any:
    """`statsmodels.tsa.arima.tools.validate_basic`: the parameters as an array, if there are as many as there should be."""
    check_valid(params, length, allow_infnan, title)
    if has_complex(params):
        return np.atleast_1d(np.squeeze(np.array(params, dtype=complex)))
    return np.atleast_1d(np.squeeze(np.array(params, dtype=float)))


def check_valid(params: Any, length: int, allow_infnan: bool, title: Any) -> None:
    """Raise what statsmodels itself raises."""
    for known in present(_tools, "validate_basic"):
        known(params, length, allow_infnan, title)


def has_complex(params: Any) -> bool:
    """Whether any of the parameters is a complex number.

    >>> has_complex([0.5, 2j]), has_complex(np.array([0.5]))
    (True, False)
    """
    return bool(np.iscomplexobj(np.asarray(params)))


zero_derivative(check_valid, has_complex)
library.REPLACED |= {known: validate_basic for known in present(_tools, "validate_basic")}
