"""What is looked for in code of installed packages, each once in a run.

Libraries call the same few helpers in hundreds of places, and each of these leads to a thousand functions: what was found for
one call holds for the next.  Code of the user's is looked through each time, as what it names may be bound anew in the run.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, TypeVar

from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.foreign import is_installed
from tangentish.runtime.runs import found_in_run

Found = TypeVar("Found")


def once_in_run(what: str, target: Any, search: Callable[[Any], Found]) -> Found:
    """What a search finds for a function, or whatever `target` is; `what` tells one search from another.

    >>> once_in_run("name", once_in_run, lambda function: function.__name__)
    'once_in_run'
    """
    lasting = isinstance(target, types.FunctionType) and not target.__closure__ and "<" not in target.__qualname__
    if not lasting or not is_installed(target):
        return search(target)
    watch_runs()
    known = found_in_run()
    if (what, id(target)) not in known:
        known[what, id(target)] = target, search(target)  # the target, to keep it alive, and so its id
    found: Found = known[what, id(target)][1]
    return found
