"""Variables around a function that code which it calls writes into, where no store of that code shows it: it passes them on.

    def reset():
        clear(LEVELS)

    def energy(x):
        e = TERMS["kinetic"](x, LEVELS)
        reset()
        return e

What `energy` passes to a function that is looked up when it is called is something else by the time of the reverse sweep.
"""

from __future__ import annotations

import types

from tangentish.analysis.around.around_writes import written_variables
from tangentish.analysis.around.filled_around import holds_numbers
from tangentish.analysis.code.code_changes import alters
from tangentish.analysis.code.reach import Reach
from tangentish.class_attributes import living
from tangentish.closures import codes_in, content
from tangentish.frontend.foreign import is_foreign, is_installed


def altered_by_calls(function: types.FunctionType) -> frozenset[str]:
    """How those variables are found, if a function names any data that may be meant.

    >>> import numpy as np
    >>> LEVELS = np.zeros(3)
    >>> def clear(x): x[:] = 0.0
    >>> def reset(): clear(LEVELS)
    >>> def energy(x):
    ...     reset()
    ...     return x @ LEVELS
    >>> for one in (clear, reset, energy): one.__module__ = "models"  # of no package
    >>> altered_by_calls(energy), altered_by_calls(clear)
    (frozenset({'alters LEVELS'}), frozenset())
    """
    if is_foreign(function.__module__) or is_installed(function) or not _data_named(function):
        return frozenset()
    below = [one for one in Reach({function.__name__: function}).functions if one is not function and not is_installed(one)]
    return frozenset(alters(key) for one in below if _data_named(one) for key in written_variables(one))


def _data_named(function: types.FunctionType) -> bool:
    """Whether code names arrays, or containers of numbers, that are around it: of its own module, or of others."""
    space, cells = function.__globals__, zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    named = {name for code in codes_in(function.__code__) for name in code.co_names}
    modules = [one for one in living(space.get(name) for name in named) if type(one) is types.ModuleType]
    spaces = [space, *(vars(one) for one in modules if not is_foreign(one.__name__))]
    held = [one.get(name) for one in spaces for name in named] + [content(cell, None) for _, cell in cells]
    return any(map(holds_numbers, living(held)))
