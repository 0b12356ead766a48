"""From a tangent program to one that takes many tangents at once: each tangent has one axis more, the first, and a row for
each direction; each primal is computed once.

Kinds say how many dimensions there are. Where something is of unknown kind, or has no rule, there is no such program.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from tangentish.analysis.callees import CalleeKinds
from tangentish.analysis.def_use import assigned_in, number_statements
from tangentish.analysis.infer import Env, Infer
from tangentish.analysis.kinds import UNKNOWN, Array, Dim, Kind, Sequence, sampled
from tangentish.batched.expressions import Expressions
from tangentish.batched.sharing import Sharing
from tangentish.batched.statements import Statements
from tangentish.batched.table import is_table
from tangentish.batched.terms import NotBatchedError, Term
from tangentish.compile import compile_functions
from tangentish.emit import function_lines
from tangentish.errors import TangentishError
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import Source, read_source
from tangentish.names import Names
from tangentish.request import Made
from tangentish.rules.helpers import shaped_like
from tangentish.syntax import Block, Node, assign, call, clone, name, names_in

Guards = list[tuple[Callable[[], Any], Any]]
MOST_CALLEES = 12
"""How many functions a batched program may bring with it."""


@dataclass
class Batched:
    """A finished program for many tangents at once."""

    function: Any
    text: str
    guards: Guards
    kinds: tuple[Kind, ...]  # of the parameters, for one direction
    rows: frozenset[int]  # which of the parameters have a row for each direction
    dims: set[tuple[Dim, ...]]  # of the values that it computes for each direction

    def holds(self) -> bool:
        """Whether everything that it relied on is still so."""
        return all(look() is value for look, value in self.guards)

    def entries(self, values: list[Any]) -> int:
        """The number of entries of the largest value for one direction, an axis of unknown size being as long as the longest."""
        sizes = {dim[0]: size for kind, value in zip(self.kinds, values, strict=True) if isinstance(kind, Array)
                 for dim, size in zip(kind.dims, np.shape(value), strict=True) if isinstance(dim, tuple)}
        longest = max(sizes.values(), default=1)

        def size(dim: Dim) -> int:
            if isinstance(dim, tuple):
                return sizes.get(dim[0], longest) + dim[1]
            return longest if dim is None else dim

        return max((math.prod(max(size(dim), 1) for dim in dims) for dims in self.dims), default=1)


def batched(made: Made, kinds: tuple[Kind, ...], rows: frozenset[int]) -> Batched | None:
    """The batched form of a tangent program for arguments of these kinds, of which `rows` get rows; None if there is none."""
    params = parameters_of(made)
    family = Family()
    try:
        top = family.add(made, dict(zip(params, kinds, strict=True)), {params[k] for k in rows})
    except (NotBatchedError, TangentishError):
        return None
    return Batched(top.function, "\n\n".join(top.texts({})), family.guards, kinds, rows, family.dims)


@dataclass
class Member:
    """The batched form of one function, its results, and the members of the family that it calls."""

    function: Any
    text: str
    results: list[Term]
    called: dict[str, Member]

    def texts(self, found: dict[str, str]) -> list[str]:
        """The text of this function and of all that it calls, each once."""
        if self.function.__name__ not in found:
            found[self.function.__name__] = self.text
            for other in self.called.values():
                other.texts(found)
        return list(found.values())


class Family:
    """The batched forms of a tangent program and of those that it calls."""

    def __init__(self) -> None:
        self.members: dict[Any, Member | None] = {}
        self.guards: Guards = []
        self.dims: set[tuple[Dim, ...]] = set()
        self.names = Names()

    def add(self, made: Made, entry: Env, rows: set[str]) -> Member:
        """The batched form of a program for arguments of these kinds, of which `rows` have rows."""
        key = (made.label, tuple(entry.items()), frozenset(rows))
        if key not in self.members:
            if len(self.members) >= MOST_CALLEES:
                raise NotBatchedError("too many functions")
            self.members[key] = None  # what recursion finds
            self.members[key] = self.member(made, entry, rows)
        found = self.members[key]
        if found is None:
            raise NotBatchedError("a function that calls itself")
        return found

    def member(self, made: Made, entry: Env, rows: set[str]) -> Member:
        """Transform, print and compile one function."""
        if len(made.functions) != 1:
            raise NotBatchedError("a program of several functions")
        source = read_source(next(iter(made.functions.values())))
        doc, body = source.tree.body[0].value.value, source.tree.body[1:]
        _annotate(body, made.own_text.splitlines())
        number_statements(body)
        called = {label: other for other in made.called for label in other.functions}
        scope = Scope(source, assigned_in(body) | set(entry))
        scope.add_imports(body)
        kinds = TangentKinds(body, entry, scope, called)
        sharing = Sharing(body, kinds, kinds.other)
        names = Names(names_in(source.tree) | set(source.cells) | set(source.globals))
        members: dict[str, Member] = {}

        def callee(batch: Expressions, node: Node, terms: list[Term]) -> tuple[Node, list[Term]]:
            other = kinds.other(node)
            if other is None or other.contract.uses_table:
                raise NotBatchedError("a function that is looked up when it is called")
            params = parameters_of(other)
            member = self.add(other, dict(zip(params, (term.kind for term in terms), strict=True)),
                              {param for param, term in zip(params, terms, strict=True) if term.batched})
            members[member.function.__name__] = member
            return call(member.function.__name__, *(term.node for term in terms)), member.results

        statements = Statements(kinds, names, set(rows), set(entry) - rows, sharing, callee)
        made_body = statements.whole(body)
        if not statements.returned:
            raise NotBatchedError("a function that returns nothing")
        label = self.names.fresh(f"{source.tree.name}_batched")
        text = _text(source, label, _described(doc, sorted(rows)), made_body, statements.count, rows)
        members = {key: member for key, member in members.items() if key in names_in(made_body)}
        externs = {**statements.externs, **{key: member.function for key, member in members.items()}}
        compiled = compile_functions(text, source.name, source.globals, externs, source.cells)
        self.guards += scope.guards.values()
        self.dims |= statements.dims
        results = statements.returned[0] if len(statements.returned) == 1 else []
        return Member(compiled[label], text, results, members)


class TangentKinds(Infer):
    """Kinds in a tangent program, with those of what the programs that it calls return."""

    def __init__(self, body: Block, env: Env, scope: Scope, called: dict[str, Made]) -> None:
        self.called = called
        super().__init__(body, env, scope, CalleeKinds(scope))

    def other(self, node: Node) -> Made | None:
        """The tangent program that a call calls."""
        return self.called.get(node.func.id) if node.__class__ is gast.Call and node.func.__class__ is gast.Name else None

    def expr_Call(self, node: Node, env: Env) -> Kind:
        """The kind of a call."""
        other = self.other(node)
        if other is not None and self.call_kind is not None and not node.keywords:
            found = self.call_kind(next(iter(other.functions.values())), [self.expr(arg, env) for arg in node.args], {})
            return found if isinstance(found, Sequence) else UNKNOWN
        if node.func.__class__ is gast.Attribute and is_table(self.expr(node.func.value, env)):
            kind = self.expr(node.args[0], env) if node.func.attr in ("bind", "whole") else UNKNOWN
            return kind if isinstance(kind, Array) or kind.is_scalar else UNKNOWN
        function = self.scope.resolve(node.func)
        if function is shaped_like:
            return self.expr(node.args[1], env)
        found = super().expr_Call(node, env)
        if found == UNKNOWN and getattr(function, "__module__", "").startswith("tangentish.rules.helpers"):
            keywords = {k.arg: self.expr(k.value, env) for k in node.keywords}
            return sampled(function, [self.expr(arg, env) for arg in node.args], keywords)
        return found


def parameters_of(made: Made) -> tuple[str, ...]:
    """The names of the parameters of the first function of a program."""
    code = next(iter(made.functions.values())).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _annotate(body: Block, lines: list[str]) -> None:
    """Give statements the comments that they have in the text, and say which come before that of the sweep."""
    sweep = next((number for number, line in enumerate(lines, start=1) if line.strip() == "# forward sweep"), 0)
    for node in body:
        node.section = int(node.lineno > sweep)
        _, mark, comment = lines[node.lineno - 1].partition("  # ")
        if mark and not node.section:
            node.comment = comment


def _described(doc: str, rows: list[str]) -> str:
    listed = " and ".join(f"`{label}`" for label in rows)
    text, _, _ = doc.partition(". Generated")
    return f"{text.replace('Derivative', 'Derivatives', 1)}, one for each row of {listed}. Generated by tangentish."


def _text(source: Source, label: str, doc: str, body: Block, count: str, rows: set[str]) -> str:
    """The text of a batched function."""
    first: Block = []
    if count in names_in(body):
        first.append(assign(count, call("len", name(min(rows)))))
    node = gast.FunctionDef(label, clone(source.tree.args), [], [], None, None, [])
    node.sections = [("", [*first, *(s for s in body if not s.section)]), ("forward sweep", [s for s in body if s.section])]
    return "\n".join(function_lines(node, source.filename, doc)) + "\n"


__all__ = ["Batched", "batched"]
