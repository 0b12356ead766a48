"""Which attributes compiled code binds to arrays and lists that it finds around it."""

from __future__ import annotations

import dis
import functools
import types

from tangentish.analysis.code.code_changes import CREATORS, FRESH, FROM_AROUND, SEARCHED, Step, operand_before, statements_in
from tangentish.instructions import instructions

_BINDING = dis.opmap["STORE_ATTR"]
_COPYING = CREATORS | {"array", "astype"}


@functools.lru_cache(maxsize=SEARCHED)
def kept_from_around(code: types.CodeType) -> frozenset[tuple[str, str]]:
    """The attributes that code binds to what it reads around it, or to a part or a view of this, with the variable.

    >>> class Parts:
    ...     def __init__(self):
    ...         self.part = TABLE[1:]
    ...         self.twice = 2 * TABLE
    ...         self.own = TABLE.copy()
    >>> sorted(kept_from_around(Parts.__init__.__code__))
    [('part', 'TABLE')]
    """
    groups = statements_in(code) if any(number == _BINDING for number, _ in instructions(code)) else []
    return frozenset((step.argval, other.argval) for group in groups for place, step in enumerate(group)
                     if step.opname == "STORE_ATTR" for other in _bound_at(group, place) if other.opname in FROM_AROUND)


def _bound_at(group: list[Step], place: int) -> list[Step]:
    """The instructions for the value that an attribute is bound to, unless that is new."""
    if any(step.opname == "SWAP" for step in group[:place]):
        return group  # several values at once
    value = operand_before(group, place, 1) or group
    new = value[-1].opname in FRESH or any(step.argval in _COPYING for step in value)
    return [] if new else value
