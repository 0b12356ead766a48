"""Of which attributes of objects around a function it may change the content, by itself or by what it calls.

    def energy(x):
        e = plant.tank.energy(x)
        for step in (plant.tank.reset, plant.tank.fill):
            step()
        return e

No statement shows what is changed, and nothing active flows there; so what code in reach may change counts, of all objects that
are in reach.

>>> class Tank:
...     def __init__(self): self.levels, self.names = [1.0], ["a"]
...     def reset(self): self.levels[:] = [0.0]
>>> tanks = {"a": Tank()}
>>> def empty(): [reset() for reset in (tanks["a"].reset,)]
>>> for function in (Tank.__init__, Tank.reset, empty): function.__module__ = "plant"  # of no package
>>> Tank.__module__ = "plant"
>>> sorted(filled_around(empty))
['levels']
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tangentish.analysis.code.code_changes import bound_attributes, changes, fills
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.class_attributes import living, of_class
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_foreign
from tangentish.slots import attributes_held

_NUMBERS = (int, float, complex, np.number)
MOST = 100
"""Of longer containers, so many items are looked at."""


def filled_around(function: types.FunctionType) -> set[str]:
    """The attributes of objects and classes in reach of a function that hold arrays or containers, and may be written into."""
    if is_foreign(function.__module__):
        return set()
    found = own_names(function).union(*map(changes, codes_in(function.__code__)))
    keys = marked(fills, found)
    if not keys:
        return set()
    reach = Reach({function.__name__: function})
    held = [attributes_held(owner) for owner in reach.objects.values()]
    owners, bound = reach.classes(), set[str]().union(*(bound_attributes(one.__code__) for one in reach.functions))
    of_classes = {key for key in keys - bound if any(holds_numbers(of_class(cls, key)) for cls in owners)}
    """What is bound is an object's own, under the name of what its class has to begin with."""
    return of_classes | {key for key in keys if any(holds_numbers(one.get(key)) for one in held)}


def holds_numbers(x: Any, depth: int = 3) -> bool:
    """Whether something is an array, or a container of numbers or arrays.

    >>> holds_numbers({"a": [1.0]}), holds_numbers({"a": dict}), holds_numbers(1.0)
    (True, False, False)
    """
    if isinstance(x, np.ndarray):
        return True
    if not isinstance(x, (*DATA, tuple)) or not depth:
        return False
    items: list[Any] = [*living([*(x.values() if isinstance(x, dict) else x)][:MOST])]
    return any((isinstance(item, _NUMBERS) and not isinstance(item, bool)) or holds_numbers(item, depth - 1) for item in items)
