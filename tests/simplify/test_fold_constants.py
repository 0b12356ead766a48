"""Algebra that is exact in floating point."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish.analysis.kinds import Array
from tangentish.simplify.facts import Facts
from tangentish.simplify.fold_constants import fold_constants, place_signs
from tests.simplify.lines import simplified


@pytest.mark.parametrize(
    "before, after",
    [
        ("x_bar = t_bar * y * 1", "x_bar = t_bar * y"),
        ("x_bar = 1 * (t_bar * y)", "x_bar = t_bar * y"),
        ("x_bar = -(-(t_bar * y))", "x_bar = t_bar * y"),
        ("x_bar = t_bar + -(t_bar * y)", "x_bar = t_bar - t_bar * y"),
        ("x_bar = -t_bar + y", "x_bar = y - t_bar"),
        ("x_bar = t_bar - -(t_bar * y)", "x_bar = t_bar + t_bar * y"),
        ("x_bar += -(t_bar * y)", "x_bar -= t_bar * y"),
        ("x_bar -= -(t_bar * y)", "x_bar += t_bar * y"),
        ("x_bar = 0.0 + t_bar * y", "x_bar = t_bar * y"),
        ("x_bar = t_bar * 2.0", "x_bar = 2.0 * t_bar"),
        ("x_bar = t_bar * 2 * y", "x_bar = t_bar * 2.0 * y"),
        ("x_bar = -t_bar / y * -y", "x_bar = t_bar / y * y"),
        ("x_bar = t_bar[1:].copy() * y", "x_bar = t_bar[1:] * y"),
        ("x_bar[1:] += t_bar[1:].copy()", "x_bar[1:] += t_bar[1:]"),
    ],
)
def test_folded(before: str, after: str) -> None:
    assert simplified(fold_to_the_end, before) == after


@pytest.mark.parametrize(
    "line",
    [
        "x_bar = 1.0 * t_bar",
        "x_bar = 0.0 + t_bar",
        "x_bar = t_bar[1:].copy()",
        "x_bar = --t_bar",  # two names, one array
        "x_bar = s_2 * 1",
        "x_bar = a + -b",
        "x_bar = t_bar ** 2",
    ],
)
def test_left_alone(line: str) -> None:
    assert simplified(fold_to_the_end, line).replace("-(-t_bar)", "--t_bar") == line


def test_unsigned_integers_are_not_negated_later() -> None:
    kinds = {"x": Array(np.dtype(np.uint8), (("n0", 0),))}
    assert simplified(fold_to_the_end, "x_bar = t_bar * -x", kinds=kinds) == "x_bar = t_bar * -x"


def test_signs_are_placed() -> None:
    def place(facts: Facts) -> bool:
        place_signs(facts)
        return True

    assert simplified(place, "x_bar = -(t_bar * y / 2.0)") == "x_bar = -t_bar * y / 2.0"
    assert simplified(place, "x_bar = -(2.0 * t_bar)") == "x_bar = -2.0 * t_bar"


def fold_to_the_end(facts: Facts) -> bool:
    while fold_constants(facts):
        pass
    return True
