"""`trsyl` of LAPACK: the equation `op(a) x + sign x op(b) = scale c`, where `a` and `b` are as a Schur factor is.

The cotangent of `c` solves the transposed equation; those of `a` and `b` are its products with `x`, as for
`scipy.linalg.solve_sylvester` (Giles, 2008).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import swap
from tangentish.rules.scipy_helpers.lapack import routine


def schur_solution(name: str, a: Any, b: Any, c: Any, trana: Any, tranb: Any, isgn: Any) -> tuple[Any, Any, Any]:
    """The solution, its scale, and `info`.

    >>> schur_solution("trsyl", *np.array([[[1.0]], [[2.0]], [[6.0]]]), "N", "N", 1)[0]
    array([[2.]])
    """
    x, scale, info = routine(name, a, b, c)(a, b, c, trana, tranb, isgn)
    return x, scale, np.asarray(info)


def letter(tran: Any) -> str:
    """N, T or C, however it is said.

    >>> letter(b"t")
    'T'
    """
    return (tran.decode() if isinstance(tran, bytes) else str(tran)).upper()


def turned(a: Any, tran: Any) -> Any:
    """A matrix, its transpose or its conjugate transpose."""
    return a if letter(tran) == "N" else np.conj(swap(a)) if letter(tran) == "C" else swap(a)


def _solved(name: str, ans: Any, a: Any, b: Any, right: Any, trana: Any, tranb: Any, isgn: Any) -> Any:
    if ans[1] != 1 or ans[2] != 0:
        raise UnsupportedError("the derivative of trsyl is not known where it scales the right side, or there is no solution")
    return schur_solution(name, a, b, right, trana, tranb, isgn)[0]


def _other(tran: Any) -> str:
    return "C" if letter(tran) == "N" else "N"


def _read(a: Any, bar: Any) -> Any:
    """The part of a Schur factor that is read: below the diagonal of a real one the entries of blocks of two rows.

    An entry there that is 0 is read as soon as it is not, unless it is beside such a block.
    """
    if np.iscomplexobj(a) or len(a) < 2:
        return np.triu(bar)
    blocks = np.append(np.insert(np.diag(a, -1) != 0, 0, False), False)
    alone = blocks[1:-1] | ~(blocks[:-2] | blocks[2:])
    return np.triu(bar) + np.diag(np.diag(bar, -1) * alone, -1)


def schur_bars(ans_bar: Any, ans: Any, name: str, a: Any, b: Any, c: Any, trana: Any, tranb: Any,
               isgn: Any) -> tuple[Any, Any, Any]:
    """The cotangents of `a`, `b` and `c`."""
    if ans_bar[0] is None:
        return np.zeros_like(a), np.zeros_like(b), np.zeros_like(c)
    c_bar = np.conj(_solved(name, ans, a, b, np.conj(ans_bar[0]), _other(trana), _other(tranb), isgn))
    a_bar, b_bar = -c_bar @ swap(ans[0]), -isgn * (swap(ans[0]) @ c_bar)
    return _read(a, turned(a_bar, trana)), _read(b, turned(b_bar, tranb)), c_bar


def schur_dot(ans: Any, dot: Any, name: str, a: Any, b: Any, trana: Any, tranb: Any, isgn: Any) -> tuple[Any, Any, Any]:
    """The tangents of the results, where the right side has the tangent `dot`."""
    return _solved(name, ans, a, b, dot, trana, tranb, isgn), 0.0, 0


def schur_dot_a(ans: Any, a_dot: Any, name: str, a: Any, b: Any, trana: Any, tranb: Any, isgn: Any) -> tuple[Any, Any, Any]:
    """The tangents of the results along `a_dot`."""
    return schur_dot(ans, -turned(_read(a, a_dot), trana) @ ans[0], name, a, b, trana, tranb, isgn)


def schur_dot_b(ans: Any, b_dot: Any, name: str, a: Any, b: Any, trana: Any, tranb: Any, isgn: Any) -> tuple[Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    return schur_dot(ans, -isgn * (ans[0] @ turned(_read(b, b_dot), tranb)), name, a, b, trana, tranb, isgn)


__all__ = ["schur_bars", "schur_dot", "schur_dot_a", "schur_dot_b"]
