"""What a program must not hold where active values flow: each check raises UnsupportedError, with the place."""

from __future__ import annotations

from tangentish.derive.addresses import check_addresses
from tangentish.derive.matrices import check_matrices
from tangentish.derive.object_arrays import check_object_arrays
from tangentish.derive.program import Program


def check_program(program: Program) -> None:
    """Refuse arrays of objects, matrices, and memory that is handed on by its address."""
    check_object_arrays(program)
    check_matrices(program)
    check_addresses(program)
