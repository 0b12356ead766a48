"""What functions give of the containers and arrays of their modules, written into by a function that is called, or defined inside.

    def table():
        return TABLE

    def fill(x):
        table()[:] = x

    def energy(x):
        fill(x)
        return TABLE @ x

`fill` has a program of its own, which knows what it wrote; what others read of `TABLE` would be taken for constant.  A container is
told by what it is: it may be of another module, `models.TABLE`, or have another name.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.kept_containers import given_and_written, gives_of_globals, name_of
from tangentish.analysis.code.code_names import called_by_name
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import REWRITTEN
from tangentish.normalise.around.arrays_given import own_variables, roots_written
from tangentish.syntax import Block, Node, walk, walk_statements


def check_given_below(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise where what such a function writes into is read in another way."""
    if not activity.varied:
        return
    nodes = walk(body)
    written = {key: call for call, keys in [*_called(nodes, activity), *_inside(nodes, activity, scope)] for key in keys}
    own = own_variables(body, scope) if written else set()
    for node in nodes if written else ():
        for value in _read(node, own, activity, scope):
            if name_of(value) in written:
                raise located(UnsupportedError, "this may read what active values were stored into, as a function gives it",
                              filename, getattr(node, "origin", written[name_of(value)]),
                              "Get it from that function everywhere, in one function.")


def _called(nodes: Block, activity: Activity) -> Iterator[tuple[Node, set[str]]]:
    """The calls of functions that write so, with what stands for what they write into."""
    for node in nodes:
        target = activity.called(node.func) if node.__class__ is gast.Call else None
        if isinstance(target, types.FunctionType) and (keys := given_and_written(target)):
            yield node, keys


def _inside(nodes: Block, activity: Activity, scope: Scope) -> Iterator[tuple[Node, set[str]]]:
    """The calls that give what a function which is defined inside writes into."""
    for function in (node for node in nodes if node.__class__ in (gast.FunctionDef, gast.Lambda)):
        statements = walk_statements(function.body) if function.__class__ is gast.FunctionDef else [gast.Expr(function.body)]
        given = {target.id: node.value for node in statements if node.__class__ is gast.Assign
                 for target in node.targets if target.__class__ is gast.Name}
        roots = [given.get(root.id, root) if root.__class__ is gast.Name else root
                 for node in statements for root in roots_written(node, scope)]
        for root in roots:
            target = activity.called(root.func) if root.__class__ is gast.Call else None
            if isinstance(target, types.FunctionType):
                yield root, {name_of(target.__globals__[label]) for label in gives_of_globals(target)}


def _read(node: Node, own: set[str], activity: Activity, scope: Scope) -> list[Any]:
    """What of the variables around it an expression reads, itself or by what it calls; not what it is only given."""
    if node.__class__ is gast.Name:
        return [] if node.id in own else [scope.source.globals.get(node.id)]
    if node.__class__ is gast.Attribute:
        return [scope.part(node)]
    target = activity.called(node.func) if node.__class__ is gast.Call else None
    if not isinstance(target, types.FunctionType):
        return []
    given = [keyword.arg for keyword in node.keywords] if target.__code__ in REWRITTEN else []  # what it has read around it before
    return [target.__globals__.get(label) for label in given] + [
        one.__globals__.get(label) for one in called_by_name(target, lambda _: True)
        for label in set(one.__code__.co_names).difference(gives_of_globals(one))]
