"""Which assignment a variable has its value from, where it can only be one.

>>> from tangentish.syntax import parse, unparse, name_nodes
>>> block = parse('''
... if c:
...     m = a
...     f(m)
... else:
...     m = b
...     m[0] = 1
... g(m)
... ''').body
>>> found = latest_assignments(block)
>>> [unparse(found[id(node)]).strip() if id(node) in found else None for node in name_nodes(block) if node.id == "m" and
...  isinstance(node.ctx, gast.Load)]
['m = a', 'm = b', None]
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.bindings import IMPORTS, exception_name, imported_names, pattern_names
from tangentish.syntax import Block, Node, child_blocks, children, name_nodes, own_expressions, walk

_SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp,
           gast.GeneratorExp)
_AGAIN = (gast.For, gast.AsyncFor, gast.While, gast.Try, gast.TryStar)
"""What may have run a part of it before another part begins."""


def latest_assignments(block: Block, params: Iterable[Node] = ()) -> dict[int, Node]:
    """For names that are read, or updated, by their identity: the assignment, or parameter, that alone can have given their value.

    Functions inside, and comprehensions, are not looked into.
    """
    found: dict[int, Node] = {}
    never = _bound_otherwise(block)
    _follow(block, {param.id: param for param in params if param.id not in never}, never, found)
    return found


def _follow(block: Iterable[Node], before: dict[str, Node], never: set[str], found: dict[int, Node]) -> None:
    latest = dict(before)
    for statement in block:
        bound = {node.id for node in name_nodes(statement) if node.ctx.__class__ is not gast.Load}
        whole = statement.__class__ in _AGAIN
        own = _without(latest, bound if whole or _names_inside(statement) else ())
        _note(statement, own, found)
        for _, inner in child_blocks(statement) if statement.__class__ not in _SCOPES else ():
            _follow(inner, _without(latest, () if statement.__class__ in (gast.If, gast.Match) else bound), never, found)
        if statement.__class__ is gast.AugAssign and statement.target.__class__ is gast.Name:
            continue  # the same array still, or a new one
        latest = _without(latest, bound)
        if statement.__class__ is gast.Assign and all(target.__class__ is gast.Name for target in statement.targets):
            latest |= {target.id: statement for target in statement.targets if target.id not in never}


def _without(latest: dict[str, Node], names: Iterable[str]) -> dict[str, Node]:
    return {key: value for key, value in latest.items() if key not in names}


def _names_inside(statement: Node) -> bool:
    """Whether an expression of a statement binds names."""
    return any(part.__class__ is gast.NamedExpr for part in walk(own_expressions(statement)))


def _note(statement: Node, latest: dict[str, Node], found: dict[int, Node]) -> None:
    """Say of the names in a statement itself what gave them their values."""
    if statement.__class__ in _SCOPES:
        return
    parts: list[Node] = list(own_expressions(statement))
    while parts:
        part = parts.pop()
        updated = statement.__class__ is gast.AugAssign and part is statement.target
        if part.__class__ is gast.Name and part.id in latest and (updated or part.ctx.__class__ is gast.Load):
            found[id(part)] = latest[part.id]
        if part.__class__ not in _SCOPES:
            parts += children(part)


def _bound_otherwise(block: Block) -> set[str]:
    """The names that are bound by something else than a name, or by functions inside too."""
    found: set[str] = set()
    for node in walk(block):
        if node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            found.add(node.name)
        elif node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            found |= set(node.names)
        elif node.__class__ is gast.ExceptHandler and exception_name(node) is not None:
            found.add(exception_name(node) or "")
        elif node.__class__ is gast.match_case:
            found |= pattern_names(node.pattern)
    return found
