"""Programs between their derivation and their text.

What the caller of a function has to know of its pair is there when the reverse sweep is derived.  The functions are written
when a program that calls them is: only then it is known whether what they overwrite in their arguments is read again, so that
they must put it back, or not (the lean form).  Of a pair for which the form is another, nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tangentish.derive.assemble import Derivation, written_parameters
from tangentish.derive.assemble_forward import derive_forward
from tangentish.derive.object_stores import stores_into_objects
from tangentish.derive.program import Program
from tangentish.finish import finish, guards_of
from tangentish.request import Made, Request
from tangentish.simplify import simplify


def drafted(program: Program, request: Request, externs: Mapping[str, Any]) -> Made:
    """The program of a request, written but for pairs that can wait."""
    stores = stores_into_objects(program)
    if request.forward:
        derived = derive_forward(program, request.form, request.items)
        made = Made(program.label, derived.contract, [], derived.writes, stores=stores)
        if request.optimise:
            simplify(derived, program)
        finish(made, request, program, derived, externs)
        return made
    derivation = Derivation(program, request.form, request.adding, request.items)
    made = PairDraft(derivation, request, externs, program.label, request.lean).made()
    made.stores = stores
    return made if derivation.may_wait() else made.written()


@dataclass
class PairDraft:
    """A form of a derived program that is still to be written; the first to be written takes the statements of the program."""

    derivation: Derivation
    request: Request
    externs: Mapping[str, Any]
    label: str
    is_lean: bool
    again: Callable[..., Made] | None = None  # makes the program once more, for a second form

    def made(self) -> Made:
        """The program of this form."""
        program = self.derivation.program
        return Made(self.label, self.derivation.contract(), guards_of(program), bool(written_parameters(program)), draft=self)

    def lean(self, label: str) -> Made | None:
        """The program that does not put back what it overwrites in its arguments; None where it has to be made anew."""
        return None if self.derivation.program.spent else replace(self, label=label, is_lean=True).made()

    def adding(self, label: str, params: tuple[str, ...], again: Callable[..., Made]) -> Made | None:
        """The program of which the reverse function adds to the adjoints of some parameters; None as above."""
        derivation = self.derivation.with_adding(params)
        if derivation is None:
            return None
        made = replace(self, derivation=derivation, label=label, again=again).made()
        return made if derivation.may_wait() else made.written()

    def write(self, made: Made) -> None:
        """Write the functions of the program."""
        if self.derivation.program.spent:
            assert self.again is not None
            other = self.again(lean=self.is_lean, label=self.label).written()
            made.own_text, made.functions, made.guards = other.own_text, other.functions, other.guards
            made.contract, made.restores, made.called = other.contract, other.restores, other.called
            return
        derivation, request = self.derivation, self.request
        derived = derivation.functions(self.label, request.form == "pair" and not self.is_lean)
        if request.optimise:
            simplify(derived, derivation.program)
        finish(made, request, derivation.program, derived, self.externs)
