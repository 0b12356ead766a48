"""The reverse sweep: the statements of a program backwards, each replaced by its adjoint."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.effects import is_inert
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Sequence, is_container
from tangentish.derive.adjoints import THIN
from tangentish.derive.control_flow import ControlFlow
from tangentish.derive.stores import Stores
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import ATTRIBUTES, METHODS, lookup
from tangentish.syntax import (
    Block,
    Node,
    assign,
    attribute,
    call,
    constant,
    expression,
    free_names,
    name,
    names_in,
    slice_value,
    stored,
    walk,
)

QUIET = (gast.Pass, gast.Import, gast.ImportFrom, gast.Assert, gast.Raise, gast.Global, gast.Nonlocal, gast.Delete,
         gast.ClassDef, gast.Break, gast.Continue, gast.Return, gast.AsyncFunctionDef)


BRANCHES = (gast.If, gast.With)


class Reverse(Stores, ControlFlow):
    """Writes the reverse sweep of a program."""

    _closures: list[tuple[str, set[str], int]] | None = None

    def sweep(self, block: Block) -> None:
        """Reverse a block into `self.out`."""
        for node in reversed(block):
            self.uid = node.uid
            start = len(self.out)
            if self.guard is not None and not isinstance(node, BRANCHES):
                self.guarded(node)
            else:
                self.mark_write(node)
                self.settle(node)
                self.statement(node)
            for made in self.out[start:]:
                if not hasattr(made, "primal"):
                    made.primal = node

    def mark_write(self, node: Node) -> None:
        """A place where content that the statement overwrote may have to be put back."""
        if node.uid in self.aliases.writes and not hasattr(node, "dynamic") and isinstance(
                node, gast.Assign | gast.AugAssign | gast.Expr):
            marker = gast.Pass()
            marker.restores = node.uid
            self.out.append(marker)

    def settle(self, node: Node) -> None:
        """Before a write is reversed, what its memory owes to views with shadows of their own is moved to where it is."""
        for written in sorted(self.aliases.writes.get(node.uid, ())):
            if self.shared(written) and self.aliases.has_views_apart(written) and written in self.flow.after[node.uid]:
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.settle", self.after(written))))

    def statement(self, node: Node) -> None:
        """Reverse one statement."""
        if isinstance(node, QUIET):
            return
        if isinstance(node, gast.If):
            self.reverse_if(node)
        elif isinstance(node, gast.For | gast.While):
            self.reverse_loop(node)
        elif isinstance(node, gast.With):
            self.reverse_with(node)
        elif isinstance(node, gast.Try):
            self.reverse_try(node)
        elif isinstance(node, gast.FunctionDef):
            self.reverse_closure(node.name, node)
        elif isinstance(node, gast.AugAssign):
            self.reverse_augmented(node)
        elif hasattr(node, "dynamic"):
            self.reverse_call(node)
        elif isinstance(node, gast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, gast.Name):
                self.reverse_definition(node, target.id, node.value)
            elif isinstance(target, gast.Subscript | gast.Attribute):
                self.reverse_store(node, target, node.value)
            else:
                self.forget(node)
        elif isinstance(node, gast.Expr):
            self.reverse_expression(node)
        else:
            self.forget(node)

    def forget(self, node: Node) -> None:
        """An inactive statement: the adjoints of what it binds end here."""
        from tangentish.analysis.def_use import bound_names

        for identifier in bound_names(node):
            self.state.pop(identifier, None)

    # definitions

    def cotangent(self, target: str) -> tuple[str, str] | None:
        """The variable and the state of the cotangent of what the current statement defines; None if there is none."""
        version = self.flow.after[self.uid].get(target)
        if version is None or not self.active(target, self.kind_of(version)):
            self.state.pop(target, None)
            return None
        self.flush_cells(target, version)
        if self.shared(target):
            self.start(target, version)
        if target not in self.state:
            return None
        state = self.state.pop(target)
        return self.bar(target), state

    def reverse_definition(self, node: Node, target: str, value: Node) -> None:
        """Reverse `target = value`."""
        if isinstance(value, gast.Lambda):
            self.reverse_closure(target, value)
            return
        found = self.cotangent(target)
        if isinstance(value, gast.Call) and self.p.scope.resolve(value.func) is np.imag and self.shared(target):
            value = attribute(value.args[0], "imag")
        if isinstance(value, gast.Call) and self.container_call(node, target, value, found):
            return
        if found is None:
            return
        g, state = found
        if isinstance(value, gast.Name):
            self.reverse_alias(target, value.id, g, state)
        elif isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "indexable":
            self.reverse_indexable(target, value.args[0], g, state)
        elif isinstance(value, gast.Tuple | gast.List | gast.Dict):
            self.reverse_display(node, target, value, g)
        elif not self.p.activity.expr(value):
            return
        elif isinstance(value, gast.Subscript):
            self.reverse_load(target, value, g, state)
        elif isinstance(value, gast.BinOp) and self.concatenates(value, target):
            self.reverse_concatenation(target, value)
        elif isinstance(value, gast.Attribute) and (not self.array_attribute(value) or (
                value.attr == "imag" and self.shared(target))):
            self.reverse_attribute(node, target, value, g)
        else:
            if state == "table":
                state = "held"
                if not isinstance(self.kind_after(target), Array):
                    operator = isinstance(value, gast.BinOp | gast.UnaryOp)
                    self.filled(g, self.after(target), "filled_number" if operator else "filled")
            viewing = state == "held" and self.shared(target) and self.viewing(value)
            g, state = self.protect(value, target, g, state)
            if viewing:
                self.reverse_shared_view(node, target, value, g)
                return
            if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add | gast.Mult) and self.shared(
                    target) and self.kind_after(target) == UNKNOWN:
                self.emit(gast.Expr(call(f"{self.table}.joined", self.after(target), self.before(value.left),
                                         self.before(value.right))))
            if not self.reverse_rule(node, value, target, g, state):
                raise self.fail("no derivative rule for this expression", node.origin)

    def protect(self, value: Node, target: str, g: str, state: str) -> tuple[str, str]:
        """Hold the cotangent under another name where the target is an operand, and not the only one."""
        operands = [n for n in names_in(value) if n in self.flow.before[self.uid]]
        count = sum(1 for n in walk(value) if isinstance(n, gast.Name) and n.id == target)
        if target in operands and (count > 1 or self.shared(target)):
            fresh = self.names.fresh("t_bar")
            text = f"{fresh} = {g}.copy()" if self.shared(target) and isinstance(
                self.kind_after(target), Array) else f"{fresh} = {g}"
            self.line(text)
            return fresh, "held"
        return g, state

    def array_attribute(self, value: Node) -> bool:
        kind = self.kinds.expr(value.value, self.kinds.before.get(self.uid, {}))
        return value.attr in ATTRIBUTES and (isinstance(kind, Array) or kind.is_scalar or not self.shared(value.value.id))

    def viewing(self, value: Node) -> bool:
        """Whether an operation may give a view of an operand whose adjoint is in the table."""
        found = self.rule_of(value)
        if found is None or found[0].view == "never" or found[0].multi or not found[1] or found[3] is np.imag:
            return False
        first = found[1][0]
        return isinstance(first, gast.Name) and self.shared(first.id)

    def reverse_shared_view(self, node: Node, target: str, value: Node, g: str) -> None:
        """`y = x.T` with shared adjoints: nothing to do where the memory is the same, else the rule."""
        found = self.rule_of(value)
        assert found is not None
        first = found[1][0]
        if self.is_active(first):
            self.start(first.id, self.flow.before[self.uid][first.id])
        outer, self.out = self.out, []
        self.reverse_rule(node, value, target, g, "held")
        body, self.out = self.out, outer
        if body:
            self.numpy()
            test = expression("g is not None and not np.may_share_memory(y, x)", g=name(g), y=self.after(target),
                              x=self.before(first))
            if found[3] is np.broadcast_to:
                test = call(f"{self.table}.is_apart", self.after(target), self.before(first))
                body.append(gast.Expr(call(f"{self.table}.moved", self.after(target))))
            branch = gast.If(test, [], [])
            branch.body = body
            self.out.append(branch)

    def reverse_alias(self, target: str, source: str, g: str, state: str) -> None:
        """`y = x`."""
        if source not in self.flow.before[self.uid] or not self.active(source, self.kind_before(source)):
            return
        if self.shared(target) and self.shared(source):
            version = self.flow.before[self.uid][source]
            kind = self.kind_of(version)
            if isinstance(kind, Array):
                return
            if source == target:
                self.state[target] = "table"
                return
            self.start(source, version)
            bar = self.bar(source)
            self.uses_table = True
            self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), name(g))))
            return
        given: Node = name(g)
        if state == "table":
            state = "held"
            if not isinstance(self.kind_after(target), Array):
                given = call(self.helper("filled"), given, self.after(target))
        self.give(name(source), given, state)

    def reverse_indexable(self, target: str, value: Node, g: str, state: str) -> None:
        """`y = indexable(x)`: the same object, or a copy of its items."""
        if not isinstance(value, gast.Name) or not self.is_active(value):
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
        if isinstance(value, gast.Dict):
            pairs = [(self.before(key), item) for key, item in zip(value.keys, value.values, strict=True)]
        else:
            pairs = [(constant(place), item) for place, item in enumerate(value.elts)]
        if self.is_target_used(g):
            self.emit(assign(g, call(f"{self.table}.add", self.after(target), constant(None), name(g))))
        for key, item in reversed(pairs):
            if isinstance(item, gast.Name) and self.is_active(item):
                self.take(item.id, "held", owner, key)

    def is_target_used(self, g: str) -> bool:
        return any(g == inverse for inverse in self.bars.values()) and not self.table_only(g)

    def table_only(self, g: str) -> bool:
        return False

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
        source = value.value.id
        if not self.is_active(value.value):
            return
        version = self.flow.before[self.uid][source]
        kind = self.kind_of(version)
        index = self.before(value.slice)
        if self.shared(source):
            if isinstance(kind, Array) and self.shared(target) and isinstance(self.kind_after(target), Array) \
                    and self.basic_index(value.slice) and not self.aliases.has_views_apart(source):
                return  # the shadow of the view is a view of the shadow
            self.uses_table = True
            if not isinstance(kind, Array) and _is_whole(value.slice):  # of an array, or of a NumPy number
                self.start(source, version)
                bar = self.bar(source)
                self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), name(g))))
                return
            if isinstance(kind, Array) and not self.shared(target):
                self.start(source, version)
                self.region_add(source, index, value.slice, g)
                return
            key = index if not isinstance(index, gast.Slice | gast.Tuple) else slice_value(index)
            self.emit(gast.Expr(call(f"{self.table}.load", self.version(version), key, self.after(target), name(g))))
            return
        if kind.is_scalar:  # `x[()]` of a NumPy number, and `x[None]`, which makes an array of it
            self.give(value.value, call(self.helper("unbroadcast"), name(g), self.version(version)), "held")
            return
        if not isinstance(kind, Array | Sequence) and not isinstance(kind, type(UNKNOWN)):
            return
        if state == "table" and not isinstance(self.kind_after(target), Array):
            self.filled(g, self.after(target))
        if g == self.bar(source):  # `y = y[index]`: the adjoints before and after are two values of one name
            held = self.names.fresh("t_bar")
            self.line(f"{held} = {g}")
            g = held
        self.owned(source, version)
        self.region_add(source, index, value.slice, g)

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
        if not isinstance(source, gast.Name) or source.id not in self.flow.before[self.uid]:
            if isinstance(source, gast.Name | gast.Attribute):
                raise self.fail("an active value read from a global object is not supported", node.origin,
                                "Pass the object as an argument.")
            return
        self.uses_table = True
        if value.attr in ("real", "imag") and self.is_active(source) and self.shared(source.id):
            self.start(source.id, self.flow.before[self.uid][source.id])
            bar = self.bar(source.id)
            self.emit(assign(bar, call(f"{self.table}.load_part", self.before(source), constant(value.attr),
                                       self.after(target), name(bar), name(g))))
            return
        self.emit(gast.Expr(call(f"{self.table}.load_attribute", self.before(source), constant(value.attr),
                                 self.after(target), name(g))))

    def concatenates(self, value: Node, target: str) -> bool:
        """Whether `+` or `*` works on lists or tuples here."""
        if not isinstance(value.op, gast.Add | gast.Mult):
            return False
        kinds = [self.operand_kind(value.left), self.operand_kind(value.right)]
        return any(is_container(k) for k in kinds)

    def reverse_concatenation(self, target: str, value: Node) -> None:
        self.uses_table = True
        owner = self.after(target)
        if isinstance(value.op, gast.Add):
            self.emit(gast.Expr(call(f"{self.table}.concatenated", owner, self.before(value.left),
                                     self.before(value.right))))
            return
        left = is_container(self.operand_kind(value.left))
        source = value.left if left else value.right
        self.emit(gast.Expr(call(f"{self.table}.repeated", owner, self.before(source))))

    # calls

    def reverse_call(self, node: Node) -> None:
        """`y, called = primal(f, wrt, a, b)`."""
        ans, record = (item.id for item in node.targets[0].elts)
        func, args, keywords = node.dynamic
        found = self.cotangent(ans)
        g: Node = name(found[0]) if found else constant(None)
        self.state.pop(record, None)
        if hasattr(node, "pair"):
            self.reverse_pair(node, ans, record, found)
            return
        # what the call recorded holds on to its arguments, and to its result
        held = {n for part in [func, *args, *(k.value for k in keywords)] for n in names_in(part)} | {ans}
        held |= {c for n in list(held) for c in self.p.activity.captured.get(n, ())}
        held |= {c for label, captured, _ in self.closures() if label in held for c in captured}
        self.content.setdefault(self.uid, set()).update(
            self.aliases.class_of(n) for n in held if n in self.flow.after[self.uid])
        self.uses_table = True
        pull = call(expression("called.reverse", called=self.after(record)), g, name(self.table))
        takers: list[tuple[Node, Node]] = []
        parts = self.names.fresh("parts_bar")
        starred = False
        for place, argument in enumerate(args):
            starred |= isinstance(argument, gast.Starred)
            if isinstance(argument, gast.Name) and self.is_active(argument):
                takers.append((argument, expression(f"{parts}[{place - len(args) if starred else place}]")))
            elif isinstance(argument, gast.Starred) and self.is_active(argument.value):
                stop = -(len(args) - place - 1) or None
                text = f"{parts}[{place}:{parts}.positional{'' if stop is None else stop}]"
                takers.append((argument.value, expression(text)))
        if isinstance(func, gast.Attribute) and self.is_active(func.value):
            takers.append((func.value, expression(f"{parts}.owner")))
        for keyword in keywords:
            if keyword.arg is not None and isinstance(keyword.value, gast.Name) and self.is_active(keyword.value):
                takers.append((keyword.value, expression(f"{parts}[{keyword.arg!r}]")))
            elif keyword.arg is None and self.is_active(keyword.value):
                takers.append((keyword.value, expression(f"{parts}.keywords")))
        if not takers:
            self.emit(gast.Expr(pull))
            return
        self.emit(assign(parts, pull))
        for operand, part in takers:
            version = self.flow.before[self.uid][operand.id]
            if self.shared(operand.id):
                self.start(operand.id, version)
                bar = self.bar(operand.id)
                self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), part)))
                continue
            bar = self.bar(operand.id)
            old: Node = name(bar) if operand.id in self.state else constant(None)
            self.emit(assign(bar, call(self.helper("accumulate"), old, part)))
            if operand.id not in self.state:
                self.filled(bar, self.version(version))
            self.state[operand.id] = "held"

    def reverse_pair(self, node: Node, ans: str, record: str, found: tuple[str, str] | None) -> None:
        """`y, called = f_primal(a, b)`."""
        pair = node.pair
        contract = pair.made.contract
        active = [(param, argument) for param, argument in pair.arguments if param in pair.wanted]
        held = {n for param, argument in pair.arguments if param in contract.read for n in names_in(argument)}
        held |= {ans} if contract.returned or contract.ans_in_table else set()
        self.content.setdefault(self.uid, set()).update(
            self.aliases.class_of(n) for n in held if n in self.flow.after[self.uid])
        if found is None and not contract.written:
            return  # the result is not used
        returned = self.kind_after(ans)
        if isinstance(returned, Const) and returned.value is None:
            g: Node = constant(None)
        elif found is None:
            g = call(self.helper("zeros_like"), self.after(ans))
        else:
            if found[1] in THIN:
                self.full_value(found[0], ans, found[1])
            if found[1] == "table" and not contract.ans_in_table and not isinstance(self.kind_after(ans), Array):
                self.filled(found[0], self.after(ans))
            g = name(found[0])
        extra = [name(self.table)] if contract.uses_table else []
        self.uses_table |= contract.uses_table
        pull = call(pair.reverse, self.after(record), g, *extra)
        pair.pulls.append(pull.func)
        bars: dict[str, str] = {}
        for param in pair.wanted:
            argument = next(a for p, a in active if p == param)
            taken = isinstance(argument, gast.Name) and self.is_active(argument) and param not in contract.table
            bars[param] = self.names.fresh(f"{param}_bar") if taken and param not in contract.nothing else "_"
        if all(bar == "_" for bar in bars.values()):
            self.emit(gast.Expr(pull))
            return
        self.emit(gast.Assign([gast.Tuple([stored(bar) for bar in bars.values()], gast.Store())], pull, None))
        for param, argument in active:
            if bars[param] != "_":
                self.give(argument, name(bars[param]), "held")

    def reverse_closure(self, label: str, node: Node) -> None:
        """A function that captured active names: what its calls contributed to them is taken out of its cells."""
        self.state.pop(label, None)
        after = self.flow.after[self.uid]
        if label not in after:
            return
        for place, default in enumerate(node.args.defaults):
            if isinstance(default, gast.Name) and self.is_active(default):
                self.take(default.id, "held", expression("f.__defaults__", f=self.after(label)), constant(place))
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if isinstance(default, gast.Name) and self.is_active(default):
                self.take(default.id, "held", expression("f.__kwdefaults__", f=self.after(label)), constant(argument.id))
        for captured in sorted(free_names(node) & self.p.activity.varied):
            if captured in self.flow.before[self.uid] and captured != label:
                self.take_cell(captured, self.flow.before[self.uid][captured], self.after(label))

    def take_cell(self, captured: str, version: Any, function: Node) -> None:
        kind = self.kind_of(version)
        if not self.active(captured, kind):
            return
        self.uses_table = True
        bar = self.bar(captured)
        if self.shared(captured):
            self.start(captured, version)
        old: Node = name(bar) if captured in self.state else constant(None)
        cell = call(self.helper("cell_of"), function, constant(captured))
        self.emit(assign(bar, call(f"{self.table}.cell", cell, self.version(version), old)))
        if captured not in self.state:
            self.filled(bar, self.version(version))
            self.state[captured] = "held"

    def flush_cells(self, target: str, version: Any) -> None:
        """A captured name that is rebound: what came through the cell belongs to this value of it."""
        env = self.flow.before[self.uid]
        for label, captured, site in self.closures():
            if target in captured and label in env and label != target and env[label].site == site:
                self.take_cell(target, version, self.before(label))

    def closures(self) -> list[tuple[str, set[str], int]]:
        """The functions defined inside: their names, what they capture, and where."""
        if self._closures is not None:
            return self._closures
        found = self._closures = []
        for node in self.flow.nodes.values():
            if isinstance(node, gast.FunctionDef):
                found.append((node.name, free_names(node), node.uid))
            elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda) and isinstance(
                    node.targets[0], gast.Name):
                found.append((node.targets[0].id, free_names(node.value), node.uid))
        return found

    # expression statements

    def reverse_expression(self, node: Node) -> None:
        """A call whose result is not used: methods of containers, `np.add.at`, `np.copyto`, `x.fill`, `x.sort`."""
        value = node.value
        if not isinstance(value, gast.Call) or not self.p.activity.expr(value):
            return
        if self.container_call(node, None, value, None):
            return
        target = self.p.scope.resolve(value.func)
        short = getattr(target, "__name__", "") if target is not MISSING else ""
        if short == "at":
            self.reverse_at(node, value, getattr(target, "__self__", None))
            return
        if target is not MISSING and (lookup(target) is not None or is_inert(target)):
            return
        if isinstance(value.func, gast.Attribute) and value.func.attr in METHODS:
            return
        raise self.fail("this call writes active values in a way that is not supported", node.origin)


def _is_whole(index: Node) -> bool:
    """Whether an index is `()` or `...`, all that a NumPy number may be indexed with."""
    return (isinstance(index, gast.Tuple) and not index.elts) or (isinstance(index, gast.Constant) and index.value is ...)
