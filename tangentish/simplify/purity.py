"""What evaluating an expression may do, and whose memory its value may share."""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable, Set
from typing import Any, Protocol

import gast
import numpy as np

from tangentish.frontend.out_arguments import OUTS
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import METHODS
from tangentish.simplify.functions import IMPURE_RUNTIME, LAZY, is_fresh_function, is_hashable, is_pure_function
from tangentish.simplify.tree import FUNCTIONS, children, walk
from tangentish.syntax import Node

WORLD = "*"  # stands for whatever can be reached from outside: globals, arguments, what unknown functions keep
ACTIONS = frozenset([gast.Call, gast.Await, gast.Yield, gast.YieldFrom, gast.NamedExpr, gast.GeneratorExp])
IN_PLACE = frozenset("fill sort partition put itemset resize setflags byteswap setfield tofile dump".split())
FIXED_ATTRIBUTES = frozenset("shape ndim size dtype itemsize nbytes".split())
VIEW_ATTRIBUTES = frozenset("T mT real imag flat".split())
PLAIN_ATTRIBUTES = FIXED_ATTRIBUTES | VIEW_ATTRIBUTES | {"copy"}


class NameKinds(Protocol):
    """What is known of the names of a function."""

    def is_number(self, name: str) -> bool: ...

    def is_index(self, name: str) -> bool: ...

    def is_array(self, name: str) -> bool: ...

    def is_cotangent(self, name: str) -> bool: ...

    def rank(self, name: str) -> int | None: ...


