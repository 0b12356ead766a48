"""The shadow table: adjoints found from the memory of their primals.

Where names may share memory, or values go through lists, dicts and objects, the adjoint cannot be a local variable.
It is kept here instead: for an array, in an array laid out as the memory of the primal is, so that the shadow of a view
is the same view of the shadow; for a container or an object, in slots found from its identity.  The table keeps every
primal it knows alive, so that no address is used twice.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.runtime import ABSENT, accumulate, scatter, taken, unbroadcast, zeros_like

Array = np.ndarray[Any, Any]
_LEAVES = (int, float, complex, np.generic, str, bytes, type(None))


class Shadows:
    """One table for one reverse sweep."""

    read_property: Callable[..., bool]  # set by the layer that can differentiate the code of a property
    write_property: Callable[..., Any]

    def __init__(self) -> None:
        self._memory: dict[Any, tuple[Any, Array, int]] = {}
        self._slots: dict[int, tuple[Any, Any]] = {}
        self._stretched: dict[int, list[Any]] = {}
        self._done: dict[tuple[int, str], tuple[Any, Any]] = {}

    # arrays

    def of(self, x: Array) -> Array:
        """The shadow of an array: the same view of the shadow of the memory it lies in."""
        if _stretched(x):  # a broadcast view: one place of memory stands for many entries
            stretched = self._memory.get(id(x))
            if stretched is None:
                stretched = self._memory[id(x)] = (x, np.zeros(x.shape, x.dtype), 0)
                self._stretched.setdefault(id(_root(x)), []).append(x)
            return stretched[1]
        root = _root(x)
        # the derivative with respect to an imaginary part is no view of that with respect to the complex number
        key = (id(root), "imag") if _imaginary(x, root) else id(root)
        entry = self._memory.get(key)
        if entry is None:
            low, high = np.lib.array_utils.byte_bounds(root)
            entry = (root, np.zeros(max(high - low, 1) + 64, np.uint8), low)
            self._memory[key] = entry
        _, memory, low = entry
        offset = x.__array_interface__["data"][0] - low if x.size else 0
        align = -memory.__array_interface__["data"][0] % 64
        return np.ndarray(x.shape, x.dtype, memory[align:].data, offset, x.strides)

    def start(self, x: Any) -> Any:
        """What has been contributed to `x` through the table: its shadow if it is an array, else nothing."""
        if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
            return self.of(x)
        return None

    def _known(self, x: Any) -> bool:
        if _stretched(x):
            return id(x) in self._memory
        root = _root(x)
        return ((id(root), "imag") if _imaginary(x, root) else id(root)) in self._memory

    def is_apart(self, y: Any, x: Any) -> bool:
        """Whether `y` has a shadow of its own, which is to be added to that of `x`."""
        return isinstance(y, np.ndarray) and self._known(y) and (_stretched(y) or not np.may_share_memory(y, x))

    def settle(self, x: Any) -> None:
        """Move what views of this memory with shadows of their own hold to the shadow of `x`, which is about to be used up."""
        if not isinstance(x, np.ndarray) or x.dtype.kind not in "fc" or _stretched(x):
            return
        root = _root(x)
        if (id(root), "imag") in self._memory:
            whole, imaginary = self.of(root), self.of(root.imag)
            if _imaginary(x, root):
                imaginary -= whole.imag
                whole.imag[...] = 0
            else:
                whole.imag -= imaginary
                imaginary[...] = 0
        for view in self._stretched.get(id(root), ()):
            shadow = self.of(view)
            axes = tuple(k for k, stride in enumerate(view.strides) if stride == 0)
            single = self.of(view[tuple(slice(0, 1) if k in axes else slice(None) for k in range(view.ndim))])
            single += np.sum(shadow, axis=axes, keepdims=True)
            shadow[...] = 0

    # containers and objects

    def slots(self, x: Any) -> Any:
        """The cotangents of the scalars held by a container (a list) or by a dict or object (a dict)."""
        entry = self._slots.get(id(x))
        if entry is None:
            slots: Any = [None] * len(x) if isinstance(x, list | tuple) else {}
            entry = self._slots[id(x)] = (x, slots)
        return entry[1]

    def add(self, x: Any, x_bar: Any, cotangent: Any) -> Any:
        """Add to the cotangent of `x`, whatever it is; `x_bar` is what its variable holds; the new value of that."""
        if cotangent is None:
            return x_bar
        if isinstance(x, np.ndarray):
            if x.dtype.kind in "fc":
                shadow = self.of(x)
                if not (isinstance(cotangent, np.ndarray) and np.may_share_memory(shadow, cotangent)):
                    shadow += unbroadcast(cotangent, x)
                return shadow
            return None
        if isinstance(x, list | tuple):
            slots = self.slots(x)
            for place, (item, part) in enumerate(zip(x, cotangent, strict=False)):
                if part is not None:
                    slots[place] = self.add(item, slots[place], part)
            return None
        if isinstance(x, dict):
            slots = self.slots(x)
            for key, part in cotangent.items():
                if key in x:
                    slots[key] = self.add(x[key], slots.get(key), part)
            return None
        if isinstance(x, float | complex | np.inexact):
            return accumulate(x_bar, unbroadcast(cotangent, x))
        if isinstance(x, _LEAVES):
            return None
        if isinstance(cotangent, float | complex | np.generic | np.ndarray):
            if np.any(cotangent):
                raise UnsupportedError(
                    f"a {type(x).__name__} is used as a number, and its class was not known when this program was made.\n"
                    "Call a method of the class by its name, or pass the object as an argument.")
            return None
        slots = self.slots(x)
        for key, part in (cotangent if isinstance(cotangent, dict) else vars(cotangent)).items():
            slots[key] = self.add(getattr(x, key), slots.get(key), part)
        return None

    def load(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner[key]`."""
        if isinstance(owner, np.ndarray):
            if value_bar is not None and owner.dtype.kind in "fc":
                shadow = self.of(owner)
                if not self._holds(owner, shadow, value, value_bar):
                    scatter(shadow, key, value_bar)
                    if isinstance(value_bar, np.ndarray):
                        self.moved(value)
            return
        if isinstance(getattr(type(owner), "__getitem__", None), types.FunctionType):
            raise UnsupportedError(
                f"an item of a {type(owner).__name__} is read, and its class was not known when this program was made.\n"
                "Call a method of the class by its name, or pass the object as an argument.")
        if isinstance(key, slice):
            if id(value) in self._slots:
                slots, parts = self.slots(owner), self.slots(value)
                for place, part in zip(range(*key.indices(len(slots))), parts, strict=True):
                    slots[place] = accumulate(slots[place], part)
            if value_bar is not None:
                for place, item, part in zip(range(*key.indices(len(owner))), value, value_bar, strict=True):
                    self.load(owner, place, item, part)
            return
        self.deposit(owner, key, value, value_bar)

    def _holds(self, owner: Array, shadow: Array, value: Any, value_bar: Any) -> bool:
        """Whether a contribution to a view is in the shadow of what it shows already."""
        if not isinstance(value_bar, np.ndarray):
            return False
        if np.may_share_memory(shadow, value_bar):
            return True
        view = isinstance(value, np.ndarray) and not _stretched(value) and np.may_share_memory(value, owner)
        return view and self._known(value) and np.may_share_memory(self.of(value), value_bar)

    def moved(self, value: Any) -> None:
        """The contributions to a view with a shadow of its own are now in the shadow of what it shows."""
        if isinstance(value, np.ndarray) and _stretched(value) and self._known(value):
            self.of(value)[...] = 0

    def load_part(self, x: Any, key: str, y: Any, x_bar: Any, y_bar: Any) -> Any:
        """Reverse `y = x.real` or `y = x.imag` where `x` may be a number: the new cotangent of `x`."""
        if isinstance(x, complex | float | np.inexact):
            return x_bar if y_bar is None else accumulate(x_bar, unbroadcast(-1j * y_bar if key == "imag" else y_bar, x))
        self.load_attribute(x, key, y, y_bar)
        return x_bar

    def load_attribute(self, owner: Any, key: str, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner.key`."""
        if isinstance(owner, np.ndarray):
            if value_bar is not None and owner.dtype.kind in "fc":
                shadow = self.of(owner)
                if not (isinstance(value_bar, np.ndarray) and np.may_share_memory(shadow, value_bar)):
                    if key == "imag":
                        if owner.dtype.kind == "c":
                            shadow += -1j * value_bar
                            if isinstance(value, np.ndarray) and self._known(value):
                                self.of(value)[...] = 0  # now it is where `owner` keeps it
                    elif key == "real":
                        shadow += value_bar
                    elif key in ("T", "mT"):
                        shadow += value_bar.T if key == "T" else np.swapaxes(value_bar, -1, -2)
                    elif key == "flat":
                        shadow += np.reshape(value_bar, shadow.shape)
                    else:
                        raise UnsupportedError(f"the attribute `{key}` of an array has no derivative here")
            return
        if value_bar is None and not isinstance(value, list | tuple | dict):
            return
        computed = isinstance(static_attribute(owner, key), property | functools.cached_property)
        if computed and self.read_property(owner, key, value, value_bar, self):
            return
        self.deposit(owner.__self__ if isinstance(owner, super) else owner, key, value, value_bar)

    def deposit(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Add to what `owner` holds at `key`: in its slot if that is a number, else where the value itself keeps it."""
        if value_bar is None or isinstance(value, int | str):
            return
        if isinstance(value, float | complex | np.inexact):
            slots = self.slots(owner)
            if isinstance(slots, list):
                key = owner._fields.index(key) if isinstance(key, str) else key
                slots[key] = accumulate(slots[key], unbroadcast(value_bar, value))
            else:
                slots[key] = accumulate(slots.get(key), unbroadcast(value_bar, value))
        else:
            self.add(value, None, value_bar)

    def store(self, owner: Any, key: Any, value: Any, value_bar: Any) -> Any:
        """Reverse `owner[key] = value`: the new cotangent of `value`."""
        if isinstance(owner, np.ndarray):
            if owner.dtype.kind not in "fc":
                return value_bar
            return self.add(value, value_bar, _fit(taken(self.of(owner), key), value))
        slots = self.slots(owner)
        if isinstance(key, slice):
            places = range(*key.indices(len(owner)))  # as it was before, and is again
            if key.step in (None, 1):
                stored = range(places.start, places.start + len(value))
                parts, slots[stored.start:stored.stop] = slots[stored.start:stored.stop], [None] * len(places)
            else:
                parts = [slots[place] for place in places]
                for place in places:
                    slots[place] = None
            for place, part in enumerate(parts):
                if part is not None:
                    self.load(value, place, value[place], part)
            return self.withdraw(value, None, value_bar)
        if isinstance(slots, list):
            part, slots[key] = slots[key], None
        else:
            part = slots.pop(key, None)
        return self.withdraw(value, part, value_bar)

    def store_attribute(self, owner: Any, key: str, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.key = value`: the new cotangent of `value`."""
        if isinstance(static_attribute(owner, key), property):
            return self.write_property(owner, key, value, value_bar, self)
        return self.withdraw(value, self.slots(owner).pop(key, None), value_bar)

    # what the primal overwrote

    def restore(self, x: Any, content: Any) -> None:
        """Put back what `saved` kept of an array, a list or a dict."""
        if content is None:
            return
        self._note_content(x)
        if not isinstance(x, np.ndarray):
            self.slots(x)  # as long as the list is before it is put back
        _fill(x, content)

    def _note_content(self, x: Any) -> None:
        """Remember, before something is put back for the first time, what the primal left there."""
        if (id(x), "") not in self._done:
            self._done[id(x), ""] = (x, x.copy())

    def restore_length(self, x: Any, content: Any) -> None:
        """Put back what `saved_length` kept of a list that grew at its end."""
        if isinstance(content, int):
            self._note_content(x)
            self.slots(x)
            del x[content:]
        else:
            self.restore(x, content)

    def restore_item(self, x: Any, index: Any, content: Any) -> None:
        """Put back what `saved_item` kept."""
        if isinstance(index, slice) and isinstance(x, list):
            self.restore(x, content)
            return
        if isinstance(x, np.ndarray | list | dict):
            self._note_content(x)
        if content is ABSENT:
            if isinstance(x, dict):
                x.pop(index, None)
        else:
            x[index] = content

    def restore_attribute(self, x: Any, key: str, content: Any) -> None:
        """Put back what `saved_attribute` kept, until the reverse sweep is over."""
        for name in {**vars(x), **content} if isinstance(getattr(type(x), key, None), property) else content:
            now, old = getattr(x, name, ABSENT), content.get(name, ABSENT)
            if now is not old:
                self._done.setdefault((id(x), name), (x, now))
                _set(x, name, old)

    def finish(self) -> None:
        """What was put back for the reverse sweep gets again what the primal left there."""
        while self._done:
            (_, name), (x, value) = self._done.popitem()
            if name:
                _set(x, name, value)
            else:
                _fill(x, value)

    def withdraw(self, value: Any, part: Any, value_bar: Any) -> Any:
        """The cotangent of a value that was put into a container: its slot, or what its shadow holds."""
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "fc" or not self._known(value):
                return value_bar
            shadow = self.of(value)
            if isinstance(value_bar, np.ndarray) and np.may_share_memory(shadow, value_bar):
                return value_bar
            total = accumulate(value_bar, shadow.copy())
            shadow[...] = 0
            return total
        if isinstance(value, float | complex | np.inexact):
            return accumulate(value_bar, part)
        return value_bar

    def held(self, owner: Any, key: Any, value: Any, value_bar: Any) -> Any:
        """Reverse the part of a display `owner = (..., value, ...)` that puts `value` at `key`."""
        slots = self.slots(owner)
        if isinstance(slots, list):
            part, slots[key] = slots[key], None
        else:
            part = slots.pop(key, None)
        return self.withdraw(value, part, value_bar)

    # growing lists

    def append(self, owner: Any, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.append(value)`."""
        return self.withdraw(value, self.slots(owner).pop(), value_bar)

    def insert(self, owner: Any, key: int, value: Any, value_bar: Any) -> Any:
        """Reverse `owner.insert(key, value)`."""
        slots = self.slots(owner)
        size = len(slots) - 1
        place = max(0, size + key) if key < 0 else min(key, size)
        return self.withdraw(value, slots.pop(place), value_bar)

    def extend(self, owner: Any, values: Any, values_bar: Any) -> Any:
        """Reverse `owner.extend(values)`."""
        slots = self.slots(owner)
        start = len(slots) - len(values)
        parts = slots[start:]
        del slots[start:]
        if isinstance(values, np.ndarray):
            if values.ndim > 1:
                return values_bar  # the rows that went into the list are views
            return self.add(values, values_bar, np.array([0.0 if p is None else p for p in parts]))
        for place, part in enumerate(parts):
            if part is not None:
                self.load(values, place, values[place], part)
        return values_bar

    def extended(self, owner: Any, values: Any) -> tuple[Any, Any]:
        """Reverse `owner += values` of a list, which stays the same object, or of a tuple, which does not."""
        if isinstance(owner, list):
            return None, self.extend(owner, values, None)
        slots = self.slots(owner)
        start = len(slots) - len(values)
        for place, part in enumerate(slots[start:]):
            if part is not None:
                self.load(values, place, values[place], part)
        left = tuple(slots[:start])
        slots[:] = [None] * len(slots)
        return left, None

    def pop(self, owner: Any, key: Any, value: Any, value_bar: Any) -> None:
        """Reverse `value = owner.pop(key)`."""
        slots = self.slots(owner)
        if isinstance(slots, list):
            size = len(slots) + 1
            slots.insert(key if key >= 0 else size + key, None)
            self._deposit_at(slots, key, value, value_bar)
        else:
            self.deposit(owner, key, value, value_bar)

    def _deposit_at(self, slots: list[Any], key: int, value: Any, value_bar: Any) -> None:
        if isinstance(value, float | complex | np.inexact):
            slots[key] = value_bar
        elif value_bar is not None:
            self.add(value, None, value_bar)

    def concatenated(self, owner: Any, left: Any, right: Any) -> None:
        """Reverse `owner = left + right` of two lists or tuples."""
        slots = self.slots(owner)
        for place in range(len(slots)):
            part, slots[place] = slots[place], None
            if part is not None:
                source, at = (left, place) if place < len(left) else (right, place - len(left))
                self.load(source, at, source[at], part)

    def joined(self, owner: Any, left: Any, right: Any) -> None:
        """Reverse `owner = left + right` or `left * right` where these turn out to be lists or tuples."""
        if isinstance(owner, list | tuple):
            if isinstance(left, list | tuple) and isinstance(right, list | tuple):
                self.concatenated(owner, left, right)
            else:
                self.repeated(owner, left if isinstance(left, list | tuple) else right)

    def copied(self, owner: Any, source: Any) -> None:
        """Reverse `owner = list(source)`, `tuple(source)`, `source.copy()`, `dict(source)`."""
        if isinstance(owner, np.ndarray):
            self.add(source, None, self.of(owner).copy())
            return
        slots = self.slots(owner)
        for key in list(range(len(slots))) if isinstance(slots, list) else list(slots):
            part, slots[key] = slots[key], None
            if part is not None and isinstance(owner, dict) and not isinstance(source, dict):
                pair = next(pair for pair in reversed(source) if pair[0] == key)
                self.load(pair, 1, pair[1], part)
            elif part is not None and isinstance(source, list | tuple | dict | np.ndarray):
                self.load(source, key, source[key], part)
            elif part is not None:
                self.load_attribute(source, key, getattr(source, key), part)

    def repeated(self, owner: Any, source: Any) -> None:
        """Reverse `owner = source * n` of a list or tuple."""
        slots = self.slots(owner)
        for place in range(len(slots)):
            part, slots[place] = slots[place], None
            if part is not None:
                self.load(source, place % len(source), source[place % len(source)], part)

    # results

    def items(self, x: Any, *sources: Any) -> list[Any]:
        """The cotangents of the items of a list or tuple: None where there is none, shadows of arrays.

        An item that shares memory with one of `sources` has its adjoint in the shadow of that, and gets None here.
        """
        if isinstance(x, np.ndarray):  # one result only, and not in a list
            return self.of(x)  # type: ignore[return-value]
        slots = self.slots(x)
        found = []
        for place, item in enumerate(x):
            part = slots[place]
            if isinstance(item, np.ndarray):
                shown = any(isinstance(s, np.ndarray) and np.may_share_memory(item, s) for s in sources) and not _stretched(item)
                part = self.of(item) if item.dtype.kind in "fc" and self._known(item) and not shown else None
            found.append(part)
        return found

    def collect(self, x: Any, x_bar: Any) -> Any:
        """The whole cotangent of an argument, with the structure of the argument."""
        if isinstance(x, np.ndarray):
            if x.dtype.kind not in "fc":
                return None
            if not self._known(x):
                return x_bar
            shadow = self.of(x)
            if x_bar is None or (isinstance(x_bar, np.ndarray) and np.may_share_memory(shadow, x_bar)):
                return shadow.copy()
            return x_bar + shadow
        if isinstance(x, list | tuple):
            slots = self.slots(x)
            outer = [None] * len(x) if x_bar is None else list(x_bar)
            outer += [None] * (len(slots) - len(outer))
            items = [self._leaf(x[k] if k < len(x) else 0.0, accumulate(slots[k], outer[k])) for k in range(len(slots))]
            return type(x)(*items) if hasattr(x, "_fields") else type(x)(items)
        if isinstance(x, dict):
            slots = self.slots(x)
            outer_dict = x_bar or {}
            return {key: self._leaf(item, accumulate(slots.get(key), outer_dict.get(key))) for key, item in x.items()}
        if isinstance(x, _LEAVES):
            return x_bar
        if hasattr(x, "__dataclass_fields__"):
            import dataclasses

            slots = self.slots(x)
            return dataclasses.replace(x, **{
                f.name: self._leaf(getattr(x, f.name), slots.get(f.name)) for f in dataclasses.fields(x) if f.init})
        return x_bar

    def _leaf(self, item: Any, part: Any) -> Any:
        total = self.collect(item, part)
        return zeros_like(item) if total is None and isinstance(item, np.ndarray | float | complex | np.inexact) else total

    def result(self, x: Any, x_bar: Any) -> Any:
        """The derivative with respect to an argument: zeros where nothing was contributed."""
        return self._leaf(x, x_bar)

    # closures

    def cell(self, cell: Any, value: Any, value_bar: Any) -> Any:
        """The cotangent of a variable, with what functions that captured it contributed through its cell."""
        slots = self.slots(cell)
        return self.withdraw(value, slots.pop("cell_contents", None), value_bar)


def static_attribute(owner: Any, key: str) -> Any:
    """What the class of an object (or the classes that `super()` looks at) says of an attribute; None if nothing."""
    if not isinstance(owner, super):
        return getattr(type(owner), key, None)
    order = type(owner.__self__).__mro__
    for cls in order[order.index(owner.__thisclass__) + 1 :]:
        if key in cls.__dict__:
            return cls.__dict__[key]
    return None


def _fill(x: Any, content: Any) -> None:
    if isinstance(x, np.ndarray):
        x[...] = content
    elif isinstance(x, list):
        x[:] = content
    else:
        x.clear()
        x.update(content)


def _set(x: Any, name: str, value: Any) -> None:
    if value is ABSENT:
        delattr(x, name)
    else:
        object.__setattr__(x, name, value)


def _imaginary(x: Array, root: Array) -> bool:
    """Whether `x` shows imaginary parts of the complex numbers of `root`."""
    if x.dtype.kind != "f" or root.dtype.kind != "c" or not x.size:
        return False
    offset = x.__array_interface__["data"][0] - root.__array_interface__["data"][0]
    if any(stride % root.itemsize for stride, size in zip(x.strides, x.shape, strict=True) if size > 1):
        raise UnsupportedError("an array of the real and imaginary parts of another is not supported here.\n"
                               "Use `.real` and `.imag`.")
    return bool(offset % root.itemsize)


def _fit(cotangent: Any, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return np.broadcast_to(cotangent, np.shape(value)) if np.ndim(cotangent) else [cotangent] * len(value)
    return unbroadcast(cotangent, value) if isinstance(value, np.ndarray | float | complex | np.inexact) else None


def _root(x: Array) -> Any:
    """The array that owns the memory of a view."""
    root: Any = x
    while isinstance(root.base, np.ndarray):
        root = root.base
    return root


def _stretched(x: Array) -> bool:
    """Whether one place in memory stands for several entries of an array."""
    return any(stride == 0 and size > 1 for stride, size in zip(x.strides, x.shape, strict=True))
