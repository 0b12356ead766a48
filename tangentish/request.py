"""What a derivative program is asked for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tangentish.analysis.kinds import Kind


@dataclass(frozen=True)
class Request:
    """What is asked for: the derivative of a function in a form, for the kinds of its arguments."""

    form: str  # "grad", "value_and_grad" or "pair"
    kinds: tuple[tuple[str, Kind], ...]  # of the parameters, then of the captured names
    wanted: tuple[str, ...]
    tuple_result: bool = True
    fields: frozenset[str] = frozenset()
    captured: tuple[str, ...] = ()
    params_alias: bool = False
    optimise: bool = True


@dataclass
class Made:
    """A finished program: its text, its functions, and what it holds for."""

    text: str
    functions: dict[str, Any]
    guards: list[tuple[Callable[[], Any], Any]]
    writes: bool  # into its arguments
    restores: bool
    stores: bool = False  # active values into an object, the first argument for one
    entry: Any = None  # the function that is called

    def holds(self) -> bool:
        """Whether everything that the program relied on is still so."""
        return all(look() is value for look, value in self.guards)
