"""Iterators that have a name, and that nothing but the loop right after reads, stand in the head of that loop."""

from __future__ import annotations

import itertools
import types
from collections import Counter
from collections.abc import Iterator
from typing import Any

import gast

from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node, child_blocks, walk

_MAKERS: frozenset[Any] = frozenset((
    iter, zip, enumerate, reversed, itertools.product, itertools.combinations, itertools.combinations_with_replacement,
    itertools.permutations, itertools.pairwise, itertools.chain, itertools.islice, itertools.zip_longest))

_OF_DICTS = {"iteritems": "items", "itervalues": "values", "iterkeys": "keys"}


def iterators_read_once(body: Block, scope: Scope) -> Block:
    """The body without such names, and without `iter(...)` in such places: what a loop itself makes is known to be used up there.

    `pairs = product(a, b)`, `for i, j in pairs: ...` is `for i, j in product(a, b): ...` if `pairs` stands nowhere else.
    """
    if joined := Counter(loop.iter.id for _, loop in _followed(body, scope)):
        stands = Counter(key for node in body for part in walk(node) for key in _names(part))
        body = _without(body, scope, {key for key, count in joined.items() if stands[key] == 2 * count})
    for part in walk(body):
        while part.__class__ in (gast.For, gast.comprehension) and (iterated := _iterated(part.iter, scope)) is not None:
            part.iter = iterated
    return body


def _iterated(node: Node, scope: Scope) -> Node | None:
    """What `iter`, or a function of six for dicts, is asked to go through, as the loop itself does; None for anything else."""
    if node.__class__ is not gast.Call or len(node.args) != 1 or node.keywords or node.args[0].__class__ is gast.Starred:
        return None
    target = scope.resolve(node.func)
    if target is iter:
        return node.args[0]
    if not isinstance(target, types.FunctionType) or target.__module__ != "six" or target.__name__ not in _OF_DICTS:
        return None
    method = gast.Attribute(node.args[0], _OF_DICTS[target.__name__], gast.Load())
    return gast.copy_location(gast.Call(gast.copy_location(method, node), [], []), node)


def _names(part: Node) -> list[str]:
    """The names that stand in a part by itself; those of `global` and `nonlocal` too."""
    if part.__class__ is gast.Name:
        return [part.id]
    return part.names if part.__class__ in (gast.Global, gast.Nonlocal) else []


def _followed(block: Block, scope: Scope) -> Iterator[tuple[Node, Node]]:
    """Each statement that binds a name to a new iterator, with the loop over that right after it."""
    for last, node in itertools.pairwise([None, *block]):
        if node.__class__ is gast.For and node.iter.__class__ is gast.Name and _makes_iterator(last, node.iter.id, scope):
            yield last, node
        for _, inner in child_blocks(node):
            yield from _followed(inner, scope)


def _makes_iterator(node: Node | None, key: str, scope: Scope) -> bool:
    """Whether a statement binds this name to a new iterator, and does no more."""
    if node.__class__ is not gast.Assign or node.value.__class__ is not gast.Call:
        return False
    made = scope.resolve(node.value.func)
    return [getattr(target, "id", "") for target in node.targets] == [key] and made.__hash__ is not None and made in _MAKERS


def _without(block: Block, scope: Scope, keys: set[str]) -> Block:
    """A block with the iterators of these names in the heads of their loops."""
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = _without(inner, scope, keys)
    pairs = [(last, node) for last, node in itertools.pairwise(block)
             if node.__class__ is gast.For and getattr(node.iter, "id", "") in keys and _makes_iterator(last, node.iter.id, scope)]
    for last, node in pairs:
        node.iter = last.value
    spent = [last for last, _ in pairs]
    return [node for node in block if not any(node is last for last in spent)]
