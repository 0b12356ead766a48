"""Solvers of LAPACK, by the names that SciPy gives them, and their derivatives.

What they give is what SciPy's functions give: factors, pivots, the solution, and a number `info` that is 0 if there is one.
It is an array of no axes, so that nobody
takes it for a constant.  Where it is not 0, the right side is left as it was.  Formulas as in Giles (2008), with plain transposes.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
import scipy.linalg as linalg
import scipy.linalg.lapack as lapack

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import cholesky_bar, cholesky_dot, swap
from tangentish.rules.scipy_helpers.bands import band_cholesky_bar, band_cholesky_dot, pivots_bar, pivots_dot
from tangentish.rules.scipy_helpers.factors import lu_factor_bar, lu_factor_dot
from tangentish.rules.scipy_helpers.indefinite import pivoted_bar, pivoted_dot
from tangentish.rules.scipy_helpers.systems import band_product, band_times, both_bands, both_bands_bar, part_read, part_read_bar

_READ = {"ge": None, "po": "her", "he": "her", "sy": "sym"}


def refuse() -> NoReturn:
    """Say that there is no derivative."""
    raise UnsupportedError("the derivative of the factors that this function of LAPACK gives is not known.\n"
                           "Use the functions of scipy.linalg, or what it solves.")


def used(bar: Any) -> bool:
    """Whether a cotangent is not 0."""
    return bar is not None and bool(np.any(bar))


def refuse_used(bar: Any) -> None:
    """Refuse a cotangent that is not 0."""
    if used(bar):
        refuse()


def routine(name: str, *arrays: Any) -> Any:
    """The function of LAPACK of this name, for the type of some arrays.

    >>> routine("gesv", np.zeros(2, np.float32)) is lapack.sgesv
    True
    """
    kind = np.result_type(*arrays, np.float32).char
    return lapack.__dict__[{"f": "s", "d": "d", "F": "c", "D": "z"}[kind] + name]


# dense matrices

def dense_solution(name: str, a: Any, b: Any, lower: Any = 0) -> tuple[Any, Any, Any, Any]:
    """Factors, pivots, solution and `info` of the functions named `gesv`, `posv`, `sysv` and `hesv`.

    >>> dense_solution("gesv", np.array([[2.0]]), np.array([[3.0]]))[2]
    array([[1.5]])
    """
    if name == "gesv":
        lu, piv, x, info = routine(name, a, b)(a, b)
        return lu, piv, x, np.asarray(info)
    found = routine(name, a, b)(a, b, lower=lower)
    return (*found[:-2], *((np.zeros(0, np.int32),) if len(found) == 3 else ()), found[-2], np.asarray(found[-1]))


def _solved(name: str, ans: Any, a: Any, b: Any, lower: Any) -> Any:
    """The solution for another right side, with the factors that are there."""
    if name[:2] == "ge":
        return linalg.lu_solve((ans[0], ans[1]), b, check_finite=False)
    if name[:2] == "po":
        return linalg.cho_solve((ans[0], bool(lower)), b, check_finite=False)
    return dense_solution(name, a, b, lower)[2]


def _solved_transposed(name: str, ans: Any, a: Any, b: Any, lower: Any) -> Any:
    if name[:2] == "ge":
        return linalg.lu_solve((ans[0], ans[1]), b, 1, check_finite=False)
    if name[:2] == "sy":
        return _solved(name, ans, a, b, lower)
    return np.conj(_solved(name, ans, a, np.conj(b), lower))


def dense_bars(ans_bar: Any, ans: Any, name: str, a: Any, b: Any, lower: Any = 0) -> tuple[Any, Any]:
    """The cotangents of `a` and `b`."""
    factor_bar, x_bar = ans_bar[0], ans_bar[2]
    if not _is_factored(ans, name, b):
        refuse_used(factor_bar)
        return np.zeros_like(a), np.zeros_like(b) if x_bar is None else x_bar
    a_bar, b_bar = np.zeros_like(a), np.zeros_like(b)
    if x_bar is not None:
        b_bar = _solved_transposed(name, ans, a, x_bar, lower)
        a_bar = part_read_bar(-b_bar @ swap(ans[2]), _READ[name[:2]], bool(lower))
    if used(factor_bar):
        a_bar = a_bar + _factor_bar(factor_bar, ans, name, lower)
    return a_bar, b_bar


def _is_factored(ans: Any, name: str, b: Any) -> bool:
    """Whether there are factors: some versions of LAPACK make none for no right side."""
    return bool(ans[3] == 0 and (name != "gesv" or np.size(b)))


def _factor_bar(bar: Any, ans: Any, name: str, lower: Any) -> Any:
    if name[:2] == "ge":
        return lu_factor_bar((bar,), ans)
    if name[:2] != "po":
        return pivoted_bar(bar, ans[0], ans[1], lower, name[:2] == "he")
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return cholesky_bar(inside(bar), inside(ans[0]), not lower) + outside(bar, 1 if lower else -1)


def dense_dot_a(ans: Any, a_dot: Any, name: str, a: Any, b: Any, lower: Any = 0) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along `a_dot`."""
    if not _is_factored(ans, name, b):
        refuse_used(a_dot)
        return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), np.zeros_like(ans[2]), 0
    change = part_read(a_dot, _READ[name[:2]], bool(lower)) @ ans[2]
    x_dot = -_solved(name, ans, a, change, lower)
    return _factor_dot(ans, a_dot, name, lower), np.zeros(np.shape(ans[1])), x_dot, 0


