"""Adjoints of what is written in place: elements, slices, augmented assignments, growing lists."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Kind, scalar_type
from tangentish.derive.operations import Operations
from tangentish.derive.partial_products import times
from tangentish.derive.rule_choice import choose
from tangentish.derive.splice import splice
from tangentish.frontend.resolve import MISSING
from tangentish.rules.helpers import quotient
from tangentish.rules.registry import BINARY
from tangentish.syntax import (
    Node,
    as_load,
    assign,
    call,
    clone,
    constant,
    expression,
    is_constant,
    name,
    slice_value,
    subscript,
    substitute,
)


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
            if isinstance(self.kind_before(owner.id), Array):
                raise self.fail(f"assigning to `{target.attr}` of an active array is not supported", node.origin,
                                "Make a new one, as in x = x.reshape(shape) or x.astype(dtype).")
            if value.__class__ is gast.Name and self.is_active(value):
                self.take(value.id, "store_attribute", self.before(owner), constant(target.attr))  # type: ignore[attr-defined]
            else:
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.store_attribute", self.before(owner), constant(target.attr),
                                         constant(None), constant(None))))
            return
        if not self.is_active(owner):
            return
        version = env[owner.id]
        kind = self.kind_of(version)
        if not self.shared(owner.id) and owner.id not in self.state:
            return  # nothing reads what was written
        index = self.before(target.slice)
        if self.shared(owner.id) and not isinstance(kind, Array):
            key = slice_value(index)
            if value.__class__ is gast.Name and self.is_active(value):
                self.take(value.id, "store", self.before(owner), key)  # type: ignore[attr-defined]
            else:
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.store", self.before(owner), key, constant(None), constant(None))))
            return
        self.owned(owner.id, version)
        bar = name(self.bar(owner.id))
        active = value.__class__ is gast.Name and self.is_active(value)
        region = subscript(bar, index)
        if active and self.aliases.class_of(value.id) == self.aliases.class_of(owner.id) and not self.region_kind(
                kind, target.slice).is_scalar:
            fresh = self.names.fresh("t_bar")
            self.emit(assign(fresh, call(self.helper("taken"), clone(bar), slice_value(index))))
            self.give(value, self.fit(name(fresh), self.before(value), self.region_kind(kind, target.slice),
                                      self.operand_kind(value), None), "owned")
            return
        if active:
            part = self.region_kind(kind, target.slice)
            vkind = self.operand_kind(value)
            held: Node
            if not self.basic_index(target.slice):
                fresh = self.names.fresh("t_bar")
                self.emit(assign(fresh, call(self.helper("taken"), clone(bar), slice_value(index))))
                self.give(value, self.fit(name(fresh), self.before(value), part, vkind, None), "owned")
                return
            simple = vkind.is_scalar and part.is_scalar
            fitted = self.fit(clone(region), self.before(value), part, vkind, None)
            summed = fitted.__class__ is gast.Call and fitted.func.__class__ is gast.Attribute  # np.sum, np.real
            if fitted.__class__ is gast.Call and not summed:
                self.give(value, call(self.helper("own"), fitted), "owned")
            elif simple or summed:
                self.give(value, fitted, "held" if not vkind.is_scalar else "owned")
            elif (value.id in self.state and not self.shared(value.id)) or self.shared(value.id):
                self.give(value, fitted, "held")
            else:
                held = call(self.helper("own"), fitted) if not isinstance(part, Array) else expression(
                    "r.copy()", r=fitted)
                self.give(value, held, "owned")
        self.emit(gast.Assign([gast.Subscript(clone(bar), index, gast.Store())], constant(0.0), None))

    # augmented assignment

    def reverse_augmented(self, node: Node) -> None:
        """`x op= v`, `x[index] op= v`, `x.attr op= v`."""
        target, value = node.target, node.value
        if target.__class__ is gast.Attribute:
            if not self.p.activity.expr(value) and not self.p.activity.expr(as_load(target)):
                return
            raise self.fail("internal: attributes are augmented by a load and a store", node.origin)
        whole = target.__class__ is gast.Name
        owner = target if whole else target.value
        env = self.flow.before[self.uid]
        if owner.__class__ is not gast.Name:
            return  # inactive code, left as it was written
        if owner.id not in env:
            if self.p.activity.expr(value):
                raise self.fail("writing an active value into a global is not supported", node.origin,
                                "Pass the object as an argument.")
            return
        version = self.flow.after[self.uid][owner.id] if whole else env[owner.id]
        kind = self.kind_of(version)
        if not self.active(owner.id, kind):
            self.state.pop(owner.id, None)
            return
        if whole:
            self.flush_cells(owner.id, version)  # type: ignore[attr-defined]
        if self.shared(owner.id):
            self.start(owner.id, version)
        if owner.id not in self.state:
            return
        self.full(owner.id, version)
        if not whole and isinstance(kind, Array) and not kind.dims:
            self.owned(owner.id, version)
        bar = name(self.bar(owner.id))
        index = None if whole else self.before(target.slice)
        region: Node = bar if whole else subscript(bar, index)
        part = self.kind_before(owner.id) if whole else self.region_kind(kind, target.slice)
        repeated = not whole and not self.basic_index(target.slice)
        got: Node = call(self.helper("winners"), clone(bar), slice_value(index)) if repeated else clone(region)
        if whole and self.shared(owner.id) and not isinstance(kind, Array):
            self.unknown_augmented(node, owner.id, value, got)
            return
        if node.op.__class__ in (gast.Add, gast.Sub):
            if self.is_active(value):
                g = got if node.op.__class__ is gast.Add else gast.UnaryOp(gast.USub(), got)
                self.give_region(value, g, part)
            if whole and part == UNKNOWN:
                self.emit(assign(bar.id, call(self.helper("unbroadcast"), clone(bar), self.before(owner))))
                self.state[owner.id] = "held"
            return
        if not whole:
            self.owned(owner.id, version)
        rule, spliced = self.partials(node, owner, target, value, part)
        terms = spliced.terms
        keys = list(rule.params)
        renames = {label: name(self.alias(label, helper)) for label, helper in spliced.helpers.items()
                   if self.alias(label, helper) != label}
        if renames:
            terms = {key: substitute(term, renames) for key, term in terms.items()}
        if self.is_active(value) and keys[1] in terms:
            g = self.region_times(rule, got, terms[keys[1]])
            held = self.names.fresh("t_bar")
            self.emit(assign(held, self.fit(g, self.before(value), part, self.operand_kind(value), None)))
        else:
            held = None
        new = self.region_times(rule, got, terms[keys[0]])
        if whole:
            fits = part.is_scalar or (isinstance(part, Array) and self.covers_operand(value, part))
            if not fits:
                new = call(self.helper("unbroadcast"), new, self.before(owner))
            if node.op.__class__ in (gast.Mult, gast.Div) and self.state[owner.id] in ("owned", "table") and isinstance(
                    kind, Array):
                self.emit(gast.AugAssign(as_store(bar), node.op, self.before(value)))
            elif self.shared(owner.id):
                self.emit(gast.Assign([gast.Subscript(clone(bar), constant(...), gast.Store())], new, None))
            else:
                self.emit(assign(self.bar(owner.id), new))
                self.state[owner.id] = "owned"
        elif node.op.__class__ in (gast.Mult, gast.Div):
            self.emit(gast.AugAssign(gast.Subscript(clone(bar), index, gast.Store()), node.op, self.before(value)))
        else:
            self.emit(gast.Assign([gast.Subscript(clone(bar), index, gast.Store())],
                                  self.region_times(rule, clone(region), terms[keys[0]]), None))
        if held is not None:
            self.give(value, name(held), "held")

    def covers_operand(self, value: Node, part: Array) -> bool:
        kind = self.operand_kind(value)
        return kind.ndim is not None and kind.ndim <= len(part.dims)

    def region_times(self, rule: Any, g: Node, term: Node) -> Node:
        if rule.quotient:
            return call(self.alias("quotient", quotient), g, clone(term))
        return times(clone(g), clone(term))

    def give_region(self, value: Node, g: Node, part: Kind) -> None:
        """Contribute what was read from a region of an adjoint to the operand of the statement."""
        vkind = self.operand_kind(value)
        fitted = self.fit(g, self.before(value), part, vkind, None)
        fresh = fitted.__class__ in (gast.BinOp, gast.UnaryOp) or vkind.is_scalar
        if not fresh and value.id not in self.state and not self.shared(value.id):
            fitted = call(self.helper("own"), fitted) if fitted.__class__ not in (gast.Subscript, gast.Name) or not isinstance(
                part, Array) else expression("r.copy()", r=fitted)
            fresh = True
        self.give(value, fitted, "owned" if fresh else "held")

    def partials(self, node: Node, owner: Node, target: Node, value: Node, part: Kind) -> tuple[Any, Any]:
        """The rule of the operator spliced over the old content of the target and the operand."""
        rule = self.known_rule(BINARY[type(node.op).__name__])
        if rule.kind != "elementwise":
            raise self.fail("this augmented assignment has no derivative rule", node.origin,
                            "Write it as `x[...] = x op v`.")
        keys = list(rule.params)
        rule, _ = choose(rule, BINARY[type(node.op).__name__], [owner, value], {},
                         lambda operand: part if operand is owner else self.operand_kind(operand))
        old = self.before(owner) if target.__class__ is gast.Name else subscript(self.before(owner), self.before(target.slice))
        fresh = gast.BinOp(clone(old), node.op, self.before(value))
        spliced = splice(rule, {keys[0]: old, keys[1]: self.before(value)}, name("?"), fresh)
        return rule, spliced

    def unknown_augmented(self, node: Node, owner: str, value: Node, got: Node) -> None:
        """`x op= v` where `x` may be a number, which is rebound, or an array, which is written into, or a list."""
        before, after = self.flow.before[self.uid][owner], self.flow.after[self.uid][owner]
        self.uses_table = True
        bar = self.bar(owner)
        label = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**", "Mod": "%", "FloorDiv": "//",
                 "MatMult": "@"}.get(type(node.op).__name__)
        if label is None:
            raise self.fail("this operator has no derivative", node.origin)
        augmented = self.helper("augmented")
        operand_active = self.is_active(value)
        result = self.names.fresh("parts_bar")
        self.emit(assign(result, call(augmented, name(self.table), constant(label),
                                      constant(None) if label in "+-" else self.version(before), self.version(after),
                                      self.before(value), got)))
        self.line(f"{bar} = {result}[0]")
        if operand_active:
            version = self.flow.before[self.uid][value.id]
            if self.shared(value.id):
                self.start(value.id, version)
                vbar = self.bar(value.id)
                self.emit(assign(vbar, call(f"{self.table}.add", self.version(version), name(vbar),
                                            expression(f"{result}[1]"))))
            else:
                self.give(value, call(self.helper("unbroadcast"), expression(f"{result}[1]"), self.before(value)), "held")

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
            self.give_region(operand, g, UNKNOWN)

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
            self.take(item.id, method, version, *keys)  # type: ignore[attr-defined]
        else:
            self.emit(gast.Expr(call(f"{self.table}.{method}", version, *keys, self.before(item), constant(None))))
        return True


def as_store(node: Node) -> Node:
    """A name in store position."""
    return gast.Name(node.id, gast.Store(), None, None)


__all__ = ["Stores", "as_store", "is_constant"]
