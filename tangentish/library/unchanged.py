"""Lists and dicts around a function that it may change by ways that are not followed: whether it did shows when it is over.

>>> log = [1.0]
>>> before = content_before(log)
>>> log.append(2.0)
>>> check_unchanged(before)
Traceback (most recent call last):
    ...
tangentish.errors.UnsupportedError: this changes a list that is kept around the function, and not by its name.
Pass the list as an argument.
>>> log
[1.0]
"""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from tangentish.class_attributes import is_gone
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import check_not_shared, have_in_common
from tangentish.runtime.walk import reachable

Content = list[tuple[Any, Any]]


def content_before(x: Any) -> Content:
    """The containers and arrays that a value is and holds, each with what is in it now."""
    found: Content = []
    seen: set[int] = set()
    parts = [x]
    while parts:
        part = parts.pop()
        if id(part) in seen or is_gone(part) or not isinstance(part, list | tuple | dict | collections.deque | np.ndarray):
            continue
        seen.add(id(part))
        if isinstance(part, np.ndarray):
            found.append((part, np.ndarray.copy(part.view(np.ndarray))))
            continue
        if not isinstance(part, tuple):
            found.append((part, dict(part) if isinstance(part, dict) else list(part)))
        parts.extend(part.values() if isinstance(part, dict) else part)
    return found


def check_unchanged(before: Content) -> None:
    """Raise where numbers were put into what was looked at before; it is left as it was."""
    changed = [(part, items) for part, items in before if is_changed(part, items)]
    for part, items in changed:
        if isinstance(part, np.ndarray):
            part[...] = items
        else:
            part.clear()
            part.update(items) if isinstance(part, dict) else part.extend(items)
    if changed:
        article, kind = {np.ndarray: ("an", "array"), dict: ("a", "dict")}.get(type(changed[0][0]), ("a", "list"))
        raise UnsupportedError(f"this changes {article} {kind} that is kept around the function, and not by its name.\n"
                               f"Pass the {kind} as an argument.")


def check_not_around(around: list[Any], given: Any) -> None:
    """Raise where a call gave an array that is kept around the function, or part of one, which is written into then.

    >>> class Store:
    ...     def __init__(self): self.rows = [np.zeros(2)]
    >>> store = Store()
    >>> check_not_around([store], [np.zeros(2)])
    >>> check_not_around([store], store.rows[0][1:])
    Traceback (most recent call last):
        ...
    tangentish.errors.UnsupportedError: this gives an array, list or dict that is kept around the function, and that is written into
    and read in more than one way.
    Pass it as an argument.
    """
    kept = [part for part in reachable(*around) if isinstance(part, np.ndarray | list | dict | collections.deque)]
    if have_in_common(kept, given):
        raise UnsupportedError("this gives an array, list or dict that is kept around the function, and that is written into and "
                               "read in more than one way.\nPass it as an argument.")


def is_changed(part: Any, items: Any) -> bool:
    """Whether there is anything new in it that may depend on what is differentiated."""
    if isinstance(part, np.ndarray):
        plain = part.view(np.ndarray)  # a class may have its own idea of equality
        return not np.array_equal(plain, items, equal_nan=plain.dtype.kind in "fc")
    now, old = (list(part.values()), list(items.values())) if isinstance(part, dict) else (list(part), items)
    if len(now) == len(old) and all(new is known for new, known in zip(now, old, strict=True)):
        return False
    known = set(map(id, old))
    return any(id(item) not in known and not isinstance(item, int | str | bytes | type(None)) for item in now)


zero_derivative(content_before, check_unchanged, check_not_around, check_not_shared)
