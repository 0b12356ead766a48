"""The tangent table: tangents found from the memory of arrays and from what holds a number.

In forward mode a tangent is a local variable beside its primal.  Where names may share memory, or values go through lists,
dicts, objects and closures, it has to be found from the primal itself: for an array, in an array laid out as the memory
of the primal is, so that the tangent of a view is the same view of the tangent; for a number, in a slot of what holds it.

    memory.py     arrays
    slots.py      numbers in containers, objects and closure cells
    items.py      `y = x[k]`, `x[k] = y`, lists that grow and shrink
    joining.py    new lists and tuples made of others
    operators.py  operators on what may be a number, an array or a list
"""

from __future__ import annotations

from tangentish.rules.registry import zero_derivative
from tangentish.runtime.saving import check_plainly_read, fallback_of, own_setter
from tangentish.shadows.attributes import getter_of, holds_alone, of_compiled_code, own_descriptor, static_attribute, stored_as
from tangentish.tangents.operators import Operators
from tangentish.tangents.slots import begins, ends


class Tangents(Operators):
    """One table for one forward sweep; generated code calls its methods."""


# where a program with a table is differentiated again, these give memory and lists that have tangents of their own
zero_derivative(Tangents.of, Tangents.knows, Tangents.slots, Tangents.is_stored, Tangents.note_stored, static_attribute,
                fallback_of, check_plainly_read, own_setter, own_descriptor, getter_of, stored_as, begins, ends, holds_alone,
                of_compiled_code)

__all__ = ["Tangents"]
