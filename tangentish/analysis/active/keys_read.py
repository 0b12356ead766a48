"""Where keys of dicts are read again, and where functions that are called may do that, or put some in.

>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import expression, parse, unparse
>>> scope = Scope(Source(lambda: None, parse(""), ""), {"d", "t"})
>>> def is_d(node):
...     return node.__class__ is gast.Name and node.id == "d"
>>> texts = "d[t] + d.get(t)", "t in d", "sum(d)", "[k for k in d.items()]"
>>> [len(reads_of_keys(expression(text), is_d, scope, {})) for text in texts]
[0, 0, 1, 1]
"""

from __future__ import annotations

import builtins
import operator
import types
from collections.abc import Callable, Mapping
from typing import Any

import gast

from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.matching import match_arguments
from tangentish.class_attributes import living
from tangentish.closures import content
from tangentish.errors import TangentishError
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, names_in, parameter_nodes, walk

BY_KEY = frozenset("get setdefault pop values update clear __getitem__ __setitem__ __contains__ __delitem__ move_to_end".split())
"""Methods of dicts that give no key back."""
KEYED = BY_KEY - {"values", "update", "clear"}
"""Those whose first argument is a key."""
HOLDING = frozenset(("append", "appendleft", "extend", "insert", "setdefault", "update"))
"""Methods by which a container holds what they are given."""
STORING = frozenset(("setdefault", "__setitem__"))
_ASKING = (len, isinstance, type, id, bool, print, repr, str, format, hasattr, callable, operator.setitem, operator.getitem)
_TESTS = (gast.In, gast.NotIn, gast.Is, gast.IsNot, gast.Eq, gast.NotEq)

IsKeyed = Callable[[Node], bool]
Functions = Mapping[str, Node]
_Asked = frozenset[tuple[Any, str]]


