"""What is gone through: made something that has items by number."""

from __future__ import annotations

import dis
import functools
import itertools
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.class_attributes import own_attributes
from tangentish.errors import UnsupportedError
from tangentish.own_containers import said_in_python
from tangentish.pandas_tables import is_constant, is_table
from tangentish.views_of_dicts import check_no_view


def indexable(x: Any, drawn: bool = False) -> Any:
    """`x` itself where `x[k]` gives what iteration gives, else a list of what iteration gives.

    Iterators are refused, unless what is `drawn` from them is known to carry no derivative.
    """
    if isinstance(x, list | tuple | np.ndarray | str | range):
        return x
    if isinstance(x, dict | set | frozenset) or is_table(x) or hasattr(x, "keys"):
        return list(x)
    if said_in_python(type(x), "__iter__", "__getitem__"):
        raise not_known(x)
    if hasattr(x, "__getitem__") and hasattr(x, "__len__"):
        return x
    if not isinstance(x, types.MappingProxyType):  # which gives its keys
        check_no_view(x)
    iterates = isinstance(x, enumerate | zip | map | filter | reversed) or hasattr(x, "__next__")
    if iterates and not (drawn or is_constant(x) or is_of_whole_numbers(x)):
        raise not_followed(x)
    if is_endless(x):
        raise UnsupportedError("an endless iterator is gone through as a whole where active values flow.\n"
                               "Take as many of its items as are needed, by itertools.islice.")
    return list(x)


def not_known(x: Any) -> UnsupportedError:
    """What to say of an object that is gone through by code of its class."""
    return UnsupportedError(
        f"a {type(x).__name__} is iterated over, and its class was not known when this program was made.\n"
        "Make it a list or a tuple in a method of the class, or pass the object as an argument.")


def not_followed(x: Any) -> UnsupportedError:
    """What to say of an iterator whose items have cotangents."""
    return UnsupportedError(
        f"a {type(x).__name__} object carries active values; iterators are not followed.\nMake it a list first.")


def check_followed(x: Any) -> None:
    """Raise where an active value turns out to be an iterator, which a function that goes through it would take for constant."""
    if isinstance(x, types.GeneratorType) and not _has_numbers(x):
        return
    if not isinstance(x, types.MappingProxyType):  # which gives its keys
        check_no_view(x)
    if isinstance(x, map | filter | types.GeneratorType) and not is_constant(x):
        raise not_followed(x)


def _has_numbers(generator: types.GeneratorType[Any, Any, Any]) -> bool:
    """Whether the variables of a generator hold numbers with a derivative, or what holds such; iterators may."""
    frame = generator.gi_frame
    left, seen = [] if frame is None else list(frame.f_locals.values()), set()
    while left:
        value = left.pop()
        if isinstance(value, float | complex | np.ndarray | np.inexact):
            return True
        if id(value) in seen:
            continue
        seen.add(id(value))
        if hasattr(value, "__next__"):
            if isinstance(value, types.GeneratorType) or type(value).__module__ != "builtins":
                return True
            left += value.__reduce__()[1]
        elif isinstance(value, dict | list | tuple | set):
            left.extend(value.values() if isinstance(value, dict) else value)
        elif not isinstance(value, type | types.ModuleType | types.FunctionType):
            left += own_attributes(value).values()
    return False


def is_of_whole_numbers(x: Any) -> bool:
    """Whether an iterator is a generator that has whole numbers, texts and slices alone, and ends: it has no `while`.

    Nor does it name anything around it but functions of Python.

    >>> def parts(count):
    ...     for k in range(count):
    ...         yield slice(k, k + 1)
    >>> is_of_whole_numbers(parts(3)), is_of_whole_numbers(parts([1.0])), is_of_whole_numbers(iter([1.0]))
    (True, False, False)
    """
    frame = x.gi_frame if isinstance(x, types.GeneratorType) else None
    if frame is None or frame.f_code.co_freevars:
        return False
    held = [*frame.f_locals.values(), *(frame.f_globals[label] for label in frame.f_code.co_names if label in frame.f_globals)]
    return all(isinstance(value, _WHOLE) for value in held) and _has_plain_loops(frame.f_code)


_WHOLE = (int, str, bytes, type(None), slice, range)


@functools.lru_cache(maxsize=256)
def _has_plain_loops(code: types.CodeType) -> bool:
    """Whether all loops of some code are `for` loops."""
    steps = list(dis.get_instructions(code))
    heads = {step.offset for step in steps if step.opname == "FOR_ITER"}
    return all(step.argval in heads for step in steps if "JUMP_BACKWARD" in step.opname)


def in_step(*lengths: int) -> Iterator[int]:
    """The numbers of the rows of `zip(..., strict=True)`, which raises once the shortest column has ended.

    >>> list(in_step(2, 2))
    [0, 1]
    """
    count = min(lengths)
    yield from range(count)
    for _ in zip(*(range(length - count) for length in lengths), strict=True):  # raises as `zip` does
        pass


def is_endless(x: Any) -> bool:
    """Whether an iterator of `itertools` never ends."""
    if isinstance(x, itertools.repeat):
        try:
            x.__length_hint__()
        except TypeError:
            return True
    return isinstance(x, itertools.count | itertools.cycle)
