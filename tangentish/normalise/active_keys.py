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

import collections
import operator
from collections.abc import Callable, Mapping

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.keys_read import (
    HOLDING,
    STORING,
    given_keys,
    is_for_looking_up,
    keys_of_attribute_read,
    loop_keys,
    reads_of_keys,
)
from tangentish.analysis.kinds import UNKNOWN, Instance, Kind
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.normalise.object_calls import put_for
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    call,
    child_blocks,
    children,
    clone,
    locate,
    name,
    own_expressions,
    walk,
)

_MAKERS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter, dict.fromkeys)
DISPLAYS = (gast.List, gast.Tuple, gast.Dict, *COMPREHENSIONS)

KindOf = Callable[[Node, Node], Kind]


def look_at_keys(body: Block, activity: Activity, scope: Scope, entry: Mapping[str, Kind], ans: str, kind_of: KindOf) -> Block:
    """The body, with a look at each dict whose keys are read and may be active.

    `entry` are the kinds of the parameters, `ans` is what the result is bound to, and `kind_of` says of an expression in a
    statement what it is.
    """
    keyed = _Keyed(body, activity, scope, entry)
    return _Looks(keyed, scope, ans, kind_of).block(body) if keyed else body


class _Keyed:
    """Which dicts may have active keys: names, and the texts of attributes; `nested` are classes of names that hold such dicts."""

    def __init__(self, body: Block, activity: Activity, scope: Scope, entry: Mapping[str, Kind]) -> None:
        self.activity, self.scope = activity, scope
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.nested: set[str] = set()
        parts = walk(body)
        fixed = {key for key, kind in entry.items() if isinstance(kind, Instance) and issubclass(kind.type, dict)}
        self.loop_keys = loop_keys(parts)
        self.of_dicts = set().union(*(self.loop_keys.get(key, ()) for key in fixed))
        self.functions = {part.name: part for part in parts if part.__class__ is gast.FunctionDef}
        functions = [part for part in parts if part.__class__ in (gast.FunctionDef, gast.Lambda)]
        inside = {id(part) for function in functions for part in walk(function)}
        self.dicts = {target.id for part in parts if part.__class__ is gast.Assign and self.is_made(part.value)
                      for target in part.targets if target.__class__ is gast.Name} | fixed
        looked_at = [part for part in parts if part.__class__ in (gast.Subscript, gast.Call, gast.Assign, gast.AnnAssign)]
        self.any_made = any(part.__class__ in (gast.Dict, gast.DictComp, gast.Call) and self.makes(part, False) for part in parts)
        before: tuple[int, ...] = ()
        while before != (before := (len(self.names), len(self.attributes), len(self.nested))):  # what is one by another name
            for part in looked_at:
                self.note(part, id(part) in inside)

    def __bool__(self) -> bool:
        return bool(self.any_made or self.names or self.attributes)

    def is_made(self, node: Node) -> bool:
        """Whether an expression makes a dict."""
        return node.__class__ in (gast.Dict, gast.DictComp) or (
            node.__class__ is gast.Call and self.scope.resolve(node.func) in _MAKERS)

    def is_one(self, node: Node) -> bool:
        """Whether an expression may be such a dict, or hold one."""
        if node.__class__ is gast.Name:
            return node.id in self.names or (bool(self.nested) and self.activity.find(node.id) in self.nested)
        if node.__class__ is gast.Attribute:
            return gast.dump(node.value) + node.attr in self.attributes
        return node.__class__ is gast.Subscript and node.value.__class__ is gast.Name and (
            self.activity.find(node.value.id) in self.nested)

    def gives_one(self, node: Node) -> bool:
        """Whether the value of an expression may be such a dict, or a copy of one."""
        if node.__class__ in (gast.IfExp, gast.BoolOp, gast.NamedExpr, gast.Dict, gast.BinOp):
            return any(self.gives_one(child) for child in children(node))
        if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr == "copy":
            return self.gives_one(node.func.value)
        return self.is_one(node)

    def note(self, node: Node, inside: bool) -> None:
        """What an expression or an assignment says of dicts; what functions `inside` have for keys is not known."""
        cls = node.__class__
        if cls is gast.Subscript:
            label = getattr(node.value, "id", "")
            if node.ctx.__class__ is gast.Store and self.is_active_key(node.slice, inside) and (
                    not inside or label in self.dicts) and getattr(node.slice, "id", None) not in self.loop_keys.get(label, ()):
                self.add(node.value)
        elif cls is gast.Call:
            self.note_call(node, inside)
        elif node.value is not None:
            targets = node.targets if cls is gast.Assign else [node.target]
            if self.makes(node.value, inside) or self.gives_one(node.value):
                for target in targets:
                    self.add(target)
            if node.value.__class__ in DISPLAYS and any(
                    self.is_one(part) or self.makes(part, inside) for part in children(node.value)):
                self.nested |= {self.activity.find(target.id) for target in targets if target.__class__ is gast.Name}

    def note_call(self, node: Node, inside: bool) -> None:
        func = node.func
        if func.__class__ is gast.Attribute and func.attr in HOLDING and func.value.__class__ is gast.Name and any(
                map(self.is_one, node.args)):
            self.nested.add(self.activity.find(func.value.id))  # rows.append(d)
        if func.__class__ is gast.Attribute and func.attr in STORING and node.args:
            if self.is_active_key(node.args[0], inside):
                self.add(func.value)
        elif func.__class__ is gast.Attribute and func.attr == "update":
            if any(self.makes(value, inside) or self.is_pairs(value) for value in node.args):
                self.add(func.value)
        elif self.scope.resolve(func) is operator.setitem and len(node.args) == 3:
            if self.is_active_key(node.args[1], inside):
                self.add(node.args[0])
        elif any(getattr(value, "id", None) in self.dicts for value in node.args) and self.activity.call(node):
            for value in given_keys(node, self.scope.resolve(func)):
                if getattr(value, "id", None) in self.dicts:
                    self.add(value)

    def is_active_key(self, node: Node, inside: bool) -> bool:
        """Whether a key may depend on what is differentiated."""
        if node.__class__ in (gast.Slice, gast.Constant, gast.JoinedStr) or (
                node.__class__ is gast.Name and node.id in self.of_dicts):
            return False
        return inside or self.activity.expr(node)

    def makes(self, node: Node, inside: bool) -> bool:
        """Whether an expression is a dict with active keys, made there."""
        if node.__class__ is gast.Dict:
            return any(key is not None and self.is_active_key(key, inside) for key in node.keys)
        if node.__class__ is gast.DictComp:
            self.activity.bind_generators(node)
            return self.is_active_key(node.key, inside)
        if node.__class__ in (gast.List, gast.Tuple, *COMPREHENSIONS):
            return any(self.makes(child, inside) for child in children(node))
        if node.__class__ is gast.Call and self.scope.resolve(node.func) in _MAKERS:
            return any(self.makes(value, inside) or self.is_pairs(value) for value in node.args)
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.BitOr:
            return self.makes(node.left, inside) or self.makes(node.right, inside)
        return False

    def is_pairs(self, node: Node) -> bool:
        """Whether keys that are active may come from what a dict is made of."""
        if node.__class__ is gast.Call and self.scope.resolve(node.func) is zip and node.args:
            return self.activity.expr(node.args[0])
        if node.__class__ in (gast.ListComp, gast.GeneratorExp):
            self.activity.bind_generators(node)
        pairs = [node.elt] if node.__class__ in (gast.ListComp, gast.GeneratorExp) else getattr(node, "elts", [])
        if pairs and all(pair.__class__ is gast.Tuple and len(pair.elts) == 2 for pair in pairs):
            return any(self.is_active_key(pair.elts[0], False) for pair in pairs)
        return node.__class__ is not gast.Dict and not (
            node.__class__ is gast.Name and node.id in self.scope.containers) and self.activity.expr(node)

    def add(self, node: Node) -> None:
        """An expression may be such a dict from now on."""
        if node.__class__ is gast.Attribute:
            self.attributes.add(gast.dump(node.value) + node.attr)
        elif node.__class__ is gast.Subscript and node.value.__class__ is gast.Name:
            self.nested.add(self.activity.find(node.value.id))
            self.names.add(node.value.id)
        elif node.__class__ in (gast.Subscript, gast.Starred):
            self.add(node.value)
        elif node.__class__ in (gast.Tuple, gast.List):
            for item in node.elts:
                self.add(item)
        elif node.__class__ is gast.Name:
            self.names.add(node.id)


