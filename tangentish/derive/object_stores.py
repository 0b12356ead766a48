"""Whether a function stores active values into attributes, or into what its first argument holds.

What a method of the first argument gives may be new, or something that the object holds: which, the class of the object says.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.versions import Version
from tangentish.analysis.writes.method_results import is_super
from tangentish.derive.program import Program
from tangentish.syntax import Block, Node

Giver = tuple[str, bool]
"""The name of a method, and whether it is one of the classes above the class whose method is running."""
Givers = frozenset[Giver]

_DISPLAYS = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)
_MAKERS = (list, dict, set, np.empty, np.zeros, np.ones, np.full, np.empty_like, np.zeros_like, np.ones_like, np.full_like)


def stores_into_objects(program: Program) -> Givers | None:
    """Whether active values are stored into attributes, or into what the first argument may hold; None if not.

    Where they are stored into what methods of the first argument give, and nothing else, these are its methods; none
    where it is not known what they are stored into.  What only this function has, since it was made here, is none of it,
    though it is called with the first argument.
    """
    active, statements = program.activity.expr, [node for node, _ in program.parts]
    if any(node.__class__ is gast.Assign and active(node.value) and any(t.__class__ is gast.Attribute for t in node.targets)
           for node in statements):
        return frozenset()
    first = next(iter(program.params), "")
    if first not in program.activity.varied:
        return None
    own = program.aliases.class_of(first)
    stores = [node for node in statements if any(map(active, _put_in(node))) and any(
        program.aliases.class_of(written) == own for written in program.aliases.writes.get(getattr(node, "uid", -1), ()))]
    found = [givers for givers in (_givers(program, node, first) for node in stores) if givers != frozenset()]
    if not found:
        return None
    return frozenset() if None in found else frozenset().union(*(givers or () for givers in found))


def _givers(program: Program, node: Node, first: str) -> Givers | None:
    """The methods of the first argument that give what a statement writes into; None where it may come from anywhere.

    Containers and arrays that the function itself has made come from no method.
    """
    flow, key = program.flow, getattr(_target(node), "id", "")
    start = flow.before.get(getattr(node, "uid", -1), {}).get(key)
    versions, found = [(start, False)] if start is not None else [], set()  # and whether it is a part of what is written into
    for version, whole in versions:
        following = version.sources
        if version.kind == "def":
            maker, before = flow.nodes[version.site], flow.before.get(version.site, {})
            method = _method(program, maker, first)
            if method is not None:
                found.add(method)
            elif maker.__class__ is gast.AugAssign:  # in place, or something new
                following = [*following, *(v for v in (before.get(version.name),) if v is not None)]
            elif maker.__class__ is not gast.Assign:
                return None
            elif whole or not _is_maker(program, maker):
                edges = [edge for edge in program.aliases.edges if edge.target == version.name]
                shown = {edge.source for edge in edges if edge.uid == maker.uid}
                if not shown <= before.keys() or (whole and any(
                        edge.holds and edge.uid != maker.uid and not _puts_into_part(program, edge.uid, version)
                        for edge in edges)):
                    return None  # or something was put into it later
                whole, following = True, [*following, *(before[source] for source in sorted(shown))]
        elif version.kind == "param" and not whole and version.name == getattr(
                getattr(program.source.tree.args, "kwarg", None), "id", None):
            continue  # the dict of keywords is made anew by every call
        elif version.kind == "param" or (version.kind == "head" and version.name in flow.bound[version.site]):
            return None
        versions += [pair for pair in ((v, whole) for v in following) if pair not in versions]
    return frozenset(found) if versions else None


def _puts_into_part(program: Program, uid: int, whole: Version) -> bool:
    """Whether what a statement puts something into is a part of some whole, under the same name, and not the whole itself."""
    version = program.flow.before.get(uid, {}).get(whole.name)
    if version is None or version is whole or version.kind != "def":
        return False
    maker = program.flow.nodes[version.site]
    return maker.__class__ is gast.Assign and maker.value.__class__ is gast.Subscript


def _method(program: Program, node: Node, first: str) -> Giver | None:
    """Which method of the first argument a statement calls, and whether one of the classes above."""
    func = getattr(node, "dynamic", (None,))[0]
    if func.__class__ is not gast.Attribute or func.value.__class__ is not gast.Name:
        return None
    version = program.flow.before.get(node.uid, {}).get(func.value.id)
    if version is None or version.kind != "def":
        return (func.attr, False) if version is not None and version.kind == "param" and func.value.id == first else None
    maker = program.flow.nodes[version.site]
    asked, args, _ = getattr(maker, "dynamic", (None, [], []))
    if asked is None or not is_super(gast.Call(asked, args, []), first) or program.scope.resolve(asked) is not super:
        return None
    owner = program.flow.before.get(maker.uid, {}).get(first)
    return (func.attr, True) if owner is not None and owner.kind == "param" else None


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
