"""What an exception, or an object that is looked at and not asked, tells."""

from __future__ import annotations

import inspect
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.generated import is_whole
from tangentish.rules.registry import zero_derivative


def told(value: Any) -> Any:
    """What was read from an exception, which must be nothing that may have a derivative: text, or a number of an error."""
    if not is_whole(value):
        raise UnsupportedError("a value that an exception carries is not followed.\nKeep it in a variable before raising.")
    return value


def attribute_static(obj: Any, attr: str, *default: Any) -> Any:
    """`inspect.getattr_static` for what has no derivative: methods, and what else classes say of attributes.

    >>> attribute_static([], "append").__name__, attribute_static([], "fillna", None)
    ('append', None)
    """
    value = inspect.getattr_static(obj, attr, *default)
    if callable(value) or hasattr(type(value), "__get__") or is_whole(value):
        return value
    raise UnsupportedError("a value that inspect.getattr_static reads is not followed.\nUse getattr.")


zero_derivative(told, attribute_static)
