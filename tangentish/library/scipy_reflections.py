"""Functions of LAPACK that work by reflections, in plain NumPy: QR, Hessenberg, least squares, and products with them.

A reflection `I - tau v v*` makes a column a multiple of the first unit vector; LAPACK stores `v` without its leading one where
the zeros are (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition, sections 5.1 and 7.4.3; signs as `larfg` has them).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.library.lapack_parts import columns, like, over, raw, register, typed
from tangentish.rules.registry import zero_derivative
from tangentish.rules.scipy_helpers.triangular_sylvester import letter


def reflection(x: Any) -> tuple[Any, Any, Any]:
    """`larfg`: what is left of the column, `tau`, and `v`.

    >>> reflection(np.array([3.0, 4.0]))
    (np.float64(-5.0), np.float64(1.6), array([1. , 0.5]))
    """
    head = x[0]
    if not np.any(x[1:]) and np.imag(head) == 0:
        if x.size > 1:
            raise UnsupportedError("a column that is 0 below its first entry has no derivative here: LAPACK leaves it as it is, "
                                   "and turns its sign as soon as it is not")
        return head, head * 0.0, np.ones(1, x.dtype)
    size = np.sqrt(np.sum(np.real(x * np.conj(x))))
    left = -size if np.real(head) >= 0 else size
    return left + 0.0 * head, (left - head) / left, np.concatenate([np.ones(1, x.dtype), x[1:] / (head - left)])


def from_left(tau: Any, v: Any, a: Any) -> Any:
    """The product of a reflection and a matrix."""
    return a - np.outer(tau * v, np.conj(v) @ a)


def from_right(a: Any, tau: Any, v: Any) -> Any:
    """The product of a matrix and a reflection."""
    return a - np.outer(a @ v * tau, np.conj(v))


def vector(a: Any, j: Any, first: Any) -> Any:
    """What is stored of a reflection in column `j` of a matrix from row `first` on, with its leading one."""
    return np.concatenate([np.ones(1, a.dtype), a[first + 1 :, j]])


def work_of(name: str, kind: str, lwork: Any, *args: Any) -> Any:
    """An array such as LAPACK works with: its first entry says how long it should be.

    >>> work_of("geqrf", "d", 5, np.eye(2)).size
    5
    """
    asked = raw(name, kind, *args, -1)[-2]
    work = np.zeros(max(3 * args[0].shape[1] if lwork is None else lwork, 1), asked.dtype)
    work[0] = asked[0]
    return work


zero_derivative(work_of)


def factored(a: Any) -> tuple[Any, Any]:
    """What `geqrf` stores of a matrix, and the `tau` of its reflections."""
    rest, taus = a * 1.0, []
    for j in range(min(a.shape)):
        left, tau, v = reflection(rest[j:, j])
        rest[j:, j + 1 :] = from_left(np.conj(tau), v, rest[j:, j + 1 :])
        rest[j, j] = left
        rest[j + 1 :, j] = v[1:]
        taus.append(tau)
    return rest, np.array(taus, a.dtype)


def applied(side: str, trans: str, a: Any, tau: Any, c: Any) -> Any:
    """The product of `c` and the orthogonal matrix that `geqrf` stored, or its conjugate transpose."""
    count = len(tau)
    plain = trans == "N"
    backwards = plain == (side == "L")
    for j in range(count - 1, -1, -1) if backwards else range(count):
        v, factor = vector(a, j, j), tau[j] if plain else np.conj(tau[j])
        if side == "L":
            c = np.concatenate([c[:j], from_left(factor, v, c[j:])])
        else:
            c = np.concatenate([c[:, :j], from_right(c[:, j:], factor, v)], axis=1)
    return c


def geqrf(a: Any, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dgeqrf`."""
    matrix = typed(a, kind)
    if lwork == -1 or matrix.ndim != 2 or not matrix.size:
        return raw("geqrf", kind, a, *(() if lwork is None else (lwork,)))
    qr, tau = factored(matrix)
    return over(a, np.asfortranarray(qr), overwrite_a), tau, work_of("geqrf", kind, lwork, matrix), 0


