"""What SciPy's Python code calls in place of NumPy's functions, in plain Python."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import scipy._lib._array_api as arrays

from tangentish import library
from tangentish.rules.libraries import first_module

# where it lies changes from version to version of SciPy
compat = first_module("scipy._external.array_api_compat.numpy", "scipy._lib.array_api_compat.numpy")


def solve(x1: Any, x2: Any) -> Any:
    """The solution of a system; a vector of one axis is a vector."""
    return np.linalg.solve(x1, x2)


if compat is not None:
    library.REPLACED[compat.linalg.solve] = solve

if hasattr(arrays, "xp_promote"):
    _promote = arrays.xp_promote
    # its own code, which no rule is for
    promote_each = types.FunctionType(_promote.__code__, _promote.__globals__, "promote_each", _promote.__defaults__)
    promote_each.__kwdefaults__ = _promote.__kwdefaults__
    library.SEVERAL[_promote] = promote_each
