"""Whether functions, classes and their methods may give arrays of their module, or what containers of it or of the class hold.

>>> TABLE = {}
>>> def part(key):
...     return TABLE.setdefault(key, [])
>>> def twice(x):
...     return 2.0 * x
>>> may_give_of_globals(part), may_give_of_globals(twice)
(True, False)
"""

from __future__ import annotations

import collections
import dis
import functools
import itertools
import types
from typing import Any

import numpy as np

from tangentish.analysis.code.code_changes import SEARCHED
from tangentish.class_attributes import has_dict
from tangentish.closures import codes_in

_HOLDING = (list, dict, set, collections.deque)
_CHANGEABLE = (*_HOLDING, np.ndarray)
_MOST = 100
"""How many items of a container are looked at."""


def may_give_of_globals(function: types.FunctionType) -> bool:
    """Whether what a function gives may be an array of its module, or what a container of it holds, as far as its names tell."""
    for code in codes_in(function.__code__):
        held = {label: function.__globals__.get(label) for label in code.co_names}
        if any(isinstance(value, np.ndarray) or (isinstance(value, _HOLDING) and (
                _may_hold_changeable(value) or label in given_whole(code))) for label, value in held.items()):
            return True
    return False


@functools.lru_cache(maxsize=SEARCHED)
def given_whole(code: types.CodeType) -> frozenset[str]:
    """The globals that code returns, or binds a variable to.

    >>> def table(): return TABLE
    >>> def first(): return TABLE[0]
    >>> given_whole(table.__code__), given_whole(first.__code__)
    (frozenset({'TABLE'}), frozenset())
    """
    steps = list(dis.get_instructions(code))
    return frozenset(str(step.argval) for step, after in itertools.pairwise(steps) if step.opname == "LOAD_GLOBAL" and (
        after.opname == "RETURN_VALUE" or after.opname.startswith("STORE_FAST")))


def _may_hold_changeable(container: Any) -> bool:
    """Whether a container holds what can be written into, or may come to."""
    items = list(container.values() if isinstance(container, dict) else container)[:_MOST]
    return not items or any(isinstance(item, _CHANGEABLE) or has_dict(item) for item in items if not isinstance(
        item, types.FunctionType | type | types.ModuleType))


@functools.lru_cache(maxsize=SEARCHED)
def may_give_of_class(cls: type) -> bool:
    """Whether what a class gives, or one of its methods, may be something that a container of the class holds."""
    methods = [value.__func__ for value in vars(cls).values() if isinstance(value, classmethod)]
    made = getattr(vars(cls).get("__new__"), "__func__", None)
    names = {name for one in (*methods, made) if isinstance(one, types.FunctionType) for name in one.__code__.co_names}
    return any(isinstance(value, _HOLDING) and key in names for key, value in vars(cls).items())
