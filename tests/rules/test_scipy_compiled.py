"""Functions of SciPy that are compiled and stand alone, against these and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import interpolate, linalg, ndimage, special

import tangentish
from tests.oracle import check_gradient

T = np.array([0.0, 0.31, 0.9, 1.2, 1.93, 2.45, 3.1, 3.52])
Y = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3])
P = np.array([0.6, 1.3, 2.4])
KNOTS = np.array([0.0, 0.0, 0.0, 0.0, 0.7, 1.5, 1.5, 2.2, 3.0, 3.0, 3.0, 3.0])
M = np.array([[1.4, 0.3, -5.0, 0.0], [0.02, 1.9, 40.0, 0.0], [-0.6, 0.001, 1.2, 0.0], [0.5, 7.0, 0.9, 2.0]])


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def both(pair: Any) -> Any:
    return np.concatenate([np.ravel(one) for one in pair])


def of_some(v: Any, a: float) -> Any:
    return a * np.sum(v**2) + v[1]


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "spline": (lambda t, y, x: interpolate.UnivariateSpline(t, y, s=0)(x), (T, Y, P)),
    "its slope": (lambda t, y, x: interpolate.UnivariateSpline(t, y, s=0, k=4, ext=1).derivative()(x), (T, Y, P)),
    "its integral": (lambda y, x: interpolate.UnivariateSpline(T, y, s=0).integral(0.2, x), (Y, 2.7)),
    "a knot": (lambda c, x: interpolate.insert(x, interpolate.BSpline(KNOTS, c, 3)).c[:9], (Y, 1.1)),
    "knots": (lambda t, c, x: both(interpolate.insert(x, (t, np.append(c, np.zeros(4)), 3), m=2)[:2]), (KNOTS, Y, 1.1)),
    "a knot at one": (lambda c: interpolate.insert(1.5, (KNOTS, c, 3))[1][:9], (np.append(Y, np.zeros(4)),)),
    "a knot at the end": (lambda c: interpolate.insert(3.0, (KNOTS, c, 3))[1][:9], (np.append(Y, np.zeros(4)),)),
    "a knot at the start": (lambda c: interpolate.insert(0.0, (KNOTS, c, 3))[1][:9], (np.append(Y, np.zeros(4)),)),
    "balanced": (lambda a: linalg.matrix_balance(a * (M != 0))[0], (M,)),
    "balanced in order": (lambda a: linalg.matrix_balance(a, permute=False, separate=True)[0], (M,)),
    "filter": (lambda x: ndimage.generic_filter(x, np.sum, 3), (M,)),
    "filter by a function": (lambda x, a: ndimage.generic_filter(
        x, of_some, footprint=[[1, 0, 1], [1, 1, 0]], mode="constant", cval=0.3, extra_arguments=(a,)), (M, 1.7)),
    "filter with names": (lambda x, a: ndimage.generic_filter(x, of_some, (1, 3), extra_keywords={"a": a}), (M, 1.7)),
    "first kind": (lambda x: both(special.riccati_jn(3, x)), (1.3,)),
    "second kind": (lambda x: both(special.riccati_yn(3, x)), (1.3,)),
    "of order 0": (lambda x: both(special.riccati_jn(0, x)), (1.3,)),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program, args = PROGRAMS[label]
    argnums = tuple(range(1 if label == "knots" else 0, len(args)))  # knots that meet cannot move apart
    check_gradient(lambda *args: weighted(program(*args)), *args, argnums=argnums, size=1e-4)
    value, _ = tangentish.vjp(program, *args)
    np.testing.assert_allclose(value, program(*args), rtol=1e-9, atol=1e-12)


def test_both_results_of_a_balance() -> None:
    for separate in (False, True):
        found = tangentish.vjp(lambda a, separate=separate: linalg.matrix_balance(a, separate=separate), M)[0]
        for ours, known in zip(found[1] if separate else found, linalg.matrix_balance(M, separate=separate)[1] if separate
                               else linalg.matrix_balance(M), strict=True):
            np.testing.assert_array_equal(ours, known)


def test_a_spline_that_chooses_its_knots_is_refused() -> None:
    with pytest.raises(tangentish.UnsupportedError, match="Pass s=0"):
        tangentish.grad(lambda y: np.sum(interpolate.UnivariateSpline(T, y)(P)))(Y)
