"""The programs that one program brings with it: those of the functions that it calls by name."""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tangentish.analysis.code.marks import OWN_ARRAYS
from tangentish.analysis.kinds import Kind
from tangentish.custom import Custom
from tangentish.custom_pairs import custom_made
from tangentish.errors import TangentishError
from tangentish.names import Names
from tangentish.request import Made, Request
from tangentish.rules.registry import ON_CHANGE

LARGEST_FAMILY = 24
"""How many pairs one program may bring with it; further calls are looked up when they happen."""
MOST_ELSEWHERE = 2048
"""How many pairs are kept for other programs."""


class Pairs:
    """Makes the programs of the functions that a program calls, each once, with names that differ: pairs or tangents."""

    def __init__(self, make: Callable[..., Made], externs: Mapping[str, Any], request: Request, root: str,
                 changed: frozenset[str] = frozenset()) -> None:
        self.make, self.externs, self.optimise = make, externs, request.optimise
        self.form = "tangent" if request.forward else "pair"
        self.changed = changed  # what the program, or what it calls, changes of objects around it
        self.made: dict[Any, Made | None] = {}
        self.functions = 0
        self.cut = 0  # how often there was none, for recursion or for their number
        self.masked = False  # whether a function that calls them picks values by a condition
        self.names = Names([root] if request.callee else [])  # of the pair that calls them all

    def __call__(self, function: types.FunctionType | Custom, kinds: dict[str, Kind], wanted: tuple[str, ...],
                 lean: bool = False, adding: tuple[str, ...] = (), items: bool = False) -> Made | None:
        """The pair of a function, or None for recursion and for what is refused: that is met when it is called."""
        key = (function, tuple(kinds.items()), wanted, lean, adding, items, self.masked, OWN_ARRAYS in self.changed)
        wanted_anew = key not in self.made and (lean or adding or self.functions < LARGEST_FAMILY)
        self.cut += not wanted_anew and self.made.get(key) is None
        if wanted_anew:
            self.functions += not (lean or adding)  # other forms of a pair that there is are not counted
            self.made[key] = None  # what recursion finds
            name = function.__name__ if function.__name__.isidentifier() else "function"
            label = self.names.fresh(f"{name}{'_adding' if adding else ''}{'_lean' if lean else ''}")
            if isinstance(function, Custom):
                self.made[key] = custom_made(function, key[1], wanted, label, self.form == "tangent")
                return self.made[key]
            known = self.known_elsewhere(key, label)
            if known is not None:
                self.made[key] = known
                return known
            request = Request(self.form, key[1], wanted, own=self.changed, optimise=self.optimise, label=label, lean=lean,
                              masked=self.masked, adding=adding, items=items)
            known = self.other_form(key, request)
            if known is not None:
                self.made[key] = known
                return known
            cut = self.cut
            with contextlib.suppress(TangentishError):  # raised, with its place, if the call is ever reached
                made = self.anew(function, request)
                lasting = _is_lasting(function)
                if self.cut != cut or lasting:  # one without what was cut may be another, and others may write it meanwhile
                    made.written()
                elif made.draft is not None:
                    made.draft.again = functools.partial(self.anew, function, request)
                if self.cut == cut and lasting:
                    if len(_elsewhere) == MOST_ELSEWHERE:
                        _elsewhere.clear()
                    _elsewhere[self.form, self.optimise, *key] = made
                self.made[key] = made
        found = self.made.get(key)
        if found is not None and found.is_being_written():  # by a program that it calls itself, which is made once more
            self.cut += 1
            return None
        return found

    def anew(self, function: types.FunctionType, request: Request, **form: Any) -> Made:
        """Make a pair, of another form than was asked for if that is given."""
        outside, self.masked = self.masked, request.masked
        try:
            return self.make(function, replace(request, **form), self.externs, self)
        finally:
            self.masked = outside

    def other_form(self, key: tuple[Any, ...], request: Request) -> Made | None:
        """A form of a pair that is there and not written yet."""
        function, kinds, wanted, lean, adding, *rest = key
        usual = self.made.get((function, kinds, wanted, False, adding if lean else (), *rest)) if lean or adding else None
        if usual is None or usual.draft is None:
            return None
        if lean:
            made = usual.draft.lean(request.label)
        else:
            made = usual.draft.adding(request.label, adding, functools.partial(self.anew, function, request))
        if made is not None:
            made.rules, made.stores = usual.rules, usual.stores
        return made

    def known_elsewhere(self, key: tuple[Any, ...], label: str) -> Made | None:
        """A pair made for another program, if what it relied on is still so, and nothing here is called like what it brings."""
        made = _elsewhere.get((self.form, self.optimise, *key))
        if made is None or made.label != label or not made.holds():
            return None
        here = {id(other) for other in self.made.values()}
        others = {name: other for name, other in made.family({}).items() if name != label and id(other) not in here}
        if not self.names.taken.isdisjoint(others):
            return None
        self.names.taken.update(others)
        self.functions += len(others)
        return made


_elsewhere: dict[tuple[Any, ...], Made] = {}
ON_CHANGE.append(_elsewhere.clear)


def _is_lasting(function: types.FunctionType) -> bool:
    """Whether a function is there for good, as those of this package are: a program may be kept with it."""
    return (function.__module__ or "").startswith("tangentish.library.") and function.__closure__ is None
