"""Parameters that a function binds anew for good, as `x = np.array(x, float)` does: from there on they are other variables.

What is written into such a one is not written into what the function was given.

>>> from tangentish.syntax import parse, unparse
>>> print(unparse(rebound_apart(parse("def f(x, y):\\n    x = x.copy()\\n    x /= y\\n    if y: y = x\\n    return x").body[0])))
def f(x, y):
    x_2 = x.copy()
    x_2 /= y
    if y:
        y = x_2
    return x_2
"""

from __future__ import annotations

import gast

from tangentish.bindings import IMPORTS, bound_inside, exception_name, imported_names, pattern_names
from tangentish.names import Names
from tangentish.syntax import Node, clone, names_in, walk
from tangentish.trees import parameter_nodes

_ELSEWHERE = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda, gast.Delete)
"""Where a name may be read, or gone, before or after the statement in which it is met; comprehensions run where they are."""


def rebound_apart(tree: Node) -> Node:
    """A function with another name for a parameter from each statement of its own on, outside of all others, that binds it."""
    params = {p.id for p in parameter_nodes(tree)}
    if not any(_rebound(statement) in params for statement in tree.body):
        return tree
    params -= {label for part in walk(tree.body) for label in _kept(part)}
    made = clone(tree)
    names = Names(names_in(made) | bound_inside(made))
    for place, statement in enumerate(made.body):
        label = _rebound(statement)
        if label in params:
            fresh = names.fresh(label)
            statement.targets[0].id = fresh
            for part in walk(made.body[place + 1:]):
                if part.__class__ is gast.Name and part.id == label:
                    part.id = fresh
            params = params - {label} | {fresh}
    return made


def _kept(part: Node) -> set[str]:
    """The names in a part of a function that keep the meaning they have."""
    cls = part.__class__
    if cls in _ELSEWHERE:
        return names_in(part)
    if cls in (gast.Global, gast.Nonlocal):
        return set(part.names)
    if cls in IMPORTS:
        return imported_names(part)
    if cls is gast.Match:
        return pattern_names(part)
    return {exception_name(part) or ""} if cls is gast.ExceptHandler else set()


def _rebound(statement: Node) -> str:
    """The name that an assignment binds, and nothing else."""
    plain = statement.__class__ is gast.Assign and len(statement.targets) == 1 and statement.targets[0].__class__ is gast.Name
    return statement.targets[0].id if plain else ""
