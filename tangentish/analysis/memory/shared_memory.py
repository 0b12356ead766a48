"""Which names may share memory: with each other, and with the attributes of global objects.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import expression, parse
>>> memory = SharedMemory(Scope(Source(lambda: None, parse(""), ""), {"x", "y", "row", "k"}), ())
>>> memory.link(parse("row = x[k].T").body[0])
>>> memory.find("row") == memory.find("x"), memory.find("row") == memory.find("k")
(True, False)
>>> sorted(memory.roots(expression("(x, y.real) if k else row.copy()")))
['k', 'x', 'y']
"""

from __future__ import annotations

import types
from collections.abc import Iterable

import gast

from tangentish.analysis.active.given_objects import pairs_bound
from tangentish.analysis.around.item_parts import candidates
from tangentish.analysis.around.memory_around import MemoryAround
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.memory.class_gives import class_gives
from tangentish.analysis.memory.classes import Classes
from tangentish.analysis.memory.given_together import comprehension_pairs, may_have_in_common, pairs_of
from tangentish.analysis.memory.held_memory import Containers, stored_together
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.method_results import gives_held
from tangentish.analysis.writes.method_stores import is_method
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import captures
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import COMPREHENSIONS, Node, as_load, children, free_names, names_in, own_expressions, walk


