"""Functions of BLAS that SciPy gives by name (`get_blas_funcs`), for real numbers, in plain Python; as `scipy_lapack`."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.linalg.blas as blas

from tangentish.errors import UnsupportedError
from tangentish.library.lapack_parts import over, register, typed
from tangentish.rules.registry import zero_derivative

# vectors


def dot(x: Any, y: Any, *, kind: str = "d") -> Any:
    """`ddot`."""
    return np.dot(typed(x, kind), typed(y, kind))


def nrm2(x: Any, *, kind: str = "d") -> Any:
    """`dnrm2`."""
    return np.sqrt(np.sum(typed(x, kind) ** 2))


def asum(x: Any, *, kind: str = "d") -> Any:
    """`dasum`."""
    return np.sum(np.abs(typed(x, kind)))


def axpy(x: Any, y: Any, n: Any = None, a: Any = 1.0, *, kind: str = "d") -> Any:
    """`daxpy`, which adds to `y`."""
    whole(n, y)
    total = typed(y, kind) + typed(a * typed(x, kind), kind)
    return stored(y, total)


def scal(a: Any, x: Any, n: Any = None, *, kind: str = "d") -> Any:
    """`dscal`, which multiplies in place."""
    whole(n, x)
    return stored(x, typed(a * typed(x, kind), kind))


def whole(n: Any, x: Any) -> None:
    """Refuse parts of vectors."""
    if n is not None and n != len(x):
        raise UnsupportedError("a BLAS function of a part of a vector is not followed.\nUse NumPy's operators on slices.")


def stored(x: Any, value: Any) -> Any:
    """A result that is in the memory of an argument, if that is as BLAS has its vectors."""
    if isinstance(x, np.ndarray) and x.dtype == value.dtype and x.flags.c_contiguous:
        x[...] = value
        return x
    return value


# matrices


def gemv(alpha: Any, a: Any, x: Any, beta: Any = 0.0, y: Any = None, *, trans: Any = 0, overwrite_y: Any = 0,
         kind: str = "d") -> Any:
    """`dgemv`."""
    return added(alpha * (turned(typed(a, kind), trans) @ typed(x, kind)), beta, y, overwrite_y, kind)


def gemm(alpha: Any, a: Any, b: Any, beta: Any = 0.0, c: Any = None, trans_a: Any = 0, trans_b: Any = 0,
         overwrite_c: Any = 0, *, kind: str = "d") -> Any:
    """`dgemm`."""
    product = turned(typed(a, kind), trans_a) @ turned(typed(b, kind), trans_b)
    return added(alpha * product, beta, c, overwrite_c, kind)


def symv(alpha: Any, a: Any, x: Any, beta: Any = 0.0, y: Any = None, *, lower: Any = 0, overwrite_y: Any = 0,
         kind: str = "d") -> Any:
    """`dsymv`."""
    return added(alpha * (symmetric(typed(a, kind), lower) @ typed(x, kind)), beta, y, overwrite_y, kind)


def symm(alpha: Any, a: Any, b: Any, beta: Any = 0.0, c: Any = None, side: Any = 0, lower: Any = 0, overwrite_c: Any = 0, *,
         kind: str = "d") -> Any:
    """`dsymm`."""
    matrix, other = symmetric(typed(a, kind), lower), typed(b, kind)
    return added(alpha * (other @ matrix if side else matrix @ other), beta, c, overwrite_c, kind)


def ger(alpha: Any, x: Any, y: Any, *, a: Any = None, overwrite_x: Any = 1, overwrite_y: Any = 1, overwrite_a: Any = 0,
        kind: str = "d") -> Any:
    """`dger`, which writes into neither vector."""
    return added(alpha * np.outer(typed(x, kind), typed(y, kind)), 1.0, a, overwrite_a, kind)


def syr(alpha: Any, x: Any, lower: Any = 0, *, a: Any = None, overwrite_a: Any = 0, kind: str = "d") -> Any:
    """`dsyr`, which has one triangle of its result, and of the other what was there."""
    given = typed(x, kind)
    return added(triangle(alpha * np.outer(given, given), lower), 1.0, a, overwrite_a, kind)


def syr2(alpha: Any, x: Any, y: Any, lower: Any = 0, *, a: Any = None, overwrite_a: Any = 0, kind: str = "d") -> Any:
    """`dsyr2`."""
    product = np.outer(typed(x, kind), typed(y, kind))
    return added(triangle(alpha * (product + product.T), lower), 1.0, a, overwrite_a, kind)


def trsm(alpha: Any, a: Any, b: Any, side: Any = 0, lower: Any = 0, trans_a: Any = 0, diag: Any = 0, overwrite_b: Any = 0, *,
         kind: str = "d") -> Any:
    """`dtrsm`."""
    matrix, right = typed(a, kind), alpha * typed(b, kind)
    if side:
        x = linalg.solve_triangular(matrix, right.T, trans=0 if trans_a else 1, lower=bool(lower), unit_diagonal=bool(diag)).T
    else:
        x = linalg.solve_triangular(matrix, right, trans=1 if trans_a else 0, lower=bool(lower), unit_diagonal=bool(diag))
    return over(b, typed(np.asfortranarray(x), kind), overwrite_b)


def turned(a: Any, trans: Any) -> Any:
    """A matrix, or its transpose."""
    return a.T if trans else a


def triangle(a: Any, lower: Any) -> Any:
    """The triangle of a matrix that is read, or written."""
    return np.tril(a) if lower else np.triu(a)


def symmetric(a: Any, lower: Any) -> Any:
    """The symmetric matrix that one triangle says."""
    half = triangle(a, lower)
    return half + half.T - np.diag(np.diag(a))


def added(value: Any, beta: Any, more: Any, overwrite: Any, kind: str) -> Any:
    """What is added to `beta` times what was there, if anything was; there too, where it is told to be."""
    if more is None:
        return np.asfortranarray(typed(value, kind))
    return over(more, np.asfortranarray(typed(value + beta * typed(more, kind), kind)), overwrite)


zero_derivative(blas.get_blas_funcs)
register(dot, nrm2, asum, axpy, scal, gemv, gemm, symv, symm, ger, syr, syr2, trsm, module=blas, kinds="fd")