def _factor_dot(ans: Any, a_dot: Any, name: str, lower: Any) -> Any:
    if name[:2] == "ge":
        return lu_factor_dot(ans, a_dot)[0]
    if name[:2] != "po":
        return pivoted_dot(ans[0], ans[1], a_dot, lower, name[:2] == "he")
    inside, outside = (np.tril, np.triu) if lower else (np.triu, np.tril)
    return cholesky_dot(inside(ans[0]), a_dot, not lower) + outside(a_dot, 1 if lower else -1)


def dense_dot_b(ans: Any, b_dot: Any, name: str, a: Any, b: Any, lower: Any = 0) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    x_dot = b_dot if ans[3] != 0 else _solved(name, ans, a, b_dot, lower)
    return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), x_dot, 0


def lu_factors(name: str, a: Any) -> tuple[Any, Any, Any]:
    """Factors, pivots and `info` of `getrf`.

    >>> lu_factors("getrf", np.array([[2.0]]))[0]
    array([[2.]])
    """
    lu, piv, info = routine(name, a)(a)
    return lu, piv, np.asarray(info)


def lu_factors_bar(ans_bar: Any, ans: Any, a: Any) -> Any:
    """The cotangent of `a`."""
    if not used(ans_bar[0]):
        return np.zeros_like(a)
    if ans[2] != 0:
        refuse()
    return lu_factor_bar(ans_bar, ans)


def lu_factors_dot(ans: Any, a_dot: Any) -> tuple[Any, Any, Any]:
    """The tangents of the results."""
    if ans[2] != 0:
        refuse_used(a_dot)
        return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), 0
    return (*lu_factor_dot(ans, a_dot), 0)


# banded and tridiagonal matrices that are positive definite

def band_solution(name: str, ab: Any, b: Any, lower: Any = 0) -> tuple[Any, Any, Any]:
    """Factor, solution and `info` of `pbsv`.

    >>> band_solution("pbsv", np.array([[4.0]]), np.array([[3.0]]))
    (array([[2.]]), array([[0.75]]), array(0))
    """
    c, x, info = routine(name, ab, b)(ab, b, lower=lower)
    return c, x, np.asarray(info)


def band_bars(ans_bar: Any, ans: Any, ab: Any, b: Any, lower: Any = 0) -> tuple[Any, Any]:
    """The cotangents of the bands and of `b`."""
    c_bar, x_bar = ans_bar[0], ans_bar[1]
    if ans[2] != 0:
        refuse_used(c_bar)
        return np.zeros_like(ab), np.zeros_like(b) if x_bar is None else x_bar
    ab_bar, b_bar = np.zeros_like(ab), np.zeros_like(b)
    if x_bar is not None:
        width = np.shape(ab)[0] - 1
        b_bar = np.conj(linalg.cho_solve_banded((ans[0], bool(lower)), np.conj(x_bar)))
        ab_bar = both_bands_bar(band_product(b_bar, ans[1], (width, width)), bool(lower))
    if used(c_bar):
        ab_bar = ab_bar + band_cholesky_bar(c_bar, ans[0], lower)
    return ab_bar, b_bar


