"""Cotangents of `x op= y` by the values alone, and the helpers of products where a factor is not finite."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

from tangentish.rules.helpers import product_of_any
from tangentish.rules.helpers.augmented import operand_cotangents

OPERATORS = {"*": operator.mul, "/": operator.truediv, "**": operator.pow, "%": operator.mod, "//": operator.floordiv,
             "@": operator.matmul}
X, Y = np.array([[1.3, 0.4], [2.2, 1.9]]), np.array([[0.7, 2.1], [1.6, 0.3]])


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("x, y", [(X, Y), (1.3, 0.7)])
def test_against_central_differences(op: str, x: Any, y: Any) -> None:
    if op == "@" and np.ndim(x) == 0:
        return
    function, g, h = OPERATORS[op], np.cos(3 * X) if np.ndim(x) else 0.8, 1e-5
    x_bar, y_bar = operand_cotangents(op, g, x, y)
    for bar, moved in ((x_bar, lambda t: function(x + t, y)), (y_bar, lambda t: function(x, y + t))):
        assert np.shape(bar) == np.shape(x)
        for place in np.ndindex(np.shape(x)):
            t = np.zeros(np.shape(x))
            t[place] = h
            want = np.sum(g * (moved(t) - moved(-t))) / (2 * h)
            assert np.asarray(bar)[place] == pytest.approx(want, rel=1e-7, abs=1e-9)


def test_where_nothing_flows_what_is_not_finite_does_no_harm() -> None:
    g, x, y = np.array([0.0, 2.0]), np.array([np.inf, 3.0]), np.array([np.nan, 5.0])
    np.testing.assert_array_equal(operand_cotangents("*", g, x, y), [[0.0, 10.0], [0.0, 6.0]])
    np.testing.assert_allclose(operand_cotangents("/", g, np.ones(2), np.array([0.0, 5.0])), [[0.0, 0.4], [0.0, -0.08]])
    np.testing.assert_array_equal(product_of_any(np.array([0.0, np.inf, 2.0]), np.array([np.nan, 0.0, 4.0])), [0.0, 0.0, 8.0])


def test_power_of_zero_and_of_negative_numbers() -> None:
    x_bar, y_bar = operand_cotangents("**", np.ones(2), np.array([0.0, -2.0]), np.array([2.0, 3.0]))
    np.testing.assert_allclose(x_bar, [0.0, 12.0])
    np.testing.assert_array_equal(y_bar, [0.0, 0.0])
