"""Arrays around a function that it may write into, by ways that are not followed: it works on views of them that refuse.
Lists and dicts cannot: whether they were changed is looked at when the function is over (`library/unchanged.py`).

What is stored through a container, an object or a function that keeps what it is given cannot be told from the text.  That an
array is written shows when it is, so that nothing is refused which only might have happened.

>>> import numpy as np
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.names import Names
>>> from tangentish.syntax import unparse
>>> BUFFER = np.zeros(3)
>>> def fill(x):
...     rows = []
...     rows.append(BUFFER)
...     rows[0][:] = x
>>> source = read_source(fill)
>>> scope = Scope(source, {"rows", "x"})
>>> for node in watch_arrays(source.tree.body, scope, set(), Names({"BUFFER", "rows", "x"})): print(unparse(node))
BUFFER_2 = unwritten(BUFFER)
rows = []
rows.append(BUFFER_2)
rows[0][:] = x
"""

from __future__ import annotations

import collections
from typing import Any

import gast
import numpy as np

from tangentish.analysis.around.given_and_named import given_and_named, is_given, may_be_written
from tangentish.analysis.around.methods_around import owners_met
from tangentish.analysis.around.objects_around import objects_in
from tangentish.analysis.around.several_names import found_by_several
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.code.marks import WRITING
from tangentish.analysis.writes.effects import effects_of
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import REWRITTEN
from tangentish.names import Names
from tangentish.normalise.around.globals import held_around, work_on
from tangentish.runtime import have_in_common
from tangentish.slots import attributes_held
from tangentish.syntax import Block, assign, call, locate, name, walk

CONTAINERS = (list, dict, collections.deque, tuple)


def watch_arrays(body: Block, scope: Scope, followed: set[str], names: Names) -> Block:
    """Let a block work on views of the arrays around it that it may write into; what it does to those `followed` is known."""
    for label in sorted(_written(scope) - followed):
        if label not in scope.locals and isinstance(held_around(label, scope), np.ndarray):
            body = work_on("unwritten", body, {label}, names)
    return body


def watched_containers(body: Block, scope: Scope, followed: set[str]) -> list[str]:
    """The lists and dicts around a function that it may change by ways that are not followed; and arrays that objects hold too."""
    written = _written(scope)
    if not written:
        return []
    used = {node.id for statement in body for node in walk(statement) if node.__class__ is gast.Name}
    objects = [attributes_held(owner) for label in written for owner in objects_in(held_around(label, scope)).values()]
    found = []
    for label in sorted(used - followed - scope.locals):
        value = held_around(label, scope)
        if isinstance(value, CONTAINERS if label in written else (*CONTAINERS, np.ndarray)) and (
                label in written or any(have_in_common(value, attributes) for attributes in objects)):
            found.append(label)
    return found


def given_parameters(scope: Scope, followed: set[str]) -> list[str]:
    """The parameters of a function that was taken apart which stand for what the module has, and some function there gives."""
    function = scope.source.function
    if function.__code__ not in REWRITTEN:
        return []
    code, space = function.__code__, function.__globals__
    added = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return [label for label in added if label not in followed and may_be_written(space.get(label)) and is_given(label, space)]


def watched_by_identity(scope: Scope, followed: set[str], names: Names, externs: dict[str, Any]) -> list[str]:
    """A name for what may be written into without one that is known: what has several, and what
    methods write into which have names of their own: of these what is followed by its name does not count.
    """
    function = scope.source.function
    owners = [] if is_engine(function) else found_by_several(function)
    given = [] if is_engine(function) else given_and_named(function)
    if given:
        known = [held_around(label, scope) for label in sorted(followed)]
        owners += [owner for owner in given if not have_in_common(owner, known)]
    if WRITING in scope.own:
        known = [held_around(label, scope) for label in sorted(followed)]
        owners += [owner for owner in owners_met(function) if not have_in_common(owner, known)]
    if not owners:
        return []
    label = names.fresh("owners")
    externs[label] = scope.imports[label] = tuple(owners)
    return [label]


def kept_as_they_were(labels: list[str], body: Block, names: Names) -> Block:
    """Raise at the end of a block if what some variables around it hold was changed."""
    before, after = [], []
    for label in labels:
        kept = names.fresh(f"{label}_before")
        before.append(locate(assign(kept, call("content_before", name(label))), body[0]))
        after.append(locate(gast.Expr(call("check_unchanged", name(kept))), body[-1]))
    return [*before, *body, *after]


def _written(scope: Scope) -> frozenset[str]:
    """The variables around a function that it may write into."""
    function = scope.source.function
    return frozenset() if is_engine(function) else effects_of(function, with_rule=True).around