def band_dot_ab(ans: Any, ab_dot: Any, lower: Any = 0) -> tuple[Any, Any, Any]:
    """The tangents of the results along `ab_dot`."""
    if ans[2] != 0:
        refuse_used(ab_dot)
        return np.zeros_like(ans[0]), np.zeros_like(ans[1]), 0
    width = np.shape(ab_dot)[0] - 1
    change = band_times(both_bands(ab_dot, bool(lower)), ans[1], (width, width))
    x_dot = -linalg.cho_solve_banded((ans[0], bool(lower)), change)
    return band_cholesky_dot(ans[0], ab_dot, lower), x_dot, 0


def band_dot_b(ans: Any, b_dot: Any, lower: Any = 0) -> tuple[Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    x_dot = b_dot if ans[2] != 0 else linalg.cho_solve_banded((ans[0], bool(lower)), b_dot)
    return np.zeros_like(ans[0]), x_dot, 0


def tridiagonal_solution(name: str, d: Any, e: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Pivots, the entries below the diagonal of the factor, solution and `info` of `ptsv`.

    >>> tridiagonal_solution("ptsv", np.array([4.0]), np.zeros(1), np.array([[3.0]]))
    (array([4.]), array([0.]), array([[0.75]]), array(0))
    """
    pivots, ratios, x, info = routine(name, d, e, b)(d, e, b)
    return pivots, ratios, x, np.asarray(info)


def tridiagonal_bars(ans_bar: Any, ans: Any, d: Any, e: Any, b: Any) -> tuple[Any, Any, Any]:
    """The cotangents of both diagonals and of `b`."""
    x_bar = ans_bar[2]
    if ans[3] != 0:
        refuse_used(ans_bar[0])
        refuse_used(ans_bar[1])
        return np.zeros_like(d), np.zeros_like(e), np.zeros_like(b) if x_bar is None else x_bar
    d_bar, e_bar, b_bar = np.zeros_like(d), np.zeros_like(e), np.zeros_like(b)
    if x_bar is not None:
        b_bar = np.conj(tridiagonal_solution("ptsv", d, e, np.conj(x_bar))[2])
        ab_bar = both_bands_bar(band_product(b_bar, ans[2], (1, 1)), True)
        d_bar = np.real(ab_bar[0])
        e_bar[: len(d) - 1] = ab_bar[1, : len(d) - 1]
    if used(ans_bar[0]) or used(ans_bar[1]):
        more = pivots_bar(ans[0], ans[1], np.zeros_like(d) if ans_bar[0] is None else np.real(ans_bar[0]),
                          np.zeros_like(e) if ans_bar[1] is None else ans_bar[1])
        d_bar, e_bar = d_bar + more[0], e_bar + more[1]
    return d_bar, e_bar, b_bar


def tridiagonal_dot(ans: Any, d_dot: Any, e_dot: Any, d: Any, e: Any) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along those of both diagonals."""
    if ans[3] != 0:
        refuse_used(d_dot)
        refuse_used(e_dot)
        return np.zeros_like(ans[0]), np.zeros_like(ans[1]), np.zeros_like(ans[2]), 0
    change = band_times(both_bands(_lower_bands(d_dot, e_dot), True), ans[2], (1, 1))
    x_dot = -tridiagonal_solution("ptsv", d, e, change)[2]
    return (*pivots_dot(ans[0], ans[1], d_dot, e_dot), x_dot, 0)


def tridiagonal_dot_b(ans: Any, b_dot: Any, d: Any, e: Any) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    x_dot = b_dot if ans[3] != 0 else tridiagonal_solution("ptsv", d, e, b_dot)[2]
    return np.zeros_like(ans[0]), np.zeros_like(ans[1]), x_dot, 0


def _lower_bands(d: Any, e: Any) -> Any:
    result = np.zeros((2, len(d)), np.result_type(d, e))
    result[0] = d
    result[1, : len(d) - 1] = e
    return result


__all__ = ["band_bars", "band_dot_ab", "band_dot_b", "dense_bars", "dense_dot_a", "dense_dot_b", "lu_factors_bar",
           "lu_factors_dot", "routine", "tridiagonal_bars", "tridiagonal_dot", "tridiagonal_dot_b"]
