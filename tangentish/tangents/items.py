"""Items of arrays, lists, dicts and objects: read and written; lists that grow and shrink.

What changes a container is noted before the primal statement changes it, so that the two have the same length.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.class_attributes import gets_by_code, is_cached_property
from tangentish.errors import UnsupportedError
from tangentish.own_containers import check_no_module, keeper_of, makes_items, said_in_python
from tangentish.pandas_tables import check_no_table, is_table
from tangentish.runtime.checks import (
    check_fields,
    check_list,
    check_no_array,
    check_no_base,
    check_no_class,
    check_no_method,
    check_object_store,
    check_own_attribute,
    objects_refused,
)
from tangentish.runtime.kept import check_kept, sets_by_code
from tangentish.runtime.kept_values import is_other_than_kept
from tangentish.runtime.saving import check_plainly_read, fallback_of, own_setter
from tangentish.runtime.stored_directly import check_no_cached, note_set, note_stored, was_set
from tangentish.shadows import (
    check_lasting,
    getter_of,
    holds_alone,
    is_of_class,
    of_compiled_code,
    own_descriptor,
    refused_descriptor,
    static_attribute,
    stored_as,
)
from tangentish.slots import WHOLE, attribute_names, is_called_only
from tangentish.tangents.slots import NUMBERS, Slots

_WITHOUT: tuple[type, ...] = (dict, type({}.keys()), set, frozenset, range, str, bytes)
"""What gives keys, text and whole numbers alone, or what nothing active goes into."""


class Items(Slots):
    """The forward form of loads and stores."""

    read_property: Callable[..., Any]  # set by the layer that can differentiate the code of a property
    read_again: Callable[..., Any]
    read_descriptor: Callable[..., Any]  # None where the code of it is not followed
    write_property: Callable[..., Any]
    write_described: Callable[..., None]

    def __init__(self) -> None:
        super().__init__()
        self.binding: set[tuple[int, int]] = set()  # the objects, with their tangents, whose parts are being noted
        self._stored: dict[tuple[type, str], bool] = {}  # classes and attributes that no code gives: what the objects hold
        self._computed: dict[tuple[int, str], Any] = {}  # cached properties that were computed or set by now, with their objects
        self._kept: dict[tuple[int, str], tuple[Any, Any, Any]] = {}  # what descriptors were set to, with its object and tangent

    def item(self, x: Any, x_dot: Any, key: Any, y: Any) -> Any:
        """The tangent of `y = x[key]`."""
        if isinstance(x, np.ndarray | np.void):
            check_fields(x)
        if isinstance(x, np.ndarray) and x.dtype.kind == "O":
            if isinstance(y, NUMBERS):
                raise objects_refused()
            return None if isinstance(y, np.ndarray) and y.dtype.kind == "O" else self.bind(y, None)  # as it was put there
        if isinstance(x, np.ndarray):
            x_dot = self.bind(x, None) if x_dot is None else x_dot
            return x_dot[key] if x.dtype.kind in "fc" else np.zeros(np.shape(y))[()]
        if isinstance(x, np.generic):
            return np.asarray(x_dot)[key]
        check_no_cached(x, key)
        if said_in_python(type(x), "__getitem__") or makes_items(type(x)):
            raise UnsupportedError(
                f"an item of a {type(x).__name__} is read, and its class was not known when this program was made.\n"
                "Call a method of the class by its name, or pass the object as an argument.")
        if isinstance(key, slice) and isinstance(x, list | tuple):
            self.slots(y)[:] = self.slots(x)[key]
            return None
        return self.held(x, key, y) if isinstance(x, list | tuple | dict | deque) else self.bind(y, None)

    def store(self, x: Any, x_dot: Any, key: Any, value: Any, value_dot: Any) -> None:
        """The tangent of `x[key] = value`."""
        if isinstance(x, np.ndarray):
            check_fields(x)
            if not x.flags.writeable:
                raise ValueError("assignment destination is read-only")  # as the statement itself will say
            check_object_store(x, key, value)
            if x.dtype.kind in "fc":
                tangent = self.whole(value, value_dot)
                x_dot[key] = np.real(tangent) if x.dtype.kind == "f" and np.iscomplexobj(tangent) else tangent
        elif isinstance(key, slice) and isinstance(x, list):
            self.slots(x)[key] = self.parts_of(value, value_dot)
        elif isinstance(x, list | dict | deque):
            check_no_module(x, value_dot)
            if type(x) is dict:
                note_stored(x, key, value)
            slots = self.slots(x)
            if isinstance(slots, list):
                slots[key] = None
            else:
                slots.pop(key, None)
            self.hold(x, key, value, value_dot)
        elif hasattr(type(x), "__setitem__"):  # else the statement itself raises
            check_no_table(x)
            raise UnsupportedError(f"an active value is stored into a {type(x).__name__}, whose class was not known when this "
                                   "program was made.\nCall a method of the class by its name.")

    def read(self, x: Any, x_dot: Any, key: str) -> tuple[Any, Any]:
        """`x.key` and its tangent."""
        if self.is_stored(x, key):
            y = getattr(x, key)
            return y, self._of_attribute(x, key, y)
        if isinstance(x, np.ndarray | np.generic | float | complex):
            if x_dot is None:
                x_dot = self.bind(x, None)
            tangent = np.asarray(x_dot) if key in ("T", "mT", "flat") else x_dot
            y = getattr(x, key)
            check_no_method(x, y)
            check_no_base(key, y)
            check_own_attribute(x, key, y)
            return (y, getattr(tangent, key)) if hasattr(tangent, key) else (y, None)
        described = static_attribute(x, key)
        if isinstance(described, property | functools.cached_property):
            check_plainly_read(x, key, None)  # what it gives cannot be compared
        if isinstance(described, property):
            if gets_by_code(described):  # a class derived from that, which may do more
                raise refused_descriptor(x, key)
            return self.read_property(described.fget, x)
        if is_cached_property(described):
            return self._cached(x, key, described.func)
        fallback = fallback_of(x, key) if described is None else None
        if fallback is not None:
            return self.read_property(fallback, x, key)
        followed = self.read_descriptor(x, key) if own_descriptor(described) else None
        if followed is not None:
            return followed
        y = getattr(x, key)
        check_plainly_read(x, key, y)
        if own_descriptor(described):
            return self._described(x, key, described, y)
        if of_compiled_code(described, y):
            raise refused_descriptor(x, key)
        if described is None and holds_alone(x, key):
            self.note_stored(x, key)
        if is_of_class(x, key, described):
            return y, None
        return y, self._of_attribute(x.__self__ if isinstance(x, super) else x, key, y)

    def is_stored(self, x: Any, key: str) -> bool:
        """Whether it was found before that no code gives an attribute of such objects."""
        return (type(x), key) in self._stored

    def note_stored(self, x: Any, key: str) -> None:
        self._stored[type(x), key] = True

    def _of_attribute(self, x: Any, key: str, y: Any) -> Any:
        """The tangent of what an object holds as an attribute."""
        return self.held(keeper_of(x, key), key, y)

    def _cached(self, x: Any, key: str, getter: Any) -> tuple[Any, Any]:
        """A cached property: one that was computed before this run is computed again, for its tangent."""
        keeper = keeper_of(x, key, True)
        if key not in attribute_names(x):
            y, y_dot = self.read_property(getter, x)
            vars(x)[key] = y  # as it does itself, whatever the class says of storing
            self.hold(keeper, key, y, y_dot)
            self._computed[id(x), key] = x
            return y, y_dot
        y = getattr(x, key)
        if isinstance(y, np.ndarray | np.inexact | float | complex) and (id(x), key) not in self._computed and not (
                was_set(x, key)):
            self._computed[id(x), key] = x
            again, y_dot = self.read_again(getter, x)
            if again is not None and np.array_equal(again, y, equal_nan=True):  # None of what writes when it is computed
                self.hold(keeper, key, y, y_dot)
        return y, self.held(keeper, key, y)

    def _described(self, x: Any, key: str, described: Any, y: Any) -> tuple[Any, Any]:
        """What a descriptor of a user's class gave, and the tangent of what its function gives again."""
        getter = getter_of(described)
        kept = self._kept.get((id(x), key))
        if kept is not None and kept[1] is y:
            return y, kept[2]
        if is_called_only(y) or isinstance(y, WHOLE):
            check_lasting(x, key, y)
            return y, None
        if getter is None:
            key = stored_as(x, key, y)
            return y, self.held(keeper_of(x, key), key, y)
        again, y_dot = self.read_property(getter, x)
        if not isinstance(y, np.ndarray | np.inexact | float | complex):
            if is_other_than_kept(y, again):
                raise refused_descriptor(x, key)
            self._keep_instead(x, key, y, again, y_dot)
            return again, y_dot
        if not np.array_equal(again, y, equal_nan=True):
            raise refused_descriptor(x, key)
        return y, self.bind(y, y_dot) if isinstance(y, np.ndarray) else y_dot

    def _keep_instead(self, x: Any, key: str, y: Any, again: Any, y_dot: Any) -> None:
        """Where a descriptor has kept an object, put the one that was made again with tangents: it is what is changed next."""
        for kept in [vars(x), *[held for held in vars(x).values() if type(held) is dict]]:
            for name in [name for name, held in kept.items() if held is y]:
                kept[name] = again
        self._kept[id(x), key] = x, again, y_dot

    def write(self, x: Any, key: str, value: Any, value_dot: Any, plainly: bool = False) -> None:
        """`x.key = value` and its tangent; `plainly` where the program calls `object.__setattr__`."""
        check_no_array(x, key, value_dot is not None)
        check_no_table(x)
        check_no_module(x, value_dot)
        if not plainly and own_setter(x) is not None:  # which Python asks first
            self.write_property(type(x).__setattr__, x, value, value_dot, key)
            return
        described, store = static_attribute(x, key), object.__setattr__ if plainly else setattr
        if sets_by_code(described) and getter_of(described) is None:
            self.write_described(described, x, value, value_dot)
            return
        if sets_by_code(described):
            if not isinstance(value, WHOLE):
                check_kept(x, key, described, value)
            store(x, key, value)
            self._kept[id(x), key] = x, value, value_dot
            return
        if isinstance(described, property):
            self.write_property(described.fset, x, value, value_dot)
            return
        if value_dot is not None or not isinstance(value, NUMBERS):  # a container or an object has its tangents apart
            check_no_class(x, value)
        store(x, key, value)
        note_set(x, key)
        if isinstance(described, functools.cached_property):
            self._computed[id(x), key] = x
        if not isinstance(x, tuple):  # whose attributes are in the slots of its `__dict__`
            x = keeper_of(x, key, True)
            self.slots(x).pop(key, None)
        self.hold(x, key, value, value_dot)

    # lists that stay the same object

    def appended(self, owner: Any, value: Any, value_dot: Any) -> None:
        """`owner.append(value)`."""
        check_list(owner, "append")
        self.slots(owner).append(self.slot(value, value_dot))
        self._pushed_out(owner)

    def inserted(self, owner: Any, key: int, value: Any, value_dot: Any) -> None:
        """`owner.insert(key, value)`."""
        check_list(owner, "insert")
        self.slots(owner).insert(key, self.slot(value, value_dot))

    def extended(self, owner: Any, values: Any, values_dot: Any) -> None:
        """`owner.extend(values)` and `owner += values`."""
        check_list(owner, "extend")
        self.slots(owner).extend(self.parts_of(values, values_dot))
        self._pushed_out(owner)

    def popped(self, owner: Any, key: Any) -> Any:
        """What has to be bound to `y` after `y = owner.pop(key)`."""
        slots = self.slots(owner)
        return slots.pop(key) if isinstance(slots, list) else slots.pop(key, None)

    def cleared(self, owner: Any) -> None:
        """`owner.clear()`."""
        self.slots(owner).clear()

    def _pushed_out(self, owner: Any) -> None:
        """What a deque that is full loses at its start."""
        if isinstance(owner, deque) and owner.maxlen is not None:
            slots = self.slots(owner)
            while len(slots) > owner.maxlen:
                slots.pop(0)

    def slot(self, value: Any, value_dot: Any) -> Any:
        """What a list has in the slot of a value: the tangent of a number."""
        tangent = self.bind(value, value_dot)
        return None if isinstance(value, np.ndarray) else tangent

    def parts_of(self, values: Any, values_dot: Any) -> list[Any]:
        """What a list has in the slots of several values."""
        if isinstance(values, np.ndarray):
            if values.ndim > 1:
                self.bind(values, values_dot)  # the rows that go into the list are views
                return [None] * len(values)
            return list(values_dot) if values_dot is not None else [0.0] * len(values)
        if isinstance(values, list | tuple | deque):
            return list(self.slots(values))
        if isinstance(values, _WITHOUT) or is_table(values):
            return [None] * len(values)
        raise UnsupportedError(f"the items of a {type(values).__name__} are not followed into a list.\nMake it a list first.")
