"""What SciPy's Python code calls in place of NumPy's functions, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.registry import first_module

# where it lies changes from version to version of SciPy
compat = first_module("scipy._external.array_api_compat.numpy", "scipy._lib.array_api_compat.numpy")


def solve(x1: Any, x2: Any) -> Any:
    """The solution of a system; a vector of one axis is a vector."""
    return np.linalg.solve(x1, x2)


if compat is not None:
    library.REPLACED[compat.linalg.solve] = solve
