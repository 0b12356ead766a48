"""`hasattr`, and `getattr` with a default, of objects whose classes compute attributes and keep them: calls that are followed.

    if hasattr(filter, "likelihood"): ...

runs the property `likelihood`, which may keep what it found in the object; run as it stands, it would keep it without its
derivative.

>>> from tangentish.analysis.kinds import UNKNOWN
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> scope.own = frozenset(["acting likelihood"])
>>> block = parse("if hasattr(a, 'likelihood') and hasattr(a, 'size'): b = getattr(a, key, 0.0)").body
>>> attributes_by_code(block, scope, lambda node, statement: UNKNOWN)
>>> for node in block: print(unparse(node))
if attribute_there(a, 'likelihood') and hasattr(a, 'size'):
    b = attribute_or(a, key, 0.0)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import gast

from tangentish.analysis.code.marks import SETTERS, acting, running
from tangentish.analysis.kinds import UNKNOWN, Kind, is_object
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import DEFINITIONS, Block, Node, name, own_expressions, walk, walk_statements

_MADE_UP = "__getattr__"
_HOW = (acting, running)
_STEPS = tuple(how("") for how in _HOW)


def attributes_by_code(block: Block, scope: Scope, kind_of: Callable[[Node, Node], Kind]) -> None:
    """Write such calls in a block as those of functions of Python."""
    if not any(mark.startswith(_STEPS) for mark in scope.own):
        return

    def may_be_object(node: Node, statement: Node) -> bool:
        kind = UNKNOWN if statement.__class__ in DEFINITIONS else kind_of(node, statement)
        return kind == UNKNOWN or is_object(kind)

    for statement in walk_statements(block):
        for node in walk(statement if statement.__class__ in DEFINITIONS else own_expressions(statement)):
            if node.__class__ is gast.Call and node.args and scope.resolve(node.func) is inspect.getmembers and (
                    _runs_code(name("any"), scope.own) and may_be_object(node.args[0], statement)):
                raise located(UnsupportedError, "this reads attributes that a class computes and keeps", scope.source.filename,
                              node, "Read those that are needed by their names.")
            if node.__class__ is not gast.Call or node.keywords or len(node.args) not in (2, 3):
                continue
            target = scope.resolve(node.func)
            if target is (hasattr if len(node.args) == 2 else getattr) and _runs_code(node.args[1], scope.own) and (
                    may_be_object(node.args[0], statement)):
                node.func = gast.copy_location(name("attribute_there" if target is hasattr else "attribute_or"), node.func)


def _runs_code(key: Node, own: frozenset[str]) -> bool:
    """Whether a class has code that finds, and keeps, an attribute of this name; any name that is known when it runs."""
    known = key.__class__ is gast.Constant
    labels = {mark.partition(" ")[2] for mark in own if mark.startswith(_STEPS)} - {SETTERS}
    return any(label == _MADE_UP or (label == key.value if known else not label.endswith("__")) for label in labels)

