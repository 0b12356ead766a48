"""What a derivative program is asked for, and what comes of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tangentish.analysis.kinds import Kind
from tangentish.rules.registry import generation

_LOOKED_UP = frozenset({"primal", "pushforward", "schedule", "append"})
"""Where a function is only known when it runs, where steps of a loop are made again, and where a tape is kept."""


@dataclass(frozen=True)
class Request:
    """What is asked for: the derivative of a function in a form, for the kinds of its arguments."""

    form: str  # "grad", "value_and_grad", "pair"; forwards: "jvp", "slope", or "tangent" for a function that is called
    kinds: tuple[tuple[str, Kind], ...]  # of the parameters, then of the captured names
    wanted: tuple[str, ...]
    tuple_result: bool = True
    own: frozenset[str] = frozenset()  # attributes and methods of arrays that mean something else in a class of the arguments
    captured: tuple[str, ...] = ()
    params_alias: bool = False
    optimise: bool = True
    label: str = ""  # what its functions are called after, if not the function
    checkpoint: int | None = None  # how many snapshots the loops of the function keep
    held: frozenset[str] = frozenset()  # the parameters that were read of objects and cells: their cotangents go to slots
    lean: bool = False  # of a pair: nobody reads again what it overwrites in its arguments
    masked: bool = False  # of a pair: its caller picks values by a condition
    items: bool = False  # of a pair: its caller takes the result apart
    adding: tuple[str, ...] = ()  # of a pair: the parameters whose adjoints its caller gives, to be added to

    @property
    def forward(self) -> bool:
        """Whether tangents are asked for."""
        return self.form in ("jvp", "slope", "tangent")

    @property
    def callee(self) -> bool:
        """Whether the program is for a function that another program calls."""
        return self.form in ("pair", "tangent")


@dataclass(frozen=True)
class Contract:
    """What the caller of a pair has to know: parameters by name.

    The adjoints of the parameters in `table` live in the shadow table, and so does that of the result if `ans_in_table`.
    """

    table: frozenset[str] = frozenset()
    ans_in_table: bool = False
    written: frozenset[str] = frozenset()
    returned: frozenset[str] = frozenset()  # the result may share memory with these
    nothing: frozenset[str] = frozenset()  # no derivative flows to these
    read: frozenset[str] = frozenset()  # the reverse function reads what these hold
    uses_table: bool = False  # the reverse function takes the table as its last argument
    keeps_ans: bool = False  # the reverse function may read the result
    picks: bool = False  # the function picks values by a condition
    shares: bool = False  # it writes into attributes of global objects
    addable: frozenset[str] = frozenset()  # arrays that are given zeros for an adjoint, to which parts are added
    items: int = 0  # the reverse function takes the cotangents of so many items of the result, a tuple, one by one
    takes: tuple[str, ...] = ()  # the parameters whose adjoints the reverse function takes, adds to and gives back

    def named_as(self, names: Mapping[str, str]) -> Contract:
        """The same with other names for some parameters.

        >>> sorted(Contract(written=frozenset(["len_", "x"])).named_as({"len_": "len"}).written)
        ['len', 'x']
        """
        sets = {key: frozenset(names.get(p, p) for p in getattr(self, key)) for key in (
            "table", "written", "returned", "nothing", "read", "addable")}
        return replace(self, **sets, takes=tuple(names.get(p, p) for p in self.takes)) if names else self

    def called_as(self, other: Contract) -> bool:
        """Whether what was written for a pair of that contract holds for one of this, but for the table, if it takes none."""
        return (self.table, self.ans_in_table, self.returned, self.nothing, self.items) == (
            other.table, other.ans_in_table, other.returned, other.nothing, other.items) and self.uses_table <= other.uses_table


class Draft(Protocol):
    """A derived pair of which the functions are still to be written."""

    again: Callable[..., Made] | None  # makes the pair once more
    derivation: Any  # of the program that it is derived from

    def write(self, made: Made) -> None:
        """Give `made` its text and its functions."""

    def lean(self, label: str) -> Made | None:
        """The same pair but for putting back what it overwrites; None where it has to be made anew."""

    def adding(self, label: str, params: tuple[str, ...], again: Callable[..., Made]) -> Made | None:
        """The same pair, but that it adds to the adjoints of some parameters; None where it has to be made anew."""


@dataclass
class Made:
    """A program: what it holds for, and, once it is written, its text and its functions."""

    label: str
    contract: Contract
    guards: list[tuple[Callable[[], Any], Any]]
    writes: bool = False  # into its arguments
    own_text: str = ""
    functions: dict[str, Any] = field(default_factory=dict)
    restores: bool = False
    draft: Draft | None = None  # of what is not written yet
    stores: frozenset[tuple[str, bool]] | None = None  # active values into an object, as `derive.object_stores` says
    entry: Any = None  # the function that is called
    second: Any = None  # the reverse of a pair, once it was called
    called: list[Made] = field(default_factory=list)  # the pairs of the functions it calls
    rules: int = -1  # the generation of the table of rules that it was made with
    batched: dict[Any, Any] = field(default_factory=dict)  # its forms for many tangents at once

    def written(self) -> Made:
        """This program, with its text and its functions."""
        if self.draft is not None:
            draft, self.draft = self.draft, None
            draft.write(self)
        return self

    def is_being_written(self) -> bool:
        """Whether the functions are not there yet, and those that they call are being written for them."""
        return self.draft is None and not self.functions

    @functools.cached_property
    def entries(self) -> dict[str, Entry]:
        """What stands for each function of a pair, or of a tangent, in programs that are not written yet."""
        names = self.functions or [f"{self.label}_primal", f"{self.label}_reverse"]
        return {name: Entry(self, name) for name in names}

    @property
    def text(self) -> str:
        """The text of the program and of all pairs it calls, each once."""
        return "\n\n".join(made.own_text for made in self.family({}).values())

    def family(self, found: dict[str, Made]) -> dict[str, Made]:
        """This program and, by their labels, the pairs it calls, directly or not."""
        if self.label not in found or self is not found[self.label]:
            found[self.label] = self
            for made in self.called:
                if made.label not in found:
                    made.family(found)
        return found

    def is_plain(self) -> bool:
        """Whether nothing but Python and NumPy is called: no table of adjoints, no calls that are looked up.

        Nor is there a tape, of which nobody knows what kinds of values it holds: the tangent of the function has none, and
        its gradient is the better way to second derivatives.
        """
        family = list(self.family({}).values())
        return not any(made.contract.uses_table for made in family) and _LOOKED_UP.isdisjoint(
            name for made in family for function in made.functions.values()
            for name in (*function.__code__.co_names, *function.__code__.co_freevars))

    def holds(self) -> bool:
        """Whether everything that the program relied on is still so."""
        if self.rules != generation():
            return False
        for look, value in self.guards:  # noqa: SIM110 - a generator takes three times as long, and each call asks this
            if look() is not value:
                return False
        return True

    def reverse(self, record: Any, ans_bar: Any, shadows: Any) -> Any:
        """Call the second function of a pair."""
        if self.second is None:
            self.second = list(self.functions.values())[1]
        second = self.second
        return second(record, ans_bar, shadows) if self.contract.uses_table else second(record, ans_bar)


@dataclass(eq=False)
class Entry:
    """A function of a program, by its name, for what is written before that program may be."""

    made: Made
    name: str

    @property
    def function(self) -> Any:
        """The function, which is written now if it was not."""
        return self.made.written().functions[self.name]
