"""Whether a method may be called once more than the program does, to see what it says.

>>> class Model:
...     def is_at(self, x): return self.x == x
...     def count(self): self.calls = self.calls + 1
>>> Model.__module__ = "models"  # of no package
>>> only_reads(Model(), "is_at"), only_reads(Model(), "count"), only_reads(2.0, "is_integer")
(True, False, False)
"""

from __future__ import annotations

import inspect
import types
from typing import Any

from tangentish.analysis.code.drawing import draws_nothing
from tangentish.analysis.writes.effects import effects_of
from tangentish.rules.registry import zero_derivative


def only_reads(owner: Any, name: str) -> bool:
    """Whether a method of an object is one in Python that writes into nothing, and draws no random numbers."""
    found = inspect.getattr_static(type(owner), name, None)
    method = getattr(found, "__func__", found)
    if not isinstance(method, types.FunctionType):
        return False
    effects = effects_of(method)
    return not (effects.any_writes or effects.opaque) and draws_nothing(method)


zero_derivative(only_reads)
