"""Which functions may give an "iterator" that reads what it was made of only when it is gone through, or a "view" of a dict.

>>> def halves(w):
...     return (v / 2 for v in w)
>>> def listed(w):
...     return list(halves(w))
>>> gives_iterator(halves), gives_iterator(listed)
('iterator', '')
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.iterators.makers import ITERATORS, VIEWS, kept_in, lazy, stored_in
from tangentish.bindings import bound_inside
from tangentish.checkpointing import without_checkpoint
from tangentish.closures import meaning_of
from tangentish.errors import TangentishError
from tangentish.frontend.generators import is_generator
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import ON_CHANGE, lookup
from tangentish.syntax import DEFINITIONS, Block, Node, children

_MAKERS = {*VIEWS, "flat", "chain", "from_iterable", *(function.__name__ for function in ITERATORS)}
_cache: dict[tuple[types.CodeType, int], str] = {}
ON_CHANGE.append(_cache.clear)
ON_REBOUND.append(_cache.clear)


def gives_iterator(function: Any) -> str:
    """Which of the two a function written in Python may give; of another nothing is known."""
    while isinstance(function, types.MethodType):
        function = function.__func__
    function = without_checkpoint(function)
    if not isinstance(function, types.FunctionType) or lookup(function) is not None or is_generator(function):
        return ""
    code = function.__code__
    key = meaning_of(function)
    if key not in _cache:
        _cache[key] = ""  # what calls itself gives what the rest of it gives
        _cache[key] = _given(function) if _may_make(code, function.__globals__) else ""
    return _cache[key]


def gives_other_things(function: Any) -> bool:
    """Whether a function that may give an iterator gives something else on another way.

    >>> gives_other_things(lambda w: map(abs, w)), gives_other_things(lambda w: map(abs, w) if len(w) > 1 else w[0])
    (False, True)
    """
    try:
        source = read_source(without_checkpoint(function))
    except TangentishError:
        return True
    scope = scope_of(source, bound_inside(source.tree))
    given = [source.tree.body] if source.tree.__class__ is gast.Lambda else []
    inside: list[Node] = []
    for statement in [] if given else source.tree.body:
        _own_nodes(statement, inside)
    given += [part.value for part in inside if part.__class__ is gast.Return]
    return not all(part is not None and _made(part, scope) == "iterator" for part in given)


def inner_gives_iterator(node: Node, scope: Scope) -> str:
    """The same for a `def` or a `lambda` inside a function."""
    if node.__class__ is gast.Lambda:
        return _either(_made(part, scope) for part in kept_in(node.body, lambda part: _made(part, scope)))
    inside: list[Node] = []
    for statement in node.body:
        _own_nodes(statement, inside)
    held: dict[str, str] = {}

    def made(part: Node) -> str:
        return held.get(part.id, "") if part.__class__ is gast.Name else _made(part, scope)

    def of(value: Node | None) -> str:
        return _either(map(made, kept_in(value, made)))

    before = None
    while before != (before := dict(held)):
        for part in inside:
            how = of(part.value) if part.__class__ in (gast.Assign, gast.AnnAssign, gast.NamedExpr) else ""
            unpacked = part.__class__ is gast.Assign and lazy(part.value, scope) and all(
                target.__class__ in (gast.Tuple, gast.List) for target in part.targets)  # into its items
            for label in stored_in(part) if how and not unpacked else ():
                held[label] = _either((how, held.get(label, "")))
    return _either(of(part.value) for part in inside if part.__class__ is gast.Return)


def _either(kinds: Iterable[str]) -> str:
    found = set(kinds)
    return "iterator" if "iterator" in found else "view" if "view" in found else ""


def _own_nodes(node: Node, found: Block) -> None:
    """The nodes of a function that are not those of another inside it."""
    found.append(node)
    if node.__class__ not in DEFINITIONS and node.__class__ is not gast.Lambda:
        for child in children(node):
            _own_nodes(child, found)


def _made(part: Node, scope: Scope) -> str:
    how = lazy(part, scope)
    if how or part.__class__ is not gast.Call:
        return "" if how == "flat" else how
    target = scope.resolve(part.func)
    return "" if target is MISSING else gives_iterator(target)


def _given(function: types.FunctionType) -> str:
    try:
        source = read_source(function)
    except TangentishError:
        return ""
    scope = scope_of(source, bound_inside(source.tree))
    scope.add_imports(source.tree.body)
    return inner_gives_iterator(source.tree, scope)


def _may_make(code: types.CodeType, space: dict[str, Any]) -> bool:
    """Whether its code names what makes an iterator, or a function that may give one, or has a generator inside."""
    if not _MAKERS.isdisjoint(code.co_names) or any(isinstance(part, types.CodeType) for part in code.co_consts):
        return True
    modules = [space[label] for label in code.co_names if isinstance(space.get(label), types.ModuleType)]
    return any(gives_iterator(found.get(label)) for found in (space, *map(vars, modules)) for label in code.co_names)
