"""Active values that are stored into what a call gives, where that may be something around the function: looked at when it is done.

>>> import numpy as np
>>> from tangentish.analysis.active.activity import Activity
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import unparse
>>> TABLE = np.zeros(3)
>>> def table():
...     return TABLE
>>> def fill(x):
...     table()[:] = x
>>> table.__module__ = fill.__module__ = "models"  # of no package
>>> source = read_source(fill)
>>> scope = Scope(source, {"x"})
>>> activity = Activity(source.tree.body, ["x"], scope)
>>> for node in stores_looked_at(source.tree.body, activity, scope, Names({"table", "x"}), True): print(unparse(node))
t = table()
check_not_met(t, 'fill')
t[:] = x
"""

from __future__ import annotations

import types
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.held_by_modules import may_give_of_globals
from tangentish.analysis.around.kept_containers import gives_of_globals, is_users
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.marks import PURE_METHODS
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.keys_set import pairs_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.around.arrays_given import roots_written
from tangentish.normalise.around.cached_results import root_of
from tangentish.normalise.effects.put_parts import put_for
from tangentish.runtime.checks import arrays_have
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    assign,
    call,
    child_blocks,
    constant,
    locate,
    name,
    own_expressions,
    walk,
    walk_statements,
)


def stores_looked_at(body: Block, activity: Activity, scope: Scope, names: Names, callee: bool) -> Block:
    """The body with a look at what such a call gives; if it is that of a `callee`, whoever calls it may read that too."""
    statements = walk_statements(body)
    if is_engine(scope.source.function) or not any(part.__class__ is gast.Call for node in statements
                                                   for part in walk(own_expressions(node))):
        return body
    return _Looks(statements, activity, scope, names, callee).block(body)


_ONCE = (gast.Assign, gast.AugAssign, gast.Expr, gast.Return)
"""Statements that evaluate what is in them once."""
_LATER = (gast.Lambda, *COMPREHENSIONS)
"""What evaluates what is in it later, or again and again, with variables of its own."""


class _Looks:
    """`given` are the names that are bound to what such calls give, or to parts of it."""

    def __init__(self, statements: Block, activity: Activity, scope: Scope, names: Names, callee: bool) -> None:
        self.activity, self.scope, self.names, self.callee = activity, scope, names, callee
        bound = [pair for node in statements if node.__class__ is gast.Assign for pair in pairs_of(node)]
        self.given = {target.id for target, value in bound if target.__class__ is gast.Name and self.may_give(root_of(value))}

    def may_give(self, node: Node) -> bool:
        """Whether an expression is a call that may give something of a module or a class, and is given nothing active."""
        if node.__class__ is not gast.Call:
            return False
        given = [*node.args, *(part.value for part in node.keywords)]
        target = self.activity.called(node.func)
        known = [(part, self.activity.called(part)) for part in given]
        passed = [one for _, one in known if is_users(one)]
        if any(self.activity.expr(part) for part, one in known if not is_users(one)) or (target is MISSING and not self.callee):
            return False
        if target is not MISSING:
            return is_users(target) and (self.gives(target) or any(map(_gives, passed)))
        attr = node.func.attr if node.func.__class__ is gast.Attribute else ""
        return attr in self.scope.own or not (arrays_have(attr) or attr in PURE_METHODS or attr in MUTATORS)

    def gives(self, target: types.FunctionType) -> bool:
        """Whether a function gives so: what is seen to be given to the function that is differentiated is followed in it."""
        return _gives(target) and (self.callee or not gives_of_globals(target))

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            out += [locate(before, node) for before in self.before(node)]
            out.append(node)
        return out

    def before(self, node: Node) -> Block:
        """What comes before a statement that stores active values so."""
        if not any(map(self.activity.expr, own_expressions(node))):
            return []
        out: Block = []
        later = {id(inner) for part in walk(own_expressions(node)) if part.__class__ in _LATER for inner in walk(part)}
        for root in roots_written(node, self.scope):
            if id(root) in later:
                continue
            label = root.id if root.__class__ is gast.Name else ""
            if root.__class__ is gast.Call and node.__class__ in _ONCE and self.may_give(root):
                label = self.names.fresh("t")
                self.scope.locals.add(label)
                out.append(assign(label, root))
                put_for(node, root, name(label))
            elif label not in self.given:
                continue
            watch_runs()
            storing = self.scope.source.function.__qualname__ if self.callee else ""
            out.append(gast.Expr(call("check_not_met", name(label), constant(storing))))
        return out



def _gives(target: Any) -> bool:
    """Whether something is a function that may give something of its module, perhaps where it is called by another one."""
    return is_users(target) and may_give_of_globals(target)
