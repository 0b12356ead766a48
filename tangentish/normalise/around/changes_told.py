"""What a program changes around it, told to the functions that it calls and that are only known when it runs.

    def energy(x):
        e = tank.energy(x)
        Tank.weights[0] = 2.0
        return e

The reverse sweep of `tank.energy` reads the weights after that; so it keeps them as they were, which it does where it is told to.
"""

from __future__ import annotations

import gast

from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.constants_around import stored_into_modules
from tangentish.analysis.around.filled_around import filled_around
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.marks import later
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.request import Request
from tangentish.syntax import Block, call, constant


def with_changes_told(body: Block, scope: Scope, request: Request) -> Block:
    """The body, where what it changes around it is told to what it calls, which is only known when it runs.

    Forwards, this has read what it needs by then.
    """
    stored = {mark.removeprefix(alters("")) for mark in stored_into_modules(body, scope)}
    unseen = filled_around(scope.source.function)
    changed = sorted(writes_around(scope).parts | stored | unseen)
    if not changed or request.forward or is_engine(scope.source.function):
        return body
    watch_runs()
    scope.own |= frozenset(map(later, unseen))
    return [gast.Expr(call("filled_later", *map(constant, changed))), *body]

