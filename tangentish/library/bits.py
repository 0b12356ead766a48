"""`x |= v` and its like, of what may hold values: of dicts, sets, masks and whole numbers.

Of these only a dict holds what has a derivative; a mask and a set are changed in place, as others may see them.
"""

from __future__ import annotations

import collections
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.library.containers import bitwise_or, update_dict
from tangentish.rules.registry import zero_derivative


def or_into(x: Any, v: Any) -> Any:
    """`x |= v`: the new value of `x`."""
    if isinstance(x, dict) and not isinstance(x, collections.Counter):
        update_dict(x, v)
        return x
    if isinstance(x, set):
        x.update(v)
        return x
    if is_of_bits(x) and is_of_bits(v):
        return whole_into(x, bitwise_or(x, v))
    return operator.ior(x, v)  # type: ignore[no-untyped-call]  # typeshed has no types for it


def and_into(x: Any, v: Any) -> Any:
    """`x &= v`: the new value of `x`."""
    if isinstance(x, set):
        x.intersection_update(v)
        return x
    if is_of_bits(x) and is_of_bits(v):
        return whole_into(x, bitwise_and(x, v))
    return operator.iand(x, v)  # type: ignore[no-untyped-call]  # typeshed has no types for it


def xor_into(x: Any, v: Any) -> Any:
    """`x ^= v`: the new value of `x`."""
    if isinstance(x, set):
        x.symmetric_difference_update(v)
        return x
    if is_of_bits(x) and is_of_bits(v):
        return whole_into(x, bitwise_xor(x, v))
    return operator.ixor(x, v)  # type: ignore[no-untyped-call]  # typeshed has no types for it


def left_into(x: Any, v: Any) -> Any:
    """`x <<= v`: the new value of `x`."""
    check_bits(x, "<<")
    return whole_into(x, shifted_left(x, v))


def right_into(x: Any, v: Any) -> Any:
    """`x >>= v`: the new value of `x`."""
    check_bits(x, ">>")
    return whole_into(x, shifted_right(x, v))


def whole_into(x: Any, y: Any) -> Any:
    """`y`, in the place of `x` if that is an array."""
    if isinstance(x, np.ndarray):
        x[...] = y
        return x
    return y


def is_of_bits(x: Any) -> bool:
    """Whether a value is one that is known here; of others the class says what the operator does."""
    return isinstance(x, np.ndarray | np.generic | int | set | frozenset | list | tuple)


def check_bits(x: Any, sign: str) -> None:
    """Refuse an object of a class that was not known: the class says what the operator does."""
    if not isinstance(x, np.ndarray | np.generic | int):
        raise UnsupportedError(f"`{sign}=` of a {type(x).__name__}, whose class was not known when this program was made.\n"
                               "Call the method of the class by its name, or pass the object as an argument.")


def bitwise_and(x: Any, v: Any) -> Any:
    """`x & v` of whole numbers, masks and sets; the next ones too."""
    return x & v


def bitwise_xor(x: Any, v: Any) -> Any:
    """`x ^ v`."""
    return x ^ v


def shifted_left(x: Any, v: Any) -> Any:
    """`x << v`."""
    return x << v


def shifted_right(x: Any, v: Any) -> Any:
    """`x >> v`."""
    return x >> v


zero_derivative(bitwise_and, bitwise_xor, shifted_left, shifted_right, check_bits, is_of_bits)

INTO: dict[str, Callable[[Any, Any], Any]] = {
    "BitOr": or_into, "BitAnd": and_into, "BitXor": xor_into, "LShift": left_into, "RShift": right_into}
"""By the names of operators in trees."""