def reads_of_keys(node: Node, is_keyed: IsKeyed, scope: Scope, functions: Functions, asked: _Asked = frozenset(),
                  is_test: bool = False) -> Block:
    """The dicts in an expression or a statement of which the keys are read, or which go where that may be done.

    `functions` are those defined inside, by name; of those in `asked`, with their parameters, it is being found out.  Of what
    `is_test` only the truth matters.
    """
    found: Block = []
    loops = {generator: [child for child in children(part) if child is not generator] + [
        inner for inner in children(generator) if inner is not generator.iter and inner is not generator.target]
        for part in walk(node) if part.__class__ in COMPREHENSIONS for generator in part.generators}

    def visit(part: Node) -> None:
        stored = part.__class__ in (gast.Name, gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load
        if not stored and is_keyed(part):
            found.append(part)
        elif part.__class__ is gast.Subscript or stored:  # of a key that is looked up by nothing else is read
            if part.__class__ is not gast.Name:
                passed(part.value)
        elif part.__class__ is gast.Compare:
            asks = all(isinstance(op, _TESTS) for op in part.ops)
            for value in [part.left, *part.comparators]:
                (passed if asks else visit)(value)
        elif part.__class__ is gast.UnaryOp and part.op.__class__ is gast.Not:
            tested(part.operand)
        elif part.__class__ in (gast.If, gast.While, gast.IfExp):
            tested(part.test)
            for child in children(part):
                if child is not part.test:
                    visit(child)
        elif part.__class__ is gast.Call:
            of_dict = part.func.__class__ is gast.Attribute and part.func.attr in BY_KEY
            (passed if of_dict else visit)(part.func.value if part.func.__class__ is gast.Attribute else part.func)
            given = [*part.args[of_dict and part.func.attr in KEYED:], *(k.value for k in part.keywords)]
            keyed = {id(value) for value in given if is_keyed(value)}
            looking = _looking_up(part, keyed, scope, functions, asked) if keyed else keyed
            for value in given:
                (passed if id(value) in looking else visit)(value)
        elif part.__class__ is gast.Expr and _drops_item(part.value):
            passed(part.value.func.value)
        else:
            for child in children(part):
                if not goes_through(child, part):
                    visit(child)

    def goes_through(child: Node, part: Node) -> bool:
        """Whether something is gone through in a loop where its keys are for looking up only."""
        if part.__class__ is gast.For and child is part.iter:
            return is_for_looking_up(part.target, child, is_keyed, part.body)
        if part.__class__ is gast.comprehension and child is part.iter:
            return part in loops and is_for_looking_up(part.target, child, is_keyed, loops[part])
        return False

    def passed(part: Node) -> None:
        if not is_keyed(part):
            visit(part)
        elif part.__class__ is gast.Subscript:
            passed(part.value)

    def tested(part: Node) -> None:
        for value in part.values if part.__class__ is gast.BoolOp else [part]:
            passed(value)

    (tested if is_test else visit)(node)
    return found


def _drops_item(node: Node) -> bool:
    """Whether a statement takes an item out of a dict, of which nothing is read."""
    return node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr in ("popitem", "pop")


def is_for_looking_up(target: Node, over: Node, is_keyed: IsKeyed, body: Block) -> bool:
    """Whether a loop goes through a dict with such keys, and does no more with these than look values up."""
    while over.__class__ is gast.Call and len(over.args) == 1 and getattr(over.func, "id", "") in ("sorted", "list", "tuple"):
        over = over.args[0]
    items = over.__class__ is gast.Call and over.func.__class__ is gast.Attribute and over.func.attr == "items"
    if items or (over.__class__ is gast.Call and over.func.__class__ is gast.Attribute and over.func.attr == "keys"):
        over = over.func.value
    if items and target.__class__ is gast.Tuple and len(target.elts) == 2:
        target = target.elts[0]
    elif items:
        return False
    return is_keyed(over) and target.__class__ is gast.Name and not any(
        _is_more_than_key(part, target.id, getattr(over, "id", "")) for part in body)


def _is_more_than_key(node: Node, label: str, table: str) -> bool:
    """Whether an expression or a statement reads a variable, other than to look something up by it, or to compare it.

    What stores by it into another dict than the `table` that it is a key of makes it a key there, too.
    """
    if node.__class__ is gast.Subscript:
        put = node.ctx.__class__ is gast.Store and getattr(node.value, "id", None) != table and label in names_in(node.slice)
        return put or _is_more_than_key(node.value, label, table)
    if node.__class__ is gast.Compare:
        return False
    if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and node.func.attr in KEYED - STORING:
        return any(_is_more_than_key(part, label, table) for part in [node.func.value, *node.args[1:]])
    return _is_read(node, label) or any(_is_more_than_key(child, label, table) for child in children(node))


def _looking_up(node: Node, keyed: set[int], scope: Scope, functions: Functions, asked: _Asked) -> set[int]:
    """Those of some arguments of a call, by identity, of which the function called reads no key."""
    target = scope.resolve(node.func)
    if target is MISSING and node.func.__class__ is gast.Name and node.func.id in scope.source.cells:
        target = content(scope.source.cells[node.func.id], MISSING)  # it may be this function itself
    if any(target is function for function in _ASKING) or _is_of_arrays(target):
        return keyed
    if target is MISSING and node.func.__class__ is gast.Name and node.func.id in functions:
        tree = functions[node.func.id]
        starred = any(value.__class__ is gast.Starred for value in node.args)
        pairs = [] if starred else list(zip([one.id for one in parameter_nodes(tree)], node.args, strict=False))
    elif isinstance(target, types.FunctionType) and lookup(target) is None:
        try:
            source = read_source(target)
        except TangentishError:
            return set()
        tree, scope, functions = source.tree, Scope(source, {one.id for one in parameter_nodes(source.tree)}), {}
        pairs = [(key, value) for key, found in (match_arguments(target, node) or {}).items() for value in found]
    else:
        return set()
    return {id(value) for key, value in pairs
            if id(value) in keyed and not _reads_keys_of(tree, key, scope, functions, asked)}


def _is_of_arrays(target: Any) -> bool:
    """Whether a function is of NumPy's or of another library's, with a rule, for arrays, or of those that generated code calls."""
    module = getattr(target, "__module__", None) or ""
    if module.startswith("tangentish.runtime."):
        return True
    return module != builtins.__name__ and not isinstance(target, type) and lookup(target) is not None and module.startswith(
        ("numpy", "math", "scipy"))


def _reads_keys_of(tree: Node, label: str, scope: Scope, functions: Functions, asked: _Asked) -> bool:
    """Whether a function does more with a parameter than look values up, or pass it to what does no more."""
    if (tree, label) in asked:
        return False
    asked |= {(tree, label)}
    return any(reads_of_keys(part, lambda node: _is_read(node, label), scope, functions, asked)
               for part in tree.body if label in names_in(part))


def keys_of_attribute_read(label: str, space: Mapping[str, Any]) -> bool:
    """Whether a function or a method among some variables reads keys of what an attribute of this name holds."""
    methods = [part for cls in living(space.values()) if isinstance(cls, type) for part in vars(cls).values()]
    for function in [*living(space.values()), *(getattr(part, "fget", getattr(part, "__func__", part)) for part in methods)]:
        if isinstance(function, types.FunctionType) and function.__globals__ is space and label in function.__code__.co_names:
            try:
                source = read_source(function, True)
            except TangentishError:
                return True
            scope = Scope(source, {one.id for one in parameter_nodes(source.tree)})
            found = [read for part in source.tree.body
                     for read in reads_of_keys(part, lambda node: _is_part(node, label), scope, {})]
            around = {child: node for node in walk(source.tree) for child in children(node)} if found else {}
            if any(_reads(around[read], scope) for read in found):
                return True
    return False


def _reads(node: Node, scope: Scope) -> bool:
    """Whether an expression or a statement reads the keys of a dict right inside it, and does not only hand it on."""
    if node.__class__ is gast.Attribute:
        return node.attr in ("items", "keys", "popitem")
    return node.__class__ in (gast.For, gast.comprehension, gast.Starred) or (
        node.__class__ is gast.Call and getattr(scope.resolve(node.func), "__module__", None) == builtins.__name__)


def _is_part(node: Node, label: str) -> bool:
    return node.__class__ is gast.Attribute and node.attr == label and node.ctx.__class__ is gast.Load


def _is_read(node: Node, label: str) -> bool:
    return node.__class__ is gast.Name and node.id == label and node.ctx.__class__ is gast.Load


def given_keys(node: Node, target: Any) -> Block:
    """The arguments of a call that may be dicts which the function called puts new keys into."""
    if not isinstance(target, types.FunctionType) or lookup(target) is not None:
        return []
    effects, matched = effects_of(target), match_arguments(target, node)
    if matched is None:
        return list(node.args)
    return [value for key, values in matched.items() for value in values
            if effects.opaque or (key in effects.writes and _puts_keys_into(target, key))]


def _puts_keys_into(function: types.FunctionType, label: str) -> bool:
    """Whether a function that writes into a parameter may give it keys that are neither constant nor its own."""
    try:
        parts = walk(read_source(function).tree.body)
    except TangentishError:
        return True
    own = loop_keys(parts).get(label, set())
    for part in parts:
        if part.__class__ is gast.Subscript and part.ctx.__class__ is gast.Store and part.value.__class__ is gast.Name and (
                part.value.id == label):
            if not (part.slice.__class__ is gast.Constant or getattr(part.slice, "id", None) in own):
                return True
        elif part.__class__ is gast.Call:
            method = part.func.__class__ is gast.Attribute and _is_read(part.func.value, label)
            if method and part.func.attr in ("setdefault", "__setitem__", "update"):
                return True
            if any(_is_read(value, label) for value in [*part.args, *(k.value for k in part.keywords)]):
                return True
        elif part.__class__ in (gast.Assign, gast.Return) and part.value is not None and _is_read(part.value, label):
            return True
    return False


def loop_keys(parts: Block) -> dict[str, set[str]]:
    """The names that loops over a variable, or its items, bind to its keys, if it is a dict.

    >>> from tangentish.syntax import parse
    >>> loop_keys(walk(parse("for k in d: pass\\nfor k, v in e.items(): pass\\nfor k in d.keys(): pass").body))
    {'d': {'k'}, 'e': {'k'}}
    """
    found: dict[str, set[str]] = {}
    for part in parts:
        if part.__class__ is gast.For:
            over, target = part.iter, part.target
            if over.__class__ is gast.Call and over.func.__class__ is gast.Attribute and over.func.attr in ("items", "keys"):
                if over.func.attr == "items":
                    target = target.elts[0] if target.__class__ is gast.Tuple else None
                over = over.func.value
            if over.__class__ is gast.Name and target.__class__ is gast.Name:
                found.setdefault(over.id, set()).add(target.id)
    return found
