"""The bodies of `cotangent` in the reverse sweep."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.kinds import Array
from tangentish.custom import cotangents
from tangentish.derive.adjoints import Adjoints
from tangentish.errors import TangentishError
from tangentish.syntax import Node, assign, call, clone, name, names_in, walk


class Points(Adjoints):
    """The part of `Reverse` for `with cotangent(x) as x_bar`."""

    def fail(self, message: str, node: Node, hint: str = "") -> TangentishError:
        raise NotImplementedError

    def reverse_point(self, node: Node) -> None:
        """The lines of the body, between taking the adjoints and giving them back."""
        hook, env = node.hook, self.flow.before[self.uid]
        active = [(x, bar) for x, bar in hook.pairs if x in env and self.active(x, self.kind_of(env[x]))]
        if not active:
            return  # no derivative is asked for that could be changed
        if len(active) < len(hook.pairs):
            raise self.fail("of the variables of this `cotangent` some depend on what is differentiated and some do not",
                            node.origin, "Write a `with` for each.")
        for x, bar in active:
            self.check_alone(x, node)
            self.take_bar(x, bar or self.names.fresh("_"))
        for statement in hook.body:
            self.check_stores(statement, node)
            made = self.at(clone(statement), env)
            made.origin = statement
            self.emit(made)
        for x, bar in reversed(active):
            if bar and self.may_change(bar, hook.body):
                self.give_bar(x, bar)

    def take_bar(self, x: str, bar: str) -> None:
        """`x_bar = a copy of the adjoint`."""
        version = self.flow.before[self.uid][x]
        kind = self.kind_of(version)
        if x not in self.state:
            self.zero(x, version)
        self.full(x, version)
        own = self.bar(x)
        if isinstance(kind, Array) and kind.dims:
            self.emit(assign(bar, call(gast.Attribute(name(own), "copy", gast.Load()))))
            return
        if kind.is_scalar and not self.shared(x):
            self.emit(assign(bar, name(own)))
            return
        self.emit(assign(bar, call(self.alias("taken_bar", cotangents.taken_bar), name(own), self.version(version))))

    def give_bar(self, x: str, bar: str) -> None:
        """The adjoint is what the body made of it."""
        own, shared = self.bar(x), self.shared(x)
        helper = cotangents.put_bar if shared else cotangents.given_bar
        self.emit(assign(own, call(self.alias(helper.__name__, helper), name(bar), name(own))))
        if not shared:
            self.state[x] = "owned"  # it is a copy

    def check_alone(self, x: str, node: Node) -> None:
        """Refuse where what follows reads the value by other names too, and each of these has an adjoint of its own."""
        if self.shared(x) or self.kind_of(self.flow.before[self.uid][x]).is_scalar:
            return
        live = self.flow.live_after.get(self.uid, frozenset())
        own = self.aliases.class_of(x)
        others = sorted(n for n in live if n != x and n in self.p.activity.varied and self.aliases.class_of(n) == own
                        and not self.kind_before(n).is_scalar)
        if others:
            raise self.fail(f"`{x}` may share memory with `{others[0]}`, which is used after this point and has an adjoint of its "
                            "own", node.origin, "Copy one of the two.")

    def check_stores(self, statement: Node, node: Node) -> None:
        """Refuse a body that writes into what is differentiated."""
        for part in walk(statement):
            if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                base: Any = part
                while base.__class__ in (gast.Subscript, gast.Attribute):
                    base = base.value
                if base.__class__ is gast.Name and base.id not in node.hook.bound and base.id in self.p.activity.varied:
                    raise self.fail(f"the body of this `cotangent` stores into `{base.id}`, which is differentiated", part,
                                    "It may change the adjoint, and variables that are not differentiated.")

    def may_change(self, bar: str, body: list[Node]) -> bool:
        """Whether a body may do more than look at the adjoint."""
        for part in [part for statement in body for part in walk(statement)]:
            if part.__class__ is gast.Name and part.id == bar and part.ctx.__class__ is not gast.Load:
                return True
            if part.__class__ in (gast.Assign, gast.AugAssign, gast.For, gast.With):
                return True  # perhaps by another name
            if part.__class__ is gast.Call and bar in names_in(part) and not is_inert(self.p.scope.resolve(part.func)):
                return True
        return False
