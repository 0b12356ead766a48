"""Attributes that a class of the user's makes up, under names that arrays have too."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.class_attributes import has_dict
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.saving import fallback_of


def told_of_array(owner: Any, key: str) -> Any:
    """`owner.key`, which has no derivative if it is that of an array; refused where a class makes up a number for it.

    >>> told_of_array(np.zeros((2, 3)), "shape")
    (2, 3)
    """
    made_up = not isinstance(owner, np.ndarray | np.generic) and fallback_of(owner, key) is not None
    value = getattr(owner, key)
    if made_up and _may_be_active(value):
        raise UnsupportedError(f"`{key}` is made up by the class {type(owner).__name__}, which was not known when this program was "
                               "made, and arrays have that too.\nGive it another name, or make it a property.")
    return value


def _may_be_active(value: Any) -> bool:
    """Whether a value is a number, or holds one, that may have a derivative; no place, size or truth is one."""
    if isinstance(value, list | tuple | dict):
        return any(map(_may_be_active, value.values() if isinstance(value, dict) else value))
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fcO"
    return isinstance(value, float | complex | np.inexact) or has_dict(value)


zero_derivative(told_of_array)
