"""What comparisons of objects give, where their classes say what that is."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

COMPARING = frozenset((operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne))


def checked(function: Any, ans: Any) -> Any:
    """What a function without a derivative gave; of comparisons, which classes may say, that is so if it is no number."""
    return truth_of(ans) if function in COMPARING else ans


def truth_of(compared: Any) -> Any:
    """What a comparison gave; refused where that may have a derivative, which nobody follows.

    >>> truth_of(True), truth_of(np.array([1.0, 2.0]) > 1.5)
    (True, array([False,  True]))
    """
    dtype = getattr(compared, "dtype", None)
    plain = isinstance(compared, bool | int | str | None) if dtype is None else isinstance(dtype, np.dtype) and dtype.kind in "biu"
    if not plain:
        raise UnsupportedError(f"a comparison of objects gives a {type(compared).__name__}, which is not followed.\n"
                               "Let it give a bool, or call it by another name.")
    return compared


zero_derivative(truth_of)
