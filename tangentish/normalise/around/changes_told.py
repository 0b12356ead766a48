"""What a program changes around it, told to the functions that it calls and that are only known when it runs.

    def energy(x):
        e = tank.energy(x)
        Tank.weights[0] = 2.0
        return e

The reverse sweep of `tank.energy` reads the weights after that; so it keeps them as they were, which it does where it is told to.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.constants_around import stored_into_modules
from tangentish.analysis.around.filled_around import filled_around
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.marks import later
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import GENERATED
from tangentish.request import Request
from tangentish.syntax import Block, call, constant


def with_changes_told(body: Block, activity: Activity, scope: Scope, request: Request) -> Block:
    """The body, where what it changes around it is told to what it calls, which is only known when it runs.

    Forwards, this has read what it needs by then.  Where active values are stored, the reverse sweep puts back what there was.
    """
    stored = {mark.removeprefix(alters("")) for mark in stored_into_modules(body, scope)}
    generated = scope.source.filename.startswith(GENERATED)  # what such a function captured is not around it
    unseen = set() if generated else filled_around(scope.source.function)
    writes = writes_around(scope)
    shown = {part for label in activity.written for part in writes.shown.get(label, ())}
    put_back = activity.fields | {part[1:] for part in shown if part.startswith(".")}
    changed = sorted(unseen - (seen := (writes.parts | stored) - put_back))
    if not (changed or seen) or request.forward or is_engine(scope.source.function):
        return body
    watch_runs()
    scope.own |= frozenset(map(later, unseen))
    told = {"filled_later": changed, "refused_later": sorted(seen)}
    return [*(gast.Expr(call(how, *map(constant, keys))) for how, keys in told.items() if keys), *body]

