"""Attributes that are computed when they are read for the first time, and then kept: what that changes besides is not followed.

>>> class Beam:
...     def __init__(self): self.loads = np.ones(2)
...     @functools.cached_property
...     def total(self):
...         np.multiply(self.loads, 2.0, out=self.loads)
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
import types
from typing import Any

import numpy as np

from tangentish.analysis.objects.class_code import stores_when_computed, writes_when_computed
from tangentish.analysis.objects.descriptors_storing import stores_by_descriptor
from tangentish.class_attributes import compiled_getter, has_dict, of_class, own_attributes
from tangentish.errors import UnsupportedError
from tangentish.library.unchanged import content_before, is_changed
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.stored_directly import is_held_first

_NUMERIC = (np.ndarray, float, complex, np.inexact)


def before_computed(x: Any, key: str) -> Any:
    """What an object holds, if an attribute is about to be computed; else None."""
    if not isinstance(of_class(type(x), key), functools.cached_property) or key in own_attributes(x) or function_run(x, key):
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


def value_kept(x: Any, key: str) -> Any:
    """`x.key`, by the code that computes it where that is run now and stores something besides, which is followed, too.

    >>> class Beam:
    ...     @functools.cached_property
    ...     def total(self):
    ...         self.count = 2
    ...         return 4.0
    >>> beam = Beam()
    >>> value_kept(beam, "total"), vars(beam)
    (4.0, {'count': 2, 'total': 4.0})
    """
    function, described = function_run(x, key), descriptor_run(x, key)
    if described is not None:
        return type(described).__get__(described, x, type(x))
    if function is None:
        return getattr(x, key)
    value = function(x)
    table = vars(x)
    table[key] = value
    return value


def function_run(x: Any, key: str) -> Any:
    """The function of a cached property that is about to be computed and stores other attributes; else None."""
    described = of_class(type(x), key)
    if compiled_getter(described) is not None and stores_when_computed(compiled_getter(described), type(x)):
        raise UnsupportedError(f"`{key}` of {type(x).__name__} stores something else in its object when computed, by compiled "
                               "code.\nMake it a method, or a functools.cached_property.")
    if type(described) is not functools.cached_property or not has_dict(x) or key in own_attributes(x):
        return None
    function = described.func
    if not isinstance(function, types.FunctionType):
        return None
    return function if writes_when_computed(function, type(x)) or stores_by_descriptor(type(x), key) else None


def descriptor_run(x: Any, key: str) -> Any:
    """A descriptor that somebody wrote, if its `__get__` gives the attribute, and what computes it stores others; else None.

    >>> class Kept:
    ...     def __init__(self, func): self.func = func
    ...     def __get__(self, owner, cls=None): return owner.__dict__.setdefault("total", self.func(owner))
    >>> class Beam:
    ...     @Kept
    ...     def total(self):
    ...         self.count = 2
    ...         return 4.0
    >>> beam = Beam()
    >>> descriptor_run(beam, "total") is vars(Beam)["total"], beam.total, descriptor_run(beam, "total")
    (True, 4.0, None)
    """
    if isinstance(x, super | type) or not stores_by_descriptor(type(x), key):
        return None
    described = of_class(type(x), key)
    return None if is_held_first(described) and key in own_attributes(x) else described


def is_run(x: Any, key: str) -> bool:
    """Whether `value_kept` runs the code of an attribute as one of these two, and does not only read it."""
    return not isinstance(x, super) and (function_run(x, key) is not None or descriptor_run(x, key) is not None)


zero_derivative(before_computed, check_computed, function_run, descriptor_run, is_run)
