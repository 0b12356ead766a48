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

import functools
import types

from tangentish.analysis.code_writes import makes_closures, writes
from tangentish.analysis.effects import effects_of


def acts_when_read(cls: type, key: str) -> bool:
    """Whether reading an attribute of an object runs code that has to run once: it writes, or makes functions that hold values."""
    getter = _getter(cls, key)
    return getter is not None and (makes_closures(getter) or writes_when_read(cls, key))


def _getter(cls: type, key: str) -> types.FunctionType | None:
    """The function that may be called when an attribute of an object is read."""
    described = getattr(cls, key, None)
    getter = described.fget if isinstance(described, property) else None
    if described is None:
        getter = getattr(cls, "__getattr__", None)
    return getter if isinstance(getter, types.FunctionType) else None


def writes_when_read(cls: type, key: str) -> bool:
    """Whether reading an attribute of an object runs code that writes into it: a property that keeps what it found, say."""
    getter = _getter(cls, key)
    return getter is not None and writes_into_object(getter, cls)


@functools.lru_cache(maxsize=1024)
def writes_into_object(getter: types.FunctionType, cls: type) -> bool:
    """Whether the function that computes an attribute writes into the object, or may do so."""
    if not writes(getter, cls):
        return False
    effects = effects_of(getter)
    return effects.opaque or bool(effects.writes)
