"""What the tests of users' rules share: functions, rules for them, and a table that is put back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import rules
from tangentish.rules import registry

FACTOR = 3.0
X, Y = np.array([0.5, -1.5, 2.0]), np.array([[1.0], [-2.0]])
ONES = np.ones((2, 3))


@pytest.fixture(autouse=True)
def own_table() -> Iterator[None]:
    """What a test registers, and the rules it replaces, are as before afterwards."""
    before = dict(registry.RULES), dict(registry.UNHASHABLE)
    yield
    for table, old in zip((registry.RULES, registry.UNHASHABLE), before, strict=True):
        table.clear()
        table.update(old)
    registry.forget_programs()


def slope(f: Callable[..., Any], *args: Any, argnums: Any = 0) -> Any:
    return tangentish.grad(f, argnums)(*args)


def cube(x: Any) -> Any:
    return x ** 3


def telling(function: Any, made: Any = rules.elementwise) -> None:
    """A rule for a function of one number that nobody would take for its derivative."""
    made(function)(lambda ans, x: 100.0)


class Spring:
    def __init__(self, k: Any) -> None:
        self.k = k

    def energy(self, x: Any) -> Any:
        return 0.5 * self.k * x ** 2

    @staticmethod
    def static(x: Any) -> Any:
        return x * 2.0

    def __call__(self, x: Any) -> Any:
        return x * self.k


def hypotenuse(x: Any, y: Any) -> Any:
    return np.sqrt(x * x + y * y)


def hypotenuse_parts(ans: Any, x: Any, y: Any) -> Any:
    """With a docstring, and a name used twice."""
    inverse = 1.0 / ans
    return x * inverse, y * inverse


def helper(x: Any, ans: Any) -> Any:
    return FACTOR * x / (3.0 * ans)


def hypotenuse_by_hand(ans: Any, x: Any, y: Any) -> Any:
    parts = []
    for one in (x, y):
        if np.ndim(one) >= 0:
            parts.append(helper(one, ans))
    return parts


def shifted(x: Any, by: Any = 1.0, *, scale: Any = 2.0, table: Any = Y) -> Any:
    return (x + by) * scale + np.sum(table)


def product(x: Any, y: Any) -> Any:
    return x * y


def same(x: Any) -> Any:
    return x
