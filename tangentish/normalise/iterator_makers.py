"""Which expressions make iterators."""

from __future__ import annotations

import heapq
import inspect
import itertools
import types
from typing import Any

import gast
import numpy as np

from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, walk_statements

CALLING = (map, filter, itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.filterfalse)
"""Those that call their first argument."""

LISTED = (iter, map, filter, itertools.accumulate, itertools.chain, itertools.chain.from_iterable,
          itertools.pairwise, itertools.product, itertools.zip_longest, itertools.islice, itertools.starmap,
          itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress, itertools.repeat,
          itertools.groupby, itertools.combinations, itertools.combinations_with_replacement, itertools.permutations,
          heapq.merge, *([itertools.batched] if hasattr(itertools, "batched") else []))
"""Those that are made lists before a loop; the others are read item by item."""

ITERATORS = (*LISTED, zip, enumerate, reversed, np.ndenumerate)


def is_one_of(target: Any, functions: tuple[Any, ...]) -> bool:
    """Whether an object is one of some functions."""
    return any(target is function or (target == function) is True for function in functions)


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
