"""Products with Hessians by reverse over forward mode: the gradient of the program of a tangent.

Where a gradient keeps a tape, its tangent would have to follow what the tape holds. The tangent of the function itself keeps
none, so that its gradient is plain code, as short as that of any other function.
"""

from __future__ import annotations

from typing import Any

from tangentish.derivative.arguments import label_of
from tangentish.derivative.derivative import Derivative
from tangentish.derivative.forward import Forward
from tangentish.errors import OutputError
from tangentish.request import Made
from tangentish.runtime import copied

_MEMO = 512


class Slopes:
    """The derivatives, by one argument, of the tangent of `primal`."""

    def __init__(self, primal: Any) -> None:
        self._forward = Forward(primal, "slope")
        self._memo: dict[Any, tuple[Made, list[int], Derivative] | None] = {}
        self._last: Derivative | None = None

    @property
    def source(self) -> str | None:
        """The program last used; None if there was none."""
        return None if self._last is None else self._last.source

    def remembers(self, args: tuple[Any, ...], dots: tuple[Any, ...], place: int) -> bool:
        """Whether calls like this one have been made before, by a program that still holds."""
        found = self._memo.get((self._forward.key(args, dots), place))
        return found is not None and found[0].holds()

    def __call__(self, args: tuple[Any, ...], dots: tuple[Any, ...], place: int) -> Any:
        """The derivative by the argument at `place` of the tangent along `dots`; None where there is no plain program for it."""
        key = self._forward.key(args, dots)
        if key is None:
            return None
        key = (key, place)
        found = self._memo.get(key)
        if key not in self._memo or (found is not None and not found[0].holds()):
            found = self._found(args, dots, place)
            if len(self._memo) < _MEMO:
                self._memo[key] = found
        if found is None:
            return None
        self._last = found[2]
        given = [*args, *copied(dots)]  # a vector may be the argument itself, in v . H v
        try:
            return found[2](*[given[k] for k in found[1]])
        except OutputError as error:  # of a function that the user has not written
            _, _, what = str(error).partition(": ")
            raise OutputError(f"{label_of(self._forward.primal)}: {what}") from None

    def _found(self, args: tuple[Any, ...], dots: tuple[Any, ...], place: int) -> tuple[Made, list[int], Derivative] | None:
        program = self._forward.program(args, dots)
        if program is None or program[2] or not program[0].is_plain():
            return None
        made, places, _ = program
        return made, places, Derivative(next(iter(made.functions.values())), places.index(place), "grad", False)


def slopes_of(gradient: Derivative) -> Slopes:
    """The slopes of the function whose gradient this is: the same object with every call, as it remembers its programs."""
    found: Slopes | None = gradient.__dict__.get("_slopes")
    if found is None:
        found = gradient.__dict__["_slopes"] = Slopes(gradient.primal)
    return found
