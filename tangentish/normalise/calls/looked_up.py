"""`y, called = primal(f, wrt, ...)`: a call of which is looked up, when it is made, what is called; or known by now."""

from __future__ import annotations

import types
from collections.abc import Collection
from typing import Any

import gast

from tangentish import library
from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.generators import listing
from tangentish.analysis.around.shared_cells import CELL
from tangentish.analysis.code.marks import OWN_ARRAYS
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Env, Instance, Kind, Sequence, is_container, is_object
from tangentish.analysis.kinds.infer import Infer
from tangentish.frontend.callables import made_by_init
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.calls.static_calls import MakePair, PairCall, name_of, pair_call
from tangentish.own_arrays import has_a_say
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, call, clone, constant, locate, name, stored, tuple_of


class LookedUp:
    """The part of `DynamicCalls` that writes such calls; `externs` collects the objects that the new names mean."""

    scope: Scope
    kinds: Infer
    activity: Activity
    names: Names
    externs: dict[str, Any]
    make_pair: MakePair | None
    unpacked: Collection[str]  # tuples, if they are tuples, of which nothing is read but items

    def may_be_own(self, node: Node, uid: int) -> bool:
        """Whether a value may be, or hold, an array of a class that says itself what NumPy does with it."""
        return OWN_ARRAYS in self.scope.own and may_have_a_say(self.kinds.expr(node, self.kinds.before.get(uid, {})))

    def stores_own(self, owner: Node, value: Node, uid: int) -> bool:
        """Whether such an array may be stored into another array."""
        return isinstance(self.kinds.expr(owner, self.kinds.before.get(uid, {})), Array) and self.may_be_own(value, uid)

    def rewrite(self, node: Node, value: Node) -> Node:
        target = self.scope.resolve(value.func)
        func = value.func
        replacement = None if target is MISSING else library.replacement(target) or library.form_of(
            target, value.args, value.keywords, self.activity.expr)
        if replacement is not None:
            label = self.names.fresh(replacement.__name__)
            self.externs[label] = self.scope.stand_ins[label] = replacement
            func = name(label)
            target = replacement
        env = self.kinds.before.get(node.uid, {})
        given = self.kinds.expr(value.func, env) if target is MISSING else None
        how = getattr(value, "drawn", "") if target is MISSING else ""
        if how and isinstance(given, Const):
            given = Const(listing(given.value, how))
        passed = isinstance(given, Const) and isinstance(given.value, types.FunctionType) and lookup(given.value) is None
        pair = pair_call(given.value if passed else target, value, lambda part: self.kinds.expr(part, env), self.activity,
                         self.scope, self.make_pair, passed, self.kinds.expr(value, env),
                         node.__class__ is gast.Assign and node.targets[0].id in self.unpacked)
        if pair is not None:
            return self.static(node, func, value, pair)
        ans = node.targets[0].id if node.__class__ is gast.Assign else self.names.fresh("unused")
        record = self.names.fresh("called")
        wrt: list[Node] | None = []
        before = 0  # or how many arguments there are, from the end of which places are counted after a star
        for place, argument in enumerate(value.args):
            active = self.activity.expr(argument) or self.holds_active(argument, env)
            if argument.__class__ is gast.Starred:
                if active or before:
                    wrt = None
                    break
                before = len(value.args)
            elif active:
                wrt.append(constant(place - before))
        for keyword in value.keywords:
            if wrt is None or keyword.arg is None:
                wrt = None
                break
            if self.activity.expr(keyword.value) or self.holds_active(keyword.value, env):
                wrt.append(constant(keyword.arg))
        if wrt is not None and (self.callee_varies(func, env) or self.activity.meets_varied(value)):
            wrt.append(constant("*"))
        mask: Node = constant(...) if wrt is None else tuple_of(wrt)
        asked = call("listing", clone(func), constant(how)) if how else clone(func)
        asked = call("attempt_of", asked) if getattr(value, "attempted", "") == "when called" else asked
        made = gast.Call(name("primal"), [asked, mask, *value.args], value.keywords)
        targets = gast.Tuple([stored(ans), stored(record)], gast.Store())
        new = gast.Assign([targets], made, None)
        new.dynamic = (func, value.args, value.keywords)
        new.attempted = hasattr(value, "attempted")
        new.origin = getattr(node, "origin", node)
        return locate(gast.copy_location(new, node), node)

    def static(self, node: Node, func: Node, value: Node, pair: PairCall) -> Node:
        """`y, called = f_primal(a, b)`."""
        ans = node.targets[0].id if node.__class__ is gast.Assign else self.names.fresh("unused")
        found = [name_of(label, entry, self.names, self.externs) for label, entry in pair.made.entries.items()]
        pair.first, pair.reverse = found[0], found[-1]
        call = gast.Call(name(found[0]), [clone(argument) for _, argument in pair.arguments], [])
        new = gast.Assign([gast.Tuple([stored(ans), stored(self.names.fresh("called"))], gast.Store())], call, None)
        new.dynamic = (func, value.args, value.keywords)
        new.attempted = hasattr(value, "attempted")
        new.pair = pair
        new.origin = getattr(node, "origin", node)
        return locate(gast.copy_location(new, node), node)

    def holds_active(self, node: Node, env: Env) -> bool:
        """Whether an argument that is not active may hold what is: as an item, or as an attribute that was stored there."""
        if node.__class__ in (gast.Tuple, gast.List):
            return any(self.activity.expr(item) or self.holds_active(item, env) for item in node.elts)
        if not self.activity.carries(node) or self.scope.resolve(node) is not MISSING:
            return False
        kind = self.kinds.expr(node, env)
        return not (isinstance(kind, Array) or kind.is_scalar or isinstance(kind, Const))

    def is_new(self, node: Node, env: Env) -> bool:
        """Whether a value is an object that is made where it stands: a method may store active values in it."""
        maker = self.scope.resolve(node.func) if node.__class__ is gast.Call else MISSING
        if isinstance(maker, types.FunctionType):
            kind, given = self.kinds.expr(node, env), [*node.args, *(k.value for k in node.keywords)]
            return is_object(kind) and kind != Instance(object) and all(
                isinstance(known, Array) or known.is_scalar for known in (self.kinds.expr(value, env) for value in given))
        return isinstance(maker, type) and made_by_init(maker)

    def callee_varies(self, func: Node, env: Env) -> bool:
        """Whether the function itself carries active values: a closure, a bound method."""
        target = self.scope.resolve(func)
        if isinstance(target, types.MethodType) and self.activity.fields:
            return True
        if func.__class__ is gast.Attribute and target is MISSING:
            return self.activity.expr(func.value) or bool(self.activity.fields) or self.is_new(func.value, env)
        return self.activity.expr(func) or (target is MISSING and CELL in self.activity.fields)


def may_have_a_say(kind: Kind) -> bool:
    """Whether a value of a kind may be an array of a class that says itself what NumPy does with it, or hold one.

    >>> may_have_a_say(UNKNOWN), may_have_a_say(Const(1.5)), may_have_a_say(Sequence(tuple, (UNKNOWN,)))
    (True, False, True)
    """
    if isinstance(kind, Sequence):
        return any(map(may_have_a_say, kind.items))
    if isinstance(kind, Const):
        return has_a_say(type(kind.value))
    return kind == UNKNOWN or is_container(kind) or is_object(kind)
