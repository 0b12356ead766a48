"""What calls may write, return and bring into the shadow table."""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import KEPT
from tangentish.analysis.kinds import UNKNOWN, Array, scalar_type
from tangentish.analysis.memory.edges import Edge
from tangentish.analysis.memory.kept_results import gives_what_is_kept
from tangentish.analysis.memory.roots import innermost, root_name
from tangentish.analysis.memory.views_told import copies_told, may_show
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.functions_given import functions_given
from tangentish.analysis.writes.matching import match_arguments
from tangentish.custom import Custom
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING
from tangentish.library import SEVERAL, handled, replacement
from tangentish.library.running import asked, next_item
from tangentish.library.windows import as_strided, sliding_window_view
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Node, free_names, name, names_in, walk

_WINDOWS = (as_strided.__name__, sliding_window_view.__name__)


class CallAliases:
    """The part of `Aliases` for calls."""

    def dynamic(self, node: Node, uid: int) -> None:
        """`y, called = primal(f, ...)`: as the call of `f`, its arguments in the table."""
        if KEPT in self.scope.own and gives_what_is_kept(self.scope.called(node.dynamic[0])):
            self.table.add(node.targets[0].elts[0].id)  # which another call may have given, too
        if hasattr(node, "pair"):
            self.static(node, uid)
            return
        func, args, keywords = node.dynamic
        reads = self.windows(node, uid)
        if any(a.__class__ is gast.Constant and a.value == "imag" for a in args):  # a tangent program that looks an attribute up
            self.apart.add(uid)
        call = gast.Call(func, args, keywords)
        ans = node.targets[0].elts[0].id
        if self.mutable(self.kind(uid, ans, after=True)):
            for source in self.call_sources(call, uid):
                self.edges.append(Edge(uid, ans, source, False))
        if not reads:
            self.call(call, uid)
        for value in _given(args, keywords):
            self.table |= self.holders(value, uid)
        root = root_name(func)
        if root is not None and self.scope.name(root) is MISSING:
            self.table |= self.holders(name(root), uid)

    def windows(self, node: Node, uid: int) -> bool:
        """Whether this is `sliding_window_view` or `as_strided`.

        It shows its argument, and is followed as a copy, so nothing may be written meanwhile.
        """
        func, args, keywords = node.dynamic
        target = self.scope.resolve(func)
        ours = target is MISSING and getattr(func, "id", "").startswith(_WINDOWS)  # what is called for it
        if ours or target in (np.lib.stride_tricks.sliding_window_view, np.lib.stride_tricks.as_strided):
            given = [*args[:1], *(k.value for k in keywords if k.arg == "x")]
            self.edges += [Edge(uid, node.targets[0].elts[0].id, n, False) for v in given for n, _ in self.sources(v, uid)]
            self.unfollowed.add(uid)
            return True
        return False

    def static(self, node: Node, uid: int) -> None:
        """`y, called = f_primal(a, b)`: what the pair says of its parameters."""
        contract, ans = node.pair.made.contract, node.targets[0].elts[0].id
        reads = self.windows(node, uid)
        for param, argument in node.pair.arguments:
            for n in sorted(self.holders(argument, uid)):
                if param in contract.written and not reads:
                    self.write(uid, n)
                if param in contract.table:
                    self.table.add(n)
                if param in contract.returned and self.mutable(self.kind(uid, ans, after=True)):
                    self.edges.append(Edge(uid, ans, n, False))
        if contract.ans_in_table:
            self.table.add(ans)

    def closure(self, label: str, node: Node, uid: int) -> None:
        for captured in sorted(free_names(node) - {label}):
            if captured in self.varied:
                self.edges.append(Edge(uid, label, captured, False))
                self.table |= {label, captured}
            elif self.scope.name(captured) is MISSING:  # inactive, but it may be written into
                self.edges.append(Edge(uid, label, captured, False))
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default.__class__ is gast.Name and default.id in self.varied:
                self.edges.append(Edge(uid, label, default.id, False, True))
                self.table |= {label, default.id}

    def copies(self, index: Node, uid: int) -> bool:
        """Whether indexing an array with this gives a copy for sure."""
        items = index.elts if index.__class__ is gast.Tuple else [index]
        env = self.kinds.before.get(uid, {})
        for item in items:
            if item.__class__ is gast.Slice:
                continue
            kind = self.kinds.expr(item, env)
            if isinstance(kind, Array) or (kind.is_scalar and issubclass(scalar_type(kind), bool | np.bool_)):
                return True
        return False

    def call_sources(self, node: Node, uid: int) -> list[str]:
        names = [n for v in _given(node.args, node.keywords) for n in sorted(self.holders(v, uid))]
        target = self.scope.resolve(node.func)
        if target is not MISSING:
            return self.sources_of_target(node, uid, target, names)
        if node.func.__class__ is gast.Attribute:
            base = root_name(node.func.value)
            if base and isinstance(self.kind(uid, base), Array) and node.func.attr in METHODS:
                rule = lookup(METHODS[node.func.attr])
                return [base] if rule is None or rule.view != "never" else []
            return [*names, *([base] if base else self.sources_of_made(node.func, uid))]
        if node.func.__class__ is not gast.Name:  # `(lambda: x)()`, `functions[0]()`
            return names + sorted(self.holders(node.func, uid))
        return names if node.func.id == "indexable" else [*names, node.func.id]

    def sources_of_made(self, func: Node, uid: int) -> list[str]:
        """The same for a method of what has no name, which only what is not active is: `w.reshape(2, 2).ravel()`."""
        rule = lookup(METHODS[func.attr]) if func.attr in METHODS and func.attr not in self.scope.own else None
        apart = rule is not None and rule.view == "never" and not self.containers.is_one(func.value)  # a copy holds the same items
        return [] if apart else [n for n, _ in self.sources(innermost(func), uid)]

    def sources_of_target(self, node: Node, uid: int, target: Any, names: list[str]) -> list[str]:
        """The same where it is known what is called; `names` are those in its arguments."""
        if handled(target) is not None:  # a sparse matrix keeps the array that it is made of
            return names if "sparse" in target.__module__ else []
        if isinstance(target, Custom):
            return []
        if target in (max, min) or (target is sum and len(node.args) + len(node.keywords) > 1):
            return names  # one of the arguments, or of the items of one; lists that are added up hold what they held
        rule = lookup(target)
        if rule is not None:
            return [*(n for out in written_by(node, target) for n in names_in(out)), *self.viewed(node, uid, target, names)]
        if is_inert(target) or target in (float, int, len, str, bool, range, sum):
            return []
        stands_for_itself = replacement(target) is None or not self.varied.isdisjoint(names)
        if isinstance(target, types.FunctionType) and stands_for_itself:
            effects, matched = effects_met(target, self.scope.own), match_arguments(target, node)
            if not effects.opaque and matched is not None:
                return [n for key in effects.returns for v in matched.get(key, []) for n in sorted(self.holders(v, uid))]
        return names

    def viewed(self, node: Node, uid: int, target: Any, names: list[str]) -> list[str]:
        """Of which of the names the result of a function with a rule may be a view."""
        if target in (np.broadcast_to, np.broadcast_arrays, np.imag):
            self.apart.add(uid)
        if target in (np.einsum, np.meshgrid):
            self.unfollowed |= {uid} if (views := may_show(node, target)) else set()
            return names if views else []
        if target in (*SEVERAL, np.broadcast_arrays):  # of each of their arguments
            return names
        if target is np.array and copies_told(node):
            return []
        values = _given(node.args, node.keywords)
        return sorted(self.holders(values[0], uid)) if values and lookup(target).view != "never" else []  # type: ignore[union-attr]  # it has one

    def gives_several(self, node: Node) -> bool:
        """Whether an expression calls a function with a rule that gives a tuple or a list."""
        target = self.scope.resolve(node.func) if isinstance(node, gast.Call) else MISSING
        rule = lookup(target) if target is not MISSING else None
        return rule is not None and rule.multi

    def holders(self, value: Node, uid: int) -> set[str]:
        """The names in an argument that are not plain numbers."""
        return {n for n in names_in(value) if self.mutable(self.kind(uid, n))
                and not (self.kind(uid, n) == UNKNOWN and self.scope.name(n) is not MISSING)}

    def calls(self, value: Node, uid: int) -> None:
        """What a call may write, and what it brings into the table."""
        if value.__class__ is gast.Lambda:
            return
        for node in walk(value):
            if node.__class__ is gast.Call:
                self.call(node, uid)
                for n in {n for part in functions_given(node, self.scope) for n in self.holders(part, uid)}:
                    self.write(uid, n)
            elif node.__class__ is gast.comprehension:  # `for x[0] in rows`
                for part in walk(node.target):
                    if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                        self.store(part, node.iter, uid)
        for node in reversed(walk(value)):
            if node.__class__ is gast.comprehension and names_in(node.target) & self.writes.get(uid, set()):
                for n in self.holders(node.iter, uid):  # `[row.sort() for row in rows]`
                    self.write(uid, n)

    def call(self, node: Node, uid: int) -> None:
        target = self.scope.resolve(node.func)
        for part in [node.func, *node.args, *(k.value for k in node.keywords)]:
            if part.__class__ is gast.Name:
                for captured in self.captured.get(part.id, ()):
                    self.write(uid, captured)
        values = _given(node.args, node.keywords)
        for n in {n for out in written_by(node, target) for n in names_in(out)}:
            self.write(uid, n)
        self.ask(uid, names_in(node.args[0]) if target is asked or target is next_item else set())
        told = self.call_of_method(node, uid, values) if target is MISSING else self.call_of_target(node, uid, target, values)
        if not told:
            self.unseen_call(node, uid, target, values)

    def call_of_target(self, node: Node, uid: int, target: Any, values: list[Node]) -> bool:
        """What a function does that is known; whether that is all."""
        if writes_first(target):
            for n in {n for part in first_argument(node) for n in names_in(part)}:
                self.write(uid, n)
            if getattr(target, "__name__", "") == "at":
                return True
        rule = lookup(target)
        if rule is not None:
            for v in values:
                if v.__class__ is gast.Name and not self.known(uid, v.id) and rule.kind != "elementwise":
                    self.table.add(v.id)
            return True
        if is_inert(target):
            return True
        written: set[str] = set()
        if isinstance(target, types.FunctionType):
            effects, matched = effects_met(target, self.scope.own), match_arguments(target, node)
            if effects.opaque or (matched is None and effects.writes):
                return False
            written = {n for key in effects.writes for v in (matched or {}).get(key, []) for n in self.holders(v, uid)}
        elif not isinstance(target, Custom):  # which writes nothing
            return False
        for n in written:
            self.write(uid, n)
        for v in values:
            self.table |= self.holders(v, uid)
        self.link(values, uid, written)
        return True

    def call_of_method(self, node: Node, uid: int, values: list[Node]) -> bool:
        """What a method of something active does; whether that is all."""
        base = root_name(node.func.value) if node.func.__class__ is gast.Attribute else None
        if not base:
            return False
        attr = node.func.attr
        if isinstance(self.kind(uid, base), Array) and (attr in METHODS or attr in ("fill", "sort")):
            if attr in MUTATORS:
                self.write(uid, base)
            return True
        if attr in MUTATORS - self.scope.own:
            self.write(uid, base)
            self.table.add(base)
            self.edges += [Edge(uid, base, n, False, True) for v in values for n in self.holders(v, uid)]
            return True
        if self.scope.name(base) is MISSING:
            self.table |= self.holders(node.func.value, uid)
            if attr not in METHODS or attr in self.scope.own:
                self.write(uid, base)
                self.edges += [Edge(uid, base, n, False, True) for v in values for n in self.holders(v, uid) if n != base]
        return False

    def unseen_call(self, node: Node, uid: int, target: Any, values: list[Node]) -> None:
        """What is called may write into whatever it is given, but for a function of generated code."""
        if node.func.__class__ is gast.Name and node.func.id == "indexable":
            if not self.known(uid, root_name(node.args[0]) or ""):
                self.table |= self.holders(node.args[0], uid)
            return
        held = set().union(*(self.holders(v, uid) for v in values), set())
        if node.func.__class__ is gast.Attribute and root_name(node.func) is None:  # `[w][0].step()`
            held |= {source for source, _ in self.sources(innermost(node.func), uid)}
        if target is MISSING and node.func.__class__ is not gast.Attribute:  # it may be a method of an array, under a name
            held |= self.holders(node.func, uid) & {edge.target for edge in self.edges}
        for n in held:
            self.write(uid, n)
        self.table |= held
        self.link(values, uid, held)

    def known(self, uid: int, name: str) -> bool:
        kind = self.kind(uid, name)
        return isinstance(kind, Array) or kind.is_scalar

    def link(self, values: list[Node], uid: int, written: set[str]) -> None:
        """Something that is written into may afterwards hold any other argument."""
        for first in sorted(written):
            if isinstance(self.kind(uid, first), Array):
                continue
            for v in values:
                for n in self.holders(v, uid):
                    if n != first:
                        self.edges.append(Edge(uid, first, n, False, True))


def _given(args: list[Node], keywords: list[Node]) -> list[Node]:
    """What is given to a call, without stars and keywords."""
    return [a.value if a.__class__ is gast.Starred else a for a in args] + [k.value for k in keywords]
