"""Calls of generator functions whose items are used up at once: the function that gives a list of them is called instead.

That is the same where nothing happens between two items that the generator could notice, or that could notice the generator.
Whether the items are used up is read off the program as it was written (`generator_marks.py`); what is active is known later, and
then the calls that carry active values are rewritten.  All others stay as they are.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.active.generators import list_given
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.drawing import may_draw
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.generators import (
    all_or_none,
    changes_what_it_yields,
    first_function,
    generator_tree,
    is_endless,
    is_generator,
    items_function,
    surely_ends,
)
from tangentish.frontend.resolve import MISSING, Scope, is_fixed
from tangentish.library.generated import plain_items
from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.flow.contexts import may_suppress
from tangentish.normalise.iterators.new_objects import new_objects
from tangentish.normalise.iterators.watched_loops import WATCHING, may_run_twice, unnumbered, watched, watched_loop
from tangentish.normalise.variables.kept_apart import KeptApart
from tangentish.syntax import Block, Node, child_blocks, free_names, locate, name, names_in, own_expressions, walk, walk_statements

GROWING = frozenset("append extend insert pop remove clear appendleft extendleft popleft".split())
LIST = "Make a list of what it yields first: list(...)."


def items_calls(body: Block, activity: Activity, scope: Scope, names: Names, filename: str, alias: bool,
                by_code: Callable[[Node, Node], bool]) -> dict[str, Any]:
    """Rewrite the marked calls that carry active values; the functions called instead, by the names they have here.

    `alias` says whether parameters may share memory, `by_code` whether a name in a statement is that of an object with an
    `__iter__` of the user's.  Of a call whose target is not known the mark stays if it may be followed in this way.
    """
    change = _Change(activity, scope, names, filename, alias, by_code)
    change.captured = set().union(*(free_names(node) for node in walk_statements(body) if node.__class__ is gast.FunctionDef))
    change.new = new_objects(body, scope)
    change.note_holders(body)
    arguments = scope.source.tree.args
    change.body = body
    change.params = {p.id for p in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    change.block(body, caught=False)
    return change.functions


class _Change:
    captured: set[str]
    new: set[str]
    params: set[str]
    body: Block

    def __init__(self, activity: Activity, scope: Scope, names: Names, filename: str, alias: bool,
                 by_code: Callable[[Node, Node], bool]) -> None:
        self.by_code = by_code
        self.activity, self.scope, self.names, self.filename, self.alias = activity, scope, names, filename, alias
        self.effectful = Effectful(scope)
        self.functions: dict[str, Any] = {}
        self.holders: dict[str, str] = {}  # of what is put into a list: what stands for the list

    def block(self, block: Block, caught: bool) -> None:
        """Rewrite what a block calls; `caught`: what is raised in it may be caught here."""
        for node in block[:]:
            self.watch(block, node, caught)
            calls = [part for part in walk(own_expressions(node)) if part.__class__ is gast.Call]
            for made in calls:
                if self.activity.expr(made):
                    self.call(made, node, caught)
            for part in calls:
                if getattr(part.args[0] if part.args else None, "taken", False) and self.scope.resolve(part.func) is next:
                    part.func = locate(name("first_item"), part)
            for field, inner in child_blocks(node):
                self.block(inner, caught or self.catches(node, field))

    def call(self, node: Node, statement: Node, caught: bool) -> None:
        """Let a call give a list, if that is the same; or what is yielded, which must then be nothing that has a derivative."""
        function, how = self.scope.resolve(node.func), getattr(node, "drawn", "")
        if function is MISSING:
            if how == "some" or (getattr(node, "loop", False) and not getattr(node, "watched", False) and self.in_loop(
                    node, statement, function, caught)):
                node.drawn = ""
            return
        if not is_generator(function):
            made = None if getattr(node, "loop", False) else list_given(function, how)
            if made is not None:
                node.func, node.drawn = locate(name(self.label_of(made, function, how, True)), node), ""
            return
        made = first_function(function) if how == "first" else items_function(function)
        if made is None:
            return
        writes = effects_met(made, self.scope.own).any_writes
        if caught and _only_collects(statement, node) and (wary := all_or_none(function)) is not None:
            made, caught = wary, False  # as of a `yield from` in a `try`
        problem = self.problem(node, statement, function, how, caught, writes)
        if problem is None:
            node.func = locate(name(self.label_of(made, function, how, all_are_named(node, caught))), node)
            node.taken = how == "first"
        elif writes:
            message, place, hint = problem
            raise located(UnsupportedError, f"{message}; generators that carry active values are followed as lists", self.filename,
                          getattr(place, "origin", place), hint)
        else:
            node.args = [node.func, *node.args]
            node.func = locate(name("plain_items"), node)
            self.functions["plain_items"] = plain_items
        node.drawn = ""

    def watch(self, block: Block, node: Node, caught: bool) -> None:
        """Let the generator that a loop may turn out to go through run beside the loop, whose body may change what it reads."""
        zipped = unnumbered(node) if node.__class__ is gast.For else None
        if zipped is not None and self.zips_objects(zipped[0], node, caught):
            bare = gast.copy_location(gast.Call(zipped[0].func, zipped[0].args, []), zipped[0])
            if not caught and may_run_twice(node, bare, zipped[1]):
                self.put_watched(block, node, bare, zipped[1])
            return
        loop = watched_loop(node)
        if loop is None or not self.activity.expr(loop[0]):
            return
        made, target = loop
        function = self.scope.resolve(made.func) if made.__class__ is gast.Call else MISSING
        if (function is not MISSING and not self.only_yields(function)) or (
                made.__class__ is not gast.Call and not self.by_code(made, node)) or (
                self.in_loop(made, node, function, caught) is None):
            return
        if caught or made.drawn != "one by one" or not may_run_twice(node, made, target):
            made.drawn = "" if function is MISSING else made.drawn
            return
        made.drawn, made.watched = "watched", True
        self.put_watched(block, node, made, target)

    def only_yields(self, function: Any) -> bool:
        """Whether it is a generator function that ends, can be made a list, and writes into nothing."""
        made = items_function(function) if is_generator(function) else None
        tree = None if made is None else generator_tree(function)
        ends = made is not None and tree is not None and not is_endless(tree) and not may_draw(function)
        return ends and not effects_met(made, self.scope.own).any_writes

    def put_watched(self, block: Block, node: Node, made: Node, target: Node) -> None:
        place = block.index(node)
        block[place : place + 1] = watched(node, made, target, self.names.fresh("watch"))
        self.functions |= WATCHING
        self.scope.imports.update(WATCHING)

    def zips_objects(self, made: Node, loop: Node, caught: bool) -> bool:
        """Whether a loop goes through a `zip` with objects that have an `__iter__` of their own, and may change what these read."""
        if made.__class__ is not gast.Call or self.scope.resolve(made.func) is not zip:
            return False
        objects = [part for part in made.args if part.__class__ is gast.Name and self.activity.expr(part)]
        return bool(objects) and self.in_loop(made, loop, MISSING, caught) is not None and any(
            self.by_code(part, loop) for part in objects)

    def problem(self, node: Node, statement: Node, function: types.FunctionType, how: str, caught: bool,
                writes: bool) -> tuple[str, Node, str] | None:
        """Why a list would not be the same."""
        if how in ("first", "watched"):
            return None
        tree = generator_tree(function)
        if not how or (getattr(node, "loop", False) and statement.__class__ is not gast.For):
            return "the items of this generator are not seen to be used up at once", node, LIST
        all_named = all_are_named(node, caught)
        if tree is None or is_endless(tree) or (how == "some" and not surely_ends(tree, all_named)):
            return ("not all of what this generator would yield may be asked for, and it is not seen to end by itself", node,
                    "Give it a bound that can be seen, or write the loop out.")
        if how != "at once" and writes and not all_named:
            return "this generator may write into what others see, while its items are used one by one", node, LIST
        return self.in_loop(node, statement, function, caught) if getattr(node, "loop", False) else None

    def find(self, key: str) -> str:
        """What stands for all names that may share memory with a name, also as items of lists that they were put into."""
        found = self.activity.find(key)
        while self.holders.get(found, found) != found:
            found = self.activity.find(self.holders[found])
        return found

    def note_holders(self, body: Block) -> None:
        """Join lists with what their methods put into them."""
        for part in walk(body):
            if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute and part.func.attr in MUTATORS:
                owners = self.activity.roots(part.func.value)
                for key in {root for arg in part.args for root in self.activity.roots(arg)}:
                    for owner in owners:
                        self.holders[self.find(key)] = self.find(owner)

    def catches(self, node: Node, field: str) -> bool:
        """Whether an exception in a block of a statement may be caught by that."""
        if node.__class__ is gast.With:
            return any(may_suppress(item, self.scope) for item in node.items)
        return node.__class__ is gast.Try and bool(node.handlers) and field == "body"

    def label_of(self, made: types.FunctionType, function: types.FunctionType, how: str, named: bool) -> str:
        """The name of the function that is called instead, one for each way to check what it is given and gives."""
        wary = (how == "some", how in ("one by one", "some") and not named and changes_what_it_yields(generator_tree(function)))
        label = next((key for key, known in self.functions.items() if known is made and wary == (
            key in self.scope.bounded, key in self.scope.settled)), None) or self.names.fresh(made.__name__)
        self.functions[label] = self.scope.imports[label] = made
        self.scope.bounded |= {label} if wary[0] else set()
        self.scope.settled |= {label} if wary[1] else set()
        return label

    def in_loop(self, node: Node, loop: Node, function: Any, caught: bool) -> tuple[str, Node, str] | None:
        """Why in a loop a list would not be the same: its body changes what is yet to be read, say."""
        if loop.__class__ is not gast.For:
            return "the items of this generator are not seen to be used up at once", node, LIST
        if caught:
            return "an exception between two items of a generator may be caught here", node, LIST
        found = self.between(loop, node, function)
        return found and (*found, LIST)

    def between(self, loop: Node, made: Node, function: Any) -> tuple[str, Node] | None:
        """What the body of a loop does that a generator may notice."""
        message = "the body of this loop may change what the generator has yet to read"
        given = [made] if made.__class__ is not gast.Call else [
            *made.args, *(k.value for k in made.keywords), *([made.func] if function is MISSING else [])]
        sources = names_in(given) | {n.id for n in walk(loop.target) if n.__class__ is gast.Name}
        draws, strict = function is MISSING or may_draw(function), function is MISSING or _reads_globals(function)
        apart = KeptApart(self.body, loop, self.scope)
        for statement in walk_statements(loop.body):
            for inner in walk([*own_expressions(statement), *getattr(statement, "targets", [])]):
                if inner.__class__ is gast.Call and self.acts(inner, sources, draws, strict):
                    return message, inner
                stores = inner.__class__ in (gast.Subscript, gast.Attribute) and inner.ctx.__class__ is not gast.Load
                if stores and not apart.keeps(inner, statement) and self.may_be(inner, sources, strict):
                    return message, statement
                if function is MISSING and inner.__class__ is gast.Name and inner.id in self.captured and (
                        inner.ctx.__class__ is not gast.Load):
                    return message, statement
            if statement.__class__ is gast.AugAssign and not apart.keeps(statement.target, statement) and self.may_be(
                    statement.target, sources, strict):
                return message, statement
            if statement.__class__ in (gast.Global, gast.Nonlocal, gast.With):
                return message, statement
        return None

    def acts(self, node: Node, sources: set[str], draws: bool, strict: bool) -> bool:
        """Whether a call in the body of a loop may change what the generator has yet to read."""
        target = self.scope.resolve(node.func)
        if node.func.__class__ is gast.Attribute and node.func.attr in MUTATORS and target is MISSING and (
                node.func.attr not in self.scope.own):
            return self.may_be(node.func.value, sources, strict, node.func.attr in GROWING)
        if target is not MISSING and draws and may_draw(target):
            return True
        if any(target is function for function in (next, setattr, delattr, exec, eval)):
            return True
        if is_generator(target):
            made = items_function(target)
            return made is None or effects_met(made, self.scope.own).any_writes
        return self.effectful(node)

    def may_be(self, node: Node, sources: set[str], strict: bool, grows: bool = False) -> bool:
        """Whether what is written into may be what a generator reads, or what it yielded; `strict`, data of the module too.

        What only `grows` is a list, and what is in it stays as it is.
        """
        find = self.activity.find if grows and node.__class__ is gast.Name else self.find
        while node.__class__ in (gast.Subscript, gast.Attribute, gast.Starred):
            node = node.value
        if node.__class__ is not gast.Name or self.scope.name(node.id) is not MISSING:
            return True
        own, read = find(node.id), {find(key) for key in sources}
        if own in read:
            return True
        params = {find(key) for key in self.params} if self.alias else set()
        return (own in params and bool(params & read)) or (strict and node.id not in self.new)


def _only_collects(statement: Node, node: Node) -> bool:
    """Whether a loop over what a call gives puts each item into a list, and does no more."""
    if statement.__class__ is not gast.For or statement.iter is not node or statement.orelse or len(statement.body) != 1:
        return False
    value = statement.body[0].value if statement.body[0].__class__ is gast.Expr else None
    return (value.__class__ is gast.Call and getattr(value.func, "attr", "") == "append" and len(value.args) == 1
            and getattr(value.args[0], "id", "") == getattr(statement.target, "id", None))


def _reads_globals(function: types.FunctionType) -> bool:
    """Whether a generator reads data of its module, or captured, that may be changed in place."""
    found = [function.__globals__[key] for key in function.__code__.co_names if key in function.__globals__]
    return bool(function.__closure__) or not all(map(is_fixed, found))


def all_are_named(node: Node, caught: bool) -> bool:
    """Whether all items of a call are given names at once, or there is an error that nobody catches here."""
    return getattr(node, "unpacked", False) and not caught
