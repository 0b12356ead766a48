"""Lists, dicts and namedtuples: their constructors and their methods."""

from __future__ import annotations

import collections
from typing import Any

from tangentish.library.factories import factory_without_numbers
from tangentish.library.functions import sorted_items
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable
from tangentish.views_of_dicts import check_no_view

# constructors


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


def new_deque(items: Any = (), maxlen: Any = None) -> Any:
    """`collections.deque(items, maxlen)`."""
    result: Any = collections.deque(maxlen=maxlen)
    for item in items:
        result.append(item)
    return result


def new_default_dict(_factory: Any = None, _table: Any = (), /, **more: Any) -> Any:
    """`collections.defaultdict(factory, table)`."""
    result: Any = empty_default_dict(factory_without_numbers(_factory))
    update_dict(result, _table, **more)
    return result


def empty_default_dict(factory: Any) -> Any:
    """A defaultdict with nothing in it: by the name of the class, it would be looked for how to make one again."""
    return collections.defaultdict(factory)


def dict_of_keys(iterable: Any, value: Any = None, /) -> Any:
    """`dict.fromkeys`."""
    result: dict[Any, Any] = {}
    for key in indexable(iterable, True):
        result[key] = value
    return result


def fill_list(items: Any, values: Any = ()) -> None:
    """`list.__init__`."""
    items[:] = list(values)


# lists


def joined_lists(left: Any, right: Any) -> Any:
    """`left + right` of two lists, or of two tuples."""
    return [*left, *right] if isinstance(left, list) else (*left, *right)


def repeated_list(left: Any, right: Any) -> Any:
    """`items * n` or `n * items` of a list or a tuple."""
    items, count = (left, right) if isinstance(left, list | tuple) else (right, left)
    made = [item for _ in range(count) for item in items]
    return made if isinstance(items, list) else tuple(made)


def copy_list(items: Any) -> Any:
    """`list.copy`."""
    return list(items)


def sort_list(items: Any, key: Any = None, reverse: bool = False) -> None:
    """`list.sort`."""
    items[:] = sorted_items(items, key, reverse)


def reverse_list(items: Any) -> None:
    """`list.reverse`."""
    items[:] = items[::-1]


def remove_from_list(items: Any, value: Any) -> None:
    """`list.remove`."""
    items.pop(items.index(value))


def append_item(items: Any, value: Any) -> None:
    """`list.append`, where it takes a look at the list to tell it from a method of a user's class; the next ones too."""
    items.append(value)


def extend_list(items: Any, values: Any) -> None:
    """`list.extend`."""
    items.extend(values)


def insert_item(items: Any, place: Any, value: Any) -> None:
    """`list.insert`."""
    items.insert(place, value)


def pop_from_list(items: Any, place: Any = -1) -> Any:
    """`list.pop`."""
    return items.pop(place)


def copy_deque(items: Any) -> Any:
    """`deque.copy`."""
    return new_deque(items, items.maxlen)


# dicts


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


def copy_dict(table: Any) -> Any:
    """`dict.copy`."""
    return dict(table)


def update_dict(table: Any, _other: Any = (), /, **more: Any) -> None:
    """`dict.update`."""
    if hasattr(_other, "keys"):
        for key in list(_other.keys()):
            table[key] = _other[key]
    else:
        for pair in _other:
            table[pair[0]] = pair[1]
    for key in list(more):
        table[key] = more[key]


def bitwise_or(left: Any, right: Any) -> Any:
    """`left | right` of whole numbers, masks and sets."""
    return left | right


zero_derivative(bitwise_or, check_no_view)


def merged_dicts(left: Any, right: Any) -> Any:
    """`left | right` of two dicts; of anything else it has no derivative."""
    if not isinstance(left, dict):
        check_no_view(left)
        return bitwise_or(left, right)
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
    if not table:
        raise KeyError("popitem(): dictionary is empty")
    key = list(table)[-1]
    return key, table.pop(key)


def set_default(table: Any, key: Any, default: Any = None) -> Any:
    """`dict.setdefault`."""
    if key not in table:
        table[key] = default
    return table[key]


zero_derivative(empty_default_dict)

# namedtuples


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


def keep_extra_fields(items: Any, /, *fields: Any, **extra: Any) -> None:
    """`__init__` of SciPy's namedtuples, which have attributes beside their fields."""
    for key, value in extra.items():
        if key not in items._fields:
            items.__dict__[key] = value
