"""Tangents of new lists, tuples and dicts that are made of others."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.pandas_tables import is_table
from tangentish.tangents.slots import Slots


def _floating(x: Any) -> bool:
    """Whether a value may carry a derivative that is not followed here."""
    return isinstance(x, float | complex | np.inexact) or (isinstance(x, np.ndarray) and x.dtype.kind in "fcO")


class Joining(Slots):
    """The forward form of `+`, `*`, `list(...)`, `dict(...)` of containers."""

    def concatenated(self, y: Any, left: Any, right: Any) -> None:
        """`y = left + right` of two lists or tuples."""
        self.slots(y)[:] = [*self.slots(left), *self.slots(right)]

    def repeated(self, y: Any, source: Any) -> None:
        """`y = source * n` of a list or tuple."""
        slots = self.slots(source)
        self.slots(y)[:] = slots * (len(y) // max(len(slots), 1))

    def copied(self, y: Any, x: Any, x_dot: Any) -> Any:
        """`y = list(x)`, `tuple(x)`, `dict(x)`."""
        if isinstance(y, dict):
            if isinstance(x, dict):
                self.slots(y).update(self.slots(x))
            else:
                for pair in x:
                    self.hold(y, pair[0], pair[1], self.held(pair, 1, pair[1]))
        elif isinstance(x, np.ndarray):
            for place, item in enumerate(y if x.dtype.kind != "O" else ()):  # what an array of objects holds has its tangents
                self.hold(y, place, item, x_dot[place])
        elif isinstance(x, list | tuple | deque):
            self.slots(y)[:] = self.slots(x)
        elif not (isinstance(x, dict | set | frozenset | range | str) or is_table(x)) and any(map(_floating, y)):
            raise UnsupportedError(f"the items of a {type(x).__name__} are not followed into a {type(y).__name__}.\n"
                                   "Make the list in a loop over the object.")

    def parts(self, y: Any, *tangents: Any) -> Any:
        """The tangents of the several results of a function, each given once for each argument that it depends on."""
        given = [one for one in tangents if one is not None]
        if not isinstance(y, list | tuple):  # one result after all
            total: Any = None
            for one in given:
                total = one if total is None else total + one
            return self.bind(y, total)
        for place, item in enumerate(y):
            total = None
            for one in given:
                if one[place] is not None:
                    total = one[place] if total is None else total + one[place]
            self.hold(y, place, item, total)
        return None
