"""One active operation a statement: lowered again and again, until what that makes active is no more than was known."""

from __future__ import annotations

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.def_use import assigned_in, number_statements
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.unpacked import unpacked
from tangentish.normalise.calls.computed_once import computed_once
from tangentish.normalise.calls.dynamic_calls import DynamicCalls
from tangentish.normalise.calls.made_up import look_at_sizes
from tangentish.normalise.calls.static_calls import MakePair
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.elsewhere import Elsewhere
from tangentish.normalise.lower import Lower
from tangentish.normalise.simple import Simple
from tangentish.normalise.variables.cells import named_cells
from tangentish.normalise.variables.late_binding import box_late_bound, check_late_binding
from tangentish.syntax import Block, clone


def lowered(simple: Simple, body: Block, activity: Activity, iterators: frozenset[str],
            pairs: MakePair | None, functions: bool) -> None:
    """Put the body in its last form into `simple`; there are `functions` inside if it says so."""
    names, scope = simple.names, simple.scope
    filename, params = scope.source.filename, list(simple.entry)
    written, before, fields = body, set(activity.varied), set(activity.fields)
    told = set(before)
    while True:
        taken = set(names.taken)
        scope.stand_ins.clear()  # its names may come to mean something else
        elsewhere = Elsewhere(written, activity, scope, Effectful(scope))
        lower = Lower(names, activity, filename, iterators, elsewhere if elsewhere.any_changes() else None)
        lower.whole, lower.told = clone(written), told
        body = lower.block(lower.whole)
        activity = activity.again(body)
        body = computed_once(body, scope, activity.expr, names)
        number_statements(body)
        kinds = Infer(body, simple.entry, scope, simple.call_kind)
        look_at_sizes(body, kinds, activity)
        calls = DynamicCalls(scope, kinds, activity, names, filename, pairs, unpacked(body) if pairs else ())
        body = calls.block(body)
        if calls.changed:
            activity = activity.again(body)
        grown, theirs = activity, taken - simple.known
        if not (activity.varied & theirs <= before and activity.fields <= fields):
            grown = Activity(written, activity.varied & theirs, scope, activity.fields, activity.constants, activity.closures)
        settled = grown.varied & theirs <= before and grown.fields <= fields
        if settled:  # what follows from no more than before is no more than before
            late = box_late_bound(written, activity, params, names) if functions else written
            if late is written:
                break
            taken |= assigned_in(late)
            scope.locals |= assigned_in(late)
            written, grown = late, Activity(late, before, scope, fields, activity.constants, activity.closures)
        fields = set(grown.fields)
        before, activity = before | (grown.varied & taken), grown  # what lowering brought to light is lowered too
        names.taken = taken
    if functions:
        check_late_binding(written, activity, filename)  # now that all is known that is active
    cells = named_cells(body, activity.varied, names) if functions else []
    simple.body, simple.activity = [*cells, *body], activity
    simple.externs |= calls.externs | lower.functions
    simple.kinds = None if calls.changed or cells else kinds
