"""Attributes that are computed when they are read for the first time, and then kept: what that changes besides is not followed.

>>> class Beam:
...     def __init__(self): self.loads = np.ones(2)
...     @functools.cached_property
...     def total(self):
...         self.loads *= 2.0
...         return self.loads.sum()
>>> beam = Beam()
>>> before = before_computed(beam, "total")
>>> beam.total
np.float64(4.0)
>>> check_computed(before)
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: `total` of Beam changes what its object holds when it is computed, and is kept there.
Make it a method.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tangentish.class_attributes import of_class, own_attributes
from tangentish.errors import UnsupportedError
from tangentish.library.unchanged import content_before, is_changed
from tangentish.rules.registry import zero_derivative

_NUMERIC = (np.ndarray, float, complex, np.inexact)


def before_computed(x: Any, key: str) -> Any:
    """What an object holds, if an attribute is about to be computed; else None."""
    if not isinstance(of_class(type(x), key), functools.cached_property) or key in own_attributes(x):
        return None
    held = dict(own_attributes(x))
    return x, key, held, content_before(list(held.values()))


def check_computed(before: Any) -> None:
    """Raise where computing it changed an array or a number that the object held."""
    if before is None:
        return
    x, key, held, content = before
    now = own_attributes(x)
    rebound = any(now.get(name) is not value for name, value in held.items() if isinstance(value, _NUMERIC))
    if rebound or any(is_changed(part, items) for part, items in content if isinstance(part, np.ndarray)):
        raise UnsupportedError(f"`{key}` of {type(x).__name__} changes what its object holds when it is computed, and is kept "
                               "there.\nMake it a method.")


zero_derivative(before_computed, check_computed)
