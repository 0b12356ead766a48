"""The stages, in order: from a function and the kinds of its arguments to its derivative program."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Mapping
from typing import Any

from tangentish.analysis.aliases import Aliases
from tangentish.analysis.def_use import DefUse
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import Kind
from tangentish.analysis.unread import unread
from tangentish.collection import no_collection
from tangentish.custom import Custom
from tangentish.custom_pairs import custom_made
from tangentish.derive.assemble import derive
from tangentish.derive.assemble_forward import derive_forward
from tangentish.derive.checks import check_program
from tangentish.derive.object_stores import stores_into_objects
from tangentish.derive.picking import picks_by_condition
from tangentish.derive.program import Program
from tangentish.errors import TangentishError
from tangentish.finish import finish
from tangentish.frontend.source import Source, read_source
from tangentish.names import Names
from tangentish.normalise.to_simple_form import to_simple_form
from tangentish.recursion import deeply
from tangentish.request import Made, Request
from tangentish.rules.registry import generation
from tangentish.simplify import simplify

LARGEST_FAMILY = 24
"""How many pairs one program may bring with it; further calls are looked up when they happen."""


@no_collection()
@deeply
def make(function: types.FunctionType, request: Request, externs: Mapping[str, Any], pairs: Pairs | None = None) -> Made:
    """Run all the stages; `externs` are the objects that generated code may name whatever the function is."""
    rules = generation()  # before anything is looked up: a rule may be registered meanwhile
    source = read_source(function)
    pairs = pairs or Pairs(externs, request, source.name)
    pairs.masked |= picks_by_condition(source.tree)
    program = analyse(source, request, externs, pairs)
    check_program(program)
    stores = stores_into_objects(program)
    derived = (derive_forward(program, request.form) if request.forward else
               derive(program, request.form, entry_needed=request.form == "pair" and not request.lean))
    if request.optimise:
        simplify(derived, program)
    made = finish(request, program, derived, externs)
    made.rules, made.stores = rules, stores
    return made


def analyse(source: Source, request: Request, externs: Mapping[str, Any], pairs: Pairs | None = None) -> Program:
    """Source -> a program in its simple form with its analyses."""
    simple = to_simple_form(source, request, dict(externs), None if request.params_alias else pairs)
    body, scope, activity, params = simple.body, simple.scope, simple.activity, list(simple.entry)
    flow = DefUse(body, params, simple.ans)
    kinds = simple.kinds or Infer(body, simple.entry, scope, simple.call_kind, simple.externs)
    aliases = Aliases(body, flow, kinds, scope, activity.varied, params, request.params_alias,
                      simple.ans if request.form == "pair" else None, activity.captured, simple.ans if request.callee else None)
    return Program(source, scope, simple.names, params, simple.wanted, [p for p in simple.wanted if p != "*"], simple.entry, body,
                   simple.ans, flow, kinds, aliases, activity, simple.externs, simple.user_names, request.tuple_result,
                   request.params_alias, request.masked, unread(body, flow, kinds, aliases.class_of, simple.ans), request.label)


class Pairs:
    """Makes the programs of the functions that a program calls, each once, with names that differ: pairs or tangents."""

    def __init__(self, externs: Mapping[str, Any], request: Request, root: str) -> None:
        self.externs, self.optimise, self.form = externs, request.optimise, "tangent" if request.forward else "pair"
        self.made: dict[Any, Made | None] = {}
        self.masked = False  # whether a function that calls them picks values by a condition
        self.names = Names([root] if request.callee else [])  # of the pair that calls them all

    def __call__(self, function: types.FunctionType | Custom, kinds: dict[str, Kind], wanted: tuple[str, ...],
                 lean: bool = False) -> Made | None:
        """The pair of a function, or None for recursion and for what is refused: that is met when it is called."""
        key = (function, tuple(kinds.items()), wanted, lean, self.masked)
        if key not in self.made and len(self.made) < LARGEST_FAMILY:
            self.made[key] = None  # what recursion finds
            name = function.__name__ if function.__name__.isidentifier() else "function"
            label = self.names.fresh(f"{name}_lean" if lean else name)
            if isinstance(function, Custom):
                self.made[key] = custom_made(function, key[1], wanted, label, self.form == "tangent")
                return self.made[key]
            request = Request(self.form, key[1], wanted, optimise=self.optimise, label=label, lean=lean,
                              masked=self.masked)
            outside = self.masked
            with contextlib.suppress(TangentishError):  # raised, with its place, if the call is ever reached
                self.made[key] = make(function, request, self.externs, self)
            self.masked = outside
        return self.made.get(key)
