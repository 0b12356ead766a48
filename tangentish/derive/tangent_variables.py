"""The variables of a program that hold tangents, and zeros where there is none."""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Array, Kind, is_container
from tangentish.derive.stores import Stores
from tangentish.runtime.unknown_slopes import check_still
from tangentish.syntax import Node, call, clone, constant, name


class TangentVariables(Stores):
    """Gives the tangents of operands."""

    def dot(self, identifier: str) -> str:
        """The name of the tangent variable of a name."""
        if identifier not in self.bars:
            self.bars[identifier] = self.names.fresh(f"{identifier}_dot")
        return self.bars[identifier]

    def is_found(self, operand: Node) -> bool:
        """Whether a value may be constant, as whatever a function may be called with."""
        return super().is_found(operand) or (self.p.callee and operand.__class__ is gast.Name and operand.id in self.p.params)

    def slope_unknown(self, operand: Node, label: str, key: str) -> None:
        """Look whether an operand that may be constant is."""
        self.emit(gast.Expr(call(self.alias("check_still", check_still), name(operand.id), name(self.dot(operand.id)),
                                 constant(label), constant(key))))

    def tangent_of(self, operand: Node) -> Node:
        """The tangent of an operand as rules want it: of the structure of the operand; zero for what has none."""
        if isinstance(operand, gast.List | gast.Tuple):
            made = operand.__class__([self.tangent_of(item) for item in operand.elts], gast.Load())
            return made
        kind = self.operand_kind(operand)
        if not self.is_active(operand):
            return self.zero_like(operand, kind)
        if isinstance(kind, Array) or kind.is_scalar:
            return name(self.dot(operand.id))
        self.uses_table = True
        return call(f"{self.table}.whole", clone(operand), name(self.dot(operand.id)))

    def zero_like(self, operand: Node, kind: Kind) -> Node:
        """A zero of the shape of an inactive operand."""
        if kind.is_scalar or isinstance(operand, gast.Constant) or (
                isinstance(operand, gast.UnaryOp) and isinstance(operand.operand, gast.Constant)):
            return constant(0.0)
        if is_container(kind):
            return call(self.helper("no_change"), clone(operand))
        self.numpy()
        return call("np.zeros_like", clone(operand), **({} if isinstance(kind, Array) and kind.dtype.kind in "fc"
                                                        else {"dtype": name("float")}))
