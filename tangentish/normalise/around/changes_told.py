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
from tangentish.analysis.around.filled_by_methods import filled_by_methods
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.marks import later
from tangentish.analysis.kept_before import watch_runs
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.request import Request
from tangentish.syntax import Block, Node, call, constant, walk


def with_changes_told(body: Block, activity: Activity, scope: Scope, request: Request) -> Block:
    """The body, where what it changes around it is told to what it calls, which is only known when it runs.

    Forwards, this has read what it needs by then.  Where active values are stored, the reverse sweep puts back what there was.
    """
    stored = {mark.removeprefix(alters("")) for mark in stored_into_modules(body, scope)}
    unseen = filled_by_methods(body, scope)
    writes = writes_around(scope)
    shown = {part for label in activity.written for part in writes.shown.get(label, ())}
    put_back = activity.fields | {part[1:] for part in shown if part.startswith(".")}
    changed = sorted((writes.parts | stored | unseen) - put_back)
    if not changed or request.forward or is_engine(scope.source.function):
        return body
    watch_runs()
    scope.own |= frozenset(map(later, unseen))
    return [gast.Expr(call("filled_later", *map(constant, changed))), *body]


def check_changed_later(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise UnsupportedError where a function that was told so reads what may be active there: of that, no copy is kept."""
    told = {mark.removeprefix(later("")) for mark in scope.own if mark.startswith(later(""))}
    if not told:
        return
    parts = walk(body)
    targets = [target for node in parts if node.__class__ is gast.Assign for target in node.targets]
    stored_into = {id(part) for target in targets for part in _below(target)}
    for part in parts:
        if part.__class__ is gast.Attribute and part.attr in told and id(part) not in stored_into and activity.expr(part):
            raise located(UnsupportedError, f"`{part.attr}` may be active, and what calls this function changes its content later",
                          filename, getattr(part, "origin", part), "Pass it as an argument.")


def _below(target: Node) -> list[Node]:
    """What a store goes through to come to its place, which it does not look into."""
    found = []
    while target.__class__ in (gast.Subscript, gast.Attribute):
        found.append(target)
        target = target.value
    return found
