"""Whether functions and classes are of the module that they say they are of."""

from __future__ import annotations

import sys
import types
from typing import Any


def is_from_elsewhere(value: Any) -> bool:
    """Whether a function, a class or an object that is called is not of the module that it names: nothing there has its name.

    A class that is made by a call says that it is of the module of its metaclass.

    >>> import abc
    >>> is_from_elsewhere(abc.ABCMeta("Made", (), {})), is_from_elsewhere(abc.ABC)
    (True, False)
    """
    if isinstance(value, types.MethodType):
        value = value.__func__
    elif callable(value) and isinstance(type(value).__call__, types.FunctionType):
        value = type(value)
    if not isinstance(value, types.FunctionType | type):
        return False
    module, first = sys.modules.get(getattr(value, "__module__", None) or ""), value.__qualname__.split(".")[0]
    return module is not None and first.isidentifier() and first not in vars(module)
