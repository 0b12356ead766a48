"""What a program changes of objects of its module, for the functions that it calls: these may read it again in the reverse sweep.

>>> import types
>>> settings = types.SimpleNamespace(power=2)
>>> def total(x):
...     settings.power = 3
...     return x ** settings.power
>>> total.__module__ = "models"  # of no package
>>> sorted(changed_around(total))
['binds power']
"""

from __future__ import annotations

import types

from tangentish.analysis.around.altered_by_calls import altered_by_calls
from tangentish.analysis.code.code_changes import alters, binds, changes, fills
from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.marks import OWN_ARRAYS, later, refused_later
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.objects.array_classes import SAID
from tangentish.class_attributes import living
from tangentish.closures import codes_in
from tangentish.frontend.foreign import is_foreign, is_users_object
from tangentish.slots import attribute_names

_HOW = (binds(""), fills(""))
HOW_LATER = (later, fills, alters)
"""What is known of something that a program changes which runs already."""


def changed_around(function: types.FunctionType) -> frozenset[str]:
    """The attributes of objects and functions of its module that a function changes, or code in reach of it, as `changes` says.

    So are the variables of other modules, which functions there read by their names.
    """
    if is_foreign(function.__module__):
        return frozenset()
    below = own_names(function) | altered_by_calls(function)
    found = below.union(*map(changes, codes_in(function.__code__)))
    keys = {mark: mark.partition(" ")[2] for mark in found if mark.startswith(_HOW)}
    altered = {mark for mark in below if mark.startswith(alters(""))}
    if not keys:
        return frozenset(altered)
    held, elsewhere = parts_around(function), variables_of_modules(function)
    altered |= {alters(key) for key in keys.values() if key in elsewhere}
    return frozenset({mark for mark, key in keys.items() if key in held} | altered)


def filled_later_of(marks: frozenset[str]) -> frozenset[str]:
    """Those of some marks that say what a program changes that runs already; what is called from here has to keep it, too.

    >>> sorted(filled_later_of(frozenset(["later rows", "fills rows", "fills names"])))
    ['alters rows', 'fills rows', 'later rows']
    """
    told = {how(key) for key in marked(later, marks) for how in HOW_LATER}
    return frozenset(told.union(map(refused_later, marked(refused_later, marks))))


def said_around(function: types.FunctionType, own: frozenset[str]) -> frozenset[str]:
    """What is found of arrays that have a say, if a function may meet some: then what it calls may, too."""
    return SAID if OWN_ARRAYS in own or OWN_ARRAYS in own_names(function) else frozenset()


def read_around(function: types.FunctionType) -> frozenset[str]:
    """All such attributes that a function reads, as bound anew: of one that is looked up when it is called, no caller is known."""
    named = names_of(function.__code__)
    return frozenset() if is_foreign(function.__module__) else frozenset(map(binds, named & parts_around(function)))


def variables_of_modules(function: types.FunctionType) -> set[str]:
    """The variables of the modules of the user's that a function sees, but for functions, classes and modules."""
    modules = [value for value in living(list(function.__globals__.values())) if isinstance(value, types.ModuleType)]
    return {key for module in modules if not is_foreign(module.__name__) for key, value in list(vars(module).items())
            if not (key.startswith("__") or isinstance(value, types.ModuleType) or callable(value))}


def parts_around(function: types.FunctionType) -> set[str]:
    """The attributes that objects and functions of the module of a function have, and the data of its classes."""
    around = list(living(list(function.__globals__.values())))
    owners = [value for value in around if isinstance(value, types.FunctionType | types.SimpleNamespace) or is_users_object(value)]
    classes = [value for value in around if isinstance(value, type) and not is_foreign(value.__module__)]
    held = {key for cls in classes for base in cls.__mro__ if not is_foreign(base.__module__) for key, part in vars(base).items()
            if not (key.startswith("__") or callable(part) or hasattr(part, "__get__"))}
    return held.union(*(attribute_names(owner) for owner in owners))
