"""Globals that are called as the names that are written for steps in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.constructs.cases import V3
from tests.constructs.ways import check_all_ways


def t(value: Any) -> Any:
    """Nothing that the programs below call."""
    raise AssertionError(value)


t_2, parts, items, k, called, x_bar, ans, tape = t, t, 2, 1, t, t, t, t
t_3, t_4, t_5, cond, value, total = 0.5, np.array(2.0), [1.0], True, 3.0, 7.0


class Scaled:
    def __init__(self, factor: Any) -> None:
        self.factor = factor

    def __call__(self, value: Any) -> Any:
        return self.factor * value


def called_at_once(x):
    return np.sum(Scaled(x)(0.5) ** 2)


def called_twice(x):
    return Scaled(Scaled(x[0])(x[1]))(2.0) ** 2


def in_a_loop(x):
    total = 0.0
    for value in [a * a for a in x]:
        if value > 0.5:
            total += Scaled(value)(value)
    return total


def test_called_results() -> None:
    for function in (called_at_once, called_twice, in_a_loop):
        check_all_ways(function, V3)
