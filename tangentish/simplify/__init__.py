"""Rewrites that make generated code read like code one would have written; correctness depends on none of them."""

from __future__ import annotations

from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program


def simplify(derived: Derived, program: Program) -> None:
    """Run the passes over every function, in place, until nothing changes."""
