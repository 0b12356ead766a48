"""Functions that look at the variables of their callers: what they read is not seen where they are called."""

from __future__ import annotations

import functools
import types

from tangentish.analysis.code_names import names_of
from tangentish.frontend.foreign import is_foreign

_READS = "f_locals"
_DEEPEST = 3  # such functions leave it to others to look, which count the frames in between


@functools.lru_cache(maxsize=4096)
def looks_at_callers(function: types.FunctionType) -> bool:
    """Whether a function, or one that it calls by its name, names the variables of a frame.

    >>> import sys
    >>> def value_of(name): return sys._getframe(1).f_locals[name]
    >>> def doubled(name): return 2 * value_of(name)
    >>> value_of.__module__ = "models"  # of no package
    >>> looks_at_callers(value_of), looks_at_callers(doubled), looks_at_callers(names_of.__wrapped__)
    (True, True, False)
    """
    level, seen = [function], {function}
    for _ in range(_DEEPEST):
        if any(_READS in names_of(one.__code__) for one in level):
            return True
        named = [one.__globals__.get(name) for one in level for name in names_of(one.__code__)]
        level = [one for one in named if isinstance(one, types.FunctionType) and one not in seen and not is_foreign(one.__module__)]
        seen.update(level)
    return False
