"""All that is done for what earlier calls have kept, in order."""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.memories.attributes import forget_kept
from tangentish.normalise.memories.choices import choices_as_branches
from tangentish.normalise.memories.compared import comparisons
from tangentish.normalise.memories.flags import mark_kept
from tangentish.normalise.memories.isolated import ask_beside
from tangentish.normalise.memories.lists import refuse_listed
from tangentish.normalise.memories.lookups import refuse_kept_elsewhere
from tangentish.normalise.memories.loops import refuse_kept_loops
from tangentish.normalise.memories.points import forget_points
from tangentish.normalise.memories.tables import look_up_anew
from tangentish.syntax import Block, walk_statements


def containers_forgotten(body: Block, activity: Activity, scope: Scope, names: Names, met: set[type], is_callee: bool) -> Block:
    """The body without what dicts and lists have kept; the stores are still there of which some may be refused later on.

    `met` are the classes of nodes in it.
    """
    if gast.IfExp in met:
        body = choices_as_branches(body, activity)
    body = look_up_anew(body, activity, scope, names, is_callee)
    body = refuse_kept_elsewhere(body, activity, scope)
    return refuse_listed(forget_points(body, activity, scope, names), activity, scope)


def attributes_forgotten(body: Block, activity: Activity, scope: Scope, names: Names, met: set[type]) -> Block:
    """The body without what attributes have kept; `met` are the classes of nodes in it.

    Comparisons are found before branches and loops are looked at, which have their own way with them, and asked after that.
    """
    written = walk_statements(body)
    compared = comparisons(body, activity, scope) if met & {gast.Compare, gast.Call} else None
    if gast.While in met:
        body = refuse_kept_loops(body, activity, scope, names)
    if met & {gast.If, gast.IfExp, gast.Match}:
        body = forget_kept(mark_kept(body, activity, scope, names), activity, scope, names)
    body = body if compared is None else compared.asked_in(body)
    return ask_beside(body, written, activity, scope, names) if met & {gast.If, gast.IfExp, gast.While, gast.BoolOp} else body
