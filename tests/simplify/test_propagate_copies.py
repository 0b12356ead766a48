"""Which copies of names go."""

from __future__ import annotations

import textwrap

from tangentish.simplify.propagate_copies import propagate_copies
from tests.simplify.lines import plain, simplified


def check(before: str, after: str) -> None:
    user = "z = x\n    w = z\n    return w"
    assert simplified(propagate_copies, *before.strip("\n").split("\n"), user=user) == plain(after)


def test_reads_are_redirected() -> None:
    check(
        """
t_bar = y_bar
x_bar = t_bar * 2.0
z_bar = t_bar + x_bar
return x_bar, z_bar
""".replace("y_bar", "ans_bar"),
        """
x_bar = ans_bar * 2.0
z_bar = ans_bar + x_bar
return x_bar, z_bar
""",
    )


def test_the_source_is_bound_again() -> None:
    text = """
t_bar = z_bar
z_bar = ans_bar * 2.0
x_bar = t_bar + z_bar
return x_bar
"""
    check(text, text)


def test_the_copy_is_augmented() -> None:
    text = """
z_bar = ans_bar
z_bar += x
return z_bar, ans_bar
"""
    check(text, text)


def test_the_source_is_augmented_while_the_copy_is_read() -> None:
    text = """
z_bar = ans_bar + 1.0
t_bar = z_bar
z_bar += x
return z_bar + t_bar
"""
    check(text, text)


def test_the_last_statement_may_bind_the_source() -> None:
    check(
        """
z_bar = ans_bar + 1.0
t_bar = z_bar
z_bar = t_bar * 2.0
return z_bar
""",
        """
z_bar = ans_bar + 1.0
z_bar = z_bar * 2.0
return z_bar
""",
    )


def test_carried_around_a_loop() -> None:
    text = """
t_bar = ans_bar
for k in range(n):
    z_bar = t_bar * 2.0
    t_bar = z_bar
return t_bar
"""
    after = simplified(propagate_copies, *text.strip("\n").split("\n"))
    scope = {"ans_bar": 1.5, "n": 3}
    assert run(text, scope) == run(after, scope)


def test_previous_value_in_a_loop() -> None:
    text = """
z_bar = ans_bar
w_bar = ans_bar * 0.0
for k in range(n):
    w_bar = w_bar + z_bar
    x_bar = w_bar * 2.0
    z_bar = x_bar
return z_bar + w_bar
"""
    after = simplified(propagate_copies, *text.strip("\n").split("\n"))
    for n in range(4):
        scope = {"ans_bar": 1.5, "n": n, "x_bar": 0.0}
        assert run(text, scope) == run(after, scope)


def test_made_under_the_final_name() -> None:
    check(
        """
t_bar = ans_bar * 2.0
w_bar = t_bar * t_bar
z_bar = t_bar
z_bar += x
return z_bar, w_bar
""",
        """
z_bar = ans_bar * 2.0
w_bar = z_bar * z_bar
z_bar += x
return z_bar, w_bar
""",
    )


def test_the_copies_of_the_user_stay() -> None:
    text = """
z = x
w = z
return w
"""
    check(text, text)


def test_read_late() -> None:
    text = """
t_bar = ans_bar
z = lambda: t_bar
return z
"""
    check(text, text)


def run(text: str, scope: dict[str, object]) -> object:
    space: dict[str, object] = {}
    exec(f"def f({', '.join(scope)}):\n" + textwrap.indent(text.strip("\n"), "    "), space)
    return space["f"](**scope)
