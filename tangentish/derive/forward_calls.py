"""Tangents of calls that are looked up when they happen, of functions defined inside, and of containers' methods."""

from __future__ import annotations

import gast

from tangentish.analysis.kinds import Array
from tangentish.derive.forward_stores import ForwardStores
from tangentish.derive.unpacked_tuples import UnpackedTuples
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Node, assign, call, clone, constant, expression, free_names, name, stored, tuple_of

GROWING = {"append": "appended", "extend": "extended", "insert": "inserted", "pop": "popped", "clear": "cleared"}
"""Methods of lists, and those of the table that note them."""


class ForwardCalls(ForwardStores, UnpackedTuples):
    """The part of `Forward` for calls."""

    def settle_dot(self, target: str, term: Node, sure: bool, ans: str, fresh: bool = True) -> None:
        raise NotImplementedError

    def called(self, node: Node) -> None:
        """`y, y_dot = pushforward(f, tangents, wrt, (a, b), (a_dot, b_dot))`."""
        ans = node.targets[0].elts[0].id
        if hasattr(node, "pair"):
            self.called_static(node, ans)
            return
        self.uses_table = True
        func, args, keywords = node.dynamic
        wrt = node.value.args[1]
        for operand in [*args, *(k.value for k in keywords), getattr(func, "value", None)]:
            if isinstance(operand, gast.Starred):
                operand = operand.value
            if isinstance(operand, gast.Name) and self.is_active(operand) and not self.shared(operand.id) and not (
                    self.operand_kind(operand).is_scalar):  # what is called may write into it
                self.emit(assign(self.dot(operand.id), call(f"{self.table}.bind", name(operand.id), name(self.dot(operand.id)))))
        given: list[Node] = [clone(node.value.args[0]), name(self.table), clone(wrt), tuple_of([clone(a) for a in args]),
                             tuple_of([self.passed(a) for a in args])]
        named = keywords or self.owner_dot(func) is not None
        if named:
            keys = [constant(k.arg) if k.arg is not None else None for k in keywords]
            given += [gast.Dict(list(keys), [clone(k.value) for k in keywords]),
                      gast.Dict(list(keys), [self.passed(k.value) if k.arg is not None else self.passed_named(k.value)
                                             for k in keywords])]
        owner = self.owner_dot(func)
        if owner is not None:
            given.append(owner)
        self.result_of(node, ans, call("pushforward", *given))

    def called_static(self, node: Node, ans: str) -> None:
        """`y, y_dot = f_tangent(a, b, a_dot, b_dot)` of a function whose tangent program is in the same text."""
        pair = node.pair
        by_name = dict(pair.arguments)
        table = [name(self.table)] if pair.made.contract.uses_table else []
        self.uses_table |= bool(table)
        given = [clone(argument) for _, argument in pair.arguments]
        self.result_of(node, ans, call(pair.first, *table, *given, *(self.tangent_of(by_name[p]) for p in pair.wanted)))

    def result_of(self, node: Node, ans: str, value: Node) -> None:
        """`ans, ans_dot = value`."""
        varied = ans in self.p.activity.varied
        if ans not in self.flow.live_after.get(self.uid, ()) and not any(ans in seen for _, seen, _ in self.all_closures()):
            nothing = gast.Tuple([stored("_"), stored("_")], gast.Store())
            self.emit(self.like(node, gast.Assign([nothing], value, None)))
            return
        targets = gast.Tuple([stored(ans), stored(self.dot(ans) if varied else "_")], gast.Store())
        self.emit(self.like(node, gast.Assign([targets], value, None)))
        if varied and self.shared(ans):
            self.settle_dot(ans, name(self.dot(ans)), True, ans)
        if varied:
            self.captured_again(ans)

    def owner_dot(self, func: Node) -> Node | None:
        """The tangent of the object whose method is called, if that is a variable of its own."""
        if isinstance(func, gast.Attribute) and isinstance(func.value, gast.Name) and self.is_active(func.value):
            return name(self.dot(func.value.id))
        return None

    def passed(self, argument: Node) -> Node:
        """The tangent of an argument as its variable holds it; of what is not active, None."""
        if isinstance(argument, gast.Starred):
            value = argument.value
            held = name(self.dot(value.id)) if self.is_active(value) else constant(None)
            return gast.Starred(call(f"{self.table}.items_of", clone(value), held), gast.Load())
        if isinstance(argument, gast.Tuple | gast.List):
            return tuple_of([self.passed(item) for item in argument.elts]) if self.is_active(argument) else constant(None)
        return name(self.dot(argument.id)) if self.is_active(argument) else constant(None)

    def passed_named(self, value: Node) -> Node:
        """The tangents of the items of `**value`."""
        return call(f"{self.table}.keywords_of", clone(value))

    # functions defined inside

    def closure(self, label: str, node: Node) -> None:
        """A function that captured active names: the tangents of numbers are found through its cells."""
        after = self.flow.after[self.uid]
        if label not in after:
            return
        if label in self.p.activity.varied:
            self.emit(assign(self.dot(label), constant(None)))
        holders = [(f"{label}.__defaults__", constant(place), d) for place, d in enumerate(node.args.defaults)]
        holders += [(f"{label}.__kwdefaults__", constant(a.id), d)
                    for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)]
        for text, key, default in holders:
            if isinstance(default, gast.Name) and self.is_active(default):
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.hold", expression(text), key, clone(default),
                                         name(self.dot(default.id)))))
        for captured in sorted(free_names(node) & self.p.activity.varied):
            version = self.flow.before[self.uid].get(captured)
            if version is not None and version.definite and captured != label:  # else it is noted where it is bound
                self.note_cell(captured)

    def captured_again(self, identifier: str) -> None:
        """A name that functions defined inside see is bound anew."""
        if any(identifier in captured for _, captured, _ in self.all_closures()):
            self.note_cell(identifier)

    def note_cell(self, identifier: str) -> None:
        version = self.flow.after[self.uid].get(identifier)
        if version is None or not self.active(identifier, self.kind_of(version)):
            return
        self.uses_table = True
        if isinstance(self.kind_of(version), Array):
            if not self.shared(identifier):
                self.emit(assign(self.dot(identifier), call(f"{self.table}.bind", name(identifier), name(self.dot(identifier)))))
            return
        cell = call(self.helper("cell_of"), gast.Lambda(gast.arguments([], [], None, [], [], None, []), name(identifier)),
                    constant(identifier))
        self.emit(gast.Expr(call(f"{self.table}.capture", cell, name(identifier), name(self.dot(identifier)))))

    def all_closures(self) -> list[tuple[str, set[str], int]]:
        """The functions defined inside: their names, what they capture, and where."""
        if self._closures is None:
            self._closures = []
            for node in self.flow.nodes.values():
                if isinstance(node, gast.FunctionDef):
                    self._closures.append((node.name, free_names(node), node.uid))
                elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda) and isinstance(
                        node.targets[0], gast.Name):
                    self._closures.append((node.targets[0].id, free_names(node.value), node.uid))
        return self._closures

    # containers

    def container_definition(self, node: Node, target: str, value: Node) -> bool:
        """`y = list(x)`, `y = x.pop()` and their like; False for other calls."""
        function = self.p.scope.resolve(value.func)
        if function is not MISSING and function in (list, tuple, dict) and len(value.args) == 1:
            source = value.args[0]
            self.out.append(node)
            if isinstance(source, gast.Name) and self.is_active(source) and target != source.id:
                self.uses_table = True
                self.emit(gast.Expr(call(f"{self.table}.copied", name(target), clone(source), name(self.dot(source.id)))))
                self.emit(assign(self.dot(target), constant(None)))
            elif isinstance(source, gast.Name) and self.is_active(source):
                self.out.pop()
                self.uses_table = True
                made = self.names.fresh("t")
                self.out.append(self.like(node, assign(made, value)))
                self.emit(gast.Expr(call(f"{self.table}.copied", name(made), clone(source), name(self.dot(source.id)))))
                self.emit(self.like(node, assign(target, name(made))), assign(self.dot(target), constant(None)))
            else:
                self.take_zero(target)
            return True
        if function is not MISSING or not self.is_growing(value):
            return False
        owner, method = value.func.value, value.func.attr
        self.uses_table = True
        if method != "pop":
            self.container_statement(node, value)
            self.take_zero(target)
            return True
        key = clone(value.args[0]) if value.args else constant(-1)
        held = self.names.fresh("t_dot")
        self.emit(assign(held, call(f"{self.table}.popped", clone(owner), key)))
        self.out.append(node)
        self.emit(assign(self.dot(target), call(f"{self.table}.bind", name(target), name(held))))
        return True

    def is_growing(self, value: Node) -> bool:
        func = value.func
        return isinstance(func, gast.Attribute) and func.attr in GROWING and isinstance(
            func.value, gast.Name) and not isinstance(self.operand_kind(func.value), Array)

    def container_statement(self, node: Node, value: Node) -> bool:
        """`x.append(v)` and its like; False for other calls."""
        if self.p.scope.resolve(value.func) is not MISSING or not self.is_growing(value):
            return False
        owner, method = value.func.value, value.func.attr
        self.uses_table = True
        given = [clone(a) for a in value.args]
        if method == "pop":
            given = given or [constant(-1)]
        elif value.args:
            given.append(self.passed(value.args[-1]))
        self.emit(gast.Expr(call(f"{self.table}.{GROWING[method]}", clone(owner), *given)))
        self.out.append(node)
        return True
