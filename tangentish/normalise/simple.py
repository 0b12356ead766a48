"""What a function is rewritten to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tangentish.analysis.kinds import Kind
from tangentish.analysis.kinds.callees import CalleeKinds
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.syntax import Block


@dataclass
class Simple:
    """A function in its simple form; `ans` is the name of what it returns."""

    scope: Scope
    names: Names
    entry: dict[str, Kind]
    wanted: list[str]
    ans: str
    user_names: frozenset[str]
    known: frozenset[str]  # names that generated code uses for itself, none of them the user's
    body: Block = field(default_factory=list)
    renames: dict[str, str] = field(default_factory=dict)  # the names here of parameters that are called otherwise by the user
    activity: Any = None
    kinds: Any = None  # of the body, if they are known by now
    externs: dict[str, Any] = field(default_factory=dict)
    call_kind: CalleeKinds = field(init=False)  # what is known of the functions that it calls

    def __post_init__(self) -> None:
        self.call_kind = CalleeKinds(self.scope)

    def carriers(self, params_alias: bool) -> list[str]:
        """The parameters that carry derivatives: where arguments share memory, each that may have some, so no number."""
        if not params_alias:
            return self.wanted
        return [param for param, kind in self.entry.items() if param in self.wanted or not kind.is_scalar]
