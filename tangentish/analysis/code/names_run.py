"""What code may run, by name: the attributes and variables that it names, and methods that Python runs for its operators.

>>> def share(self): return self.part / len(self)
>>> found = names_run(share.__code__)
>>> [name in found for name in ("part", "__truediv__", "__len__", "__getitem__")]
[True, True, True, False]
"""

from __future__ import annotations

import dis
import functools
import types

from tangentish.analysis.code.code_changes import SEARCHED
from tangentish.analysis.code.code_writes import inner_codes
from tangentish.analysis.code.marks import ARITHMETIC, BY_ITEMS, MANAGING, STEPS, UNNAMED
from tangentish.closures import codes_in, named_in

_TEXTS = ("__format__", "__str__", "__repr__")
_ITERATED = ("__iter__", "__next__", "__length_hint__", "__len__", BY_ITEMS)
_LOOKED_UP = ("__hash__", "__eq__")
_TRUTH = ("__bool__", "__len__")
_BY_CALLS = (UNNAMED - MANAGING - {"__getitem__"}) | {BY_ITEMS}
"""What a function that is called may run of its arguments, whatever it is: `len`, `np.sum`."""
_RUN: tuple[tuple[str, tuple[str, ...] | frozenset[str]], ...] = (
    ("BINARY_SUBSCR", ("__getitem__", "__index__", *_LOOKED_UP)), ("BINARY_SLICE", ("__getitem__", "__index__")),
    ("BINARY", ARITHMETIC), ("UNARY_NOT", _TRUTH), ("UNARY", ARITHMETIC), ("POP_JUMP", _TRUTH), ("JUMP_IF", _TRUTH),
    ("TO_BOOL", _TRUTH), ("STORE_SUBSCR", ("__index__", *_LOOKED_UP)), ("DELETE_SUBSCR", ("__index__", *_LOOKED_UP)),
    ("GET_ITER", _ITERATED), ("UNPACK", _ITERATED), ("LIST_EXTEND", _ITERATED), ("SET_UPDATE", _ITERATED),
    ("CONTAINS_OP", ("__contains__", *_LOOKED_UP, *_ITERATED)),
    ("COMPARE_OP", frozenset(name for name, step in STEPS.items() if step == "comparison")),
    ("FORMAT", _TEXTS), ("CONVERT", _TEXTS), ("BEFORE_WITH", MANAGING), ("LOAD_SPECIAL", MANAGING), ("BUILD_MAP", _LOOKED_UP),
    ("BUILD_SET", _LOOKED_UP), ("BUILD_CONST", _LOOKED_UP), ("MAP_ADD", _LOOKED_UP), ("SET_ADD", _LOOKED_UP),
    ("MATCH", (*_ITERATED, *_LOOKED_UP, "__instancecheck__")), ("LOAD_ATTR", ("__getattr__", "__get__")),
    ("LOAD_METHOD", ("__getattr__", "__get__")), ("CALL", _BY_CALLS))
"""How the names of instructions begin, and what each may run; the first that fits."""
_MOST = 100
"""How many functions are followed."""


@functools.lru_cache(maxsize=SEARCHED)
def names_run(code: types.CodeType) -> frozenset[str]:
    """The names for code, with what is defined in it."""
    found: set[str] = set()
    for part in codes_in(code):
        found.update(named_in(part))
        for label in {step.opname for step in dis.get_instructions(part)}:
            found.update(_run_by(label))
    return frozenset(found)


def names_followed(function: types.FunctionType, cls: type | None) -> frozenset[str]:
    """The same with the functions that a function names, and methods of a class among what it names.

    >>> def scaled(x): return x.area()
    >>> def share(self): return scaled(self.shape)
    >>> "scaled" in names_followed(share, None)
    True
    """
    found: set[str] = set()
    seen: set[types.CodeType] = set()
    left = [(function.__code__, function.__globals__)]
    while left and len(seen) < _MOST:
        code, space = left.pop()
        if code not in seen:
            seen.add(code)
            found |= names_run(code)
            left += inner_codes(code, space, cls)
    return frozenset(found)


@functools.lru_cache(maxsize=512)
def _run_by(label: str) -> tuple[str, ...]:
    return tuple(next((names for start, names in _RUN if label.startswith(start)), ()))
