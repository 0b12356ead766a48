"""When records are made, so that values that are bound again need no second names."""

from __future__ import annotations

import pytest

from tangentish.simplify.early_records import early_records
from tests.simplify.lines import simplified


def after(lines: list[str]) -> list[str]:
    return simplified(early_records, *lines).splitlines()


def test_after_all_that_is_recorded() -> None:
    before = ["tape = []", "x_old = x", "t = np.cos(x)", "z = t + 1.0", "x = z * t", "tape.append((x_old, t))", "return x, tape"]
    assert after(before) == [
        "tape = []", "x_old = x", "t = np.cos(x)", "tape.append((x_old, t))", "z = t + 1.0", "x = z * t", "return x, tape"]


def test_in_a_loop_with_a_branch() -> None:
    before = ["tape = []", "for k in range(n):", "    x_old = x", "    if k > 1:", "        x = x * 2.0", "    tape.append(x_old)",
              "return x, tape"]
    assert after(before) == [
        "tape = []", "for k in range(n):", "    x_old = x", "    tape.append(x_old)", "    if k > 1:", "        x = x * 2.0",
        "return x, tape"]


@pytest.mark.parametrize("lines", [
    ["tape = []", "x_old = x", "x = x * 2.0", "t = np.cos(x)", "tape.append((x_old, t))"],  # t needs the new x
    ["tape = []", "t = np.cos(x)", "z = t + 1.0", "tape.append(t)"],  # no name is spared
    ["tape = []", "for k in range(n):", "    x_old = x", "    x = x * 2.0", "    if k > 1:", "        break",
     "    tape.append(x_old)"],  # not every trip records
    ["x_old = x", "x = x * 2.0", "other.append(x_old)"],  # not a record of ours
])
def test_left_alone(lines: list[str]) -> None:
    assert after(lines) == lines
