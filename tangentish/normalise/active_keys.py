"""Looks, when a program runs, at dicts whose keys are read and may depend on what is differentiated.

To look a value up by such a key is fine, and that is what most of them are for.  But a key that is read again is a number
without a derivative: `sum(t * w for t, w in weights.items())` after `weights[x[0]] = 1.0`.  Text and whole numbers, of which
nothing is known here either, are no obstacle, so it is for `check_keys` to say, before the statement that reads them.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse, unparse
>>> body = parse('''
... d[x] = y
... z = d[x]
... keys = sorted(d)
... ''').body
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"d", "x", "y", "z", "keys"})
>>> for node in look_at_keys(body, Activity(body, ["x", "y"], scope), scope, {}, "ans", lambda node, statement: UNKNOWN):
...     print(unparse(node))
d[x] = y
z = d[x]
check_keys(d)
keys = sorted(d)
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.keyed_dicts import DISPLAYS, Keyed
from tangentish.analysis.active.keys_read import is_for_looking_up, keys_of_attribute_read, reads_of_keys
from tangentish.analysis.kinds import UNKNOWN, Kind
from tangentish.frontend.inner_names import bound_by
from tangentish.frontend.resolve import Scope
from tangentish.normalise.effects.put_parts import put_for
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    call,
    child_blocks,
    children,
    clone,
    constant,
    locate,
    name,
    name_nodes,
    names_in,
    own_expressions,
    walk,
)

KindOf = Callable[[Node, Node], Kind]


def look_at_keys(body: Block, activity: Activity, scope: Scope, entry: Mapping[str, Kind], ans: str, kind_of: KindOf) -> Block:
    """The body, with a look at each dict whose keys are read and may be active.

    `entry` are the kinds of the parameters, `ans` is what the result is bound to, and `kind_of` says of an expression in a
    statement what it is.
    """
    keyed = Keyed(body, activity, scope, entry)
    if not keyed:
        return body
    looks = _Looks(keyed, scope, ans, kind_of)
    looks.deleted = names_in([target for part in walk(body) if part.__class__ is gast.Delete for target in part.targets])
    return looks.block(body, frozenset(entry) - looks.deleted)


class _Looks:
    """Puts looks before the statements of a block that read keys, and after those that give them as the result `ans`."""

    def __init__(self, keyed: Keyed, scope: Scope, ans: str, kind_of: KindOf) -> None:
        self.keyed, self.scope, self.ans, self.kind_of = keyed, scope, ans, kind_of
        self.deleted: set[str] = set()

    def block(self, block: Block, bound: frozenset[str], inside: bool = False) -> Block:
        """The block; names are `bound` before it, and statements `inside` a function that is defined in it have no kinds here."""
        found: Block = []
        for node in block:
            before, bound = bound, bound | (_surely_bound(node) - self.deleted)
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner, bound, inside)
            if node.__class__ is gast.FunctionDef:
                node.body[:] = self.block(node.body, bound, True)
                found.append(node)
                continue
            for read in self.reads(node):
                if node.__class__ is gast.While or _is_later(read, node) or _is_of_comprehension(read, node) or (
                        _is_conditional(read, node) and not names_in(read) & self.scope.locals <= before):
                    _look_inside(read, node, self.scope)
                    continue
                kind = UNKNOWN if inside else self.kind_of(read, node)
                if not (kind.is_array or kind.is_scalar):
                    found.append(_look(read, node, self.scope))
            for part in own_expressions(node):
                for made in self.made_inside(part, node.__class__ in (gast.Assign, gast.AnnAssign)):
                    _look_inside(made, node, self.scope)
            found.append(node)
            if node.__class__ is gast.Assign:
                found += [_look(place, node, self.scope) for target in node.targets for place in self.shown(target)]
        return found

    def made_inside(self, node: Node, is_bound: bool) -> Block:
        """The dicts with active keys that are made in an expression and not bound to a name, so that only there they are seen."""
        if not is_bound and self.keyed.makes(node, False):
            return [node]
        if is_bound and (node.__class__ in DISPLAYS or self.keyed.is_made(node)):
            return []
        update = node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr == "update"
        return [made for child in children(node) for made in self.made_inside(child, update and child is not node.func)]

    def shown(self, target: Node) -> Block:
        """What is to be looked at after something was bound: the result, and dicts of objects whose keys other functions read."""
        if target.__class__ is gast.Name and target.id == self.ans and target.id in self.keyed.names:
            return [name(self.ans)]
        if target.__class__ is gast.Subscript and target.value.__class__ is gast.Attribute and self.keyed.is_one(target.value) and (
                keys_of_attribute_read(target.value.attr, self.scope.source.globals)):
            return [target.value]
        return []

    def reads(self, node: Node) -> Block:
        """The dicts whose keys a statement reads, each once; what a comprehension goes through may be another one at each place."""
        seen: dict[str, Node] = {}
        is_test = node.__class__ in (gast.If, gast.While)
        for part in [node] if node.__class__ is gast.Expr else own_expressions(node):
            if self.keyed.is_one(part) and _only_names(node):
                continue
            if node.__class__ is gast.For and is_for_looking_up(node.target, part, self.keyed.is_one, node.body):
                continue
            for read in reads_of_keys(part, self.keyed.is_one, self.scope, self.keyed.functions, is_test=is_test):
                inside = is_test or _is_later(read, part) or _is_of_comprehension(read, part)
                seen.setdefault(str(id(read)) if inside else gast.dump(read), read)
        return list(seen.values())


def _look(read: Node, node: Node, scope: Scope) -> Node:
    return locate(gast.Expr(call("check_keys", clone(read), *_objects_too(read, node, scope))), node)


def _look_inside(read: Node, node: Node, scope: Scope) -> None:
    """Look at a dict where a statement has it, if it is not there before the statement."""
    put_for(node, read, locate(gast.copy_location(call("keys_checked", read, *_objects_too(read, node, scope)), read), read))


def _objects_too(read: Node, node: Node, scope: Scope) -> Block:
    """True as a constant where keys that are objects would be taken for what has no derivative.

    So it is in a comprehension over the items, of what `keys` gives, and in functions that are given the dict.
    """
    parts = walk(own_expressions(node))
    items = any(_asks(part.iter, read, "items") for part in parts if part.__class__ is gast.comprehension)
    given = any(read in part.args and not isinstance(scope.resolve(part.func), types.BuiltinFunctionType | type)
                for part in parts if part.__class__ is gast.Call)
    return [constant(True)] if items or given or any(_asks(part, read, "keys") for part in parts) else []


def _asks(part: Node, read: Node, method: str) -> bool:
    """Whether an expression calls a method of a dict without arguments."""
    return part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.value is read and (
        part.func.attr == method)


def _is_of_comprehension(read: Node, node: Node) -> bool:
    """Whether an expression reads variables of a comprehension around it."""
    read_names = names_in(read)
    for part in walk(node):
        if part.__class__ in COMPREHENSIONS and not read_names.isdisjoint(bound_by(part)):
            outside = {id(inner) for inner in walk(part.generators[0].iter)}
            if id(read) not in outside and any(inner is read for inner in walk(part)):
                return True
    return False


def _surely_bound(node: Node) -> set[str]:
    """The names that have values after a statement; what a loop binds may have none."""
    targets = node.targets if node.__class__ is gast.Assign else [node.target] if node.__class__ is gast.AugAssign else []
    return {part.id for part in name_nodes(targets) if part.ctx.__class__ is gast.Store}


def _is_conditional(read: Node, node: Node) -> bool:
    """Whether a statement evaluates one of its expressions only sometimes: what is in it may not be there otherwise."""
    return any(inner is read for part in walk(node) for sometimes in _evaluated_sometimes(part) for inner in walk(sometimes))


def _evaluated_sometimes(part: Node) -> Block:
    """What an expression evaluates only sometimes, of what is right in it."""
    if part.__class__ is gast.IfExp:
        return [part.body, part.orelse]
    return part.values[1:] if part.__class__ is gast.BoolOp else part.comparators[1:] if part.__class__ is gast.Compare else []


def _only_names(node: Node) -> bool:
    """Whether a statement gives a dict one more name."""
    targets = node.targets if node.__class__ is gast.Assign else [getattr(node, "target", None)]
    return node.__class__ in (gast.Assign, gast.AnnAssign) and all(target.__class__ is gast.Name for target in targets)


def _is_later(read: Node, part: Node) -> bool:
    """Whether an expression stands in the body of a lambda, which is called later."""
    return any(inner is read for other in walk(part) if other.__class__ is gast.Lambda for inner in walk(other.body))