class Purity:
    """Answers for the expressions of one function."""

    def __init__(
        self, names: NameKinds, resolve: Callable[[Node], Any], externs: dict[str, Any], local: set[str],
        meant: Set[str] = frozenset()
    ) -> None:
        self.names, self.resolve, self.externs, self.local = names, resolve, externs, local
        self.unknown = local - meant  # of the local names, all but those that always mean the same module or function
        self.known: dict[str, Any] = {}

    def callee(self, func: Node) -> Any:
        """The object that is called, or MISSING."""
        if func.__class__ is gast.Name:
            if func.id in self.unknown:
                return MISSING
            if func.id not in self.known:
                self.known[func.id] = self.externs[func.id] if func.id in self.externs else self.resolve(func)
            return self.known[func.id]
        if func.__class__ is gast.Attribute:
            key = _dotted(func)
            if key is None or key.split(".")[0] in self.unknown:
                return MISSING
            if key not in self.known:
                value = self.resolve(func)
                if value is MISSING and key.startswith("np."):  # `np` of the generated code itself
                    value = (
                        functools.reduce(lambda owner, attr: getattr(owner, attr, MISSING), key.split(".")[1:], np)
                        if self.externs.get("np") is np
                        else MISSING
                    )
                self.known[key] = value
            return self.known[key]
        return MISSING

    def is_pure_call(self, node: Node) -> bool:
        """Whether a call does nothing but compute its value from its arguments, at once."""
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in OUTS:
                return False
        for argument in node.args:
            if argument.__class__ is gast.Starred:
                return False
        target = self.callee(node.func)
        if target is not MISSING:
            return is_pure_function(target)
        if node.func.__class__ is gast.Attribute and node.func.attr not in IN_PLACE:
            if node.func.attr == "copy" and not node.args:
                return True
            return node.func.attr in METHODS and self.is_numeric(node.func.value)
        return False

    def is_numeric(self, node: Node) -> bool:
        """Whether an expression is known to be a number or an array: arithmetic on such, or a cotangent."""
        if node.__class__ is gast.Name:
            return self.names.is_number(node.id) or self.names.is_array(node.id) or self.names.is_cotangent(node.id)
        if node.__class__ is gast.Constant:
            return isinstance(node.value, (int, float, complex))
        if node.__class__ is gast.BinOp:
            sides = [side for side in (node.left, node.right) if self.is_numeric(side)]
            whole = node.op.__class__ is gast.Mult and all(map(self.may_be_whole, sides))  # which multiplies lists, too
            return len(sides) > (1 if whole else 0)
        if node.__class__ is gast.UnaryOp:
            return self.is_numeric(node.operand)
        if node.__class__ is gast.Subscript:
            return self.is_numeric(node.value)
        if node.__class__ is gast.Attribute:
            return node.attr in VIEW_ATTRIBUTES and self.is_numeric(node.value)
        if node.__class__ is gast.Call:
            target = self.callee(node.func)
            return (
                isinstance(target, np.ufunc)
                or getattr(target, "__module__", None) == "math"
                or (target is MISSING and node.func.__class__ is gast.Attribute and self.is_numeric(node.func.value))
            )
        return False

    def may_be_whole(self, node: Node) -> bool:
        """Whether something numeric may be a whole number."""
        if node.__class__ is gast.Constant:
            return isinstance(node.value, int)
        if node.__class__ is gast.Name:
            return not (self.names.is_array(node.id) or self.names.is_cotangent(node.id))
        if node.__class__ is gast.BinOp:
            return node.op.__class__ is not gast.Div and self.may_be_whole(node.left) and self.may_be_whole(node.right)
        if node.__class__ is gast.UnaryOp:
            return self.may_be_whole(node.operand)
        return node.__class__ is not gast.Call or not _gives_floats(self.callee(node.func))

    def impure_calls(self, node: Node) -> list[Node]:
        """The calls (and other actions) inside an expression or simple statement that may do more than compute."""
        found: list[Node] = []
        stack = [node]
        while stack:
            part = stack.pop()
            if part.__class__ in FUNCTIONS:
                continue
            if part.__class__ in ACTIONS and not (part.__class__ is gast.Call and self.is_pure_call(part)):
                found.append(part)
            stack += children(part)
        return found

    def removable(self, node: Node) -> bool:
        """Whether nobody would notice that an expression is not evaluated."""
        if self.impure_calls(node):
            return False
        stack = [node]
        while stack:
            part = stack.pop()
            if part.__class__ is gast.Attribute and part.attr not in PLAIN_ATTRIBUTES and part.attr not in METHODS:
                known = self.callee(part) is not MISSING or _is_constant(self.resolve, part, self.local)
                if not known:
                    return False
            stack.extend(children(part))
        return True

    def shares(self, node: Node) -> set[str]:
        """The names (or WORLD) whose memory the value of an expression may share."""
        if node.__class__ is gast.Name:
            if node.id in self.local:
                return set() if self.names.is_number(node.id) else {node.id}
            return {WORLD} if self.callee(node) is MISSING else set()
        if node.__class__ in (gast.Constant, gast.Compare, gast.JoinedStr, gast.Slice):
            return set()
        if node.__class__ is gast.BinOp:
            if node.op.__class__ in (gast.Add, gast.Mult, gast.BitOr) and not self.is_numeric(node):
                return self.shares(node.left) | self.shares(node.right)  # of lists, say
            if node.op.__class__ is gast.LShift and not (self.is_numeric(node.left) and self.is_numeric(node.right)):
                return self.shares(node.left) | self.shares(node.right)  # a quantity, `x << unit`, shows the array
            return set()
        if node.__class__ is gast.UnaryOp:
            return set()
        if node.__class__ in (gast.Subscript, gast.Starred):
            return set() if node.__class__ is gast.Subscript and self.is_entry(node) else self.shares(node.value)
        if node.__class__ is gast.Attribute:
            return set() if node.attr in FIXED_ATTRIBUTES else self.shares(node.value) or self.shown(node)
        if node.__class__ is gast.Call:
            pure = self.is_pure_call(node)
            if pure and self.is_fresh_call(node):
                return set()
            parts = set().union(*(self.shares(part) for part in (*node.args, *(k.value for k in node.keywords))))
            if node.func.__class__ is gast.Attribute and self.callee(node.func) is MISSING:
                parts |= self.shares(node.func.value)
            return parts if pure or self.keeps_inside(node) else parts | {WORLD}
        if node.__class__ in FUNCTIONS:
            return {WORLD} | {p.id for p in walk(node) if p.__class__ is gast.Name and p.id in self.local}
        return set().union(*(self.shares(part) for part in children(node)))

    def shown(self, node: Node) -> set[str]:
        """The memory behind an attribute of what holds none itself: a function from around shows its defaults."""
        return set() if _root_is_in(node, self.local) or _is_inert(self.callee(node)) else {WORLD}

    def is_entry(self, node: Node) -> bool:
        """Whether a subscript is a single number of an array: `u[i, j]`, of a matrix."""
        if node.value.__class__ is not gast.Name or node.value.id not in self.local:
            return False
        items = node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
        return len(items) == self.names.rank(node.value.id) and all(self.is_whole(item) for item in items)

    def is_whole(self, node: Node) -> bool:
        """Whether an expression is made of whole numbers alone."""
        if node.__class__ is gast.BinOp:
            return self.is_whole(node.left) and self.is_whole(node.right)
        if node.__class__ is gast.UnaryOp:
            return node.op.__class__ is gast.USub and self.is_whole(node.operand)
        if node.__class__ is gast.Constant:
            return type(node.value) is int
        return node.__class__ is gast.Name and node.id in self.local and self.names.is_index(node.id)

    def keeps_inside(self, node: Node) -> bool:
        """Calls that keep their arguments in the object whose method they are, and nowhere else."""
        if node.func.__class__ is gast.Attribute:
            return (
                node.func.attr in ("append", "extend", "insert", "start", "of", "add", "result")
                and node.func.value.__class__ is gast.Name
                and node.func.value.id in self.local
            )
        target = self.callee(node.func)
        return (
            target is not MISSING and target in LAZY | {dict, list, tuple} | IMPURE_RUNTIME
            if is_hashable(target)
            else False
        )

    def is_fresh_call(self, node: Node) -> bool:
        """Whether a pure call returns new memory."""
        target = self.callee(node.func)
        if target is MISSING:
            return node.func.__class__ is gast.Attribute and (
                (node.func.attr == "copy" and self.is_numeric(node.func.value)) or node.func.attr in _FRESH_METHODS
            )
        return is_fresh_function(target)


def _root_is_in(node: Node, local: set[str]) -> bool:
    while node.__class__ in (gast.Attribute, gast.Subscript):
        node = node.value
    return node.__class__ is not gast.Name or node.id in local


def _is_inert(value: Any) -> bool:
    """Whether a value of a module or of a class is written into by nothing: a function, a module, a number."""
    return callable(value) or isinstance(value, types.ModuleType | int | float | complex | str)


def _gives_floats(target: Any) -> bool:
    """Whether a function is a ufunc that gives no whole numbers, as a sum of such is: NumPy's multiply lists like Python's."""
    return isinstance(target, np.ufunc) and not any(types[-1] in np.typecodes["AllInteger"] + "?" for types in target.types)


_FRESH_METHODS = frozenset("sum mean prod max min any all argmax argmin argsort cumsum cumprod std var dot".split())


def _is_constant(resolve: Callable[[Node], Any], node: Node, local: set[str]) -> bool:
    """`math.pi` and the like."""
    return node.value.__class__ is gast.Name and node.value.id not in local and resolve(node.value) in (math, np)


def _dotted(node: Node) -> str | None:
    attrs: list[str] = []
    while node.__class__ is gast.Attribute:
        attrs.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(attrs)]) if node.__class__ is gast.Name else None
