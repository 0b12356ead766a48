"""Variables for objects that nothing else knows of."""

from __future__ import annotations

import gast

from tangentish.frontend.resolve import Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements


def new_objects(body: Block, scope: Scope) -> set[str]:
    """The variables that are only bound to objects that were made right there: no other names of anything."""
    bound: dict[str, list[Node]] = {}
    for statement in walk_statements(body):
        targets = statement.targets if statement.__class__ is gast.Assign else [
            part for part in own_expressions(statement) if statement.__class__ is not gast.AugAssign]
        for target in targets:
            for part in walk(target):
                if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load:
                    alone = statement.__class__ is gast.Assign and part is target
                    bound.setdefault(part.id, []).append(statement.value if alone else statement)
    return {key for key, values in bound.items() if all(_is_new(value, scope) for value in values)}


def _is_new(node: Node, scope: Scope) -> bool:
    """Whether a statement binds, or an expression gives, an object that was not there before."""
    if node.__class__ is gast.Call:
        rule = lookup(scope.resolve(node.func))
        return rule is not None and rule.view == "never"
    return node.__class__ in (gast.Constant, gast.BinOp, gast.UnaryOp, gast.List, gast.Dict, gast.ListComp, gast.DictComp)
