"""What an exception tells those who catch it."""

from __future__ import annotations

from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.generated import is_whole
from tangentish.rules.registry import zero_derivative


def told(value: Any) -> Any:
    """What was read from an exception, which must be nothing that may have a derivative: text, or a number of an error."""
    if not is_whole(value):
        raise UnsupportedError("a value that an exception carries is not followed.\nKeep it in a variable before raising.")
    return value


zero_derivative(told)
