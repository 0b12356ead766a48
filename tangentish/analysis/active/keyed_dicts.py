"""Which dicts may have keys that depend on what is differentiated.

>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import expression, parse
>>> body = parse("d[x] = y\\ne = d\\nf = {0.5: y}").body
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"d", "e", "f", "x", "y"})
>>> keyed = Keyed(body, Activity(body, ["x", "y"], scope), scope, {})
>>> [keyed.is_one(expression(text)) for text in ("d", "e", "f", "y")]
[True, True, False, False]
"""

from __future__ import annotations

import collections
import operator
from collections.abc import Mapping

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.keys_read import HOLDING, STORING, given_keys, loop_keys
from tangentish.analysis.kinds import Instance, Kind
from tangentish.frontend.resolve import Scope
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, walk

_MAKERS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter, dict.fromkeys)
DISPLAYS = (gast.List, gast.Tuple, gast.Dict, *COMPREHENSIONS)


class Keyed:
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
