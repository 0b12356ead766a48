"""What a function may do where the classes are that a program meets: code of theirs may run where nothing in the function shows it.

    def report(model):
        print(f"{model}")

writes nothing that can be read off its source; but if `__format__` of the class counts how often it was asked, calling it does.
And what `model.copy()` does is known of arrays and lists; a class in reach may have a method of that name, which does anything.

>>> def report(model): print(f"{model}")
>>> report.__module__ = "models"  # of no package
>>> effects_met(report, frozenset()).opaque, effects_met(report, frozenset([running("__format__")])).opaque
(False, True)
>>> def load(beam): return 2.0 * beam.width * beam.copy().depth
>>> load.__module__ = "models"
>>> effects_met(load, frozenset([running("area")])).opaque, effects_met(load, frozenset([running("width")])).opaque
(False, True)
>>> sorted(effects_met(load, frozenset()).writes), sorted(effects_met(load, frozenset(["copy"])).writes)
([], ['beam'])
"""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.code.code_names import called_by_name
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_engine, is_inert
from tangentish.analysis.code.marks import IN_PLACE, INERT_METHODS, PURE_METHODS, SETTERS, acting, running
from tangentish.analysis.code.names_run import names_run
from tangentish.analysis.writes.body_effects import OPAQUE, Effects
from tangentish.analysis.writes.effects import effects_of
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_installed
from tangentish.library import handled, replacement
from tangentish.rules.registry import lookup

_RUNNING, _ACTING = running(""), acting("")
METHODS = MUTATORS | PURE_METHODS | INERT_METHODS
"""Methods of arrays, lists, dicts and texts, of which it is known what they do."""


def effects_met(function: Any, own: frozenset[str]) -> Effects:
    """The effects of a function where a program meets classes with these `own` names, as `effects_of` gives them elsewhere."""
    function = function.__func__ if isinstance(function, types.MethodType) else function
    keys = {mark.removeprefix(_RUNNING) for mark in own if mark.startswith(_RUNNING)}
    methods = own & METHODS
    acting_when_read = any(mark.startswith(_ACTING) for mark in own - {acting(SETTERS)})
    if not (keys or methods or acting_when_read) or not _is_users(function):
        return effects_of(function)
    called = list(called_by_name(function, _is_users))
    named = {name for one in called for name in names_run(one.__code__)}
    if not named.isdisjoint(keys - IN_PLACE):
        return OPAQUE
    if acting_when_read and any("hasattr" in code.co_names for one in called for code in codes_in(one.__code__)):
        return OPAQUE  # a property may be run, and keep what it finds
    return effects_of(function, own=methods & named)


def _is_users(function: Any) -> bool:
    """Whether it is the code of a function of the user's that runs."""
    return isinstance(function, types.FunctionType) and not (
        is_installed(function) or is_engine(function) or is_inert(function) or lookup(function) is not None
        or handled(function) is not None or replacement(function) is not None)
