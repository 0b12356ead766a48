"""Numbers, texts and None that a module keeps under names: what kinds they are of, and whether anything in reach binds them anew.

`GRAVITY = 9.81` above a function is as good as an argument of the class float.  What is relied on is the class of a number, which
may be another one with each call, and the value of what tests are made on: True, a text, None.

>>> from tangentish.frontend.source import read_source
>>> scope = Scope(read_source(kind_of_constant), {"name"})
>>> UNKNOWN == kind_of_constant("name", scope), UNKNOWN == kind_of_constant("_NUMBERS", scope), kind_of_constant("__name__", scope)
(True, True, Const(value='tangentish.analysis.around.constants_around'))
"""

from __future__ import annotations

import types

import gast
import numpy as np

from tangentish.analysis.code.code_changes import ANY, alters, binds
from tangentish.analysis.kinds import UNKNOWN, Kind, kinds_of
from tangentish.frontend.rebound import rebound_in
from tangentish.frontend.resolve import Scope, is_fixed
from tangentish.syntax import Block, walk

_NUMBERS = (int, float, complex, np.number)
_TOLD_BY_VALUE = (bool, str, type(None), np.bool_)


def kind_of_constant(name: str, scope: Scope) -> Kind:
    """The kind of what a global variable holds while a program runs, which is relied on; unknown if it may be bound anew."""
    if not scope.is_global(name):
        return UNKNOWN
    value = scope.source.globals[name]
    by_value = isinstance(value, _TOLD_BY_VALUE)
    if not (by_value or isinstance(value, _NUMBERS)) or is_altered(name, scope) or binds(ANY) in scope.own:
        return UNKNOWN
    if name in rebound_in(scope.source.globals):
        return UNKNOWN
    if by_value:
        scope.rely(name, value)
    else:
        scope.rely_on_class(name, type(value))
    return kinds_of({name: value})[name]


def is_altered(name: str, scope: Scope) -> bool:
    """Whether code in reach may bind a variable around a function anew, also as an attribute of its module, or fill it."""
    return alters(name) in scope.own or (binds(name) in scope.own and scope.is_global(name))


def is_altered_data(name: str, scope: Scope) -> bool:
    """Whether a name is that of data around the function that what is called may change."""
    if not is_altered(name, scope) or (name in scope.locals and name not in scope.source.cells):
        return False
    return not is_fixed(scope.name(name))


def stored_into_modules(body: Block, scope: Scope) -> frozenset[str]:
    """How the variables are found that a block binds as attributes of modules: `settings.GRAVITY = 1.62`, also with `setattr`."""
    found = set()
    for part in (part for statement in body for part in walk(statement)):
        if part.__class__ is gast.Attribute and part.ctx.__class__ is not gast.Load:
            owner, key = part.value, part.attr
        elif part.__class__ is gast.Call and scope.resolve(part.func) is setattr and len(part.args) == 3:
            owner, key = part.args[0], getattr(part.args[1], "value", None)
        else:
            continue
        if isinstance(key, str) and isinstance(scope.resolve(owner), types.ModuleType):
            found.add(alters(key))
    return frozenset(found)
