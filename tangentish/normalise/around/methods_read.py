"""Methods whose class is seen when they are called: what their code names, as far as it does not know what is active.

A method that has to do with what is active is followed, and so is what it does by its first argument; what it calls by other
names is given nothing active.

>>> class Rows:
...     rows = []
...     def first(self): return self.rows[0]
...     def again(self): return self.first() + other()
>>> def other(): return Rows.rows[0]
>>> Rows.first.__module__ = Rows.again.__module__ = other.__module__ = "models"  # of no package
>>> "rows" in names_below(Rows.first, Rows), "rows" in names_below(Rows.again, Rows)
(False, True)
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable
from typing import Any

from tangentish.analysis.code.below import functions_below
from tangentish.analysis.code.code_names import functions_of, names_of
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.objects.class_contents import are_numbers_kept, check_no_numbers_kept
from tangentish.rules.registry import zero_derivative


def names_met(target: Any, names: Iterable[str] = (), dotted: Collection[str] = ()) -> frozenset[str]:
    """The names in the code of all that may run when something is called, or is used as the attributes with these `names`."""
    plainly = not names and not dotted
    roots = dict.fromkeys(dotted or ("",), target)
    functions = functions_below(target) if plainly else tuple(Reach(roots, names, dotted, thorough=True).functions)
    return frozenset().union(*(names_of(function.__code__) for function in functions))


def check_method_reads(message: str, owner: Any, label: str, *keys: str) -> None:
    """Raise where a method of `owner` may read, not by its first argument, containers of classes that hold what may be active."""
    if are_numbers_kept(*keys):
        cls = owner if isinstance(owner, type) else type(owner)
        read = {key for function in _functions(cls, label) for key in names_below(function, cls)}.intersection(keys)
        check_no_numbers_kept(message, *sorted(read))


def names_below(function: types.FunctionType, cls: type) -> frozenset[str]:
    """The names in code that may run below a method of a class, but for what it does by its first argument."""
    names: set[str] = set()
    own, left = set(), [function]
    while left:
        one = left.pop()
        if one not in own:
            own.add(one)
            for below in functions_below(one):
                names |= names_of(below.__code__) if below is not one else set()
            left += [method for label in names_of(one.__code__) for method in _functions(cls, label)]
    return frozenset(names)


def _functions(cls: type, label: str) -> list[types.FunctionType]:
    """The functions that an attribute of the objects of a class stands for."""
    return next((functions_of(vars(base)[label]) for base in cls.__mro__ if label in vars(base)), [])


zero_derivative(check_method_reads)
