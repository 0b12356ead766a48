"""Generator functions as functions that give a list of all that would be yielded.

>>> def squares(x):
...     for v in x:
...         yield v * v
>>> made = items_function(squares)
>>> made.__name__, made([1.0, 3.0])
('squares_items', [1.0, 9.0])

A list is the same thing only where it is gone through at once, and where nothing that matters would happen in between: that is
for the caller to see to (`normalise/iterators/generator_calls.py`).
"""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source, rewritten
from tangentish.library import replacement
from tangentish.library.generated import check_none_yielded
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, call, child_blocks, clone, constant, locate, name, names_in, stored, walk

YIELDS = (gast.Yield, gast.YieldFrom, gast.Await)
DEFINITIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)
CHANGING = frozenset(
    "append extend insert pop remove clear reverse sort update setdefault popitem fill put partition resize add discard "
    "appendleft extendleft popleft rotate".split())
GUARDED = (gast.Try, gast.TryStar, gast.With, gast.AsyncWith, gast.AsyncFor)


def is_generator(function: Any) -> bool:
    """Whether a function is a generator function, written in Python, and nothing stands for it."""
    return isinstance(function, types.FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR) and (
        replacement(function) is None)


def generator_tree(function: types.FunctionType) -> Node | None:
    """The tree of a generator function, None where there is no source."""
    try:
        return read_source(function, generators=True).tree
    except TangentishError:
        return None


_trees: dict[tuple[types.CodeType, str], Node | None] = {}
_kept: dict[tuple[types.FunctionType, str], types.FunctionType | None] = {}


def items_function(function: types.FunctionType) -> types.FunctionType | None:
    """The function that gives the list; None where there is none."""
    return _function(function, "items")


def first_function(function: types.FunctionType) -> types.FunctionType | None:
    """The function that gives a tuple of what would be yielded first, empty if nothing is; None where there is none."""
    return _function(function, "first")


def all_or_none(function: types.FunctionType) -> types.FunctionType | None:
    """The function that gives the list where an error may be caught: one that comes after something was yielded is refused."""
    return _function(function, "all")


def _function(function: types.FunctionType, how: str) -> types.FunctionType | None:
    if (function, how) in _kept:
        return _kept[function, how]
    key = function.__code__, how
    if key not in _trees:
        tree = generator_tree(function)
        _trees[key] = None if tree is None else collecting(tree, how)
    tree = _trees[key]
    made = None if tree is None else rewritten(function, tree, {_CHECK: check_none_yielded} if how == "all" else None)
    if function.__closure__ is None:
        _kept[function, how] = made
    return made


_CHECK = "check_none_yielded"


def collecting(tree: Node, how: str = "items") -> Node | None:
    """The definition of such a function; None where there is none.

    That is where what is sent to the generator is read, where a `with` or a `finally` is left only when the caller comes back,
    and where a value is returned.
    """
    tree, first = clone(tree), how == "first"
    items = Names(names_in(tree)).fresh("items")
    tree.name = f"{tree.name}_{how}"
    body = _collected(tree.body, "" if first else items, Names(names_in(tree) | {items}))
    if body is None:
        return None
    ans: Node = gast.Tuple([], gast.Load()) if first else name(items)
    last = gast.copy_location(gast.Return(ans), tree.body[-1])
    begin = [] if first else [locate(assign(items, gast.List([], gast.Load())), tree.body[0])]
    if how == "all":
        caught = gast.ExceptHandler(name("Exception"), None, [gast.Expr(call(_CHECK, name(items))), gast.Raise(None, None)])
        body = [locate(gast.copy_location(gast.Try(body, [caught], [], []), tree.body[0]), tree.body[0])]
    tree.body = [*begin, *body, locate(last, tree.body[-1])]
    tree.returns = None
    return tree


