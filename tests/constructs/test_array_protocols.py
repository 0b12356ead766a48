"""Objects that NumPy takes for arrays, or Python for numbers: what they hold is not passed over."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.errors import TangentishError
from tests.constructs.cases import V3
from tests.oracle import check_gradient


@dataclasses.dataclass
class Square:
    """Says that it is an array, other than the one it holds."""

    held: Any

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.held * self.held


class Shown:
    """Lends NumPy the memory of what it holds."""

    def __init__(self, held: Any) -> None:
        self.held = held

    @property
    def __array_interface__(self) -> Any:
        return self.held.__array_interface__


class Row:
    """A sequence, but for its name."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, place: int) -> Any:
        return self.held[place]


class Number:
    """A number, but for its name."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __float__(self) -> float:
        return float(self.held) ** 2


def stored(x: Any) -> Any:
    y = np.zeros(3)
    y[:] = Square(x)
    return np.sum(y * x)


def added(x: Any) -> Any:
    y = np.zeros(3)
    y += Square(x)
    return np.sum(y)


def stored_number(x: Any) -> Any:
    y = np.zeros(3)
    y[1] = Number(x[0])
    return np.sum(y)


def copied_to(x: Any) -> Any:
    y = np.zeros(3)
    np.copyto(y, Square(x))
    return np.sum(y)


@pytest.mark.parametrize("function", [
    stored, added, stored_number, copied_to,
    lambda x: np.sum(np.asarray(Square(x))), lambda x: np.sum(np.asarray(Shown(x * 2)) ** 2),
    lambda x: np.sum(np.array(Row(x)) ** 2), lambda x: np.sum(np.sin(Square(x))), lambda x: np.sum(Square(x) * np.ones(3)),
    lambda x: np.sum(x * np.array(Square(x))), lambda x: np.dot(Square(x), x), lambda x: np.linalg.norm(Square(x)),
    lambda x: np.sum(np.concatenate([Square(x), x])), lambda x: np.sum(np.array([Square(x), x])),
    lambda x: np.sum(np.where(x > 0, Square(x), x)), lambda x: np.einsum("i,i->", Square(x), x),
    lambda x: np.sum(np.maximum(Square(x), 0.5)), lambda x: np.sum(np.reshape(Square(x), (3, 1))),
    lambda x: math.sin(Number(x[0])), lambda x: complex(Number(x[0])).real, lambda x: np.float64(Number(x[0])),
])
def test_refused(function: Any) -> None:
    """A method that NumPy or Python calls by itself, but for `float(x)`, is not followed; nothing may come out as 0 or nan."""
    for derivative in (lambda: tangentish.grad(function)(V3), lambda: tangentish.jvp(function, (V3,), (V3,))):
        with pytest.raises(TangentishError, match=r"test_array_protocols\.py:\d+: .* is used as a number"):
            derivative()


def test_an_argument_that_says_it_is_an_array() -> None:
    def total(x: Any) -> Any:
        return np.sum(np.sin(x))

    for derivative in (lambda: tangentish.grad(total)(Square(V3)),
                       lambda: tangentish.jvp(total, (Square(V3),), (Square(V3),))):
        with pytest.raises(TangentishError, match="used as a number"):
            derivative()


def test_fine_where_nothing_is_active() -> None:
    constant, number = Square(np.array([1.0, 2.0, 3.0])), Number(0.5)
    check_gradient(lambda x: np.sum(x * np.asarray(constant)) + x[0] * float(number) + np.sum(np.sin(x) * np.sin(constant)), V3)


def test_fine_where_called_by_name() -> None:
    check_gradient(lambda x: np.sum(np.sin(Square(x).__array__())), V3)
    check_gradient(lambda x: Square(x).held[0] ** 2, V3)


def test_float_of_an_object() -> None:
    check_gradient(lambda x: float(Number(x[0])), V3)
    check_gradient(lambda x: sum([x[0], float(Number(x[1]))]) * sum(float(one) for one in [Number(x[2]), x[1]]), V3)
