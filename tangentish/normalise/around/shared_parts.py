"""Objects around a function, or made by it, that it writes into, where the same array or list is read by a name of its own.

The derivative follows what it does to the object; by the other name the same memory would be taken for constant.
"""

from __future__ import annotations

from collections.abc import Collection

from tangentish.analysis.around.around_writes import AroundWrites
from tangentish.analysis.around.named_too import filled_in_reach, named_too
from tangentish.analysis.around.views_around import KEPT_BY_FUNCTIONS
from tangentish.analysis.code.inert import is_engine
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope


def check_parts(scope: Scope, writes: AroundWrites, captured: Collection[str]) -> None:
    """Raise UnsupportedError where a function writes into an attribute, and reads what this holds by another name.

    What it `captured` that is active is followed by its name too.
    """
    function = scope.source.function
    kept = min(writes.parts & KEPT_BY_FUNCTIONS, default=None)
    if kept is not None and not is_engine(function):
        raise located(UnsupportedError, f"this writes into what `{kept}` of a function has, which calls of it read",
                      scope.source.filename, scope.source.tree, "Pass what is written into as an argument.")
    written = writes.parts | writes.passed | filled_in_reach(function, scope.own)
    label = named_too(function, written, captured) if written and not is_engine(function) else None
    if label is not None:
        raise located(UnsupportedError, f"this writes into an object that holds `{label}`, which is read by its name too",
                      scope.source.filename, scope.source.tree, "Pass the object as an argument, or read through it.")
