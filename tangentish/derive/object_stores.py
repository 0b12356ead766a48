"""Whether a function stores active values into attributes, or into what its first argument holds."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.code_writes import MUTATORS
from tangentish.derive.program import Program
from tangentish.syntax import Block, Node

_DISPLAYS = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)
_MAKERS = (list, dict, set, np.empty, np.zeros, np.ones, np.full, np.empty_like, np.zeros_like, np.ones_like, np.full_like)


def stores_into_objects(program: Program) -> bool:
    """Whether active values are stored into attributes, or into what the first argument may hold.

    What only this function has, since it was made here, is none of it, though it is called with the first argument.
    """
    active, statements = program.activity.expr, [node for node, _ in program.parts]
    if any(node.__class__ is gast.Assign and active(node.value) and any(t.__class__ is gast.Attribute for t in node.targets)
           for node in statements):
        return True
    first = next(iter(program.params), "")
    if first not in program.activity.varied:
        return False
    own = program.aliases.class_of(first)
    return any(program.aliases.class_of(written) == own
               for node in statements if any(map(active, _put_in(node))) and not _made_here(program, node)
               for written in program.aliases.writes.get(getattr(node, "uid", -1), ()))


def _made_here(program: Program, node: Node) -> bool:
    """Whether a statement writes into a container or an array that the function itself has made."""
    flow, key = program.flow, getattr(_target(node), "id", "")
    first = flow.before.get(getattr(node, "uid", -1), {}).get(key)
    versions = [first] if first is not None else []
    for version in versions:
        if version.kind == "def":
            maker = flow.nodes[version.site]
            if maker.__class__ is gast.AugAssign:  # in place, or something new
                versions += [v for v in (flow.before[version.site].get(key),) if v is not None and v not in versions]
            elif not _is_maker(program, maker):
                return False
        elif version.kind == "param" and key == getattr(getattr(program.source.tree.args, "kwarg", None), "id", None):
            continue  # the dict of keywords is made anew by every call
        elif version.kind == "param" or (version.kind == "head" and key in flow.bound[version.site]):
            return False
        versions += [v for v in version.sources if v not in versions]
    return bool(versions)


def _is_maker(program: Program, node: Node) -> bool:
    """Whether a statement gives one variable something new."""
    if node.__class__ is not gast.Assign or [target.__class__ for target in node.targets] != [gast.Name]:
        return False
    return node.value.__class__ in _DISPLAYS or (
        node.value.__class__ is gast.Call and any(program.scope.resolve(node.value.func) is maker for maker in _MAKERS))


def _target(node: Node) -> Node | None:
    """The container or array that a statement itself writes into, as written."""
    if node.__class__ is gast.Expr:
        call = node.value
        method = call.__class__ is gast.Call and call.func.__class__ is gast.Attribute and call.func.attr in MUTATORS
        return call.func.value if method else None
    targets = node.targets if node.__class__ is gast.Assign else [getattr(node, "target", None)]
    return next((target.value for target in targets if target.__class__ is gast.Subscript), None)


def _put_in(node: Node) -> Block:
    """What a statement itself puts into a container or an array."""
    if _target(node) is None:
        return []
    if node.__class__ is gast.Expr:
        return [*node.value.args, *(keyword.value for keyword in node.value.keywords)]
    return [node.iter if node.__class__ is gast.For else node.value]
