"""Tangents of the numbers that containers, objects and closure cells hold."""

from __future__ import annotations

import dataclasses
import numbers
import types
from collections import deque
from collections.abc import Set
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.own_arrays import check_no_say
from tangentish.own_containers import said_in_python, sequence_like
from tangentish.pandas_tables import check_no_table, is_table
from tangentish.records import fields_held, record_like
from tangentish.rules.helpers import objects_refused, texts_refused
from tangentish.runtime import shaped_like
from tangentish.runtime.checks import TIMES
from tangentish.runtime.cotangents import object_as_number
from tangentish.slots import WHOLE, SlotTable, attribute_names, whose
from tangentish.tangents.memory import Memory
from tangentish.views_of_dicts import check_no_view

NUMBERS = (float, complex, np.inexact)
LEAVES = (int, str, bytes, np.generic, type(None), np.ndarray)


def begins(binding: set[tuple[int, int]], x: Any, x_dot: Any) -> bool:
    """Note that the parts of `x` are looked at; not again, if it holds itself."""
    known = (id(x), id(x_dot)) in binding
    binding.add((id(x), id(x_dot)))
    return not known


def ends(binding: set[tuple[int, int]], x: Any, x_dot: Any) -> None:
    """Note that the parts of `x` have been looked at."""
    binding.discard((id(x), id(x_dot)))


