"""Tangents: the program for a call of a function with values and tangents of its arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tangentish import dispatch
from tangentish.analysis.kinds import UNKNOWN
from tangentish.derivative.arguments import label_of
from tangentish.derivative.programs import target_of
from tangentish.derivative.pullback import copied_arguments
from tangentish.errors import RuleError, SourceError, UnsupportedError, relocated
from tangentish.frontend.callables import captured_names, parameters
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.runtime import separated, shares_memory
from tangentish.tangents import Tangents


class Forward:
    """Calls the tangent program of `primal`."""

    def __init__(self, primal: Callable[..., Any]) -> None:
        self.primal = primal
        self._last: Made | None = None
        self._function = target_of(primal)
        self._owner = (primal.__self__,) if self._function is not primal and hasattr(primal, "__self__") else ()
        functools.update_wrapper(self, primal, updated=())

    def __call__(self, primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
        """The result and its tangent; None among the tangents is for an argument that stays as it is."""
        try:
            return self._call(primals, tangents)
        except (UnsupportedError, SourceError, RuleError) as error:
            better = relocated(error)
            if better is error:
                raise
            raise better from None

    def _call(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Any, Any]:
        found = self.program(args, dots)
        if found is None:
            return self._by_dispatch(args, dots)
        made, places, rest = found
        given = [*args, *dots, *rest]
        values = [given[k] for k in places]
        count = len(places) - sum(len(args) <= k < 2 * len(args) for k in places)
        if shares_memory({"": tuple(values[:count])}):
            if made.writes:
                raise UnsupportedError(
                    f"{label_of(self.primal)}: arguments that share memory, and that it writes into, have no tangents of their "
                    "own.\nPass copies.")
            values = [*map(separated, values[:count]), *values[count:]]
        ans, ans_dot = next(iter(made.functions.values()))(*values)
        return ans, ans_dot

    def program(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Made, list[int], list[Any]] | None:
        """The program for a call, which of `[*args, *dots, *rest]` its parameters are, and that rest; None if there is none."""
        active = tuple(k for k, dot in enumerate(dots) if dot is not None)
        if self._function is None or not active:
            return None
        shift = len(self._owner)
        values, wanted, captured, places, _ = dispatch.active_places(
            self._function, tuple(k + shift for k in active), (*self._owner, *args), {})
        if any(places[k + shift][1] is not None for k in active):
            return None
        made, order = dispatch.made_for("jvp", self._function, values, tuple(n for n in values if n in wanted), tuple(captured))
        self._last = made
        own = {name: k for k, (name, key) in enumerate(places[shift:]) if key is None}
        others = [name for name in values if name not in own]
        count = len(args)
        found = [own[name] if name in own else 2 * count + others.index(name) for name in values]
        return made, [*found, *(count + own[name] for name in order)], [values[name] for name in others]

    def holders(self, count: int) -> list[tuple[str, int] | None]:
        """Where the function holds each value of the rest that `program` gives: a closure cell, a default, or None."""
        function = self._function
        assert function is not None
        code, defaults = function.__code__, function.__defaults__ or ()
        listed = list(parameters(function).parameters)
        first = code.co_argcount - len(defaults)
        found: list[tuple[str, int] | None] = [None for _ in self._owner]
        for place, name in enumerate(listed):
            if place >= count + len(self._owner):
                if place < code.co_argcount:
                    found.append(("default", place - first))
                elif (function.__kwdefaults__ or {}).get(name) is not None:
                    raise UnsupportedError(f"{label_of(self.primal)}: keyword-only defaults are not supported in a derivative of a "
                                           "derivative.\nPass the argument by its position.")
                else:
                    found.append(None)
        cells = {name: place for place, name in enumerate(code.co_freevars)}
        return found + [("cell", cells[name]) for name in captured_names(function)]

    def _by_dispatch(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Any, Any]:
        """Through a call that is looked up: callables without source of their own, items of `*args`."""
        active = tuple(k for k, dot in enumerate(dots) if dot is not None)
        args, _ = copied_arguments(args, {})
        tangents = Tangents()
        ans, ans_dot = dispatch.pushforward(self.primal, tangents, active, args, dots)
        return ans, tangents.whole(ans, ans_dot)

    @property
    def source(self) -> str:
        """The generated code: of the program last used, or, before any call, of the one for unknown kinds."""
        if self._last is not None:
            return self._last.text
        if self._function is None:
            raise SourceError(f"{label_of(self.primal)} is not a Python function, so there is no generated code to show.")
        kinds = dict.fromkeys(parameters(self._function).parameters, UNKNOWN)
        wanted = tuple(kinds)[len(self._owner) :]
        return make(self._function, Request("jvp", tuple(kinds.items()), wanted), dispatch.EXTERNS).text
