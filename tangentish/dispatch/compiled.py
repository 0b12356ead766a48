"""What Numba compiled for types that are told: it converts what it is given to these, and its result, which Python does not."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


def check_not_converted(function: Any, args: tuple[Any, ...], ans: Any) -> None:
    """Raise where a compiled function would convert an argument, or what the function that it was compiled from gave.

    One that was compiled when it was called takes all as it is.

    >>> check_not_converted(abs, (2.7,), 2.7)
    """
    if getattr(function, "_can_compile", True):
        return
    told = [made.signature for made in function.overloads.values()]
    if not any(len(types.args) == len(args) and all(map(_takes, types.args, args)) and _takes(types.return_type, ans)
               for types in told):
        raise UnsupportedError(
            f"{function.__name__} was compiled for {' or '.join(map(str, told))}, and converts what it is given and gives.\n"
            "Give it arguments of these types, or compile it without telling them: it is differentiated as it is written.")


def _takes(told: Any, value: Any) -> bool:
    """Whether a value stays what it is where a type is told: numbers may become wider."""
    dtype = getattr(told, "dtype", told) if isinstance(value, np.ndarray) else told
    name = str(dtype)
    if name not in _WIDER:
        return not isinstance(value, float | complex | np.inexact | np.ndarray) or name in ("none", "pyobject")
    given = value.dtype if isinstance(value, np.ndarray) else np.result_type(value) if isinstance(value, _NUMBERS) else None
    if given is None:
        return False
    if isinstance(value, np.ndarray):
        return str(given) == name
    return given.kind in _WIDER[name] and (given.kind not in "fc" or np.can_cast(given, np.dtype(name)))


_NUMBERS = (bool, int, float, complex, np.generic)
_WIDER = {"bool": "b", "boolean": "b", **{f"{sign}int{size}": "biu" for sign in ("", "u") for size in (8, 16, 32, 64)},
          "float32": "f", "float64": "biuf", "complex64": "fc", "complex128": "biufc"}
"""By the name of a type that Numba knows, the kinds of numbers that stay what they are in it."""
