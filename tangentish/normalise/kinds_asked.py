"""Kinds in a body that is still rewritten: found when one is asked for, which seldom is so."""

from __future__ import annotations

from collections.abc import Callable

from tangentish.analysis.def_use import number_statements
from tangentish.analysis.kinds import UNKNOWN, Kind, defines, is_object
from tangentish.analysis.kinds.callees import CalleeKinds
from tangentish.analysis.kinds.infer import Infer
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, Node


def kinds_when_asked(body: Block, entry: dict[str, Kind], scope: Scope, call_kind: CalleeKinds) -> Callable[[Node, Node], Kind]:
    """The kind of an expression in a statement; the kinds of all are found when one is asked for."""
    kinds: list[Infer] = []

    def kind_of(node: Node, statement: Node) -> Kind:
        if not kinds:
            number_statements(body)
            kinds.append(Infer(body, entry, scope, call_kind))
        return kinds[0].expr(node, kinds[0].before.get(statement.uid, {}))

    return kind_of


def iterates_by_code(body: Block, entry: dict[str, Kind], scope: Scope, call_kind: CalleeKinds) -> Callable[[Node, Node], bool]:
    """Whether what a name holds in a statement is an object with an `__iter__` of the user's, or may be one."""
    kind_of = kinds_when_asked(body, entry, scope, call_kind)

    def by_code(node: Node, statement: Node) -> bool:
        kind = kind_of(node, statement)
        if kind == UNKNOWN:
            return "__iter__" in scope.own
        return is_object(kind) and defines(kind.type, "__iter__")

    return by_code
