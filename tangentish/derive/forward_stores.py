"""Tangents of what is written in place: elements, slices, attributes, augmented assignments."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.kinds import Array, Kind, store_raises
from tangentish.derive.program import Program
from tangentish.derive.tangent_terms import TangentTerms
from tangentish.syntax import Node, as_load, assign, call, clone, constant, name, slice_value, stored, subscript

SIGNS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**", "Mod": "%", "FloorDiv": "//", "MatMult": "@"}


class ForwardStores(TangentTerms):
    """The part of `Forward` for writes."""

    _closures: list[tuple[str, set[str], int]] | None = None
    trying = 0  # how many `try` bodies we are in: there a primal statement may stop before its tangent

    def __init__(self, program: Program, form: str = "jvp") -> None:
        super().__init__(program)
        self.called_inside = form == "tangent"  # perhaps in somebody's `try`
        self.names.taken.discard(self.table)
        self.table = self.names.fresh("tangents")
        self.stand_ins: dict[str, str] = {}  # temporaries that stand for the new value of a name

    def kind_after(self, identifier: str) -> Kind:
        """The kind of a name after the statement."""
        return super().kind_after(self.stand_ins.get(identifier, identifier))

    def key(self, index: Node) -> Node:
        """An index as an argument."""
        return slice_value(clone(index)) if isinstance(index, gast.Slice | gast.Tuple) else clone(index)

    def store_into(self, node: Node, target: Node, value: Node) -> None:
        """`x[index] = v` and `x.attr = v`."""
        owner = target.value
        if not isinstance(owner, gast.Name) or owner.id not in self.flow.before[self.uid]:
            if self.p.activity.expr(value):
                raise self.fail("storing an active value into a global object is not supported", node.origin,
                                "Pass the object as an argument, so that its derivative can be followed.")
            self.out.append(node)
            return
        if isinstance(target, gast.Attribute):
            if store_raises(self.kind_before(owner.id), target.attr) and not self.p.activity.expr(value):
                self.out.append(node)
                return
            self.uses_table = True
            self.emit(self.like(node, gast.Expr(call(f"{self.table}.write", clone(owner), constant(target.attr), clone(value),
                                                     self.passed(value)))))
            return
        if not self.is_active(owner):
            self.out.append(node)
            return
        kind = self.operand_kind(owner)
        dot = name(self.dot(owner.id))
        if not isinstance(kind, Array):
            self.uses_table = True
            self.emit(gast.Expr(call(f"{self.table}.store", clone(owner), dot, self.key(target.slice), clone(value),
                                     self.passed(value))))
            self.out.append(node)
            return
        active = self.is_active(value)
        vkind = self.operand_kind(value)
        region = gast.Subscript(dot, clone(target.slice), gast.Store())
        if not active:
            tangent: Node = constant(0.0)
        elif isinstance(vkind, Array) and vkind.dtype.kind == "c" and kind.dtype.kind != "c":
            self.numpy()
            tangent = call("np.real", self.tangent_of(value))
        else:
            tangent = self.tangent_of(value)
        self.beside(node, gast.Assign([region], tangent, None))

    def beside(self, node: Node, tangent: Node) -> None:
        """A store and that of its tangent, which is left undone if the array is read-only and somebody catches that."""
        if not (self.trying or self.called_inside):
            self.emit(tangent)
            self.out.append(node)
            return
        if not isinstance(tangent.value, gast.Name | gast.Constant):
            held = self.names.fresh("t_dot")
            self.emit(assign(held, tangent.value))
            tangent.value = name(held)
        self.out.append(node)
        self.emit(tangent)

    # augmented assignment

    def augmented(self, node: Node) -> None:
        """`x op= v` and `x[index] op= v`."""
        target, value = node.target, node.value
        whole = isinstance(target, gast.Name)
        owner = target if whole else target.value
        if not isinstance(owner, gast.Name):
            self.out.append(node)
            return
        if owner.id not in self.flow.before[self.uid]:
            if self.p.activity.expr(value):
                raise self.fail("writing an active value into a global is not supported", node.origin,
                                "Pass the object as an argument.")
            self.out.append(node)
            return
        kind = self.kind_before(owner.id)
        if owner.id not in self.p.activity.varied or not kind.active_dtype:
            self.out.append(node)
            return
        if not isinstance(kind, Array):
            self.augmented_unknown(node, owner.id, value)
            return
        dot = name(self.dot(owner.id))
        region: Node = dot if whole else subscript(dot, clone(target.slice))
        old: Node = name(owner.id) if whole else subscript(name(owner.id), clone(target.slice))
        made = self.augmented_tangent(node, region, old, value)
        if made is None:
            self.out.append(node)
        else:
            self.beside(node, made)

    def augmented_tangent(self, node: Node, region: Node, old: Node, value: Node) -> Node | None:
        """The tangent of `x[index] op= v` of an array, as it is before the primal statement."""
        active = self.is_active(value)
        tangent = self.tangent_of(value) if active else None
        target = as_store(region)
        if isinstance(node.op, gast.Add | gast.Sub):
            return None if tangent is None else gast.AugAssign(target, node.op, tangent)
        if isinstance(node.op, gast.Mult | gast.Div) and tangent is None:
            return gast.AugAssign(target, node.op, clone(value))
        if isinstance(node.op, gast.Mult):
            assert tangent is not None
            new: Node = gast.BinOp(gast.BinOp(region, gast.Mult(), clone(value)), gast.Add(),
                                   gast.BinOp(clone(old), gast.Mult(), tangent))
        elif isinstance(node.op, gast.Div):
            assert tangent is not None
            ratio = gast.BinOp(gast.BinOp(clone(old), gast.Div(), clone(value)), gast.Mult(), tangent)
            new = gast.BinOp(gast.BinOp(region, gast.Sub(), ratio), gast.Div(), clone(value))
        else:
            raise self.fail("this augmented assignment has no derivative rule", node.origin, "Write it as `x[...] = x op v`.")
        if isinstance(target, gast.Name):
            target = gast.Subscript(name(target.id), constant(...), gast.Store())
        return gast.Assign([target], new, None)

    def augmented_unknown(self, node: Node, owner: str, value: Node) -> None:
        """`x op= v` where `x` may be a number, which is bound anew, or an array, which is written into, or a list."""
        sign = SIGNS.get(type(node.op).__name__)
        if sign is None:
            raise self.fail("this operator has no derivative", node.origin)
        self.uses_table = True
        dot = self.dot(owner)
        if isinstance(node.target, gast.Name):
            made = gast.Assign([gast.Tuple([stored(owner), stored(dot)], gast.Store())],
                               call(f"{self.table}.augmented", constant(sign), name(owner), name(dot), clone(value),
                                    self.passed(value)), None)
            self.emit(self.like(node, made))
            if self.shared(owner):
                self.emit(assign(dot, call(f"{self.table}.bind", name(owner), name(dot))))
            self.captured_again(owner)
            return
        part, part_dot = self.names.fresh("t"), self.names.fresh("t_dot")
        if isinstance(node.target, gast.Attribute):
            pair = gast.Tuple([stored(part), stored(part_dot)], gast.Store())
            key = constant(node.target.attr)
            self.emit(gast.Assign([pair], call(f"{self.table}.read", name(owner), name(dot), key), None))
            self.emit(gast.Assign([clone(pair)], call(f"{self.table}.augmented", constant(sign), name(part), name(part_dot),
                                                      clone(value), self.passed(value)), None))
            self.emit(gast.Expr(call(f"{self.table}.write", name(owner), clone(key), name(part), name(part_dot))))
            return
        index = node.target.slice
        self.emit(assign(part, as_load(node.target)))
        self.emit(assign(part_dot, call(f"{self.table}.item", name(owner), name(dot), self.key(index), name(part))))
        pair = gast.Tuple([stored(part), stored(part_dot)], gast.Store())
        self.emit(gast.Assign([pair], call(f"{self.table}.augmented", constant(sign), name(part), name(part_dot), clone(value),
                                           self.passed(value)), None))
        self.emit(gast.Expr(call(f"{self.table}.store", name(owner), name(dot), self.key(index), name(part), name(part_dot))))
        self.emit(self.like(node, gast.Assign([clone(node.target)], name(part), None)))

    def like(self, node: Node, made: Node) -> Node:
        raise NotImplementedError

    def passed(self, argument: Node) -> Node:
        raise NotImplementedError


def as_store(region: Node) -> Node:
    """An expression as a target."""
    made: Any = clone(region)
    made.ctx = gast.Store()
    return made