class SharedMemory(MemoryAround):
    """`classes` are of names that may share memory; `parts_of_globals` are attributes that a name was bound to.

    The classes in `holding` are of containers and what calls put into them, too: these are not the same object.
    """

    def __init__(self, scope: Scope, constants: Iterable[str]) -> None:
        super().__init__(scope)
        self.constants = set(constants)  # names known to be ints, strings, None, classes ...: never varied
        self.classes, self.holding = Classes(), Classes()
        self.parts_of_globals: dict[str, set[str]] = {}
        self.containers = Containers((), scope.containers)
        self.classes_made: dict[str, type] = {}  # of what variables hold that is made in the function, where that is seen
        self.attributes_stored: set[str] = set()
        self.holding_classes: dict[str, set[str]] = {}  # defined inside, and what their methods may write into around them
        self.holders: set[str] = set()  # those of them of which this is not told by the names of attributes
        self.class_gives: dict[str, set[str]] = {}  # what objects of these give of what is around them, by the attribute

    def find(self, name: str) -> str:
        """The representative of the names that may share memory with a name."""
        return self.classes.find(name)

    def join(self, name: str, other: str) -> None:
        """Two names may share memory."""
        self.classes.join(name, other)
        self.holding.join(name, other)

    def link(self, node: Node) -> None:
        """Join what a statement binds with what it may be a view of."""
        if node.__class__ is gast.ClassDef:
            self.link_class(node)
            return
        pairs = pairs_bound(node)
        if node.__class__ is gast.AugAssign and (self.containers.is_one(node.value) or self.containers.is_one(
                as_load(node.target))):
            pairs = [(node.target, node.value)]
        pairs = [one for target, value in pairs for one in pairs_of(target, value)]
        made = [pair for pair in comprehension_pairs(own_expressions(node)) if not self.roots(pair[1])]
        for target, value in [*pairs, *made]:
            names = _stored_names(target) - self.constants
            if target.__class__ is gast.Name and value.__class__ in (gast.Subscript, gast.Call) and (
                    target.id not in self.items_of_globals):
                self.items_of_globals[target.id] = candidates(value, self.scope, self.items_of_globals)
            for part in self.shown_of_globals(value):
                for name in names:
                    self.parts_of_globals.setdefault(name, set()).add(part)
            sources = (self.roots(value) | self.objects_around(value) | self.kept_shown(value)) - (
                self.constants - self.holders)
            if not sources and len(names) > 1 and may_have_in_common(value, self.target):
                sources = set(sorted(names)[:1])
            for source in sources:
                for name in names:
                    self.join(name, source)

    def link_class(self, node: Node) -> None:
        """Join a class with the variables around it that it holds, and that its methods may write into or give."""
        own = self.scope.locals - {node.name} - self.constants
        gives = {key: names & own for key, names in class_gives(node, self.roots).items()}
        for key, names in gives.items():
            self.class_gives.setdefault(key, set()).update(names)
        held: set[str] = set()
        for part in walk(node.body):
            if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load:
                held |= self.roots(part.value)
            elif part.__class__ is gast.AugAssign:
                held |= self.roots(as_load(part.target))
            elif part.__class__ is gast.Call:
                held |= {name for value in self.written_inside(part) for name in self.roots(value)}
        bases = [base.id for base in node.bases if base.__class__ is gast.Name and base.id in self.holding_classes]
        self.holding_classes[node.name] = (held & own).union(*(self.holding_classes[base] for base in bases))
        by_operators = {name for key, names in gives.items() if key.startswith("__") for name in names}
        if self.holding_classes[node.name] or by_operators or not self.holders.isdisjoint(bases):
            self.holders.add(node.name)  # what is made of it is joined with it
        for label in sorted((held & own).union(bases, *gives.values())):
            self.join(node.name, label)

    def written_inside(self, call: Node) -> list[Node]:
        """What a call in a class may write into."""
        target = self.called(call.func)
        if target is not MISSING and (lookup(target) is not None or is_inert(target)):
            return []
        values = [*call.args, *(k.value for k in call.keywords)]
        if isinstance(target, types.FunctionType):
            effects, matched = effects_met(target, self.scope.own), match_arguments(target, call)
            if not effects.opaque and matched is not None:
                return [value for key in effects.writes for value in matched.get(key, [])]
        return [*values, call.func.value] if call.func.__class__ is gast.Attribute else values

    def link_stored(self, call: Node) -> None:
        """Join a container with what a call puts into it."""
        for parts in stored_together(call):
            together = {name for part in parts for name in self.roots(part)} - self.constants
            for name in together:
                self.holding.join(name, next(iter(together)))

    def link_around(self) -> None:
        """Join the names by which the same object is reached."""
        for name, held in self.held_around.items():
            for other, others in self.held_around.items():
                if name < other and held.keys() & others.keys():
                    self.join(name, other)

    def roots(self, node: Node) -> set[str]:
        """The names whose memory the value of an expression may share."""
        if node.__class__ is gast.Name:
            return {node.id} if self.scope.name(node.id) is MISSING else set()
        if node.__class__ is gast.Attribute:
            given = self.class_gives.get(node.attr, set())
            return given if node.attr in self.inert_attributes else given | self.roots(node.value)
        if node.__class__ in (gast.Subscript, gast.Starred, gast.NamedExpr):
            return self.roots(node.value)
        if node.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp):
            return {name for child in children(node) for name in self.roots(child)}
        if node.__class__ is gast.BinOp:
            return self.roots(node.left) | self.roots(node.right) if self.containers.is_one(node) else set()
        if node.__class__ in COMPREHENSIONS:
            return self._held_by(node)
        if node.__class__ is gast.Lambda:  # what it captured, it may give
            return self._captured_by(node)
        if node.__class__ is gast.Call:
            target = self.target(node.func)
            if target in (max, min) and (len(node.args) == 1 or node.keywords):  # one of the items
                return {name for value in node.args for name in self.roots(value)}
            if node.func.__class__ is gast.Attribute and node.func.attr == "copy" and self.containers.is_one(node.func.value):
                return self.roots(node.func.value)
            if target is not MISSING:
                rule = lookup(target)
                if (rule is not None and rule.view == "never") or is_inert(target):
                    return set()
                if rule is None and isinstance(target, types.FunctionType) and not captures(target):
                    effects, matched = effects_met(target, self.scope.own), match_arguments(target, node)
                    if not effects.opaque and matched is not None:
                        return {name for key in effects.returns for value in matched.get(key, []) for name in self.roots(value)}
            values = [*node.args, *(k.value for k in node.keywords)]
            found = {name for value in values for name in self.roots(value)}
            if node.func.__class__ is not gast.Attribute:
                found |= self.roots(node.func)
                return found
            found |= self.class_gives.get(node.func.attr, set())
            if node.func.attr not in self.inert_methods:
                rule = lookup(METHODS[node.func.attr]) if node.func.attr in METHODS else None
                if (rule is None or rule.view != "never") and not self.gives_apart(node.func):
                    found |= self.roots(node.func.value)
            return found
        return set()

    def gives_apart(self, func: Node) -> bool:
        """Whether a method gives nothing that its object holds, which was made in the function, of a known class."""
        cls = self.classes_made.get(func.value.id) if func.value.__class__ is gast.Name else None
        return cls is not None and func.attr not in self.attributes_stored and is_method(cls, func.attr) and not gives_held(
            cls, func.attr)

    def _captured_by(self, function: Node) -> set[str]:
        """The names whose memory a lambda holds: those from around it, and the values of its defaults."""
        shown = [gast.Name(label, gast.Load(), None, None) for label in free_names(function)]
        defaults = [value for value in [*function.args.defaults, *function.args.kw_defaults] if value is not None]
        return {name for value in [*shown, *defaults] for name in self.roots(value)}

    def _held_by(self, node: Node) -> set[str]:
        """The names whose memory the items that a comprehension makes may share."""
        held = {name for part in ([node.key, node.value] if node.__class__ is gast.DictComp else [node.elt])
                for name in self.roots(part)}
        for generator in reversed(node.generators):
            own = names_in(generator.target)
            if held & own:
                held = held - own | self.roots(generator.iter)
        return held


def _stored_names(target: Node) -> set[str]:
    """The names that a target binds, or that stand for what it stores into: an index only says where."""
    if target.__class__ in (gast.Tuple, gast.List):
        return {label for item in target.elts for label in _stored_names(item)}
    if target.__class__ in (gast.Subscript, gast.Starred):
        return _stored_names(target.value)
    return {part.id for part in walk(target) if part.__class__ is gast.Name}
