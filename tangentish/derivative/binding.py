"""Derivatives as attributes of classes: they take the object, or do not, as the function that they are of would."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any


def bound_as(primal: Callable[..., Any], instance: Any, owner: Any) -> Callable[..., Any]:
    """What `primal` would be as an attribute: a method for a function, the function itself for a `staticmethod`.

    >>> bound_as(len, [], list) is len
    True
    """
    get = getattr(type(primal), "__get__", None)
    if isinstance(primal, functools.partial) and sys.version_info < (3, 14):
        get = None  # what its `__get__` of 3.13 gives it after a warning
    return primal if get is None else get(primal, instance, owner)


def is_class_method(derivative: Any, owner: Any) -> bool:
    """Whether a class has `@classmethod` of a derivative as a method: from Python 3.13 on that passes the class itself.

    >>> class Model:
    ...     @classmethod
    ...     def build(cls): ...
    >>> is_class_method(vars(Model)["build"].__func__, Model), is_class_method(len, Model)
    (True, False)
    """
    return isinstance(owner, type) and any(
        isinstance(part, classmethod) and part.__func__ is derivative for cls in owner.__mro__ for part in vars(cls).values())
