"""What a program changes around it, or may change, told to the functions that it calls and that are only known when it runs.

    def energy(x):
        e = tank.energy(x)
        Tank.weights[0] = 2.0
        return e

The reverse sweep of `tank.energy` reads the weights after that; so it keeps them as they were, which it does where it is told to.
"""

from __future__ import annotations

import types

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.around_writes import writes_around
from tangentish.analysis.around.constants_around import stored_into_modules
from tangentish.analysis.around.filled_around import filled_around
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.inert import is_engine, is_inert
from tangentish.analysis.code.marks import acting, later, running
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import GENERATED
from tangentish.normalise.effects.effectful import Effectful
from tangentish.request import Request
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, call, constant, walk


def with_changes_told(body: Block, activity: Activity, scope: Scope, request: Request) -> Block:
    """The body, where what it changes around it is told to what it calls, which is only known when it runs.

    Forwards, this has read what it needs by then.  Where active values are stored, the reverse sweep puts back what there was; so
    it does with what calls change that active values go into.  What a generated function captured is not around it.
    """
    stored = marked(alters, stored_into_modules(body, scope))
    followed = scope.source.filename.startswith(GENERATED) or not _acts_unfollowed(body, activity, scope)
    unseen = set() if followed else filled_around(scope.source.function)
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


def _acts_unfollowed(body: Block, activity: Activity, scope: Scope) -> bool:
    """Whether something in a body may run code of the user's that writes, and that no active values go into."""
    if any(mark.startswith((running(""), acting(""))) for mark in scope.own):
        return True
    effectful = Effectful(scope)

    def acts(call: Node) -> bool:
        target = scope.resolve(call.func)
        users = isinstance(target, types.FunctionType) and lookup(target) is None and not is_inert(target)
        return users or effectful(call) or effectful.by_functions_given(call)  # also if they are called later: `map(f, x)`

    return any(node.__class__ in _LATER or hasattr(node, "runs") or (
        node.__class__ is gast.Call and not activity.expr(node) and acts(node)) for node in walk(body))


_LATER = frozenset((gast.FunctionDef, gast.Lambda, gast.With, gast.Delete))
