"""Statements that write into arrays, in the form that the sweeps know: stores into a part of what has a name."""

from __future__ import annotations

import gast
import numpy as np

from tangentish import library
from tangentish.analysis.code.marks import setting
from tangentish.analysis.kinds import UNKNOWN, Array, is_container, is_object, store_raises
from tangentish.normalise.calls.object_calls import ObjectCalls
from tangentish.syntax import Block, Node, as_load, assign, attribute, call, clone, constant, locate, name, stored

IN_PLACE_OPERATORS = (gast.Add, gast.Sub, gast.Mult, gast.Div)
"""Those of `x op= v` that are reversed in place."""


class ArrayStores(ObjectCalls):
    """The part of `DynamicCalls` for `x.attr = v`, for functions that fill arrays, and for `op=`."""

    changed: bool  # whether anything was rewritten or marked

    def operator_call(self, value: Node, uid: int) -> Node:
        raise NotImplementedError

    def attribute_store(self, node: Node, target: Node) -> Block:
        """`x.real = v` of an array as `x.real[...] = v`, and `x.flat = v` as `x[...] = np.resize(v, x.shape)`.

        What is not known to be one is looked at when it happens.  A store that a descriptor may take is a call of `setattr`.
        """
        kind = self.kinds.expr(target.value, self.kinds.before.get(node.uid, {}))
        described = setting(target.attr) in self.scope.own and target.attr not in library.PARTS
        if described and (kind == UNKNOWN or is_object(kind)) and (
                self.activity.expr(target.value) or self.activity.expr(node.value)):
            return [self.rewrite(self.placed(gast.Expr(None), node), self.call_of(
                setattr, [clone(target.value), constant(target.attr), node.value]))]
        store = library.PARTS.get(target.attr)
        if store is None and isinstance(kind, Array) and self.activity.expr(target.value):
            if store_raises(kind, target.attr) and not self.activity.expr(node.value):
                return [node]
            # refused where it is reached
            return [self.placed(gast.Expr(call("check_no_array", clone(target.value), constant(target.attr))), node), node]
        if store is None or not (isinstance(kind, Array) or kind == UNKNOWN) or self.scope.source.function is store:
            return [node]
        if kind == UNKNOWN:
            label = self.names.fresh(f"store_{target.attr}")
            self.externs[label] = store
            made = gast.Expr(gast.Call(name(label), [clone(target.value), node.value], []))
            made.uid, made.origin = node.uid, getattr(node, "origin", node)
            return [self.rewrite(locate(gast.copy_location(made, node), node), made.value)]
        held, owner = self.names.fresh("t"), clone(target.value)
        self.activity.varied.add(held)
        if target.attr == "flat":
            whole = self.names.fresh("t")
            self.activity.varied.add(whole)
            block = [assign(whole, node.value), gast.Expr(call("check_apart", clone(owner), constant(...), name(whole))),
                     assign(held, gast.Call(name("np_resize"), [name(whole), attribute(owner, "shape")], [])),
                     assign(gast.Subscript(clone(owner), constant(...), gast.Store()), name(held))]
        else:
            block = [assign(held, attribute(owner, target.attr)),
                     assign(gast.Subscript(name(held), constant(...), gast.Store()), node.value)]
        return in_place_of(node, block)

    def whole_store(self, node: Node, value: Node) -> Node | None:
        """`x.fill(v)` and `np.copyto(x, v)` of an array as `x[...] = v`."""
        if node.__class__ is not gast.Expr or value.__class__ is not gast.Call or value.keywords:
            return None
        env = self.kinds.before.get(node.uid, {})
        func, args = value.func, value.args
        if func.__class__ is gast.Attribute and func.attr == "fill" and len(args) == 1:
            args = [func.value, *args]
        elif self.scope.resolve(func) is not np.copyto:
            return None
        if len(args) != 2 or args[0].__class__ is not gast.Name or not isinstance(self.kinds.expr(args[0], env), Array) or (
                self.may_be_own(args[1], node.uid)):
            return None
        return in_place_of(node, [assign(gast.Subscript(clone(args[0]), constant(...), gast.Store()), args[1])])[0]

    def augmented(self, node: Node) -> Block:
        """`x op= v` of a number is `x = x op v`; of an element of a list or dict, or an attribute: load, `op=`, store."""
        target, env = node.target, self.kinds.before.get(node.uid, {})
        active = self.activity.expr(node.value) or self.activity.expr(as_load(target))
        if not active:
            return [node]
        block: Block
        if target.__class__ is gast.Name:
            kind = self.kinds.expr(as_load(target), env)
            if isinstance(kind, Array) and is_object(self.kinds.expr(node.value, env)) and node.op.__class__ is gast.MatMult:
                return in_place_of(node, [assign(target.id, gast.BinOp(name(target.id), node.op, node.value))])  # a sparse matrix
            if isinstance(kind, Array) and node.op.__class__ not in IN_PLACE_OPERATORS:
                held = self.names.fresh("t")
                self.activity.varied.add(held)
                block = [assign(held, gast.BinOp(name(target.id), node.op, node.value)),
                         assign(gast.Subscript(name(target.id), constant(...), gast.Store()), name(held))]
                return in_place_of(node, block)
            if self.of_class(kind, node.op) or (kind == UNKNOWN and self.of_class(self.kinds.expr(node.value, env), node.op)) or (
                    self.stores_own(as_load(target), node.value, node.uid)):
                return [self.in_place(node, target.id)]
            if is_container(kind) and self.iterates(node.value, node.uid):
                held = self.names.fresh("t")
                first = self.iterated(held, node.value, node, quietly=False)
                node.value = name(held)
                return [first, node]
            if isinstance(kind, Array):
                node.in_place = self.changed = True
            if not kind.is_scalar:
                return [node]
            block = [assign(target.id, gast.BinOp(name(target.id), node.op, node.value))]
        elif target.__class__ is gast.Subscript and isinstance(self.kinds.expr(target.value, env), Array) \
                and node.op.__class__ in IN_PLACE_OPERATORS and not self.stores_own(target.value, node.value, node.uid):
            return [node]
        elif target.__class__ is gast.Subscript and isinstance(self.kinds.expr(target.value, env), Array) and (
                not self.stores_own(target.value, node.value, node.uid)):
            old, new = self.names.fresh("t"), self.names.fresh("t")
            self.activity.varied |= {old, new}
            block = [assign(old, as_load(target)), assign(new, gast.BinOp(name(old), node.op, node.value)),
                     assign(clone(target), name(new))]
        elif target.__class__ is gast.Subscript and (
                self.sets_items(target.value, node.uid) or self.stores_own(target.value, node.value, node.uid)):
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            first = assign(held, as_load(target))
            first.uid, first.origin = node.uid, getattr(node, "origin", node)
            augmented = gast.AugAssign(stored(held), node.op, node.value)
            augmented.origin = first.origin
            load, asked = locate(gast.copy_location(first, node), node), self.operator_call(first.value, node.uid)
            load = load if asked is first.value else self.rewrite(load, asked)
            changed = self.in_place(node, held) if self.of_class(self.kinds.expr(node.value, env), node.op) else locate(
                gast.copy_location(augmented, node), node)
            return [load, changed, self.item_store(node, target, name(held))]
        else:
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            block = [assign(held, as_load(target)), gast.AugAssign(stored(held), node.op, node.value),
                     assign(clone(target), name(held))]
            if self.of_class(self.kinds.expr(node.value, env), node.op):
                block[1] = self.in_place(node, held)
        return in_place_of(node, block)


def in_place_of(node: Node, block: Block) -> Block:
    """Statements with the position and the origin of the one that they take the place of."""
    for made in block:
        made.origin = getattr(node, "origin", node)
    return [locate(gast.copy_location(made, node), node) for made in block]
