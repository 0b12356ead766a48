"""Which regions are left as they are, that are emptied and filled again."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish.simplify.kept_regions import kept_regions
from tests.oracle import check_gradient
from tests.simplify.lines import simplified

START, END = "x_bar = 2.0 * x", "return x_bar"


def after(*lines: str) -> list[str]:
    return simplified(kept_regions, START, *lines, END).splitlines()[1:-1]


@pytest.mark.parametrize(("lines", "expected"), [
    (["t_bar = x_bar[1:-1].copy()", "x_bar[1:-1] = 0.0", "x_bar[2:] -= t_bar", "x_bar[1:-1] += t_bar"],
     ["t_bar = x_bar[1:-1].copy()", "x_bar[2:] -= t_bar"]),
    (["t_bar = x_bar[n]", "x_bar[n] = 0.0", "x_bar[n - 1] += t_bar", "x_bar[n] += t_bar"],
     ["t_bar = x_bar[n]", "x_bar[n - 1] += t_bar"]),
    (["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[1:] += t_bar", "t_bar *= 2.0"],
     ["t_bar = x_bar[1:].copy()", "t_bar *= 2.0"]),
])
def test_kept(lines: list[str], expected: list[str]) -> None:
    assert after(*lines) == expected


@pytest.mark.parametrize("lines", [
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "y_bar = x_bar * 2.0", "x_bar[1:] += t_bar"],  # is read when it is empty
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[:2] *= 2.0", "x_bar[1:] += t_bar"],
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "t_bar *= 2.0", "x_bar[1:] += t_bar"],
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[1:] -= t_bar"],
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[1:] += 2.0 * t_bar"],
    ["t_bar = x_bar[1:].copy()", "x_bar[1:] = 0.0", "x_bar[:-1] += t_bar"],  # elsewhere
    ["t_bar = x_bar[1:].copy()", "x_bar[:-1] = 0.0", "x_bar[:-1] += t_bar"],
    ["t_bar = x_bar[n[0]:].copy()", "x_bar[n[0]:] = 0.0", "n[0] = 2", "x_bar[n[0]:] += t_bar"],
    ["t_bar = x_bar[n:].copy()", "x_bar[n:] = 0.0", "n = 2", "x_bar[n:] += t_bar"],
    ["t_bar = x_bar[y].copy()", "x_bar[y] = 0.0", "x_bar[y] += t_bar"],  # places that may be the same
    ["t_bar = x_bar[1:]", "x_bar[1:] = 0.0", "x_bar[1:] += t_bar"],  # a view, which is emptied too
])
def test_left_alone(lines: list[str]) -> None:
    assert after(*lines) == lines


def relaxed(u: np.ndarray, c: float, steps: int) -> float:
    for k in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u[k] = u[k] + c * u[k - 1] * u[k + 1]
        u[::2] = u[::2] - u[::2] ** 2 + u[::-2]
    return np.sum(u ** 2)


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_against_differences(steps: int) -> None:
    u = np.random.default_rng(0).normal(size=7) / 3.0
    check_gradient(relaxed, u, 0.1, steps, argnums=(0, 1))
    derivative = tangentish.grad(relaxed)
    derivative(u, 0.1, steps)
    assert "u_bar[1:-1] *= 1.0 - 2.0 * c" in derivative.source
    assert "u_bar[1:-1] = 0.0" not in derivative.source
