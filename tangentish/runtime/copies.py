"""Copies of arguments, and whether these share memory."""

from __future__ import annotations

import collections
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import is_gone
from tangentish.errors import UnsupportedError
from tangentish.own_containers import sequence_like, tuple_like
from tangentish.views_of_dicts import is_view, shown_by


def copy_as_it_lies(x: Any) -> Any:
    """A copy of an array with the same steps in memory: what is a view of the one is a view of the other.

    >>> copy_as_it_lies(np.ones((2, 3)).T).strides, copy_as_it_lies(np.ones(6)[::2]).strides
    ((8, 24), (16,))
    """
    return copied(x) if isinstance(x, np.ndarray) and not x.flags.c_contiguous else np.copy(x)


def copied(*values: Any) -> Any:
    """Copies of arguments that are written into; what shared memory before shares it again.

    Arrays, lists, deques, tuples and dicts are copied, nested ones too; other objects are passed on as they are, those of
    classes that users derived from lists and dicts as well.
    """
    memory: dict[int, tuple[Any, Any, int]] = {}
    done: dict[int, Any] = {}

    def copy_of(x: Any) -> Any:
        if id(x) in done:
            return done[id(x)]
        result: Any = x
        if type(x) is np.ndarray and x.dtype != object:
            root: Any = x
            while isinstance(root.base, np.ndarray):
                root = root.base
            if id(root) not in memory:
                low, high = np.lib.array_utils.byte_bounds(root)
                # that the numbers are complex is seen by who looks for the owner of an imaginary part
                unit = root.dtype if root.dtype.kind == "c" else np.dtype(np.uint8)
                block = np.zeros(-(-(high - low) // unit.itemsize) + 64 // unit.itemsize + 1, unit)
                align = -block.__array_interface__["data"][0] % 64 // unit.itemsize
                whole = np.ndarray(root.shape, root.dtype, block[align:].data, root.__array_interface__["data"][0] - low,
                                   root.strides)
                whole[...] = root
                memory[id(root)] = (root, block[align:], low)
            _, block, low = memory[id(root)]
            offset = x.__array_interface__["data"][0] - low if x.size else 0
            result = np.ndarray(x.shape, x.dtype, block.data, offset, x.strides)
            result.flags.writeable = x.flags.writeable
        elif type(x) is list:
            result = done[id(x)] = []
            result.extend(copy_of(item) for item in x)
        elif type(x) in _DICTS:
            result = done[id(x)] = _empty_like(x)
            for key, item in x.items():
                result[key] = copy_of(item)
        elif type(x) is collections.deque:
            result = done[id(x)] = collections.deque(maxlen=x.maxlen)
            result.extend(copy_of(item) for item in x)
        elif type(x) is tuple:
            result = tuple(copy_of(item) for item in x)
        elif isinstance(x, tuple) and hasattr(x, "_fields"):
            result = tuple_like(x, map(copy_of, x))
        done[id(x)] = result
        return result

    results = [copy_of(value) for value in values]
    return results[0] if len(results) == 1 else tuple(results)


_DICTS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)


def _empty_like(x: dict[Any, Any]) -> dict[Any, Any]:
    """A dict of the same class, which is one of `_DICTS`."""
    return collections.defaultdict(x.default_factory) if isinstance(x, collections.defaultdict) else type(x)()


def unwritten(x: Any) -> Any:
    """An array that a function only reads, as far as is seen, so that it shows where it is written after all.

    NumPy raises ValueError there, of which `errors.relocated` makes an error that says where.

    >>> unwritten(np.zeros(2)).flags.writeable, unwritten("text")
    (False, 'text')
    """
    if not isinstance(x, np.ndarray):
        return x
    result = x.view()
    result.flags.writeable = False
    return result


def check_not_shared(around: list[Any], *given: Any) -> None:
    """Raise UnsupportedError where an argument is, holds or shows what a function writes into around it.

    >>> import numpy as np
    >>> log = np.zeros(3)
    >>> check_not_shared([log], 2.0, np.ones(3))
    >>> check_not_shared([log], log[1:])
    Traceback (most recent call last):
        ...
    tangentish.errors.UnsupportedError: an argument shares memory with a global that the function writes into.
    Pass a copy, or write into the argument.
    """
    if any(have_in_common(around, value) for value in given):
        raise UnsupportedError("an argument shares memory with a global that the function writes into.\n"
                               "Pass a copy, or write into the argument.")


_CONTAINERS = (list, tuple, dict)


def shares_memory(values: dict[str, Any]) -> bool:
    """Whether containers among the arguments hold the same list twice, or arrays that share memory with another argument."""
    for value in values.values():
        if issubclass(type(value), _CONTAINERS):
            break
    else:
        return False
    arrays, containers = held_in(values.values())
    return len(set(containers)) < len(containers) or any(
        np.may_share_memory(a, b) for k, a in enumerate(arrays) for b in arrays[:k])


def have_in_common(value: Any, other: Any) -> bool:
    """Whether two values are or hold the same container, or arrays that share memory.

    >>> log, row = [], np.zeros(3)
    >>> have_in_common(log, {"log": log}), have_in_common(row, (1, row[1:])), have_in_common(log, row)
    (True, True, False)
    """
    arrays, containers = held_in([value])
    others, more = held_in([other])
    return not set(containers).isdisjoint(more) or any(np.may_share_memory(a, b) for a in arrays for b in others)


BARE = frozenset((float, int, str, bool, type(None), complex, bytes, np.float64))
"""What holds nothing; most of what is in tables is of these."""


def held_in(values: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """The arrays among values and in their containers, as often as they occur, and the identities of the containers."""
    arrays: list[Any] = []
    containers: list[int] = []
    seen: set[int] = set()

    def visit(x: Any) -> None:
        if is_view(x):
            x = shown_by(x)
        if isinstance(x, np.ndarray):
            arrays.append(np.ndarray.view(x, np.ndarray))  # a class may have its own idea of `np.may_share_memory`
        elif isinstance(x, list | tuple | dict | collections.deque):
            if type(x) is tuple and all(item is None or type(item) in (str, bytes) for item in x):
                return  # Python keeps one of those that are equal, and nothing is written into any
            containers.append(id(x))
            if id(x) not in seen:
                seen.add(id(x))
                for item in x.values() if isinstance(x, dict) else x:
                    if type(item) not in BARE and not is_gone(item):
                        visit(item)

    for value in values:
        visit(value)
    return arrays, containers


def tuples_apart(values: Any) -> Any:
    """Values in which no tuple occurs twice; what occurs twice otherwise still does.

    Nothing writes into a tuple, and Python makes one object of constants that are equal: that two are the same says nothing.

    >>> once, log = (2.0, 3.0), []
    >>> a, (b, c), d = tuples_apart((once, [once, log], log))
    >>> a == b, a is b, c is d
    (True, False, True)
    """
    seen: set[int] = set()
    made: dict[int, Any] = {}

    def visit(x: Any) -> Any:
        if id(x) in made:
            return made[id(x)]
        if isinstance(x, tuple) and x:
            first = id(x) not in seen
            seen.add(id(x))
            items = list(map(visit, x))
            if first and all(map(operator.is_, items, x)):
                return x
            return tuple(items) if type(x) is tuple else tuple_like(x, items) if hasattr(x, "_fields") else x
        if type(x) is list:
            result = made[id(x)] = [*x]
            result[:] = map(visit, x)
            made[id(x)] = result if not all(map(operator.is_, result, x)) else x
        elif type(x) is dict:
            table = made[id(x)] = {**x}
            table |= {key: visit(item) for key, item in x.items()}
            made[id(x)] = table if not all(map(operator.is_, table.values(), x.values())) else x
        return made.get(id(x), x)

    return visit(values)


def separated(x: Any, around: tuple[int, ...] = (), writeable: bool = True) -> Any:
    """A copy in which no two arrays share memory, and no list or dict occurs twice; `around` are the containers that hold it."""
    if isinstance(x, np.ndarray):
        result = x.copy()
        result.flags.writeable = writeable
        return result
    if not isinstance(x, dict | list | tuple):
        return x
    if id(x) in around:
        raise UnsupportedError(f"an argument is a {type(x).__name__} that holds itself, which is not supported.\n"
                               "Let it hold the index or the key of what it refers to.")
    around = (*around, id(x))
    if isinstance(x, dict):
        if type(x) not in _DICTS:
            return x
        made = _empty_like(x)
        for key, item in x.items():
            made[key] = separated(item, around, writeable)
        return made
    items = [separated(item, around, writeable) for item in x]
    return sequence_like(x, items)
