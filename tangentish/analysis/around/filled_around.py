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

from tangentish.analysis.code.code_changes import changes, fills
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.code.reach import DATA, Reach
from tangentish.class_attributes import of_class
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_foreign
from tangentish.slots import attributes_held


def filled_around(function: types.FunctionType) -> set[str]:
    """The attributes of objects and classes in reach of a function that hold arrays or containers, and may be written into."""
    if is_foreign(function.__module__):
        return set()
    found = own_names(function).union(*map(changes, codes_in(function.__code__)))
    keys = {mark.removeprefix(fills("")) for mark in found if mark.startswith(fills(""))}
    if not keys:
        return set()
    reach = Reach({function.__name__: function})
    held = [attributes_held(owner) for owner in reach.objects.values()]
    classes = reach.classes()
    return {key for key in keys if any(isinstance(one.get(key), DATA) for one in held) or any(
        isinstance(of_class(cls, key), DATA) for cls in classes)}
