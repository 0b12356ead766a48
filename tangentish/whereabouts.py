"""Where functions and classes come from: from an installed package, from the module that they say they are of."""

from __future__ import annotations

import sys
import types
from typing import Any

_FOREIGN = frozenset(sys.stdlib_module_names | {"numpy", "scipy", "tangentish"}) - {"__main__"}


def is_foreign(module: str | None) -> bool:
    """Whether what a module defines is not looked at: Python's own, NumPy's and SciPy's."""
    return (module or "builtins").partition(".")[0] in _FOREIGN


def is_installed(function: types.FunctionType) -> bool:
    """Whether a function belongs to Python or an installed package: what these keep in objects of theirs are settings."""
    return is_foreign(function.__module__) or "-packages" in function.__code__.co_filename


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
