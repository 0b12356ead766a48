"""Which expressions make iterators."""

from __future__ import annotations

import heapq
import inspect
import itertools
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.frontend.resolve import Scope
from tangentish.library.choosing import whole_batches
from tangentish.syntax import Block, Node, name_nodes, walk_statements

CALLING = (map, filter, itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.filterfalse)
"""Those that call their first argument."""

LISTED = (iter, map, filter, itertools.accumulate, itertools.chain, itertools.chain.from_iterable,
          itertools.pairwise, itertools.product, itertools.zip_longest, itertools.islice, itertools.starmap,
          itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress, itertools.repeat,
          itertools.groupby, itertools.combinations, itertools.combinations_with_replacement, itertools.permutations,
          heapq.merge, whole_batches, *([itertools.batched] if hasattr(itertools, "batched") else []))
"""Those that are made lists before a loop; the others are read item by item."""

ITERATORS = (*LISTED, zip, enumerate, reversed, np.ndenumerate)


VIEWS = ("keys", "values", "items")
"""The methods of a dict that give views of it, which may be gone through again."""


def is_one_of(target: Any, functions: tuple[Any, ...]) -> bool:
    """Whether an object is one of some functions."""
    return any(target is function or (type(target) is type(function) and target == function) for function in functions)


def lazy(value: Node, scope: Scope) -> str:
    """Whether an expression makes an "iterator", a "view" of a dict, or a "flat" iterator of an array."""
    if value.__class__ is gast.GeneratorExp:
        return "iterator"
    if value.__class__ is gast.Attribute and value.attr == "flat":
        return "flat"
    if value.__class__ is not gast.Call:
        return ""
    if value.func.__class__ is gast.Attribute and value.func.attr in VIEWS and not value.args:
        return "view"
    return "iterator" if is_one_of(scope.resolve(value.func), ITERATORS) else ""


def stored_in(node: Node | Block) -> set[str]:
    """The names that are bound in a tree."""
    return {n.id for n in name_nodes(node) if n.ctx.__class__ is not gast.Load}


def kept_in(value: Node | None, is_kept: Callable[[Node], Any]) -> Block:
    """The parts of an expression that what it gives may be, or hold as they are, and that `is_kept` says yes to."""
    if value is None:
        return []
    cls = value.__class__
    if is_kept(value):
        return [value]
    parts: Block = []
    if cls in (gast.Tuple, gast.List, gast.Set):
        parts = value.elts
    elif cls is gast.Dict:
        parts = value.values
    elif cls is gast.Call and getattr(value.func, "id", "") == "dict":
        parts = [keyword.value for keyword in value.keywords]
    elif cls is gast.IfExp:
        parts = [value.body, value.orelse]
    elif cls is gast.BoolOp:
        parts = value.values
    elif cls is gast.NamedExpr or (cls is gast.Subscript and value.value.__class__ is gast.Call):
        parts = [value.value]
    elif cls in (gast.ListComp, gast.SetComp, gast.DictComp):
        parts = [value.value if cls is gast.DictComp else value.elt]
    return [found for part in parts for found in kept_in(part, is_kept)]


def makes_iterator(value: Node, scope: Scope) -> bool:
    """Whether an expression makes an iterator: by a class of such, of `itertools` for one, or as a generator."""
    if value.__class__ is gast.GeneratorExp:
        return True
    if value.__class__ is not gast.Call:
        return False
    target = scope.resolve(value.func)
    if target not in (iter, itertools.repeat) and is_one_of(target, ITERATORS):
        return any(makes_iterator(arg, scope) for arg in value.args)
    made = target is iter or (isinstance(target, type) and hasattr(target, "__next__"))
    return made or (isinstance(target, types.FunctionType) and inspect.isgeneratorfunction(target))


def iterator_names(body: Block, scope: Scope) -> frozenset[str]:
    """The names that such expressions are bound to."""
    return frozenset(target.id for node in walk_statements(body) if node.__class__ is gast.Assign for target in node.targets
                     if target.__class__ is gast.Name and makes_iterator(node.value, scope))
