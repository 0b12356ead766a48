"""How a call of a tangent program is made, for calls like it."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import numpy as np

from tangentish.apart import Again
from tangentish.request import Made


class Plan(NamedTuple):
    """How to make a call: `places` says which of `[*args, *dots, *rest]` the parameters of the program are."""

    made: Made
    places: list[int]
    rest: list[Any]
    fixed: bool  # the rest is the same for every call, but for what is found again
    gradient: Made | None = None  # the program that `made` is the tangent of, where that is the derivative of a derivative
    again: Again | None = None  # finds the first of the rest, if that may be other values
    function: types.FunctionType | None = None  # whose code is `code`; others may share the program
    code: types.CodeType | None = None

    def holds(self) -> bool:
        """Whether everything that the programs relied on is still so."""
        return self.made.holds() and (self.gradient is None or self.gradient.holds()) and (
            self.function is None or self.function.__code__ is self.code)

    def renewed(self, args: tuple[Any, ...]) -> Plan | None:
        """The plan with the rest as it is now; None if it is not alike, or shares memory with an argument."""
        if self.again is None:
            return self
        rest = self.again()
        return None if rest is None or _overlap(args, rest) else self._replace(rest=[*rest, *self.rest[len(rest) :]])


def _overlap(args: tuple[Any, ...], rest: list[Any]) -> bool:
    arrays = [x for x in rest if type(x) is np.ndarray]
    return any(np.may_share_memory(a, x) for a in args if type(a) is np.ndarray for x in arrays)
