"""Compiled parts of statsmodels, against these and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

tsa = pytest.importorskip("statsmodels.tsa.stattools")
switching = pytest.importorskip("statsmodels.tsa.regime_switching.markov_switching")
smoothers = pytest.importorskip("statsmodels.nonparametric.smoothers_lowess")
kde = pytest.importorskip("statsmodels.nonparametric.kde")

T = np.array([0.0, 0.31, 0.9, 1.2, 1.93, 2.45, 3.1, 3.52, 3.9, 4.6])
Y = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3, 0.4, 0.1])
ACOV = np.array([2.1, 0.4, 0.2, 0.1])
MOVES = np.array([[0.8, 0.3], [0.2, 0.7]])
START = np.array([0.3, 0.7])
LIKELY = np.sin(np.arange(80.0)).reshape(8, 10)


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def innovations(acov: Any, y: Any) -> Any:
    theta, v = tsa.innovations_algo(acov, nobs=10)
    return np.concatenate([np.ravel(theta), v, tsa.innovations_filter(y, theta)])


def converged(acov: Any) -> Any:
    theta, v = tsa.innovations_algo(acov, nobs=16, rtol=1e-3)
    return np.concatenate([np.ravel(theta), v])


def regimes(order: int, varying: bool = False) -> Any:
    def program(start: Any, moves: Any, likely: Any) -> Any:
        shape = (2,) * (order + 1) + (10,)
        steps = np.stack([moves, moves**2] * 5 + [moves] * order, axis=-1) if varying else moves[:, :, None]
        found = switching.cy_hamilton_filter_log(start, steps, np.reshape(likely[: 2 ** (order + 1)], shape), order)
        return np.concatenate([np.ravel(one) for one in found])

    return program


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "innovations": (innovations, (ACOV, Y)),
    "as many as lags": (lambda acov: tsa.innovations_algo(acov)[0], (ACOV,)),
    "converged": (converged, (ACOV,)),
    "local lines": (lambda y, x: smoothers.lowess(y, x, 0.5, it=0), (Y, T)),
    "robust lines": (lambda y, x: smoothers.lowess(y, x, 0.7, it=2), (Y, T)),
    "a part of the lines": (lambda y, x: smoothers.lowess(y, x, 0.7, it=1, delta=0.6), (Y, T)),
    "not in order": (lambda y, x: smoothers.lowess(y, x, 0.6, it=1, return_sorted=False), (Y, T[::-1].copy())),
    "lines elsewhere": (lambda y, x, at: smoothers.lowess(y, x, 0.7, it=1, xvals=at), (Y, T, np.array([0.2, 1.5, 5.0]))),
    "density": (lambda x, y: kde.kdensityfft(x, bw=0.5, gridsize=32)[0] + np.sum(y), (T, Y)),
    "regimes": (regimes(0), (START, MOVES, LIKELY)),
    "regimes that change": (regimes(1, True), (START, MOVES, LIKELY)),
    "regimes by the last two": (regimes(2), (START, MOVES, LIKELY)),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program, args = PROGRAMS[label]
    check_gradient(lambda *args: weighted(program(*args)), *args, argnums=tuple(range(len(args))), size=1e-5, rtol=1e-5)
    value, _ = tangentish.vjp(program, *args)
    np.testing.assert_allclose(value, program(*args), rtol=1e-9, atol=1e-12)


def test_lines_through_values_with_equal_abscissas() -> None:
    x = np.repeat(T[:5], 2)

    def fun(y: Any) -> Any:
        return weighted(smoothers.lowess(y, x, 0.8, it=1, delta=0.4))

    check_gradient(fun, Y, size=1e-5)
    value, _ = tangentish.value_and_grad(fun)(Y)
    np.testing.assert_allclose(value, fun(Y))


def test_a_column_of_a_table_is_refused() -> None:
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(Y)
    with pytest.raises(tangentish.UnsupportedError, match="Give it an array"):
        tangentish.grad(lambda theta: np.sum(tsa.innovations_filter(column, theta)))(np.ones((10, 1)))


@pytest.mark.parametrize("count", [2, 3, 4, 7, 10, 11])
def test_qn(count: int) -> None:
    from statsmodels.robust import scale

    values = T[:count] * np.cos(T[:count])
    value, slope = tangentish.value_and_grad(scale.qn_scale)(values)
    assert value == scale.qn_scale(values) and np.count_nonzero(slope) == 2
    check_gradient(scale.qn_scale, values)


@pytest.mark.parametrize("order", [0, 1])
def test_kim_smoother(order: int) -> None:
    known = np.exp(LIKELY[: 2 ** (order + 1), :6]).reshape((2,) * (order + 1) + (6,))

    def smoothed(moves: Any, filtered: Any, predicted: Any) -> Any:
        return weighted(switching.cy_kim_smoother_log(moves[:, :, None], predicted, filtered)[0])

    args = (MOVES, np.log(known), np.log(known[..., ::-1]))
    assert np.isclose(tangentish.value_and_grad(smoothed)(*args)[0], smoothed(*args), rtol=1e-13)
    check_gradient(smoothed, *args, argnums=(0, 1, 2))
