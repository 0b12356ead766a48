"""Objects of the user's own classes, where the code of the class is run and no call is seen: made the calls that they are."""

from __future__ import annotations

import builtins
import functools
import math
import operator
from typing import Any

import gast

from tangentish import library
from tangentish.analysis.code.marks import OWN_ARRAYS, acting, telling
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, defines, is_container, is_object
from tangentish.analysis.objects.class_code import acts_when_read
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import INDEX_TYPES
from tangentish.nodes import evaluated_here, on_condition
from tangentish.normalise.calls.looked_up import LookedUp
from tangentish.normalise.calls.reads_further_in import inner_first, is_found, value_read
from tangentish.normalise.effects.put_parts import put_for
from tangentish.normalise.flow.conditions import in_branches
from tangentish.runtime.checks import is_value_of_arrays
from tangentish.syntax import (
    DEFINITIONS,
    Block,
    Node,
    assign,
    call,
    children,
    clone,
    constant,
    name,
    own_expressions,
    slice_value,
    walk,
    walk_statements,
)

OPERATORS: dict[str, Any] = {
    "Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv, "Pow": operator.pow,
    "Mod": operator.mod, "FloorDiv": operator.floordiv, "MatMult": operator.matmul, "BitOr": operator.or_,
    "BitAnd": operator.and_, "BitXor": operator.xor, "LShift": operator.lshift, "RShift": operator.rshift,
    "USub": operator.neg, "UAdd": operator.pos, "Invert": operator.invert, "Not": operator.not_}
IN_PLACE: dict[str, Any] = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv, "Pow": operator.ipow,
    "Mod": operator.imod, "FloorDiv": operator.ifloordiv, "MatMult": operator.imatmul, "BitOr": operator.ior,
    "BitAnd": operator.iand, "BitXor": operator.ixor}
COMPARISONS = {"Lt": ("__lt__", "__gt__"), "LtE": ("__le__", "__ge__"), "Gt": ("__gt__", "__lt__"), "GtE": ("__ge__", "__le__"),
               "Eq": ("__eq__",), "NotEq": ("__ne__",)}
"""The methods that Python asks, of the first operand or, the other way round, of the second."""
ROUNDINGS: dict[Any, str] = {round: "__round__", math.floor: "__floor__", math.ceil: "__ceil__", math.trunc: "__trunc__"}
LOOPING = ((max, 0), (min, 0), (sorted, 0), (zip, 0), (map, 1), (filter, 1), (functools.reduce, 1))
"""Functions that loop over their arguments, from a place on."""
_WHOLE = (gast.Name, gast.Constant)
_MAY_ACT = (gast.Attribute, gast.Compare)


