"""Copies of everything that a computation may read, to be put back when it is made again.

What is found from the values given is copied where it can be written into: arrays, lists, dicts, sets, attributes of objects,
the variables that functions captured, random generators.  The objects themselves stay the same, so that adjoints that are
found from the memory of their primals are found again.
"""

from __future__ import annotations

import functools
import random
import types
import weakref
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.runtime import ABSENT

Array = np.ndarray[Any, Any]

_IMMUTABLE = (int, float, complex, np.generic, str, bytes, type(None), type, types.ModuleType, types.BuiltinFunctionType,
              np.ufunc, np.dtype, range, slice, types.EllipsisType)
_GENERATORS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, random.Random)


class Content:
    """The content of an array as it was: a copy, shared by all snapshots between which it did not change."""

    def __init__(self, copy: Array) -> None:
        self.copy = copy


_contents: weakref.WeakValueDictionary[Any, Content] = weakref.WeakValueDictionary()


def content_of(x: Array) -> Content:
    """The content of an array; if it is as it was at the last snapshot of this memory, the copy is that of then."""
    copy = np.array(x, order="C", subok=False)
    key = (x.__array_interface__["data"][0], x.shape, x.strides, x.dtype.str)
    known = _contents.get(key)
    if known is None or not same_bytes(known.copy, copy):
        known = _contents[key] = Content(copy)
    return known


def same_bytes(left: Array, right: Array) -> bool:
    """Whether two arrays that lie in memory one entry after the other are equal bit by bit."""
    word = np.uint64 if left.nbytes % 8 == 0 else np.uint8
    return bool(np.array_equal(left.reshape(-1).view(word), right.reshape(-1).view(word)))


class Note(Protocol):
    """Told what is about to get an earlier content again, so that it may get back what it has now."""

    def content(self, x: Any) -> None:
        """Of an array, a list or a dict."""

    def attribute(self, x: Any, key: str) -> None:
        """Of an object."""


class Snapshot:
    """What can be reached from some values, as it is now: pairs of an object and its content."""

    def __init__(self, *values: Any) -> None:
        self.values = values
        self.arrays: list[tuple[Array, Content]] = []
        self.containers: list[tuple[Any, Any]] = []
        self.attributes: list[tuple[Any, dict[str, Any]]] = []
        self.hidden: list[tuple[Any, Any]] = []  # cells, sets and generators: no adjoint is kept there
        self.seen: dict[int, Any] = {}
        self.globals: list[Any] = []  # what functions find there, which is not followed with the rest
        for value in values:
            self._visit(value)
        self.random: tuple[Any, Any] | None = _global_random()

    def outside(self) -> Snapshot:
        """The state of the global variables that the functions among the values may read, but for what was found anyway."""
        found = Snapshot()
        found.seen = dict(self.seen)
        waiting = self.globals
        while waiting:
            value, *waiting = waiting
            known = len(found.globals)
            if id(value) not in found.seen:
                found.values = (*found.values, value)
                found._visit(value)
            waiting = [*waiting, *found.globals[known:]]
        found.random = None
        return found

    def _visit(self, x: Any) -> None:
        if isinstance(x, _IMMUTABLE) or id(x) in self.seen:
            return
        self.seen[id(x)] = x
        if isinstance(x, np.ndarray):
            self._visit_array(x)
        elif isinstance(x, list | dict):
            self.containers.append((x, x.copy()))
        elif isinstance(x, set):
            self.hidden.append((x, x.copy()))
        elif isinstance(x, types.CellType):
            self.hidden.append((x, _held(x)))
        elif isinstance(x, _GENERATORS):
            self.hidden.append((x, _state(x)))
            return
        elif hasattr(x, "__next__"):
            raise UnsupportedError(f"a {type(x).__name__} that a checkpointed call reads cannot be read twice.\n"
                                   "Make it a list first.")
        elif type(x).__hash__ is None and not hasattr(x, "__dict__"):
            raise UnsupportedError(f"checkpoint cannot keep the content of a {type(x).__name__}.\nPass a list, a dict or an array.")
        elif not isinstance(x, types.FunctionType | tuple | frozenset):
            self.attributes.append((x, attributes_of(x)))
        if isinstance(x, types.FunctionType):
            self.globals += _globals_of(x)
        for part in _parts(x):
            self._visit(part)

    def _visit_array(self, x: Array) -> None:
        if x.dtype.hasobject:
            raise UnsupportedError("checkpoint cannot keep the content of an array of objects.\n"
                                   "Use a list, or an array of numbers.")
        while not x.flags.writeable and isinstance(x.base, np.ndarray):
            x = x.base  # what it shows can be written through that alone
        self.arrays.append((x, content_of(x)))

    def check_repeatable(self) -> None:
        """After the call: raise where doing it again would put other objects than now into something that was there before."""
        for x, _ in self.containers:
            self._check_items(x.values() if isinstance(x, dict) else x, f"a {type(x).__name__}")
        for x, _ in self.attributes:
            self._check_items(attributes_of(x).values(), f"an object of class {type(x).__name__}")
        for x, held in self.hidden:
            if isinstance(x, types.CellType) and _held(x) is not held:
                raise UnsupportedError("a function that is checkpointed binds a variable of the function around it.\n"
                                       "Return the value.")
        self.seen.clear()
        if self.random is not None and _same_random(self.random, _global_random()):
            self.random = None

    def _check_items(self, items: Iterable[Any], what: str) -> None:
        for item in items:
            if not isinstance(item, _IMMUTABLE) and id(item) not in self.seen:
                raise UnsupportedError(f"a function that is checkpointed puts a new {type(item).__name__} into {what} that was "
                                       "there before.\nReturn it, or write numbers into an array that is there already.")

    def put_back(self, note: Note | None = None) -> None:
        """Give arrays, containers and objects their content again; `note` is told before each that is not as it was."""
        for array, content in self.arrays:
            if same_bytes(np.array(array, order="C", subok=False), content.copy):
                continue
            if not array.flags.writeable:
                raise UnsupportedError("an array that is read again in the reverse sweep was overwritten, then made read-only.")
            if note is not None:
                note.content(array)
            array[...] = content.copy
        for x, old in self.containers:
            if _same_items(x, old):
                continue
            if note is not None:
                note.content(x)
            if isinstance(x, list):
                x[:] = old
            else:
                x.clear()
                x.update(old)
        for x, attributes in self.attributes:
            now = attributes_of(x)
            for key in {**now, **attributes}:
                if now.get(key, ABSENT) is not attributes.get(key, ABSENT):
                    if note is not None:
                        note.attribute(x, key)
                    if key in attributes:
                        object.__setattr__(x, key, attributes[key])
                    else:
                        object.__delattr__(x, key)

    def exchange_hidden(self) -> Snapshot:
        """Put back cells, sets and generators; what they held until now, to be put back in the same way."""
        now = object.__new__(Snapshot)
        now.hidden, now.random = [], _global_random()
        for x, old in self.hidden:
            now.hidden.append((x, _held(x) if isinstance(x, types.CellType) else x.copy() if isinstance(x, set) else _state(x)))
            _set_hidden(x, old)
        if self.random is None:
            now.random = None
        else:
            np.random.set_state(self.random[0])
            random.setstate(self.random[1])
        return now


