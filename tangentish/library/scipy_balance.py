"""`scipy.linalg.matrix_balance` in plain NumPy: the scaling, by powers of 2, and the order are those that SciPy finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def scaling_of(A: Any, permute: Any, scale: Any) -> tuple[Any, Any]:
    """The factors and the order."""
    scaling, order = linalg.matrix_balance(A, permute=permute, scale=scale, separate=True)[1]
    return scaling, order


def matrix_of(scaling: Any, order: Any) -> Any:
    """Both as a matrix."""
    matrix = np.zeros((len(scaling), len(scaling)))
    matrix[order, np.arange(len(scaling))] = scaling
    return matrix


zero_derivative(scaling_of, matrix_of)


def matrix_balance(A: Any, permute: Any = True, scale: Any = True, separate: Any = False, overwrite_a: Any = False) -> Any:
    """`scipy.linalg.matrix_balance` of a matrix."""
    A = np.asarray(A)
    if A.ndim != 2:
        raise UnsupportedError("matrix_balance of a stack of matrices has no derivative.\nCall it for each of them.")
    scaling, order = scaling_of(A, permute, scale)
    balanced = A[order][:, order] * scaling / scaling[:, None]
    return balanced, (scaling, order) if separate else matrix_of(scaling, order)


library.REPLACED[linalg.matrix_balance] = matrix_balance
