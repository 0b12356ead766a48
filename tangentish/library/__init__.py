"""Functions of Python and NumPy written in plain Python, so that they are differentiated like any user function.

>>> REPLACED[sum].__name__
'sum_items'
"""

from __future__ import annotations

import collections
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.library.arrays import (
    array_fill,
    array_put,
    array_sort,
    array_tolist,
    array_view,
    at_each,
    copy_to,
    fill_diagonal,
    from_bytes,
    place_values,
    put_along,
    put_mask,
    put_values,
)
from tangentish.library.containers import (
    clear_items,
    copy_dict,
    copy_list,
    fields_as_dict,
    get_item,
    items_of,
    merged_dicts,
    new_default_dict,
    new_dict,
    new_list,
    new_ordered_dict,
    new_tuple,
    pop_item,
    pop_last_item,
    remove_from_list,
    replaced_fields,
    reverse_list,
    set_default,
    sort_list,
    tuple_made,
    update_dict,
    values_of,
)
from tangentish.library.functions import (
    check_length as check_length,
)
from tangentish.library.functions import (
    completed,
    divide_with_remainder,
    enumerate_items,
    filter_items,
    get_items,
    iterated,
    largest,
    map_items,
    power,
    product_of,
    reduce_items,
    reversed_items,
    set_item,
    smallest,
    sorted_items,
    sum_items,
    zip_items,
)
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import copied

zero_derivative(copied)

REPLACED: dict[Any, Callable[..., Any]] = {
    sum: sum_items, math.prod: product_of, max: largest, min: smallest, sorted: sorted_items, map: map_items, zip: zip_items,
    enumerate: enumerate_items, reversed: reversed_items, functools.reduce: reduce_items, filter: filter_items,
    divmod: divide_with_remainder, pow: power, iter: new_list, operator.getitem: get_items, operator.setitem: set_item,
    operator.or_: merged_dicts, np.copyto: copy_to, np.fill_diagonal: fill_diagonal, np.putmask: put_mask,
    np.place: place_values, np.put: put_values, np.put_along_axis: put_along, np.frombuffer: from_bytes,
}

CONSTRUCTORS: dict[type, Callable[..., Any]] = {
    list: new_list, tuple: new_tuple, dict: new_dict, collections.OrderedDict: new_ordered_dict,
    collections.defaultdict: new_default_dict,
}

METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (list, "copy"): copy_list, (list, "sort"): sort_list, (list, "reverse"): reverse_list, (list, "remove"): remove_from_list,
    (dict, "get"): get_item, (dict, "values"): values_of, (dict, "items"): items_of, (dict, "copy"): copy_dict,
    (dict, "update"): update_dict, (dict, "setdefault"): set_default, (dict, "pop"): pop_item, (dict, "popitem"): pop_last_item,
}
for _cls in (np.ndarray, np.generic):
    METHODS |= {(_cls, "fill"): array_fill, (_cls, "put"): array_put, (_cls, "sort"): array_sort,
                (_cls, "tolist"): array_tolist, (_cls, "view"): array_view}

NAMEDTUPLES: dict[str, Callable[..., Any]] = {
    "_replace": replaced_fields, "_asdict": fields_as_dict, "_make": tuple_made}

__all__ = ["CONSTRUCTORS", "METHODS", "NAMEDTUPLES", "REPLACED", "at_each", "clear_items", "completed", "get_items",
           "iterated"]
