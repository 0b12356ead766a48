"""Globals that a function writes into, which its derivative works on copies of: refused where other code may read them.

What reads the global itself would find it as it was before.
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.code.code_names import functions_of, names_of
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.analysis.kinds import Kind, is_object
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.around.globals import held_around
from tangentish.rules.registry import METHODS
from tangentish.runtime import have_in_common
from tangentish.syntax import Block, Node, walk

_FINDING = frozenset(("globals", "eval", "exec", "modules"))
"""By what a global is found whose name is not in the code."""
_OF_DICTS = frozenset("items keys values get".split())
_OF_ARRAYS = frozenset("tolist tobytes item astype any all argmax argmin argsort nonzero searchsorted".split())


def check_copied(body: Block, written: set[str], scope: Scope, entry: dict[str, Kind]) -> None:
    """Raise UnsupportedError where a function writes into such globals, and uses what may read one."""
    values = {label: held_around(label, scope) for label in sorted(written)}
    roots: dict[str, Any] = {key: kind.type for key, kind in entry.items() if is_object(kind)}  # type: ignore[attr-defined]
    places = dict.fromkeys(roots, scope.source.tree)
    for statement in body:
        for node in walk(statement):
            if _may_be_anything(node, values, scope):
                raise _refused(min(written), scope, node)
            if node.__class__ is gast.Name and node.ctx.__class__ is gast.Load and node.id not in scope.locals:
                roots[node.id] = scope.name(node.id)
                places.setdefault(node.id, node)
    names = names_of(scope.source.function.__code__)
    reach = Reach(roots, names, thorough=True)
    label = _read(reach, values)
    if label is not None:
        each = (places[key] for key, root in roots.items() if _read(Reach({key: root}, reach.names, thorough=True), values))
        raise _refused(label, scope, next(each, scope.source.tree))


def _may_be_anything(node: Node, values: dict[str, Any], scope: Scope) -> bool:
    """Whether an expression calls what is not known, looks a global up by a text, or reads one as a part of its module."""
    if node.__class__ is gast.Attribute:
        part = scope.part(node) if node.attr not in _FINDING else MISSING
        return node.attr in _FINDING or (isinstance(part, DATA) and any(have_in_common(part, value) for value in values.values()))
    if node.__class__ is gast.Name:
        return node.id in _FINDING and node.ctx.__class__ is gast.Load and node.id not in scope.locals
    if node.__class__ is not gast.Call or scope.resolve(node.func) is not MISSING:
        return False
    return not is_harmless(node.func, scope) and not functions_of(scope.part(node.func))


def is_harmless(func: Node, scope: Scope) -> bool:
    """Whether what is called is a method of arrays, lists or dicts, by its name, and no class's around."""
    if func.__class__ is not gast.Attribute:
        return False
    return func.attr in METHODS or func.attr in MUTATORS or func.attr in _OF_DICTS or (
        func.attr in _OF_ARRAYS and func.attr not in scope.own)


def _read(reach: Reach, values: dict[str, Any]) -> str | None:
    """The first of some globals that what is reached may read, by a name, by a view or by a method of it."""
    held = [value for who, _, value in reach.data if who is not None]
    return next((label for label, value in values.items() if any(have_in_common(other, value) for other in held)), None)


def _refused(label: str, scope: Scope, node: Node) -> TangentishError:
    return located(UnsupportedError, f"this may read {label}, a global that the function writes into", scope.source.filename, node,
                   "Pass it as an argument.")
