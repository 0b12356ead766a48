"""From a tangent program to one that takes many tangents at once: each tangent has one axis more, the first, and a row for
each direction; each primal is computed once. Likewise from the program of a gradient, which is linear in its cotangent.

Kinds say how many dimensions there are. Where something is of unknown kind, or has no rule, there is no such program.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.def_use import assigned_in, number_statements
from tangentish.analysis.kinds import Array, Dim, Env, Kind
from tangentish.batched.expressions import Expressions
from tangentish.batched.kinds import ProgramKinds
from tangentish.batched.sharing import Sharing
from tangentish.batched.statements import Statements
from tangentish.batched.terms import NotBatchedError, Term
from tangentish.compile import compile_functions
from tangentish.emit import function_lines
from tangentish.errors import TangentishError
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.source import Source, read_source
from tangentish.names import Names
from tangentish.request import Made
from tangentish.syntax import Block, Node, assign, call, clone, name, names_in

Guards = list[tuple[Callable[[], Any], Any]]
_BUILTINS = ("len", "slice", "zip")  # which are called by these names
_TITLES = ("# forward sweep", "# primal sweep", "# reverse sweep")
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
    """The batched form of a tangent program for arguments of these kinds, of which `rows` get rows; None if there is none.

    The program keeps it.
    """
    key = kinds, rows
    if key not in made.batched or not (made.batched[key] is None or made.batched[key].holds()):
        made.batched[key] = _batched(made, kinds, rows)
    found: Batched | None = made.batched[key]
    return found


def _batched(made: Made, kinds: tuple[Kind, ...], rows: frozenset[int]) -> Batched | None:
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
        doc, body = source.tree.body[0].value.value, clone(source.tree.body[1:])
        titles = _annotate(body, made.own_text.splitlines())
        number_statements(body)
        called = {label: other for other in made.called for label in other.functions}
        scope = scope_of(source, assigned_in(body) | set(entry))
        scope.own = own_names(source.function)
        scope.add_imports(body)
        if any(scope.name(label) is not getattr(builtins, label) for label in _BUILTINS):
            raise NotBatchedError("a builtin under another meaning")
        kinds = ProgramKinds(body, entry, scope, called)
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

        statements = Statements(kinds, names, set(rows), set(entry) - rows, sharing, callee, "reverse sweep" in titles)
        made_body = statements.whole(body)
        if not statements.returned:
            raise NotBatchedError("a function that returns nothing")
        label = self.names.fresh(f"{source.tree.name}_batched")
        text = _text(source, label, _described(doc, sorted(rows)), made_body, titles, statements.count, rows)
        members = {key: member for key, member in members.items() if key in names_in(made_body)}
        externs = {**statements.externs, **{key: member.function for key, member in members.items()}}
        compiled = compile_functions(text, source.name, source.globals, externs, source.cells)
        self.guards += scope.guards.values()
        self.dims |= statements.dims
        results = statements.returned[0] if len(statements.returned) == 1 else []
        return Member(compiled[label], text, results, members)


def parameters_of(made: Made) -> tuple[str, ...]:
    """The names of the parameters of the first function of a program."""
    code = next(iter(made.functions.values())).__code__
    return tuple(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def _annotate(body: Block, lines: list[str]) -> list[str]:
    """Give statements the comments that they have in the text, and the sweeps that they are in; the names of these."""
    starts = {number: line.strip()[2:] for number, line in enumerate(lines, start=1) if line.strip() in _TITLES}
    for node in body:
        node.section = sum(number < node.lineno for number in starts)
        _, mark, comment = lines[node.lineno - 1].partition("  # ")
        if mark and not node.section:
            node.comment = comment
    return ["", *starts.values()]


def _described(doc: str, rows: list[str]) -> str:
    listed = " and ".join(f"`{label}`" for label in rows)
    text, _, _ = doc.partition(". Generated")
    return f"{text.replace('Derivative', 'Derivatives', 1)}, one for each row of {listed}. Generated by tangentish."


def _text(source: Source, label: str, doc: str, body: Block, titles: list[str], count: str, rows: set[str]) -> str:
    """The text of a batched function."""
    first = [assign(count, call("len", name(min(rows))))] if count in names_in(body) else []
    node = gast.FunctionDef(label, clone(source.tree.args), [], [], None, None, [])
    node.sections = [(title, [s for s in body if s.section == number]) for number, title in enumerate(titles)]
    node.sections[0] = "", [*first, *node.sections[0][1]]
    return "\n".join(function_lines(node, source.filename, doc)) + "\n"


__all__ = ["Batched", "batched", "parameters_of"]
