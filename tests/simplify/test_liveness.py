"""What is read later, found at once and kept right while names change."""

from __future__ import annotations

from tangentish.simplify.facts import Facts
from tangentish.simplify.liveness import Liveness, liveness_of
from tangentish.simplify.propagate_copies import propagate_copies
from tangentish.syntax import walk_statements
from tests.simplify.lines import facts_of

NAMES = ("x", "y", "t", "t_2", "t_bar", "x_bar", "i")
NESTED = (
    "x_bar = 0.0", "t_bar = ans_bar", "for i in range(n):", "    t = x * t_bar", "    for j in range(n):", "        t_2 = t",
    "        x_bar = x_bar + t_2 * y", "        if s:", "            continue", "        t_bar = t_bar * 2.0",
    "    if s:", "        break", "    y_bar = t_bar", "return x_bar",
)


def table(liveness: Liveness, facts: Facts) -> list[list[str]]:
    """The names live after every statement."""
    return [[name for name in NAMES if liveness.live_after(node, name)] for node in walk_statements(facts.function.body)]


def test_live_around_loops() -> None:
    facts = facts_of(NESTED)
    found = table(Liveness(facts), facts)
    assert found[-1] == []
    assert found[-2] == ["x", "y", "t_bar", "x_bar"]  # after the unread y_bar: a next iteration may come
    assert "t" in found[5]  # the inner loop may go round again
    assert "t" not in found[4]


def test_a_dead_circle_is_dead() -> None:
    facts = facts_of(("t = 0.0", "for i in range(n):", "    t_2 = t + 1.0", "    t = t_2", "return x"))
    liveness = Liveness(facts)
    dead = [node in liveness.dead for node in walk_statements(facts.function.body)]
    assert dead == [True, False, True, True, False]


def test_what_is_kept_is_what_would_be_found_again() -> None:
    for lines in (NESTED, ("t = ans_bar * 2.0", "t_2 = t", "x_bar = t_2 * x", "t_bar = x_bar", "y_bar = t_bar * y",
                           "return x_bar, y_bar")):
        facts = facts_of(lines)
        while propagate_copies(facts):
            assert table(liveness_of(facts), facts) == table(Liveness(facts), facts)


def test_found_again_after_a_change() -> None:
    facts = facts_of(("t = x * 2.0", "x_bar = t * y", "return x_bar"))
    first, last = facts.function.body[0], facts.function.body[-1]
    assert liveness_of(facts).live_after(first, "t")
    facts.function.body[1:] = [last]
    facts.touch(last)
    facts.changed = True
    assert not liveness_of(facts).live_after(first, "t")
