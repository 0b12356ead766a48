"""The functions that may run when something is called, found once in a run for each target.

Libraries call the same few helpers in hundreds of places, and each of these leads to a thousand functions: what was found for
one call holds for the next.  By another run, modules may hold something else.

>>> def outer(v): return inner(v)
>>> def inner(v): return v + 1
>>> outer.__module__ = inner.__module__ = "models"  # of no package
>>> [function.__name__ for function in functions_below(outer)]
['outer', 'inner']
"""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.reach import Reach
from tangentish.runtime.runs import found_in_run, is_of_module


def functions_below(target: Any) -> tuple[types.FunctionType, ...]:
    """All that may run when a function, or whatever `target` is, is called; of installed packages as well."""
    if not is_of_module(target):
        return _found(target)
    watch_runs()
    known = found_in_run()
    key = "below", id(target)
    if key not in known:
        known[key] = target, _found(target)  # the target, to keep it alive, and so its id
    found: tuple[types.FunctionType, ...] = known[key][1]
    return found


def _found(target: Any) -> tuple[types.FunctionType, ...]:
    return tuple(Reach({"": target}, (), (), thorough=True).functions)
