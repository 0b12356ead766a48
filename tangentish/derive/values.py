"""Adjoints of what is read: items, attributes, displays, concatenations."""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Sequence, is_container, scalar_type
from tangentish.derive.augmented_stores import AugmentedStores
from tangentish.frontend.inner_names import is_nowhere
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Node, assign, call, clone, constant, name, slice_value


class Values(AugmentedStores):
    """The part of `Reverse` for what is read."""

    def reverse_indexable(self, target: str, value: Node, g: str, state: str) -> None:
        """`y = indexable(x)`: the same object, or a copy of its items."""
        if value.__class__ is not gast.Name or not self.is_active(value):
            return
        if self.shared(target) and self.shared(value.id):
            self.uses_table = True
            version = self.flow.before[self.uid][value.id]
            self.start(value.id, version)
            self.emit(assign(self.bar(value.id), call(f"{self.table}.add", self.version(version),
                                                      name(self.bar(value.id)), name(g))))
        else:
            self.give(value, name(g), "held")

    def reverse_display(self, node: Node, target: str, value: Node, g: str) -> None:
        """`y = (a, b)`, `[a, b]`, `{k: a}`."""
        self.uses_table = True
        owner = self.after(target)
        if value.__class__ is gast.Dict:
            pairs = [(self.before(key), item) for key, item in zip(value.keys, value.values, strict=True)]
        else:
            pairs = [(constant(place), item) for place, item in enumerate(value.elts)]
        if g in self.bars.values():
            self.emit(assign(g, call(f"{self.table}.add", self.after(target), constant(None), name(g))))
        for key, item in reversed(pairs):
            if item.__class__ is gast.Name and self.is_active(item):
                self.take(item.id, "held", owner, key)

    def take(self, identifier: str, method: str, owner: Node, *keys: Node) -> None:
        """`x_bar = shadows.method(owner, key, x, x_bar)` for a value that went into a container."""
        self.uses_table = True
        version = self.flow.before[self.uid][identifier]
        if self.shared(identifier):
            self.start(identifier, version)
        bar = self.bar(identifier)
        old: Node = name(bar) if identifier in self.state else constant(None)
        self.emit(assign(bar, call(f"{self.table}.{method}", owner, *keys, self.version(version), old)))
        if not self.shared(identifier):
            self.state[identifier] = "held"
            kind = self.kind_of(version)
            if kind.is_scalar:
                self.line(f"{bar} = 0.0 if {bar} is None else {bar}")
            else:
                self.filled(bar, self.version(version))

    def reverse_load(self, target: str, value: Node, g: str, state: str) -> None:
        """`y = x[index]`."""
        if not self.is_active(value.value):
            return
        source = value.value.id
        version = self.flow.before[self.uid][source]
        kind = self.kind_of(version)
        index = self.before(value.slice)
        if self.shared(source):
            if isinstance(kind, Array) and self.shared(target) and isinstance(self.kind_after(target), Array) \
                    and self.basic_index(value.slice) and not isinstance(self.operand_kind(value.slice), Array) \
                    and not self.aliases.may_be_apart(source):  # a mask gives a copy
                return  # the shadow of the view is a view of the shadow
            self.uses_table = True
            whole = _is_whole(value.slice)
            if not isinstance(kind, Array) and (whole or _adds_axes(value.slice) or self.selects(value.slice)
                                                or self.is_tuple_made(value.slice)):  # or of a number
                g = self.apart(source, g)  # `x = x[()]`
                self.start(source, version)
                bar = self.bar(source)
                places = [] if whole else [slice_value(index), self.after(target)]
                reverse = f"{self.table}.{'add' if whole else 'load_maybe_number'}"
                self.emit(assign(bar, call(reverse, self.version(version), *places, name(bar), name(g))))
                return
            if isinstance(kind, Array) and not self.shared(target):
                self.start(source, version)
                self.region_add(source, index, value.slice, g)
                return
            key = index if index.__class__ not in (gast.Slice, gast.Tuple) else slice_value(index)
            self.emit(gast.Expr(call(f"{self.table}.load", self.version(version), key, self.after(target), name(g))))
            return
        if kind.is_scalar:  # `x[()]` of a NumPy number, and `x[None]`, which makes an array of it
            self.give(value.value, call(self.helper("unbroadcast"), name(g), self.version(version)), "held")
            return
        if not isinstance(kind, (Array, Sequence)) and not isinstance(kind, type(UNKNOWN)):
            return
        if state == "table" and not isinstance(self.kind_after(target), Array):
            self.filled(g, self.after(target))
        g = self.apart(source, g)  # `y = y[index]`
        self.owned(source, version)
        self.region_add(source, index, value.slice, g)

    def apart(self, source: str, g: str) -> str:
        """The variable of a cotangent; another one where it is that of the source: one name has two values then."""
        if g != self.bar(source):
            return g
        held = self.names.fresh("t_bar")
        self.line(f"{held} = {g}")
        return held

    def region_add(self, source: str, index: Node, primal_index: Node, g: str) -> None:
        """`x_bar[index] += y_bar`, adding up repeated indices."""
        bar = name(self.bar(source))
        if self.basic_index(primal_index):
            target = gast.Subscript(bar, index, gast.Store())
            self.emit(gast.AugAssign(target, gast.Add(), name(g)))
        else:
            self.emit(gast.Expr(call(self.helper("scatter"), bar, slice_value(index), name(g))))

    def reverse_attribute(self, node: Node, target: str, value: Node, g: str) -> None:
        """`y = x.attr` of an object, or of something that may be one."""
        source = value.value
        if source.__class__ is not gast.Name or source.id not in self.flow.before[self.uid]:
            if source.__class__ in (gast.Name, gast.Attribute):
                if self.p.scope.part(source) is MISSING and not is_nowhere(source, self.p.scope):
                    raise self.fail("an active value read from a global object is not supported", node.origin,
                                    "Pass the object as an argument.")
                self.uses_table = True  # it may be reached by other names, too
                self.emit(gast.Expr(call(f"{self.table}.load_attribute", clone(source), constant(value.attr),
                                         self.after(target), name(g))))
            return
        self.uses_table = True
        if value.attr in ("real", "imag", "T") and self.is_active(source) and self.shared(source.id):
            g = self.apart(source.id, g)  # `x = x.real`
            self.start(source.id, self.flow.before[self.uid][source.id])
            bar = self.bar(source.id)
            self.emit(assign(bar, call(f"{self.table}.load_part", self.before(source), constant(value.attr),
                                       self.after(target), name(bar), name(g))))
            return
        self.emit(gast.Expr(call(f"{self.table}.load_attribute", self.before(source), constant(value.attr),
                                 self.after(target), name(g))))

    def concatenates(self, value: Node, target: str) -> bool:
        """Whether `+` or `*` works on lists or tuples here."""
        if value.op.__class__ not in (gast.Add, gast.Mult):
            return False
        kinds = [self.operand_kind(value.left), self.operand_kind(value.right)]
        if any(isinstance(k, Array) for k in kinds):
            return False  # arithmetic of an array and a list
        if any(k.is_scalar and not issubclass(scalar_type(k), int | np.integer) for k in kinds):
            return False
        return any(is_container(k) for k in kinds)

    def reverse_concatenation(self, target: str, value: Node) -> None:
        self.uses_table = True
        owner = self.after(target)
        if value.op.__class__ is gast.Add:
            self.emit(gast.Expr(call(f"{self.table}.concatenated", owner, self.before(value.left),
                                     self.before(value.right))))
            return
        operands = value.left, value.right
        source, times = operands if is_container(self.operand_kind(value.left)) else operands[::-1]
        by_array = [] if self.operand_kind(times).is_scalar else [self.before(times)]
        self.emit(gast.Expr(call(f"{self.table}.repeated", owner, self.before(source), *by_array)))


def _is_whole(index: Node) -> bool:
    """Whether an index is `()` or `...`, all that a NumPy number may be indexed with."""
    return (index.__class__ is gast.Tuple and not index.elts) or (index.__class__ is gast.Constant and index.value is ...)


def _adds_axes(index: Node) -> bool:
    """Whether an index only adds axes: `...` and `np.newaxis` or None, which a NumPy number may be indexed with too."""
    parts = index.elts if index.__class__ is gast.Tuple else [index]
    return all((part.__class__ is gast.Constant and (part.value is ... or part.value is None)) or (
        part.__class__ is gast.Attribute and part.attr == "newaxis") for part in parts)
