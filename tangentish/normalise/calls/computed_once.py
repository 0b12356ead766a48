"""Reads of attributes that a class of the user's computes once and keeps: whether that changes anything else shows when it is done.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> scope.own = frozenset(["running total", "giving total"])
>>> for n in computed_once(parse("y = beam.total").body, scope, lambda node: True, Names()): print(unparse(n))
before = before_computed(beam, 'total')
y = value_kept(beam, 'total')
check_computed(before)
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.code.marks import computed, giving, running
from tangentish.analysis.code.names_marked import marked
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, assign, call, clone, constant, locate, name


def computed_once(body: Block, scope: Scope, active: Callable[[Node], bool], names: Names) -> Block:
    """A block with such reads of active objects looked at: those of properties are followed."""
    keys = marked(running, scope.own)
    kept = {key for key in keys if giving(key) in scope.own and computed(key) not in scope.own}

    def watched(node: Node) -> Block:
        value = node.value if node.__class__ in (gast.Assign, gast.Expr) else None
        if value.__class__ is not gast.Attribute or value.attr not in kept or value.value.__class__ is not gast.Name or (
                not active(value.value)):
            return [node]
        before = names.fresh("before")
        asked = call("before_computed", clone(value.value), constant(value.attr))
        node.value = locate(call("value_kept", clone(value.value), constant(value.attr)), value)
        return [locate(assign(before, asked), node), node, locate(gast.Expr(call("check_computed", name(before))), node)]

    return each_rewritten(body, watched) if kept else body
