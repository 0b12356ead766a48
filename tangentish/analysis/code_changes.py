"""Which attributes compiled code binds anew, and of which it may change the content.

Read off the instructions, statement by statement: a store into an item, an `op=` or a method that changes a container may
change whatever is read in the same statement, or was read where a variable of it was bound.

>>> class Mask:
...     def __init__(self, n):
...         self.on, self.used = [True] * n, 0
...     def drop(self, k):
...         on = self.on
...         on[k] = False
...         self.used += 1
>>> sorted(changes(Mask.drop.__code__))
['binds used', 'fills on', 'fills used']
>>> sorted(changes(Mask.__init__.__code__))
[]
"""

from __future__ import annotations

import dis
import functools
import types

from tangentish.analysis.code_writes import MUTATORS

MAKERS = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))
"""What they bind belongs to a new object."""
_ENDS = ("STORE_", "DELETE_", "POP_TOP", "RETURN_", "POP_JUMP", "FOR_ITER", "JUMP_")
_FILLS = ("STORE_SUBSCR", "STORE_SLICE", "DELETE_SUBSCR")


def binds(key: str) -> str:
    """How an attribute that is bound anew is found."""
    return f"binds {key}"


def fills(key: str) -> str:
    """How an attribute is found whose content may be changed."""
    return f"fills {key}"


@functools.lru_cache(maxsize=4096)
def changes(code: types.CodeType) -> frozenset[str]:
    """What a function does to attributes, not counting what it calls."""
    if code.co_name in MAKERS:
        return frozenset()
    groups = _statements(code)
    found = {binds(step.argval) for group in groups for step in group if step.opname in ("STORE_ATTR", "DELETE_ATTR")}
    reached: set[str] = set()
    filling = [group for group in groups if _is_filling(group)]
    while filling:
        for group in filling:
            found |= {fills(key) for key in _attributes(group)}
        held = {step.argval for group in filling for step in group if step.opname.startswith("LOAD_FAST")} - reached
        reached |= held
        filling = [group for group in groups if group[-1].opname.startswith("STORE_FAST") and group[-1].argval in held]
    return frozenset(found)


def _statements(code: types.CodeType) -> list[list[dis.Instruction]]:
    groups: list[list[dis.Instruction]] = [[]]
    for step in dis.get_instructions(code):
        groups[-1].append(step)
        if step.opname.startswith(_ENDS):
            groups.append([])
    return [group for group in groups if group]


def _is_filling(group: list[dis.Instruction]) -> bool:
    return any(step.opname in _FILLS or (step.opname == "BINARY_OP" and step.argrepr.endswith("="))
               or (step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in MUTATORS)
               or (step.opname in ("KW_NAMES", "LOAD_CONST") and isinstance(step.argval, tuple) and "out" in step.argval)
               for step in group)


def _attributes(group: list[dis.Instruction]) -> set[str]:
    """The attributes read in a statement, and bound by it where it is an `op=`."""
    return {step.argval for step in group
            if step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR") and step.argval not in MUTATORS}
