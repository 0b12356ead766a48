"""Which function a method is, where the class of its object is known.

>>> from tangentish.analysis.kinds import Instance
>>> class Beam:
...     def load(self): return 2.0
>>> kind = Instance(Beam)
>>> method_of(kind, "load", frozenset()).__name__, method_of(kind, "load", frozenset(["binds load"]))
('load', None)
"""

from __future__ import annotations

import inspect
import types

from tangentish.analysis.code_changes import binds
from tangentish.analysis.kinds import Kind, is_object


def method_of(kind: Kind, label: str, own: frozenset[str]) -> types.FunctionType | None:
    """The function of the class, if no code in reach, as `own` says, gives an object another one for it."""
    if not is_object(kind) or binds(label) in own:
        return None
    found = inspect.getattr_static(kind.type, label, None)
    return found if isinstance(found, types.FunctionType) else None
