"""Shadows of arrays: each piece of memory has one, and views of it have the same views of that."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import no_matrix

Array = np.ndarray[Any, Any]


class Memory:
    """The part of the table that is found from addresses.

    Two kinds of views have shadows that lie apart from that of what they show, and are added to it when that is used up
    (`settle`): broadcast views, in which one place of memory stands for several entries, and imaginary parts, as the
    derivative with respect to an imaginary part is no view of that with respect to the complex number.
    """

    def __init__(self) -> None:
        self._memory: dict[Any, tuple[Any, Array, int]] = {}
        self._stretched: dict[int, list[Any]] = {}
        self._whole: dict[int, Array] = {}  # the shadows of arrays that own their memory, by their identities
        self._buffers: dict[Any, set[tuple[Any, int]]] = {}  # the types of views of memory whose owner has no such numbers

    def of(self, x: Array) -> Array:
        """The shadow of an array: the same view of the shadow of the memory it lies in."""
        whole = self._whole.get(id(x)) if x.base is None else None
        if whole is not None and whole.shape == x.shape and whole.dtype is x.dtype:
            return whole
        if is_stretched(x):
            stretched = self._memory.get(id(x))
            if stretched is None:
                stretched = self._memory[id(x)] = (x, np.zeros(x.shape, x.dtype), 0)
                self._stretched.setdefault(id(root_of(x)), []).append(x)
            return stretched[1]
        root = root_of(x)
        key = (id(root), "imag") if is_imaginary(x, root) else id(root)
        entry = self._memory.get(key)
        if entry is None:
            low, high = _bounds_of(root)
            entry = (root, np.zeros(max(high - low, 1) + 64, np.uint8), low)
            self._memory[key] = entry
        _, memory, low = entry
        offset = 0 if (x is root and x.flags.forc) or not x.size else x.__array_interface__["data"][0] - low
        align = -memory.__array_interface__["data"][0] % 64
        found = np.ndarray(x.shape, x.dtype, memory[align:].data, offset, x.strides)
        if x.base is None:
            self._whole[id(x)] = found
        elif root.dtype.kind not in "fc":
            self._buffers.setdefault(key, set()).add((x.dtype, offset % x.itemsize))
        return found

    def whole(self, key: Any) -> Array:
        """All numbers in a piece of memory: its owner, or what views show if that is a buffer of bytes."""
        root: Array = self._memory[key][0]
        kinds = self._buffers.get(key)
        if kinds is None:
            return root
        if len(kinds) > 1:
            raise UnsupportedError("a buffer that holds numbers of several types has a derivative in reverse mode only.\n"
                                   "Use grad or vjp, or a buffer for each type.")
        ((dtype, start),) = kinds
        content = np.ravel(root, "K").view(np.uint8)[start:]
        return content[:content.size // dtype.itemsize * dtype.itemsize].view(dtype)

    def start(self, x: Any) -> Any:
        """What has been contributed to `x` through the table: its shadow if it is an array, else nothing."""
        if isinstance(x, np.ndarray) and x.dtype.kind in "fc":
            if x.__class__ is not np.ndarray:
                no_matrix(x)
            return self.of(x)
        return None

    def knows(self, x: Array) -> bool:
        """Whether there is a shadow for an array already."""
        if is_stretched(x):
            return id(x) in self._memory
        root = root_of(x)
        return ((id(root), "imag") if is_imaginary(x, root) else id(root)) in self._memory

    # views whose shadows lie apart

    def is_apart(self, y: Any, x: Any) -> bool:
        """Whether `y` is a number, or has a shadow of its own, so that its cotangent is to be added to that of `x`.

        An array that `np.asarray` and the like gave as it was has none.
        """
        if isinstance(y, float | complex | np.generic):
            return True
        if isinstance(y, np.ndarray) and is_stretched(y) and not isinstance(x, np.ndarray):
            self._collect(y)
        return isinstance(y, np.ndarray) and y is not x and self.knows(y) and (is_stretched(y) or not np.may_share_memory(y, x))

    def settle(self, x: Any) -> None:
        """Move what views of this memory with shadows of their own hold to the shadow of `x`, which is about to be used up."""
        if not isinstance(x, np.ndarray) or x.dtype.kind not in "fc" or is_stretched(x):
            return
        root = root_of(x)
        for view in self._stretched.get(id(root), ()):
            shadow = self.of(view)
            axes, once = _places(view)
            single = self.of(view[once])
            single += np.sum(shadow, axis=axes, keepdims=True)
            shadow[...] = 0
        shown = is_imaginary(x, root)  # whose shadow may not have been asked for yet
        if shown or (id(root), "imag") in self._memory:
            whole, imaginary = self.of(root), self.of(root.imag)
            if shown:
                imaginary -= whole.imag
                whole.imag[...] = 0
            else:
                whole.imag -= imaginary
                imaginary[...] = 0

    def _collect(self, y: Array) -> None:
        """Move what the parts of a stretched view of a list hold to the shadow of the view: the list has none of its own."""
        if id(root_of(y)) in self._memory:
            _, once = _places(y)
            single = self.of(y[once])
            self.of(y)[once] += single
            single[...] = 0

    def replace(self, x: Any, x_bar: Any) -> None:
        """Empty the shadow of `x`, whose cotangent is `x_bar`, unless that is the shadow: it is all that there is."""
        if isinstance(x, np.ndarray) and x.dtype.kind in "fc" and self.knows(x):
            shadow = self.of(x)
            if not (isinstance(x_bar, np.ndarray) and np.may_share_memory(shadow, x_bar)):
                shadow[...] = 0

    def moved(self, value: Any) -> None:
        """The contributions to a view with a shadow of its own are now in the shadow of what it shows."""
        if isinstance(value, np.ndarray) and is_stretched(value) and self.knows(value):
            self.of(value)[...] = 0

    def holds(self, owner: Array, shadow: Array, value: Any, value_bar: Any) -> bool:
        """Whether a contribution to a view is in the shadow of what it shows already."""
        if not isinstance(value_bar, np.ndarray):
            return False
        if np.may_share_memory(shadow, value_bar):
            return True
        view = isinstance(value, np.ndarray) and not is_stretched(value) and np.may_share_memory(value, owner)
        return view and self.knows(value) and np.may_share_memory(self.of(value), value_bar)


def _bounds_of(root: Array) -> tuple[int, int]:
    """The addresses where the memory of an array begins and ends."""
    if not root.flags.forc:
        return np.lib.array_utils.byte_bounds(root)
    low = root.__array_interface__["data"][0]
    return low, low + root.nbytes


def root_of(x: Array) -> Any:
    """The array that owns the memory of a view."""
    root: Any = x
    while isinstance(root.base, np.ndarray):
        root = root.base
    return root


def is_stretched(x: Array) -> bool:
    """Whether one place in memory stands for several entries of an array; one without entries needs no place."""
    return 0 in x.strides and x.size > 0 and any(stride == 0 and size > 1 for stride, size in zip(x.strides, x.shape, strict=True))


def _places(x: Array) -> tuple[tuple[int, ...], tuple[slice, ...]]:
    """The axes along which an array is stretched, and the index of its places in memory, each of them once."""
    axes = tuple(k for k, stride in enumerate(x.strides) if stride == 0)
    return axes, tuple(slice(0, 1) if k in axes else slice(None) for k in range(x.ndim))


def is_imaginary(x: Array, root: Array) -> bool:
    """Whether `x` shows imaginary parts of the complex numbers of `root`."""
    if x.dtype.kind != "f" or root.dtype.kind != "c" or not x.size:
        return False
    offset = x.__array_interface__["data"][0] - root.__array_interface__["data"][0]
    if any(stride % root.itemsize for stride, size in zip(x.strides, x.shape, strict=True) if size > 1):
        raise UnsupportedError("an array of the real and imaginary parts of another is not supported here.\n"
                               "Use `.real` and `.imag`.")
    return bool(offset % root.itemsize)
