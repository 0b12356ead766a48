"""Rewrites that make generated code read like code one would have written; correctness depends on none of them."""

from __future__ import annotations

from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.simplify.facts import Facts
from tangentish.simplify.fold_constants import fold_constants, place_signs
from tangentish.simplify.merge_sums import merge_sums
from tangentish.simplify.nest_expressions import nest_expressions
from tangentish.simplify.propagate_copies import propagate_copies
from tangentish.simplify.remove_dead_code import remove_dead_code
from tangentish.simplify.shared_shapes import shared_shapes
from tangentish.simplify.tidy_branches import tidy_branches
from tangentish.syntax import Node

PASSES = (remove_dead_code, propagate_copies, shared_shapes, nest_expressions, merge_sums, fold_constants, tidy_branches)
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
    facts = Facts(function, derived, program)
    if facts.opaque:
        return
    idle, left = 0, ROUNDS * len(PASSES)
    while idle < len(PASSES) and left:
        idle = 0 if PASSES[-left % len(PASSES)](facts) else idle + 1
        left -= 1
    place_signs(facts)
