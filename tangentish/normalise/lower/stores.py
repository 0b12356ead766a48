"""Assignments: one target each, its base a name and its index simple."""

from __future__ import annotations

import types

import gast

from tangentish.analysis.code.inert import is_inert
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.lower.core import Core
from tangentish.normalise.lower.simple import is_simple
from tangentish.rules.registry import METHODS, lookup
from tangentish.runtime.stored_directly import CACHED
from tangentish.syntax import (
    Node,
    as_load,
    assign,
    attribute,
    call,
    clone,
    constant,
    locate,
    name,
    names_in,
    slice_value,
    subscript,
    surely,
    walk,
)

_BY_CODE = frozenset(("__getitem__", "__setitem__"))
_BITS = (gast.BitOr, gast.BitAnd, gast.BitXor, gast.LShift, gast.RShift)


class Stores(Core):
    """Statements that store, and the places that they store to."""

    def lower_Assign(self, node: Node) -> None:
        targets, value = node.targets, node.value
        if len(targets) > 1 and targets[0].__class__ is gast.Name and value.__class__ is not gast.Constant:
            self.statement(locate(gast.Assign([targets[0]], value, None), node))
            for target in targets[1:]:
                self.statement(locate(gast.Assign([target], name(targets[0].id), None), node))
            return
        written = any(self.written_into_active(t) for t in targets)
        if not self.varied(value) and not written and not self.hidden_calls(value):
            if len(targets) == 1 and targets[0].__class__ is gast.Tuple and value.__class__ is gast.Tuple:
                if any(self.varied(item) for item in value.elts):
                    self.unpack(targets[0], value)
                    return
            self.out.append(node)
            return
        if len(targets) == 1:
            self.assign(targets[0], value)
            return
        held = self.atom(value)
        for target in targets:
            self.assign(target, clone(held))

    def lower_AnnAssign(self, node: Node) -> None:
        if node.value is not None:
            self.lower_Assign(locate(gast.Assign([node.target], node.value, None), node))

    def written_into_active(self, target: Node) -> bool:
        """Whether a store goes into something that may hold active values."""
        if target.__class__ in (gast.Tuple, gast.List):
            return any(self.written_into_active(t) for t in target.elts)
        if target.__class__ is gast.Starred:
            return self.written_into_active(target.value)
        if target.__class__ is gast.Subscript:
            return self.varied(target.value)
        return target.__class__ is gast.Attribute and self.varied(as_load(target))

    def assign(self, target: Node, value: Node) -> None:
        """`target = value` for one target."""
        if target.__class__ in (gast.Tuple, gast.List):
            self.unpack(target, value)
        elif target.__class__ is gast.Name:
            self.out.append(assign(target.id, self.flat(value)))
        elif target.__class__ in (gast.Subscript, gast.Attribute):
            held, place = self.atom(value), self.place(target)
            if _is_flat(target) and self.varied(target.value) and gast.Constant not in (held.__class__, target.slice.__class__):
                where = subscript(clone(place.value), clone(place.slice))
                if value.__class__ in _PERHAPS_VIEWS:
                    asked = call("check_apart", clone(place.value), slice_value(clone(place.slice)), held)
                    self.out.append(locate(gast.Expr(asked), target))
                held = self.atom(call("cycled_values", held, call("np_shape", where)))  # NumPy repeats what is too short there
            self.out.append(assign(place, held))
            if place.__class__ is gast.Attribute and place.attr in CACHED:
                self.out.append(gast.Expr(call("note_set", clone(place.value), constant(place.attr))))
        else:
            raise self.fail("this target is not supported", target)

    def unpack(self, target: Node, value: Node) -> None:
        """`a, *b = value`."""
        items = target.elts
        stars = [k for k, item in enumerate(items) if item.__class__ is gast.Starred]
        if value.__class__ in (gast.Tuple, gast.List) and len(value.elts) == len(items) and not stars and not any(
                v.__class__ is gast.Starred for v in value.elts):
            self.unpack_display(items, value.elts)
            return
        made = call("indexable", self.base(value))
        made.drawn = "" if self.tried else "at once"
        source = self.atom(made, always=True)
        # nothing is bound where the number is wrong, which a handler may see, here or in a caller
        self.out.append(gast.Expr(call("check_unpacked", clone(source), constant(len(items)), constant(bool(stars)))))
        for place, item in enumerate(items):
            if item.__class__ is gast.Starred:
                after = len(items) - place - 1
                stop = gast.UnaryOp(gast.USub(), constant(after)) if after else None
                piece = subscript(clone(source), gast.Slice(constant(place) if place else None, stop, None))
                self.assign(item.value, call("list", piece))
                continue
            index = constant(place) if not stars or place < stars[0] else gast.UnaryOp(
                gast.USub(), constant(len(items) - place))
            self.assign(item, surely(subscript(clone(source), index)))

    def unpack_display(self, items: list[Node], parts: list[Node]) -> None:
        """`a, b = b, a`: all values are held before the first target is bound."""
        held = []
        for place, part in enumerate(parts):
            bound = {t for item in items[:place] for t in names_in(item)}
            last = place == len(items) - 1
            if (part.__class__ is gast.Name and part.id not in bound) or part.__class__ is gast.Constant or (
                    last and not names_in(part) & bound and not self.varied(part)):
                held.append(part)
                continue
            copy = self.names.fresh(part.id if part.__class__ is gast.Name else "t")
            self.bind(copy, self.flat(part))
            held.append(name(copy))
        for item, part in zip(items, held, strict=True):
            self.assign(item, part)

    def lower_AugAssign(self, node: Node) -> None:
        target = node.target
        active = self.varied(node.value) or self.varied(as_load(target))
        if not active:
            self.out.append(node)
            return
        if target.__class__ is not gast.Name:
            target = self.place(target)
        if node.op.__class__ in _BITS:
            into = call(f"{type(node.op).__name__}_into", as_load(target), node.value)
            self.statement_at(node, gast.Assign([target], into, None))
            return
        # what is called on the right side may write there, but the old value is read before that
        if target.__class__ is gast.Attribute or (target.__class__ is gast.Subscript and self.may_write(node.value)):
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            self.out.append(assign(held, as_load(target)))
            self.out.append(gast.AugAssign(gast.Name(held, gast.Store(), None, None), node.op, self.operand(node.value)))
            self.out.append(assign(clone(target), name(held)))
            if target.__class__ is gast.Attribute and target.attr in CACHED:
                self.out.append(gast.Expr(call("note_set", clone(target.value), constant(target.attr), constant(True))))
        else:
            self.out.append(gast.AugAssign(target, node.op, self.operand(node.value)))

    def may_write(self, value: Node) -> bool:
        """Whether evaluating an expression calls functions that may write into anything."""
        scope = getattr(self.activity, "scope", None)
        for node in walk(value):
            if node.__class__ is gast.Call and scope is not None:
                target = scope.resolve(node.func)
                if target is MISSING:
                    if not (node.func.__class__ is gast.Attribute and node.func.attr in METHODS):
                        return True
                elif isinstance(target, types.FunctionType) and lookup(target) is None and not is_inert(target):
                    return True
        return False

    def lower_Delete(self, node: Node) -> None:
        for target in node.targets:
            if target.__class__ is gast.Name:
                continue
            place = as_load(target)
            if not self.varied(place.value):
                self.out.append(gast.Delete([target]))
            elif place.__class__ is gast.Attribute:
                self.statement_at(node, gast.Expr(call("delete_attribute", place.value, constant(place.attr))))
            elif "__delitem__" in self.activity.scope.own:
                self.statement_at(node, gast.Expr(call("delete_item", place.value, slice_value(place.slice))))
            elif place.slice.__class__ is gast.Slice and place.slice.step is not None:
                raise self.fail("deleting every so many items of an active list is not supported", node,
                                "Build a new list without them.")
            elif place.slice.__class__ is gast.Slice:
                self.statement_at(node, assign(place, gast.List([], gast.Load())))
            else:
                self.statement_at(node, gast.Expr(call(attribute(place.value, "pop"), place.slice)))

    # places

    def place(self, target: Node) -> Node:
        """A store target whose base is a name and whose index is simple."""
        base = self.base(target.value)
        if target.__class__ is gast.Attribute:
            return gast.Attribute(base, target.attr, gast.Store())
        made = gast.Subscript(base, self.index(target.slice), gast.Store())
        made.of_out = getattr(target, "of_out", False)
        return made

    def base(self, node: Node) -> Node:
        """The object a store or load goes to, as a name."""
        if node.__class__ is gast.Subscript and node.value.__class__ in (gast.Tuple, gast.List, gast.Dict):
            node = gast.Subscript(self.base(node.value), node.slice, gast.Load())  # what it holds may be found active yet
        atom = self.atom(node, always=True)
        if atom.__class__ is gast.Name:
            return atom
        return self.temp(atom)

    def index(self, node: Node) -> Node:
        """An index whose parts are simple; active values in it only pick, unless a class says what items mean."""
        if node.__class__ is gast.Tuple and not any(e.__class__ is gast.Starred for e in node.elts):
            return gast.Tuple([self.index(item) for item in node.elts], gast.Load())
        if node.__class__ is gast.Slice:
            return gast.Slice(*(None if part is None else self.bound(part) for part in (node.lower, node.upper, node.step)))
        if not self.varied(node) and self.change_of(node):
            return self.steady(node)
        changed = self.varied(node) and bool(self.change_of(node))  # perhaps of a class: what it holds is not put back
        if changed and node.__class__ is gast.List and not any(e.__class__ is gast.Starred for e in node.elts):
            return gast.List([self.index(item) for item in node.elts], gast.Load())
        changed = changed and node.__class__ in (gast.Attribute, gast.BinOp, gast.UnaryOp)
        if self.varied(node) and (changed or not _BY_CODE.isdisjoint(self.activity.scope.own)):
            return self.atom(node)
        return node if is_simple(node) else self.temp(node)

    def bound(self, node: Node) -> Node:
        """A bound of a slice; a class that says what it means may compute with one that is active, which is not followed."""
        place = self.index(node)
        if self.varied(node) and names_in(node) & self.told and not _BY_CODE.isdisjoint(self.activity.scope.own):
            self.out.append(locate(gast.Expr(call("check_place", clone(place))), node))
        return place


_PERHAPS_VIEWS = (gast.Name, gast.Attribute, gast.Subscript, gast.Call, gast.IfExp, gast.NamedExpr)


def _is_flat(target: Node) -> bool:
    """Whether a target is `x.flat[k]`."""
    return target.__class__ is gast.Subscript and target.value.__class__ is gast.Attribute and target.value.attr == "flat"
