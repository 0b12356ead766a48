"""Operators that only the second operand's class defines, those of bits among them, and objects whose class shows when it runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways


class Scale:
    def __rlshift__(self, x: Any) -> Any:
        return 3 * x

    def __rrshift__(self, x: Any) -> Any:
        return x**2

    def __rand__(self, x: Any) -> Any:
        return 5 * x

    def __rxor__(self, x: Any) -> Any:
        return x**3


SCALE = Scale()


class Pair:
    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def __iter__(self) -> Any:
        return iter([self.a, 2 * self.b])


MAKERS = {"pair": lambda x: Pair(x[0], x[1])}


def shifted(x):
    return (x << SCALE).sum() + (x >> SCALE).sum()


def masked(x):
    return (x & SCALE).sum() * (x ^ SCALE).sum()


def made_inside(x):
    scale = Scale()
    y = x << scale
    return (y & scale).sum()


def spread(x):
    p = MAKERS["pair"](x)
    return np.hypot(*p)


def spread_into_max(x):
    p = [MAKERS["pair"](x)]
    return max(*p[0]) + sum(p[0])


def listed(x):
    p = [MAKERS["pair"](x)]
    return np.array([*p[0], x[2]]).prod()


def extended(x):
    p = [MAKERS["pair"](x)]
    items = list(p[0])
    items.extend(p[0])
    return np.array(items).prod()


@pytest.mark.parametrize("program", [shifted, masked, made_inside, spread, spread_into_max, listed, extended])
def test_program(program):
    check_all_ways(program, np.array([0.7, 1.3, 2.1]))
