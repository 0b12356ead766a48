"""Which multiples of a region scale it."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish.simplify.scaled_regions import scaled_regions
from tests.oracle import directional, inner
from tests.simplify.lines import simplified

START, END = "x_bar = 2.0 * x", "return x_bar"


def after(*lines: str) -> list[str]:
    return simplified(scaled_regions, START, *lines, END).splitlines()[1:-1]


@pytest.mark.parametrize(("lines", "expected"), [
    (["t_bar = 0.1 * x_bar[1:-1]", "x_bar[:-2] += t_bar", "x_bar[1:-1] -= 2.0 * t_bar"],
     ["t_bar = 0.1 * x_bar[1:-1]", "x_bar[1:-1] *= 0.8", "x_bar[:-2] += t_bar"]),
    (["t_bar = x_bar[n:] / 4.0", "x_bar[n:] += t_bar * s"], ["t_bar = x_bar[n:] / 4.0", "x_bar[n:] *= 1.0 + s * 0.25"]),
    (["t_bar = 0.1 * x_bar[1:]", "y_bar = 2.0 * t_bar", "x_bar[1:] -= t_bar"],
     ["t_bar = 0.1 * x_bar[1:]", "x_bar[1:] *= 0.9", "y_bar = 2.0 * t_bar"]),
    (["t_bar = 0.1 * x_bar[1:]", "x_bar[1:] -= 2.0 * t_bar", "x_bar[1:] += t_bar * 4.0"],
     ["t_bar = 0.1 * x_bar[1:]", "x_bar[1:] *= 0.8 + 0.4"]),
    (["t_bar = -x_bar[1:] * 2.0", "x_bar[1:] -= t_bar"], ["t_bar = -x_bar[1:] * 2.0", "x_bar[1:] *= 3.0"]),
    (["t_bar = -(s * x_bar[1:])", "x_bar[1:] -= t_bar"], ["t_bar = -(s * x_bar[1:])", "x_bar[1:] *= 1.0 + s"]),
    (["t_bar = s * x_bar[1:]", "x_bar[1:] *= 0.5", "x_bar[:-1] += t_bar", "x_bar[1:] += 3.0 * t_bar"],
     ["t_bar = s * x_bar[1:]", "x_bar[1:] *= 0.5 + 3.0 * s", "x_bar[:-1] += t_bar"]),
])
def test_scaled(lines: list[str], expected: list[str]) -> None:
    assert after(*lines) == expected


@pytest.mark.parametrize("lines", [
    ["t_bar = 0.1 * x_bar[1:]", "y_bar = x_bar + 1.0", "x_bar[1:] -= t_bar"],  # reads it in between
    ["t_bar = 0.1 * x_bar[1:]", "x_bar[0] += x_bar[1]", "x_bar[1:] -= t_bar"],
    ["t_bar = 0.1 * x_bar[1:]", "x_bar[1:] = 0.0", "x_bar[1:] -= t_bar"],
    ["t_bar = 0.1 * x_bar[1:]", "x_bar[:2] *= 2.0", "x_bar[1:] -= t_bar"],
    ["t_bar = 0.1 * x_bar[1:]", "t_bar *= 2.0", "x_bar[1:] -= t_bar"],
    ["t_bar = 0.1 * x_bar[n[0]:]", "n[0] = 2", "x_bar[n[0]:] -= t_bar"],  # another region by then
    ["t_bar = 0.1 * x_bar[n:]", "n = 2", "x_bar[n:] -= t_bar"],
    ["t_bar = s * x_bar[1:]", "s = 2.0", "x_bar[1:] -= t_bar"],
    ["t_bar = 0.1 * x_bar[1:]", "s = 2.0", "x_bar[1:] -= s * t_bar"],
    ["t_bar = 0.1 * x_bar[1:]", "x_bar[:-1] -= t_bar"],  # another region
    ["t_bar = y[1:] * x_bar[1:]", "x_bar[1:] -= t_bar"],  # not by one number
    ["t_bar = 0.1 * x_bar[y]", "x_bar[y] -= t_bar"],  # an entry may be in it twice
    ["t_bar = 0.25 * x_bar[1:]", "x_bar[1:] -= 4.0 * t_bar"],  # what is left is rounding
    ["t_bar = 0.1 * x_bar[1:]", "for k in range(n):\n    x_bar[0] += 1.0", "x_bar[1:] -= t_bar"],
    ["z_bar = x_bar[1:]", "t_bar = 0.1 * x_bar[1:]", "z_bar[0] = 1.0", "x_bar[1:] -= t_bar"],  # through a view
])
def test_left_alone(lines: list[str]) -> None:
    assert "\n".join(after(*lines)) == "\n".join(lines)


def diffuse(u: np.ndarray, c: float, steps: int) -> float:
    for _ in range(steps):
        u[1:-1] += c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u[2:-1] -= 0.5 * (u[2:-1] - u[1:-2]) * c
        u[::2] += 0.1 * u[::2] - c * (3.0 * u[::2])
    return float(np.sum(u ** 2))


@pytest.mark.parametrize(("dtype", "rtol"), [(np.float64, 1e-9), (np.float32, 1e-4)])
@pytest.mark.parametrize("steps", [0, 3])
def test_against_differences(dtype: type, rtol: float, steps: int) -> None:
    u = np.random.default_rng(0).normal(size=9).astype(dtype)
    derivative = tangentish.grad(diffuse)
    u_bar = derivative(u, 0.2, steps)
    assert u_bar.dtype == dtype
    direction = np.random.default_rng(1).normal(size=9)
    expected = directional(diffuse, (u.astype(float), 0.2, steps), (0,), (direction,))
    np.testing.assert_allclose(inner(u_bar, direction), expected, rtol=rtol)
    assert "u_bar[1:-1] *= 1.0 - 2.0 * c" in derivative.source
