"""Which functions, classes and modules of a module its own functions may put others in the place of: `global step; step = euler`.

What such a name means is found when it is called, and not when a program is made: what the program calls first may rebind it.
"""

from __future__ import annotations

import dis
import types
from typing import Any

from tangentish.class_attributes import living
from tangentish.closures import codes_in

_STORE = dis.opmap["STORE_GLOBAL"]
_MOST = 256
_known: dict[int, tuple[dict[str, Any], int, frozenset[str]]] = {}


def rebound_in(space: dict[str, Any]) -> frozenset[str]:
    """The names among some globals that functions and methods of the module declare global and bind; kept for each module.

    >>> def euler(): ...
    >>> def choose(other):
    ...     global euler
    ...     euler = other
    >>> sorted(rebound_in({"euler": euler, "choose": choose, "abs": abs}))
    ['euler']
    """
    kept = _known.get(id(space))
    if kept is not None and kept[0] is space and kept[1] == len(space):
        return kept[2]
    found: set[str] = set()
    for value in living(list(space.values())):
        if isinstance(value, type):
            for part in vars(value).values():
                part = getattr(part, "__func__", getattr(part, "fget", part))
                found |= _bound_by(part)
        else:
            found |= _bound_by(value)
    if len(_known) >= _MOST:
        _known.clear()
    _known[id(space)] = space, len(space), frozenset(found)
    return _known[id(space)][2]


def _bound_by(function: Any) -> set[str]:
    """The names that a function stores as globals; no other code than its own is looked at, and most of it at a glance."""
    if not isinstance(function, types.FunctionType):
        return set()
    return {step.argval for code in codes_in(function.__code__) if _STORE in code.co_code[::2]
            for step in dis.get_instructions(code) if step.opcode == _STORE}
