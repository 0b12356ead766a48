"""Which of these functions stands for which of Python, NumPy and their classes."""

from __future__ import annotations

import cmath
import collections
import copy
import functools
import inspect
import itertools
import math
import operator
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.library.arrays import (
    array_as_array,
    array_copied,
    array_fill,
    array_partition,
    array_put,
    array_resize,
    array_setflags,
    array_sort,
    array_to_device,
    array_tolist,
    array_view,
    array_wrapped,
    copy_to,
    fill_diagonal,
    from_bytes,
    from_dlpack,
    of_matrix,
    place_values,
    put_along,
    put_mask,
    put_values,
)
from tangentish.library.backwards import reversed_items
from tangentish.library.broadcasts import broadcast
from tangentish.library.calculus import divided
from tangentish.library.choosing import CHOOSING
from tangentish.library.containers import (
    append_item,
    copy_deque,
    copy_dict,
    copy_list,
    dict_of_keys,
    extend_list,
    fields_as_dict,
    fill_list,
    get_item,
    insert_item,
    items_of,
    joined_lists,
    merged_dicts,
    new_default_dict,
    new_deque,
    new_dict,
    new_list,
    new_ordered_dict,
    new_tuple,
    pop_from_list,
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
from tangentish.library.copies import copies_of, deep_copy, shallow_copy
from tangentish.library.counters import COUNTERS, move_to_end, new_counter, pop_end_item
from tangentish.library.deletions import clear_items, delete_attribute, delete_item
from tangentish.library.functions import (
    bound_to,
    divide_with_remainder,
    enumerate_items,
    filter_items,
    get_items,
    iterator_items,
    largest,
    map_items,
    polar_of,
    power,
    product_of,
    reduce_items,
    set_item,
    smallest,
    sorted_items,
    sum_items,
    zip_items,
)
from tangentish.library.gufuncs import GUFUNCS
from tangentish.library.heaps import HEAPS
from tangentish.library.histograms import HISTOGRAMS
from tangentish.library.iteration import (
    accumulated,
    all_together,
    called_with_each,
    chained,
    chained_from,
    neighbours,
    sliced,
    zipped_longest,
)
from tangentish.library.joins import atleast_1d_each, atleast_2d_each, atleast_3d_each
from tangentish.library.making import class_made, namedtuple_class
from tangentish.library.nditer import held_nditer, nditer, refused_nditer
from tangentish.library.object_copies import COPIES
from tangentish.library.operators import OPERATOR_METHODS, OPERATORS
from tangentish.library.sets import (
    difference,
    exclusive,
    union,
    unique_all,
    unique_counts,
    unique_inverse,
    without_zeros,
)
from tangentish.library.signatures import SIGNATURES
from tangentish.library.told import attribute_static
from tangentish.library.user_functions import REPLACED_BY_CALLS
from tangentish.library.windows import as_strided, ndenumerate, sliding_window_view
from tangentish.rules.libraries import present
from tangentish.runtime import copied

REPLACED: dict[Any, Callable[..., Any]] = {
    sum: sum_items, math.prod: product_of, max: largest, min: smallest, sorted: sorted_items, map: map_items, zip: zip_items,
    enumerate: enumerate_items, reversed: reversed_items, functools.reduce: reduce_items, filter: filter_items,
    divmod: divide_with_remainder, pow: power, iter: iterator_items,
    operator.getitem: get_items, operator.setitem: set_item, delattr: delete_attribute,
    itertools.accumulate: accumulated, itertools.chain: chained, itertools.chain.from_iterable: chained_from,
    itertools.pairwise: neighbours, itertools.product: all_together, itertools.zip_longest: zipped_longest,
    itertools.islice: sliced, itertools.starmap: called_with_each, dict.fromkeys: dict_of_keys, copy.copy: shallow_copy,
    copy.deepcopy: deep_copy, cmath.polar: polar_of,
    operator.or_: merged_dicts, operator.concat: joined_lists,
    np.copyto: copy_to, np.fill_diagonal: fill_diagonal, np.putmask: put_mask,
    np.place: place_values, np.put: put_values, np.put_along_axis: put_along, np.frombuffer: from_bytes,
    np.from_dlpack: from_dlpack,
    copied: copies_of, np.ndenumerate: ndenumerate, np.lib.stride_tricks.sliding_window_view: sliding_window_view,
    np.lib.stride_tricks.as_strided: as_strided, np.nditer: nditer,
    held_nditer: refused_nditer,
}

SEVERAL: dict[Any, Callable[..., Any]] = {
    np.atleast_1d: atleast_1d_each, np.atleast_2d: atleast_2d_each, np.atleast_3d: atleast_3d_each,
    type: class_made}
"""What stands for functions where they are called with several arguments or none; their rules are for one."""

for _function in present(np, "unique_all", "unique_counts", "unique_inverse"):
    REPLACED[_function] = {"unique_all": unique_all, "unique_counts": unique_counts,
                           "unique_inverse": unique_inverse}[_function.__name__]
REPLACED |= CHOOSING | COUNTERS | GUFUNCS | HEAPS | REPLACED_BY_CALLS | HISTOGRAMS | OPERATORS | COPIES | SIGNATURES
REPLACED |= {inspect.getattr_static: attribute_static, np.union1d: union, np.setdiff1d: difference, np.setxor1d: exclusive,
             np.polydiv: divided, np.trim_zeros: without_zeros, np.asmatrix: of_matrix, np.bmat: of_matrix,
             collections.namedtuple: namedtuple_class}


CONSTRUCTORS: dict[type, Callable[..., Any]] = {
    list: new_list, tuple: new_tuple, dict: new_dict, collections.OrderedDict: new_ordered_dict,
    collections.defaultdict: new_default_dict, collections.deque: new_deque,
    collections.Counter: new_counter, np.broadcast: broadcast,
}

METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (list, "append"): append_item, (list, "extend"): extend_list, (list, "insert"): insert_item, (list, "pop"): pop_from_list,
    (list, "clear"): clear_items, (dict, "clear"): clear_items,
    (list, "copy"): copy_list, (list, "sort"): sort_list, (list, "reverse"): reverse_list, (list, "remove"): remove_from_list,
    (collections.deque, "copy"): copy_deque, (collections.OrderedDict, "move_to_end"): move_to_end,
    (collections.OrderedDict, "popitem"): pop_end_item,
    (dict, "get"): get_item, (dict, "values"): values_of, (dict, "items"): items_of, (dict, "copy"): copy_dict,
    (list, "__init__"): fill_list, (dict, "__init__"): update_dict,
    (dict, "update"): update_dict, (dict, "setdefault"): set_default, (dict, "pop"): pop_item, (dict, "popitem"): pop_last_item,
}
METHODS |= {(_container, _name): _function for _container in (list, dict) for _name, _function in (
    ("__getitem__", get_items), ("__setitem__", set_item), ("__delitem__", delete_item))}
for _cls in (np.ndarray, np.generic):
    METHODS |= {(_cls, "fill"): array_fill, (_cls, "put"): array_put, (_cls, "sort"): array_sort,
                (_cls, "tolist"): array_tolist, (_cls, "view"): array_view, (_cls, "partition"): array_partition,
                (_cls, "resize"): array_resize, (_cls, "setflags"): array_setflags, (_cls, "__copy__"): array_copied,
                (_cls, "__deepcopy__"): array_copied, (_cls, "to_device"): array_to_device,
                (_cls, "__array__"): array_as_array, (_cls, "__array_wrap__"): array_wrapped}
    METHODS |= {(_cls, name): function for name, function in OPERATOR_METHODS.items()}
METHODS[types.FunctionType, "__get__"] = bound_to
METHODS |= {(_cls, "__iter__"): iterator_items for _cls in (list, tuple, np.ndarray)}
METHODS |= {(_cls, "conjugate"): np.conj for _cls in (complex, float)}

NAMEDTUPLES: dict[str, Callable[..., Any]] = {
    "_replace": replaced_fields, "_asdict": fields_as_dict, "_make": tuple_made}
