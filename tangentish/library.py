"""Functions of Python and NumPy written in plain Python, so that they are differentiated like any user function.

>>> REPLACED[sum].__name__
'sum_items'
"""

from __future__ import annotations

import collections
import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import copied


def sum_items(items: Any, start: Any = 0) -> Any:
    """The builtin `sum`."""
    total = start
    for item in items:
        total = total + item
    return total


def largest(*items: Any, key: Any = None, default: Any = None) -> Any:
    """The builtin `max`; the first of equals."""
    values = items[0] if len(items) == 1 else items
    if len(values) == 0:
        return default
    best = values[0]
    for item in values:
        better = item > best if key is None else key(item) > key(best)
        if better:
            best = item
    return best


def smallest(*items: Any, key: Any = None, default: Any = None) -> Any:
    """The builtin `min`; the first of equals."""
    values = items[0] if len(items) == 1 else items
    if len(values) == 0:
        return default
    best = values[0]
    for item in values:
        better = item < best if key is None else key(item) < key(best)
        if better:
            best = item
    return best


def sorted_items(items: Any, key: Any = None, reverse: bool = False) -> Any:
    """The builtin `sorted`."""
    keys = list(items) if key is None else [key(item) for item in items]
    values = items if key is None else list(items)
    result = []
    for k in ranking(keys, reverse):
        result.append(values[k])
    return result


def ranking(keys: Any, reverse: bool = False) -> list[int]:
    """The places of the items of a list in the order of their size."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


zero_derivative(ranking)


def map_items(function: Callable[..., Any], *columns: Any) -> Any:
    """The builtin `map`, as a list."""
    result = []
    for k in range(min([len(column) for column in columns])):
        result.append(function(*[column[k] for column in columns]))
    return result


def zip_items(*columns: Any) -> Any:
    """The builtin `zip`, as a list."""
    result = []
    for k in range(min([len(column) for column in columns])):
        result.append(tuple([column[k] for column in columns]))
    return result


def enumerate_items(items: Any, start: int = 0) -> Any:
    """The builtin `enumerate`, as a list."""
    result = []
    for k in range(len(items)):
        result.append((k + start, items[k]))
    return result


def reversed_items(items: Any) -> Any:
    """The builtin `reversed`, as a list."""
    result = []
    for k in range(len(items)):
        result.append(items[-1 - k])
    return result


def reduce_items(function: Callable[[Any, Any], Any], items: Any, *initial: Any) -> Any:
    """`functools.reduce`."""
    total = initial[0] if initial else items[0]
    for k in range(0 if initial else 1, len(items)):
        total = function(total, items[k])
    return total


def filter_items(function: Callable[[Any], Any] | None, items: Any) -> Any:
    """The builtin `filter`, as a list."""
    result = []
    for item in items:
        keep = item if function is None else function(item)
        if keep:
            result.append(item)
    return result


def divide_with_remainder(x: Any, y: Any) -> Any:
    """The builtin `divmod`."""
    return (x // y, x % y)


def power(x: Any, y: Any, mod: Any = None) -> Any:
    """The builtin `pow`."""
    return x**y


def product_of(items: Any, start: Any = 1) -> Any:
    """`math.prod`."""
    total = start
    for item in items:
        total = total * item
    return total


def get_item(table: Any, key: Any, default: Any = None) -> Any:
    """`dict.get`."""
    if key in table:
        return table[key]
    return default


def values_of(table: Any) -> Any:
    """`dict.values`, as a list."""
    return [table[key] for key in list(table)]


def items_of(table: Any) -> Any:
    """`dict.items`, as a list."""
    return [(key, table[key]) for key in list(table)]


def copy_list(items: Any) -> Any:
    """`list.copy`."""
    return list(items)


def copy_dict(table: Any) -> Any:
    """`dict.copy`."""
    return dict(table)


def update_dict(table: Any, _other: Any = (), /, **more: Any) -> None:
    """`dict.update`."""
    if hasattr(_other, "keys"):
        for key in list(_other):
            table[key] = _other[key]
    else:
        for pair in _other:
            table[pair[0]] = pair[1]
    for key in list(more):
        table[key] = more[key]


def replaced_fields(items: Any, /, **changes: Any) -> Any:
    """`_replace` of a namedtuple."""
    values = []
    for name in items._fields:
        values.append(changes[name] if name in changes else getattr(items, name))
    return type(items)(*values)


def fields_as_dict(items: Any) -> Any:
    """`_asdict` of a namedtuple."""
    result = {}
    for k in range(len(items)):
        result[items._fields[k]] = items[k]
    return result


def tuple_made(cls: Any, items: Any) -> Any:
    """`_make` of a namedtuple."""
    return cls(*items)


def merged_dicts(left: Any, right: Any) -> Any:
    """`left | right` of two dicts."""
    result = dict(left)
    update_dict(result, right)
    return result


def pop_item(table: Any, key: Any, *default: Any) -> Any:
    """`dict.pop`."""
    if key in table or not default:
        return table.pop(key)
    return default[0]


def pop_last_item(table: Any) -> Any:
    """`dict.popitem`."""
    key = list(table)[-1]
    return key, table.pop(key)


def sort_list(items: Any, key: Any = None, reverse: bool = False) -> None:
    """`list.sort`."""
    items[:] = sorted_items(items, key, reverse)


def reverse_list(items: Any) -> None:
    """`list.reverse`."""
    items[:] = items[::-1]


def remove_from_list(items: Any, value: Any) -> None:
    """`list.remove`."""
    items.pop(items.index(value))


def set_item(owner: Any, key: Any, value: Any) -> None:
    """`operator.setitem`."""
    owner[key] = value


def iterated(items: Any) -> Any:
    """What a loop over an object of a user's class goes through, as a list."""
    return list(items.__iter__())