class Slots(SlotTable, Memory):
    """The part of the table that is found from the identities of containers and objects."""

    def bind(self, x: Any, x_dot: Any) -> Any:
        """Say that the tangent of a value is `x_dot` (None: what the table knows, else zero); what its variable holds.

        That is the tangent of a number or of an array, which from now on is in the table; None for anything else, whose
        items have theirs.
        """
        if type(x) is float and type(x_dot) is float:
            return x_dot
        if isinstance(x_dot, np.ndarray) and x_dot.__class__ is not np.ndarray:
            check_no_say(x_dot)
        if isinstance(x, np.ndarray):
            if x.dtype.kind not in "fc":
                if x.dtype.kind == "O" and _is_more_than_zero(x_dot) and not self._is_of_items(x, x_dot) and not all(
                        isinstance(item, WHOLE) for item in x.flat):
                    raise objects_refused()
                if x.dtype.kind in "US" and _is_more_than_zero(x_dot):
                    raise texts_refused()
                return np.zeros(x.shape)
            tangent = self.of(x)
            if x_dot is not None and x_dot is not tangent and not (isinstance(x_dot, np.ndarray) and _same_view(x_dot, tangent)):
                tangent[...] = np.real(x_dot) if x.dtype.kind == "f" and np.iscomplexobj(x_dot) else x_dot
            return tangent
        if isinstance(x, NUMBERS):
            return shaped_like(x_dot, x)
        if isinstance(x, int | np.generic):
            return 0.0
        if isinstance(x, TIMES) and x_dot is not None and not (isinstance(x_dot, float) and x_dot == 0.0):
            raise UnsupportedError(f"a {type(x).__name__} that is made from an active value is not followed.\nUse numbers.")
        if x_dot is not None:
            check_no_table(x)
            self._bind_items(x, x_dot)
        return None

    def of_no_number(self, x: Any) -> None:
        """The tangent of a value that no rule is known for: None, as it is neither a float nor an array of floats."""
        if isinstance(x, NUMBERS) or (isinstance(x, np.ndarray) and x.dtype.kind in "fcO"):
            raise UnsupportedError("no derivative rule for this expression")

    def loop_refused(self) -> None:
        """Where a program comes to a loop over active values of a form that is not followed."""
        raise UnsupportedError("this form of loop over active values is not supported in forward mode.\n"
                               "Loop over a list of them, or over their places.")

    def _bind_items(self, x: Any, x_dot: Any) -> None:
        """The tangents of what a container or an object holds, given as a value of the same structure."""
        if isinstance(x_dot, float) and x_dot == 0.0 and isinstance(x, list | tuple | dict | deque):
            return  # nothing in it was active after all
        if begins(self.binding, x, x_dot):
            try:
                self._hold_items(x, x_dot)
            finally:
                ends(self.binding, x, x_dot)

    def _hold_items(self, x: Any, x_dot: Any) -> None:
        if isinstance(x, list | tuple | deque):
            for place in range(len(x)):
                self.hold(x, place, x[place], x_dot[place])
        elif isinstance(x, dict):
            for key in list(x):
                self.hold(x, key, x[key], x_dot.get(key))
        elif attribute_names(x) and not isinstance(x_dot, float | complex | np.generic | np.ndarray):
            for key in attribute_names(x):
                self.hold(x, key, getattr(x, key), x_dot.get(key) if isinstance(x_dot, dict) else getattr(x_dot, key, None))

    def hold(self, owner: Any, key: Any, value: Any, value_dot: Any) -> None:
        """Note the tangent of what is put into `owner` at `key`."""
        if isinstance(value, NUMBERS):
            owner, key = whose(owner, key)
            self.slots(owner)[key] = shaped_like(value_dot, value)
        else:
            self.bind(value, value_dot)

    def held(self, owner: Any, key: Any, value: Any) -> Any:
        """The tangent of `value`, which `owner` has at `key`."""
        if not isinstance(value, NUMBERS):
            if not (key.__class__ is str and key == "__dict__"):
                check_no_view(value)
            return self.bind(value, None)
        owner, key = whose(owner, key)
        slots = self.slots(owner)
        return shaped_like(slots[key] if isinstance(slots, list) else slots.get(key), value)

    def whole(self, x: Any, x_dot: Any) -> Any:
        """The tangent of an operand as a value of the same structure; of text, which may be made a number, and of None it is 0.

        That of an array of objects has the tangents of the arrays that it holds.
        """
        if isinstance(x, np.ndarray) and x.dtype.kind == "O" and self._holds_moving(x):
            return self._of_items(x)
        found = self.structured(x, x_dot, 0.0)
        operators = (getattr(type(x), name, None) for name in _OPERATORS)
        if x is np._NoValue or (found is None and any(isinstance(operator, types.FunctionType) for operator in operators)):
            raise object_as_number(x)
        return found

    def _holds_moving(self, x: Any) -> bool:
        """Whether there is a tangent other than zero of the arrays in an array of objects, or in a list or a dict in it."""
        if isinstance(x, np.ndarray):
            return any(map(self._holds_moving, x.flat)) if x.dtype.kind == "O" else x.dtype.kind in "fc" and bool(self.of(x).any())
        if isinstance(x, list | tuple | deque | dict):
            slots = self.slots(x)
            pairs = [(item, slots.get(key)) for key, item in x.items()] if isinstance(x, dict) else zip(x, slots, strict=True)
            return any(_is_more_than_zero(slot) if isinstance(item, NUMBERS) else self._holds_moving(item) for item, slot in pairs)
        return False

    def _of_items(self, x: Any) -> Any:
        """An array of the tangents of the arrays in an array of objects; raises if something else in it has one."""
        found = np.zeros(x.shape, object)
        for place in np.ndindex(x.shape):
            if isinstance(x[place], np.ndarray) and x[place].dtype.kind in "fc":
                found[place] = self.of(x[place])
            elif self._holds_moving(x[place]):
                raise objects_refused()
        return found

    def _is_of_items(self, x: Any, x_dot: Any) -> bool:
        """Whether a tangent of an array of objects is of the very arrays in it, which a rule or an operator has put in order."""
        return isinstance(x_dot, np.ndarray) and x_dot.dtype.kind == "O" and x.shape == x_dot.shape and all(
            dot is self.of(item) if isinstance(item, np.ndarray) and item.dtype.kind in "fc" else _is_no_more(dot)
            for item, dot in zip(x.flat, x_dot.flat, strict=True))

    def structured(self, x: Any, x_dot: Any, text: Any = None) -> Any:
        """The tangent of a value as a value of the same structure: zeros for what has none, None for what can have none."""
        if isinstance(x, np.ndarray):
            known = x_dot if x_dot is not None else self.bind(x, None)
            return known if known is not None else np.zeros(x.shape)
        if isinstance(x, NUMBERS):
            return shaped_like(x_dot, x)
        if isinstance(x, numbers.Rational | np.generic):
            return 0.0
        if isinstance(x, list | tuple | deque):
            items = [self.structured(item, slot, text) for item, slot in zip(x, self.slots(x), strict=True)]
            return sequence_like(x, items)
        if isinstance(x, dict):
            slots = self.slots(x)
            return {key: self.structured(item, slots.get(key), text) for key, item in x.items()}
        if isinstance(x, range):
            return np.zeros(len(x))
        if x is None or isinstance(x, str | bytes | Set | TIMES):  # in sets and among keys there is nothing that has a derivative
            return text
        if is_table(x):  # which holds constants
            return np.zeros(np.shape(x))
        if any(all(hasattr(type(x), name) for name in names) for names in _AS_NUMBERS):
            raise object_as_number(x)
        if dataclasses.is_dataclass(x) and not isinstance(x, type):
            slots = self.slots(x)
            return record_like(x, {key: self.structured(item, slots.get(key), text) for key, item in fields_held(x).values()})
        return None

    def items_of(self, x: Any, x_dot: Any) -> list[Any]:
        """The tangents of the items of `*x`, as the variables that they are bound to hold them."""
        if isinstance(x, np.ndarray):
            known = x_dot if x_dot is not None else self.bind(x, None)
            return [None] * len(x) if known is None else list(known)  # of whole numbers there are none
        if said_in_python(type(x), "__iter__", "__getitem__") or hasattr(type(x), "__next__"):
            raise UnsupportedError(f"a {type(x).__name__} is unpacked, and its class was not known when this program was made.\n"
                                   "Make a list of it in a loop.")
        return [self.held(x, place, item) for place, item in enumerate(x)]

    def keywords_of(self, x: Any) -> dict[str, Any]:
        """The tangents of the items of `**x`, as the variables that they are bound to hold them."""
        return {key: self.held(x, key, x[key]) for key in list(x)}

    def capture(self, cell: Any, x: Any, x_dot: Any) -> None:
        """Note the tangent of a variable that functions see through a closure cell."""
        self.hold(cell, "cell_contents", x, x_dot)


_OPERATORS = tuple(f"__{side}{sign}__" for sign in ("matmul", "mul", "add", "sub", "truediv", "pow") for side in ("", "r"))
"""What an object that is no number, nor stands for one, says of what operators mean for it."""

_AS_NUMBERS = (("__array__",), ("__array_interface__",), ("__float__",), ("__complex__",), ("__getitem__", "__len__"))
"""The methods by which NumPy takes an object for an array, or Python for a number."""


def _is_more_than_zero(x_dot: Any) -> bool:
    """Whether there is more in a tangent than the zeros that stand for none."""
    return x_dot is not None and not (isinstance(x_dot, np.ndarray) and x_dot.dtype.kind == "f" and not x_dot.any())


def _is_no_more(dot: Any) -> bool:
    """Whether the tangent of what is no array, in an array of objects, says nothing: numbers in there have none."""
    return not isinstance(dot, np.ndarray) and not (isinstance(dot, float | complex) and dot != 0.0)


def _same_view(left: Any, right: Any) -> bool:
    """Whether two arrays of one shape are the same entries of the same memory."""
    return bool(left.shape == right.shape and left.strides == right.strides
                and left.__array_interface__["data"] == right.__array_interface__["data"])
