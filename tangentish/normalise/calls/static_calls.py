"""Calls of functions that are known when the program is made: each gets a pair of functions of its own.

`y, called = f_primal(a, b)` and, in the reverse sweep, `a_bar, b_bar = f_reverse(called, y_bar)`; or, in a loop, where `f` has
to do with parts of `a` alone, `a_bar, b_bar = f_reverse(called, y_bar, a_bar)`, which adds to the array.  What cannot be known
beforehand (recursion, arguments of unknown kind or that share memory, `*` and `**`) is looked up when it is called.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, scalar_type
from tangentish.analysis.writes.rule_effects import stands_by_itself
from tangentish.custom import Custom
from tangentish.frontend.callables import Guard, as_it_is, signature_of
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.request import Entry, Made
from tangentish.syntax import Node, constant

MakePair = Callable[..., Made | None]
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_LITERALS = (int, float, complex, str, bool, type(None))
_KNOWN = (bool, str, types.NoneType, types.FunctionType, types.ModuleType)


@dataclass
class PairCall:
    """A call of a function whose pair is at hand; `arguments` are the parameters with what goes to each."""

    made: Made
    arguments: list[tuple[str, Node]]
    wanted: tuple[str, ...]
    variant: Callable[[bool, tuple[str, ...]], Made | None]  # makes others, as `lean` and `adding` say
    first: str = ""  # the name of the first function in the generated code
    reverse: str = ""  # that of the reverse function
    pulls: list[Node] = field(default_factory=list)  # the calls of that in the generated code

    def __post_init__(self) -> None:
        self.usual = self.made

    def lean(self) -> Made | None:
        """The pair that does not put back what it overwrites."""
        return self._like(True, self.made.contract.takes)

    def adding(self, params: tuple[str, ...]) -> Made:
        """The pair whose reverse function adds to the adjoints of some parameters; the usual one where there is none."""
        return (self._like(False, params) if params else None) or self.usual

    def _like(self, lean: bool, params: tuple[str, ...]) -> Made | None:
        made = self.variant(lean, params)
        alike = made is not None and made.contract.called_as(self.usual.contract) and made.contract.takes == params
        return made if alike else None

    def replace(self, node: Node, made: Made, names: Names, externs: dict[str, Any]) -> None:
        """Let a call, and its reverse, use another pair, whose names go to `externs`."""
        first, second = (name_of(label, entry, names, externs) for label, entry in made.entries.items())
        self.made, self.reverse = made, second
        node.value.func.id = first
        for pull in self.pulls:
            pull.func.id = second
            pull.args = pull.args[: 1 + max(made.contract.items, 1) + len(made.contract.takes) + made.contract.uses_table]


def name_of(wanted: str, entry: Entry, names: Names, externs: dict[str, Any]) -> str:
    """The name under which generated code calls a function, new or known."""
    known = next((label for label, value in externs.items() if value is entry), None)
    if known is None:
        known = names.fresh(wanted)
        externs[known] = entry
    return known


def pair_call(function: Any, call: Node, kinds: Callable[[Node], Kind], activity: Activity, scope: Scope,
              make_pair: MakePair | None, passed: bool = False, result: Kind = UNKNOWN, items: bool = False) -> PairCall | None:
    """The pair for a call, or None where the call has to be looked up when it happens.

    A function that was `passed` as an argument may be written anywhere; the program is made for that function.  Of the result,
    nothing but the `items` may be read.
    """
    custom = isinstance(function, Custom)
    if make_pair is None or not (_followed(function, scope) or passed or custom):
        return None
    if custom and not (stands_by_itself(function) and (isinstance(result, Array) or result.is_scalar)):
        return None
    arguments = _arguments(function, call)
    if arguments is None:
        return None
    known: dict[str, Kind] = {}
    for param, node in arguments:
        kind = _general(kinds(node))
        if kind is None:
            return None
        known[param] = kind
    arrays = [activity.find(node.id) for param, node in arguments
              if node.__class__ is gast.Name and isinstance(known[param], Array)]
    if len(set(arrays)) < len(arrays):
        return None  # some may share memory
    active = tuple(param for param, node in arguments if known[param].active_dtype and activity.expr(node))
    if custom and any(known_at in function.nondiff for known_at, param in enumerate(known) if param in active):
        return None  # refused, when it is called
    made = make_pair(function, known, active, items=items)
    if made is None:
        return None
    guards = [*made.guards, *_defaults_relied_on(function, call)]
    for number, guard in enumerate(guards):
        scope.guards[f"{made.label} {number}"] = guard
    return PairCall(made, arguments, active, lambda *how: make_pair(function, known, active, *how, items=items))


def _followed(function: Any, scope: Scope) -> bool:
    """Whether a function is written by the user, beside its caller, or by us, with no variables of another around it."""
    if not isinstance(function, types.FunctionType):
        return False
    if any(scope.name(label) is function for label in scope.added):
        return True  # a method that was taken apart
    if function.__closure__ is not None:
        return False
    return function.__globals__ is scope.source.globals or not is_foreign(function.__module__) or (
        function.__module__ or "").startswith("tangentish.library.")


def _arguments(function: types.FunctionType | Custom, call: Node) -> list[tuple[str, Node]] | None:
    """What each parameter gets, defaults too; None where `*` or `**` hide it, or the call does not fit."""
    if any(a.__class__ is gast.Starred for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    signature = signature_of(function.fun if isinstance(function, Custom) else function)
    if any(p.kind not in _PLAIN for p in signature.parameters.values()):
        return None
    try:
        bound = signature.bind(*call.args, **{k.arg: k.value for k in call.keywords}).arguments
    except TypeError:
        return None
    found = []
    for param, parameter in signature.parameters.items():
        if param in bound:
            found.append((param, bound[param]))
        elif type(parameter.default) in _LITERALS:
            found.append((param, constant(parameter.default)))
        else:
            return None
    return found


def _defaults_relied_on(function: types.FunctionType | Custom, call: Node) -> list[Guard]:
    """That the parameters which the call gives nothing have the same defaults."""
    target: Any = function.fun if isinstance(function, Custom) else function
    named = {keyword.arg for keyword in call.keywords}
    missing = list(signature_of(target).parameters)[len(call.args) :]
    return as_it_is(target, [param for param in missing if param not in named])


def _general(kind: Kind) -> Kind | None:
    """The kind that a pair is made for: of numbers only the type; None where too little is known."""
    if isinstance(kind, Const) and isinstance(kind.value, _KNOWN):
        return kind
    if kind.is_scalar:
        return Scalar(scalar_type(kind))
    return kind if isinstance(kind, Array) else None
