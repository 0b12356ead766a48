"""What statements read, bind and write, remembered until they are touched."""

from __future__ import annotations

from tangentish.syntax import expression
from tests.simplify.lines import facts_of


def test_of_single_statements() -> None:
    facts = facts_of(("x[0] = t * t", "t += y", "np.sin(x)", "print(x)", "u = [k for k in y]"))
    store, add, sine, said, made = (facts.effects(node) for node in facts.function.body)
    assert (store.reads["t"], store.reads["none"], store.writes, store.binds) == (2, 0, {"x"}, set())
    assert (add.reads["t"], add.binds) == (1, {"t"})
    assert not sine.acts and not sine.impure
    assert said.acts and said.impure
    assert made.scopes and not store.scopes
    assert sine.attrs == {"sin"}


def test_of_all_inside_and_after_a_touch() -> None:
    facts = facts_of(("for i in range(n):", "    if s:", "        t = x", "        break", "    y_bar = t"))
    loop = facts.function.body[0]
    inner = loop.body[0].body[0]
    deep = facts.deep(loop)
    assert deep.leaves and deep.binds == {"i", "t", "y_bar"}
    assert not facts.deep(loop.body[1]).leaves
    inner.value = expression("y")
    assert facts.deep(loop) is deep
    facts.touch(inner)
    assert facts.deep(loop).reads["x"] == 0
    assert facts.deep(loop).reads["y"] == 1


def test_width_is_of_what_the_statement_is_now() -> None:
    facts = facts_of(("t = x",))
    node = facts.function.body[0]
    assert facts.statements.width(node) == len("t = x")
    node.value = expression("x + y")
    facts.touch(node)
    assert facts.statements.width(node) == len("t = x + y")
