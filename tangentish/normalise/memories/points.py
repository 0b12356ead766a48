"""Dicts and lists around a function in which it keeps the point of its last call, and what it computed there.

    if LAST["x"] is None or not np.array_equal(x, LAST["x"]):
        LAST["x"] = x.copy()
        LAST["y"] = slow(x)
    return LAST["y"]

As with attributes (`attributes.py`), what was kept at an equal point before the derivative was asked for says nothing of how
it depends on `x`.  So the point is taken for another one, and what is computed anew is compared (`runtime/kept_points.py`); where
the ways of the branch differ in more than what they keep, equal points are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_changes import alters, fills
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.keys_set import pairs_of
from tangentish.analysis.writes.effects import effects_of
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.memories.items import acts, asked_in, constant_key, is_copy, is_made, named_by, targets_of, with_refused
from tangentish.normalise.memories.items_compared import ItemsCompared
from tangentish.normalise.memories.parts_there import at
from tangentish.normalise.memories.same_points import ASIDE, Test, named_tests, told_by_value
from tangentish.normalise.memories.tables_around import TablesAround
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    name,
    names_in,
    own_expressions,
    unparse,
    walk,
    walk_statements,
)
from tangentish.trees import fields_of

_HELD = "container"
"""What the items are attributes of, in tests."""


def forget_points(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with points that such containers kept before taken for others, or refused."""
    statements = walk_statements(body)
    if is_engine(scope.source.function):
        return body
    stored = any(constant_key(target) is not None for node in with_refused(statements) for target in targets_of(node))
    return _Points(statements, activity, scope, names).body(body) if stored or any(asked_in(statements)) else body


