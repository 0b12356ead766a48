"""Attributes that code of a class computes when they are read, or asked for."""

from __future__ import annotations

from typing import Any

from tangentish.analysis.objects.computed_once import is_run
from tangentish.library.unnamed import attribute_or, attribute_there
from tangentish.runtime.saving import fallback_of
from tangentish.shadows import getter_of, static_attribute


def asked_by_code(function: Any, args: tuple[Any, ...]) -> Any:
    """What stands for `hasattr`, or `getattr` with a default, of an object whose class has code that it runs; None for others."""
    if not (function is hasattr or (function is getattr and len(args) == 3)):
        return None
    owner, key = args[:2]
    if isinstance(owner, super) or (code_of(owner, key) is None and not is_run(owner, key)):
        return None
    return attribute_there if function is hasattr else attribute_or


def code_of(owner: Any, key: str) -> tuple[Any, tuple[Any, ...]] | None:
    """The function that computes an attribute, and its arguments."""
    found = static_attribute(owner, key)
    getter = getter_of(found)
    if getter is not None:
        return getter, (owner.__self__ if isinstance(owner, super) else owner,)
    fallback = fallback_of(owner, key)
    return None if fallback is None else (fallback, (owner, key))
