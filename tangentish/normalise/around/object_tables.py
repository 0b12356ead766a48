"""The attributes of an object of the module as a dict, `vars(STATE)`: active values that are stored there are refused.

What is stored by `vars(STATE)["k"] = v` is read again where the same function reads the attribute; not so what a method of the dict
puts there, what goes there under another name, or what another function stores.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_users_object
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.around.cached_results import root_of
from tangentish.syntax import Block, Node, own_expressions, walk, walk_statements

FILLING = frozenset("update setdefault __setitem__ __ior__".split())
"""Methods of dicts that put something into them under a key."""


def check_tables_of_objects(body: Block, activity: Activity, scope: Scope, filename: str, callee: bool) -> None:
    """Raise where active values go into the attributes of an object of the module in one of these ways."""
    statements = walk_statements(body)
    named = {target.id for node in statements if node.__class__ is gast.Assign and _is_table(node.value, scope)
             for target in node.targets if target.__class__ is gast.Name}
    for node in statements:
        parts = own_expressions(node)
        if any(_stores(part, named, scope, callee) for part in walk(parts)) and any(map(activity.expr, _values(node, parts))):
            raise located(UnsupportedError, "storing an active value into a global object is not supported", filename,
                          getattr(node, "origin", node), "Pass the object as an argument, so that its derivative can be followed.")


def _values(node: Node, parts: list[Node]) -> list[Node]:
    """What a statement evaluates to store it: the arguments of its calls, or the value."""
    given = [value for part in walk(parts) if part.__class__ is gast.Call
             for value in [*part.args, *(keyword.value for keyword in part.keywords)]]
    return [*given, *([node.value] if node.__class__ in (gast.Assign, gast.AugAssign) else [])]


def _stores(part: Node, named: set[str], scope: Scope, callee: bool) -> bool:
    """Whether an expression stores into such a dict: under a name of it, by a method, or anywhere in a function that is called."""
    if part.__class__ is gast.Subscript and part.ctx.__class__ is not gast.Load:
        return (part.value.__class__ is gast.Name and part.value.id in named) or (callee and _is_table(part.value, scope))
    if part.__class__ is not gast.Call or part.func.__class__ is not gast.Attribute:
        return False
    owner = part.func.value
    if part.func.attr == "__setattr__":
        return _is_of_module(owner, scope)
    return part.func.attr in FILLING and ((owner.__class__ is gast.Name and owner.id in named) or _is_table(owner, scope))


def _is_table(node: Node, scope: Scope) -> bool:
    """Whether an expression is `vars(x)` or `x.__dict__` of an object of the module."""
    if node.__class__ is gast.Attribute and node.attr == "__dict__":
        return _is_of_module(node.value, scope)
    return node.__class__ is gast.Call and scope.resolve(node.func) is vars and len(node.args) == 1 and (
        _is_of_module(node.args[0], scope))


def _is_of_module(node: Node, scope: Scope) -> bool:
    """Whether an expression is an object that a global or captured variable holds."""
    root = root_of(node)
    if root.__class__ is not gast.Name or root.id in scope.locals:
        return False
    value = scope.part(node)
    return value is not MISSING and is_users_object(value)