def _collected(block: Block, items: str, names: Names) -> Block | None:
    """A block with what it yields appended to a list, or returned where that has no name."""
    out: Block = []
    for node in block:
        if node.__class__ in DEFINITIONS:
            out.append(node)
        elif node.__class__ is gast.Expr and node.value.__class__ in (gast.Yield, gast.YieldFrom):
            if has_yield(node.value.value):
                return None
            out.append(_appended(node, items, names))
        elif node.__class__ is gast.Return:
            if node.value is not None and not (node.value.__class__ is gast.Constant and node.value.value is None):
                return None
            ans = name(items) if items else gast.Tuple([], gast.Load())
            out.append(locate(gast.copy_location(gast.Return(ans), node), node))
        elif not child_blocks(node):
            if has_yield(node):
                return None
            out.append(node)
        else:
            if (_is_guarded(node, items) and has_yield(node)) or _head_yields(node):
                return None
            for _, inner in child_blocks(node):
                made = _collected(inner, items, names)
                if made is None:
                    return None
                inner[:] = made
            out.append(node)
    return out


def _is_guarded(node: Node, items: str) -> bool:
    """Whether a statement does something when the caller comes back; handlers of errors do not, but for `GeneratorExit`."""
    if node.__class__ is not gast.Try or not items:
        return node.__class__ in GUARDED
    named = [part for handler in node.handlers for part in getattr(handler.type, "elts", [handler.type])]
    plain = all(part.__class__ is gast.Name and part.id not in ("BaseException", "GeneratorExit") for part in named)
    return bool(node.finalbody) or not plain


def _appended(node: Node, items: str, names: Names) -> Node:
    """The statement for a `yield` or a `yield from`."""
    value = node.value.value or constant(None)
    every = node.value.__class__ is gast.YieldFrom
    item = name(names.fresh("item")) if every else value
    made = gast.Expr(call(f"{items}.append", item)) if items else gast.Return(gast.Tuple([item], gast.Load()))
    if every:
        made = gast.For(stored(item.id), value, [made], [], None)
    return locate(gast.copy_location(made, node), node)


def has_yield(node: Node | None) -> bool:
    """Whether a tree yields, not counting the functions that are defined in it."""
    if node is None or node.__class__ in (*DEFINITIONS, gast.Lambda):
        return False
    return node.__class__ in YIELDS or any(has_yield(child) for child in gast.iter_child_nodes(node))


def _head_yields(node: Node) -> bool:
    """Whether what decides about a compound statement yields."""
    inside = {id(child) for _, block in child_blocks(node) for child in block}
    return any(has_yield(child) for child in gast.iter_child_nodes(node)
               if id(child) not in inside and child.__class__ not in (gast.ExceptHandler, gast.match_case))


def is_endless(tree: Node) -> bool:
    """Whether there is a loop that is seen to have no end: `while True` without a `break` or a `return`."""
    return any(node.__class__ is gast.While and node.test.__class__ is gast.Constant and bool(node.test.value) and not any(
        inner.__class__ in (gast.Break, gast.Return, gast.Raise) for inner in walk(node.body)) for node in walk(tree.body))


def surely_ends(tree: Node, or_raises: bool = False) -> bool:
    """Whether a generator ends by itself if none of its arguments is an iterator: no `while`, no other iterators, no error.

    Or it ends so, `or_raises`, where there is an error in any case if not all that it yields is asked for.
    """
    nodes = walk(tree.body)
    arguments = tree.args
    bound = {n.id for n in nodes if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg]
    params = {argument.id for argument in given if argument is not None} - bound
    loops = [node.iter for node in nodes if node.__class__ is gast.For]
    endless = (gast.While, gast.YieldFrom) if or_raises else (gast.While, gast.YieldFrom, gast.Raise, gast.Assert)
    if any(node.__class__ in endless for node in nodes):
        return False
    return all(_ends(source, params) for source in loops)


