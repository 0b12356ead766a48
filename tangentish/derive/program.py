"""A program with its analyses: what the derivation reads."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.only_tested import only_tested
from tangentish.analysis.def_use import DefUse
from tangentish.analysis.kinds import Kind
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.memory.aliases import Aliases
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import Source
from tangentish.names import Names
from tangentish.syntax import DEFINITIONS, Block, Node, own_expressions, walk, walk_statements


@dataclass
class Program:
    """The lowered statements of a function and all that is known of them; `ans` is the name it returns."""

    source: Source
    scope: Scope
    names: Names
    params: list[str]
    seeds: list[str]  # the parameters that may carry derivatives
    wanted: list[str]  # the parameters (and captured names) whose cotangents are returned
    entry: dict[str, Kind]
    body: Block
    ans: str
    flow: DefUse
    kinds: Infer
    aliases: Aliases
    activity: Activity
    externs: dict[str, Any] = field(default_factory=dict)
    user_names: frozenset[str] = frozenset()  # all names that occur in the function as written
    tuple_result: bool = True  # return a tuple even of one derivative
    params_alias: bool = False  # some arguments share memory
    masked: bool = False  # the caller picks values by a condition
    unread: frozenset[int] = frozenset()  # statements whose results nothing reads, that may raise

    renames: dict[str, str] = field(default_factory=dict)  # the names here of parameters that are called otherwise by the user
    held: frozenset[str] = frozenset()  # the parameters that were read of objects, which may be constant
    callee: bool = False  # another program calls this one

    named: str = ""
    spent: list[str] = field(default_factory=list)  # what was written from the statements: one set of functions can be

    @property
    def label(self) -> str:
        """What the generated functions are called after."""
        return self.named or self.source.name

    @property
    def as_written(self) -> dict[str, str]:
        """The parameters that have another name here, with that of the user's."""
        return {new: old for old, new in self.renames.items()}

    @functools.cached_property
    def parts(self) -> list[tuple[Node, Block]]:
        """Each statement with the nodes of its own expressions; a definition with all there is in it."""
        return [(node, walk(node if node.__class__ in DEFINITIONS else own_expressions(node)))
                for node in walk_statements(self.body)]

    @functools.cached_property
    def declared(self) -> frozenset[str]:
        """The names that `global` and `nonlocal` statements say are bound elsewhere: as locals of the sweeps they are not."""
        return frozenset(label for node in walk_statements(self.body) if node.__class__ in (gast.Global, gast.Nonlocal)
                         for label in node.names)

    @functools.cached_property
    def tested(self) -> frozenset[str]:
        """The variables that need no adjoint, as they are only compared with something."""
        return only_tested(self.body, self.activity.expr, self.aliases.class_of, self.ans)

    @property
    def seed(self) -> str:
        """The parameter that takes the cotangent of the result."""
        labels = itertools.chain(("ans_bar", "result_bar"), (f"result_bar_{n}" for n in itertools.count(2)))
        return next(label for label in labels if label not in self.user_names)  # a gradient has one itself

    @property
    def filename(self) -> str:
        """Where the function was written."""
        return self.source.filename
