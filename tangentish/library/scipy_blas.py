"""Functions of BLAS and LAPACK that SciPy gives by name (`get_blas_funcs`), for real numbers, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.linalg.blas as blas
import scipy.linalg.lapack as lapack

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

# vectors


def dot(x: Any, y: Any) -> Any:
    """`ddot`."""
    return np.dot(x, y)


def nrm2(x: Any) -> Any:
    """`dnrm2`."""
    return np.sqrt(np.sum(np.asarray(x) ** 2))


def asum(x: Any) -> Any:
    """`dasum`."""
    return np.sum(np.abs(x))


def axpy(x: Any, y: Any, n: Any = None, a: Any = 1.0) -> Any:
    """`daxpy`, which adds to `y`."""
    whole(n, y)
    total = y + a * np.asarray(x)
    return stored(y, total)


def scal(a: Any, x: Any, n: Any = None) -> Any:
    """`dscal`, which multiplies in place."""
    whole(n, x)
    return stored(x, a * np.asarray(x))


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


def gemv(alpha: Any, a: Any, x: Any, beta: Any = 0.0, y: Any = None, trans: Any = 0, overwrite_y: Any = 0) -> Any:
    """`dgemv`."""
    return added(alpha * (turned(a, trans) @ x), beta, y)


def gemm(alpha: Any, a: Any, b: Any, beta: Any = 0.0, c: Any = None, trans_a: Any = 0, trans_b: Any = 0,
         overwrite_c: Any = 0) -> Any:
    """`dgemm`."""
    return added(alpha * (turned(a, trans_a) @ turned(b, trans_b)), beta, c)


def symv(alpha: Any, a: Any, x: Any, beta: Any = 0.0, y: Any = None, lower: Any = 0, overwrite_y: Any = 0) -> Any:
    """`dsymv`."""
    return added(alpha * (symmetric(a, lower) @ x), beta, y)


def symm(alpha: Any, a: Any, b: Any, beta: Any = 0.0, c: Any = None, side: Any = 0, lower: Any = 0, overwrite_c: Any = 0) -> Any:
    """`dsymm`."""
    matrix = symmetric(a, lower)
    return added(alpha * (np.asarray(b) @ matrix if side else matrix @ np.asarray(b)), beta, c)


def ger(alpha: Any, x: Any, y: Any, a: Any = None, overwrite_x: Any = 1, overwrite_y: Any = 1, overwrite_a: Any = 0) -> Any:
    """`dger`."""
    return added(alpha * np.outer(x, y), 1.0, a)


def syr(alpha: Any, x: Any, lower: Any = 0, a: Any = None, overwrite_a: Any = 0) -> Any:
    """`dsyr`, which has one triangle of its result, and of the other what was there."""
    return added(triangle(alpha * np.outer(x, x), lower), 1.0, a)


def syr2(alpha: Any, x: Any, y: Any, lower: Any = 0, a: Any = None, overwrite_a: Any = 0) -> Any:
    """`dsyr2`."""
    product = np.outer(x, y)
    return added(triangle(alpha * (product + product.T), lower), 1.0, a)


def trsm(alpha: Any, a: Any, b: Any, side: Any = 0, lower: Any = 0, trans_a: Any = 0, diag: Any = 0, overwrite_b: Any = 0) -> Any:
    """`dtrsm`."""
    right = alpha * np.asarray(b)
    if side:
        return linalg.solve_triangular(a, right.T, trans=0 if trans_a else 1, lower=bool(lower), unit_diagonal=bool(diag)).T
    return linalg.solve_triangular(a, right, trans=1 if trans_a else 0, lower=bool(lower), unit_diagonal=bool(diag))


def turned(a: Any, trans: Any) -> Any:
    """A matrix, or its transpose."""
    return np.asarray(a).T if trans else np.asarray(a)


def triangle(a: Any, lower: Any) -> Any:
    """The triangle of a matrix that is read, or written."""
    return np.tril(a) if lower else np.triu(a)


def symmetric(a: Any, lower: Any) -> Any:
    """The symmetric matrix that one triangle says."""
    half = triangle(a, lower)
    return half + half.T - np.diag(np.diag(a))


def added(value: Any, beta: Any, more: Any) -> Any:
    """What is added to `beta` times what was there, if anything was."""
    return value if more is None else value + beta * np.asarray(more)


# LAPACK: results with a number that says whether there are any


def trtri(c: Any, lower: Any = 0, unitdiag: Any = 0, overwrite_c: Any = 0) -> Any:
    """`dtrtri`, which leaves the other triangle of its argument as it is."""
    info = is_singular(c, lower, unitdiag)
    if info:
        return np.copy(c), info
    inverse = linalg.solve_triangular(c, np.eye(len(c)), lower=bool(lower), unit_diagonal=bool(unitdiag))
    kept = np.asarray(c) - triangle(c, lower)
    if unitdiag:
        kept = kept + np.diag(np.diag(c)) - np.eye(len(c))
    return triangle(inverse, lower) + kept, info


def potrf(a: Any, lower: Any = 0, clean: Any = 1, overwrite_a: Any = 0) -> Any:
    """`dpotrf`."""
    info = is_indefinite(a, lower)
    if info:
        raise UnsupportedError("dpotrf of a matrix that is not positive definite has no derivative.\n"
                               "Use scipy.linalg.cholesky, which raises LinAlgError.")
    factor = linalg.cholesky(symmetric(a, lower), lower=bool(lower))
    return factor if clean else factor + np.asarray(a) - triangle(a, lower), info


def potrs(c: Any, b: Any, lower: Any = 0, overwrite_b: Any = 0) -> Any:
    """`dpotrs`."""
    return linalg.cho_solve((c, bool(lower)), b), 0


def trtrs(a: Any, b: Any, lower: Any = 0, trans: Any = 0, unitdiag: Any = 0, overwrite_b: Any = 0) -> Any:
    """`dtrtrs`."""
    info = is_singular(a, lower, unitdiag)
    if info:
        return np.copy(b), info
    return linalg.solve_triangular(a, b, trans=trans, lower=bool(lower), unit_diagonal=bool(unitdiag)), info


def is_singular(a: Any, lower: Any, unitdiag: Any) -> int:
    """The number of the first zero on the diagonal of a triangular matrix, counted from 1; 0 if there is none."""
    return int(lapack.dtrtri(a, lower, unitdiag)[1])


def is_indefinite(a: Any, lower: Any) -> int:
    """The number of the first leading minor of a symmetric matrix that is not positive; 0 if there is none."""
    return int(lapack.dpotrf(a, lower)[1])


zero_derivative(is_singular, is_indefinite, blas.get_blas_funcs, lapack.get_lapack_funcs)

for _module, _functions in ((blas, (dot, nrm2, asum, axpy, scal, gemv, gemm, symv, symm, ger, syr, syr2, trsm)),
                            (lapack, (trtri, potrf, potrs, trtrs))):
    for _function in _functions:
        for _prefix in "ds":
            library.REPLACED[getattr(_module, _prefix + _function.__name__)] = _function
