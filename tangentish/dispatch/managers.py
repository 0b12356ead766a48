"""Functions made by `contextlib.contextmanager`: what they give is an object that does before and after what the generator does."""

from __future__ import annotations

import functools
from typing import Any

from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Record
from tangentish.frontend.managers import halves, made_from_generator
from tangentish.library.managers import managed


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Such a function, called with active values."""
    maker = maker_of(function)
    return None if maker is None else primal(maker, wrt, *args, **keywords)


def maker_of(function: Any) -> Any:
    """What is called in place of such a function; None for others, and where the generator cannot be taken apart."""
    parts = halves(function) if made_from_generator(function) else None
    return None if parts is None else functools.partial(managed, *parts)
