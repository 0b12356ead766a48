"""What functions give of the containers and arrays of their module, written into by a function that is defined inside another one.

    def table():
        return TABLE

    def energy(x):
        def fill():
            table()[:] = x
        fill()
        return TABLE @ x

The function inside has a program of its own, which knows what it wrote; what the one around it, or another one inside, reads of
`TABLE` by its name would be taken for constant.
"""

from __future__ import annotations

import types

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.kept_containers import gives_of_globals, name_of, written_by
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_users_object
from tangentish.frontend.resolve import Scope
from tangentish.normalise.arrays_given import own_variables, roots_written
from tangentish.syntax import Block, Node, names_in, walk, walk_statements


def check_given_inside(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where a function that is defined in a body writes into what a function gives of a variable that is read by its name."""
    for function in (part for part in walk(body) if part.__class__ in (gast.FunctionDef, gast.Lambda)):
        for call, labels in [*_written(function, activity, scope), *_written_below(function, activity)]:
            read = labels & names_in(gast.Module(body, [])) - own_variables(body, scope)
            if read:
                raise located(UnsupportedError, f"`{min(read)}` is read by its name, and what a function gives of it is written "
                              "into here", filename, call, "Get it from that function everywhere.")


def _written(function: Node, activity: Activity, scope: Scope) -> list[tuple[Node, set[str]]]:
    """The calls that give something of global variables which a function writes into, with these variables."""
    statements = walk_statements(function.body) if function.__class__ is gast.FunctionDef else [gast.Expr(function.body)]
    given = {target.id: node.value for node in statements if node.__class__ is gast.Assign
             for target in node.targets if target.__class__ is gast.Name}
    roots = [given.get(root.id, root) if root.__class__ is gast.Name else root
             for node in statements for root in roots_written(node, scope)]
    calls = [(root, activity.called(root.func)) for root in roots if root.__class__ is gast.Call]
    return [(root, set(gives_of_globals(target))) for root, target in calls if isinstance(target, types.FunctionType)]


def _written_below(function: Node, activity: Activity) -> list[tuple[Node, set[str]]]:
    """The calls of functions that do the same, with these variables."""
    calls = [(part, activity.called(part.func)) for part in walk(function.body) if part.__class__ is gast.Call]
    known = [(part, target, written_by(target)) for part, target in calls if isinstance(target, types.FunctionType)]
    return [(part, {label for label, value in target.__globals__.items() if name_of(value) in kept and not is_users_object(value)})
            for part, target, kept in known if kept]