def orgqr(a: Any, tau: Any, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dorgqr`: the first columns of the orthogonal matrix, as many as `a` has."""
    name = "orgqr" if kind in "fd" else "ungqr"
    matrix, taus = typed(a, kind), typed(tau, kind)
    if lwork == -1 or matrix.ndim != 2 or matrix.shape[0] < matrix.shape[1] or matrix.shape[1] < taus.size or not matrix.size:
        return raw(name, kind, a, tau, *(() if lwork is None else (lwork,)))
    q = applied("L", "N", matrix, np.ravel(taus), np.eye(matrix.shape[0], matrix.shape[1], dtype=kind))
    return over(a, np.asfortranarray(q), overwrite_a), work_of(name, kind, lwork, matrix, taus), 0


def ormqr(side: Any, trans: Any, a: Any, tau: Any, c: Any, lwork: Any, overwrite_c: Any = 0, *, kind: str = "d") -> Any:
    """`dormqr`: products with the orthogonal matrix."""
    name = "ormqr" if kind in "fd" else "unmqr"
    matrix, taus, right = typed(a, kind), typed(tau, kind), typed(c, kind)
    asked = raw(name, kind, side, trans, matrix, taus, right, -1)
    if lwork == -1 or asked[-1] != 0:
        return asked
    product = applied(letter(side), letter(trans), matrix, np.ravel(taus), right)
    return over(c, np.asfortranarray(product), overwrite_c), work_of(name, kind, lwork, side, trans, matrix, taus, right), 0


def gels(a: Any, b: Any, trans: Any = "N", lwork: Any = None, overwrite_a: Any = 0, overwrite_b: Any = 0, *,
         kind: str = "d") -> Any:
    """`dgels`, of a matrix that has at least as many rows as columns: rows of the solution below it have the residual."""
    matrix, right = typed(a, kind), typed(b, kind)
    if matrix.ndim != 2 or columns(right).shape[0] != max(matrix.shape):
        return raw("gels", kind, a, b, trans)  # which raises
    if matrix.shape[0] < matrix.shape[1] or letter(trans) != "N":
        raise UnsupportedError("gels of fewer equations than unknowns, or of a transpose, is not followed.\n"
                               "Use scipy.linalg.lstsq.")
    qr, tau = factored(matrix)
    count = matrix.shape[1]
    if not np.all(np.diag(qr)):
        raise UnsupportedError("gels of a matrix whose columns depend on each other has no derivative.\nUse scipy.linalg.lstsq.")
    moved = applied("L", "C", qr, tau, columns(right))
    x = np.concatenate([linalg.solve_triangular(qr[:count], moved[:count], check_finite=False), moved[count:]])
    return over(a, np.asfortranarray(qr), overwrite_a), over(b, like(np.asfortranarray(x), right), overwrite_b), 0


def gehrd(a: Any, lo: Any = 0, hi: Any = None, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dgehrd`: a Hessenberg matrix that is similar to `a`, and the reflections that make it one."""
    matrix = typed(a, kind)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        return raw("gehrd", kind, a)  # which raises
    rest, last = matrix * 1.0, matrix.shape[0] - 1 if hi is None else hi
    taus = np.zeros(max(matrix.shape[0] - 1, 0), kind)
    for i in range(lo, last):
        left, tau, v = reflection(rest[i + 1 : last + 1, i])
        rest[: last + 1, i + 1 : last + 1] = from_right(rest[: last + 1, i + 1 : last + 1], tau, v)
        rest[i + 1 : last + 1, i + 1 :] = from_left(np.conj(tau), v, rest[i + 1 : last + 1, i + 1 :])
        rest[i + 1, i] = left
        rest[i + 2 : last + 1, i] = v[1:]
        taus[i] = tau
    return over(a, np.asfortranarray(rest), overwrite_a), taus, 0


def gebal(a: Any, scale: Any = 0, permute: Any = 0, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dgebal`, where it is asked to change nothing."""
    matrix = typed(a, kind)
    if scale or permute:
        raise UnsupportedError("gebal is followed where it neither scales nor permutes.\nUse scipy.linalg.matrix_balance.")
    _, lo, hi, scaling, info = raw("gebal", kind, matrix, scale, permute)
    return over(a, np.copy(matrix, order="F"), overwrite_a), lo, hi, scaling, info


def orghr(a: Any, tau: Any, lo: Any = 0, hi: Any = None, lwork: Any = None, overwrite_a: Any = 0, *, kind: str = "d") -> Any:
    """`dorghr`: the product of the reflections of `gehrd`."""
    matrix, taus = typed(a, kind), typed(tau, kind)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        return raw("orghr" if kind in "fd" else "unghr", kind, a, tau)  # which raises
    q, last = np.eye(matrix.shape[0], dtype=kind), matrix.shape[0] - 1 if hi is None else hi
    for i in range(last - 1, lo - 1, -1):
        v = vector(matrix[: last + 1], i, i + 1)
        q = np.concatenate([q[: i + 1], from_left(taus[i], v, q[i + 1 : last + 1]), q[last + 1 :]])
    return over(a, np.asfortranarray(q), overwrite_a), 0


register(geqrf, gels, gehrd, gebal)
for _function, _others in ((orgqr, "ungqr"), (ormqr, "unmqr"), (orghr, "unghr")):
    register(_function, kinds="fd")
    register(_function, kinds="FD", name=_others)