def _ends(source: Node, params: set[str]) -> bool:
    """Whether what a loop goes through ends; of calls only some are known to."""
    if source.__class__ is gast.Name:
        return source.id in params
    if source.__class__ is gast.Subscript:
        return source.slice.__class__ is gast.Slice
    if source.__class__ is gast.Call and source.func.__class__ is gast.Name and source.func.id in ("enumerate", "zip", "reversed"):
        return all(_ends(argument, params) for argument in source.args[: 1 if source.func.id == "enumerate" else None])
    if source.__class__ is gast.Call:
        return source.func.__class__ is gast.Name and source.func.id == "range"
    return source.__class__ in (gast.List, gast.Tuple, gast.Constant, gast.BinOp)


def changes_what_it_yields(tree: Node | None) -> bool:
    """Whether a generator writes into its own variables, so that what it yielded may change while it goes on."""
    nodes = walk([] if tree is None else tree.body)
    own = private_names(nodes)
    for node in nodes:
        if node.__class__ is gast.AugAssign and not _is_one_of(node.target, own):
            return True
        if node.__class__ in (gast.Subscript, gast.Attribute) and node.ctx.__class__ is not gast.Load and not _is_one_of(
                node.value, own):
            return True
        if node.__class__ is gast.Call and (any(k.arg == "out" for k in node.keywords) or (
                node.func.__class__ is gast.Attribute and node.func.attr in CHANGING and not _is_one_of(node.func.value, own))):
            return True
    return False


def _is_one_of(node: Node, names: set[str]) -> bool:
    return node.__class__ is gast.Name and node.id in names


def private_names(nodes: list[Node]) -> set[str]:
    """Variables that hold what cannot be yielded and change: numbers, and new containers that are only looked into.

    >>> from tangentish.syntax import parse
    >>> sorted(private_names(walk(parse("n = 0; a = []; b = set(); n += 1; b.add(n); (n in b); yield a"))))
    ['b', 'n']
    """
    bound: dict[str, list[Node]] = {}
    stored_otherwise: set[str] = set()
    looked_into: set[int] = set()
    for node in nodes:
        if node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name:
            bound.setdefault(node.targets[0].id, []).append(node.value)
            looked_into.add(id(node.targets[0]))
        elif node.__class__ is gast.AugAssign:
            looked_into.add(id(node.target))
            if node.target.__class__ is gast.Name and node.value.__class__ is not gast.Constant:
                stored_otherwise.add(node.target.id)
        elif node.__class__ is gast.Compare and node.ops[0].__class__ in (gast.In, gast.NotIn):
            looked_into |= set(map(id, node.comparators))
        elif node.__class__ is gast.Call and node.func.__class__ is gast.Attribute:
            if node.func.attr in ("add", "append", "discard", "clear"):  # which give nothing
                looked_into.add(id(node.func.value))
        elif node.__class__ is gast.Call and getattr(node.func, "id", "") == "len":
            looked_into |= set(map(id, node.args))
        elif node.__class__ is gast.Subscript and node.ctx.__class__ is not gast.Load:
            looked_into.add(id(node.value))
        elif node.__class__ is gast.Subscript:  # by an array or a list, which gives a copy
            looked_into |= set(map(id, node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]))
    numbers = {key for key, values in bound.items() if all(
        value.__class__ is gast.Constant and isinstance(value.value, int | float | str) for value in values)}
    used = {node.id for node in nodes if node.__class__ is gast.Name and id(node) not in looked_into and (
        node.id not in numbers or node.ctx.__class__ is not gast.Load)}
    return {key for key, values in bound.items() if key not in used | stored_otherwise and (
        key in numbers or all(map(_is_new_container, values)))}


_MAKERS = frozenset("ones zeros empty full arange eye".split())


def _is_new_container(node: Node) -> bool:
    """Whether an expression makes a container, or an array, whatever else it reads."""
    if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute:
        return getattr(node.func.value, "id", "") in ("np", "numpy") and node.func.attr in _MAKERS
    if node.__class__ is gast.Call:
        return node.func.__class__ is gast.Name and node.func.id in ("set", "list", "dict") and not node.args
    return node.__class__ in (gast.List, gast.Dict, gast.Set)
