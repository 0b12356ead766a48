"""Shrink a failing program while its verdict stays the same."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator

from . import shrinks
from .engine import Engine
from .generator import tidy
from .judge import Verdict, judge

PASSES: tuple[Callable[[ast.Module], Iterator[ast.Module]], ...] = (
    shrinks.statements, shrinks.unwrapped, shrinks.substituted, shrinks.parameters, shrinks.expressions)


def minimise(text: str, engine: Engine | None = None, seconds: float = 120.0,
             verdict: Callable[[str], Verdict] | None = None) -> str:
    """The smallest program found whose verdict is that of `text`."""
    decide = verdict or (lambda candidate: judge(candidate, engine))
    goal = decide(text)
    if goal.kind in ("right", "skipped"):
        return text
    seen, end = {text}, time.monotonic() + seconds
    tree, shrunk = ast.parse(text), True
    while shrunk and time.monotonic() < end:
        shrunk = False
        for candidates in PASSES:
            start = 0
            while (found := _next(candidates, tree, start, goal, decide, seen, end)) is not None:
                (tree, start), shrunk = found, True
    return tidy(ast.unparse(tree))


def _next(candidates: Callable[[ast.Module], Iterator[ast.Module]], tree: ast.Module, start: int, goal: Verdict,
          decide: Callable[[str], Verdict], seen: set[str], end: float) -> tuple[ast.Module, int] | None:
    """The first candidate from number `start` on that still fails in the same way, and its number."""
    for number, candidate in enumerate(candidates(tree)):
        if time.monotonic() > end:
            return None
        if number < start:
            continue
        try:
            text = tidy(ast.unparse(ast.fix_missing_locations(candidate)))
        except (SyntaxError, ValueError):
            continue
        if text in seen:
            continue
        seen.add(text)
        if decide(text).same(goal):
            return ast.parse(text), number
    return None
