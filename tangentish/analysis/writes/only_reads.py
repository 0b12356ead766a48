"""Whether a method may be called once more than the program does, to see what it says.

>>> class Model:
...     def is_at(self, x): return self.agree(self.x, x)
...     @staticmethod
...     def agree(a, b): return a == b
...     def count(self): self.calls = self.calls + 1
...     def counted(self, x): return self.count() or self.x == x
>>> for function in (Model.is_at, Model.agree, Model.count, Model.counted): function.__module__ = "models"  # of no package
>>> [only_reads(Model(), name) for name in ("is_at", "count", "counted")], only_reads(2.0, "is_integer")
([True, False, False], False)
"""

from __future__ import annotations

import dis
import inspect
import types
from typing import Any

from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.reach import Reach
from tangentish.closures import codes_in
from tangentish.frontend.out_arguments import OUTS, WRITERS
from tangentish.rules.registry import zero_derivative

_STORING = frozenset("STORE_ATTR STORE_SUBSCR STORE_SLICE STORE_GLOBAL STORE_DEREF DELETE_ATTR DELETE_SUBSCR".split())
_ACTING = MUTATORS | WRITERS | {*OUTS, "random", "print", "open", "input", "next", "send", "eval", "exec"}


def only_reads(owner: Any, name: str) -> bool:
    """Whether a method of an object is one in Python that stores and draws nothing, as far as the code shows that it reaches."""
    found = inspect.getattr_static(type(owner), name, None)
    method = getattr(found, "__func__", found)
    if not isinstance(method, types.FunctionType):
        return False
    codes = [code for one in Reach({name: getattr(owner, name)}).functions for code in codes_in(one.__code__)]
    return bool(codes) and not any(map(_acts, codes))


def _acts(code: types.CodeType) -> bool:
    return not names_of(code).isdisjoint(_ACTING) or any(step.opname in _STORING for step in dis.get_instructions(code))


zero_derivative(only_reads)
