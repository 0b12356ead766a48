"""Functions that statements of the user's are rewritten with."""

from __future__ import annotations

import builtins
import collections.abc
import sys
from typing import Any

import numpy as np

from tangentish.analysis.active.generators import listing
from tangentish.analysis.around.met_in_run import check_not_met
from tangentish.analysis.kept_together import told_again, told_point
from tangentish.analysis.keys_set import check_comes_out, computed_by, done_anew, keeps_numbers, set_anew, told_by_method
from tangentish.analysis.objects.attributes_asked import has_attribute
from tangentish.analysis.objects.class_contents import check_no_numbers_kept
from tangentish.analysis.objects.computed_once import before_computed, check_computed, value_kept
from tangentish.analysis.writes.only_reads import only_reads
from tangentish.custom.cotangents import reverse_point
from tangentish.frontend.attempted import attempt_of
from tangentish.frontend.managers import manager_of
from tangentish.frontend.resolve import is_fixed
from tangentish.frontend.shadowing import RESERVED
from tangentish.library import (
    blank_result,
    check_length,
    clear_items,
    completed,
    delete_attribute,
    delete_item,
    elementwise_function,
    truth_of,
)
from tangentish.library.arrays import cycled_values
from tangentish.library.bits import INTO
from tangentish.library.choosing import whole_batches
from tangentish.library.containers import new_dict
from tangentish.library.filter_outputs import filtered_input, stored_output
from tangentish.library.functions import check_rows_left, check_unpacked, keys_of
from tangentish.library.generated import check_bounded, check_settled, first_item, plain_items
from tangentish.library.grids import dense_grid, dense_grids, open_grids, range_joined
from tangentish.library.joins import columns_joined, rows_joined
from tangentish.library.kept_content import content_copied, kept_content
from tangentish.library.keys import check_keys, keys_checked
from tangentish.library.made_up import told_of_array
from tangentish.library.nditer import held_nditer, indices_visited, places_visited
from tangentish.library.overlaps import check_apart, check_not_read_there
from tangentish.library.running import asked, is_over, next_item
from tangentish.library.told import error_for, error_itself, error_of, error_told, told
from tangentish.library.unchanged import check_not_around, check_unchanged, content_before
from tangentish.library.unnamed import acted, attribute_or, attribute_there, compared, items_asked, length_asked, truth_asked
from tangentish.normalise.around.augmented_items import check_number
from tangentish.normalise.around.methods_read import check_method_reads
from tangentish.normalise.calls.only_asked import check_only_asked
from tangentish.normalise.deferred import RAISED
from tangentish.rules.helpers import flat_view, method_flatten, resized, with_shape
from tangentish.runtime import cell_of, check_not_shared, copied, in_step, indexable, unwritten
from tangentish.runtime.checks import check_no_array, check_no_out, check_place
from tangentish.runtime.isolated import check_kept, check_not_isolated, is_isolated, nudged, still_isolated
from tangentish.runtime.kept_points import check_points, is_kept_point, note_item, other_point, part_there, put_point_back
from tangentish.runtime.kept_tables import (
    check_listed,
    check_searched,
    check_stored,
    note_listed,
    note_stored,
    put_aside,
    refuse_entries,
)
from tangentish.runtime.kept_values import is_other_than_kept, kept_before, refuse_kept
from tangentish.runtime.runs import asked_first, changes_later, filled_later, refused_later
from tangentish.runtime.stored_directly import note_set
from tangentish.shadows import Shadows
from tangentish.tangents import Tangents

_MATCHES_SEQUENCES = 1 << 5  # Py_TPFLAGS_SEQUENCE, by which `match` knows them; arrays have it from NumPy 2.5 on
SEQUENCES = (collections.abc.Sequence, *((np.ndarray,) if np.ndarray.__flags__ & _MATCHES_SEQUENCES else ()))
"""What the pattern `[a, b]` may match, but for text."""