def clear_items(items: Any) -> None:
    """`list.clear`, `dict.clear`."""
    if isinstance(items, list):
        items[:] = []
    else:
        for key in list(items):
            items.pop(key)


def completed(done: bool) -> None:
    """Raise where a `with` statement swallowed an exception."""
    if not done:
        raise UnsupportedError(
            "a context manager swallowed an exception in the middle of code that active values flow through.\n"
            "Write it with `try` and `except`.")


zero_derivative(completed, copied)


def get_items(owner: Any, *keys: Any) -> Any:
    """What an `operator.itemgetter` gives."""
    return owner[keys[0]] if len(keys) == 1 else tuple([owner[key] for key in keys])


def set_default(table: Any, key: Any, default: Any = None) -> Any:
    """`dict.setdefault`."""
    if key not in table:
        table[key] = default
    return table[key]


def get_attribute(owner: Any, attr: str, *default: Any) -> Any:
    """`getattr`; the default of an attribute that is there is not looked at."""
    if not hasattr(owner, attr):
        return default[0]
    return _plain_getattr(owner, attr)


def _plain_getattr(owner: Any, attr: str) -> Any:
    return owner.__getattribute__(attr)


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """`np.fill_diagonal` of a matrix."""
    n = min(a.shape)
    k = np.arange(n)
    a[k, k] = val


