"""What NumPy does in place, as stores with an index."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.library.overlaps import check_apart, check_read_before
from tangentish.rules.helpers import inexact
from tangentish.rules.registry import zero_derivative

# functions


def copy_to(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """`np.copyto`."""
    if where is True:
        dst[...] = src
    else:
        mask = np.broadcast_to(np.asarray(where, bool), dst.shape)
        dst[mask] = (np.zeros(dst.shape) + src)[mask]


def put_mask(a: Any, mask: Any, values: Any) -> None:
    """`np.putmask`."""
    chosen = np.asarray(mask, bool)
    if np.ndim(values) == 0:
        a[chosen] = values
    else:
        a[chosen] = np.resize(values, a.shape)[chosen]


def place_values(arr: Any, mask: Any, vals: Any) -> None:
    """`np.place`."""
    chosen = np.asarray(mask, bool)
    count = int(np.sum(chosen))
    items = np.ravel(vals)
    arr[chosen] = np.take(items, np.arange(count) % len(items))


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """`np.fill_diagonal`."""
    check_read_before(a, diagonal_places(a.shape, wrap), val)
    put_in_turn(a, diagonal_places(a.shape, wrap), val)


def put_values(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    """`np.put`."""
    put_in_turn(a, numbered_places(a.shape, ind, mode), v)


def put_along(arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    """`np.put_along_axis`."""
    if axis is None:
        put_in_turn(arr, numbered_places(arr.shape, indices, "raise"), values)
    else:
        arr[places_along(arr.shape, indices, axis)] = values


def put_in_turn(a: Any, where: Any, values: Any) -> None:
    """Store at places given as an index for each axis; the values are begun again where there are too few."""
    if np.ndim(a) == 0:  # it has one place, and what is put there last stays
        if len(where[0]):
            a[()] = np.resize(values, len(where[0]))[-1]
    elif np.ndim(values) == 0:
        a[where] = values
    else:
        a[where] = np.resize(values, len(where[0]))


def at_each(ufunc: Any, a: Any, indices: Any, *operands: Any) -> None:
    """`ufunc.at(a, indices, operands)`: one place after the other."""
    places = np.ravel(places_at(np.shape(a), indices))
    values = [np.reshape(np.zeros(np.shape(places_at(np.shape(a), indices))) + b, -1) for b in operands]
    for k in range(len(places)):
        where = np.unravel_index(places[k], np.shape(a))
        a[where] = ufunc(a[where], *[value[k] for value in values])


def from_bytes(buffer: Any, *how: Any, **named: Any) -> Any:
    """`np.frombuffer`: bytes carry no derivative."""
    raise UnsupportedError("numbers read from the bytes of an active array are not followed.\nUse the array itself.")


def from_dlpack(x: Any, /, *, device: Any = None, copy: Any = None) -> Any:
    """`np.from_dlpack` of an array of NumPy, which is another view of it, or a copy."""
    return x.copy() if copy else x[...]


def of_matrix(*how: Any, **named: Any) -> Any:
    """`np.asmatrix`, `np.bmat`: to a matrix the operators mean something else, which is not followed."""
    raise UnsupportedError("np.matrix, whose `*` is a product of matrices, is not followed.\nUse arrays, np.block and `@`.")


# methods


def array_fill(array: Any, value: Any) -> None:
    """`ndarray.fill`; of a NumPy number, which nothing changes."""
    if isinstance(array, np.ndarray):
        array[...] = value


def array_put(array: Any, indices: Any, values: Any, mode: str = "raise") -> None:
    """`ndarray.put`; of a NumPy number, which nothing changes."""
    if not isinstance(array, np.ndarray):
        return
    put_in_turn(array, numbered_places(array.shape, indices, mode), values)


def array_sort(array: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    """`ndarray.sort`."""
    array[...] = np.sort(array, axis=axis)


def array_partition(array: Any, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
    """`ndarray.partition`."""
    array[...] = np.partition(array, kth, axis=axis)


def array_resize(array: Any, *new_shape: Any, refcheck: bool = True) -> None:
    """`ndarray.resize`: the array itself changes its size, and with it its adjoint would have to."""
    raise UnsupportedError("the method `resize` of an active array is not followed.\n"
                           "Make a new one: x = np.resize(x, shape), or np.reshape.")


def array_setflags(array: Any, write: Any = None, align: Any = None, uic: Any = None) -> None:
    """`ndarray.setflags`."""
    return set_flags(array, write)


def set_flags(array: Any, write: Any) -> None:
    """Whether an array may be written into, as the user says."""
    array.setflags(write=write)


def array_copied(array: Any, *memo: Any) -> Any:
    """`ndarray.__copy__`, `ndarray.__deepcopy__`."""
    return np.copy(array)


def array_as_array(array: Any, dtype: Any = None, *, copy: Any = None) -> Any:
    """`ndarray.__array__`."""
    return np.array(array, dtype=dtype) if copy else np.asarray(array, dtype=dtype)


def array_wrapped(array: Any, other: Any, context: Any = None, return_scalar: bool = False, /) -> Any:
    """`ndarray.__array_wrap__`: of a class of its own for arrays of such a class, for others what it is given."""
    return other[()] if return_scalar and np.ndim(other) == 0 else other


def plain_view(x: Any, cls: Any) -> Any:
    """`x.view(np.ndarray)`, whatever class of arrays `x` is of."""
    return np.asarray(x)[...]


def array_to_device(array: Any, device: Any, /, *, stream: Any = None) -> Any:
    """`ndarray.to_device`, which is the array."""
    return array


def item_without_tangent(array: Any) -> Any:
    """What an array of integers, texts or truth values of no dimensions holds."""
    return array.item()


zero_derivative(item_without_tangent)


def array_tolist(array: Any) -> Any:
    """`ndarray.tolist`."""
    if np.ndim(array) == 0:
        if array.dtype.kind == "f":
            return float(array)
        return complex(array) if array.dtype.kind == "c" else item_without_tangent(array)
    result = []
    for k in range(len(array)):
        item = array[k]
        result.append(item if array.dtype.kind == "O" and array.ndim == 1 else array_tolist(item))
    return result


type_of_types = type
"""The builtin, for functions with a parameter of that name."""


def array_view(array: Any, dtype: Any = None, type: Any = None) -> Any:
    """`ndarray.view` without a change of dtype."""
    kinds = [kind for kind in (dtype, type) if kind is not None and kind is not np.ndarray]
    if kinds and isinstance(kinds[0], type_of_types) and issubclass(kinds[0], np.ndarray):
        raise UnsupportedError(f"an active array seen as a {kinds[0].__name__}, which is an array with more to it, is not "
                               "followed.\nGive the code plain arrays.")
    if kinds and np.dtype(kinds[0]) != array.dtype:
        raise UnsupportedError("the bytes of an active array seen as another dtype are not followed.\n"
                               "Use `.real` and `.imag`, or arithmetic.")
    return array[...]


def blank_result(ufunc: Any, *operands: Any) -> Any:
    """What a ufunc of these operands, the last of them its `where`, writes into if there is no `out`: zeros.

    Where a class says itself what ufuncs do with its arrays, zeros such as it would give.
    """
    kept = [operand if hasattr(operand, "dtype") else np.asarray(operand) for operand in operands]
    if any(type(operand).__array_ufunc__ is not np.ndarray.__array_ufunc__ for operand in kept if isinstance(operand, np.ndarray)):
        with np.errstate(all="ignore"):
            given = ufunc(*operands[:-1])
        return np.zeros_like(np.broadcast_to(given, np.broadcast_shapes(*map(np.shape, kept)), subok=True))
    return np.zeros(np.broadcast_shapes(*map(np.shape, kept)), inexact(*kept[:-1]))


# where things go


def places_at(shape: tuple[int, ...], indices: Any) -> Any:
    """The numbers, counted in C order, of the places that an index picks."""
    return np.arange(int(np.prod(shape))).reshape(shape)[indices]


def numbered_places(shape: tuple[int, ...], numbers: Any, mode: str) -> tuple[Any, ...]:
    """The places with these numbers, counted in C order, as an index for each axis."""
    asked = np.arange(int(np.prod(shape))).take(np.ravel(numbers).astype(np.intp), mode=mode)  # type: ignore[call-overload]  # any text may come
    return np.unravel_index(asked, shape) if shape else (asked,)


def places_along(shape: tuple[int, ...], indices: Any, axis: int) -> tuple[Any, ...]:
    """The places that `indices` pick along an axis, one for each line, as an index for each axis."""
    grid: list[Any] = list(np.ix_(*[np.arange(size) for size in shape]))
    grid[axis] = indices
    return tuple(grid)


def diagonal_places(shape: tuple[int, ...], wrap: bool) -> tuple[Any, ...]:
    """The diagonal of an array, as an index for each axis; a tall matrix has another below with `wrap`."""
    marks = np.zeros(shape, bool)
    np.fill_diagonal(marks, True, wrap)
    return np.nonzero(marks)


def store_real(owner: Any, value: Any) -> None:
    """`owner.real = value`."""
    if isinstance(owner, np.ndarray):
        part = owner.real
        part[...] = value
    else:
        owner.real = value


def store_imag(owner: Any, value: Any) -> None:
    """`owner.imag = value`."""
    if isinstance(owner, np.ndarray):
        part = owner.imag
        part[...] = value
    else:
        owner.imag = value


def store_flat(owner: Any, value: Any) -> None:
    """`owner.flat = value`, as often as it takes to fill an array."""
    if isinstance(owner, np.ndarray):
        check_apart(owner, ..., value)
        owner[...] = np.resize(value, owner.shape)
    else:
        owner.flat = value


def cycled_values(value: Any, shape: tuple[int, ...]) -> Any:
    """What is stored in a part of `owner.flat` that has this shape."""
    return value if np.ndim(value) == 0 or np.shape(value) == shape else np.resize(np.asarray(value), shape)


PARTS: dict[str, Any] = {"real": store_real, "imag": store_imag, "flat": store_flat}
"""What stores into attributes that arrays have, and objects may have."""


zero_derivative(blank_result, set_flags, places_along, places_at, numbered_places, diagonal_places,
                np.unravel_index)
