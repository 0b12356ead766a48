"""Calls that have no rule become `y, called = primal(f, wrt, ...)`: what is called is looked up when it is called.

`wrt` says which arguments are active: their positions and keywords, or `...` for all of them.  The statement carries
`dynamic = (func, args, keywords)` for the analyses and for the reverse sweep.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Collection
from typing import Any

import gast
import numpy as np

from tangentish import library
from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.marks import STEPS, acting, telling
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Sequence, is_container, is_object
from tangentish.analysis.kinds.infer import Infer
from tangentish.errors import CALLER
from tangentish.frontend.out_arguments import hidden_outs
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library.arrays import cycled_values
from tangentish.names import Names
from tangentish.normalise.calls.array_arguments import listed_arguments
from tangentish.normalise.calls.object_calls import OPERATORS
from tangentish.normalise.calls.static_calls import MakePair
from tangentish.normalise.stores.array_stores import ArrayStores
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Block, Node, assign, call, child_blocks, clone, constant, name, slice_value, walk

CONTAINER_METHODS = frozenset("append extend insert pop clear".split())
COPIES = (list, tuple, dict)
VALUES = frozenset([gast.Name, gast.Constant, gast.UnaryOp, gast.BinOp, gast.Tuple, gast.List, gast.Subscript, gast.Slice,
                    gast.keyword])


SAID_BY: dict[Any, tuple[str, ...]] = {
    library.number_of: ("__float__",), library.iterated: ("__iter__",), library.iterated_quietly: ("__iter__",),
    library.iterated_backwards: ("__iter__", "__reversed__")}
"""Which methods of a class say what these give of an object; of an operator it is the one with its name."""


class DynamicCalls(ArrayStores):
    """Rewrites the calls of a lowered block; `externs` collects the objects that the new names mean."""

    def __init__(self, scope: Scope, kinds: Infer, activity: Activity, names: Names, filename: str,
                 make_pair: MakePair | None = None, unpacked: Collection[str] = ()) -> None:
        self.scope, self.kinds, self.activity = scope, kinds, activity
        self.names, self.filename = names, filename
        self.externs: dict[str, Any] = {}
        self.looked_up: set[Node] = set()  # what is known of activity and kinds holds for these, as for the calls they were
        self.make_pair = make_pair
        self.unpacked = unpacked
        self.changed = False  # by more than calls that are looked up where they stand
        self.steps = scope.own & {step for method in STEPS for step in (acting(method), telling(method))}

    def block(self, block: Block) -> Block:
        """A new block."""
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            made = self.statement(node)
            if len(made) == 1 and made[0] is node:
                out.append(node)
                continue
            self.changed = self.changed or not made or made[0] not in self.looked_up
            for new in made:
                for mark in ("reaches", "follows"):  # how far a `try` body came
                    if hasattr(node, mark):
                        setattr(new, mark, getattr(node, mark))
            within = getattr(node, "within", ())
            if len(made) == len(within) + 1:  # load, `op=`, store
                for new, following, mark in zip(made[:-1], made[1:], within, strict=True):
                    new.reaches = following.follows = mark.value.value
                made = [part for pair in zip(made, [*within, None], strict=True) for part in pair if part is not None]
            out += made
        return out

    def statement(self, node: Node) -> Block:
        """What takes the place of one statement."""
        self.check_steps(node)
        if node.__class__ is gast.AugAssign:
            reads = self.reads_that_act(node)
            return self.augmented(node) if reads is None else reads
        if node.__class__ is gast.Expr and self.is_settled(node.value, node.uid):
            return []
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Subscript and (self.sets_items(
                node.targets[0].value, node.uid) or self.stores_own(node.targets[0].value, node.value, node.uid)) and (
                self.activity.expr(node.value) or self.activity.expr(node.targets[0].value)):
            return [self.item_store(node, node.targets[0], node.value)]
        reads = self.reads_that_act(node)
        if reads is not None:
            return reads
        if node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Attribute:
            return self.attribute_store(node, node.targets[0])
        value = getattr(node, "value", None)
        plain = node.__class__ is gast.Expr or (
            node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name)
        if plain and value.__class__ is gast.Subscript and value.slice.__class__ is gast.Tuple and (
                self.activity.expr(value.slice) and self.may_be_object(value.value, node.uid, "__getitem__")):
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            key = self.placed(assign(held, slice_value(value.slice)), node)
            value.slice = name(held)
            return [key, *self.statement(node)]
        if plain and self.own_flat(value, node.uid):
            return [self.rewrite(node, self.getattr_call(gast.Attribute(value.args[0], "flat", gast.Load())))]
        if plain and self.activity.expr(value):
            operator_call = self.operator_call(value, node.uid)
            if operator_call is not value:
                return [self.rewrite(node, operator_call)]
        if node.__class__ is gast.Expr and value.__class__ is gast.Call and value.func.__class__ is gast.Attribute and (
                value.func.attr == "extend" and len(value.args) == 1 and self.iterates(value.args[0], node.uid)) and (
                    not is_object(owner := self.kinds.expr(value.func.value, self.kinds.before.get(node.uid, {})))):
            return self.extended(node, value, owner == UNKNOWN)
        if plain and value.__class__ is gast.Call and self.scope.resolve(value.func) is cycled_values and self.kinds.expr(
                value.args[0], self.kinds.before.get(node.uid, {})).is_scalar:
            node.value = value.args[0]
            self.changed = True
            return [node]
        if self.is_itself(node, value):
            node.value = value.args[0]
            return [node]
        whole = self.whole_store(node, value)
        if whole is not None:
            return [whole]
        if plain and value.__class__ is gast.Call and self.activity.expr(value) and self.is_dynamic(value, node.uid):
            before = [*self.listed(node, value), *self.displays_held(node, value)]
            first, last = self.checks(node, value)
            new = self.rewrite(node, value)
            if node.__class__ is gast.Assign and not (first or before or last) and new.dynamic[0] is value.func and (
                    self.is_plain(value)):
                new.uid = node.uid
                self.looked_up.add(new)
            return [*first, *before, new, *last]
        return [*self.arrays_of_lists(node, value), node] if plain and self.activity.expr(value) else [node]

    def displays_held(self, node: Node, value: Node) -> Block:
        """Give the lists and tuples of active values that a function with a rule is called with names: statements before it."""
        before: Block = []

        def held(part: Node) -> Node:
            if part.__class__ not in (gast.List, gast.Tuple) or not self.activity.expr(part):
                return part
            part.elts = [held(item) for item in part.elts]
            label = self.names.fresh("t")
            self.activity.varied.add(label)
            before.append(self.placed(assign(label, part), node))
            return name(label)

        if lookup(self.scope.resolve(value.func)) is not None:
            value.args = [held(part) for part in value.args]
            for keyword in value.keywords:
                keyword.value = held(keyword.value)
        return before

    def is_itself(self, node: Node, value: Node) -> bool:
        """Whether a statement binds a name to `indexable` of what is surely a tuple."""
        if node.__class__ is not gast.Assign or value.__class__ is not gast.Call or getattr(value.func, "id", "") != "indexable":
            return False
        kind = self.kinds.expr(value.args[0], self.kinds.before.get(node.uid, {}))
        return len(value.args) == 1 and not value.keywords and isinstance(kind, Sequence) and kind.type is tuple

    def is_plain(self, value: Node) -> bool:
        """Whether a known function is called with values alone: looking it up gives nothing new to what it may reach."""
        if self.scope.resolve(value.func) is MISSING:
            return False
        for part in walk([*value.args, *value.keywords]):
            if part.__class__ not in VALUES:
                return False
            if part.__class__ is gast.Name and (part.id not in self.scope.locals or part.id in self.activity.captured):
                return False
        return True

    def is_settled(self, check: Node, uid: int) -> bool:
        """Whether an expression is a check of how many items there are, where there are surely as many: of an array as before."""
        label = getattr(check.func, "id", "") if check.__class__ is gast.Call else ""
        if label not in ("check_length", "check_unpacked"):
            return False
        kind = self.kinds.expr(check.args[0], self.kinds.before.get(uid, {}))
        if label == "check_length":
            return isinstance(kind, Array)
        count, starred = check.args[1].value, check.args[2].value
        return isinstance(kind, Sequence) and (len(kind.items) == count or (starred and len(kind.items) >= count - 1))

    def arrays_of_lists(self, node: Node, value: Node) -> Block:
        """Make arrays of the lists that a function of numbers is given: statements to come before it."""
        env = self.kinds.before.get(node.uid, {})
        target = self.scope.resolve(value.func) if value.__class__ is gast.Call else MISSING
        before: Block = []
        if value.__class__ is gast.Call and value.keywords and target is not MISSING:
            value.keywords = [keyword for keyword in value.keywords
                              if self.kinds.expr(keyword.value, env) != Const(np._NoValue)]  # as if it were not there
        for owner, key, place in listed_arguments(value, target, lambda part: self.kinds.expr(part, env)):
            whole = getattr(owner, key) if place is None else getattr(owner, key)[place]
            held = self.names.fresh("t")
            if self.activity.expr(whole):
                self.activity.varied.add(held)
            before.append(self.placed(assign(held, call("np_asarray", whole)), node))
            if place is None:
                setattr(owner, key, name(held))
            else:
                getattr(owner, key)[place] = name(held)
        return before

    def checks(self, node: Node, value: Node) -> tuple[Block, Block]:
        """What is looked at before and after a call that gives a list of what a generator would yield."""
        label = value.func.id if value.func.__class__ is gast.Name else ""
        first = [call("check_bounded", *map(clone, value.args), *(clone(k.value) for k in value.keywords))]
        last = [call("check_settled", name(node.targets[0].id))] if node.__class__ is gast.Assign else []
        return ([self.placed(gast.Expr(made), node) for made in first if label in self.scope.bounded],
                [self.placed(gast.Expr(made), node) for made in last if label in self.scope.settled])

    def operator_call(self, value: Node, uid: int) -> Node:
        """`a + b` as a call where an operand is an object whose class may say what `+` means."""
        env = self.kinds.before.get(uid, {})
        if value.__class__ is gast.BinOp:
            operands, function = [value.left, value.right], OPERATORS[type(value.op).__name__]
        elif value.__class__ is gast.UnaryOp:
            operands, function = [value.operand], OPERATORS[type(value.op).__name__]
        elif value.__class__ is gast.Subscript:
            operands, function = [value.value], operator.getitem
            if value.slice.__class__ not in (gast.Slice, gast.Tuple):  # these are no objects of the user's
                operands.append(value.slice)
        elif value.__class__ is gast.Call and len(value.args) == 1 and self.scope.resolve(value.func) in (abs, float):
            operands, function = value.args, operator.abs if self.scope.resolve(value.func) is abs else library.number_of
        elif value.__class__ is gast.Call and value.func.__class__ is gast.Name and value.func.id == "indexable":
            operands, function = value.args[:1], library.iterated_backwards if getattr(value, "turned", False) else (
                library.iterated_quietly if getattr(value, "drawn", "") else library.iterated)
        else:
            return value
        if self.scope.source.function in (function, library.replacement(function)):
            return value
        kinds = [self.kinds.expr(operand, env) for operand in operands]
        union = function is operator.or_ and not all(isinstance(k, Array) or k.is_scalar for k in kinds)
        methods = SAID_BY.get(function) or (f"__{function.__name__.strip('_')}__",)
        if not union and not any(self.may_be_object(operand, uid, method) for operand in operands for method in methods):
            return value
        if function is operator.getitem:
            operands = [value.value, slice_value(value.slice)]
        if function is library.iterated:
            operands = value.args
        if function is library.iterated_quietly:
            operands = [*operands, name("listing"), constant(value.drawn)]
        return self.call_of(function, operands)

    def is_dynamic(self, node: Node, uid: int) -> bool:
        """Whether a call has to be looked up when it happens."""
        env = self.kinds.before.get(uid, {})
        target = self.scope.resolve(node.func)
        if node.func.__class__ is gast.Name and node.func.id == "indexable":
            return False
        if target is not MISSING:
            several = len(node.args) != 1 and isinstance(target, types.FunctionType) and target in library.SEVERAL
            if library.replacement(target) is not None or target is getattr or several or library.form_of(
                    target, node.args, node.keywords, self.activity.expr):
                return True
            rule = lookup(target)
            starred = any(a.__class__ is gast.Starred for a in node.args)
            if rule is None and target in COPIES and len(node.args) == 1 and not node.keywords and not starred:
                return self.iterates(node.args[0], uid) or (
                    target is dict and self.may_be_object(node.args[0], uid, "__getitem__"))
            short = getattr(target, "__name__", "")
            if rule is None and short == "at" and isinstance(getattr(target, "__self__", None), np.ufunc):
                return target.__self__ not in (np.add, np.subtract) or starred
            given = [*node.args, *(keyword.value for keyword in node.keywords)] if rule is not None else []
            if not self.filename.startswith(CALLER) and any(self.may_be_own(part, uid) for part in given):
                return True
            if rule is None:
                return True  # refused, if there is no rule, when it is called with a value that carries a derivative
            return starred or any(k.arg is None for k in node.keywords)
        if node.func.__class__ is gast.Attribute:
            base = self.kinds.expr(node.func.value, env)
            if isinstance(base, Array):
                function = METHODS.get(node.func.attr)
                return function is None or bool(hidden_outs(node, target)) or any(
                    k.arg is None for k in node.keywords) or library.form_of(
                    function, [node.func.value, *node.args], node.keywords, self.activity.expr) is not None
            if base.is_scalar:
                return (np.generic, node.func.attr) in library.METHODS or node.func.attr not in METHODS
            if node.func.attr == "pop" and len(node.args) == 2:
                return True  # what it gives may be the default
            spread = any(a.__class__ is gast.Starred for a in node.args) or any(k.arg is None for k in node.keywords)
            if node.func.attr in CONTAINER_METHODS and not spread and (base == UNKNOWN or is_container(base)):
                return node.func.attr in self.scope.own and not (is_container(base) and base.type in COPIES)
        return True