class _Looks:
    """Puts looks before the statements of a block that read keys, and after those that give them as the result `ans`."""

    def __init__(self, keyed: _Keyed, scope: Scope, ans: str, kind_of: KindOf) -> None:
        self.keyed, self.scope, self.ans, self.kind_of = keyed, scope, ans, kind_of

    def block(self, block: Block, inside: bool = False) -> Block:
        """The block; statements `inside` a function that is defined in it have no kinds here."""
        found: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner, inside)
            if node.__class__ is gast.FunctionDef:
                node.body[:] = self.block(node.body, True)
                found.append(node)
                continue
            for read in self.reads(node):
                kind = UNKNOWN if inside else self.kind_of(read, node)
                if not (kind.is_array or kind.is_scalar):
                    found.append(_look(read, node))
            for part in own_expressions(node):
                for made in self.made_inside(part, node.__class__ in (gast.Assign, gast.AnnAssign)):
                    put_for(node, made, locate(gast.copy_location(call("keys_checked", made), made), made))
            found.append(node)
            if node.__class__ is gast.Assign:
                found += [_look(place, node) for target in node.targets for place in self.shown(target)]
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
        """The dicts whose keys a statement reads, each once."""
        seen: dict[str, Node] = {}
        is_test = node.__class__ in (gast.If, gast.While)
        for part in [node] if node.__class__ is gast.Expr else own_expressions(node):
            if self.keyed.is_one(part) and _only_names(node):
                continue
            if node.__class__ is gast.For and is_for_looking_up(node.target, part, self.keyed.is_one, node.body):
                continue
            for read in reads_of_keys(part, self.keyed.is_one, self.scope, self.keyed.functions, is_test=is_test):
                if node.__class__ is gast.While or _is_later(read, part):
                    raise located(UnsupportedError, "keys of a dict are read here that may depend on what is differentiated",
                                  self.scope.source.filename, getattr(node, "origin", node), "Read them in a statement of its own.")
                seen.setdefault(gast.dump(read), read)
        return list(seen.values())


def _look(read: Node, node: Node) -> Node:
    return locate(gast.Expr(call("check_keys", clone(read))), node)


def _only_names(node: Node) -> bool:
    """Whether a statement gives a dict one more name."""
    targets = node.targets if node.__class__ is gast.Assign else [getattr(node, "target", None)]
    return node.__class__ in (gast.Assign, gast.AnnAssign) and all(target.__class__ is gast.Name for target in targets)


def _is_later(read: Node, part: Node) -> bool:
    """Whether an expression stands in a lambda, which is called later."""
    return any(inner is read for other in walk(part) if other.__class__ is gast.Lambda for inner in walk(other))
