"""The kinds themselves, what two of them have in common, and what they tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.runtime.checks import arrays_have

# A dimension is an int (known), a pair (symbol, offset) for "size of that symbol plus offset", or None (unknown).
Dim = int | tuple[str, int] | None

LEAST = 12
"""What the sizes that symbols stand for are at least: the size of a point, or of some parameters, is known as it is."""


@dataclass(frozen=True)
class Kind:
    """The base class; an instance of it alone means unknown."""

    @property
    def ndim(self) -> int | None:
        """The number of dimensions, None if unknown; `when` predicates of rules read this."""
        return None

    @property
    def is_scalar(self) -> bool:
        """A Python or NumPy number: immutable, without dimensions."""
        return False

    @property
    def is_array(self) -> bool:
        """A NumPy array."""
        return False

    @property
    def const(self) -> Any:
        """The value itself where it is a known number, else None."""
        return None

    @property
    def is_real(self) -> bool:
        """A number or array known not to be complex."""
        return False

    @property
    def active_dtype(self) -> bool:
        """Whether a value of this kind can carry a derivative."""
        return True


@dataclass(frozen=True)
class Const(Kind):
    """A value known when the program is made: None, a string, a bool, a literal, a function, a module."""

    value: Any

    def __hash__(self) -> int:
        return hash(type(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and (
            self.value is other.value
            or (type(self.value) is type(other.value) and isinstance(self.value, (int, float, complex, str, tuple, slice))
                and self.value == other.value))

    @property
    def ndim(self) -> int | None:
        return 0 if self.is_scalar else None

    @property
    def is_scalar(self) -> bool:
        return isinstance(self.value, (int, float, complex, np.number))

    @property
    def const(self) -> Any:
        return self.value if self.is_scalar else None

    @property
    def is_real(self) -> bool:
        return isinstance(self.value, (int, float))

    @property
    def active_dtype(self) -> bool:
        return isinstance(self.value, (float, complex)) and not isinstance(self.value, bool)


@dataclass(frozen=True)
class Scalar(Kind):
    """A number: `type` is int, float, complex, bool or a NumPy scalar type; an int may be a known dimension."""

    type: type
    dim: Dim = None

    @property
    def ndim(self) -> int | None:
        return 0

    @property
    def is_scalar(self) -> bool:
        return True

    @property
    def is_real(self) -> bool:
        return not issubclass(self.type, (complex, np.complexfloating))

    @property
    def active_dtype(self) -> bool:
        return issubclass(self.type, (float, complex, np.inexact))


@dataclass(frozen=True)
class Array(Kind):
    """A NumPy array of known number of dimensions."""

    dtype: np.dtype[Any]
    dims: tuple[Dim, ...]

    @property
    def ndim(self) -> int | None:
        return len(self.dims)

    @property
    def is_array(self) -> bool:
        return True

    @property
    def is_real(self) -> bool:
        return self.dtype.kind != "c"

    @property
    def active_dtype(self) -> bool:
        return self.dtype.kind in "fc"


@dataclass(frozen=True)
class Sequence(Kind):
    """A tuple or list (`type`) with an item of known kind at every place."""

    type: type
    items: tuple[Kind, ...]

    @property
    def active_dtype(self) -> bool:
        return any(item.active_dtype for item in self.items)


@dataclass(frozen=True)
class Instance(Kind):
    """An object of a known class that is none of the above; a list or dict too."""

    type: type

    @property
    def active_dtype(self) -> bool:
        return not issubclass(self.type, (str, bytes, np.random.Generator))


UNKNOWN = Kind()
Env = dict[str, Kind]
"""The kinds of names at a place of a program."""

NUMBERS = (bool, int, float, complex)


def join(left: Kind, right: Kind) -> Kind:
    """What is true of both."""
    if left == right:
        return left
    if isinstance(left, Array) and isinstance(right, Array) and left.dtype == right.dtype and left.ndim == right.ndim:
        return Array(left.dtype, tuple(a if a == b else None for a, b in zip(left.dims, right.dims, strict=True)))
    if left.is_scalar and right.is_scalar:
        kinds = {scalar_type(left), scalar_type(right)}
        if len(kinds) == 1:
            return Scalar(kinds.pop())
        if not kinds - {bool, int, float, np.float64}:
            return Scalar(float) if kinds & {float, np.float64} else Scalar(int)
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.type is right.type:
        if len(left.items) == len(right.items):
            return Sequence(left.type, tuple(join(a, b) for a, b in zip(left.items, right.items, strict=True)))
        return Instance(left.type)
    if _container(left) is not None and _container(left) is _container(right):
        return Instance(_container(left))
    if is_object(left) and is_object(right):
        return Instance(object)
    return UNKNOWN


def store_raises(kind: Kind, key: str) -> bool:
    """Whether `x.key = value` raises, as it does for arrays, unless they are of a class of their own, where they have no `key`."""
    return isinstance(kind, Array) and not arrays_have(key)


def is_container(kind: Kind) -> bool:
    """Whether a value is a list, a tuple, a dict, a set or a string."""
    return isinstance(kind, Sequence) or (
        isinstance(kind, Instance) and issubclass(kind.type, (list, tuple, dict, set, frozenset, str, bytes)))


def is_text(kind: Kind) -> bool:
    """Whether a value is a string."""
    return isinstance(kind.value, str) if isinstance(kind, Const) else isinstance(kind, Instance) and issubclass(kind.type, str)


def is_object(kind: Kind) -> bool:
    """Whether a value is, or may be, an object of a class of the user's."""
    return isinstance(kind, Instance) and not is_container(kind)


def _container(kind: Kind) -> Any:
    return kind.type if isinstance(kind, (Sequence, Instance)) else None


def scalar_type(kind: Kind) -> type:
    """The Python type of a scalar kind."""
    return type(kind.value) if isinstance(kind, Const) else kind.type


def is_not_one(dim: Dim) -> bool:
    """Whether a size is known not to be 1, so that nothing is repeated along it."""
    return dim != 1 if isinstance(dim, int) else dim is not None and LEAST + dim[1] > 1


def spans(operand: Kind, result: Kind) -> bool:
    """Whether an operand of an elementwise function is known to have the shape of the result."""
    return same_shape(operand, result) or (
        isinstance(operand, Array) and isinstance(result, Array) and operand.ndim == result.ndim
        and all(is_not_one(a) or (a is not None and a == b) for a, b in zip(operand.dims, result.dims, strict=True)))


def same_shape(left: Kind, right: Kind) -> bool:
    """Whether two values are known to have the same shape."""
    if left.is_scalar and right.is_scalar:
        return True
    return (isinstance(left, Array) and isinstance(right, Array) and left.ndim == right.ndim
            and all(a is not None and a == b for a, b in zip(left.dims, right.dims, strict=True)))