OWN_FUNCTIONS: dict[str, Any] = {
    "flat_view": flat_view, "with_shape": with_shape, "resized": resized,
    "ravelled": np.ravel, "flattened": method_flatten, "clear_items": clear_items, "completed": completed, "exc_info": sys.exc_info,
    "has_attribute": has_attribute, "delete_attribute": delete_attribute, "delete_item": delete_item,
    "copied": copied, "unwritten": unwritten, "content_before": content_before,
    "before_computed": before_computed, "check_computed": check_computed, "value_kept": value_kept,
    "check_unchanged": check_unchanged,
    "dict_unpacked": new_dict, "keys_of": keys_of, "check_length": check_length, "check_rows_left": check_rows_left,
    "check_keys": check_keys, "keys_checked": keys_checked,
    "check_unpacked": check_unpacked, "check_settled": check_settled, "check_bounded": check_bounded,
    "check_number": check_number, "check_no_numbers_kept": check_no_numbers_kept, "check_method_reads": check_method_reads,
    "check_not_met": check_not_met, "check_not_shared": check_not_shared, "check_not_around": check_not_around,
    "check_no_array": check_no_array, "check_no_out": check_no_out, "check_place": check_place, "check_apart": check_apart,
    "check_not_read_there": check_not_read_there, "refuse_kept": refuse_kept,
    "asked_first": asked_first, "set_anew": set_anew, "told_by_method": told_by_method, "computed_by": computed_by,
    "check_comes_out": check_comes_out, "done_anew": done_anew, "keeps_numbers": keeps_numbers,
    "only_reads": only_reads, "nudged": nudged, "check_not_isolated": check_not_isolated,
    "is_isolated": is_isolated, "still_isolated": still_isolated, "check_kept": check_kept,
    "told_again": told_again, "told_point": told_point,
    "kept_before": kept_before, "is_other_than_kept": is_other_than_kept, "told": told,
    "error_told": error_told, "error_for": error_for,
    "told_of_array": told_of_array,
    "other_point": other_point, "note_item": note_item, "is_kept_point": is_kept_point, "check_points": check_points,
    "put_point_back": put_point_back, "part_there": part_there,
    "put_aside": put_aside, "check_listed": check_listed, "check_searched": check_searched,
    "note_listed": note_listed,
    "refuse_entries": refuse_entries, "note_stored": note_stored, "check_stored": check_stored,
    "error_itself": error_itself, "error_of": error_of, "attempt_of": attempt_of,
    "whole_batches": whole_batches,
    "first_item": first_item, "plain_items": plain_items, "listing": listing, "kept_content": kept_content,
    "content_copied": content_copied,
    "note_set": note_set, "filled_later": filled_later, "refused_later": refused_later, "changes_later": changes_later,
    "manager_of": manager_of, "next_item": next_item, "is_over": is_over, "asked": asked,
    "attribute_or": attribute_or, "attribute_there": attribute_there,
    "check_only_asked": check_only_asked,
    "acted": acted, "truth_asked": truth_asked, "length_asked": length_asked, "items_asked": items_asked, "compared": compared,
    "blank_result": blank_result, "elementwise_function": elementwise_function,
    "held_nditer": held_nditer, "indices_visited": indices_visited, "places_visited": places_visited,
    "reverse_point": reverse_point, "cell_of": cell_of, "in_step": in_step, "truth_of": truth_of,
    "filtered_input": filtered_input, "stored_output": stored_output, "rows_joined": rows_joined, "columns_joined": columns_joined,
    "range_joined": range_joined, "dense_grid": dense_grid, "dense_grids": dense_grids, "open_grids": open_grids,
    **{f"{op}_into": function for op, function in INTO.items()}, "new_set": set,
    "abc_Sequence": SEQUENCES, "abc_Mapping": collections.abc.Mapping, "abc_Text": (str, bytes, bytearray),
    "number_Types": (float, complex, np.generic),
    **RAISED,
    # NumPy's, which the user may have under any name
    "np_ndarray": np.ndarray, "np_array": np.array,
    "np_asarray": np.asarray, "np_arange": np.arange, "np_ndindex": np.ndindex, "np_resize": np.resize,
    "np_shape": np.shape, "cycled_values": cycled_values,
    "np_broadcast_to": np.broadcast_to, "np_add_at": np.add.at, "np_linspace": np.linspace,
    "np_sum": np.sum, "np_prod": np.prod, "np_max": np.max, "np_min": np.min, "np_cumsum": np.cumsum, "np_cumprod": np.cumprod}

_MEANT = {"indexable": indexable, "Shadows": Shadows, "Tangents": Tangents}


def shadowed(space: dict[str, Any]) -> dict[str, Any]:
    """What generated code means by names that are functions or classes of the user's among these globals.

    >>> shadowed({"len": round, "min": min, "x": 1.0, "round": len})
    {'len': <built-in function len>}
    """
    found = {label: _MEANT.get(label) or getattr(builtins, label, None) for label in sorted(RESERVED & space.keys())}
    return {label: own for label, own in found.items() if own is not None and is_fixed(space[label]) and space[label] is not own}
