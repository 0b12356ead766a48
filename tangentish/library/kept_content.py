"""Copies of what may be changed in place later, made where it is read."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Any

import numpy as np

from tangentish.class_attributes import has_dict
from tangentish.own_containers import sequence_like
from tangentish.rules.registry import zero_derivative


def kept_content(x: Any) -> Any:
    """A copy of what may be changed in place later: of an array, a list or dict of such, or what else items are stored into.

    >>> class Record(dict):
    ...     __getattr__ = dict.__getitem__
    >>> kept_content([Record(size=3)])[0].size
    3
    """
    if isinstance(x, list) or type(x) is tuple or (isinstance(x, tuple) and hasattr(x, "_fields")):
        return sequence_like(x, map(kept_content, x))
    if isinstance(x, dict) and not isinstance(x, OrderedDict | defaultdict):
        return dict_like(x, {key: kept_content(item) for key, item in dict.items(x)})
    stored_into = isinstance(x, np.ndarray) or (hasattr(type(x), "__setitem__") and callable(getattr(type(x), "copy", None)))
    return x.copy() if stored_into else x  # a table or a sparse matrix, say


def content_copied(x: Any) -> Any:
    """The same of what may be active, and of which nothing but its numbers is used.

    >>> import numpy as np
    >>> levels = np.ones(2)
    >>> held, levels[0] = content_copied(levels), 5.0
    >>> held
    array([1., 1.])
    """
    if isinstance(x, np.ndarray):
        return x.copy()
    if isinstance(x, dict):
        return {key: item for key, item in x.items()} if is_of_numbers(list(x.values())) else x
    if isinstance(x, list):
        return [item for item in x] if is_of_numbers(x) else x
    return x


def is_of_numbers(items: Any) -> bool:
    """Whether some items are numbers and nothing else: of others, a copy would be something else than what is there.

    >>> is_of_numbers([1.0, 2]), is_of_numbers([[1.0]])
    (True, False)
    """
    return all(isinstance(item, int | float | complex | np.number) for item in items)


def dict_like(x: dict[Any, Any], items: dict[Any, Any]) -> Any:
    """A dict of the class of another one, with other items; no code of the class looks at them.

    >>> class Space(dict):
    ...     def __init__(self, **items):
    ...         super().__init__(items)
    ...         self.__dict__ = self
    >>> dict_like(Space(size=3), {"size": 4}).size
    4
    """
    if type(x) is dict:
        return items
    made = dict.__new__(type(x))
    dict.update(made, items)
    if has_dict(made):
        held = object.__getattribute__(x, "__dict__")
        if held is x:
            object.__setattr__(made, "__dict__", made)
        else:
            object.__getattribute__(made, "__dict__").update(held)
    return made


zero_derivative(kept_content, is_of_numbers)
