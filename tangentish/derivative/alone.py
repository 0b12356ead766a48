"""Arguments that may also be read by another name: as a global, in a closure, in an object.

A table finds adjoints from memory, where an array that is both argument and global has one place. The derivative is with
respect to the argument alone, and so programs with a table get copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tangentish.request import Made
from tangentish.runtime import separated

_TABLES = frozenset({"Shadows", "Tangents"})


def called_alone(made: Made, entry: Callable[..., Any], places: Iterable[int]) -> Callable[..., Any]:
    """`entry`, a function of a program, given copies of the arguments at `places` if it has a table and leaves them as they are."""
    names = {name for function in made.functions.values() for name in (*function.__code__.co_names, *function.__code__.co_freevars)}
    if made.writes or _TABLES.isdisjoint(names):
        return entry
    active = frozenset(places)

    def entry_of_copies(*values: Any) -> Any:
        return entry(*[_copied(value) if place in active else value for place, value in enumerate(values)])

    return entry_of_copies


def _copied(x: Any) -> Any:
    return x.copy(order="K") if type(x) is np.ndarray else separated(x)
