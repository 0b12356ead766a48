"""Refuses iterators that are not used up at once: they are followed as the lists of what they give.

A list is the same thing only where an iterator is gone through once, by one reader, before anything that it reads has
changed.  A view of a dict may be read again, as long as the dict has not changed.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import types
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.analysis.call_aliases import root_name
from tangentish.analysis.code_writes import MUTATORS
from tangentish.analysis.iterator_makers import lazy, stored_in
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.normalise.effectful import Effectful
from tangentish.normalise.iterators_acting import Acting, functions_defined
from tangentish.normalise.iterators_held import Held, Makers, State, is_part, joins_views, shown_as_list
from tangentish.normalise.iterators_unseen import CHECKS, GoneThrough, Unsure, checked, is_looked_up_again, names_gone_through
from tangentish.normalise.iterators_used import most_uses, places_in
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, children, name_nodes, names_in, own_expressions, unparse, walk, walk_statements

KEEPING = ("append", "appendleft", "insert", "add", "setdefault", "put")
PARTLY = (any, all, zip)
"""What may stop before the end of an iterator."""
FLAT = ("index", "coords", "base")
MAKING = (gast.Call, gast.GeneratorExp, gast.Attribute)


def check_iterators(body: Block, activity: Activity, scope: Scope, externs: dict[str, Any]) -> Block:
    """Raise `UnsupportedError` where a name that holds an active iterator is used as a list cannot be.

    The body comes back with checks of what can only be known when it runs; they are put into `externs`.
    """
    makers, parts = Makers(body, scope), walk(body)
    gone_through = names_gone_through(parts, scope)
    looked_for = gone_through.names or gone_through.loops
    making = [part for part in parts if part.__class__ in MAKING]
    if not any(makers.kind(part) or (looked_for and makers.unseen(part)) for part in making):
        return body
    check = _Check(body, activity, makers, gone_through, scope.source.filename)
    check.block(body, {})
    if check.unsure:
        externs |= CHECKS
        scope.imports.update(CHECKS)
    return checked(body, check.unsure)


class _Check:
    def __init__(self, body: Block, activity: Activity, makers: Makers, gone_through: GoneThrough, filename: str) -> None:
        self.activity, self.makers, self.scope, self.filename = activity, makers, makers.scope, filename
        self.gone_through = gone_through
        self.unsure: list[Unsure] = []
        self.effectful = Effectful(self.scope)
        self.acting = Acting(self.effectful, functions_defined(body))
        functions = [node for node in walk(body) if node.__class__ is gast.FunctionDef]
        self.functions = {node.name: node for node in functions} | {
            node.targets[0].id: node.value for node in walk_statements(body) if node.__class__ is gast.Assign
            and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name}

    # statements

    def block(self, block: Block, state: State) -> State:
        for node in block:
            state = self.statement(node, state)
        return state

    def statement(self, node: Node, state: State) -> State:
        if node.__class__ in (gast.For, gast.While):
            return self.loop(node, state)
        state = self.met_at_once(node, state)
        for part in own_expressions(node):
            state = self.uses(part, state, node)
        state = self.changed(node, state)
        if node.__class__ is gast.Assign:
            for target in node.targets:
                state = self.bound(target, node.value, state)
        elif node.__class__ is gast.If:
            return self.either(self.block(node.body, state), self.block(node.orelse, state))
        elif node.__class__ is gast.Try:
            state = self.block(node.body, state)
            for handler in node.handlers:
                state = self.either(state, self.block(handler.body, state))
            state = self.block([*node.orelse, *node.finalbody], state)
        elif node.__class__ is gast.With:
            state = self.block(node.body, state)
        return state

    def met_at_once(self, node: Node, state: State) -> State:
        """The state where a statement meets what the items of an iterator write into before it uses these up."""
        names = name_nodes(own_expressions(node)) if any(held.acts or held.asked for held in state.values()) else []
        found = dict(state)
        for place, used in enumerate(names):
            held = state.get(used.id)
            if held is not None and used.ctx.__class__ is gast.Load and self.is_met(held, names[:place]):
                found[used.id] = replace(held, stale=True)
        return found

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

    def loop(self, node: Node, state: State) -> State:
        """A body runs many times: what it uses once, it uses more than once."""
        head = [node.iter] if node.__class__ is gast.For else []
        for part in head:
            state = self.uses(part, state, node)
            lazy = [n for n in names_in(part) if n in state and not state[n].view]
            held = [state[n] for n in sorted(lazy)] + [self.held(made) for made in self.makers.snapshots(part, True)]
            self.stays(node, held)
        for _ in range(2):
            if node.__class__ is gast.While:
                state = self.uses(node.test, state, node)
            state = self.either(state, self.block(node.body, state))
        return self.block(node.orelse, state)

    def stays(self, loop: Node, held: list[Held]) -> None:
        """Refuse a statement in a loop over an iterator that changes what the iterator has yet to read."""
        for statement in walk_statements(loop.body):
            for one in held:
                leaves = statement.__class__ in (gast.Break, gast.Return)
                if leaves and self.acts(one):
                    raise self.refused("the loop may leave items, and functions that are called for each of them write", loop)
                after = self.changed(statement, {"": one}, stored_in(loop.target))[""]
                self.doubt(after)
                if not ((after.stale or after.suspects) and self.active(one)):
                    continue
                if one.maybe and is_looked_up_again(one.made.func):
                    self.unsure.append(("check_gives_no_iterator", one.made, () if after.stale else after.suspects))
                else:
                    raise self.refused("the body of this loop changes what the iterator has yet to read", statement)

    def stays_within(self, comprehension: Node, inner: Block, state: State) -> None:
        """Refuse a comprehension that meets, for each item of an iterator, what making the items writes into."""
        for source in [generator.iter for generator in comprehension.generators]:
            for one in [*(state[n] for n in sorted(names_in(source) & state.keys())),
                        *map(self.held, self.makers.snapshots(source, True))]:
                if self.is_met(one, inner):
                    raise self.refused("for each item of an iterator, this meets what making them writes into", source)

    def either(self, left: State, right: State) -> State:
        """What is known after one of two ways, of which nobody knows which is taken."""
        found = dict(left)
        for key, held in right.items():
            other = found.get(key)
            found[key] = held if other is None else replace(
                held, used=max(held.used, other.used), stale=held.stale or other.stale, suspects=held.suspects + other.suspects)
        return found

    # names

    def bound(self, target: Node, value: Node, state: State) -> State:
        """The state after `target = value`."""
        if target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List) and len(
                target.elts) == len(value.elts):
            for one, item in zip(target.elts, value.elts, strict=True):
                state = self.bound(one, item, state)
            return state
        gone = {key: held for key, held in state.items() if key not in stored_in(target)}
        if target.__class__ is gast.Name and value.__class__ is gast.IfExp:
            return self.either(self.bound(target, value.body, gone), self.bound(target, value.orelse, gone))
        kept = self.makers.kept(value, state)
        if not kept and target.__class__ is gast.Name and target.id in self.gone_through.names and self.makers.unseen(value):
            kept = [value]
        if target.__class__ in (gast.Tuple, gast.List):  # which take the items of an iterator
            kept = [part for part in kept if part is not value or self.holds(part, state)]
        if not kept:
            return gone
        parts = [self.known(part, state) for part in kept]
        if target.__class__ in (gast.Tuple, gast.List):
            parts = [replace(held, maybe=held.made is value) for held in parts]
        if target.__class__ in (gast.Subscript, gast.Attribute):
            self.stored(target, kept, parts)
            return gone
        held = replace(functools.reduce(Held.beside, parts), used=0)
        if kept[0] is not value:
            again = {label for made in getattr(value, "generators", ()) for label in stored_in(made.target)}
            places = places_in(value, lambda part: self.makers.kind(part) == "iterator" or (
                part.__class__ is gast.Name and part.id in state))
            held = replace(held, inside=True, places=places, taken=frozenset(), stale=held.stale or bool(held.late & again))
        return {**gone, **dict.fromkeys(stored_in(target), held)}

    def stored(self, target: Node, kept: Block, parts: list[Held]) -> None:
        """Refuse an iterator that is put where nobody sees when it is gone through."""
        if is_part(target) and target.__class__ is gast.Subscript:
            return  # a slice takes the items
        for made, held in zip(kept, parts, strict=True):
            if not held.maybe and not held.view and self.makers.kind(held.made) == "iterator" and self.active(held):
                raise self.refused("an iterator is stored", made)

    def holds(self, part: Node, state: State) -> bool:
        """Whether what an expression gives may be more than an iterator: what holds some."""
        if part.__class__ is gast.Call:
            return not lazy(part, self.scope)
        return part.__class__ is not gast.GeneratorExp and part.__class__ is not gast.Attribute and self.known(part, state).inside

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
        self.gone_through_again(call, state)
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
            if held.maybe or not held.own & written or not self.active(held):
                continue
            if self.scope.resolve(call.func) is not MISSING or not is_looked_up_again(call.func):
                raise self.refused("the function that is called may change what the iterator has yet to read", made)
            self.unsure.append(("check_only_reads", call, ()))

    def met_by_called(self, held: Held, called: Block, made: Node) -> None:
        """Refuse an iterator that is passed to a function that meets what its items write into."""
        if self.is_met(held, called):
            raise self.refused("the function that is called may meet what the items of the iterator write into", made)

    def gone_through_again(self, call: Node, state: State) -> None:
        """Refuse an iterator that is passed to a function which is seen to go through it more than once."""
        function = self.functions.get(root_name(call.func) or "") if call.func.__class__ is gast.Name else None
        target = self.scope.resolve(call.func) if function is None else None
        if isinstance(target, types.FunctionType) and not is_installed(target) and lookup(target) is None:
            with contextlib.suppress(TangentishError):
                function = read_source(target).tree
        if function is None or any(part.__class__ is gast.Starred for part in call.args):
            return
        for place, value in [*enumerate(call.args), *((keyword.arg, keyword.value) for keyword in call.keywords)]:
            for made in self.makers.kept(value, state) if place is not None and most_uses(function, place) > 1 else ():
                held = self.known(made, state)
                if self.makers.kind(held.made) == "iterator" and not held.maybe and not held.view and self.active(held):
                    raise self.refused("the function that is called may go through this iterator more than once", made)

    def uses(self, node: Node, state: State, statement: Node, again: bool = False) -> State:
        """The state after an expression is evaluated; `again` if it may be more than once."""
        if node.__class__ is gast.Name:
            return self.use(node, state, statement, again) if node.ctx.__class__ is gast.Load and node.id in state else state
        if node.__class__ is gast.Call:
            self.passed(node, state)
        if joins_views(node) and self.activity.expr(node):
            raise self.refused("views of dicts are joined as sets", statement)
        for part in shown_as_list(node, self.scope):
            view = state.get(part.id)
            if view is not None and view.view and not view.maybe and view.made.__class__ is gast.Call and self.active(view):
                raise self.refused("a view of a dict is compared, indexed or asked for its type", statement)
        if node.__class__ is gast.Attribute and node.value.__class__ is gast.Name and node.attr in FLAT:
            flat = state.get(node.value.id)
            if flat is not None and flat.made.__class__ is gast.Attribute and self.active(flat):
                raise self.refused(f"`{node.attr}` of a flat iterator is not supported", statement)
        if node.__class__ in (gast.GeneratorExp, gast.ListComp, gast.SetComp, gast.DictComp):
            first, *rest = node.generators
            state = self.uses(first.iter, state, statement, again)
            inner = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
            self.stays_within(node, [*inner, *(test for g in node.generators for test in g.ifs)], state)
            for part in [*inner, *first.ifs, *(p for g in rest for p in (g.iter, *g.ifs))]:
                state = self.uses(part, state, statement, True)
            return state
        if node.__class__ is gast.Call and self.scope.resolve(node.func) is itertools.islice and self.writes(node.args[0]):
            raise self.refused("`islice` takes some items only, and the function that is called for each of them writes", statement)
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.Mult:
            for made in walk([n for n in (node.left, node.right) if _is_held_in(n)]):
                known = state.get(made.id) if made.__class__ is gast.Name else None
                held = known is not None and known.inside and self.makers.kind(known.made) == "iterator"
                if (held or lazy(made, self.scope) == "iterator") and self.activity.expr(made):
                    raise self.refused("an iterator is used more than once", statement)
        if node.__class__ is gast.Subscript and node.value.__class__ is gast.Name and node.ctx.__class__ is gast.Load:
            state = self.taken_out(node, state, statement, again)
        self.partly(node, state, statement)
        if node.__class__ is gast.IfExp:
            state = self.uses(node.test, state, statement, again)
            return self.either(self.uses(node.body, state, statement, again), self.uses(node.orelse, state, statement, again))
        for child in children(node):
            state = self.uses(child, state, statement, again or node.__class__ is gast.Lambda)
        return state

    def taken_out(self, node: Node, state: State, statement: Node, again: bool) -> State:
        """The state after an item is read of what holds iterators."""
        held = state.get(node.value.id)
        if held is None or not held.inside or held.view or node.slice.__class__ is gast.Slice or (
                self.makers.kind(held.made) != "iterator"):
            return state
        key = node.slice.value if node.slice.__class__ is gast.Constant else None
        if held.places is not None and key is not None and key not in held.places:
            return state
        if key is not None and (key in held.taken or again) and self.active(held):
            raise self.refused(f"the iterator `{unparse(node)}` is used more than once", statement)
        return {**state, node.value.id: replace(held, taken=held.taken | {key})}

    def partly(self, node: Node, state: State, statement: Node) -> None:
        """Refuse what may leave items of an iterator, for each of which a function that writes is called."""
        if node.__class__ is not gast.Call or self.scope.resolve(node.func) not in PARTLY or not node.args:
            return
        if self.scope.resolve(node.func) is zip and len(node.args) == 1:
            return
        made = [part for argument in node.args for part in self.makers.kept(argument, state)]
        if any(self.acts(self.known(part, state)) for part in made if part.__class__ is not gast.Subscript):
            raise self.refused("this takes some items only, and a function that is called for each of them writes", statement)

    def use(self, node: Node, state: State, statement: Node, again: bool) -> State:
        key, held = node.id, state[node.id]
        if held.maybe:
            if not ((held.stale or held.suspects) and id(node) in self.gone_through.places and self.active(held)):
                return state
            if is_looked_up_again(held.made.func):
                self.unsure.append(("check_gives_no_iterator", held.made, () if held.stale else held.suspects))
                return state
        if held.made.__class__ is gast.Attribute:  # `x.flat` is a view of `x`, which may be read again
            return state
        held = replace(held, used=held.used + 1 + again)
        self.doubt(held)
        if held.stale and self.active(held):
            raise self.refused(f"what `{key}` reads has changed since it was made", statement)
        if held.used > 1 and not (held.view or held.inside) and self.active(held):
            raise self.refused(f"the iterator `{key}` is used more than once", statement)
        return {**state, key: held}

    def writes(self, node: Node) -> bool:
        """Whether a function defined here that writes into what it captured is called for each item of an iterator."""
        called = [found.args[0] if found.__class__ is gast.Call else call.func for found in self.makers.snapshots(node)
                  for call in (walk(found) if found.__class__ is gast.GeneratorExp else [found]) if call.__class__ is gast.Call]
        return any(self.activity.captured.get(root_name(function) or "") for function in called)

    def acts(self, held: Held) -> bool:
        """Whether the functions that an iterator calls write active values, or numbers beside them."""
        return bool(held.writes) and (self.active(held) or bool(held.writes & self.activity.varied))

    def active(self, held: Held) -> bool:
        return bool(self.activity.expr(held.made))

    def refused(self, message: str, node: Node) -> Exception:
        return located(UnsupportedError, f"{message}; iterators are followed as lists", self.filename,
                       getattr(node, "origin", node), "Make a list of it first: list(...).")


def _is_held_in(node: Node) -> bool:
    """Whether an expression is a list, as far as is seen, or may be one by its name."""
    if node.__class__ is gast.Subscript:
        return node.value.__class__ in (gast.List, gast.Tuple)
    return node.__class__ in (gast.List, gast.Tuple, gast.Name)
