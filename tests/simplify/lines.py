"""Runs one pass over a few lines, for doctests and tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish import runtime
from tangentish.analysis.kinds import Array, Kind, Scalar
from tangentish.derive.assemble import Derived
from tangentish.frontend.source import Source
from tangentish.pipeline import analyse
from tangentish.request import Contract, Request
from tangentish.simplify.facts import Facts
from tangentish.syntax import names_in, statements, unparse

VECTOR = Array(np.dtype(float), (("n0", 0),))
MATRIX = Array(np.dtype(float), (("n0", 0), ("n1", 0)))
NUMBER = Scalar(float)


def facts_of(lines: tuple[str, ...], kinds: dict[str, Kind] | None = None, user: str = "") -> Facts:
    """The facts of a generated function of these lines, for a user's function of `x`, `y` (vectors), `n` (a number)."""
    entry = kinds if kinds is not None else {"x": VECTOR, "y": VECTOR, "n": Scalar(int), "s": NUMBER}
    text = f"def f({', '.join(entry)}):\n    {user or 'return x'}\n"
    tree = gast.parse(text).body[0]
    space: dict[str, Any] = {"np": np}
    exec(text, space)
    source = Source(space["f"], tree, "f.py")
    request = Request("grad", tuple(entry.items()), tuple(k for k in entry if k != "n"))
    program = analyse(source, request, {})
    body = statements("\n".join(lines))
    args = gast.arguments(
        [gast.Name(k, gast.Param(), None, None) for k in entry],
        [],
        None,
        [gast.Name("ans_bar", gast.Param(), None, None)],
        [gast.Constant(1.0, None)],
        None,
        [],
    )
    function = gast.FunctionDef("f_grad", args, body, [], None, None, [])
    function.sections = [("primal sweep", body)]
    used = names_in(body)
    externs = {key: getattr(runtime, key) for key in runtime.__all__ if key in used}
    derived = Derived(functions=[function], externs={**externs, "np": np}, contract=Contract(), writes=False, restores=False)
    return Facts(function, derived, program)


def simplified(run: Callable[[Facts], bool], *lines: str, kinds: dict[str, Kind] | None = None, user: str = "") -> str:
    """The lines after one run of a pass."""
    facts = facts_of(lines, kinds, user)
    run(facts)
    return text_of(facts.function.body)


def text_of(block: list[Any]) -> str:
    """The text of a block."""
    return "\n".join(unparse(node) for node in block)


def plain(text: str) -> str:
    """A text as it would be printed."""
    return text_of(statements(text.strip("\n")))
