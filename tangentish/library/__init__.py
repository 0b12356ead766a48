"""Functions of Python and NumPy written in plain Python, so that they are differentiated like any user function.

>>> REPLACED[sum].__name__
'sum_items'
"""

from __future__ import annotations

from tangentish.library.arrays import PARTS, at_each, blank_result, plain_view
from tangentish.library.backwards import iterated_backwards
from tangentish.library.comparisons import truth_of
from tangentish.library.compiled_ufuncs import form_for_entries
from tangentish.library.deletions import clear_items, delete_attribute, delete_item
from tangentish.library.extending import items_for
from tangentish.library.forms import form_of
from tangentish.library.functions import (
    call_method,
    check_length,
    completed,
    get_attributes,
    get_items,
    iterated,
    iterated_quietly,
)
from tangentish.library.given_methods import number_of
from tangentish.library.look_up import FORWARD, GIVEN_BY_NAME, GIVES, HANDLED, OPERATOR_HANDLERS, class_given, handled, replacement
from tangentish.library.making import made_by_new, set_fields, sets_fields_by_code
from tangentish.library.operators import result_stored
from tangentish.library.tables import CONSTRUCTORS, METHODS, NAMEDTUPLES, REPLACED, SEVERAL
from tangentish.library.ufunc_methods import UFUNC_METHODS
from tangentish.library.user_functions import ElementwiseFunction, elementwise_function
from tangentish.rules.registry import zero_derivative

__all__ = [
    "CONSTRUCTORS",
    "FORWARD",
    "GIVEN_BY_NAME",
    "GIVES",
    "HANDLED",
    "METHODS",
    "NAMEDTUPLES",
    "OPERATOR_HANDLERS",
    "PARTS",
    "REPLACED",
    "SEVERAL",
    "UFUNC_METHODS",
    "ElementwiseFunction",
    "at_each",
    "blank_result",
    "call_method",
    "check_length",
    "class_given",
    "clear_items",
    "completed",
    "delete_attribute",
    "delete_item",
    "elementwise_function",
    "form_for_entries",
    "form_of",
    "get_attributes",
    "get_items",
    "handled",
    "items_for",
    "iterated",
    "iterated_backwards",
    "iterated_quietly",
    "made_by_new",
    "number_of",
    "plain_view",
    "replacement",
    "result_stored",
    "set_fields",
    "sets_fields_by_code",
    "truth_of",
    "zero_derivative",
]
