"""Builtin functions, and some of `functools`, `operator` and `math`."""

from __future__ import annotations

import cmath
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.by_places import goes_by_places, items_by_places
from tangentish.library.columns import drawn_columns, in_need_of_drawing
from tangentish.library.given_methods import by_own_method
from tangentish.pandas_tables import is_table
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import indexable

REQUIRED: Any = object()
"""Stands for a default that was not given."""


def sum_items(items: Any, start: Any = 0) -> Any:
    """The builtin `sum`."""
    total = start
    for item in items:
        total = total + item
    return total


def product_of(items: Any, start: Any = 1) -> Any:
    """`math.prod`."""
    total = start
    for item in items:
        total = total * item
    return total


def polar_of(z: Any, /) -> tuple[Any, Any]:
    """`cmath.polar`."""
    return abs(z), cmath.phase(z)


def bound_to(function: Any, owner: Any, cls: Any = None) -> Any:
    """`__get__` of a function: the method of an object that it is."""
    return function if owner is None else types.MethodType(function, owner)


def largest(*items: Any, key: Any = None, default: Any = REQUIRED) -> Any:
    """The builtin `max`; the first of equals."""
    values = indexable(items[0], True) if len(items) == 1 else items
    if len(values) == 0:
        check_default(default, "max")
        return default
    keys = values if key is None else [key(item) for item in values]
    return values[place_in(max, keys)]


def smallest(*items: Any, key: Any = None, default: Any = REQUIRED) -> Any:
    """The builtin `min`; the first of equals."""
    values = indexable(items[0], True) if len(items) == 1 else items
    if len(values) == 0:
        check_default(default, "min")
        return default
    keys = values if key is None else [key(item) for item in values]
    return values[place_in(min, keys)]


def place_in(choose: Callable[..., int], keys: Any) -> int:
    """The place of the key that `max` or `min` would choose."""
    return choose(range(len(keys)), key=keys.__getitem__)


def check_default(default: Any, label: str) -> None:
    """Raise what `max` and `min` raise for nothing to choose from."""
    if default is REQUIRED:
        raise ValueError(f"{label}() iterable argument is empty")


def sorted_items(items: Any, key: Any = None, reverse: bool = False) -> Any:
    """The builtin `sorted`."""
    values = indexable(items, True)
    keys = list(values) if key is None else [key(item) for item in values]
    result = []
    for k in ranking(keys, reverse):
        result.append(values[k])
    return result


def ranking(keys: Any, reverse: bool = False) -> list[int]:
    """The places of the items of a list in the order of their size."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


def map_items(function: Callable[..., Any], *columns: Any) -> Any:
    """The builtin `map`, as a list."""
    if in_need_of_drawing(columns):
        columns = drawn_columns(columns)
    result = []
    for k in range(min([len(column) for column in columns])):
        result.append(function(*[column[k] for column in columns]))
    return result


def zip_items(*columns: Any, strict: bool = False) -> Any:
    """The builtin `zip`, as a list."""
    if in_need_of_drawing(columns):
        columns = drawn_columns(columns, strict)
    if strict and len({len(column) for column in columns}) > 1:
        raise ValueError("zip() arguments have different lengths")
    result: list[Any] = []
    if len(columns) == 0:
        return result
    for k in range(min([len(column) for column in columns])):
        result.append(tuple([column[k] for column in columns]))
    return result


def enumerate_items(items: Any, start: int = 0) -> Any:
    """The builtin `enumerate`, as a list."""
    values = indexable(items, True)
    result = []
    for k in range(len(values)):
        result.append((k + start, values[k]))
    return result


def reduce_items(function: Callable[[Any, Any], Any], items: Any, *initial: Any) -> Any:
    """`functools.reduce`."""
    values = indexable(items, True)
    check_reduced(len(values) + len(initial))
    total = initial[0] if initial else values[0]
    for k in range(0 if initial else 1, len(values)):
        total = function(total, values[k])
    return total


def check_reduced(count: int) -> None:
    """Raise what `functools.reduce` raises for nothing to reduce."""
    if count == 0:
        raise TypeError("reduce() of empty iterable with no initial value")


zero_derivative(check_default, place_in, ranking, check_reduced)


def filter_items(function: Callable[[Any], Any] | None, items: Any) -> Any:
    """The builtin `filter`, as a list."""
    result = []
    for item in items:
        keep = item if function is None else function(item)
        if keep:
            result.append(item)
    return result


def iterator_items(source: Any, *sentinel: Any) -> Any:
    """The builtin `iter`, as a list."""
    if sentinel:
        return called_until(source, sentinel[0])
    result = []
    for item in source:
        result.append(item)
    return result


def called_until(source: Callable[[], Any], sentinel: Any) -> Any:
    """What a function gives until it gives the sentinel, as a list."""
    result = []
    value = source()
    while value != sentinel:
        result.append(value)
        value = source()
    return result


def divide_with_remainder(x: Any, y: Any) -> Any:
    """The builtin `divmod`."""
    return (x // y, x % y)


def power(base: Any, exp: Any, mod: Any = None) -> Any:
    """The builtin `pow`."""
    if mod is None:
        return base**exp
    return base.__pow__(exp, mod)


def get_items(owner: Any, *keys: Any) -> Any:
    """What an `operator.itemgetter` gives."""
    return owner[keys[0]] if len(keys) == 1 else tuple([owner[key] for key in keys])


def get_attributes(owner: Any, *names: str) -> Any:
    """What an `operator.attrgetter` gives."""
    values = []
    for name in names:
        value = owner
        for part in name.split("."):
            value = getattr(value, part)
        values.append(value)
    return values[0] if len(values) == 1 else tuple(values)


def call_method(owner: Any, name: str, *args: Any, **keywords: Any) -> Any:
    """What an `operator.methodcaller` gives."""
    return getattr(owner, name)(*args, **keywords)


def set_item(owner: Any, key: Any, value: Any) -> None:
    """`operator.setitem`."""
    owner[key] = value


def iterated(items: Any, drawn: bool = False) -> Any:
    """What a loop over an object of a user's class goes through, as a list; of anything else what `indexable` gives."""
    if not by_own_method(items):
        return indexable(items, drawn)
    if goes_by_places(items):
        return items_by_places(items)
    made = items.__iter__()
    check_iterator(made)
    return list(made)


