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
        self.given: set[str] = set()  # what was handed out
        self.taken = set(taken)

    def copy(self) -> Names:
        """Another one, of which nothing is taken here."""
        other = Names(self.taken)
        other.given = set(self.given)
        return other

    @property
    def taken(self) -> set[str]:
        """The names that are not free; names are taken by `fresh`, or all are set at once."""
        return self._taken

    @taken.setter
    def taken(self, names: set[str]) -> None:
        self._taken = names
        self.given &= names
        self._tried: dict[str, int] = {}  # the number up to which, for a wanted name, none is free

    def fresh(self, wanted: str) -> str:
        """`wanted` itself when it is free, else `wanted` with the first free number."""
        name = wanted
        if name in self._taken or keyword.iskeyword(name):
            number = self._tried.get(wanted, 2)
            while (name := f"{wanted}_{number}") in self._taken:
                number += 1
            self._tried[wanted] = number + 1
        self._taken.add(name)
        self.given.add(name)
        return name
