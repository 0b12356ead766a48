"""Which contributions are added where the first is assigned."""

from __future__ import annotations

import pytest

from tangentish.simplify.merge_sums import merge_sums
from tests.simplify.lines import simplified


def check(before: str, after: str) -> None:
    assert simplified(merge_sums, *before.strip("\n").split("\n")) == after.strip("\n")


def test_merged() -> None:
    check(
        """
x_bar = y * 2.0
t_bar = y * 3.0
x_bar += t_bar
x_bar -= y * 4.0
return x_bar
""",
        """
t_bar = y * 3.0
x_bar = y * 2.0 + t_bar - y * 4.0
return x_bar
""",
    )


@pytest.mark.parametrize(
    "text",
    [
        "x_bar = t_bar\nx_bar += y * 2.0\nreturn x_bar",  # another name's array
        "x_bar = t_bar[1:]\nx_bar += y * 2.0\nreturn t_bar",  # a view
        "x_bar = np.zeros_like(x)\nx_bar += y * 2.0\nreturn x_bar",
        "x_bar = y * 2.0\nt_bar = x_bar * 2.0\nx_bar += y\nreturn x_bar, t_bar",
        "x_bar = y * 2.0\nx_bar += x_bar * y\nreturn x_bar",
        "x_bar = y * 2.0\ny[0] = 1.0\nx_bar += y\nreturn x_bar",
        "x_bar = y * 2.0\nfor k in range(n):\n    x_bar += y\nreturn x_bar",
    ],
)
def test_left_alone(text: str) -> None:
    check(text, text)
