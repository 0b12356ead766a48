"""The functions that may run when something is called.

>>> def outer(v): return inner(v)
>>> def inner(v): return v + 1
>>> outer.__module__ = inner.__module__ = "models"  # of no package
>>> [function.__name__ for function in functions_below(outer)]
['outer', 'inner']
"""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.code.once_in_run import once_in_run
from tangentish.analysis.code.reach import Reach


def functions_below(target: Any) -> tuple[types.FunctionType, ...]:
    """All that may run when a function, or whatever `target` is, is called; of installed packages as well."""
    return once_in_run("below", target, lambda root: tuple(Reach({"": root}, (), (), thorough=True).functions))