class ObjectCalls(LookedUp):
    """The part of `DynamicCalls` for items, attributes, loops and `op=` of such objects."""

    filename: str
    changed: bool
    steps: frozenset[str]  # the comparisons and roundings that classes of the user's have

    def statement(self, node: Node) -> Block:
        raise NotImplementedError

    def block(self, block: Block) -> Block:
        raise NotImplementedError

    def call_of(self, function: Any, operands: list[Node]) -> Node:
        """A call of a function of the module `operator`, or of a builtin."""
        label = self.names.fresh(f"operator_{function.__name__}" if hasattr(builtins, function.__name__) else function.__name__)
        self.externs[label] = function
        return gast.Call(name(label), operands, [])

    def sets_items(self, owner: Node, uid: int) -> bool:
        """Whether a store into an item goes through the code of a class of the user's, or of arrays that have a say."""
        kind = self.kinds.expr(owner, self.kinds.before.get(uid, {}))
        if kind == UNKNOWN and not {OWN_ARRAYS, "__setitem__"}.isdisjoint(self.scope.own):
            return True
        return is_object(kind) and defines(kind.type, "__setitem__")

    def item_store(self, node: Node, target: Node, value: Node) -> Node:
        """`x[k] = v` of such an object."""
        store = library.result_stored if getattr(target, "of_out", False) else operator.setitem
        return self.rewrite(self.placed(gast.Expr(None), node), self.call_of(
            store, [clone(target.value), slice_value(clone(target.slice)), value]))

    def reads_that_act(self, node: Node) -> Block | None:
        """The statement with the reads in it that run code which acts in front of it, as calls; None if it has none.

        Such a read is that of an attribute which is a property, or of whether a key is in an object.
        """
        if hasattr(node, "dynamic") or node.__class__ in DEFINITIONS:
            return None
        parts = [part for expression in own_expressions(node) for part in evaluated_here(expression)]
        called = {id(part.func) for part in parts if part.__class__ is gast.Call}
        reads = [part for part in parts if part.__class__ in _MAY_ACT and self.acts(part, node.uid, id(part) in called)]
        found = inner_first(reads)
        if not found:
            return None
        conditional = [part for expression in own_expressions(node) for part in on_condition(expression)]
        branches = self.branches(node)
        if branches:
            return branches
        if node.__class__ in (gast.While, gast.Raise) or any(part is read for part in conditional for read in found):
            what = f"`{found[0].attr}`" if found[0].__class__ is gast.Attribute else "what `in` asks"
            raise located(UnsupportedError, f"{what} writes into its object when it is read, which is not followed here",
                          self.filename, getattr(node, "origin", node), "Read it in a statement of its own, or make it a method.")
        value = getattr(node, "value", None)
        if value is found[0] and value.__class__ is gast.Attribute and value.value.__class__ is gast.Name and (
                node.__class__ is gast.Expr or (node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name)):
            return [self.rewrite(node, self.getattr_call(value))]
        out: Block = []
        for read in found:
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            if read.__class__ is gast.Compare and read.left.__class__ is not gast.Name:
                if self.activity.expr(read.left) and any(part.__class__ not in _WHOLE for part in children(read.left)):
                    raise located(UnsupportedError, "what `in` asks an object about is computed where it is asked, which is not "
                                  "followed here", self.filename, getattr(node, "origin", node), "Give it a name before.")
                key = self.names.fresh("t")
                self.activity.varied.add(key)
                out += self.statement(self.placed(assign(key, read.left), node))
                read.left = name(key)
            elif read.__class__ is gast.Attribute and read.value.__class__ is not gast.Name:
                owner = self.names.fresh("t")
                self.activity.varied.add(owner)
                out += self.statement(self.placed(assign(owner, read.value), node))
                read.value = name(owner)
            out.append(self.rewrite(self.placed(assign(held, name(held)), node), self.read_call(read)))
            put_for(node, read, value_read(read, name(held)))
        return [*out, *self.statement(node)]

    def branches(self, node: Node) -> Block:
        """The statement after those that evaluate its condition part by part; nothing if it has no `and` or `or`."""
        key = "value" if node.__class__ is gast.Assign else "test"
        known = node.__class__ in (gast.If, gast.Assert, gast.Assign)
        before, left = in_branches(getattr(node, key), self.names) if known else ([], None)
        for part in walk_statements(before):
            self.placed(part, node)
        if not before:
            return []
        setattr(node, key, left)
        self.changed = True
        return [*self.block(before), *self.statement(node)]

    @staticmethod
    def placed(made: Node, node: Node) -> Node:
        """A new statement where another stood."""
        made.uid, made.origin = node.uid, getattr(node, "origin", node)
        return gast.copy_location(made, node)

    def check_steps(self, node: Node) -> None:
        """Refuse comparisons and roundings of objects whose class makes numbers of them that may have derivatives.

        Where it is not seen what a comparison gives, that is looked at when it has been made.
        """
        if not self.steps or hasattr(node, "dynamic") or node.__class__ in DEFINITIONS:
            return
        for part in walk(own_expressions(node)):
            if part.__class__ is gast.Compare:
                operands = [part.left, *part.comparators]
                methods = [method for op in part.ops for method in COMPARISONS.get(type(op).__name__, ())]
            elif part.__class__ is gast.Call and part.args and (function := self.scope.resolve(part.func)) in ROUNDINGS:
                operands, methods = part.args[:1], [ROUNDINGS[function]]
            else:
                continue
            active = any(self.activity.expr(operand) for operand in operands)  # not always that whose class says it
            said = [method for method in methods if active and {acting(method), telling(method)} & self.steps and any(
                self.may_say(operand, node.uid, method) for operand in operands)]
            for method in said:
                if acting(method) in self.steps and (part.__class__ is gast.Call or any(
                        self.says(operand, node.uid, method) for operand in operands)):
                    raise located(UnsupportedError, f"what `{method}` of an object gives is not followed", self.filename,
                                  getattr(node, "origin", node), "Call it by another name.")
            if said and not hasattr(part, "told"):
                part.told = True
                put_for(node, part, gast.copy_location(call("truth_of", part), part))

    def says(self, node: Node, uid: int, method: str) -> bool:
        """Whether a value is known to be an object whose class has a method."""
        kind = self.kinds.expr(node, self.kinds.before.get(uid, {}))
        return is_object(kind) and kind.type is not object and defines(kind.type, method)

    def may_say(self, node: Node, uid: int, method: str) -> bool:
        """Whether a value may be an object whose class has a method."""
        kind = self.kinds.expr(node, self.kinds.before.get(uid, {}))
        return kind == UNKNOWN or (is_object(kind) and defines(kind.type, method))

    def acts(self, node: Node, uid: int, called: bool) -> bool:
        """Whether reading a value runs code of a class that has to run once."""
        if node.__class__ is gast.Attribute:
            return self.acts_when_read(node, uid, called)
        if node.__class__ is not gast.Compare or len(node.ops) > 1 or node.ops[0].__class__ not in (gast.In, gast.NotIn):
            return False
        if acting("__contains__") not in self.scope.own or not self.activity.expr(node.comparators[0]):
            return False
        kind = self.kinds.expr(node.comparators[0], self.kinds.before.get(uid, {}))
        return kind == UNKNOWN or (is_object(kind) and defines(kind.type, "__contains__"))

    def acts_when_read(self, node: Node, uid: int, called: bool) -> bool:
        """Whether `x.key` runs code of the class of `x` that has to run once; `called`: it is called at once, as methods are."""
        if not is_found(node.value) or node.ctx.__class__ is not gast.Load or not (
                self.activity.expr(node.value) or node.attr in self.activity.fields):
            return False
        kind = self.kinds.expr(node.value, self.kinds.before.get(uid, {}))
        if kind == UNKNOWN or (is_object(kind) and kind.type is object):
            made_up = acting("__getattr__") in self.scope.own and not is_value_of_arrays(node.attr)
            return (acting(node.attr) in self.scope.own or made_up) and not called
        return is_object(kind) and acts_when_read(kind.type, node.attr, self.scope.own)

    def may_be_object(self, node: Node, uid: int, method: str) -> bool:
        """Whether a value is an object whose class says what an operator means, or may be one."""
        kind = self.kinds.expr(node, self.kinds.before.get(uid, {}))
        if kind == UNKNOWN:
            return bool({method, f"__r{method[2:]}"} & self.scope.own)
        if isinstance(kind, Const):
            asked = type(kind.value) in INDEX_TYPES or (isinstance(kind.value, type) and hasattr(kind.value, "__class_getitem__"))
            return method == "__getitem__" if asked else isinstance(kind.value, type) and defines(type(kind.value), method)
        return (is_object(kind) or is_container(kind)) and defines(kind.type, method)

    def own_flat(self, value: Node, uid: int) -> bool:
        """Whether a call stands for `x.flat`, as of an array, and `x` is an object whose class says what that is, or may be one."""
        if value.__class__ is not gast.Call or getattr(value.func, "id", "") not in ("flat_view", "ravelled", "flattened"):
            return False
        kind = self.kinds.expr(value.args[0], self.kinds.before.get(uid, {}))
        return is_object(kind) or ("flat" in self.scope.own and not isinstance(kind, Array))

    def read_call(self, node: Node) -> Node:
        """`key in x` as a call of `operator.contains`, `x.key` as one of `getattr`."""
        if node.__class__ is gast.Compare:
            return self.call_of(operator.contains, [node.comparators[0], node.left])
        return self.getattr_call(node)

    def getattr_call(self, node: Node) -> Node:
        """`x.key` as a call of `getattr`."""
        return self.call_of(getattr, [node.value, constant(node.attr)])

    def iterates(self, node: Node, uid: int) -> bool:
        """Whether a loop over a value goes through the code of a class of the user's, or may do so."""
        kind = self.kinds.expr(node, self.kinds.before.get(uid, {}))
        own = "__iter__" in self.scope.own if kind == UNKNOWN else is_object(kind) and defines(kind.type, "__iter__")
        return own and self.activity.expr(node)

    def extended(self, node: Node, value: Node, unsure: bool) -> Block:
        """`items.extend(x)` of such an object: of a list of what a loop over it gives, if `items` (it is `unsure`) is a list."""
        held = self.names.fresh("t")
        first = self.iterated(held, value.args[0], node, quietly=False, owner=value.func.value if unsure else None)
        value.args = [name(held)]
        return [first, node]

    def listed(self, node: Node, value: Node) -> Block:
        """`f(*x)`, `max(x)` and the like of such objects: of lists of what loops over them give."""
        before: Block = []
        target = self.scope.resolve(value.func)
        several = (target is max or target is min) and len(value.args) > 1
        first = next((place for function, place in LOOPING if function is target and not several), len(value.args))
        for place, argument in enumerate(value.args):
            starred = argument.__class__ is gast.Starred
            items = argument.value if starred else argument
            if (starred or place >= first) and self.iterates(items, node.uid):
                held = self.names.fresh("t")
                before.append(self.iterated(held, items, node, starred or (target in (max, min, sorted) and not value.keywords)))
                value.args[place] = gast.Starred(name(held), gast.Load()) if starred else name(held)
        return before

    def iterated(self, held: str, value: Node, node: Node, quietly: bool = True, owner: Node | None = None) -> Node:
        """A statement that makes a list of what a loop over an object gives (`quietly`, or for the `extend` of an owner)."""
        self.activity.varied.add(held)
        made = assign(held, value)
        made.uid, made.origin = node.uid, getattr(node, "origin", node)
        call = self.call_of(library.iterated_quietly, [value, name("listing"), constant("at once")]) if quietly else self.call_of(
            library.iterated, [value]) if owner is None else self.call_of(library.items_for, [owner, value])
        return self.rewrite(gast.copy_location(made, node), call)

    def of_class(self, kind: Kind, op: Node) -> bool:
        """Whether a class of the user's says what `x op= y` means, or may say so."""
        if kind == UNKNOWN:
            short = type(op).__name__
            return short in IN_PLACE and any(f"__{function.__name__.strip('_')}__" in self.scope.own
                                             for function in (IN_PLACE[short], OPERATORS[short]))
        return (is_object(kind) or is_container(kind)) and defines_in_place(kind.type, op)

    def in_place(self, node: Node, label: str) -> Node:
        """`x op= v` by the code of a class, as a call."""
        made = assign(label, name(label))
        made.uid, made.origin = node.uid, getattr(node, "origin", node)
        return self.rewrite(gast.copy_location(made, node), self.call_of(
            IN_PLACE[type(node.op).__name__], [name(label), node.value]))


def defines_in_place(cls: type, op: Node) -> bool:
    """Whether a class of the user's says what `x op= y` means, by that or by `x op y`."""
    short = type(op).__name__
    return short in IN_PLACE and any(
        defines(cls, f"__{function.__name__.strip('_')}__") for function in (IN_PLACE[short], OPERATORS[short]))
