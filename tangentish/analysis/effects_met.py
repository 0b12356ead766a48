"""What a function may do where the classes are that a program meets: its operators and tests may run code of theirs.

    def report(model):
        print(f"{model}")

writes nothing that can be read off its source; but if `__format__` of the class counts how often it was asked, calling it does.

>>> def report(model): print(f"{model}")
>>> report.__module__ = "models"  # of no package
>>> effects_met(report, frozenset()).opaque, effects_met(report, frozenset([running("__format__")])).opaque
(False, True)
>>> def load(beam): return 2.0 * beam.width
>>> load.__module__ = "models"
>>> effects_met(load, frozenset([running("area")])).opaque, effects_met(load, frozenset([running("width")])).opaque
(False, True)
"""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.body_effects import OPAQUE, Effects
from tangentish.analysis.code_names import names_of
from tangentish.analysis.effects import effects_of
from tangentish.analysis.inert import is_engine, is_inert
from tangentish.analysis.marks import UNNAMED, running
from tangentish.frontend.foreign import is_installed
from tangentish.library import handled, replacement
from tangentish.rules.registry import lookup

_RUNNING = running("")


def effects_met(function: Any, own: frozenset[str]) -> Effects:
    """The effects of a function where a program meets classes with these `own` names, as `effects_of` gives them elsewhere."""
    found = effects_of(function)
    return OPAQUE if not found.opaque and runs_unnamed(function, own) else found


def runs_unnamed(function: Any, own: frozenset[str]) -> bool:
    """Whether operators, tests or properties in a function of the user's, or in what it calls, may run code that writes."""
    keys = {mark.removeprefix(_RUNNING) for mark in own if mark.startswith(_RUNNING)}
    if not keys or not _is_users(function):
        return False
    return not UNNAMED.isdisjoint(keys) or _names(function, keys, set())


def _is_users(function: Any) -> bool:
    """Whether it is the code of a function of the user's that runs."""
    return isinstance(function, types.FunctionType) and not (
        is_installed(function) or is_engine(function) or is_inert(function) or lookup(function) is not None
        or handled(function) is not None or replacement(function) is not None)


def _names(function: types.FunctionType, keys: set[str], seen: set[types.CodeType]) -> bool:
    """Whether a function, or one around it that it names, names one of the attributes; what else it calls is not known anyway."""
    if function.__code__ in seen:
        return False
    seen.add(function.__code__)
    names = names_of(function.__code__)
    around = [function.__globals__.get(name) for name in names]
    return not keys.isdisjoint(names) or any(_is_users(other) and _names(other, keys, seen) for other in around)
