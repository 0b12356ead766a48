"""What is known of the iterators of a program at a place in it, and what calls and statements change of that."""

from __future__ import annotations

import functools
import types
from collections.abc import Collection
from dataclasses import replace

import gast
import numpy as np

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import names_of
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.iterators.given import gives_other_things
from tangentish.analysis.iterators.makers import lazy, stored_in
from tangentish.analysis.iterators.uses import gone_through_once, list_will_do
from tangentish.analysis.memory.roots import root_name
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.effects.effectful import QUIET_METHODS, Effectful
from tangentish.normalise.iterators.acting import Acting, functions_defined
from tangentish.normalise.iterators.held import Held, Makers, State, is_part
from tangentish.normalise.iterators.unseen import GoneThrough, Unsure, is_looked_up_again
from tangentish.syntax import Block, Node, constant, names_in, own_expressions, walk, walk_statements

_PLAIN = (types.BuiltinFunctionType, np.ufunc)
_MODULES = ("numpy", "math", "itertools", "functools")
KEEPING = ("append", "appendleft", "insert", "add", "setdefault", "put")


_DOING = {False: "go through this iterator more than once, keep it or ask what it is", True: "ask what this view is, or keep it"}


class Known:
    """`unsure` are the questions that only the running program can answer."""

    def __init__(self, body: Block, activity: Activity, makers: Makers, gone_through: GoneThrough, filename: str) -> None:
        self.body, self.activity, self.makers, self.scope, self.filename = body, activity, makers, makers.scope, filename
        self.gone_through = gone_through
        self.unsure: list[Unsure] = []
        self.effectful = Effectful(self.scope)
        self.acting = Acting(self.effectful, functions_defined(body))
        functions = [node for node in walk(body) if node.__class__ is gast.FunctionDef]
        self.functions = {node.name: node for node in functions} | {
            node.targets[0].id: node.value for node in walk_statements(body) if node.__class__ is gast.Assign
            and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name}

    def known(self, part: Node, state: State) -> Held:
        """What is known of an iterator that is made here, or of one in the state."""
        return self.held(part) if part.__class__ in (gast.Call, gast.GeneratorExp, gast.Attribute) else state[root_name(part) or ""]

    def held(self, value: Node) -> Held:
        acts, asked = self.acting.of(value)
        objects = self.makers.object
        return replace(self.makers.held(value, self.activity), acts=frozenset(map(objects, acts)), asked=tuple(
            replace(one, names=frozenset(map(objects, one.names))) for one in asked))

    def doubt(self, held: Held) -> None:
        """Let it be asked whether what makes the items writes into what was met meanwhile."""
        if held.doubts and self.active(held):
            self.unsure += [("check_items_only_read", one.where, (one.function,)) for one in held.doubts]

    def met(self, node: Node) -> set[str]:
        """One name for each object that a statement meets."""
        return set(map(self.makers.object, self.acting.met_by(node)))

    def is_met(self, held: Held, parts: Block) -> bool:
        """Whether some expressions surely meet what the items of an iterator write into; else it is asked where it may be so."""
        if not (held.acts or held.asked) or held.maybe:
            return False
        met = set(map(self.makers.object, self.acting.met(parts)))
        self.doubt(held.changed(set(), set(), set(), [], met))
        return bool(held.acts & met) and self.active(held)

    def acts(self, held: Held) -> bool:
        """Whether the functions that an iterator calls write active values, or numbers beside them."""
        return bool(held.writes) and (self.active(held) or bool(held.writes & self.activity.varied))

    def active(self, held: Held) -> bool:
        return bool(self.activity.expr(held.made))

    def refused(self, message: str, node: Node) -> Exception:
        return located(UnsupportedError, f"{message}; iterators are followed as lists", self.filename,
                       getattr(node, "origin", node), "Make a list of it first: list(...).")

    def changed(self, node: Node, state: State, items: Collection[str] = ()) -> State:
        """The state after what a statement by itself stores, binds and calls; `items` hold what has been read."""
        written: set[str] = set()
        grown: set[str] = set()
        rebound: set[str] = set()
        suspects: list[tuple[Node, set[str]]] = []  # methods of which nothing is known, with what they may change
        targets = node.targets if node.__class__ in (gast.Assign, gast.Delete) else [node.target] if hasattr(node, "target") else []
        for target in targets:
            for part in walk(target):
                if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                    written |= {root_name(part) or ""}
            rebound |= stored_in(target)
            if node.__class__ is gast.AugAssign:
                grown |= stored_in(target)
        for part in own_expressions(node):
            for call in walk(part):
                if call.__class__ is not gast.Call:
                    continue
                method = call.func.__class__ is gast.Attribute
                if method and call.func.attr in MUTATORS:
                    grown |= names_in(call.func.value)
                elif self.effectful(call):
                    touched = names_in([*call.args, *(k.value for k in call.keywords)]) | self.reached(call)
                    unknown = method and self.scope.resolve(call.func) is MISSING and is_looked_up_again(call.func)
                    if unknown:
                        suspects.append((call.func, {self.makers.object(n) for n in touched if n not in state and n not in items}))
                    else:
                        grown |= touched
        written = {self.activity.find(n) for n in written if n not in state and n not in items}
        grown = {self.makers.object(n) for n in grown if n not in state and n not in items}
        met = self.met(node) if any(held.acts or held.asked for held in state.values()) else set()
        return {key: held.changed(written, grown, rebound, suspects, met) for key, held in state.items()}

    def reached(self, call: Node) -> set[str]:
        """The names of what a call may write into beside its arguments."""
        if call.func.__class__ is gast.Attribute:
            return names_in(call.func.value)
        return set(self.activity.captured.get(root_name(call.func) or "", ()))

    def passed(self, call: Node, state: State) -> None:
        """Refuse an iterator that is passed to a function that may write into what it reads."""
        method = call.func.__class__ is gast.Attribute
        given = [*call.args, *(k.value for k in call.keywords)]
        if method and call.func.attr in MUTATORS - self.scope.own:
            kept = [made for argument in given for made in self.makers.kept(argument, state)]
            if call.func.attr in KEEPING:
                self.stored(call, kept, [self.known(made, state) for made in kept])
            return
        self.list_will_do(call, state)
        by_argument = [self.makers.kept(argument, state) for argument in given]
        beside = [one for one, made in zip(given, by_argument, strict=True) if not made]
        for made in (part for parts in by_argument for part in parts):
            self.met_by_called(self.known(made, state), [call.func, *beside], made)
        if not self.effectful(call):
            return
        others = self.reached(call) | names_in(beside)
        written = set(map(self.makers.object, others))
        for made in (part for parts in by_argument for part in parts):
            held = self.known(made, state)
            if held.maybe or not (held.own - self.plain(held.made)) & written or not self.active(held):
                continue
            if self.scope.resolve(call.func) is not MISSING or not is_looked_up_again(call.func):
                raise self.refused("the function that is called may change what the iterator has yet to read", made)
            self.unsure.append(("check_only_reads", call, ()))

    def plain(self, made: Node) -> set[str]:
        """The name of the function that gives an iterator, if it stands for no memory: it names NumPy and compiled functions."""
        if made.__class__ is not gast.Call or made.func.__class__ is not gast.Name:
            return set()
        target = self.scope.resolve(made.func)
        if not isinstance(target, types.FunctionType) or target.__closure__ or target.__defaults__ or target.__kwdefaults__:
            return set()
        named = [target.__globals__[key] for key in names_of(target.__code__) if key in target.__globals__]
        return {made.func.id} if all(
            isinstance(value, _PLAIN) or (isinstance(value, types.ModuleType) and value.__name__ in _MODULES)
            for value in named) else set()

    def met_by_called(self, held: Held, called: Block, made: Node) -> None:
        """Refuse an iterator that is passed to a function that meets what its items write into."""
        if self.is_met(held, called):
            raise self.refused("the function that is called may meet what the items of the iterator write into", made)

    def list_will_do(self, call: Node, state: State) -> None:
        """Refuse an iterator that is passed to a function which does more than go through it once, or a view kept or asked."""
        unsure: dict[str, Block] = {}
        starred = any(part.__class__ is gast.Starred for part in call.args)
        for place, value in [*enumerate(call.args), *((keyword.arg, keyword.value) for keyword in call.keywords)]:
            given = value.value if value.__class__ is gast.Starred else value
            held = [(part, self.known(part, state)) for part in self.makers.kept(given, state)]
            made = [(part, how.view) for part, how in held if self.is_followed(how) and not (
                starred and self.is_other_thing(how.made)) and (given is value or part is not given or how.inside)]
            if made:
                part, view = min(made, key=lambda one: one[1])
                where = place if part is value and not (starred and isinstance(place, int)) else None
                if not self.will_do(call.func, where, view):
                    raise self.refused(f"the function that is called may {_DOING[view]}", part)
                unsure.setdefault("check_view_will_do" if view else "check_list_will_do", []).append(constant(where))
        if self.scope.resolve(call.func) is MISSING and root_name(call.func) not in self.functions:
            self.unsure += [(check, call, tuple(places)) for check, places in unsure.items()]

    def is_followed(self, held: Held) -> bool:
        """Whether it is an iterator, or a view of a dict, that is followed as a list."""
        return self.makers.kind(held.made) in ("iterator", "view") and not held.maybe and self.active(held)

    def is_other_thing(self, made: Node) -> bool:
        """Whether an expression is a call of a function that gives iterators on some ways only: others for many arguments, say."""
        target = self.scope.resolve(made.func) if made.__class__ is gast.Call and not lazy(made, self.scope) else MISSING
        return target is not MISSING and gives_other_things(target)

    def will_do(self, function: Node, place: int | str | None, view: bool) -> bool:
        """Whether what is called may be given a list at some place for an iterator, as far as is known by now."""
        inner = self.functions.get(function.id) if function.__class__ is gast.Name else None
        if inner is not None:
            return place is not None and gone_through_once(inner, place, self.scope.resolve, view)
        if function.__class__ is gast.IfExp:
            return self.will_do(function.body, place, view) and self.will_do(function.orelse, place, view)
        if function.__class__ is gast.Call and self.scope.resolve(function.func) is functools.partial and not any(
                part.__class__ is gast.Starred for part in function.args):
            return self.will_do(function.args[0], place + len(function.args) - 1 if isinstance(place, int) else place, view)
        target = self.makers.called(function)
        if target is not MISSING:
            return list_will_do(target, place, view)
        quiet = function.__class__ is gast.Attribute and function.attr in QUIET_METHODS - self.scope.own
        return quiet or is_looked_up_again(function)

    def stored(self, target: Node, kept: Block, parts: list[Held]) -> None:
        """Refuse an iterator that is put where nobody sees when it is gone through."""
        if is_part(target) and target.__class__ is gast.Subscript:
            return  # a slice takes the items
        for made, held in zip(kept, parts, strict=True):
            kind = "" if held.maybe or not self.active(held) else self.makers.kind(held.made)
            if kind == "iterator" and not held.view:
                raise self.refused("an iterator is stored", made)
            if kind == "view":  # which shows what the dict is changed to
                raise self.refused("a view of a dict is stored", made)
