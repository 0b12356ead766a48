"""A call as the rules see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tangentish.analysis.kinds import Const, Env, Kind
from tangentish.batched.terms import NotBatchedError, Term
from tangentish.syntax import Node

if TYPE_CHECKING:
    from tangentish.batched.expressions import Expressions

Rule = Callable[["Expressions", "Call"], Term]


@dataclass(frozen=True)
class Call:
    """A call of a known function, as `func` names it; of a method or attribute that is None, and the object the first argument."""

    function: Any
    func: Node | None
    args: list[Node]
    keywords: dict[str, Node]
    env: Env
    kind: Kind  # of the result, for one direction
    method: str = ""

    def bound(self, *params: str) -> dict[str, Node]:
        """The arguments by the names of the parameters; not batched if there are others."""
        if len(self.args) > len(params) or not self.keywords.keys() <= set(params[len(self.args):]):
            raise NotBatchedError("an argument for which there is no rule")
        return {**dict(zip(params, self.args, strict=False)), **self.keywords}


def same_rank(kind: Kind, rank: int) -> Kind:
    """The kind of a result, which is known to have this many dimensions."""
    if kind.ndim != rank or (isinstance(kind, Const) and not kind.is_scalar):
        raise NotBatchedError("a result of unknown kind")
    return kind
