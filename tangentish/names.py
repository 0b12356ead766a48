"""Deterministic fresh names."""

from __future__ import annotations

import keyword
from collections.abc import Iterable


class Names:
    """Hands out names that are not taken yet: `x_bar`, then `x_bar_2`, `x_bar_3` ...

    >>> names = Names({"x", "x_bar"})
    >>> names.fresh("x_bar"), names.fresh("x_bar"), names.fresh("t")
    ('x_bar_2', 'x_bar_3', 't')
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)

    def fresh(self, wanted: str) -> str:
        """`wanted` itself when it is free, else `wanted` with the first free number."""
        name, number = wanted, 2
        while name in self.taken or keyword.iskeyword(name):
            name, number = f"{wanted}_{number}", number + 1
        self.taken.add(name)
        return name
