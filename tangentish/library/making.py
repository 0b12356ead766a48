"""Objects of classes that say in `__new__` how they are made, as calls of `__new__` and `__init__`."""

from __future__ import annotations

import types
from typing import Any


def made_by_new(cls: Any, /, *args: Any, **keywords: Any) -> Any:
    """What `cls(*args, **keywords)` gives: `__init__` is called only of an object of this class.

    >>> class Even:
    ...     def __new__(cls, value):
    ...         return super().__new__(cls) if value % 2 == 0 else value
    ...     def __init__(self, value):
    ...         self.value = value
    >>> made_by_new(Even, 4).value, made_by_new(Even, 5)
    (4, 5)
    """
    made = cls.__new__(cls, *args, **keywords)
    if isinstance(made, cls) and isinstance(type(made).__init__, types.FunctionType):
        made.__init__(*args, **keywords)
    return made
