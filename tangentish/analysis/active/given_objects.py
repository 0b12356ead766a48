"""Objects that calls give of which it is not known what they are: others may have them too, by other names.

    state = Session().state()
    state.advance(x)
    return current.state().energy

Where active values are put into such an object, all attributes are active that any class in reach changes in its objects: it
does not show by which name they are read.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"a", "b", "c", "d", "e"})
>>> body = parse("a = b.state()\\nc = [a, 1][0]\\nd = len(b.state())\\ne = (2, b)").body
>>> sorted(Given(body, scope).names)
['a', 'c']
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.code.code_changes import ANY, binds, fills
from tangentish.analysis.code.inert import PURE_TYPES, is_inert
from tangentish.analysis.code.marks import INERT_METHODS, PURE_METHODS, computed, giving
from tangentish.frontend.callables import made_by_init
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, children

HANDING = (next, iter, max, min, sorted, reversed, list, tuple, dict, set, zip, enumerate, filter, map, getattr, vars)
"""Functions of Python that give what they are given, or hold it."""
_HOLDING = (gast.IfExp, gast.BoolOp, gast.Tuple, gast.List, gast.Dict, gast.Set, gast.Starred, gast.NamedExpr)


def changed_in_reach(scope: Scope) -> set[str]:
    """The attributes that code in reach binds anew in objects, or changes the content of.

    Functions of NumPy are named where `y = np.sqrt(x); y[0] = 1.0` changes what they have given.
    """
    bound, changed = ({mark[len(how):] for mark in scope.own if mark.startswith(how)} for how in (binds(""), fills("")))
    return (bound | changed.difference(vars(np))) - {ANY}


class Given:
    """Which `names` of a program may stand for such an object."""

    def __init__(self, statements: Block, scope: Scope) -> None:
        self.scope = scope
        self.names: set[str] = set()
        bound = [pair for node in statements for pair in _bound(node)]
        before = -1
        while before != (before := len(self.names)):
            for label, value in bound:
                if label not in self.names and self.is_one(value):
                    self.names.add(label)

    def is_one(self, node: Node) -> bool:
        """Whether an expression may mean such an object, or hold one."""
        if node.__class__ is gast.Name:
            return node.id in self.names
        if node.__class__ is gast.Call:
            return self.gives(node)
        if node.__class__ is gast.Attribute:
            return self.is_one(node.value) or not {computed(node.attr), giving(node.attr)}.isdisjoint(self.scope.own)
        if node.__class__ is gast.Subscript:
            return self.is_one(node.value) or "__getitem__" in self.scope.own
        return node.__class__ in _HOLDING and any(map(self.is_one, children(node)))

    def gives(self, node: Node) -> bool:
        """Whether a call may give one: of what is known, only what is made of one, or what it is a part of."""
        target = self.scope.resolve(node.func)
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if target is MISSING:
            method = node.func.__class__ is gast.Attribute and node.func.attr in (
                PURE_METHODS | INERT_METHODS) - self.scope.own
            return self.is_one(node.func.value) if method else True
        if isinstance(target, type) and target not in HANDING:
            known = target in PURE_TYPES or is_foreign(target.__module__) or made_by_init(target)
            return not known or any(map(self.is_one, given))
        if lookup(target) is not None or is_inert(target):
            return target in HANDING and any(map(self.is_one, given))
        own = (getattr(target, "__module__", None) or "").partition(".")[0] == "tangentish"  # what stands for Python's and NumPy's
        return not own or any(map(self.is_one, given))


def pairs_bound(node: Node) -> list[tuple[Node, Node]]:
    """The targets of a statement that binds some, each with what it is bound to or taken out of; of `op=` there are none."""
    if hasattr(node, "dynamic"):  # `ans, called = primal(...)`
        func, args, keywords = node.dynamic
        return [(node.targets[0].elts[0], gast.Call(func, args, keywords))]
    if node.__class__ is gast.Assign:
        return [(target, node.value) for target in node.targets]
    if node.__class__ in (gast.AnnAssign, gast.NamedExpr) and node.value is not None:
        return [(node.target, node.value)]
    if node.__class__ is gast.For:
        return [(node.target, node.iter)]
    if node.__class__ is gast.With:
        return [(item.optional_vars, item.context_expr) for item in node.items if item.optional_vars is not None]
    return []


def _bound(node: Node) -> list[tuple[str, Node]]:
    """The names that a statement binds, with what it binds them to or takes them out of."""
    pairs = [(node.target, node.value)] if node.__class__ is gast.AugAssign else pairs_bound(node)
    return [(label, value) for target, value in pairs for label in _names(target)]


def _names(target: Node) -> list[str]:
    if target.__class__ is gast.Name:
        return [target.id]
    return [label for part in children(target) for label in _names(part)] if target.__class__ in (
        gast.Tuple, gast.List, gast.Starred) else []
