"""What code that stores into an attribute may change: its object, the value, and whatever these lead to, with their contents.

>>> class Oscillator:
...     def __init__(self, state):
...         self.state = state
...     @property
...     def speed(self):
...         return self.state[1]
...     @speed.setter
...     def speed(self, speed):
...         self.state[1] = speed
>>> oscillator = Oscillator([1.0, 2.0])
>>> before = Reached(oscillator)
>>> oscillator.speed = 3.0
>>> before.put_back()
>>> oscillator.state
[1.0, 2.0]
"""

from __future__ import annotations

import builtins
import collections
import dis
import functools
import itertools
import types
from typing import Any, Protocol

import numpy as np

from tangentish.class_attributes import drop_attribute, has_dict, is_gone, put_attribute
from tangentish.errors import UnsupportedError
from tangentish.own_containers import content_of_container
from tangentish.runtime.content import ABSENT, Content, content_of, is_still
from tangentish.runtime.walk import GENERATORS, IMMUTABLE, attributes_of, bound_to, parts_of
from tangentish.slots import is_called_only


class Note(Protocol):
    """Told what is about to get an earlier content again, so that it may get back what it has now."""

    def content(self, x: Any) -> None:
        """Of an array, a list or a dict."""

    def attribute(self, x: Any, key: str) -> None:
        """Of an object."""


class Reached:
    """What some values lead to, as it is now; `alone`, the first of them, an object, and nothing beyond it.

    Functions lead to nothing, unless they may be `called`: then to what they hold.
    """

    def __init__(self, owner: Any, *given: Any, alone: bool = False, called: bool = False) -> None:
        self.owner, self.given, self.alone, self.called = owner, given, alone, called
        self.kept: dict[int, tuple[Any, Any]] = {}
        waiting = [owner] if alone else [owner, *given]
        while waiting:
            x = bound_to(waiting.pop()) if called else waiting.pop()
            if id(x) in self.kept or is_gone(x) or isinstance(x, (*IMMUTABLE, *GENERATORS)) or (is_called_only(x) and not called):
                continue
            while isinstance(x, np.ndarray) and is_locked(x) and isinstance(x.base, np.ndarray):
                x = x.base  # what it shows can be written through that alone
            content = _content(x)
            if content is not None:
                self.kept[id(x)] = x, content
            if not alone:
                waiting.extend(parts_of(x))  # not `+=`, which a list of a class of its own may take over

    def again(self) -> Reached:
        """The same, as it is by now."""
        return Reached(self.owner, *self.given, alone=self.alone, called=self.called)

    def is_changed(self) -> bool:
        """Whether something holds anything else by now."""
        for x, content in self.kept.values():
            if is_gone(x) or isinstance(x, tuple):
                continue
            if isinstance(content, Content):
                same = is_still(x, content)
            elif isinstance(x, list | dict | collections.deque):
                same = _same_items(x, content)
            else:
                now = attributes_of(x)
                same = all(now.get(key, ABSENT) is content.get(key, ABSENT) for key in {**now, **content})
            if not same:
                return True
        return False

    def put_back(self, note: Note | None = None) -> None:
        """Make everything as it was; `note` is told before each that is not."""
        for x, content in self.kept.values():
            if is_gone(x):
                continue
            if isinstance(content, Content):
                put_back_array(x, content, note)
            elif isinstance(x, list | dict | collections.deque):
                put_back_items(x, content, note)
            elif not isinstance(x, tuple):
                put_back_attributes(x, content, note)


def is_locked(x: Any) -> bool:
    """Whether an array may not be written into, or had better not: `flags.writeable` of what `broadcast_arrays` gave would warn.

    >>> is_locked(np.broadcast_to(1.0, 3)), is_locked(np.broadcast_arrays(1.0, np.zeros(3))[0]), is_locked(np.zeros(3))
    (True, True, False)
    """
    return bool(x.__array_interface__["data"][1])


