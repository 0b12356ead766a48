"""Properties that make new arrays and containers, when they are read and when they are set."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.oracle import check_gradient

X = np.array([0.7, -1.3, 0.4])


class Made:
    """What its properties give is made anew each time."""

    def __init__(self, x: Any) -> None:
        self.x = x

    @property
    def pair(self) -> Any:
        return self.x * 2.0, np.sum(self.x) * 3.0

    @property
    def table(self) -> Any:
        return {"a": self.x**2, "b": self.x[0] * 5.0}

    @property
    def numbers(self) -> Any:
        return [self.x[0] * 2.0, self.x[1] * self.x[2]]


class Kept:
    """What is set is kept otherwise."""

    def __init__(self, x: Any) -> None:
        self.value = x

    @property
    def value(self) -> Any:
        return self.doubled

    @value.setter
    def value(self, x: Any) -> None:
        self.doubled = 2.0 * x
        self.parts = [x * x, x[0] * 3.0]


def pair(x: Any) -> Any:
    a, b = Made(x).pair
    return np.sum(a * a) + b


def table_of_unknown(x: Any) -> Any:
    table = [Made(x)][0].table
    return np.sum(table["a"]) * table["b"]


def numbers(x: Any) -> Any:
    made = [Made(x)][0]
    return made.numbers[0] + made.numbers[1] ** 2


def kept(x: Any) -> Any:
    return np.sum(Kept(x).doubled ** 2)


def kept_parts(x: Any) -> Any:
    parts = [Kept(x)][0].parts
    return np.sum(parts[0]) * parts[1]


def set_twice(x: Any) -> Any:
    made = Kept(x)
    first = np.sum(made.doubled**2)
    made.value = x[::-1] * x
    return first * made.parts[1] + np.sum(made.value)


@pytest.mark.parametrize("fun", [pair, table_of_unknown, numbers, kept, kept_parts, set_twice], ids=lambda f: f.__name__)
def test_of_a_new_object(fun: Any) -> None:
    check_gradient(fun, X)
