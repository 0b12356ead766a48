"""Calls that give what an earlier call gave: an array that a function keeps, and has written into again since.

>>> import numpy as np
>>> def square(x, out=np.zeros(3)):
...     out[:] = x * x
...     return out
>>> def first(x):
...     return square(x)[:1]
>>> square.__module__ = first.__module__ = "models"  # of no package
>>> gives_what_is_kept(square), gives_what_is_kept(first), gives_what_is_kept(np.square)
(True, True, False)

After `y = square(x)` and `z = square(2.0 * x)`, `y` and `z` are one array: their adjoints are in the shadow table, which knows.
"""

from __future__ import annotations

from typing import Any

from tangentish.analysis.around.kept_containers import is_users, returned_by
from tangentish.analysis.code.code_names import called_by_name


def gives_what_is_kept(target: Any) -> bool:
    """Whether a call may give what a function keeps, as a default or captured, or a view of it."""
    if returned_by(target):
        return True
    if not is_users(target):
        return False
    return any(returned_by(one) for one in called_by_name(target, is_users) if one is not target)
