"""What a function reads of attributes that its caller changes later, kept as it is when it is read.

    def energy(self, x):
        return np.sum(x * x * self.weights)

Where `self.weights` is a constant, the primal sweep keeps a copy of what the reverse sweep reads (`effects/elsewhere.py`).  Where
it may be active nothing is known to put its content back: the store in the caller is one of an object that is a constant there.
So the function computes with a copy, through which cotangents flow.  What shows the array itself to others (`return self.weights`)
cannot be a copy.  It is refused where the caller is seen to change the attribute; where it only may, it stays as it is: what it is
passed to is told in its turn (`lower/core.py`), and copies what it reads.
"""

from __future__ import annotations

import types
from collections.abc import Set
from typing import Any

import gast
import numpy as np

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.constants_around import is_altered_data
from tangentish.analysis.around.filled_around import holds_numbers
from tangentish.analysis.around.gives_told import gives_told
from tangentish.analysis.around.methods_around import WRITING_METHODS
from tangentish.analysis.code.marks import given_later, later, refused_later
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.only_stored import only_stored_into
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import GENERATED
from tangentish.library.kept_content import content_copied
from tangentish.normalise.effects.effectful import Effectful
from tangentish.rules.registry import METHODS, Rule, lookup
from tangentish.syntax import Block, Node, call, locate, name_nodes, unparse, walk_statements
from tangentish.trees import fields_of

_PLACES = (gast.Attribute, gast.Subscript)
_CLAUSES = (gast.stmt, gast.ExceptHandler, gast.match_case)
_OF_NUMBERS = (float, int, len, sum, any, all, abs)
_OF_ITEMS = (set, sorted, min, max)  # of what is given, which is a number if that is an array
_OF_VALUES = (gast.UnaryOp, gast.Compare, gast.FormattedValue)


def keep_changed_later(body: Block, activity: Activity, filename: str) -> None:
    """Let a function that was told what is changed later compute with copies of it, where it may be active, in place.

    Raises UnsupportedError where that is not enough, and its caller is seen to change it.
    """
    function = activity.scope.source.function
    if (function.__module__, function.__qualname__) == (content_copied.__module__, content_copied.__qualname__):
        return  # which makes the copies
    told, given = marked(later, activity.scope.own), marked(given_later, activity.scope.own)
    if not filename.startswith(GENERATED):  # what such a function captured is followed
        scope, named = activity.scope, {node.id for node in name_nodes(body)}
        given |= {label for label in named if is_altered_data(label, scope) and holds_numbers(scope.name(label))}
    if given or told:
        _Copies(body, told, given, activity, filename).statements(body)