class _Points:
    """`stored` are the items that the function stores, by the name of the container and the key."""

    def __init__(self, statements: Block, activity: Activity, scope: Scope, names: Names) -> None:
        self.scope, self.names, self.statements = scope, names, statements
        self.told = told_by_value(statements, activity)
        self.tables = TablesAround(statements, self.told)
        self.aliased = self.named_attributes()
        self.made = {label for node in statements for label in assigned_in([node]) if not is_copy(node)}
        self.labels: dict[str, str] = {}  # of the containers, by the same
        self.shown: dict[str, Node] = {}  # the items, by the attributes that stand for them in tests
        self.stored = {place for node in with_refused(statements) for target in targets_of(node) if (place := self.place(target))}
        self.targets = frozenset(self.stored)
        self.stored |= self.may_be_changed()
        self.named = named_tests([assign(label, self.as_attributes(value)) for node in statements if self.stored
                                  for label, value in named_by(node)])
        self.tokens: list[str] = []
        self.answers: list[str] = []
        self.refuses = self.asks = False
        self.compared = ItemsCompared(self.said, self.place, self.shown, self.labels, names)
        self.seen: set[int] = set()  # the branches that were looked at where their test got its name

    def named_attributes(self) -> set[str]:
        """The attributes whose containers, or items, have names of their own here: `held = self.held`, `x, y = self.kept`."""
        tables = [gast.Name(name, gast.Load(), None, None) for name in self.tables.meant]
        tables += [value.value for node in self.statements for _, value in named_by(node) if value.__class__ is gast.Subscript]
        return {label for label in map(self.tables.label, tables) if "." in label}

    def may_be_changed(self) -> set[str]:
        """The items that are asked for of containers that the function may write into, by whatever way."""
        asked = {place for node in asked_in(self.statements) if (place := self.place(node))}
        if not asked:
            return set()
        effects = effects_of(self.scope.source.function, with_rule=True)
        written = effects.around | effects.writes
        named = {place: re.findall(r"\w+", self.labels[place].partition("[")[0]) for place in asked}
        return {place for place, names in named.items() if effects.opaque or names[0] in written or not self.scope.own.isdisjoint(
            (alters(names[0]), fills(names[-1])))}

    def meant(self, table: Node) -> Node:
        """What a name was bound to: it may not be bound yet where it is asked for."""
        seen: set[str] = set()
        while table.__class__ is gast.Name and table.id not in seen:  # `y = y` leads nowhere
            seen.add(table.id)
            values = [node.value for node in self.statements if node.__class__ is gast.Assign
                      and getattr(node.targets[0], "id", "") == table.id]
            if len(values) != 1 or values[0].__class__ not in (gast.Name, gast.Attribute, gast.Subscript):
                break
            table = values[0]
        return table

    def place(self, part: Node) -> str:
        """An item with a constant key of a container around the function, as text; "" for anything else."""
        key = constant_key(part)
        if key is None:
            return ""
        table = part.func.value if part.__class__ is gast.Call else part.value
        meant = self.meant(table)
        if meant.__class__ is gast.Attribute and meant.attr in ASIDE:
            return ""
        label = self.tables.label(table)
        if not label or (table.__class__ is gast.Attribute and "." in label and label not in self.aliased):
            return ""  # attributes have `attributes.py` for that
        text = f"{label} {key.value!r}"
        if meant.__class__ is gast.Name and meant.id in self.made:
            return ""
        self.labels[text] = label
        self.shown.setdefault(text, gast.Subscript(as_load(meant), clone(key), gast.Load()))
        return text

    def as_attributes(self, node: Node) -> Node:
        """An expression with attributes in the place of the items that are stored, as `Test` knows them."""
        place = self.place(node)
        if place and place in self.stored:
            return gast.Attribute(name(_HELD), place, gast.Load())
        made = clone(node)
        for key in fields_of(made.__class__):
            value = getattr(made, key, None)
            if isinstance(value, list):
                setattr(made, key, [self.as_attributes(item) if isinstance(item, gast.AST) else item for item in value])
            elif isinstance(value, gast.AST):
                setattr(made, key, self.as_attributes(value))
        return made

    def body(self, body: Block) -> Block:
        if not self.stored:
            return body
        out = self.compared.body(self.block(body), self.statements)
        self.answers += self.compared.answers.values()
        self.refuses = self.refuses or self.asks
        if not self.tokens and not self.refuses:
            return body
        watch_runs()
        self.scope.locals |= {*self.tokens, *self.answers}
        start = [assign(label, constant(None)) for label in (*self.tokens, *self.answers)]
        end = [gast.Expr(call("check_points", name(token))) for token in self.tokens]
        return [*(locate(node, body[0]) for node in start), *self.noted(out), *(locate(node, body[-1]) for node in end)]

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = self.block(inner)
            for branch in self.told_by(node):
                out += self.before(branch, node)
            out.append(node)
        return out

    def said(self, node: Node) -> tuple[bool | None, list[str]]:
        """What a comparison says, and of what items."""
        same, test = self.tested(node)
        found = [] if same is None else self.keys_of(test)
        self.asks = self.asks or bool(found)
        return same, found

    def tested(self, node: Node) -> tuple[bool | None, Test]:
        """What a test says, and of what: of two items that are compared with each other only if both have names."""
        test = Test(self.stored, self.told | {_HELD}, self.scope, self.named, pairs=True)
        same = test.says_same(self.as_attributes(node))
        keys = [self.shown[place.attr].slice.value for place in test.places] if same is not None else []
        return None if len(keys) > 1 and not all(isinstance(key, str) for key in keys) else same, test

    def keys_of(self, test: Test) -> list[str]:
        """The places of the items that a test compares: of several, those that the function stores itself."""
        keys = {place.attr for place in test.places}
        return sorted(keys if len(keys) == 1 else keys & self.targets)

    def told_by(self, node: Node) -> Block:
        """The branches of which a statement is the test, or the first to say what a name in it means."""
        if node.__class__ is gast.If:
            return [] if id(node) in self.seen else [node]
        labels = {label for label, _ in named_by(node) if label in self.named}
        found = [other for other in self.statements if labels and other.__class__ is gast.If and id(other) not in self.seen
                 and not labels.isdisjoint(self.names_asked(other.test))]
        self.seen |= set(map(id, found))
        return found

    def names_asked(self, test: Node) -> set[str]:
        """The names in a test, and in the tests that these are bound to."""
        found, new = set[str](), names_in(test)
        while new - found:
            found |= new
            tests = [value for known in found for value in self.named.get(known, []) if self.tested(value)[0] is not None]
            new = names_in(tests)
        return found

    def noted(self, block: Block) -> Block:
        """A block with a note of each such item that is stored, and what was there before at its place: it may be put back."""
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.noted(inner)
            pairs = pairs_of(node) if node.__class__ is gast.Assign else []
            items = [(self.shown[place], value) for target, value in pairs if (place := self.place(target))]
            before = [call("put_point_back", clone(item.value), clone(item.slice)) for item, _ in items]
            after = [call("note_item", clone(item.value), clone(item.slice), self.is_own(value)) for item, value in items]
            out += [*(locate(gast.Expr(made), node) for made in before), node, *(locate(gast.Expr(made), node) for made in after)]
        return out

    def is_own(self, value: Node) -> Node:
        """What says whether a value cannot be what was, before this run, in one of the items that are stored."""
        values = [made for label in names_in(value) for made in self.named.get(label, [])]
        if is_made(value) or (values and all(map(is_made, values))):
            return constant(True)
        if not names_in(value).isdisjoint(self.named):
            return constant(False)
        kept = [self.shown[place] for part in walk(value) if (place := self.place(part)) in self.stored]
        asked = [call("is_kept_point", *at(item)) for item in kept]
        either = asked[0] if len(asked) == 1 else gast.BoolOp(gast.Or(), asked)
        return gast.UnaryOp(gast.Not(), either) if asked else constant(True)

    def before(self, node: Node, told: Node) -> Block:
        """What goes before a branch that tells a point from the one that is kept, or before what it is `told` by."""
        same, test = self.tested(node.test)
        if same is None or not test.places:
            return []
        kept, others = (node.body, node.orelse) if same else (node.orelse, node.body)
        keys = self.keys_of(test)
        if not keys:
            return []
        targets = [target for inner in with_refused(walk_statements(others)) for target in targets_of(inner)]
        if not any(self.place(target) in keys for target in targets) and others and not acts(others):
            return []
        self.refuses = True
        items = [self.shown[key] for key in keys]
        label = [constant(self.tables.label(item.value)) for item in items]
        stored_too = told is not node and any(self.place(target) in keys for target in targets_of(told))
        several = len({place.attr for place in test.places}) > 1
        if several or not test.exact or stored_too or not self.differ_by_what_they_keep(kept, others):
            asked = [(self.names.fresh("t"), item, text) for item, text in zip(items, label, strict=True)]
            self.answers += [answer for answer, _, _ in asked]
            refusals = [gast.If(name(answer), [gast.Expr(call("refuse_kept", text))], []) for answer, _, text in asked]
            kept[:0] = [locate(refusal, kept[0] if kept else node) for refusal in refusals]
            plainly = constant(not several)
            return [locate(assign(answer, call("is_kept_point", *at(item), plainly)), told)
                    for answer, item, _ in asked]
        token = self.names.fresh("t")
        self.tokens.append(token)
        changed = call("other_point", *at(items[0]), label[0], name(token))
        return [locate(assign(token, changed), told)]

    def differ_by_what_they_keep(self, kept: Block, others: Block) -> bool:
        """Whether the ways of a branch come to the same, but for what items hold."""
        made = list(self.assigned(others))
        given = list(self.assigned(kept))
        if None in made or None in given:
            return False
        own = {target.id for target, _ in filter(None, made) if target.__class__ is gast.Name}
        inside = {id(part) for node in others for part in walk(node)}
        read = {part.id for node in self.statements for part in walk(own_expressions(node)) if part.__class__ is gast.Name
                and part.ctx.__class__ is gast.Load and id(part) not in inside} | {"ans"}
        items = {self.place(target): str(unparse(value)) for target, value in filter(None, made) if self.place(target)}
        values = {target.id: value for target, value in filter(None, made) if target.__class__ is gast.Name}
        for target, value in filter(None, given):
            place = self.place(value)
            other = values.get(target.id) if target.__class__ is gast.Name else None
            if not place or place not in items or other is None or (
                    self.place(other) != place and str(unparse(other)) != items[place]):
                return False
            own.discard(target.id)
        return not own & read

    def assigned(self, block: Block) -> Iterator[tuple[Node, Node] | None]:
        """The targets and values of a block of assignments; None for anything else in it."""
        for node in block:
            if node.__class__ is gast.Assign:
                for target, value in pairs_of(node):
                    yield (target, value) if target.__class__ is gast.Name or self.place(target) else None
            elif node.__class__ is not gast.Pass:
                yield None
