"""The kinds of values: of the arguments that a program is made for, and of what is found by name."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.analysis.kinds.kind import LEAST, NUMBERS, UNKNOWN, Array, Const, Dim, Instance, Kind, Scalar, Sequence
from tangentish.analysis.objects.class_code import acts_when_read
from tangentish.class_attributes import is_gone
from tangentish.own_arrays import has_a_say


def is_named_function(value: Any) -> bool:
    """Whether a value is a function that its module knows by name, so that the same is met again with the next call."""
    return (type(value) is types.FunctionType and value.__closure__ is None and not value.__defaults__
            and not value.__kwdefaults__ and value.__globals__.get(value.__name__) is value)


def kinds_of(values: dict[str, Any]) -> dict[str, Kind]:
    """The kinds of some arguments; small sizes are known, of others equal ones share a symbol."""
    symbols: dict[int, str] = {}

    def dim(size: int) -> Dim:
        return size if size < LEAST else (symbols.setdefault(size, f"n{len(symbols)}"), 0)

    def kind(value: Any) -> Kind:
        if type(value) is np.ndarray:
            return Array(value.dtype, tuple(dim(size) for size in value.shape)) if value.dtype.kind in "fciub" else UNKNOWN
        if is_gone(value):
            return UNKNOWN
        if is_named_function(value):
            return Const(value)
        if value is None or value is np._NoValue or isinstance(value, (bool, str, types.ModuleType)):
            return Const(value)
        if isinstance(value, (types.FunctionType, type)):
            return UNKNOWN
        if type(value) in NUMBERS or isinstance(value, (np.number, np.bool_)):
            return Scalar(type(value))
        if type(value) is tuple:
            return Sequence(tuple, tuple(kind(item) for item in value))
        if type(value) in (list, dict, set):
            return Instance(type(value))
        return Instance(type(value)) if has_operators(type(value)) else UNKNOWN

    return {key: kind(value) for key, value in values.items()}


def unknown_of(values: dict[str, Any]) -> dict[str, Kind]:
    """Kinds that know nothing, but for the classes that say what an operator means, and what stands for no argument."""
    return {key: Const(value) if value is np._NoValue else Instance(type(value)) if has_operators(type(value)) else UNKNOWN
            for key, value in values.items()}


_SAYING = (types.FunctionType, property)
"""What a class may have under the name of a special method: a property gives what is called."""


def defines(cls: type, method: str) -> bool:
    """Whether a class says in Python what an operator means (`object` stands for a class that is not known).

    One of arrays may say so of all at once.
    """
    names = (method, f"__r{method[2:]}")
    return cls is object or has_a_say(cls) or any(isinstance(getattr(cls, name, None), _SAYING) for name in names)


@functools.lru_cache(maxsize=1024)
def has_operators(cls: type) -> bool:
    """Whether a class says in Python what arithmetic on its objects means, or writes into them when attributes are read."""
    both = "add sub mul truediv pow matmul mod floordiv and or xor lshift rshift".split()  # and the reflected ones
    names = [*both, *(f"r{name}" for name in both), *"neg pos abs invert iter getitem setitem iadd isub imul itruediv ipow "
             "imatmul imod ifloordiv ior iand ixor".split()]
    read = [key for base in cls.__mro__ for key, value in vars(base).items() if isinstance(value, property)]
    return any(isinstance(getattr(cls, f"__{name}__", None), _SAYING) for name in names) or any(
        acts_when_read(cls, key) for key in [*read, "__getattr__ of anything"])

