"""Functions that begin with an import that fails: they have done nothing when it raises, whatever comes after it."""

from __future__ import annotations

import dis
import inspect
import sys
import types
from collections.abc import Iterator
from typing import Any

_BEFORE = frozenset(["RESUME", "NOP", "CACHE", "EXTENDED_ARG", "MAKE_CELL", "COPY_FREE_VARS", "LOAD_CONST", "LOAD_SMALL_INT",
                     "IMPORT_NAME", "IMPORT_FROM", "STORE_FAST", "STORE_DEREF", "POP_TOP"])
"""The instructions of a docstring and of imports."""


def stopped_at_import(function: Any) -> bool:
    """Whether calls of a function have raised before they did anything: a module that it begins by importing is not there.

    A module that was imported at any time stays in `sys.modules`.

    >>> def fast(x):
    ...     from no_such_package import fast
    ...     x.append(fast(x))
    >>> stopped_at_import(fast), stopped_at_import(len)
    (True, False)
    """
    if not isinstance(function, types.FunctionType):
        return False
    return any(sys.modules.get(module) is None for module in _first_imports(function.__code__))


def method_stopped_at_import(owner: Any, key: str) -> bool:
    """`stopped_at_import` of a method, as the class of an object has it and no code of its own finds it."""
    cls = type(owner)
    plain = inspect.getattr_static(cls, "__getattribute__", None) is object.__getattribute__
    if not plain or key in getattr(owner, "__dict__", ()):
        return False
    return stopped_at_import(inspect.getattr_static(cls, key, None))


def begins_with_import(function: types.FunctionType) -> bool:
    """Whether a function imports something before it does anything else.

    >>> begins_with_import(stopped_at_import)
    False
    """
    return next(_first_imports(function.__code__), None) is not None


def _first_imports(code: types.CodeType) -> Iterator[str]:
    """The modules that a function imports, by their whole names, before it does anything else."""
    before: list[dis.Instruction] = []
    for step in dis.get_instructions(code):
        if step.opname not in _BEFORE:
            return
        if step.opname == "IMPORT_NAME":
            if len(before) < 2 or before[-2].argval != 0:  # one of the package that the function is in
                return
            yield step.argval
        before.append(step)
