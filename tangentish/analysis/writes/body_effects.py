"""What the statements of a function do to its parameters: which they write, which may be returned."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from tangentish.analysis.active.given_objects import Given
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import PURE_TYPES, is_inert
from tangentish.analysis.code.marks import PURE_METHODS
from tangentish.analysis.code.own_names import own_names
from tangentish.analysis.iterators.makers import is_one_of
from tangentish.analysis.memory.held_memory import Containers, stored_together
from tangentish.analysis.memory.views_told import may_show
from tangentish.analysis.writes.fixed_values import changeable
from tangentish.analysis.writes.functions_given import functions_given
from tangentish.analysis.writes.joined_lists import JoinedLists
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.new_containers import GROWING, new_arrays, new_containers
from tangentish.analysis.writes.numbers_made import is_of_numbers
from tangentish.analysis.writes.rebound_parameters import rebound_apart
from tangentish.bindings import bound_inside, pattern_names
from tangentish.closures import content
from tangentish.custom import Custom
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, children, names_in, walk

_ACTING = frozenset([gast.Assign, gast.AnnAssign, gast.NamedExpr, gast.AugAssign, gast.For, gast.comprehension, gast.withitem,
                     gast.Match, gast.Return, gast.Yield, gast.Delete, gast.Call, gast.FunctionDef])


@dataclass(frozen=True)
class Effects:
    """`writes` and `returns` hold parameter names; `opaque` means nothing is known: all written, all returned.

    `outside`: something may be written that is not reached through a parameter, as a list that a closure captured; `around`
    are the variables by which the function itself reaches it, `around_returned` those whose content it may return.  `given`: an
    object may be written into that a call has given, and that others may have too.
    """

    writes: frozenset[str] = frozenset()
    returns: frozenset[str] = frozenset()
    opaque: bool = False
    outside: bool = False
    around: frozenset[str] = frozenset()
    around_returned: frozenset[str] = frozenset()
    given: bool = False

    @property
    def any_writes(self) -> bool:
        """Whether anything that others see may be written."""
        return self.opaque or self.outside or self.given or bool(self.writes)


TAKING = frozenset(["pop", "popleft", "popitem", "remove", "discard", "clear"])
"""Methods of containers whose first argument, if any, only says what is taken out."""
OPAQUE = Effects(opaque=True)
NONE = Effects()


class BodyScan:
    """Goes over a body until nothing more is found; `roots` are the parameters whose memory a name may share."""

    def __init__(self, source: Any, effects: Callable[[types.FunctionType], Effects], live: bool = False,
                 own: frozenset[str] = frozenset()) -> None:
        self.effects = effects
        self.cells = source.cells if live else {}
        self.tree = rebound_apart(source.tree)
        arguments = self.tree.args
        params = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        params += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
        self.roots: dict[str, set[str]] = {p.id: {p.id} for p in params}
        local = bound_inside(self.tree)
        self.captured = changeable(source.function)
        self.roots.update((held, {held}) for held in self.captured - self.roots.keys() - local)
        self.outside = self.given = False
        self.objects_given: Given | None = None
        self.new = new_containers(self.tree)
        self.containers = Containers(walk(self.tree), ())
        self.scope = scope_of(source, local)
        self.scope.add_imports(self.tree.body)
        self.scope.own = own_names(source.function) | own
        self.writes: set[str] = set()
        self.returns: set[str] = set()
        self.joined = JoinedLists(self.of)
        self.arrays = new_arrays(self.tree, self.scope)
        self.opaque = any(n.__class__ in (gast.Global, gast.Nonlocal) for n in walk(self.tree))

    def result(self) -> Effects:
        before, acting = -1, [node for node in walk(self.tree) if node.__class__ in _ACTING]
        while before != (before := sum(map(len, self.roots.values())) + len(self.writes) + len(
                self.returns) + self.joined.size()):
            for node in acting:
                self.joined.visit(node)
                self.visit(node)
        around = frozenset(self.writes & self.captured)
        outside = self.outside or bool(around)
        shown = frozenset(self.returns & self.captured)
        return Effects(frozenset(self.writes - around), frozenset(self.returns - shown), self.opaque, outside, around, shown,
                       self.given)

    def of(self, node: Node | None) -> set[str]:
        """The parameters whose memory the value of an expression may share."""
        if node is None:
            return set()
        if node.__class__ is gast.Name:
            return self.roots.get(node.id, set())
        if node.__class__ in (gast.Attribute, gast.Subscript, gast.Starred):
            return self.of(node.value)
        if node.__class__ is gast.Call:
            return self.of_call(node)
        if node.__class__ is gast.BinOp:  # a sum of lists holds what they hold
            return self.of(node.left) | self.of(node.right) if self.containers.is_one(node) else set()
        if node.__class__ in (gast.Constant, gast.UnaryOp, gast.Compare, gast.JoinedStr):
            return set()
        if node.__class__ is gast.Lambda:
            return {root for n in names_in(node) for root in self.roots.get(n, ())}
        return {root for child in children(node) for root in self.of(child)}

    def of_or_joined(self, node: Node) -> set[str]:
        """The same, also as an item of a list that is a sum or a multiple of others."""
        return self.of(node) | self.joined.held(node)

    def arguments(self, node: Node) -> list[set[str]]:
        return [self.of(a) for a in [*node.args, *(k.value for k in node.keywords)]]

    def of_call(self, node: Node) -> set[str]:
        target = self.scope.resolve(node.func)
        everything = set().union(*self.arguments(node), set())
        if node.func.__class__ is gast.Attribute and target is MISSING:
            if node.func.attr in TAKING and node.func.attr not in self.scope.own:
                everything = set().union(*map(self.of, node.args[1:]), *(self.of(keyword.value) for keyword in node.keywords))
            everything |= self.of(node.func.value)
            return everything
        if target is MISSING:
            return everything | self.of(node.func)  # what a function inside gives may be what it captured
        if target in (max, min) and (len(node.args) == 1 or node.keywords):
            return everything  # one of the items
        rule = lookup(target)
        apart = (rule is not None and rule.view == "never") or is_inert(target) or isinstance(target, Custom) or (
            is_of_numbers(node, self.scope)) or not may_show(node, target)
        return set() if apart else everything

    def visit(self, node: Node) -> None:
        """Grow the sets by what one node does."""
        if node.__class__ in (gast.Assign, gast.AnnAssign, gast.NamedExpr):
            targets = node.targets if node.__class__ is gast.Assign else [node.target]
            for target in targets:
                self.bind(target, self.of(node.value), self.literal_items(target, node.value))
        elif node.__class__ is gast.AugAssign:
            self.writes |= self.of(node.target) | self.joined.changed(node.target)
            self.note_given(node.target)
            if self.containers.is_one(node.value) or self.containers.is_one(node.target):
                self.put_into(node.target, self.of(node.value))
        elif node.__class__ in (gast.For, gast.comprehension):
            self.bind(node.target, self.of(node.iter), None)
        elif node.__class__ is gast.withitem and node.optional_vars is not None:
            self.bind(node.optional_vars, self.of(node.context_expr), None)
        elif node.__class__ is gast.Match:
            for case in node.cases:
                for label in pattern_names(case.pattern):
                    self.roots.setdefault(label, set()).update(self.of(node.subject))
        elif node.__class__ in (gast.Return, gast.Yield):
            self.returns |= self.of(node.value)
        elif node.__class__ is gast.Delete:
            for target in node.targets:
                if target.__class__ is not gast.Name:
                    self.writes |= self.of(target)
        elif node.__class__ is gast.Call:
            self.call(node)
        elif node.__class__ is gast.FunctionDef and node is not self.tree:
            captured = {root for n in names_in(node) for root in self.roots.get(n, ())}
            self.roots.setdefault(node.name, set()).update(captured)
            for argument in node.args.args:
                self.roots.setdefault(argument.id, set())

    @staticmethod
    def literal_items(target: Node, value: Node | None) -> list[Node] | None:
        alike = target.__class__ is gast.Tuple and value.__class__ is gast.Tuple and len(target.elts) == len(value.elts)
        return list(value.elts) if alike else None

    def bind(self, target: Node, roots: set[str], items: list[Node] | None) -> None:
        if target.__class__ is gast.Name:
            self.roots.setdefault(target.id, set()).update(roots)
        elif target.__class__ in (gast.Tuple, gast.List):
            for place, item in enumerate(target.elts):
                self.bind(item, self.of(items[place]) if items else roots, None)
        elif target.__class__ is gast.Starred:
            self.bind(target.value, roots, None)
        else:
            self.writes |= self.of(target) | self.joined.held(target.value)
            self.note_given(target.value)
            if target.__class__ is not gast.Subscript or getattr(target.value, "id", "") not in self.arrays:
                self.put_into(target, roots)

    def put_into(self, target: Node, roots: set[str]) -> None:
        """What is stored in a container or an object may be returned with it, or written there."""
        base = target
        while base.__class__ is not gast.Name and hasattr(base, "value"):
            base = base.value
        for label in names_in(base):
            if label in self.roots or label in self.scope.locals:
                self.roots.setdefault(label, set()).update(roots)

    def called(self, func: Node) -> Any:
        """The object that is called, or `MISSING`; a captured function too, if captured variables are looked into."""
        target = self.scope.resolve(func)
        inside = target is MISSING and func.__class__ is gast.Name and func.id in self.cells and func.id not in self.scope.locals
        held = content(self.cells[func.id], MISSING) if inside else target
        return held if not inside or isinstance(held, types.FunctionType) else MISSING

    def call(self, node: Node) -> None:
        for value in [*node.args, *(k.value for k in node.keywords)]:  # a method that is passed on, and changes what it is of
            if value.__class__ is gast.Attribute and value.attr in MUTATORS and value.value.__class__ is gast.Name:
                self.writes |= self.of(value.value) & self.captured
        target = self.called(node.func)
        if any(self.scope.resolve(part) is functools.wraps for part in (node.func, getattr(node.func, "func", node.func))):
            return  # what is given has another name after it
        given = [part for part in functions_given(node, self.scope) if part.__class__ in (gast.Name, gast.Attribute)]
        self.opaque = self.opaque or is_one_of(target, (eval, exec, globals))
        if any(map(self.of, given)):  # called there
            self.writes |= set().union(*map(self.of, given), *self.arguments(node))
        for out in written_by(node, target):
            self.writes |= self.of(out) | self.joined.held(out)
        if target is not MISSING:
            for container, *values in stored_together(node):
                self.put_into(container, set().union(*map(self.of, values), set()))
        if target is MISSING:
            if node.func.__class__ is gast.Attribute:
                owner = self.of(node.func.value)
                if node.func.attr in self.scope.own:
                    self.writes |= owner.union(*self.arguments(node))
                if node.func.attr in MUTATORS:
                    grows = node.func.value.__class__ is gast.Name and node.func.attr in GROWING and (
                        node.func.value.id in self.new)
                    # nothing for a list of its own, which views may be put into
                    self.writes |= set() if grows else self.of_or_joined(node.func.value)
                    if node.func.attr not in TAKING or node.func.attr in self.scope.own:
                        self.put_into(node.func.value, set().union(*self.arguments(node), set()))
                elif node.func.attr not in PURE_METHODS:
                    self.writes |= owner.union(*self.arguments(node))
                if node.func.attr not in (MUTATORS | PURE_METHODS) - self.scope.own:
                    self.note_given(node.func.value)
            elif node.func.__class__ is gast.Name and node.func.id in self.roots:
                self.writes |= self.roots[node.func.id].union(*self.arguments(node))
            else:
                func = self.of(node.func) if node.func.__class__ is not gast.Name else set()
                self.writes |= func.union(*self.arguments(node))
            return
        if writes_first(target):
            for written in first_argument(node):
                self.writes |= self.of(written)
            return
        if lookup(target) is not None or is_inert(target) or isinstance(target, Custom):
            return
        if isinstance(target, types.FunctionType):
            effects = self.effects(target)
            self.outside, self.given = self.outside or effects.outside, self.given or effects.given
            self.writes |= written_arguments(effects, target, node, self.of_or_joined)
            for value in [*node.args, *(k.value for k in node.keywords)] if effects.writes or effects.opaque else ():
                self.note_given(value)
        elif not (isinstance(target, (types.BuiltinFunctionType, type(np.sum), np.ufunc)) or target in PURE_TYPES
                      or target is object.__getattribute__):
            self.writes |= set().union(*self.arguments(node), set())

    def note_given(self, node: Node) -> None:
        """An object may be written into that others may have, too."""
        if not self.given:
            self.objects_given = self.objects_given or Given(walk(self.tree), self.scope)
            self.given = self.objects_given.is_one(node)


def written_arguments(effects: Effects, function: types.FunctionType, node: Node, of: Any) -> set[str]:
    """The union of `of(argument)` over the arguments that a call may write into."""
    matched = match_arguments(function, node)
    if not effects.opaque and not effects.writes:
        return set()
    if effects.opaque or matched is None:
        values = [*node.args, *(k.value for k in node.keywords)]
    else:
        values = [value for key in effects.writes for value in matched.get(key, [])]
    return set().union(*(of(value) for value in values), set())
