"""`gtsv` and `gbsv` of LAPACK: systems with tridiagonal and banded matrices, solved with pivots, and their derivatives.

The tangents of the factors are those of each step of the elimination, with the rows that LAPACK swapped (J. Dongarra, J. Bunch,
C. Moler, G. Stewart, LINPACK Users' Guide, chapters 2 and 7); the cotangents go through the same steps backwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.scipy_helpers.lapack import routine
from tangentish.rules.scipy_helpers.systems import band_product, band_times, band_transpose


def thin_solution(name: str, dl: Any, d: Any, du: Any, b: Any) -> tuple[Any, Any, Any, Any, Any]:
    """What `gtsv` leaves of the three diagonals, the solution and `info`.

    >>> thin_solution("gtsv", np.zeros(1), np.array([4.0, 2.0]), np.zeros(1), np.ones((2, 1)))[3]
    array([[0.25],
           [0.5 ]])
    """
    du2, d_left, du_left, x, info = routine(name, dl, d, du, b)(dl, d, du, b)
    return du2, d_left, du_left, x, np.asarray(info)


def wide_solution(name: str, kl: int, ku: int, ab: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Factors, pivots, solution and `info` of `gbsv`; the first `kl` rows of `ab` are not read.

    >>> wide_solution("gbsv", 0, 0, np.array([[4.0, 2.0]]), np.ones((2, 1)))[2]
    array([[0.25],
           [0.5 ]])
    """
    lu, piv, x, info = routine(name, ab, b)(kl, ku, ab, b)
    return lu, piv, x, np.asarray(info)


def _refuse(info: Any, *bars: Any) -> None:
    """Refuse what is not zero, where there is no solution."""
    if info and any(bar is not None and np.any(bar) for bar in bars):
        raise UnsupportedError("what gtsv and gbsv of LAPACK leave of a singular matrix, and of the right side, has no derivative")


def stacked(dl: Any, d: Any, du: Any) -> Any:
    """Three diagonals as the rows that `scipy.linalg.solve_banded` takes."""
    result = np.zeros((3, np.size(d)), np.result_type(dl, d, du))
    result[0, 1:], result[1], result[2, :-1] = np.ravel(du), np.ravel(d), np.ravel(dl)
    return result