class State(Snapshot):
    """The state of objects and functions before a step of a loop, with the globals that these functions read."""

    def __init__(self, *values: Any) -> None:
        super().__init__(*values)
        self.beside = self.outside()
        self.seen.clear()

    def restore(self, note: Note | None = None) -> None:
        """Make everything as it was."""
        self.put_back(note)
        self.leave()

    def leave(self) -> None:
        """Make what no adjoint is kept of as it was: globals, captured variables, sets, random generators."""
        self.beside.put_back()
        self.exchange_hidden()
        self.beside.exchange_hidden()


def reachable(*values: Any) -> list[Any]:
    """Everything that can be written into and is reached from some values, in an order that depends on their structure alone.

    >>> x = np.zeros(2)
    >>> [type(one).__name__ for one in reachable(1.0, [x, (x, 2.0)])]
    ['list', 'ndarray', 'tuple']
    """
    found: dict[int, Any] = {}

    def visit(x: Any) -> None:
        if not isinstance(x, (*_IMMUTABLE, *_GENERATORS)) and id(x) not in found:
            found[id(x)] = x
            for part in _parts(x):
                visit(part)

    for value in values:
        visit(value)
    return list(found.values())


def _global_random() -> tuple[Any, Any]:
    return np.random.get_state(), random.getstate()


def _same_random(left: tuple[Any, Any], right: tuple[Any, Any]) -> bool:
    return left[1] == right[1] and all(np.array_equal(a, b) for a, b in zip(left[0], right[0], strict=True))


def _parts(x: Any) -> Any:
    """What an object leads to."""
    if isinstance(x, dict):
        return x.values()
    if isinstance(x, list | tuple | set | frozenset):
        return x
    if isinstance(x, np.ndarray):
        return vars(x).values() if hasattr(x, "__dict__") else ()
    if isinstance(x, types.CellType):
        held = _held(x)
        return () if held is ABSENT else (held,)
    if isinstance(x, types.FunctionType):
        return [*(x.__closure__ or ()), *(x.__defaults__ or ()), *(x.__kwdefaults__ or {}).values()]
    if isinstance(x, types.MethodType):
        return (x.__self__, x.__func__)
    if isinstance(x, functools.partial):
        return (x.func, *x.args, x.keywords)
    return attributes_of(x).values()


def _globals_of(function: types.FunctionType) -> list[Any]:
    """The global variables that a function may read and that can be written into, and other functions beside it."""
    space = function.__globals__
    named = [space[name] for name in _names_in(function.__code__) if name in space]
    return [value for value in named if isinstance(value, (np.ndarray, list, dict, set, *_GENERATORS)) or (
        isinstance(value, types.FunctionType) and value.__globals__ is space)]


@functools.lru_cache(maxsize=4096)
def _names_in(code: types.CodeType) -> frozenset[str]:
    """The global names that a function, or one inside it, may read."""
    inner = [_names_in(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return frozenset(code.co_names).union(*inner)


def attributes_of(x: Any) -> dict[str, Any]:
    """The attributes that an object holds itself, those of slots too."""
    if isinstance(x, types.FunctionType | types.MethodType | functools.partial):
        return {}
    slots: list[str] = []
    for cls in type(x).__mro__:
        named = vars(cls).get("__slots__", ())
        slots += [named] if isinstance(named, str) else named
    held = {name: getattr(x, name) for name in slots if name not in ("__dict__", "__weakref__") and hasattr(x, name)}
    return {**held, **getattr(x, "__dict__", {})}


def _same_items(x: Any, old: Any) -> bool:
    if len(x) != len(old):
        return False
    if isinstance(x, dict):
        return all(key in x and x[key] is item for key, item in old.items())
    return all(a is b for a, b in zip(x, old, strict=True))


def _held(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def _state(generator: Any) -> Any:
    if isinstance(generator, random.Random):
        return generator.getstate()
    if isinstance(generator, np.random.RandomState):
        return generator.get_state()
    return generator.bit_generator.state if isinstance(generator, np.random.Generator) else generator.state


def _set_hidden(x: Any, content: Any) -> None:
    if isinstance(x, set):
        x.clear()
        x.update(content)
    elif isinstance(x, types.CellType):
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
