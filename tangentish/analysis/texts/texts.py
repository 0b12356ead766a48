"""Which values may be texts that show active values, or hold such texts: a mark beside that of the activity, by name.

A text is made where an active value is formatted.  What is made of a marked value is marked, but for what only looks at it;
attributes and keys are marked by their names, so that a record may hold texts beside numbers; and what functions of the
user's do with what they are given is found in their source, in the same way (`text_summaries`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import gast

from tangentish.analysis.texts.expressions import Deeds, TextExpressions
from tangentish.analysis.texts.words import (
    HOLDERS,
    LOOKING,
    READERS,
    WRITERS,
    given,
    is_blank,
    is_of_numbers,
    key_of,
    label_of,
    place_of,
    stands_for,
)
from tangentish.bindings import exception_name
from tangentish.syntax import DEFINITIONS, Block, Node, names_in, own_expressions, parameter_nodes, walk, walk_statements

ROUNDS = 4
"""How often a body is gone through, for what is bound further down: in loops, and in functions that are defined inside."""


class Texts(TextExpressions):
    """The marks in a body, found by what its statements bind and store."""

    def __init__(self, body: Block, active: Callable[[Node], bool], deeds: Callable[[Node, bool], Deeds | None],
                 names: Iterable[str] = (), parts: Iterable[str] = (),
                 meets_parts: Callable[[str, Node, frozenset[str]], bool] = lambda how, node, parts: False) -> None:
        super().__init__(active, deeds, names, parts)
        self.meets_parts = meets_parts  # whether what a call calls "reads" texts in attributes, or "gives" them
        self.inner: dict[str, Node] = {}
        self.statements = all_statements(body)
        self.calls = [part for part in walk(body) if part.__class__ is gast.Call]
        self.lambdas = [part for part in walk(body) if part.__class__ is gast.Lambda]
        for node in (s for s in self.statements if s.__class__ is gast.FunctionDef):
            self.inner[node.name] = node
        for node in [*self.inner.values(), *self.lambdas]:
            self.items |= {argument.id for argument in parameter_nodes(node)} if self.parameters_are_active(node) else set()
        before = -1
        for _ in range(ROUNDS):
            for statement in self.statements:
                self.learn(statement)
            if before == (before := self.size()):
                break

    def size(self) -> int:
        """How much is known."""
        found = self.names, self.parts, self.keyed, self.mixed, self.items, self.readers, self.writers, self.casts
        return sum(map(len, found))

    def parameters_are_active(self, node: Node) -> bool:
        """Whether a function that is defined inside may be given active values, as far as it is seen."""
        return any(self.active(part) for call in self.calls for part in given(call))

    def learn(self, statement: Node) -> None:
        """Note what a statement binds, and what its calls store."""
        for part in walk(own_expressions(statement)):
            if part.__class__ is gast.comprehension:
                self.bind_items(part.target, part.iter)
            elif part.__class__ is gast.NamedExpr:
                self.assign(part.target, part.value)
            elif part.__class__ is gast.Call:
                self.effects(part)
        cls = statement.__class__
        if cls is gast.Try:
            inside = walk(statement.body)
            if any(self.active(part) for part in inside if part.__class__ is gast.Name):
                self.names |= {label for handler in statement.handlers if (label := exception_name(handler)) is not None}
        elif cls is gast.Assign:
            for target in statement.targets:
                self.assign(target, statement.value)
        elif cls is gast.AnnAssign and statement.value is not None:
            self.assign(statement.target, statement.value)
        elif cls is gast.AugAssign and self.is_text(statement.value):
            self.mark(statement.target)
        elif cls is gast.For:
            self.bind_items(statement.target, statement.iter)
        elif cls is gast.With:
            for item in statement.items:
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, item.context_expr)
        elif cls is gast.Return and statement.value is not None and self.is_text(statement.value):
            self.names |= {label for label, node in self.inner.items() if statement in all_statements(node.body)}

    def assign(self, target: Node, value: Node) -> None:
        """Bind a target, item by item where both sides are displays of the same length."""
        if target.__class__ in (gast.Tuple, gast.List):
            values = value.elts if value.__class__ in (gast.Tuple, gast.List) and len(value.elts) == len(target.elts) else None
            for place, part in enumerate(target.elts):
                self.assign(part, values[place] if values else value)
                if values is None and self.has_some(value) and place_of(place) in self.parts:
                    self.mark(part)
            return
        if target.__class__ is gast.Name:
            self.blank |= {target.id} if is_blank(value) else set()
            self.numbers |= {target.id} if is_of_numbers(value) else set()
            self.readers |= {target.id} if stands_for(value, READERS, self.readers) else set()
            self.writers |= {target.id} if stands_for(value, WRITERS, self.writers) else set()
            self.keyed |= {target.id} if self.has_keys(value) else set()
            self.mixed |= {target.id} if self.has_some(value) else set()
            if value.__class__ is gast.Attribute and value.attr == "astype":
                self.casts[target.id] = value
        if target.__class__ is gast.Subscript:
            if self.is_text(target.slice):
                self.keyed |= roots_of(target.value)
            if self.active(value) and not self.blank.isdisjoint(names_in(target.value)):
                self.mark(target)
        if target.__class__ in (gast.Attribute, gast.Subscript) and self.has_some(value):
            self.put_some(target if target.__class__ is gast.Attribute else target.value)
        if self.is_text(value.body if value.__class__ is gast.Lambda else value):
            self.mark(target)

    def put_some(self, holder: Node) -> None:
        """What holds texts beside others is put into something."""
        if holder.__class__ is gast.Attribute:
            self.mixed.add(f".{holder.attr}")
        else:
            self.mixed |= roots_of(holder)

    def mark(self, target: Node) -> None:
        """A text is bound to a target, or stored in it."""
        if target.__class__ is gast.Name:
            self.names.add(target.id)
        elif target.__class__ is gast.Attribute:
            self.parts.add(target.attr)
        elif target.__class__ is gast.Starred:
            self.mark(target.value)
        elif target.__class__ is gast.Subscript:
            if (key := key_of(target)) is None or key[:1] == "[":
                self.put(target.value)
            else:
                self.parts.add(key)
                self.mixed |= roots_of(target.value)
                self.mixed |= {f".{target.value.attr}"} if target.value.__class__ is gast.Attribute else set()

    def put(self, holder: Node) -> None:
        """A text is put into something."""
        self.stored |= {holder.id} if holder.__class__ is gast.Name else set()
        self.mark(holder)

    def bind_items(self, target: Node, iterable: Node) -> None:
        """Bind a target to the items of something, in turn."""
        name = label_of(iterable.func) if iterable.__class__ is gast.Call else ""
        parts = target.elts if target.__class__ in (gast.Tuple, gast.List) else []
        if name == "enumerate" and len(parts) == 2 and iterable.args:
            self.bind_items(parts[1], iterable.args[0])
        elif name == "zip" and len(parts) == len(iterable.args):
            for part, source in zip(parts, iterable.args, strict=True):
                self.bind_items(part, source)
        elif name == "items" and len(parts) == 2 and iterable.func.__class__ is gast.Attribute:
            if self.has_keys(iterable.func.value):
                self.mark(parts[0])
            if self.is_text(iterable.func.value) or self.has_some(iterable.func.value):
                self.mark(parts[1])
        elif self.is_text(iterable) or self.has_keys(iterable):
            for part in parts or [target]:
                self.mark(part)
        elif self.has_some(iterable) and not parts:
            self.mixed |= names_in(target)
        elif self.has_some(iterable):
            for place, part in enumerate(parts):
                if place_of(place) in self.parts:
                    self.mark(part)
        elif self.shows(iterable):
            self.items |= names_in(target)

    def effects(self, node: Node) -> None:
        """What a call stores: in what it is a method of, in its arguments, in the parameters of a function defined inside."""
        values = given(node)
        texts = [self.is_text(value) for value in values]
        label = label_of(node.func)
        inner = self.inner.get(label) if node.func.__class__ is gast.Name else None
        if inner is not None:
            for argument, text in zip(parameter_nodes(inner), texts, strict=False):
                self.names |= {argument.id} if text else set()
            return
        dumps = label == "dump" and label_of(getattr(node.func, "value", None)) == "json"
        if label in ("print", "pprint", "pp") or dumps:
            named = [keyword.value for keyword in node.keywords if keyword.arg in ("file", "fp", "stream")]
            file = next(iter([*named, *(node.args[1:2] if label != "print" else ())]), None)
            if file is not None and any(text or self.shows(value) for text, value in zip(texts, values, strict=True)):
                self.put(file)
            return
        shown = any(map(self.shows, values)) or (node.func.__class__ is gast.Attribute and self.shows(node.func.value))
        done = [self.deeds(node, True) if any(texts) else None, self.deeds(node, False) if shown else None]
        for deeds in done:
            if deeds is not None:
                self.parts |= deeds.parts | deeds.names_of(node, self.is_text)
                for place, value in [*enumerate(node.args), *((keyword.arg, keyword.value) for keyword in node.keywords)]:
                    if place in deeds.stores:
                        self.put(value)
        if any(texts) and label in ("write", "writelines") and node.func.__class__ is gast.Attribute:
            self.put(node.func.value)  # it may be a file, whatever methods of users have that name
        if any(texts) and done[0] is None:
            self.parts |= {keyword.arg for keyword in node.keywords if keyword.arg and self.is_text(keyword.value)}
        if label == "zip":
            self.parts |= {place_of(place) for place, text in enumerate(texts) if text}
        if label == "setattr" and len(values) == 3 and texts[2]:
            self.parts |= {values[1].value} if values[1].__class__ is gast.Constant else {"__dict__"}
        elif any(texts) and done[0] is None and node.func.__class__ is gast.Attribute and label not in LOOKING | HOLDERS:
            self.put(node.func.value)
        elif node.func.__class__ is gast.Attribute and any(map(self.has_some, values)) and label not in LOOKING | HOLDERS:
            self.put_some(node.func.value)


def roots_of(node: Node) -> set[str]:
    """The name of the variable that an expression of attributes and items starts from."""
    while node.__class__ in (gast.Attribute, gast.Subscript):
        node = node.value
    return {node.id} if node.__class__ is gast.Name else set()


def all_statements(body: Block) -> Block:
    """The statements of a block, and of the functions and classes that are defined in it."""
    found: Block = []
    for statement in walk_statements(body):
        found.append(statement)
        if statement.__class__ in DEFINITIONS or statement.__class__ is gast.ClassDef:
            found += all_statements(statement.body)
    return found
