"""Refuses functions that may read the variables of an active function by name, also where they are not called by theirs."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import defaults_of
from tangentish.analysis.code.frames import may_look
from tangentish.analysis.kinds import Const, Kind, Sequence
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope, part_of_module
from tangentish.syntax import Block, walk

_BY_TEXT = (eval, exec, locals)
_HINT = "Write the expression in Python, or pass the values as arguments."


def check_frames(body: Block, activity: Activity, scope: Scope, filename: str, entry: Mapping[str, Kind]) -> None:
    """Raise `UnsupportedError` for the first one that a body names, or that is given to it, as far as the kinds at `entry` say."""
    if not activity.varied:
        return
    parts = walk(body)
    named = [part for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Load]
    named += [part for part in parts if part.__class__ is gast.Attribute]
    words = {part.attr for part in named if part.__class__ is gast.Attribute}
    called = {id(part.func) for part in parts if part.__class__ is gast.Call}
    known = defaults_of(scope.source.function) | {key: _value(kind) for key, kind in entry.items()}
    seen: set[str] = set()
    for part in named:
        if part.__class__ is gast.Name:
            if part.id in seen:
                continue
            seen.add(part.id)
            value = known.get(part.id, MISSING) if part.id in scope.locals else scope.name(part.id)
        else:
            owner = scope.part(part.value)
            value = part_of_module(owner, part.attr) if isinstance(owner, types.ModuleType) else MISSING
        frame = part.__class__ is gast.Attribute and part.attr == "f_locals"
        if frame or (value is not MISSING and may_look(value, words)):
            raise located(UnsupportedError, "variables are read by their names in a frame", filename, part, _HINT)
        if isinstance(value, types.BuiltinFunctionType) and value in _BY_TEXT and id(part) not in called:
            raise located(UnsupportedError, f"`{value.__name__}` is not supported where active values flow", filename, part,
                          "Write the code out as a function.")


def _value(kind: Kind) -> Any:
    """What an argument is known to be; of a tuple, what is known of its items."""
    if isinstance(kind, Const):
        return kind.value
    return list(map(_value, kind.items)) if isinstance(kind, Sequence) else MISSING