def copy_to(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """`np.copyto`."""
    if where is True:
        dst[...] = src
    else:
        mask = np.broadcast_to(np.asarray(where, bool), dst.shape)
        dst[mask] = (np.zeros(dst.shape) + src)[mask]


def array_view(array: Any) -> Any:
    """`ndarray.view` without a change of dtype."""
    return array[...]


def array_put(array: Any, indices: Any, values: Any) -> None:
    """`ndarray.put` of a contiguous array."""
    flat = array.reshape(-1)
    flat[indices] = values


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


def put_values(a: Any, ind: Any, v: Any) -> None:
    """`np.put` of a contiguous array."""
    flat = a.reshape(-1)
    flat[ind] = v


def put_along(arr: Any, indices: Any, values: Any, axis: int) -> None:
    """`np.put_along_axis`."""
    grid = list(np.ix_(*[np.arange(size) for size in np.shape(indices)]))
    grid[axis] = indices
    arr[tuple(grid)] = values


def at_each(ufunc: Any, a: Any, indices: Any, *operands: Any) -> None:
    """`ufunc.at(a, indices, operands)`: one place after the other."""
    places = np.ravel(places_at(np.shape(a), indices))
    values = [np.reshape(np.zeros(np.shape(places_at(np.shape(a), indices))) + b, -1) for b in operands]
    for k in range(len(places)):
        where = np.unravel_index(places[k], np.shape(a))
        a[where] = ufunc(a[where], *[value[k] for value in values])


def places_at(shape: tuple[int, ...], indices: Any) -> Any:
    """The numbers, counted in C order, of the places that an index picks."""
    return np.arange(int(np.prod(shape))).reshape(shape)[indices]


zero_derivative(places_at, np.unravel_index)


REPLACED: dict[Any, Callable[..., Any]] = {
    sum: sum_items, max: largest, min: smallest, sorted: sorted_items, map: map_items, zip: zip_items,
    enumerate: enumerate_items, reversed: reversed_items, functools.reduce: reduce_items, divmod: divide_with_remainder,
    pow: power, np.fill_diagonal: fill_diagonal, np.putmask: put_mask, np.place: place_values, np.put: put_values,
    np.put_along_axis: put_along, operator.getitem: get_items, operator.setitem: set_item, filter: filter_items,
    operator.or_: merged_dicts,
}
REPLACED[__import__("math").prod] = product_of
REPLACED[np.copyto] = copy_to

METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (dict, "get"): get_item, (dict, "values"): values_of, (dict, "items"): items_of, (dict, "copy"): copy_dict,
    (dict, "update"): update_dict, (dict, "setdefault"): set_default, (list, "copy"): copy_list,
    (dict, "pop"): pop_item, (dict, "popitem"): pop_last_item, (list, "sort"): sort_list, (list, "reverse"): reverse_list,
    (list, "remove"): remove_from_list,
}


NAMEDTUPLES: dict[str, Callable[..., Any]] = {
    "_replace": replaced_fields, "_asdict": fields_as_dict, "_make": tuple_made}


def array_fill(array: Any, value: Any) -> None:
    """`ndarray.fill`."""
    array[...] = value


def array_sort(array: Any, axis: int = -1) -> None:
    """`ndarray.sort`."""
    array[...] = np.sort(array, axis=axis)


def array_tolist(array: Any) -> Any:
    """`ndarray.tolist`."""
    if np.ndim(array) == 0:
        return float(array)
    result = []
    for k in range(len(array)):
        result.append(array_tolist(array[k]))
    return result


def new_list(items: Any = ()) -> Any:
    """`list(items)`."""
    result = []
    for item in items:
        result.append(item)
    return result


def new_tuple(items: Any = ()) -> Any:
    """`tuple(items)`."""
    return tuple(new_list(items))


def new_dict(_table: Any = (), /, **more: Any) -> Any:
    """`dict(table)`."""
    result: dict[Any, Any] = {}
    update_dict(result, _table, **more)
    return result


def new_ordered_dict(_table: Any = (), /, **more: Any) -> Any:
    """`collections.OrderedDict(table)`."""
    result: Any = collections.OrderedDict()
    update_dict(result, _table, **more)
    return result


def new_default_dict(_factory: Any = None, _table: Any = (), /, **more: Any) -> Any:
    """`collections.defaultdict(factory, table)`."""
    result: Any = collections.defaultdict(_factory)
    update_dict(result, _table, **more)
    return result


REPLACED[iter] = new_list
METHODS |= {(cls, function.__name__.removeprefix("array_")): function for cls in (np.ndarray, np.generic)
            for function in (array_tolist, array_fill, array_sort, array_view, array_put)}
CONSTRUCTORS: dict[type, Callable[..., Any]] = {
    list: new_list, tuple: new_tuple, dict: new_dict, collections.OrderedDict: new_ordered_dict,
    collections.defaultdict: new_default_dict,
}


def from_bytes(buffer: Any, *how: Any, **named: Any) -> Any:
    """`np.frombuffer`: bytes carry no derivative."""
    raise UnsupportedError("numbers read from the bytes of an active array are not followed.\nUse the array itself.")


REPLACED[np.frombuffer] = from_bytes
