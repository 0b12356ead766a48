"""Containers that a function has captured and reads by name, and that other functions which captured them too write into.

    state = [0.0]
    def update(v):
        state[0] = v
    def energy(x):
        update(x[0])
        return state[0] * x[1]

What `update` writes is followed through it, and would be taken for constant where `energy` reads it.
"""

from __future__ import annotations

import types

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.analysis.writes.effects import effects_of
from tangentish.closures import cells_of, content
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, own_expressions, walk, walk_statements


def check_captured(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where an active call may write into a container that the function reads by its name."""
    named = {part.id for part in walk(body) if part.__class__ is gast.Name}
    cells = {id(cell): label for label, cell in scope.source.cells.items()
             if label in named and isinstance(content(cell, None), DATA)}
    for node in walk_statements(body) if cells else ():
        for call in walk(own_expressions(node)):
            if call.__class__ is not gast.Call or not any(
                    map(activity.expr, [*call.args, *(keyword.value for keyword in call.keywords)])):
                continue
            target = activity.called(call.func)
            label = _written(target, cells) if isinstance(target, types.FunctionType) else None
            if label is not None:
                raise located(UnsupportedError, f"this writes active values into `{label}`, which is read by its name too",
                              filename, getattr(call, "origin", node), f"Pass `{label}` as an argument.")


def _written(function: types.FunctionType, cells: dict[int, str]) -> str | None:
    """The first of some captured variables that a function, or what it calls, writes into as one that it captured itself."""
    for one in Reach({function.__name__: function}).functions:
        own = cells_of(one)
        for label in sorted(effects_of(one).around & own.keys()):
            if id(own[label]) in cells:
                return cells[id(own[label])]
    return None
