"""`locals()` and `vars()` written out: a dict of the variables that have a value by then.

    self.__dict__.update(locals())      ->      self.__dict__.update({'self': self, 'rate': rate})

So derivatives flow through them as through any other dict.  Where it is not known which variables have a value, or Python
gives the same dict once more (before 3.13 it does, and changes it), the call stays as it is, and is refused.
"""

from __future__ import annotations

import builtins
import sys
import types
from collections.abc import Iterator
from typing import Any

import gast

from tangentish.bindings import bound_by
from tangentish.syntax import COMPREHENSIONS, Block, Node, child_blocks, constant, name, walk

_SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda)
_LEAVING = (gast.Return, gast.Raise, gast.Break, gast.Continue)
_NAMES = ("locals", "vars")
_SNAPSHOTS = sys.version_info >= (3, 13)
"""Whether each call gives a dict of its own (PEP 667)."""


def write_locals(tree: Node, function: types.FunctionType) -> None:
    """Write out the calls in the body of a function, in its tree.

    >>> from tangentish.syntax import parse, unparse
    >>> def scaled(x, *more):
    ...     y = 2.0 * x
    ...     return locals()
    >>> tree = parse("def scaled(x, *more):\\n    y = 2.0 * x\\n    return locals()").body[0]
    >>> write_locals(tree, scaled)
    >>> print(unparse(tree.body[1]))
    return {'x': x, 'more': more, 'y': y}
    """
    code = function.__code__
    known = {label for label in _NAMES if label in code.co_names and function.__globals__.get(
        label, getattr(builtins, label)) is getattr(builtins, label)}
    if not known or code.co_freevars:
        return
    calls = [part for part in walk(tree.body) if _asks(part, known)]
    if calls and (_SNAPSHOTS or len(calls) == 1):
        _Writer(known, [*code.co_varnames, *code.co_cellvars]).function(tree)


def _asks(part: Node, known: set[str]) -> bool:
    return part.__class__ is gast.Call and part.func.__class__ is gast.Name and part.func.id in known and not (
        part.args or part.keywords)


class _Writer:
    """Goes over a body; `sure` are the variables that have a value where it is, `maybe` those that may have one."""

    def __init__(self, known: set[str], order: list[str]) -> None:
        self.known, self.order = known, list(dict.fromkeys(order))
        self.sure: set[str] = set()
        self.maybe: set[str] = set()
        self.loops = 0  # around

    def function(self, tree: Node) -> None:
        arguments = tree.args
        given = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        self.sure = {argument.id for argument in given if argument is not None}
        self.block(tree.body)

    def block(self, block: Block) -> bool:
        """Go over a block; whether its end is come to."""
        return all(self.statement(node) for node in block)

    def statement(self, node: Node) -> bool:
        """Go over a statement, and note what it binds; whether the next one is come to."""
        self.expressions(node)
        self.maybe |= (in_passing := _bound_in_passing(node))
        if node.__class__ is gast.If:
            return self.branches([node.body, node.orelse])
        if node.__class__ in (gast.For, gast.While):
            self.loop(node)
        elif child_blocks(node) and node.__class__ not in _SCOPES:
            self.perhaps(node)
        elif node.__class__ is gast.Delete:
            gone = bound_by([node])
            self.sure, self.maybe = self.sure - gone, self.maybe - gone
        elif not (node.__class__ is gast.AnnAssign and node.value is None):
            self.sure |= bound_by([node]) - in_passing
        return node.__class__ not in _LEAVING

    def branches(self, blocks: list[Block]) -> bool:
        """Go over blocks of which one is run."""
        before, ends = (self.sure, self.maybe), []
        for block in blocks:
            self.sure, self.maybe = set(before[0]), set(before[1])
            if self.block(block):
                ends.append((self.sure, self.maybe))
        if ends:
            self.sure = set.intersection(*(sure for sure, _ in ends))
            self.maybe = set.union(*(sure | maybe for sure, maybe in ends))
        return bool(ends)

    def loop(self, node: Node) -> None:
        """Go over a loop, which may not be run, or be left anywhere."""
        before = self.sure - _deleted(node)
        self.maybe |= bound_by([node])
        self.sure = before | (bound_by([node.target]) if node.__class__ is gast.For else set())
        self.loops += 1
        self.block(node.body)
        self.loops -= 1
        self.sure = set(before)
        self.block(node.orelse)
        self.sure = before

    def perhaps(self, node: Node) -> None:
        """Go over blocks that exceptions may leave, or that may not be run."""
        before = self.sure - _deleted(node)
        self.maybe |= _deleted(node) | bound_by([*getattr(node, "handlers", ()), *getattr(node, "cases", ())])
        held = bound_by([item.optional_vars for item in getattr(node, "items", ()) if item.optional_vars is not None])
        for _, block in child_blocks(node):
            self.sure = before | held
            self.block(block)
            self.maybe |= bound_by(block) | held
        self.sure = before

    def expressions(self, node: Node) -> None:
        """Write out the calls among the expressions of a statement itself."""
        if not self.maybe.intersection(self.order) <= self.sure or (self.loops and not _SNAPSHOTS) or _bound_in_passing(node):
            return
        for holder, place, value in list(_places(node)):
            if _asks(value, self.known):
                if isinstance(holder, list):
                    holder[place] = self.variables(value)
                else:
                    setattr(holder, place, self.variables(value))

    def variables(self, node: Node) -> Node:
        """The dict of the variables, in the order in which Python has them."""
        labels = [label for label in self.order if label in self.sure]
        made = gast.Dict([constant(label) for label in labels], [name(label) for label in labels])
        for part in walk(made):
            gast.copy_location(part, node)
        return made


def _places(node: Node) -> Iterator[tuple[Any, Any, Node]]:
    """Where the expressions of a statement are that belong to the scope that it is in: in what, under which name or number."""
    inner = {id(block) for _, block in child_blocks(node)}
    if node.__class__ in _SCOPES:
        return
    if node.__class__ in COMPREHENSIONS:
        first = node.generators[0]
        yield first, "iter", first.iter
        yield from _places(first.iter)
        return
    for field, value in gast.iter_fields(node):
        if isinstance(value, list) and id(value) not in inner and field not in ("handlers", "cases"):
            for place, one in enumerate(value):
                if isinstance(one, gast.AST):
                    yield value, place, one
                    yield from _places(one)
        elif isinstance(value, gast.AST):
            yield node, field, value
            yield from _places(value)


def _bound_in_passing(node: Node) -> set[str]:
    """The variables that the expressions of a statement may bind: `(y := f(x))`."""
    own = [part for _, _, part in _places(node)]
    return {part.target.id for one in own for part in walk(one) if part.__class__ is gast.NamedExpr}


def _deleted(node: Node) -> set[str]:
    return {label for part in walk(node) if part.__class__ is gast.Delete for label in bound_by([part])}
