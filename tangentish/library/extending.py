"""`owner.extend(items)` where it is not known what the owner is: a list takes what a loop over the items gives."""

from __future__ import annotations

import types
from typing import Any

from tangentish.class_attributes import of_class
from tangentish.library.functions import iterated
from tangentish.rules.registry import zero_derivative


def items_for(owner: Any, items: Any) -> Any:
    """What `owner.extend` is given: the items in a list, or, where a class says what `extend` means, just what was passed.

    >>> items_for([], (1.0, 2.0))
    (1.0, 2.0)
    >>> class Group:
    ...     def extend(self, other): ...
    >>> items_for(Group(), 1.0)
    1.0
    """
    return items if extends_by_code(owner) else iterated(items)


def extends_by_code(owner: Any) -> bool:
    """Whether the class of an object says in Python what `extend` means."""
    return isinstance(of_class(type(owner), "extend"), types.FunctionType)


zero_derivative(extends_by_code)
