"""The content of arrays, captured variables, sets and random generators: kept, compared, put back."""

from __future__ import annotations

import random
import types
import weakref
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
ABSENT = object()
"""Stands for what was not there before it was written."""


class Content:
    """The content of an array as it was: a copy, shared by all snapshots between which it did not change."""

    def __init__(self, copy: Array) -> None:
        self.copy = copy


_contents: weakref.WeakValueDictionary[Any, Content] = weakref.WeakValueDictionary()


def content_of(x: Array) -> Content:
    """The content of an array; if it is as it was at the last snapshot of this memory, the copy is that of then."""
    key = (x.__array_interface__["data"][0], x.shape, x.strides, x.dtype.str)
    known = _contents.get(key)
    if known is None or not is_still(x, known):
        known = _contents[key] = Content(np.array(x, order="C", subok=False))
    return known


def is_still(x: Array, content: Content) -> bool:
    """Whether an array holds what it did, bit by bit."""
    return same_bytes(np.asarray(x, order="C"), content.copy)


def same_bytes(left: Array, right: Array) -> bool:
    """Whether two arrays that lie in memory one entry after the other are equal bit by bit.

    >>> same_bytes(np.array(["1.5", "2.0"]), np.array(["1.5", "2.5"])), same_bytes(np.array([""]), np.array([""]))
    (False, True)
    """
    size = left.itemsize
    if not left.nbytes or (size % 8 and 8 % size):  # an entry of text may have any size, and cannot be seen as words then
        return left.tobytes() == right.tobytes()
    word = np.uint64 if left.nbytes % 8 == 0 else np.uint8
    return bool(np.array_equal(left.reshape(-1).view(word), right.reshape(-1).view(word)))


def global_random() -> tuple[Any, Any]:
    return np.random.get_state(), random.getstate()


def set_global_random(state: tuple[Any, Any]) -> None:
    np.random.set_state(state[0])
    random.setstate(state[1])


def same_random(left: tuple[Any, Any], right: tuple[Any, Any]) -> bool:
    return left[1] == right[1] and all(np.array_equal(a, b) for a, b in zip(left[0], right[0], strict=True))


def state_of(generator: Any) -> Any:
    if isinstance(generator, random.Random):
        return generator.getstate()
    if isinstance(generator, np.random.RandomState):
        return generator.get_state()
    return generator.bit_generator.state if isinstance(generator, np.random.Generator) else generator.state


class Variable:
    """A variable of a module, or an attribute of a class, that is read and set as a cell is.

    >>> class Counter:
    ...     count = 1
    >>> variable = Variable(Counter, "count")
    >>> variable.cell_contents = 5
    >>> Counter.count
    5
    """

    def __init__(self, owner: dict[str, Any] | type, name: str) -> None:
        self.owner, self.name = owner, name

    @property
    def cell_contents(self) -> Any:
        """What the variable holds; raises ValueError, as a cell does, where it is not bound."""
        space = vars(self.owner) if isinstance(self.owner, type) else self.owner
        if self.name not in space:
            raise ValueError(f"{self.name} is not bound")
        return space[self.name]

    @cell_contents.setter
    def cell_contents(self, value: Any) -> None:
        if isinstance(self.owner, type):
            setattr(self.owner, self.name, value)
        else:
            self.owner[self.name] = value

    @cell_contents.deleter
    def cell_contents(self) -> None:
        if isinstance(self.owner, type):
            delattr(self.owner, self.name)
        else:
            self.owner.pop(self.name, None)


CELLS = (types.CellType, Variable)
"""What holds one value that can be set."""


def set_content(x: Any, content: Any) -> None:
    if isinstance(x, set):
        x.clear()
        x.update(content)
    elif isinstance(x, CELLS):
        if content is ABSENT:
            del x.cell_contents
        else:
            x.cell_contents = content
    elif isinstance(x, random.Random):
        x.setstate(content)
    elif isinstance(x, np.random.RandomState):
        x.set_state(content)
    elif isinstance(x, np.random.Generator):
        x.bit_generator.state = content
    else:
        x.state = content
