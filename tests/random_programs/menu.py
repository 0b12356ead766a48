"""All statements a program may hold, with their weights."""

from __future__ import annotations

from collections.abc import Callable

from . import (
    aliases,
    attempts,
    captures,
    changed,
    clocks,
    containers,
    flow,
    functions,
    inactive,
    loops,
    objects,
    raising,
    records,
    results,
    simple,
    stacks,
    stores,
)
from .scope import Scope

Statement = Callable[[Scope], bool]

_MODULES = (simple, inactive, stores, aliases, containers, functions, objects)
_ALL: list[tuple[Statement, float]] = [entry for module in _MODULES for entry in module.MENU]
_MIXED: list[tuple[Statement, float]] = [
    entry for module in (changed, results, captures, records, raising, stacks) for entry in module.MENU]
_FLOW: list[tuple[Statement, float]] = [*flow.MENU, *loops.MENU]


def statement(s: Scope) -> None:
    """Write one statement (a compound one holds more), of whatever sort fits here."""
    menu = _ALL + _FLOW if s.level <= 3 and s.shared.budget > 0 else _ALL
    if s.shared.mixed and s.shared.budget > 0 and s.chance(0.5):
        menu = _MIXED + clocks.MENU * s.shared.clocked + attempts.MENU * s.shared.attempted
    statements, weights = zip(*menu)
    for _ in range(20):
        made: Statement = s.rng.choices(statements, weights)[0]
        if made(s):
            return
    s.emit("pass")
