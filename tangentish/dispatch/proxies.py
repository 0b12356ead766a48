"""Objects that pose as functions, as those of decorators of `wrapt` do: what they do around the function is not known."""

from __future__ import annotations

from typing import Any

from tangentish.dispatch.library_functions import with_nothing_active
from tangentish.dispatch.records import Record
from tangentish.frontend.proxies import poses_as_function, refused_proxy


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Refuse such an object where something active goes in."""
    if not poses_as_function(function):
        return None
    found = with_nothing_active(function, wrt, args, keywords)
    if found is None:
        raise refused_proxy(function)
    return found
