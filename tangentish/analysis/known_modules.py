"""Arguments and variables that are modules: `xp` in code that is written for several libraries of arrays.

What a program calls through such an argument is known when it is made, as it is made for that module.  So it is where the
argument is left out, and the function says itself what stands for it: `xp = array_namespace(x) if xp is None else xp`.
"""

from __future__ import annotations

import types
from collections import Counter
from typing import Any

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.index_objects import INDEX_TYPES
from tangentish.analysis.kinds import Const, Kind
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.syntax import Block, Node, is_constant, names_in, walk


def know_modules(body: Block, scope: Scope, entry: dict[str, Kind]) -> Block:
    """Let `scope` know the arguments that are modules; a new block in which those that are left out are bound at once."""
    _know_aliases(body, scope, entry)
    modules = {key: kind.value for key, kind in entry.items() if isinstance(kind, Const) and (
        kind.value is None or kind.value.__class__ is types.ModuleType)}
    if not modules:
        return body
    rebound, out, parts = assigned_in(body), list(body), walk(body)
    inside = {label for node in parts if node.__class__ in (gast.Global, gast.Nonlocal) for label in node.names}
    bound = Counter(node.id for node in parts if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load)
    for key, module in modules.items():
        if key in inside or bound[key] > (key in rebound):  # bound by a function inside, or as a parameter of one
            continue
        if key not in rebound:
            if module is not None:
                scope.imports[key] = module
            continue
        place = next((place for place, node in enumerate(out) if key in names_in(node) | assigned_in([node])))
        default = _default_of(key, out[place])
        rest = [*out[:place], *out[place + 1 :]]
        if default is None or key in assigned_in(rest):
            continue
        chosen = _module_of(default, scope) if module is None else module
        if chosen is MISSING:
            continue
        scope.imports[key] = chosen
        out = rest if module is not None else [*out[:place], _bound(key, default, out[place]), *out[place + 1 :]]
    return out or body[-1:]


def _know_aliases(body: Block, scope: Scope, entry: dict[str, Kind]) -> None:
    """Let `scope` know the names that a function gives to modules and to `np.r_` and its like, once and for all: `xp = np`."""
    named = {}
    for node in body:
        target = node.targets[0] if node.__class__ is gast.Assign and len(node.targets) == 1 else None
        if target.__class__ is gast.Name and node.value.__class__ in (gast.Name, gast.Attribute) and target.id not in entry:
            known = scope.resolve(node.value)
            if known.__class__ is types.ModuleType or type(known) in INDEX_TYPES:
                named[target.id] = known
    if named:
        bound = Counter(part.id for part in walk(body) if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load)
        inside = {label for part in walk(body) if part.__class__ in (gast.Global, gast.Nonlocal) for label in part.names}
        scope.imports.update({key: value for key, value in named.items() if bound[key] == 1 and key not in inside})


def _default_of(key: str, node: Node) -> Node | None:
    """What a statement binds a name to where it is None, if it does nothing else."""
    if node.__class__ is gast.If and not node.orelse and len(node.body) == 1 and _is_none(key, node.test) is True:
        value = node.body[0].value if _binds(key, node.body[0]) else None
    elif _binds(key, node) and node.value.__class__ is gast.IfExp:
        missing = _is_none(key, node.value.test)
        value, other = node.value.body, node.value.orelse
        if missing is False:
            value, other = other, value
        if missing is None or other.__class__ is not gast.Name or other.id != key:
            return None
    else:
        return None
    return None if value is None or key in names_in(value) else value


def _binds(key: str, node: Node) -> bool:
    return node.__class__ is gast.Assign and len(node.targets) == 1 and getattr(node.targets[0], "id", "") == key


def _is_none(key: str, test: Node) -> bool | None:
    """Whether a test asks if a name is None (True) or is not (False); else None."""
    if test.__class__ is gast.Compare and getattr(test.left, "id", "") == key and len(test.ops) == 1 and is_constant(
            test.comparators[0], None):
        return {gast.Is: True, gast.IsNot: False}.get(test.ops[0].__class__)
    return None


def _module_of(value: Node, scope: Scope) -> Any:
    found = scope.namespace(value)
    known = scope.resolve(value) if found is MISSING else found
    return known if known.__class__ is types.ModuleType else MISSING


def _bound(key: str, value: Node, node: Node) -> Node:
    made = gast.Assign([gast.Name(key, gast.Store(), None, None)], value, None)
    return gast.copy_location(made, node)
