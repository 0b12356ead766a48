"""Pickling by name: a function that `grad` decorates is not what its name means, so it is found through that."""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable
from typing import Any


def reference(primal: Callable[..., Any]) -> Any:
    """What is pickled for a primal: itself, or the module and name of the derivative that has taken its name."""
    bound = isinstance(primal, types.MethodType)
    function = primal.__func__ if bound else primal
    if not isinstance(function, types.FunctionType) or _is_found(function):
        return primal
    return (function.__module__, function.__qualname__, *((primal.__self__,) if bound else ()))


def dereference(kept: Any) -> Any:
    """The primal that `reference` was taken of."""
    if not isinstance(kept, tuple):
        return kept
    found = _named(*kept[:2])
    function = found if isinstance(found, types.FunctionType) else found.primal
    return types.MethodType(function, kept[2]) if len(kept) > 2 else function


def _is_found(function: types.FunctionType) -> bool:
    try:
        found = _named(function.__module__, function.__qualname__)
        return getattr(found, "__func__", found) is function  # a method of a class is found as such
    except (AttributeError, ImportError):
        return False


def _named(module: str, qualname: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in qualname.split("."):
        found = getattr(found, part)
    return found
