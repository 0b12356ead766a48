"""The programs that one program brings with it: those of the functions that it calls by name."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Mapping
from typing import Any

from tangentish.analysis.kinds import Kind
from tangentish.custom import Custom
from tangentish.custom_pairs import custom_made
from tangentish.errors import TangentishError
from tangentish.names import Names
from tangentish.request import Made, Request

LARGEST_FAMILY = 24
"""How many pairs one program may bring with it; further calls are looked up when they happen."""


class Pairs:
    """Makes the programs of the functions that a program calls, each once, with names that differ: pairs or tangents."""

    def __init__(self, make: Callable[..., Made], externs: Mapping[str, Any], request: Request, root: str) -> None:
        self.make, self.externs, self.optimise = make, externs, request.optimise
        self.form = "tangent" if request.forward else "pair"
        self.made: dict[Any, Made | None] = {}
        self.functions = 0
        self.masked = False  # whether a function that calls them picks values by a condition
        self.names = Names([root] if request.callee else [])  # of the pair that calls them all

    def __call__(self, function: types.FunctionType | Custom, kinds: dict[str, Kind], wanted: tuple[str, ...],
                 lean: bool = False, adding: tuple[str, ...] = (), items: bool = False) -> Made | None:
        """The pair of a function, or None for recursion and for what is refused: that is met when it is called."""
        key = (function, tuple(kinds.items()), wanted, lean, adding, items, self.masked)
        if key not in self.made and (lean or adding or self.functions < LARGEST_FAMILY):
            self.functions += not (lean or adding)  # other forms of a pair that there is are not counted
            self.made[key] = None  # what recursion finds
            name = function.__name__ if function.__name__.isidentifier() else "function"
            label = self.names.fresh(f"{name}{'_adding' if adding else ''}{'_lean' if lean else ''}")
            if isinstance(function, Custom):
                self.made[key] = custom_made(function, key[1], wanted, label, self.form == "tangent")
                return self.made[key]
            request = Request(self.form, key[1], wanted, optimise=self.optimise, label=label, lean=lean,
                              masked=self.masked, adding=adding, items=items)
            outside = self.masked
            with contextlib.suppress(TangentishError):  # raised, with its place, if the call is ever reached
                self.made[key] = self.make(function, request, self.externs, self)
            self.masked = outside
        return self.made.get(key)
