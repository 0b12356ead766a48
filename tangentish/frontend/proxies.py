"""Objects that pose as functions, as those of decorators of `wrapt` do: what they do around the function is not known."""

from __future__ import annotations

import types
from typing import Any

from tangentish.errors import UnsupportedError


def poses_as_function(value: Any) -> bool:
    """Whether an object says that its class is that of functions or methods, and is of another one."""
    cls = type(value)
    return cls is not types.FunctionType and cls is not types.MethodType and isinstance(
        value, types.FunctionType | types.MethodType)


def refused_proxy(function: Any) -> UnsupportedError:
    """The error for such an object where something active goes in."""
    name = getattr(function, "__name__", "the function")
    return UnsupportedError(f"`{name}` is an object that poses as the function it wraps, and may do anything around that.\n"
                            "Call the function itself (`__wrapped__`), or decorate it with a function that uses functools.wraps.")
