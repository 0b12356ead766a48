"""`finally` that is left by `return`, `break`, `continue` or `raise`: Python forgets then how the `try` was left.

>>> from tangentish.syntax import parse, unparse
>>> body = parse('''
... for k in range(3):
...     try:
...         return k
...     finally:
...         if k < 2:
...             continue
... ''').body
>>> for node in exits_of_finally(body, Names({"k"})): print(unparse(node))
for k in range(3):
    returned = False
    failure = None
    try:
        value = k
        returned = True
    except BaseException as caught:
        failure = caught
    if k < 2:
        continue
    if failure is not None:
        raise failure
    if returned:
        return value
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.normalise.flow.exits import KINDS, guard, replace_exits
from tangentish.normalise.flow.exits_found import EXITS, contains, may_exit
from tangentish.normalise.flow.inner_tries import gone_through
from tangentish.syntax import Block, Node, assign, child_blocks, constant, locate, name, walk_statements


def exits_of_finally(block: Block, names: Names) -> Block:
    """A block where no `finally` can be left but by its end, or by an error that leaves what was to be done after it."""
    out: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = exits_of_finally(inner, names)
        out += _taken_apart(node, names) if node.__class__ is gast.Try and _forgets(node) else [node]
    return out


def _forgets(node: Node) -> bool:
    """Whether what follows `finally` can be left so that something pending is forgotten."""
    raises = any(inner.__class__ is gast.Raise for inner in walk_statements(node.finalbody))
    return may_exit(node.finalbody) or (raises and contains(_without_finally(node), EXITS))


def _without_finally(node: Node) -> Node:
    return gast.copy_location(gast.Try(node.body, node.handlers, node.orelse, []), node)


def _taken_apart(node: Node, names: Names) -> Block:
    """The `try`, then what is in its `finally`, and only then what the `try` was left for."""
    attempt, value = _without_finally(node), ""
    flags: dict[str, Node] = {}
    for kind, label in KINDS:
        if contains(attempt, kind):
            flag = names.fresh(label)
            value = value or (names.fresh("value") if kind is gast.Return else "")
            flags[flag] = gast.Return(name(value)) if kind is gast.Return else kind()
            replace_exits(attempt, kind, flag, value)
    guard(attempt, set(flags))
    whole = gast.copy_location(gast.Try(attempt.body, attempt.handlers, attempt.orelse, node.finalbody), node)
    made = [*[assign(flag, constant(False)) for flag in flags], *gone_through(whole, names),
            *[gast.If(name(flag), [leave], []) for flag, leave in flags.items()]]
    return [locate(part, node) if getattr(part, "lineno", None) is None else part for part in made]
