"""The shadow table: adjoints found from the memory of their primals.

Where names may share memory, or values go through lists, dicts and objects, the adjoint cannot be a local variable.
It is kept here instead: for an array, in an array laid out as the memory of the primal is, so that the shadow of a view
is the same view of the shadow; for a container or an object, in slots found from its identity.  The table keeps every
primal it knows alive, so that no address is used twice.

    memory.py     arrays, and the views whose shadows lie apart
    slots.py      numbers in containers and objects: what is added to them and taken out
    items.py      `y = x[k]`, `x[k] = y`
    attributes.py `y = x.key`, `x.key = y`
    growing.py    lists that grow and shrink, copies and sums of lists
    restoring.py  what the primal overwrote, put back
    renewed.py    what is computed again takes over from what was computed first
    results.py    the whole adjoint of an argument
"""

from __future__ import annotations

from tangentish.shadows.attributes import (
    check_lasting,
    getter_of,
    given_attributes,
    holds_alone,
    is_object,
    is_of_class,
    of_compiled_code,
    own_descriptor,
    owner_of,
    refused_descriptor,
    static_attribute,
    stored_as,
)
from tangentish.shadows.growing import Growing
from tangentish.shadows.renewed import Renewed
from tangentish.shadows.restoring import Restoring
from tangentish.shadows.results import Results


class Shadows(Growing, Renewed, Restoring, Results):
    """One table for one reverse sweep; generated code calls its methods."""


__all__ = [
    "Shadows",
    "check_lasting",
    "getter_of",
    "given_attributes",
    "holds_alone",
    "is_object",
    "is_of_class",
    "of_compiled_code",
    "own_descriptor",
    "owner_of",
    "refused_descriptor",
    "static_attribute",
    "stored_as",
]
