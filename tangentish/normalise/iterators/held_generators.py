"""Generators that a name holds until the next statement uses them up: they are written there.

    rows = halves(x)
    a, b = rows

is `a, b = halves(x)`: nothing of a generator runs before it is asked for its items.
"""

from __future__ import annotations

import types

import gast

from tangentish.frontend.generators import is_generator
from tangentish.frontend.resolve import Scope
from tangentish.syntax import COMPREHENSIONS, Block, Node, child_blocks, name_nodes, substitute, walk

_PLAIN = (gast.Name, gast.Constant, gast.Attribute, gast.Subscript, gast.Slice, gast.UnaryOp, gast.keyword)
_PERHAPS = (gast.Lambda, gast.IfExp, gast.BoolOp, gast.Compare, *COMPREHENSIONS)
_USING = (gast.Assign, gast.AugAssign, gast.Return, gast.Expr, gast.For)


def held_until_used(body: Block, scope: Scope) -> Block:
    """The body without such names."""
    if not any(_makes_generator(part, scope) for part in walk(body) if part.__class__ in (gast.Call, gast.GeneratorExp)):
        return body
    named = name_nodes(body)
    counts: dict[str, int] = {}
    for node in named:
        counts[node.id] = counts.get(node.id, 0) + 1
    return _written(body, scope, {label for label, count in counts.items() if count == 2 and label in scope.locals})


def _written(block: Block, scope: Scope, once: set[str]) -> Block:
    found: Block = []
    for place, node in enumerate(block):
        after = block[place + 1] if place + 1 < len(block) else None
        label = _held(node, scope) if node.__class__ is gast.Assign else None
        if label in once and after is not None and _uses_at_once(after, str(label)):
            _put(after, str(label), node.value)
            continue
        for _, inner in child_blocks(node):
            inner[:] = _written(inner, scope, once)
        found.append(node)
    return found


def _put(statement: Node, label: str, value: Node) -> None:
    """Write a value where a statement by itself names it."""
    field = "iter" if statement.__class__ is gast.For else "value"
    setattr(statement, field, substitute(getattr(statement, field), {label: value}))


def _held(node: Node, scope: Scope) -> str | None:
    """The name that a statement binds to a new generator, whose arguments are values that are there."""
    target = node.targets[0]
    if len(node.targets) != 1 or target.__class__ is not gast.Name or not _makes_generator(node.value, scope):
        return None
    given = [] if node.value.__class__ is gast.GeneratorExp else [*node.value.args, *node.value.keywords]
    return str(target.id) if all(part.__class__ in _PLAIN for part in walk(given)) else None


def _makes_generator(node: Node, scope: Scope) -> bool:
    if node.__class__ is gast.GeneratorExp:
        return True
    target = scope.resolve(node.func) if node.__class__ is gast.Call else None
    return isinstance(target, types.FunctionType) and is_generator(target)


def _uses_at_once(node: Node, label: str) -> bool:
    """Whether a statement by itself uses a name, once and surely: not in a function, or for each item of something else."""
    if node.__class__ not in _USING:
        return False
    parts = [node.iter if node.__class__ is gast.For else node.value] if getattr(node, "value", node) is not None else []
    named = [part for part in name_nodes(parts) if part.id == label and part.ctx.__class__ is gast.Load]
    inside = [inner for part in walk(parts) if part.__class__ in _PERHAPS for inner in _later(part)]
    return len(named) == 1 and not any(part is named[0] for part in inside)


def _later(node: Node) -> Block:
    """What an expression may evaluate several times, or not at all."""
    if node.__class__ in COMPREHENSIONS:
        first = node.generators[0]
        made = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        return walk([*made, *first.ifs, *node.generators[1:], *([first.iter] if node.__class__ is gast.GeneratorExp else [])])
    return walk(node)
