"""What classes of Python's own library make of the code of a class that they are bases of.

`Mapping.get` asks for `self[key]`, and what has items but no `__iter__` is gone through by these.  A class that writes when it
is asked for an item writes there, too.

>>> import collections.abc
>>> class Lazy(collections.abc.Sequence):
...     def __len__(self): return 2
...     def __getitem__(self, k):
...         self.asked = k
...         return float(k)
>>> Lazy.__module__ = "models"  # of no package
>>> sorted(mark for mark in inherited_marks(Lazy) if not mark.startswith("running"))
['__iter__', 'count', 'index', 'writing count', 'writing index']
>>> "running __contains__" in inherited_marks(Lazy)
True
"""

from __future__ import annotations

import functools
import string
import types

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.code_changes import SEARCHED
from tangentish.analysis.code.code_writes import ABSTRACT, writes
from tangentish.analysis.code.marks import BY_ITEMS, SHARED, UNNAMED, running, writing
from tangentish.class_attributes import of_class
from tangentish.frontend.foreign import is_foreign


@functools.lru_cache(maxsize=SEARCHED)
def inherited_marks(cls: type) -> frozenset[str]:
    """The names in `marks` that a class has of that; NumPy's are not followed."""
    found: set[str] = set()
    if is_foreign(cls.__module__):
        return frozenset()
    if _writes(cls, "__missing__"):
        found |= {"__getitem__", running("__getitem__")}
    if iterates_by_items(cls) and _writes(cls, "__getitem__"):
        found.add(running(BY_ITEMS))
    if issubclass(cls, string.Formatter):
        found.add("format")  # the name of a method of texts, too
    for base in cls.__mro__:
        if base.__module__ in ABSTRACT:
            for key, value in vars(base).items():
                if isinstance(value, types.FunctionType) and getattr(cls, key, None) is value and writes(value, cls):
                    found |= (SHARED & {key}) | {running(key) if key in UNNAMED else writing(key)}
    return frozenset(found)


def iterates_by_items(cls: type) -> bool:
    """Whether what Python goes through of an object is what its class gives for 0, 1, 2 ...

    >>> class Row:
    ...     def __getitem__(self, k): return "ab"[k]
    >>> list(Row()), iterates_by_items(Row), iterates_by_items(list)
    (['a', 'b'], True, False)
    """
    return of_class(cls, "__iter__") is None and isinstance(of_class(cls, "__getitem__"), types.FunctionType)


def _writes(cls: type, key: str) -> bool:
    function = of_class(cls, key)
    return isinstance(function, types.FunctionType) and writes(function, cls)


ON_REBOUND.append(inherited_marks.cache_clear)
