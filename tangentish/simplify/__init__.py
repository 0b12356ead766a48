"""Rewrites that make generated code read like code one would have written; correctness depends on none of them."""

from __future__ import annotations

from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.simplify.facts import Facts
from tangentish.simplify.nest_expressions import nest_expressions
from tangentish.simplify.propagate_copies import propagate_copies
from tangentish.simplify.remove_dead_code import remove_dead_code
from tangentish.syntax import Node

PASSES = (remove_dead_code, propagate_copies, nest_expressions)
ROUNDS = 8


def simplify(derived: Derived, program: Program) -> None:
    """Run the passes over every function, in place, until nothing changes."""
    for function in derived.functions:
        for number, (_, block) in enumerate(function.sections):
            for node in block:
                node.section = number
        _simplify(function, derived, program)
        function.sections = [(title, [node for node in function.body if node.section == number])
                             for number, (title, _) in enumerate(function.sections)]


def _simplify(function: Node, derived: Derived, program: Program) -> None:
    for _ in range(ROUNDS):
        changed = False
        for run in PASSES:
            facts = Facts(function, derived, program)
            if facts.opaque:
                return
            changed |= run(facts)
        if not changed:
            return
