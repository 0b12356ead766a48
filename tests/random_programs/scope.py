"""What a generator knows while it writes one function: its names, their kinds, and where it stands."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

Shape = tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Var:
    """A place that holds a value: a name, or a text such as `cell.state` or `d['k']` that can be read and stored."""

    text: str
    what: str  # scalar, int, array, index, list, arrays (a list of arrays), function
    shape: Shape = ()  # of an array, or of each of a list of arrays
    low: int = 0  # of an int: low <= value < high; of an index: the number of entries
    high: int = 0  # of an index: entries are below this; of a list: its length is at least this
    fixed: bool = False  # never rebound, and nothing else must change its kind
    data: Any = None  # of a function: its Signature


@dataclasses.dataclass(frozen=True)
class Signature:
    """How a generated function is called, and what comes back."""

    params: tuple[tuple[str, str, Shape], ...]  # (name, what, shape)
    result: str  # scalar, array, none, pair (scalar, array), view (of its first parameter)
    shape: Shape = ()
    optional: int = 0  # how many of the last parameters have defaults
    elementwise: bool = False  # takes and returns scalars and arrays alike


MIXED, CLOCKED, ATTEMPTED = 1_000_000, 2_000_000, 5_000_000
"""From these seeds on, programs hold what `menu` calls mixed, `clocks`, and `attempts`, too; those of the seeds before stay."""


class Shared:
    """What all functions of one module share."""

    def __init__(self, seed: int, attempt: int = 0) -> None:
        self.rng = random.Random(f"{seed}/{attempt}")
        self.n = self.rng.choice((3, 3, 4, 4, 5, 6))
        self.m = self.rng.choice((2, 2, 3, 3, 4))
        self.budget = self.rng.randint(4, 17)
        self.counts: dict[str, int] = {}
        self.top: list[str] = []  # module-level definitions, in order
        self.functions: list[Var] = []  # module-level functions
        self.classes: list[str] = []
        self.mixed, self.clocked, self.attempted = seed >= MIXED, seed >= CLOCKED, seed >= ATTEMPTED
        self.makers: list[Var] = []  # functions whose results are written into
        self.records: list[str] = []  # classes of `records`
        self.checks: list[str] = []  # functions that may raise
        self.spoilers: list[str] = []  # and those that may have written something before

    def fresh(self, prefix: str) -> str:
        self.counts[prefix] = self.counts.get(prefix, 0) + 1
        return f"{prefix}{self.counts[prefix]}"


class Scope:
    """One function being written."""

    def __init__(self, shared: Shared, result: Callable[[Scope], str] | None = None) -> None:
        self.shared, self.rng, self.result = shared, shared.rng, result
        self.lines: list[str] = []
        self.vars: dict[str, Var] = {}
        self.level = 1  # indentation
        self.loop = ""  # "", "break" (only) or "continue" (both) allowed here
        self.trips = 1  # of the loops around, multiplied
        self.captured: set[str] = set()  # names that a closure reads: keep their kind
        self.locked: set[str] = set()  # lists being iterated over: no append

    # -- writing
    def emit(self, text: str) -> None:
        self.shared.budget -= 1
        self.raw(text)

    def raw(self, text: str) -> None:
        self.lines.extend("    " * self.level + line for line in text.split("\n"))

    @contextlib.contextmanager
    def block(self, header: str, loop: str | None = None, trips: int = 1) -> Iterator[None]:
        """An indented block; names first bound inside are forgotten after it."""
        self.emit(header)
        saved, saved_loop, saved_trips, start = dict(self.vars), self.loop, self.trips, len(self.lines)
        self.level += 1
        self.loop, self.trips = saved_loop if loop is None else loop, self.trips * max(trips, 1)
        yield
        if len(self.lines) == start:
            self.raw("pass")
        self.level -= 1
        self.vars, self.loop, self.trips = saved, saved_loop, saved_trips

    # -- names
    def add(self, text: str, what: str, shape: Shape = (), **more: Any) -> Var:
        self.vars[text] = var = Var(text, what, shape, **more)
        return var

    def new(self, what: str, shape: Shape = (), **more: Any) -> Var:
        prefix = {"scalar": "s", "int": "k", "array": "a" if len(shape) < 2 else "A", "index": "idx", "list": "items",
                  "arrays": "rows", "function": "f"}[what]
        return self.add(self.shared.fresh(prefix), what, shape, **more)

    def of(self, what: str, shape: Shape | None = None) -> list[Var]:
        found = [v for v in self.vars.values() if v.what == what and (shape is None or v.shape == shape)]
        if what == "function":
            found += self.shared.functions
        return found

    def pick(self, what: str, shape: Shape | None = None) -> Var | None:
        """Some variable of this kind; the later ones are likelier, so that programs hang together."""
        found = self.of(what, shape)
        if not found:
            return None
        return found[max(self.rng.randrange(len(found)), self.rng.randrange(len(found)))]

    def array(self, ndim: int | None = None, size: int = 1) -> Var | None:
        """Some array variable with at least `size` entries along its first axis."""
        found = [v for v in self.of("array")
                 if (ndim is None or len(v.shape) == ndim) and (not v.shape or min(v.shape) >= 1)
                 and (not v.shape or v.shape[0] >= size)]
        if not found:
            return None
        return found[max(self.rng.randrange(len(found)), self.rng.randrange(len(found)))]

    def target(self, what: str, shape: Shape = ()) -> Var:
        """A name to assign a value of this kind to: a new one, or one that may be rebound to it."""
        old = [v for v in self.of(what, shape) if not v.fixed]
        if self.rng.random() < 0.4 and old:
            return self.rng.choice(old)
        if self.level == 1 and self.rng.random() < 0.12:
            other = [v for v in self.vars.values() if not v.fixed and v.text not in self.captured
                     and v.what in ("scalar", "array") and v.text.isidentifier()]
            if other:
                return Var(self.rng.choice(other).text, what, shape)
        var = self.new(what, shape)
        del self.vars[var.text]  # `bind` brings it back: it is not readable in its own right-hand side
        return var

    def bind(self, var: Var) -> Var:
        self.vars[var.text] = var
        return var

    # -- choices
    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def shape(self) -> Shape:
        n, m = self.shared.n, self.shared.m
        return self.rng.choice(((n,), (n,), (n,), (m,), (n, m), (n, m), (m, n), (n, n)))

    def const(self) -> str:
        return self.rng.choice(("0.1", "0.2", "0.25", "0.3", "0.4", "0.5", "0.7", "0.8", "0.9", "1.1", "1.3", "1.5"))