def _content(x: Any) -> Any:
    """What can be changed of an array, a container or an object; None if there is nothing."""
    if isinstance(x, np.ndarray):
        return None if x.dtype.hasobject else content_of(x)
    if isinstance(x, list | dict | collections.deque):
        return content_of_container(x)
    if isinstance(x, tuple):
        return x
    return attributes_of(x) if has_dict(x) else attributes_of(x) or None


def put_back_array(x: Any, content: Content, note: Note | None) -> None:
    """Give an array its content again, if it has another one."""
    if is_still(x, content):
        return
    if is_locked(x):
        raise UnsupportedError("an array that is read again in the reverse sweep was overwritten, then made read-only.")
    if note is not None:
        note.content(x)
    x[...] = content.copy


def put_back_items(x: Any, old: Any, note: Note | None) -> None:
    """Give a list, a dict or a deque its items again, if it has others."""
    if _same_items(x, old):
        return
    if note is not None:
        note.content(x)
    if isinstance(x, list):
        x[:] = old
    else:
        x.clear()
        (x.update if isinstance(x, dict) else x.extend)(old)


def put_back_attributes(x: Any, old: dict[str, Any], note: Note | None) -> None:
    """Give an object its attributes again."""
    now = attributes_of(x)
    for key in {**now, **old}:
        if now.get(key, ABSENT) is not old.get(key, ABSENT):
            if note is not None:
                note.attribute(x, key)
            if key in old:
                put_attribute(x, key, old[key])
            else:
                drop_attribute(x, key)


def _same_items(x: Any, old: Any) -> bool:
    if len(x) != len(old):
        return False
    if isinstance(x, dict):
        return all(key in x and x[key] is item for key, item in old.items())
    return all(a is b for a, b in zip(x, old, strict=True))


@functools.lru_cache(maxsize=1024)
def stores_alone(code: types.CodeType) -> frozenset[str] | None:
    """The attributes of its first parameter that code stores into, if it is seen to write into nothing else; else None.

    >>> def plain(self, x):
    ...     if x < 0.0:
    ...         raise ValueError("negative")
    ...     self._x = float(x)
    >>> stores_alone(plain.__code__)
    frozenset({'_x'})
    >>> def in_place(self, x):
    ...     self._x[0] = x
    >>> stores_alone(in_place.__code__) is None
    True
    """
    found = set()
    calls = False
    for before, step in itertools.pairwise(dis.get_instructions(code)):
        calls = calls or "CALL" in step.opname
        if step.opname == "STORE_ATTR" and code.co_argcount and _is_first(before, code):
            found.add(step.argval)
        elif _may_write(step):
            return None
    return None if calls and any(step.opname.startswith("STORE_FAST") for step in dis.get_instructions(code)) else frozenset(found)


def _is_first(step: dis.Instruction, code: types.CodeType) -> bool:
    """Whether an instruction loads the first parameter last; newer Pythons load two variables at once."""
    loaded = step.argval[-1] if isinstance(step.argval, tuple) else step.argval
    return step.opname.startswith("LOAD_FAST") and bool(loaded == code.co_varnames[0])


def _may_write(step: dis.Instruction) -> bool:
    """Whether an instruction writes into something, or looks up what may do so when it is called: anything but a builtin."""
    name = step.opname
    if name == "LOAD_GLOBAL":
        return step.argval in ("setattr", "delattr", "exec", "eval", "next", "super") or not hasattr(builtins, step.argval)
    if name == "BINARY_OP":
        return step.argrepr.endswith("=")
    if name == "LOAD_ATTR":
        return "NULL" in step.argrepr  # a method that is called
    if name.startswith("STORE"):
        return not name.startswith("STORE_FAST")
    return name.startswith(("DELETE", "INPLACE")) or name in ("LOAD_METHOD", "LOAD_DEREF", "MAKE_FUNCTION")
