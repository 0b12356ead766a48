"""One value of a name in a program: which statement makes it, from what, and whether it is bound wherever it is seen.

>>> before, after = Version("k", 0, -1, "param", (), ()), Version("k", 1, 3, "merge", (), ())
>>> after.is_sure_if([before, None])
>>> after.tag, after.bound
('k@1', False)
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from tangentish.analysis.kinds import Kind


@dataclass(eq=False)
class Version:
    """One value of a name; `loops` are the uids of the loops that its definition sits in, outermost first."""

    name: str
    number: int
    site: int  # uid of the statement that makes it; -1 for parameters
    kind: str  # 'param', 'def', 'merge', 'head', 'entry' (of a handler), 'left' (by an iteration), or 'either'
    loops: tuple[int, ...]
    branches: tuple[tuple[int, str], ...] = ()
    sources: list[Version] = dataclasses.field(default_factory=list)
    bound: bool = True  # on every path that leads here
    definite: bool = True  # the same, and no exception may have come before it was
    seen: int = -1  # uid of the first statement that sees it, where the name may be bound again before `site` is done
    joined: Kind | None = None  # what the kinds of `sources` have in common, once it has been asked for
    tag: str = ""  # a spelling of the version that can stand in a tree until its final name is known

    def __post_init__(self) -> None:
        self.tag = f"{self.name}@{self.number}"

    def is_sure_if(self, others: list[Version | None]) -> None:
        """Note that a version is bound only where all these are, None for what is not bound."""
        self.bound &= all(other is not None and other.bound for other in others)
        self.definite &= all(other is not None and other.definite for other in others)


Env = dict[str, Version]
