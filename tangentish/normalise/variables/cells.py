"""Cells of variables that functions defined inside capture, by names of their own.

What comes through such a cell belongs to the value that its variable had, so that the reverse of a rebinding has to find
the cell.  A function that surely stands under its name leads to it; one that was defined in a loop or a branch, or whose
name was given to something else, may not.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> body = parse('''
... for i in range(3):
...     def f(v):
...         return k * v
...     fs.append(f)
... k = 2.0 * k
... ''').body
>>> print(unparse(named_cells(body, {"k"}, Names({"k"}))[0]))
k_cell = cell_of(lambda : k, 'k')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, call, constant, free_names, name, walk, walk_statements


def named_cells(body: Block, varied: set[str], names: Names) -> Block:
    """The statements that name the cells; each says as `captured_cell` of which variable."""
    functions = list(_functions(body))
    if not functions:
        return []
    bound = Counter(n.id for statement in walk_statements(body) for n in walk(_own_part(statement))
                    if n.__class__ is gast.Name and n.ctx.__class__ is gast.Store)
    times = bound + Counter(label for label, node in functions if node.__class__ is gast.FunctionDef)
    top = {id(statement) for statement in body}
    unsure = [node for label, node in functions if times[label] > 1 or id(node) not in top]
    out: Block = []
    first = next((place for place, statement in enumerate(body) if any(s in unsure for s in walk_statements([statement]))), 0)
    early = Counter(n.id for statement in body[:first] for n in walk(_own_part(statement)) if n.__class__ is gast.Name)
    for target in sorted(set().union(*map(_captured, unsure)) & varied & bound.keys()):
        if bound[target] == 1 and early[target]:
            continue  # it keeps the value it has before there is any function
        here = gast.Lambda(gast.arguments([], [], None, [], [], None, []), name(target))
        statement = assign(names.fresh(f"{target}_cell"), call("cell_of", here, constant(target)))
        statement.captured_cell = target
        out.append(statement)
    return out


def _functions(body: Block) -> Iterator[tuple[str, Node]]:
    """The statements that define functions, with the names they give them."""
    for statement in walk_statements(body):
        if statement.__class__ is gast.FunctionDef:
            yield statement.name, statement
        elif statement.__class__ is gast.Assign and statement.value.__class__ is gast.Lambda and (
                statement.targets[0].__class__ is gast.Name):
            yield statement.targets[0].id, statement


def _captured(statement: Node) -> set[str]:
    return free_names(statement if statement.__class__ is gast.FunctionDef else statement.value)


def _own_part(statement: Node) -> list[Node]:
    """What a statement binds names in."""
    if statement.__class__ is gast.Assign:
        return list(statement.targets)
    return [part for part in (getattr(statement, "target", None), *(i.optional_vars for i in getattr(statement, "items", ())))
            if part is not None]
