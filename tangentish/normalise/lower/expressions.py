"""Expressions of one operation each."""

from __future__ import annotations

import gast

from tangentish.bindings import names_assigned
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.effects_first import effects_first
from tangentish.normalise.flow.loops import comprehension_loop
from tangentish.normalise.flow.walrus import hoist_walrus
from tangentish.normalise.lower.joins import Joins
from tangentish.normalise.lower.stores import Stores
from tangentish.syntax import Block, Node, assign, attribute, call, locate, name, names_in, subscript, walk


class Expressions(Joins, Stores):
    """All expressions but calls."""

    def flat_Name(self, node: Node) -> Node:
        return name(node.id)

    def flat_NamedExpr(self, node: Node) -> Node:
        self.assign(node.target, node.value)
        return name(node.target.id)

    def flat_BinOp(self, node: Node) -> Node:
        left = self.operand(node.left)
        left = self.keep(left, node.right)
        return gast.BinOp(left, node.op, self.operand(node.right))

    def keep(self, atom: Node, later: Node) -> Node:
        """`atom`, held under another name where evaluating `later` rebinds it."""
        bound = names_assigned(later)
        return self.temp(atom) if bound and names_in(atom) & bound else atom

    def flat_UnaryOp(self, node: Node) -> Node:
        return gast.UnaryOp(node.op, self.operand(node.operand))

    def flat_Subscript(self, node: Node) -> Node:
        joined = self.joined(node)
        if joined is not None:
            return self.flat(joined)
        made = subscript(self.base(self.only_read(node.value, node.slice)), self.index(node.slice))
        if hasattr(node, "there"):
            made.there = True
        return made

    def flat_Attribute(self, node: Node) -> Node:
        if node.attr == "flat":
            return call("flat_view", self.base(node.value))
        return attribute(self.base(node.value), node.attr)

    def flat_Starred(self, node: Node) -> Node:
        return gast.Starred(self.atom(node.value), gast.Load())

    def flat_Lambda(self, node: Node) -> Node:
        self.defaults(node.args)
        return node

    def defaults(self, arguments: Node) -> None:
        """Name the active values that are defaults of an inner function."""
        arguments.defaults = [self.atom(d) if self.varied(d) else self.passed(d) for d in arguments.defaults]
        arguments.kw_defaults = [self.atom(d) if self.varied(d) else d and self.passed(d) for d in arguments.kw_defaults]

    # choices

    def tested(self, test: Node) -> Node:
        """A test that says the same whenever it is asked: the reverse sweep asks again."""
        inner = test.operand if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not else test
        if inner.__class__ is gast.Constant or (inner.__class__ is gast.Name and not self.activity.may_change(inner.id)):
            return test
        held = self.names.fresh("cond")
        told = test is not inner or inner.__class__ is gast.Compare  # else it may be a list, which is empty at other times
        self.out.append(locate(assign(held, test if told else call("bool", test)), test))
        return name(held)

    def flat_IfExp(self, node: Node) -> Node:
        held = self.names.fresh("t")
        branch = gast.If(self.tested(node.test), self.inside(held, node.body), self.inside(held, node.orelse))
        self.out.append(branch)
        self.activity.varied.add(held)
        return name(held)

    def flat_BoolOp(self, node: Node) -> Node:
        held = self.names.fresh("t")
        self.out.append(assign(held, self.flat(node.values[0])))
        self.activity.varied.add(held)
        for value in node.values[1:]:
            cond = self.names.fresh("cond")
            test: Node = call("bool", name(held))
            if node.op.__class__ is gast.Or:
                test = gast.UnaryOp(gast.Not(), name(held))
            self.out.append(assign(cond, test))
            self.out.append(gast.If(name(cond), self.inside(held, value), []))
        return name(held)

    # displays and comprehensions

    def flat_Tuple(self, node: Node) -> Node:
        if any(item.__class__ is gast.Starred for item in node.elts):
            return call("tuple", self.starred_list(node))
        return gast.Tuple([self.atom(item) for item in node.elts], gast.Load())

    def flat_List(self, node: Node) -> Node:
        if any(item.__class__ is gast.Starred for item in node.elts):
            return self.starred_list(node)
        return gast.List([self.atom(item) for item in node.elts], gast.Load())

    def flat_Set(self, node: Node) -> Node:
        """A set, which may hold no active values, of what a list would hold."""
        return self.flat(locate(call("new_set", gast.copy_location(gast.List(node.elts, gast.Load()), node)), node))

    def starred_list(self, node: Node) -> Node:
        """`[*a, v]`: filled one after the other."""
        held = self.names.fresh("items")
        self.out.append(assign(held, gast.List([], gast.Load())))
        self.activity.varied.add(held)
        for item in node.elts:
            starred = item.__class__ is gast.Starred
            value = self.atom(item.value if starred else item)
            self.out.append(gast.Expr(call(attribute(name(held), "extend" if starred else "append"), value)))
        return name(held)

    def flat_Dict(self, node: Node) -> Node:
        if any(is_missing(key) for key in node.keys):
            return self.starred_dict(node)
        keys = [self.operand(key) for key in node.keys]
        return gast.Dict(keys, [self.atom(value) for value in node.values])

    def starred_dict(self, node: Node) -> Node:
        """`{**a, k: v}`: filled one after the other."""
        held = self.names.fresh("table")
        self.out.append(assign(held, gast.Dict([], [])))
        self.activity.varied.add(held)
        for key, item in zip(node.keys, node.values, strict=True):
            if is_missing(key):
                self.out.append(gast.Expr(call(attribute(name(held), "update"), self.atom(item))))
            else:
                place = subscript(name(held), self.operand(key))
                self.out.append(assign(place, self.atom(item)))
        return name(held)

    def comprehension(self, node: Node) -> Node:
        """A comprehension is the loop that it stands for; of a set, which may hold no active values, that of a list."""
        if node.__class__ is gast.SetComp:
            items = gast.copy_location(gast.ListComp(node.elt, node.generators), node)
            return self.flat(locate(call("new_set", self.comprehension(items)), node))
        held = self.names.fresh("items")
        loop = comprehension_loop(node, self.names, held)
        shared = self.carrying(loop)
        loop = hoist_walrus(loop, self.names)
        if hasattr(self.activity, "scope"):
            loop = effects_first(loop, Effectful(self.activity.scope), self.names, False)
        self.activity.varied |= {held, *shared}
        for statement in loop:
            for inner in walk(statement):
                if inner.__class__ is gast.For and self.elsewhere is not None:
                    self.elsewhere.note_binding(inner)
                if inner.__class__ is gast.For and self.varied(inner.iter):
                    self.activity.bind(inner.target, iterable=inner.iter)
                elif inner.__class__ is gast.Assign and inner.targets[0].__class__ is gast.Name and self.varied(inner.value):
                    self.activity.varied.add(inner.targets[0].id)  # what was put in front of the loop for its effects
        self.out += self.block(loop)
        return name(held)

    def carrying(self, loop: Block) -> set[str]:
        """The variables of a comprehension's loops that share memory with its items, which are taken for active."""
        parts = [part for statement in loop for part in walk(statement)]
        loops = [part for part in parts if part.__class__ is gast.For]
        own = {part.id for node in loops for part in walk(node.target) if part.__class__ is gast.Name}
        last = loops[-1].body[-1]
        while last.__class__ is gast.If:
            last = last.body[-1]
        shared = self.activity.roots(last.value if last.__class__ is gast.Assign else last.value.args[0])
        for node in reversed(loops):
            if shared & {part.id for part in walk(node.target) if part.__class__ is gast.Name}:
                shared = shared | self.activity.roots(node.iter)
        return shared & own

    flat_ListComp = flat_GeneratorExp = flat_DictComp = flat_SetComp = comprehension


def is_missing(key: Node | None) -> bool:
    """Whether the place of a key in a dict display stands for `**`."""
    return key is None or (key.__class__ is gast.Constant and key.value is None and not hasattr(key, "lineno"))
