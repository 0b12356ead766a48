"""What objects of a class that is defined inside a function give of the variables around the class, by the attribute it is had by.

    class Held:
        def rows(self): return m      # `Held().rows()` is `m`
        def keep(self): self.first = m
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import gast

from tangentish.analysis.active.given_objects import pairs_bound
from tangentish.syntax import Block, Node, names_in, own_expressions, walk, walk_statements

Roots = Callable[[Node], set[str]]


def class_gives(node: Node, roots: Roots) -> dict[str, set[str]]:
    """The names whose memory each attribute may have: of what methods return or store, and of what the class itself holds.

    `roots` gives those of an expression.

    >>> from tangentish.syntax import parse
    >>> found = class_gives(parse('''
    ... class Held(Base):
    ...     table = t
    ...     def rows(self):
    ...         found = m[0]
    ...         return found
    ...     def keep(self): self.first = n
    ...     def count(self): return len(m)
    ...     def again(self): return self.first
    ... ''').body[0], lambda part: set() if part.__class__ is gast.Call else names_in(part))
    >>> {key: sorted(names & {"m", "n", "t"}) for key, names in found.items()}
    {'table': ['t'], 'rows': ['m'], 'first': ['n'], 'again': ['n']}
    """
    found: dict[str, set[str]] = {}
    through: dict[str, set[str]] = {}
    for statement in node.body:
        if statement.__class__ in (gast.Assign, gast.AnnAssign) and statement.value is not None:
            for target in statement.targets if statement.__class__ is gast.Assign else [statement.target]:
                for label in names_in(target):
                    _note(label, [statement.value], {}, roots, found, through)
        elif statement.__class__ is gast.FunctionDef:
            statements = list(walk_statements(statement.body))
            local = _held(statements) | {one.name: _given(one) for one in statements if one.__class__ is gast.FunctionDef}
            _note(statement.name, _given(statement), local, roots, found, through)
            for target, value in (pair for one in statements for pair in _pairs(one)):
                if target.__class__ is gast.Attribute:
                    _note(target.attr, [value], local, roots, found, through)
    before = -1
    while before != (before := sum(map(len, found.values()))):
        for key, others in through.items():
            found[key] = found.get(key, set()).union(*(found.get(other, set()) for other in others))
    return {key: names for key, names in found.items() if names}


def _note(key: str, values: Block, local: dict[str, Block], roots: Roots, found: dict[str, set[str]],
          through: dict[str, set[str]]) -> None:
    """Add what some values of a method hold, whose own variables hold what is `local`; attributes in them are looked up later."""
    left = list(values)
    names: set[str] = set()
    while left:
        value = left.pop()
        through.setdefault(key, set()).update(part.attr for part in walk(value) if part.__class__ is gast.Attribute)
        names |= (new := roots(value) - names)
        left += [inner for label in sorted(new) for inner in local.get(label, [])]
    if names:
        found.setdefault(key, set()).update(names)


def _given(function: Node) -> Block:
    """What a function returns or yields."""
    returned = [one.value for one in walk_statements(function.body) if one.__class__ is gast.Return]
    yielded = [part.value for part in walk(function.body) if part.__class__ in (gast.Yield, gast.YieldFrom)]
    return [value for value in (*returned, *yielded) if value is not None]


def _held(statements: Iterable[Node]) -> dict[str, Block]:
    """What the variables of a method are bound to."""
    held: dict[str, Block] = {}
    for target, value in (pair for one in statements for pair in _pairs(one)):
        for part in target.elts if target.__class__ in (gast.Tuple, gast.List) else [target]:
            if not any(inner.__class__ is gast.Attribute for inner in walk(part)):  # these are looked up by their names
                for label in names_in(part):
                    held.setdefault(label, []).append(value)
    return held


def _pairs(node: Node) -> list[tuple[Node, Node]]:
    """The targets of a statement, and of what is named in its expressions, and what comes to them."""
    return [pair for one in (node, *walk(own_expressions(node))) for pair in pairs_bound(one)]