class _Copies:
    """`told` are the attributes, `refused` some of them, and `names` the variables that show what they, or parameters, have."""

    def __init__(self, body: Block, told: set[str], given: set[str], activity: Activity, filename: str) -> None:
        self.told, self.activity, self.filename = told, activity, filename
        self.refused = marked(refused_later, activity.scope.own)
        self.effectful = Effectful(activity.scope)
        self.names = given
        assigned = [node for node in walk_statements(body) if node.__class__ is gast.Assign]
        before = -1
        while before != (before := len(self.names) + len(self.told)):
            targets = [target for node in assigned if self.is_told(node.value) for target in node.targets]
            self.names |= {target.id for target in targets if target.__class__ is gast.Name}
            self.told |= {target.attr for target in targets if target.__class__ is gast.Attribute}

    def shows(self, node: Node) -> bool:
        """Whether an expression is such an attribute, or a part of one, that may be active."""
        return self.is_told(node) and bool(self.activity.expr(node))

    def is_told(self, node: Node, only: Set[str] | None = None) -> bool:
        told = self.told if only is None else only
        while node.__class__ in _PLACES or is_unwritten(node):
            if getattr(node, "attr", "") in told:
                return True
            node = node.args[0] if node.__class__ is gast.Call else node.value
        if only is None and node.__class__ is gast.Call:
            return (gives_told(node, self.activity.scope, told) and not self.computes(node)) or self.is_view(node)
        return node.__class__ is gast.Name and node.id in (self.names if only is None else only)

    def computes(self, node: Node) -> bool:
        """Whether a method nobody knows is given active values: it makes something of these, and gives nothing that is there."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return self.activity.scope.resolve(node.func) is MISSING and any(map(self.activity.expr, given))

    def is_view(self, node: Node) -> bool:
        """Whether a call may give a view of such an attribute."""
        rule = self.rule(node)
        values = [*node.args[:1], *([node.func.value] if node.func.__class__ is gast.Attribute else [])]
        return rule is not None and rule.view != "never" and any(map(self.is_told, values))

    def rule(self, node: Node) -> Rule | None:
        """The rule of a function, or of a method of arrays."""
        target, func = self.activity.scope.resolve(node.func), node.func
        method = func.__class__ is gast.Attribute and func.attr in METHODS and not callable(target)
        return lookup(METHODS[func.attr] if method else target)

    def statements(self, parts: list[Node]) -> None:
        """All that statements, or clauses of them, compute."""
        for node in parts:
            for field in fields_of(node.__class__):
                held = getattr(node, field, None)
                if isinstance(held, list) and all(isinstance(item, _CLAUSES) for item in held):
                    self.statements(held)
                elif field in ("targets", "target"):
                    self.target(node, field)
                elif not (is_naming(node) and field == "value" and self.shows(held)):
                    self.field(node, field, node.__class__ in (gast.If, gast.While, gast.AugAssign, gast.Assert))

    def target(self, node: Node, field: str) -> None:
        """The places that are stored into are looked for by their keys."""
        held = getattr(node, field)
        for target in held if isinstance(held, list) else [held]:
            while target.__class__ in _PLACES:
                if target.__class__ is gast.Subscript:
                    self.field(target, "slice", True)
                target = target.value

    def field(self, node: Node, field: str, value: bool) -> None:
        held = getattr(node, field, None)
        if isinstance(held, list):
            held[:] = [self.kept(item, value) if isinstance(item, gast.AST) else item for item in held]
        elif isinstance(held, gast.AST):
            setattr(node, field, self.kept(held, value))

    def kept(self, node: Node, value: bool) -> Node:
        """An expression with copies in the place of such attributes; whether nothing but its `value` is used."""
        if self.shows(node):
            if not value and not self.is_told(node, self.refused):
                return node  # what it is given to is told (`lower/core.py`)
            if not value:
                message = f"`{unparse(node)}` may be active, and what calls this function changes its content later"
                raise located(UnsupportedError, message, self.filename, getattr(node, "origin", node), "Pass it as an argument.")
            return locate(gast.copy_location(call("content_copied", node), node), node)
        if node.__class__ is gast.Call:
            self.call(node, value)
            return node
        if node.__class__ is gast.BinOp:
            for field in ("left", "right"):  # a display keeps what is in it, also where it is joined to another
                self.field(node, field, getattr(node, field).__class__ not in (gast.Tuple, gast.List))
            return node
        if node.__class__ is gast.Compare and any(op.__class__ in (gast.Is, gast.IsNot) for op in node.ops):
            return node  # of that, nothing but what it is asked for
        elif node.__class__ in _OF_VALUES:
            value = True
        elif node.__class__ not in (gast.IfExp, gast.BoolOp, gast.Tuple, gast.List, *_PLACES):
            value = False
        for field in fields_of(node.__class__):
            self.field(node, field, value or (field in ("test", "slice")))
        return node

    def call(self, node: Node, value: bool) -> None:
        """A call computes with the values of its arguments where it has a rule, and gives no view of them."""
        target = self.activity.scope.resolve(node.func)
        method = node.func.__class__ is gast.Attribute
        if (method and node.func.attr == "copy" and target is MISSING) or target in (np.copy, METHODS["copy"]):
            return  # as is what this gives
        rule = self.rule(node)
        if rule is not None and rule.kind == "zero":
            return  # the reverse sweep asks nothing of it, and it may look at the array itself
        written = set(map(id, self.written(node, target)))
        if target in _OF_ITEMS:
            value = len(node.args) == 1 and not node.keywords and node.args[0].__class__ in (gast.Name, *_PLACES)
        elif rule is None or (self.effectful(node) and not written):
            value = target in _OF_NUMBERS
        else:
            value = value or rule.view == "never"
        if method and id(node.func.value) not in written:
            self.field(node.func, "value", value)
        elif node.func.__class__ not in (gast.Name, gast.Attribute):
            self.field(node, "func", False)
        node.args[:] = [item if id(item) in written else self.kept(item, value) for item in node.args]
        for keyword in node.keywords:
            if id(keyword.value) not in written:
                self.field(keyword, "value", value)

    def written(self, node: Node, target: Any) -> list[Node]:
        """What a call writes into, and does not read again in the reverse sweep."""
        if isinstance(target, types.FunctionType):
            matched = match_arguments(target, node) or {}
            return [value for key in only_stored_into(target) for value in matched.get(key, ())]
        found = [*written_by(node, target), *(first_argument(node) if writes_first(target) else ())]
        method = node.func.__class__ is gast.Attribute and target is MISSING and node.func.attr not in self.activity.scope.own
        return [*found, node.func.value] if method and node.func.attr in WRITING_METHODS else found


def is_unwritten(node: Node) -> bool:
    """Whether an expression is a view of an array around the function (`normalise/around/arrays_around.py`)."""
    return node.__class__ is gast.Call and getattr(node.func, "id", "") == "unwritten"


def is_naming(node: Node) -> bool:
    """Whether a statement is an assignment to names."""
    return node.__class__ is gast.Assign and all(target.__class__ is gast.Name for target in node.targets)
