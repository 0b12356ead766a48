"""Rewrites that make generated code read like code one would have written; correctness depends on none of them."""

from __future__ import annotations

from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.simplify.early_records import early_records
from tangentish.simplify.facts import Facts
from tangentish.simplify.fold_constants import fold_constants, place_signs
from tangentish.simplify.keep_scalars import keep_scalars
from tangentish.simplify.kept_regions import kept_regions
from tangentish.simplify.merge_sums import merge_sums
from tangentish.simplify.nest_expressions import nest_expressions
from tangentish.simplify.propagate_copies import propagate_copies
from tangentish.simplify.prune_records import prune_pair, prune_records
from tangentish.simplify.remove_dead_code import remove_dead_code
from tangentish.simplify.rename_temporaries import rename_temporaries
from tangentish.simplify.scaled_regions import scaled_regions
from tangentish.simplify.shared_shapes import shared_shapes
from tangentish.simplify.sums_of_products import sums_of_products
from tangentish.simplify.tidy_branches import tidy_branches
from tangentish.simplify.tree import unshare
from tangentish.syntax import Block

PASSES = (
    remove_dead_code,
    early_records,
    propagate_copies,
    keep_scalars,
    shared_shapes,
    nest_expressions,
    merge_sums,
    sums_of_products,
    kept_regions,
    scaled_regions,
    fold_constants,
    tidy_branches,
    prune_records,
)
ROUNDS = 8


def simplify(derived: Derived, program: Program) -> None:
    """Run the passes over every function, in place, until nothing changes."""
    functions = derived.functions
    seen: set[int] = set()
    nodes: list[Block | None] = [unshare(function, seen) for function in functions]
    # of a pair, the reverse first: what it does not read the primal need not keep
    for number, function in reversed(list(enumerate(functions))):
        for section, (_, block) in enumerate(function.sections):
            for node in block:
                node.section = section
        facts = Facts(function, derived, program, nodes[number])
        if not facts.opaque:
            _to_fixed_point(facts)
            if len(functions) == 2 and function is functions[1]:
                prune_pair(functions[0], facts)
                nodes[0] = None
            place_signs(facts)
            rename_temporaries(facts)
        facts.release()
        function.sections = [
            (title, [node for node in function.body if node.section == section])
            for section, (title, _) in enumerate(function.sections)
        ]


def _to_fixed_point(facts: Facts) -> None:
    idle, left = 0, ROUNDS * len(PASSES)
    while idle < len(PASSES) and left:
        if PASSES[-left % len(PASSES)](facts):
            idle, facts.changed = 0, True
        else:
            idle += 1
        left -= 1
