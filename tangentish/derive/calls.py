"""Adjoints of calls: of pairs made beforehand, of what is looked up, and of functions defined inside."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.kinds import Array, Const
from tangentish.derive.adjoints import THIN
from tangentish.derive.tuple_items import TupleItems
from tangentish.derive.values import Values
from tangentish.normalise.calls.static_calls import PairCall
from tangentish.request import Contract, Made
from tangentish.syntax import (
    Node,
    assign,
    call,
    clone,
    constant,
    expression,
    free_names,
    name,
    names_in,
    stored,
)


class Calls(Values, TupleItems):
    """The part of `Reverse` for calls."""

    _closures: list[tuple[str, set[str], int]] | None = None
    _cells: dict[str, str] | None = None

    def reverse_call(self, node: Node) -> None:
        """`y, called = primal(f, wrt, a, b)`."""
        ans, record = (item.id for item in node.targets[0].elts)
        func, args, keywords = node.dynamic
        if hasattr(node, "pair") and ans in self.unpacked:
            self.state.pop(record, None)
            self.reverse_pair(node, ans, record, None)
            return
        found = self.cotangent(ans)
        if found is not None and found[1] in THIN and not hasattr(node, "pair"):
            self.full_value(found[0], ans, found[1])
        g: Node = name(found[0]) if found else constant(None)
        self.state.pop(record, None)
        self.replace_shadow(node, ans, found)
        if hasattr(node, "pair"):
            self.reverse_pair(node, ans, record, found)
            return
        if found and found[1] in THIN:
            self.full_value(found[0], ans, found[1])
        # what the call recorded holds on to its arguments, and to its result
        held = {n for part in [func, *args, *(k.value for k in keywords)] for n in names_in(part)} | {ans}
        held |= {c for n in list(held) for c in self.p.activity.captured.get(n, ())}
        held |= {c for label, captured, _ in self.closures() if label in held for c in captured}
        self.content.setdefault(self.uid, set()).update(
            self.aliases.class_of(n) for n in held if n in self.flow.after[self.uid])
        self.uses_table = True
        pull = call(expression("called.reverse", called=self.after(record)), g, name(self.table))
        parts = self.names.fresh("parts_bar")
        takers = self.takers(func, args, keywords, parts)
        if not takers:
            self.emit(gast.Expr(pull))
            return
        self.emit(assign(parts, pull))
        for operand, part in takers:
            self.take_part(operand, part)

    def replace_shadow(self, node: Node, ans: str, found: tuple[str, str] | None) -> None:
        """Empty the shadow of a result that this pair changes and gives on: the cotangent here has what the caller put there.

        What is called looks there, and would find what has been counted already.
        """
        looks = not hasattr(node, "pair") or node.pair.made.contract.uses_table
        if looks and self.in_pair and found is not None and not self.shared(ans) and self.p.ans in self.aliases.taken_over(ans):
            self.uses_table = True
            self.emit(gast.Expr(call(f"{self.table}.replace", self.after(ans), name(found[0]))))

    def takers(self, func: Node, args: list[Node], keywords: list[Node], parts: str) -> list[tuple[Node, Node]]:
        """What is active of a call, and where its cotangent is among those that the call gives back."""
        takers: list[tuple[Node, Node]] = []
        starred = False
        several = sum(isinstance(argument, gast.Starred) for argument in args) > 1
        for place, argument in enumerate(args):
            starred |= argument.__class__ is gast.Starred
            operand = argument.value if argument.__class__ is gast.Starred else argument
            if several and operand.__class__ is gast.Name and self.is_active(operand):
                takers.append((operand, self.part_of(parts, args, place)))
            elif argument.__class__ is gast.Name and self.is_active(argument):
                takers.append((argument, expression(f"{parts}[{place - len(args) if starred else place}]")))
            elif argument.__class__ is gast.Starred and self.is_active(argument.value):
                stop = -(len(args) - place - 1) or None
                text = f"{parts}[{place}:{parts}.positional{'' if stop is None else stop}]"
                takers.append((argument.value, expression(text)))
        if func.__class__ is gast.Attribute and self.is_active(func.value):
            takers.append((func.value, expression(f"{parts}.owner")))
        for keyword in keywords:
            if keyword.arg is not None and keyword.value.__class__ is gast.Name and self.is_active(keyword.value):
                takers.append((keyword.value, expression(f"{parts}[{keyword.arg!r}]")))
            elif keyword.arg is None and self.is_active(keyword.value):
                takers.append((keyword.value, expression(f"{parts}.keywords")))
        return takers

    def take_part(self, operand: Node, part: Node) -> None:
        """Add a cotangent that a call gave back to the adjoint of an operand."""
        version = self.flow.before[self.uid][operand.id]
        if self.shared(operand.id):
            self.start(operand.id, version)
            bar = self.bar(operand.id)
            self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), part)))
            return
        bar = self.bar(operand.id)
        old: Node = name(bar) if operand.id in self.state else constant(None)
        self.emit(assign(bar, call(self.helper("accumulate"), old, part)))
        if operand.id not in self.state:
            self.filled(bar, self.version(version))
        self.state[operand.id] = "held"

    def part_of(self, parts: str, args: list[Node], place: int) -> Node:
        """Where the cotangent of an argument is among those of all, if several are starred."""
        start: Node = constant(sum(not isinstance(argument, gast.Starred) for argument in args[:place]))
        for argument in args[:place]:
            if isinstance(argument, gast.Starred):
                start = gast.BinOp(start, gast.Add(), call("len", self.before(argument.value)))
        index = start
        if isinstance(args[place], gast.Starred):
            stop = gast.BinOp(clone(start), gast.Add(), call("len", self.before(args[place].value)))
            index = gast.Slice(start, stop, None)
        return gast.Subscript(name(parts), index, gast.Load())

    def reverse_pair(self, node: Node, ans: str, record: str, found: tuple[str, str] | None) -> None:
        """`y, called = f_primal(a, b)`."""
        pair = node.pair
        added = self.added_to(pair)
        self.use_pair(node, pair.adding(tuple(added)))
        contract = pair.made.contract
        active = [(param, argument) for param, argument in pair.arguments if param in pair.wanted]
        held = {n for param, argument in pair.arguments if param in contract.read for n in names_in(argument)}
        held |= {ans} if contract.returned or contract.ans_in_table or contract.keeps_ans else set()
        self.content.setdefault(self.uid, set()).update(
            self.aliases.class_of(n) for n in held if n in self.flow.after[self.uid])
        if found is None and not self.items.get(ans) and not contract.written and not contract.shares:
            return  # the result is not used
        given = self.result_bars(contract, ans, found)
        extra = [name(self.table)] if contract.uses_table else []
        self.uses_table |= contract.uses_table
        for param in contract.takes:
            self.owned(added[param].id, self.flow.before[self.uid][added[param].id])
        onto = [name(self.bar(added[param].id)) for param in contract.takes]
        pull = call(pair.reverse, self.after(record), *given, *onto, *extra)
        pair.pulls.append(pull)
        bars: dict[str, str] = {}
        for param in pair.wanted:
            if param in contract.takes:
                bars[param] = self.bar(added[param].id)
                continue
            argument = next(a for p, a in active if p == param)
            taken = argument.__class__ is gast.Name and self.is_active(argument) and param not in contract.table
            bars[param] = self.names.fresh(f"{param}_bar") if taken and param not in contract.nothing else "_"
        if all(bar == "_" for bar in bars.values()):
            self.emit(gast.Expr(pull))
            return
        self.emit(gast.Assign([gast.Tuple([stored(bar) for bar in bars.values()], gast.Store())], pull, None))
        for param, argument in active:
            if bars[param] != "_" and param not in contract.takes:
                self.give(argument, name(bars[param]), "owned" if param in contract.addable else "held")

    def result_bars(self, contract: Contract, ans: str, found: tuple[str, str] | None) -> list[Node]:
        """The cotangent of the result of a pair as its reverse function takes it: as a whole, or one for each item."""
        returned = self.kind_after(ans)
        if ans in self.unpacked:
            return self.item_bars(ans, contract.items)
        if isinstance(returned, Const) and returned.value is None:
            return [constant(None)]
        if found is None:
            whole: Node = call(self.helper("zeros_like"), self.after(ans))
        else:
            if found[1] in THIN:
                self.full_value(found[0], ans, found[1])
            if found[1] == "table" and not contract.ans_in_table and not contract.items and not isinstance(returned, Array):
                self.filled(found[0], self.after(ans))
            whole = name(found[0])
        return self.items_taken(ans, whole, contract.items) if contract.items else [whole]

    def added_to(self, pair: PairCall) -> dict[str, Node]:
        """The arguments with adjoints that are arrays already to which a call in a loop may add its parts, by parameter."""
        given = dict(pair.arguments)
        return {param: given[param] for param in pair.wanted
                if param in pair.usual.contract.addable and given[param].__class__ is gast.Name and self.is_active(given[param])
                and given[param].id in self.state and not self.shared(given[param].id)
                and (self.loops or given[param].id in self.adding)}

    def use_pair(self, node: Node, made: Made) -> None:
        """Let a call use another pair of the same function."""
        if made is node.pair.made:
            return
        known = {**self.p.externs, **self.externs}
        node.pair.replace(node, made, self.names, known)
        self.externs |= {label: value for label, value in known.items() if label not in self.p.externs}

    def reverse_closure(self, label: str, node: Node) -> None:
        """A function that captured active names: what its calls contributed to them is taken out of its cells."""
        self.state.pop(label, None)
        after = self.flow.after[self.uid]
        if label not in after:
            return
        for place, default in enumerate(node.args.defaults):
            if default.__class__ is gast.Name and self.is_active(default):
                self.take(default.id, "held", expression("f.__defaults__", f=self.after(label)), constant(place))
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if default.__class__ is gast.Name and self.is_active(default):
                self.take(default.id, "held", expression("f.__kwdefaults__", f=self.after(label)), constant(argument.id))
        for captured in sorted(free_names(node) & self.p.activity.varied):
            if captured in self.flow.before[self.uid] and captured != label:
                self.take_cell(captured, self.flow.before[self.uid][captured],
                               self.cell_of(self.after(label), captured))

    def cell_of(self, function: Node, captured: str) -> Node:
        return call(self.helper("cell_of"), function, constant(captured))

    def take_cell(self, captured: str, version: Any, cell: Node) -> None:
        kind = self.kind_of(version)
        if not self.active(captured, kind):
            return
        self.uses_table = True
        bar = self.bar(captured)
        if self.shared(captured):
            self.start(captured, version)
        old: Node = name(bar) if captured in self.state else constant(None)
        self.emit(assign(bar, call(f"{self.table}.cell", cell, self.version(version), old)))
        if captured not in self.state:
            self.filled(bar, self.version(version))
            self.state[captured] = "held"

    def flush_cells(self, target: str, version: Any) -> None:
        """A captured name that is rebound: what came through the cell belongs to this value of it."""
        env = self.flow.before[self.uid]
        named = self.named_cells().get(target)
        if named is not None:
            self.take_cell(target, version, self.before(named))
            return
        for label, captured, site in self.closures():
            if target in captured and label in env and label != target and env[label].site == site:
                self.take_cell(target, version, self.cell_of(self.before(label), target))

    def named_cells(self) -> dict[str, str]:
        """The names that hold cells of captured variables."""
        if self._cells is None:
            self._cells = {node.captured_cell: node.targets[0].id for node in self.flow.nodes.values()
                           if hasattr(node, "captured_cell")}
        return self._cells

    def closures(self) -> list[tuple[str, set[str], int]]:
        """The functions defined inside: their names, what they capture, and where."""
        if self._closures is not None:
            return self._closures
        found = self._closures = []
        for node in self.flow.nodes.values():
            if node.__class__ is gast.FunctionDef:
                found.append((node.name, free_names(node), node.uid))
            elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name:
                found.append((node.targets[0].id, free_names(node.value), node.uid))
        return found