def thin_bars(ans_bar: Any, ans: Any, dl: Any, d: Any, du: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """The cotangents of the three diagonals and of `b`."""
    _refuse(ans[4], *ans_bar[:4])
    bars, b_bar = [np.zeros(np.size(x), np.result_type(x)) for x in (dl, d, du)], np.zeros_like(b)
    if ans_bar[3] is not None and not ans[4]:
        ab_bar, b_bar = _bars(ans_bar[3], ans[3], stacked(dl, d, du), (1, 1))
        bars[0][: len(bars[1]) - 1], bars[1], bars[2][: len(bars[1]) - 1] = ab_bar[2, :-1], ab_bar[1], ab_bar[0, 1:]
    if _used(*ans_bar[:3]):
        left = [np.zeros(np.size(x), np.result_type(x)) if bar is None else 1.0 * np.ravel(bar)
                for x, bar in zip((dl, d, du), ans_bar[:3], strict=True)]
        bars = [bar + more for bar, more in zip(bars, _eliminated_bar([*map(np.ravel, (dl, d, du))], left), strict=True)]
    return np.reshape(bars[0], np.shape(dl)), np.reshape(bars[1], np.shape(d)), np.reshape(bars[2], np.shape(du)), b_bar


def _used(*bars: Any) -> bool:
    return any(bar is not None and bool(np.any(bar)) for bar in bars)


def wide_bars(ans_bar: Any, ans: Any, kl: int, ku: int, ab: Any, b: Any) -> tuple[Any, Any]:
    """The cotangents of the bands and of `b`."""
    _refuse(ans[3], ans_bar[0], ans_bar[2])
    ab_bar, b_bar = np.zeros_like(ab), np.zeros_like(b)
    if ans_bar[2] is not None and not ans[3]:
        ab_bar[kl:], b_bar = _bars(ans_bar[2], ans[2], ab[kl:], (kl, ku))
    if _used(ans_bar[0]):
        ab_bar = ab_bar + _factors_bar(kl, ku, ans[0], 1.0 * ans_bar[0], ans[1])
    return ab_bar, b_bar


def _bars(x_bar: Any, x: Any, ab: Any, bands: tuple[int, int]) -> tuple[Any, Any]:
    b_bar = linalg.solve_banded(bands[::-1], band_transpose(ab, bands), x_bar)
    return band_product(b_bar, x, bands), b_bar


def thin_dot(ans: Any, dots: Any, dl: Any, d: Any, du: Any) -> tuple[Any, Any, Any, Any, Any]:
    """The tangents of the results along those of the three diagonals."""
    if ans[4]:
        _refuse(ans[4], *dots)
        return (*map(np.zeros_like, ans[:4]), 0)
    left = _eliminated([*map(np.ravel, (dl, d, du))], [*map(np.ravel, dots)])
    ab = stacked(dl, d, du)
    x_dot = -linalg.solve_banded((1, 1), ab, band_times(stacked(*dots), ans[3], (1, 1)))
    return (*(np.reshape(dot, np.shape(one)) for dot, one in zip(left, ans[:3], strict=True)), x_dot, 0)


def thin_dot_b(ans: Any, b_dot: Any, dl: Any, d: Any, du: Any) -> tuple[Any, Any, Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    if ans[4]:
        _refuse(ans[4], b_dot)
        return (*map(np.zeros_like, ans[:4]), 0)
    return (*map(np.zeros_like, ans[:3]), linalg.solve_banded((1, 1), stacked(dl, d, du), b_dot), 0)


def _eliminated(values: list[Any], dots: list[Any]) -> list[Any]:
    """The tangents of what the elimination of `gtsv` leaves of the diagonals."""
    (below, middle, above), (below_dot, middle_dot, above_dot) = [1.0 * x for x in values], [1.0 * x for x in dots]
    n = len(middle)
    for i in range(n - 1):
        if _size(middle[i]) >= _size(below[i]):
            ratio = below[i] / middle[i]
            ratio_dot = (below_dot[i] - ratio * middle_dot[i]) / middle[i]
            middle_dot[i + 1] -= ratio_dot * above[i] + ratio * above_dot[i]
            middle[i + 1] -= ratio * above[i]
            if i < n - 2:
                below[i] = below_dot[i] = 0
        else:
            ratio = middle[i] / below[i]
            ratio_dot = (middle_dot[i] - ratio * below_dot[i]) / below[i]
            (middle[i], middle_dot[i]), (next_one, next_dot) = (below[i], below_dot[i]), (middle[i + 1], middle_dot[i + 1])
            middle[i + 1] = above[i] - ratio * next_one
            middle_dot[i + 1] = above_dot[i] - ratio_dot * next_one - ratio * next_dot
            if i < n - 2:
                below[i], below_dot[i] = above[i + 1], above_dot[i + 1]
                above[i + 1], above_dot[i + 1] = -ratio * below[i], -ratio_dot * below[i] - ratio * below_dot[i]
            above[i], above_dot[i] = next_one, next_dot
    return [below_dot, middle_dot, above_dot]


def _eliminated_bar(values: list[Any], bars: list[Any]) -> list[Any]:
    """The transpose of `_eliminated`: `bars` are of what is left."""
    (below, middle, above), (below_bar, middle_bar, above_bar) = [1.0 * x for x in values], bars
    n, steps = len(middle), []
    for i in range(n - 1):
        swapped, inner = _size(middle[i]) < _size(below[i]), i < n - 2
        pivot, other = (below[i], middle[i]) if swapped else (middle[i], below[i])
        ratio, rest, beyond = other / pivot, (middle[i + 1] if swapped else above[i]), above[i + 1] if inner else 0.0
        steps.append((i, swapped, inner, pivot, ratio, rest, beyond))
        middle[i + 1] = above[i] - ratio * rest if swapped else middle[i + 1] - ratio * rest
        if swapped and inner:
            above[i + 1] = -ratio * beyond
    for i, swapped, inner, pivot, ratio, rest, beyond in reversed(steps):
        ratio_bar, beside = -rest * middle_bar[i + 1], 0.0 if inner else below_bar[i]
        if swapped:
            pivot_bar, old = middle_bar[i] + beside, middle_bar[i + 1]
            middle_bar[i + 1] = above_bar[i] - ratio * old
            above_bar[i] = old
            if inner:
                ratio_bar = ratio_bar - beyond * above_bar[i + 1]
                above_bar[i + 1] = below_bar[i] - ratio * above_bar[i + 1]
            middle_bar[i] = ratio_bar / pivot
            below_bar[i] = pivot_bar - ratio * ratio_bar / pivot
        else:
            above_bar[i] = above_bar[i] - ratio * middle_bar[i + 1]
            below_bar[i] = beside + ratio_bar / pivot
            middle_bar[i] = middle_bar[i] - ratio * ratio_bar / pivot
    return [below_bar, middle_bar, above_bar]


def _size(x: Any) -> Any:
    """How large LAPACK takes a number for."""
    return np.abs(np.real(x)) + np.abs(np.imag(x))


def wide_dot(ans: Any, ab_dot: Any, kl: int, ku: int, ab: Any) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along `ab_dot`."""
    if ans[3]:
        _refuse(ans[3], ab_dot)
        return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), np.zeros_like(ans[2]), 0
    change = band_times(ab_dot[kl:], ans[2], (kl, ku))
    x_dot = -linalg.solve_banded((kl, ku), ab[kl:], change)
    return _factors_dot(kl, ku, ans[0], ab_dot * 1.0, ans[1]), np.zeros(np.shape(ans[1])), x_dot, 0


def wide_dot_b(ans: Any, b_dot: Any, kl: int, ku: int, ab: Any) -> tuple[Any, Any, Any, Any]:
    """The tangents of the results along `b_dot`."""
    if ans[3]:
        _refuse(ans[3], b_dot)
        return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), np.zeros_like(ans[2]), 0
    return np.zeros_like(ans[0]), np.zeros(np.shape(ans[1])), linalg.solve_banded((kl, ku), ab[kl:], b_dot), 0


def _steps(kl: int, ku: int, piv: Any) -> list[tuple[int, int, int, int]]:
    """For each column: how many rows are below its pivot, how far down that was found, and how far to the right its row goes."""
    n, last, found = len(piv), 0, []
    for j in range(n):
        other = int(piv[j]) - j
        last = max(last, min(j + ku + other, n - 1))
        found.append((j, min(kl, n - 1 - j), other, last - j))
    return found


def _swap_rows(x: Any, middle: int, j: int, other: int, right: int) -> None:
    for k in range(right + 1 if other else 0):
        x[[middle + other - k, middle - k], j + k] = x[[middle - k, middle + other - k], j + k]


def _clear(x: Any, kl: int, ku: int) -> None:
    """Empty what is filled in."""
    for j in range(ku + 1, x.shape[1]):
        x[max(kl + ku - j, 0) : kl, j] = 0


def _factors_dot(kl: int, ku: int, lu: Any, dot: Any, piv: Any) -> Any:
    """The tangent of what the elimination of `gbsv` leaves of the bands, column by column."""
    middle = kl + ku
    _clear(dot, kl, ku)
    for j, below, other, right in _steps(kl, ku, piv):
        _swap_rows(dot, middle, j, other, right)
        down = slice(middle + 1, middle + below + 1)
        dot[down, j] = (dot[down, j] - lu[down, j] * dot[middle, j]) / lu[middle, j]
        for k in range(1, right + 1):
            across = slice(middle + 1 - k, middle + below + 1 - k)
            dot[across, j + k] -= dot[down, j] * lu[middle - k, j + k] + lu[down, j] * dot[middle - k, j + k]
    return dot


def _factors_bar(kl: int, ku: int, lu: Any, bar: Any, piv: Any) -> Any:
    """The transpose of `_factors_dot`."""
    middle = kl + ku
    for j, below, other, right in reversed(_steps(kl, ku, piv)):
        down = slice(middle + 1, middle + below + 1)
        for k in range(1, right + 1):
            change = bar[middle + 1 - k : middle + below + 1 - k, j + k] * 1.0
            bar[down, j] -= change * lu[middle - k, j + k]
            bar[middle - k, j + k] -= np.sum(change * lu[down, j])
        bar[down, j] = bar[down, j] / lu[middle, j]
        bar[middle, j] -= np.sum(bar[down, j] * lu[down, j])
        _swap_rows(bar, middle, j, other, right)
    _clear(bar, kl, ku)
    return bar


__all__ = ["thin_bars", "thin_dot", "thin_dot_b", "wide_bars", "wide_dot", "wide_dot_b"]
