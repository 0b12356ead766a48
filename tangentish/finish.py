"""Trees -> text -> functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tangentish.compile import compile_functions
from tangentish.derive.assemble import Derived
from tangentish.derive.program import Program
from tangentish.derive.refusals import pass_refusals_on
from tangentish.emit import module_text
from tangentish.errors import TangentishError, remember_origins
from tangentish.frontend.callables import Guard, as_it_is
from tangentish.frontend.source import Source
from tangentish.normalise.own_functions import OWN_FUNCTIONS, shadowed
from tangentish.request import Entry, Made, Request
from tangentish.syntax import names_in, walk_statements


def finish(made: Made, request: Request, program: Program, derived: Derived, externs: Mapping[str, Any]) -> None:
    """Write what is derived, and the pairs it calls; `externs` are the objects that generated code may name."""
    source = program.source
    known = {**OWN_FUNCTIONS, **shadowed(source.globals), **externs, **derived.externs}
    label = "TangentishError" if source.globals.get("TangentishError", TangentishError) is TangentishError else "TangentishError_"
    for function in derived.functions:
        if pass_refusals_on(function, program.scope, set(known), label):
            known[label] = TangentishError
    text, origins = module_text(source, request.wanted, derived)
    used = set().union(*(names_in(f) for f in derived.functions))
    called = {key: value.function if value.__class__ is Entry else value for key, value in known.items() if key in used}
    own = {key: value for key, value in called.items() if not _same_global(source, key, value)}
    cells = {key: cell for key, cell in source.cells.items() if key not in program.params}
    functions = compile_functions(text, source.name, source.globals, own, cells)
    remember_origins(next(iter(functions.values())).__code__.co_filename, source.filename, origins)
    pairs = [node.pair.made for node in walk_statements(program.body) if hasattr(node, "pair")]
    made.own_text, made.functions, made.contract, made.restores = text, functions, derived.contract, derived.restores
    made.called = [pair for pair in pairs if pair.functions]
    made.guards = guards_of(program) + [guard for pair in made.called for guard in pair.guards]
    made.guards = list({id(guard): guard for guard in made.guards}.values())


def guards_of(program: Program) -> list[Guard]:
    """What the program holds for, as far as is known."""
    return [*program.scope.guards.values(), *as_it_is(program.source.function)]


def _same_global(source: Source, key: str, value: Any) -> bool:
    return key in source.globals and source.globals[key] is value and key not in source.cells
