"""Copies of everything that a computation may read, to be put back when it is made again.

What is found from the values given is copied where it can be written into: arrays, lists, dicts, sets, attributes of objects,
the variables that functions captured, random generators.  The objects themselves stay the same, so that adjoints that are
found from the memory of their primals are found again.  `runtime/walk.py` says what a value leads to, and
`runtime/content.py` what arrays, captured variables, sets and generators hold.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import has_dict, is_gone
from tangentish.errors import UnsupportedError
from tangentish.own_containers import content_of_container
from tangentish.runtime.content import (
    CELLS,
    Array,
    Content,
    Variable,
    content_of,
    global_random,
    same_random,
    set_content,
    set_global_random,
    state_of,
)
from tangentish.runtime.global_state import changed_by_name, held_by_class, is_of_users
from tangentish.runtime.reached import Note, put_back_array, put_back_attributes, put_back_items
from tangentish.runtime.runs import ask_again, asked_by_now
from tangentish.runtime.walk import (
    GENERATORS,
    IMMUTABLE,
    attributes_of,
    bound_to,
    globals_of,
    held_in,
    methods_of,
    parts_of,
    reachable,
)


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
        self.random: tuple[Any, Any] | None = global_random()
        self.asked = asked_by_now()

    def outside(self, by_name: bool = False) -> Snapshot:
        """The state of the global variables that the functions among the values may read, but for what was found anyway.

        With `by_name`, that of the objects and classes too that they name, and of variables that they bind.
        """
        found = Snapshot()
        found.seen = dict(self.seen)
        waiting = [*self.globals, *(_elsewhere(self.seen.values()) if by_name else ())]
        while waiting:
            value, *waiting = waiting
            known, before = len(found.globals), len(found.seen)
            if id(value) not in found.seen:
                found.values = (*found.values, value)
                found._visit(value)
            waiting += found.globals[known:]
            if by_name:
                waiting += _elsewhere([*found.seen.values()][before:])
        found.random = None
        return found

    def _visit(self, x: Any) -> None:
        if is_gone(x := bound_to(x)) or isinstance(x, IMMUTABLE) or id(x) in self.seen:
            return
        self.seen[id(x)] = x
        if isinstance(x, np.ndarray):
            self._visit_array(x)
        elif isinstance(x, list | dict):
            self.containers.append((x, content_of_container(x)))
        elif isinstance(x, set):
            self.hidden.append((x, content_of_container(x)))
        elif isinstance(x, CELLS):
            self.hidden.append((x, held_in(x)))
        elif isinstance(x, GENERATORS):
            self.hidden.append((x, state_of(x)))
            return
        elif hasattr(type(x), "__next__"):
            raise UnsupportedError(f"a {type(x).__name__} that a checkpointed call reads cannot be read twice.\n"
                                   "Make it a list first.")
        elif type(x).__hash__ is None and not has_dict(x):
            raise UnsupportedError(f"checkpoint cannot keep the content of a {type(x).__name__}.\nPass a list, a dict or an array.")
        elif not isinstance(x, types.FunctionType | tuple | frozenset):
            self.attributes.append((x, attributes_of(x)))
            self.globals += methods_of(type(x))
        if isinstance(x, types.FunctionType):
            self.globals += globals_of(x)
        for part in parts_of(x):
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
            if isinstance(x, types.CellType) and held_in(x) is not held:
                raise UnsupportedError("a function that is checkpointed binds a variable of the function around it.\n"
                                       "Return the value.")
        self.seen.clear()
        if self.random is not None and same_random(self.random, global_random()):
            self.random = None

    def _check_items(self, items: Iterable[Any], what: str) -> None:
        for item in items:
            if not isinstance(item, IMMUTABLE) and id(item) not in self.seen:
                raise UnsupportedError(f"a function that is checkpointed puts a new {type(item).__name__} into {what} that was "
                                       "there before.\nReturn it, or write numbers into an array that is there already.")

    def put_back(self, note: Note | None = None) -> None:
        """Give arrays, containers and objects their content again; `note` is told before each that is not as it was."""
        ask_again(self.asked)
        for array, content in self.arrays:
            put_back_array(array, content, note)
        for x, items in self.containers:
            put_back_items(x, items, note)
        for x, attributes in self.attributes:
            put_back_attributes(x, attributes, note)

    def exchange_hidden(self) -> Snapshot:
        """Put back cells, sets and generators; what they held until now, to be put back in the same way."""
        now = object.__new__(Snapshot)
        now.hidden, now.random = [], global_random()
        for x, old in self.hidden:
            variable = isinstance(x, CELLS)
            now.hidden.append((x, held_in(x) if variable else content_of_container(x) if isinstance(x, set) else state_of(x)))
            set_content(x, old)
        if self.random is None:
            now.random = None
        else:
            set_global_random(self.random)
        return now


class State(Snapshot):
    """The state of objects and functions before a step of a loop, with the globals that these functions read."""

    def __init__(self, *values: Any) -> None:
        super().__init__(*values)
        self.beside = self.outside(by_name=True)
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


def _elsewhere(values: Iterable[Any]) -> list[Any]:
    """What functions among some values may change by name, and what the classes of objects among them hold."""
    found: list[Any] = []
    for value in list(values):
        if isinstance(value, types.FunctionType):
            found += changed_by_name(value)
        elif not is_gone(value) and is_of_users(value) and not isinstance(value, Variable):
            found += held_by_class(type(value))
    return found


__all__ = ["Note", "Snapshot", "State", "reachable"]
