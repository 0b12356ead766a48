"""What the code of classes does where no call is seen: when an attribute is read or written.

>>> class Lazy:
...     @property
...     def value(self):
...         self.count = 1
...         return 2.0
>>> writes_when_read(Lazy, "value")
True
"""

from __future__ import annotations

import dis
import functools
import types
from typing import Any

from tangentish.analysis.effects import effects_of
from tangentish.analysis.own_names import MUTATORS

DEEPEST = 4
"""How far calls of methods and functions are followed."""


def acts_when_read(cls: type, key: str) -> bool:
    """Whether reading an attribute of an object runs code that has to run once: it writes, or makes functions that hold values."""
    getter = _getter(cls, key)
    return getter is not None and (makes_closures(getter) or writes_when_read(cls, key))


def makes_closures(function: types.FunctionType) -> bool:
    """Whether a function makes functions that hold its variables."""
    return any(isinstance(part, types.CodeType) and part.co_freevars for part in function.__code__.co_consts)


def _getter(cls: type, key: str) -> types.FunctionType | None:
    """The function that may be called when an attribute of an object is read."""
    described = getattr(cls, key, None)
    getter = described.fget if isinstance(described, property) else None
    if described is None:
        getter = getattr(cls, "__getattr__", None)
    return getter if isinstance(getter, types.FunctionType) else None


@functools.lru_cache(maxsize=1024)
def writes_when_read(cls: type, key: str) -> bool:
    """Whether reading an attribute of an object runs code that writes into it: a property that keeps what it found, say."""
    getter = _getter(cls, key)
    if getter is None or not writes(getter, cls):
        return False
    effects = effects_of(getter)
    return effects.opaque or bool(effects.writes)


def writes(function: types.FunctionType, cls: type | None, items_only: bool = False) -> bool:
    """Whether there is a statement in a function, or in what it calls, that writes into something."""
    return _code_writes(function.__code__, function.__globals__, cls, items_only, set(), 0)


def _code_writes(code: types.CodeType, space: dict[str, Any], cls: type | None, items_only: bool, seen: set[types.CodeType],
                 depth: int) -> bool:
    if code in seen or depth > DEEPEST:
        return False
    seen.add(code)
    stores = {"STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "STORE_DEREF", "DELETE_SUBSCR"}
    stores |= set() if items_only else {"STORE_ATTR", "DELETE_ATTR"}
    if any(step.opname in stores or (step.opname in ("LOAD_METHOD", "LOAD_ATTR") and step.argval in MUTATORS)
           for step in dis.get_instructions(code)):
        return True
    inner = [(part, space) for part in code.co_consts if isinstance(part, types.CodeType)]
    for name in code.co_names:
        for found in (getattr(cls, name, None), space.get(name)):
            found = found.fget if isinstance(found, property) else found
            if isinstance(found, types.FunctionType):
                inner.append((found.__code__, found.__globals__))
    return any(_code_writes(part, names, cls, items_only, seen, depth + 1) for part, names in inner)