def iterated_quietly(items: Any, listing: Callable[..., Any], how: str) -> Any:
    """`iterated`, where nothing happens between two items that a generator, which `__iter__` may be, would notice."""
    if not by_generator(items) or goes_by_places(items):
        return iterated(items)
    made = listing(type(items).__iter__, how)
    check_listed(made, type(items).__iter__)
    return made(items)


def check_listed(made: Any, given: Any) -> None:
    """Raise where no list of what a generator yields stands for it."""
    if made is given:
        raise UnsupportedError("a generator object carries active values; iterators are not followed.\nMake it a list first.")


def by_generator(items: Any) -> bool:
    """Whether the items of an object come from a generator function."""
    made = getattr(type(items), "__iter__", None)
    return isinstance(made, types.FunctionType) and bool(made.__code__.co_flags & inspect.CO_GENERATOR)


def check_iterator(made: Any) -> None:
    """Raise where a class of the user's makes the items one by one."""
    if isinstance(getattr(type(made), "__next__", None), types.FunctionType):
        raise UnsupportedError(f"{type(made).__name__} makes what is looped over in its __next__, which is not followed.\n"
                               "Let its __iter__ return iter(...) of a list, or call a method of it in a loop over a range.")


def completed(done: bool) -> None:
    """Raise where a `with` statement swallowed an exception."""
    if not done:
        raise UnsupportedError(
            "a context manager swallowed an exception in the middle of code that active values flow through.\n"
            "Write it with `try` and `except`.")


def check_length(items: Any, count: int) -> None:
    """Raise where a list that is looped over became longer or shorter on the way."""
    if len(items) != count:
        raise UnsupportedError("a list of active values changes its length while it is looped over.\nLoop over a copy of it.")


def check_rows_left(now: int, count: int) -> None:
    """The same for lists that are looped over together, by the number of rows."""
    if now != count:
        raise UnsupportedError("a list of active values changes its length while it is looped over.\nLoop over a copy of it.")


def keys_of(table: Any, method: str) -> list[Any]:
    """The keys of a dict, for a loop over what its method `items` or `values` gives."""
    given = getattr(type(table), method, None)
    own = isinstance(given, types.FunctionType) and given is not getattr(Mapping, method)
    keys = [] if own and not is_table(table) else list(table.keys() if is_table(table) else table)
    if own and (not is_table(table) or len(set(keys)) < len(keys)):
        raise UnsupportedError(
            f"{type(table).__name__} has a method `{method}` of its own, and its class was not known when this program was "
            f"made.\nLoop over a list of what it gives: list(....{method}()).")
    return keys


def check_unpacked(items: Any, count: int, starred: bool) -> None:
    """Raise what Python raises for `a, b = items` (or `a, *b = items`) where there are not as many."""
    if len(items) < count - starred:
        least = f"at least {count - 1}" if starred else str(count)
        raise ValueError(f"not enough values to unpack (expected {least}, got {len(items)})")
    if len(items) > count and not starred:
        raise ValueError(f"too many values to unpack (expected {count})")


zero_derivative(completed, check_length, keys_of, check_rows_left, check_iterator, check_listed, check_unpacked, by_generator)
