"""Derivatives as attributes of classes: they take the object, or do not, as the function that they are of would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def bound_as(primal: Callable[..., Any], instance: Any, owner: Any) -> Callable[..., Any]:
    """What `primal` would be as an attribute: a method for a function, the function itself for a `staticmethod`.

    >>> bound_as(len, [], list) is len
    True
    """
    get = getattr(type(primal), "__get__", None)
    return primal if get is None else get(primal, instance, owner)  # type: ignore[no-any-return]  # whatever it gives
