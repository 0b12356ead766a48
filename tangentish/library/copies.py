"""Copies of arguments, for derivatives of programs that make them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import shares_memory


def copies_of(*values: Any) -> Any:
    """`runtime.copied`: arrays, lists, tuples and dicts, nested ones too; other objects as they are."""
    check_apart(values)
    copies = [copy_of(value) for value in values]
    return copies[0] if len(copies) == 1 else tuple(copies)


def copy_of(x: Any) -> Any:
    """A copy of a value and of what it holds."""
    if isinstance(x, np.ndarray):
        return x.copy() if x.dtype.kind != "O" else x
    if isinstance(x, list):
        return [copy_of(item) for item in x]
    if isinstance(x, dict):
        return {key: copy_of(item) for key, item in x.items()}
    if isinstance(x, tuple):
        items = [copy_of(item) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else tuple(items)
    return x


def check_apart(values: Any) -> None:
    """Refuse values that share memory, as their copies have to."""
    if shares_memory({"": values}):
        raise UnsupportedError("the derivative of a derivative is not supported for arguments that share memory and are written "
                               "into.\nPass copies.")


zero_derivative(check_apart)
