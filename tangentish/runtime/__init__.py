"""The few functions that generated code calls; everything else in it is plain Python and NumPy.

    cotangents.py   cotangents of single values: zero, made to fit, added
    regions.py      cotangents of what is read and written at an index
    augmentation.py `x op= value`
    iteration.py    what is gone through
    saving.py       what is kept of content that may be overwritten
    reached.py      the same of all that code may reach
    walk.py         what a value leads to
    global_state.py what functions may change by names of their module
    content.py      what arrays, captured variables, sets and generators hold
    copies.py       copies of arguments
    checks.py       what only shows when a program runs, and is refused then
"""

from tangentish.rules.helpers import shaped_like
from tangentish.runtime.augmentation import augmented
from tangentish.runtime.checks import cell_of, unfinished, unfinished_function, unfinished_getattr, unfinished_method
from tangentish.runtime.copies import (
    check_not_shared,
    copied,
    copy_as_it_lies,
    have_in_common,
    held_in,
    separated,
    shares_memory,
    tuples_apart,
    unwritten,
)
from tangentish.runtime.cotangents import (
    accumulate,
    filled,
    filled_number,
    filled_result,
    inexact_only,
    materialise,
    no_change,
    own,
    seed,
    unbroadcast,
    zeros_like,
)
from tangentish.runtime.iteration import in_step, indexable
from tangentish.runtime.regions import index_kept, scatter, taken, winners
from tangentish.runtime.saving import (
    put_back,
    saved,
    saved_attribute,
    saved_item,
    saved_length,
    saved_place,
    saved_popped,
    saved_reached,
)

__all__ = [
    "accumulate", "augmented", "cell_of", "check_not_shared", "copied", "copy_as_it_lies", "filled", "filled_number",
    "filled_result", "have_in_common", "held_in", "in_step", "index_kept", "indexable", "inexact_only", "materialise",
    "no_change", "own", "put_back", "saved", "saved_attribute", "saved_item", "saved_length", "saved_place", "saved_popped",
    "saved_reached", "scatter", "seed", "separated", "shaped_like", "shares_memory", "taken", "tuples_apart", "unbroadcast",
    "unfinished", "unfinished_function", "unfinished_getattr", "unfinished_method", "unwritten", "winners", "zeros_like",
]
