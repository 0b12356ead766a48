"""Objects around a function that it writes into, where the same array or list is read by a name of its own.

The derivative follows what it does to the object; by the other name the same memory would be taken for constant.
"""

from __future__ import annotations

from tangentish.analysis.around_writes import AroundWrites
from tangentish.analysis.inert import is_engine
from tangentish.analysis.reach import Reach
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope
from tangentish.runtime import have_in_common


def check_parts(scope: Scope, writes: AroundWrites) -> None:
    """Raise UnsupportedError where a function writes into an attribute, and reads what this holds by another name."""
    function = scope.source.function
    if not writes.parts or is_engine(function):
        return
    reach = Reach({function.__name__: function})
    owners = [*reach.objects.values(), *(cls for cls in reach.classes() if not is_foreign(cls.__module__))]
    written = [vars(owner)[part] for owner in owners for part in writes.parts & vars(owner).keys()]
    for _, label, value in reach.data:
        if not label.startswith(".") and any(have_in_common(value, part) for part in written):
            raise located(UnsupportedError, f"this writes into an object around it that holds `{label}`, which is read by its name "
                          "too", scope.source.filename, scope.source.tree, "Pass the object as an argument, or read through it.")
