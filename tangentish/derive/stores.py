"""Adjoints of what is written in place: elements, slices, attributes, growing lists."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.marks import computed, setting
from tangentish.analysis.kinds import UNKNOWN, Array, Kind, scalar_type, store_raises
from tangentish.derive.operations import Operations
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import COMPREHENSIONS, Node, assign, call, clone, constant, expression, name, slice_value, subscript, walk

ACTING = (gast.Call, gast.NamedExpr, gast.Await, gast.Yield, gast.YieldFrom, *COMPREHENSIONS)
"""What is not computed a second time."""


class Stores(Operations):
    """Reverses statements that write into arrays, containers and objects."""

    def basic_index(self, index: Node) -> bool:
        """Whether an index is made of integers and slices for sure, so that no place occurs twice."""
        items = index.elts if index.__class__ is gast.Tuple else [index]
        env = self.kinds.before.get(self.uid, {})
        for item in items:
            if item.__class__ is gast.Slice or (item.__class__ is gast.Constant and not isinstance(item.value, (str, float))):
                continue
            kind = self.kinds.expr(item, env)
            if kind.is_scalar and issubclass(scalar_type(kind), (int, np.integer)) and scalar_type(kind) is not bool:
                continue
            if isinstance(kind, Array) and kind.dtype.kind == "b" and len(items) == 1:
                continue
            return False
        return True

    def region_kind(self, kind: Kind, index: Node) -> Kind:
        """The kind of `x[index]`."""
        if not isinstance(kind, Array):
            return UNKNOWN
        node = subscript(name("?"), index)
        return self.kinds.expr(node, {**self.kinds.before.get(self.uid, {}), "?": kind})

    def reverse_store(self, node: Node, target: Node, value: Node) -> None:
        """`x[index] = v` and `x.attr = v`."""
        owner = target.value
        env = self.flow.before[self.uid]
        if owner.__class__ is not gast.Name or owner.id not in env:
            if self.p.activity.expr(value):
                raise self.fail("storing an active value into a global object is not supported", node.origin,
                                "Pass the object as an argument, so that its derivative can be followed.")
            return
        if target.__class__ is gast.Attribute:
            if store_raises(self.kind_before(owner.id), target.attr) and not self.p.activity.expr(value):
                return
            if not (self.p.activity.fields or self.p.activity.expr(value) or self.is_active(owner)):
                return  # nothing active is in any attribute
            if not {computed(target.attr), setting(target.attr), setting("")}.isdisjoint(self.p.scope.own):
                # the setter is run again, and finds what it left: so what other stores put there has to be put back
                self.content.setdefault(self.uid, set()).add(self.aliases.class_of(owner.id))
            self.reverse_in_table("store_attribute", owner, constant(target.attr), value)
            return
        if not self.is_active(owner):
            return
        version = env[owner.id]
        kind = self.kind_of(version)
        if not self.shared(owner.id) and owner.id not in self.state:
            return  # nothing reads what was written
        index = self.before(target.slice)
        if self.shared(owner.id) and not isinstance(kind, Array):
            self.reverse_in_table("store", owner, slice_value(index), value)
            return
        self.owned(owner.id, version)
        bar = name(self.bar(owner.id))
        if value.__class__ is gast.Name and self.is_active(value):
            part = self.region_kind(kind, target.slice)
            overlaps = self.aliases.class_of(value.id) == self.aliases.class_of(owner.id) and not part.is_scalar
            if overlaps or not self.basic_index(target.slice):
                taken = self.names.fresh("t_bar")
                self.emit(assign(taken, call(self.helper("taken"), clone(bar), slice_value(index))))
                self.give(value, self.fit(name(taken), self.before(value), part, self.operand_kind(value), None), "owned")
                return
            self.give_overwritten(value, subscript(bar, index), part)
        self.emit(gast.Assign([gast.Subscript(clone(bar), index, gast.Store())], constant(0.0), None))

    def reverse_in_table(self, method: str, owner: Node, key: Node, value: Node) -> None:
        """Reverse a store into a container or an object, whose adjoints are in the table."""
        if value.__class__ is gast.Name and self.is_active(value):
            self.take(value.id, method, self.before(owner), key)
            return
        self.uses_table = True
        given: Node = constant(None)
        version = self.flow.before[self.uid].get(value.id) if value.__class__ is gast.Name else None
        caught = version is not None and self.flow.nodes.get(version.site).__class__ is gast.Try  # an exception: it is gone by then
        if method == "store_attribute" and not caught and not any(part.__class__ in ACTING for part in walk(value)):
            given = self.before(value)  # a setter, if there is one, is run again, to be reversed
            if value.__class__ is gast.Name:
                self.emit(gast.Expr(call(f"{self.table}.store_constant", self.before(owner), key, given)))
                return
        self.emit(gast.Expr(call(f"{self.table}.{method}", self.before(owner), key, given, constant(None))))

    def give_overwritten(self, value: Node, region: Node, part: Kind) -> None:
        """Contribute the adjoint of a region to what was stored there, before it becomes zero."""
        kind = self.operand_kind(value)
        fitted = self.fit(clone(region), self.before(value), part, kind, None)
        summed = fitted.__class__ is gast.Call and fitted.func.__class__ is gast.Attribute  # np.sum, np.real
        if fitted.__class__ is gast.Call and not summed:
            self.give(value, call(self.helper("own"), fitted), "owned")
        elif summed or (kind.is_scalar and part.is_scalar):
            self.give(value, fitted, "owned" if kind.is_scalar else "held")
        elif value.id in self.state or self.shared(value.id):
            self.give(value, fitted, "held")
        else:
            held = expression("r.copy()", r=fitted) if isinstance(part, Array) else call(self.helper("own"), fitted)
            self.give(value, held, "owned")

    def give_region(self, value: Node, g: Node, part: Kind, owner: str) -> None:
        """Contribute what was read from a region of the adjoint of `owner` to the operand of the statement.

        Where these may be the same memory, so may their adjoints be: what is given has to be another array then.
        """
        vkind = self.operand_kind(value)
        fitted = self.fit(g, self.before(value), part, vkind, None)
        fresh = fitted.__class__ in (gast.BinOp, gast.UnaryOp) or vkind.is_scalar
        alike = self.shared(value.id) and value.id != owner and self.aliases.class_of(value.id) == self.aliases.class_of(owner)
        if not fresh and (alike or (value.id not in self.state and not self.shared(value.id))):
            fitted = call(self.helper("own"), fitted) if fitted.__class__ not in (gast.Subscript, gast.Name) or not isinstance(
                part, Array) else expression("r.copy()", r=fitted)
            fresh = True
        self.give(value, fitted, "owned" if fresh else "held")

    # in-place functions

    def reverse_at(self, node: Node, value: Node, ufunc: Any) -> None:
        """`np.add.at(x, index, v)` and `np.subtract.at`."""
        owner, index, operand = value.args
        if not self.is_active(owner):
            return
        version = self.flow.before[self.uid][owner.id]
        if self.shared(owner.id):
            self.start(owner.id, version)
        if owner.id not in self.state:
            return
        self.full(owner.id, version)
        if self.is_active(operand):
            g: Node = subscript(name(self.bar(owner.id)), self.before(index))
            if ufunc is np.subtract:
                g = gast.UnaryOp(gast.USub(), g)
            self.give_region(operand, g, UNKNOWN, owner.id)

    def container_call(self, node: Node, target: str | None, value: Node, found: Any) -> bool:
        """Calls that build or change lists and dicts."""
        function = self.p.scope.resolve(value.func)
        if function in (list, tuple, dict) and function is not MISSING and len(value.args) == 1:
            if found is not None and value.args[0].__class__ is gast.Name and self.is_active(value.args[0]):
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.copied", self.after(target), self.before(value.args[0]))))
            return True
        if function is not MISSING or value.func.__class__ is not gast.Attribute:
            return False
        owner, method = value.func.value, value.func.attr
        if method not in ("append", "extend", "insert", "pop", "clear") or owner.__class__ is not gast.Name:
            return False
        if isinstance(self.kind_before(owner.id), Array):
            return False
        if owner.id not in self.flow.before[self.uid]:
            raise self.fail("changing a global container with active values is not supported", node.origin)
        self.uses_table = True
        version = self.before(owner)
        if method == "pop":
            key = self.before(value.args[0]) if value.args else constant(-1)
            held = self.after(target) if target is not None else constant(0)
            g = name(found[0]) if found is not None else constant(None)
            self.emit(gast.Expr(call(f"{self.table}.pop", version, key, held, g)))
            return True
        if method == "clear":
            raise self.fail("clearing a list of active values is not supported", node.origin, "Bind the name to a new list.")
        item = value.args[-1]
        keys = [self.before(a) for a in value.args[:-1]]
        if item.__class__ is gast.Name and self.is_active(item):
            self.take(item.id, method, version, *keys)
        else:
            self.emit(gast.Expr(call(f"{self.table}.{method}", version, *keys, self.before(item), constant(None))))
        return True
