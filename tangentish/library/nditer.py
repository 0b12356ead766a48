"""`np.nditer`, as the list of what it goes through: views of single entries, of which the memory is that of the arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

_KNOWN = frozenset("multi_index c_index f_index zerosize_ok refs_ok common_dtype".split())


def nditer(op: Any, flags: Any = (), op_flags: Any = None, op_dtypes: Any = None, order: Any = "K", casting: Any = "safe",
           op_axes: Any = None, itershape: Any = None, buffersize: Any = 0) -> Any:
    """`np.nditer` of one array, or of several that broadcast, entry by entry."""
    several = isinstance(op, list | tuple)
    check_iteration(op, flags, op_flags, op_dtypes, op_axes, itershape)
    places = places_visited(op, order)
    if several:
        shape = np.broadcast_shapes(*[np.shape(array) for array in op])
        arrays = [np.asarray(array) if np.shape(array) == shape else np.broadcast_to(array, shape) for array in op]
        return [tuple([array[place] for array in arrays]) for place in places]
    array = np.asarray(op)
    return [array[place] for place in places]


def places_visited(op: Any, order: Any = "K") -> list[Any]:
    """The indices of the entries in the order in which `np.nditer` visits them, each with an ellipsis, to give a view.

    >>> places_visited(np.zeros((2, 2)).T)
    [(0, 0, Ellipsis), (1, 0, Ellipsis), (0, 1, Ellipsis), (1, 1, Ellipsis)]
    """
    iterator = np.nditer(op, flags=["multi_index", "zerosize_ok", "refs_ok"], order=order)
    found = []
    while not iterator.finished:
        found.append((*iterator.multi_index, ...))
        iterator.iternext()
    return found


def indices_visited(op: Any, order: Any, flags: Any) -> list[Any]:
    """What `index` of the iterator is at each entry: its number in C or Fortran order, as the flags ask for."""
    wanted = [flag for flag in flags if flag in ("c_index", "f_index")]
    iterator = np.nditer(op, flags=["zerosize_ok", "refs_ok", *wanted], order=order)
    found = []
    while not iterator.finished:
        found.append(iterator.index)
        iterator.iternext()
    return found


def held_nditer(*args: Any, **keywords: Any) -> Any:
    """`np.nditer` where it is more than gone through: asked for its state, advanced, handed on."""
    return np.nditer(*args, **keywords)


def refused_nditer(*args: Any, **keywords: Any) -> Any:
    """What stands for it where its arrays are active."""
    raise UnsupportedError("np.nditer of active values is followed only where a `for` goes through it, and asks it for\n"
                           "`multi_index` or `index` alone.  Loop over indices: `for i in np.ndindex(x.shape):`.")


def check_iteration(op: Any, flags: Any, op_flags: Any, op_dtypes: Any, op_axes: Any, itershape: Any) -> None:
    """Raise for what is not followed: chunks of entries, other dtypes and axes, and arrays that the iterator makes.

    Buffers are for entries of other dtypes alone, of which there are none then; what is written into them is put back later.
    """
    each = [] if op_flags is None else [op_flags] if op_flags and isinstance(op_flags[0], str) else op_flags
    asked = {word for words in each for word in words}
    words = set(flags or ())
    buffered = "buffered" in words and "common_dtype" not in words and asked <= {"readonly"}
    arrays = list(op) if isinstance(op, list | tuple) else [op]
    dtypes = list(op_dtypes) if isinstance(op_dtypes, list | tuple) else [op_dtypes] * len(arrays)
    same = all(dtype is None or np.dtype(dtype) == np.asarray(array).dtype for array, dtype in zip(arrays, dtypes, strict=True))
    if not words - {"buffered" if buffered else ""} <= _KNOWN or not asked <= {"readonly", "readwrite"} or not same or any(
            part is not None for part in (op_axes, itershape)):
        raise UnsupportedError("np.nditer of active values with these options is not followed.\n"
                               "Loop over indices: `for i in np.ndindex(x.shape):`.")


zero_derivative(places_visited, indices_visited, check_iteration)
