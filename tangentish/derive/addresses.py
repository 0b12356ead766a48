"""Addresses of memory that holds active values: what C code reads there is not followed."""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import UNKNOWN, Array
from tangentish.derive.program import Program
from tangentish.errors import UnsupportedError, located


def check_addresses(program: Program) -> None:
    """Raise where `x.ctypes` of an active array is read: it is there to hand the numbers to C, as an address.

    An address is a whole number, which carries no derivative, so that what is computed from it would seem to be constant.
    """
    varied = program.activity.varied
    for node, parts in program.parts:
        for part in parts:
            if part.__class__ is gast.Attribute and part.attr == "ctypes" and part.value.__class__ is gast.Name and (
                    part.value.id in varied):
                kind = program.kinds.before.get(node.uid, {}).get(part.value.id, UNKNOWN)
                if kind is UNKNOWN or (isinstance(kind, Array) and kind.dtype.kind in "fc"):
                    raise located(UnsupportedError, "the memory of an active array is handed to C, which is not followed",
                                  program.filename, getattr(node, "origin", node),
                                  "Register a rule for what calls C (tangentish.rules), or take stop_gradient(...) of the array.")
