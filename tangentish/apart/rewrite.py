"""The function that takes what another reads: the same code, with parameters in place of objects and of what is around it."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.analysis.around.around_writes import written_parameters
from tangentish.analysis.code.code_changes import ANY, binds
from tangentish.analysis.writes.effects import effects_of
from tangentish.apart.around import Place, data_around, variables_around
from tangentish.apart.closures import closures_apart
from tangentish.apart.rewriter import NotApartError, Path, Rewriter
from tangentish.errors import TangentishError
from tangentish.frontend.callables import Guard, as_it_is, parameters
from tangentish.frontend.source import captures, read_source, rewritten
from tangentish.library import handled, replacement
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, clone, names_in


@dataclass
class Rewritten:
    """A function that takes what it reads: `reads` and `data` are its new parameters, and where their values come from.

    The rest is what it relies on: the classes of objects, what of each was found to be code or to be of its class, the functions
    that objects hold, those that are called by name, and that all of these functions are as they were.
    """

    function: types.FunctionType
    reads: dict[str, Path]
    data: dict[str, Place]
    classes: dict[Path, type]
    code: dict[tuple[Path, str], Any]
    held: dict[Path, Any]
    functions: list[tuple[Place, types.FunctionType]]
    guards: list[Guard]
    writes: set[str]  # the parameters that it is seen to write into


class Rewrites:
    """Makes such functions, each once; `own` tells what code in reach does to attributes and variables.

    With `free`, variables around a function become parameters too.
    """

    def __init__(self, own: frozenset[str], free: bool) -> None:
        self.own, self.free = own, free
        self.known: dict[Any, Rewritten | None] = {}  # by function and objects; None while it is made

    def inner(self, function: types.FunctionType, owners: dict[str, Any]) -> Rewritten:
        """A function that another calls, without these of its parameters, which are objects."""
        key = function, tuple([(label, id(owner)) for label, owner in owners.items()])
        if key not in self.known:
            self.known[key] = None
            if not captures(function):
                self.known[key] = self.rewrite(function, owners)
        found = self.known[key]
        if found is None:
            raise NotApartError  # it is called by what it calls, or holds variables
        return found

    def rewrite(self, function: types.FunctionType, owners: dict[str, Any]) -> Rewritten:
        """Take `owners`, which are objects by the names that the function has for them, out of it.

        Raises `NotApartError` where more is done with them than reading.
        """
        tree = self.tree_of(function)
        around = variables_around(function, tree)
        if tree.name in around:
            raise NotApartError  # it calls itself
        data = data_around(around, self.own) if self.free else {}
        work = Rewriter(function, tree, owners, around, data, self.own, self.inner)
        tree.body = [work.visit(statement) for statement in tree.body]
        arguments = tree.args
        arguments.posonlyargs = [a for a in arguments.posonlyargs if a.id not in owners]
        arguments.args = [a for a in arguments.args if a.id not in owners]
        new = [*work.reads, *work.data]
        arguments.kwonlyargs += [gast.Name(label, gast.Param(), None, None) for label in new]
        arguments.kw_defaults += [None] * len(new)
        made = rewritten(function, tree, work.added)
        effects = effects_of(closures_apart(read_source(made))[0].function)  # what is called is better known there
        if effects.opaque or not effects.writes.isdisjoint(new) or (work.data and effects.outside):
            raise NotApartError
        return Rewritten(made, work.reads, work.data, work.classes, work.code, work.held, work.functions,
                         [*as_it_is(function, parameters(function).parameters), *work.guards], written_parameters(made))

    def tree_of(self, function: types.FunctionType) -> Node:
        """The tree of a function that may be rewritten."""
        if lookup(function) is not None or handled(function) or replacement(function) or binds(ANY) in self.own:
            raise NotApartError
        try:
            tree = clone(read_source(function).tree)
        except TangentishError:
            raise NotApartError from None
        if "__class__" in names_in(tree):
            raise NotApartError
        return tree
