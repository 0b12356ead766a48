"""Tangents of what statements bind: operations, views, displays, items, attributes."""

from __future__ import annotations

import gast

from tangentish.analysis.def_use import bound_names
from tangentish.analysis.kinds import Array, Kind, is_container, is_text
from tangentish.derive.forward_calls import ForwardCalls
from tangentish.rules.registry import ATTRIBUTES
from tangentish.syntax import Block, Node, assign, call, clone, constant, expression, name, names_in, tuple_of

DISPLAYS = (gast.Tuple, gast.List, gast.Dict)


class ForwardDefinitions(ForwardCalls):
    """The part of `Forward` for definitions."""

    def inactive(self, node: Node) -> None:
        """A statement without a derivative: the tangents of what it binds are zero."""
        self.out.append(node)
        for identifier in sorted(bound_names(node)):
            if identifier in self.p.activity.varied:
                self.take_zero(identifier)

    def take_zero(self, identifier: str) -> None:
        """Give a name that was bound to an inactive value a tangent of zero."""
        if identifier not in self.flow.after[self.uid]:
            return
        self.emit(assign(self.dot(identifier), self.zero_of(identifier, self.kind_after(identifier))))
        self.captured_again(identifier)

    def zero_of(self, identifier: str, kind: Kind) -> Node:
        """The tangent of zero of a name that was bound to an inactive value of a kind."""
        if self.shared(identifier) or not (isinstance(kind, Array) or kind.is_scalar):
            self.uses_table = True
            return call(f"{self.table}.bind", name(identifier), constant(None))
        return constant(0.0) if kind.is_scalar else self.zero_like(name(identifier), kind)

    def written_into(self, target: str) -> bool:
        """Whether the memory of a name is written into, so that its tangent has to be its own."""
        return self.aliases.is_written(target)

    def settle_dot(self, target: str, term: Node, sure: bool, ans: str, fresh: bool = True) -> None:
        """`y_dot = term`, in the table or in the shape of `y` where that is not known.

        Where the term is not `fresh`, but may be the tangent of something else, and `y` or that is written into, it is copied.
        """
        if self.shared(target):
            self.uses_table = True
            term = call(f"{self.table}.bind", name(ans), term)
        elif not sure:
            term = call(self.helper("shaped_like"), term, name(ans))
            fresh = fresh and not isinstance(term.args[0], gast.Name)
        sources = [label for label, dot in self.bars.items() if dot in names_in(term)]
        own = self.shared(target) or self.kind_after(target).is_scalar
        if not fresh and not own and any(map(self.written_into, [target, *sources])):
            known = isinstance(self.kind_after(target), Array)
            term = expression("x.copy()", x=term) if known else call(self.helper("own"), term)
        self.emit(assign(self.dot(target), term))

    def definition(self, node: Node, target: str, value: Node) -> None:
        """`target = value`."""
        if isinstance(value, gast.Lambda):
            self.out.append(node)
            self.closure(target, value)
            return
        if target not in self.p.activity.varied:
            self.out.append(node)
            return
        if isinstance(value, gast.Name):
            self.out.append(node)
            self.alias_of(target, value)
        elif isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "indexable":
            self.out.append(node)
            self.alias_of(target, value.args[0])
        elif isinstance(value, DISPLAYS):
            self.display(node, target, value)
        elif isinstance(value, gast.Call) and self.container_definition(node, target, value):
            pass
        elif isinstance(value, gast.Attribute) and self.reads_object(value):
            self.attribute_read(node, target, value)
        elif not self.p.activity.expr(value) or is_text(self.kind_after(target)):
            self.inactive(node)
        elif isinstance(value, gast.Subscript):
            self.item_read(node, target, value)
        else:
            self.operation(node, target, value)
        self.captured_again(target)

    def alias_of(self, target: str, value: Node) -> None:
        if not self.is_active(value):
            self.take_zero(target)
            return
        source = name(self.dot(value.id))
        if self.shared(target) and not self.shared(value.id):
            self.settle_dot(target, source, True, target)
        else:
            self.emit(assign(self.dot(target), source))

    def operation(self, node: Node, target: str, value: Node) -> None:
        """`y = operation(x)` by the rule of the operation."""
        clash = target in names_in(value)
        ans = target
        if clash:
            ans = self.names.fresh("t")
            self.stand_ins[ans] = target
        primal = self.like(node, assign(ans, value)) if clash else node
        try:
            found = self.tangent_by_rule(node, value, name(ans))
        finally:
            self.stand_ins.pop(ans, None)
        if found is None:
            self.without_rule(node, target)
            return
        lines, term, sure = found
        if term is None:
            self.inactive(node)
            return
        unknown = isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add | gast.Mult) and (
            self.shared(target) or any(is_container(self.operand_kind(part)) for part in (value.left, value.right))) and not (
            isinstance(self.kind_after(target), Array) or self.kind_after(target).is_scalar)
        if clash and not self.shared(target) and sure and not self.trying and not unknown and ans not in names_in(
                [term, *lines]):
            self.emit(*lines)
            self.settle_dot(target, term, True, ans, self.is_fresh(value, term))
            self.out.append(node)
            return
        self.out.append(primal)
        if unknown:
            self.may_join(target, ans, value, lines, term)
        else:
            self.emit(*lines)
            self.settle_dot(target, term, sure, ans, self.is_fresh(value, term))
        if clash:
            self.emit(self.like(node, assign(target, name(ans))))

    def is_fresh(self, value: Node, term: Node) -> bool:
        """Whether a tangent is a new array, or shares memory just as the primal may."""
        found = self.rule_of(value)
        return isinstance(term, gast.BinOp | gast.UnaryOp) or (found is not None and (
            found[0].view != "never" or found[0].kind == "linear"))

    def without_rule(self, node: Node, target: str) -> None:
        """An expression without a rule: it may be of no number after all, as `x.dtype.kind` is not."""
        kind = self.kind_after(target)
        if isinstance(kind, Array) or kind.is_scalar:
            raise self.fail("no derivative rule for this expression", node.origin)
        self.uses_table = True
        self.out.append(node)
        self.emit(assign(self.dot(target), call(f"{self.table}.of_no_number", name(target))))

    def may_join(self, target: str, ans: str, value: Node, lines: Block, term: Node) -> None:
        """`y = a + b` or `a * b` where the operands may be lists."""
        self.uses_table = True
        outer, self.out = self.out, []
        self.emit(*lines)
        self.settle_dot(target, term, False, ans)
        plain, self.out = self.out, outer
        test = call(f"{self.table}.joins", name(ans), clone(value.left), clone(value.right))
        self.emit(gast.If(test, [assign(self.dot(target), constant(None))], plain))

    def like(self, node: Node, made: Node) -> Node:
        """A statement in the place of one of the user's."""
        made.origin = getattr(node, "origin", node)
        return made

    def display(self, node: Node, target: str, value: Node) -> None:
        """`y = (a, b)`, `[a, b]`, `{k: a}`."""
        if target in self.unpacked:
            self.out.append(node)
            self.emit(assign(self.dot(target), tuple_of([self.item_dot(item) for item in value.elts])))
            return
        self.uses_table = True
        owner = target
        if target in names_in(value):
            owner = self.names.fresh("t")
            self.out.append(self.like(node, assign(owner, value)))
        else:
            self.out.append(node)
        pairs = zip(value.keys, value.values, strict=True) if isinstance(value, gast.Dict) else (
            (constant(place), item) for place, item in enumerate(value.elts))
        for key, item in pairs:
            if isinstance(item, gast.Name) and self.is_active(item):
                self.emit(gast.Expr(call(f"{self.table}.hold", name(owner), key, item, name(self.dot(item.id)))))
        self.emit(assign(self.dot(target), constant(None)))
        if owner != target:
            self.emit(self.like(node, assign(target, name(owner))))

    def item_dot(self, item: Node) -> Node:
        """The tangent of an item of a tuple that has its own: zero, or None where there can be none."""
        kind = self.operand_kind(item)
        return self.tangent_of(item) if isinstance(kind, Array) or kind.is_scalar else constant(None)

    def item_read(self, node: Node, target: str, value: Node) -> None:
        """`y = x[index]`."""
        kind, index, ans = self.operand_kind(value.value), value.slice, target
        known = isinstance(value.value, gast.Name) and self.is_active(value.value)
        source = value.value.id if known else ""
        if source in self.unpacked:
            self.out.append(node)
            self.settle_dot(target, gast.Subscript(name(self.dot(source)), clone(index), gast.Load()), True, target, fresh=False)
            return
        if known and isinstance(kind, Array):
            term: Node = gast.Subscript(name(self.dot(source)), clone(index), gast.Load())
            follows = not self.shared(target)  # else its own memory, or that of a view, gets the tangent
            if target in names_in(value) and (self.trying or not follows):
                ans = self.names.fresh("t")
                self.out.append(self.like(node, assign(ans, value)))
                self.settle_dot(target, term, True, ans)
                self.emit(self.like(node, assign(target, name(ans))))
            elif target in names_in(value):
                self.emit(assign(self.dot(target), term))
                self.out.append(node)
            else:
                self.out.append(node)
                self.settle_dot(target, term, True, ans)
            return
        self.uses_table = True
        if target in names_in(value):
            ans = self.names.fresh("t")
            self.out.append(self.like(node, assign(ans, value)))
        else:
            self.out.append(node)
        held = name(self.dot(source)) if known else constant(None)
        term = call(f"{self.table}.item", clone(value.value), held, self.key(index), name(ans))
        self.settle_dot(target, term, not kind.is_scalar, ans)
        if ans != target:
            self.emit(self.like(node, assign(target, name(ans))))

    def reads_object(self, value: Node) -> bool:
        """Whether an attribute may be one of an object."""
        if not isinstance(value.value, gast.Name):
            return True
        return not self.array_attribute(value)

    def array_attribute(self, value: Node) -> bool:
        """Whether an attribute is one of an array or a number, with a rule."""
        kind = self.operand_kind(value.value)
        return value.attr in ATTRIBUTES and (isinstance(kind, Array) or kind.is_scalar)

    def attribute_read(self, node: Node, target: str, value: Node) -> None:
        """`y = x.attr` of an object, or of something that may be one."""
        if not self.p.activity.expr(value):
            self.inactive(node)
            return
        self.uses_table = True
        owner = value.value
        held = name(self.dot(owner.id)) if isinstance(owner, gast.Name) and self.is_active(owner) else constant(None)
        made = gast.Assign([gast.Tuple([gast.Name(target, gast.Store(), None, None),
                                        gast.Name(self.dot(target), gast.Store(), None, None)], gast.Store())],
                           call(f"{self.table}.read", clone(owner), held, constant(value.attr)), None)
        self.emit(self.like(node, made))
        if self.shared(target):
            self.settle_dot(target, name(self.dot(target)), True, target)
