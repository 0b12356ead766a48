"""What may go and what must stay."""

from __future__ import annotations

import pytest

from tangentish.simplify.remove_dead_code import remove_dead_code
from tests.simplify.lines import plain, simplified


def check(before: str, after: str, user: str = "") -> None:
    assert simplified(remove_dead_code, *before.strip("\n").split("\n"), user=user) == plain(after)


def test_chains_and_circles_go_at_once() -> None:
    check(
        """
t = np.sin(x)
ans = np.sum(t)
for k in range(n):
    s_2 = s * 2.0
    s = s_2
x_bar = np.cos(x)
return x_bar
""",
        """
x_bar = np.cos(x)
return x_bar
""",
    )


def test_what_a_later_iteration_reads_stays() -> None:
    text = """
t = 0.0
for k in range(n):
    x_bar = t * y
    t = k * 2.0
return x_bar
"""
    check(text, text)


@pytest.mark.parametrize(
    "line",
    [
        "t = print(x)",
        "t = compute(x)",
        "t = s.method()",
        "t = ans_bar.settings",
        "assert s > 0",
        "raise ValueError",
        "x[0] = 1.0",
        "x += 1.0",
        "t = np.copyto(x, y)",
        "t = np.add(x, y, out=y)",
        "t = np.random.rand()",
        "ans_bar = seed(ans_bar, s)",
        "t = [compute(v) for v in y]",
        "t = (yield)",
    ],
)
def test_effects_stay(line: str) -> None:
    check(f"{line}\nreturn y", f"{line}\nreturn y")


@pytest.mark.parametrize(
    "line",
    [
        "t = np.shape(x)",
        "t = x.shape",
        "t = len(x)",
        "t = x[1:-1].copy()",
        "t = np.zeros_like(x)",
        "t = x.sum()",
        "t = -s",
        "t = (x * 2.0).reshape(2, -1)",
        "t = [1, x]",
        "t_2, t = x, y",
        "t = np.pi",
        "s = s * 2.0",
        "s += 1.0",
    ],
)
def test_pure_values_go(line: str) -> None:
    check(f"{line}\nreturn y", "return y")


def test_what_closures_read_stays() -> None:
    text = """
t = s * 2.0
z = lambda v: v * t
return z
"""
    check(text, text)


def test_writes_into_private_memory_go_with_it() -> None:
    check(
        """
t = np.zeros_like(x)
t[1:] += x[1:]
t[0] = 1.0
return y
""",
        "return y",
        "t = np.zeros_like(x)\n    return t",
    )


def test_writes_through_views_stay() -> None:
    text = """
t = np.zeros_like(x)
row = t[1:]
row += x[1:]
return t
"""
    check(text, text)


def test_writes_into_what_may_be_reached_from_outside_stay() -> None:
    text = """
t = x[1:]
t += 1.0
return y
"""
    check(text, text)


def test_try_is_left_alone() -> None:
    text = """
try:
    t = s / n
except ZeroDivisionError:
    t = 0.0
return y
"""
    check(text, text)


def test_values_read_after_a_break_stay() -> None:
    text = """
for k in range(n):
    t = k * s
    if t > 1:
        break
    t = 0.0
return t
"""
    check(text, text)


def test_empty_branches_and_loops_go_but_while_stays() -> None:
    check(
        """
if s > 0:
    t = s * 2.0
else:
    t = s
while s < 3:
    t = s
    s = s * 2.0
return y
""",
        """
while s < 3:
    s = s * 2.0
return y
""",
    )


def test_tapes_nobody_reads_go() -> None:
    check(
        """
tape = []
for k in range(n):
    tape.append((k, s))
return y
""",
        "return y",
    )
