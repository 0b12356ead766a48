"""The function that takes what another reads of its objects: the same code, with parameters in place of the objects."""

from __future__ import annotations

import builtins
import types
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.analysis.code_changes import ANY, binds, fills
from tangentish.analysis.effects import effects_of
from tangentish.analysis.kinds import is_named_function
from tangentish.analysis.own_names import acting
from tangentish.apart.layout import attribute, is_owner
from tangentish.errors import TangentishError
from tangentish.frontend.callables import parameters
from tangentish.frontend.resolve import is_fixed
from tangentish.frontend.source import captures, read_source, rewritten
from tangentish.library import handled, replacement
from tangentish.names import Names
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, clone, name, names_in, walk

Path = tuple[str, ...]
"""A parameter, then the attributes that lead from its object to a value."""
MOST = 24
"""How many parameters a function may come to have."""


class NotApartError(Exception):
    """A function does more with its objects than read what is known of them."""


@dataclass
class Rewritten:
    """A function without its objects: `reads` are the new parameters, and where their values come from.

    The rest is what it relies on: the classes of objects, and what of each was found to be code or to be of its class.
    """

    function: types.FunctionType
    reads: dict[str, Path]
    classes: dict[Path, type]
    code: dict[tuple[Path, str], Any]


Known = dict[tuple[types.FunctionType, int], Rewritten | None]
"""What was made of methods, by them and their objects; None while that goes on."""


def rewrite(function: types.FunctionType, owners: dict[str, Any], own: frozenset[str], known: Known) -> Rewritten:
    """Take `owners`, which are objects by the names of parameters, out of a function.

    `own` tells what code in reach does to attributes.  Raises `NotApartError` where more is done than reading.
    """
    if lookup(function) is not None or handled(function) or replacement(function):
        raise NotApartError
    if binds(ANY) in own:
        raise NotApartError
    try:
        source = read_source(function)
    except TangentishError:
        raise NotApartError from None
    tree = clone(source.tree)
    if "__class__" in names_in(tree):
        raise NotApartError
    work = _Rewriter(function, tree, owners, own, known)
    tree.body = [work.visit(statement) for statement in tree.body]
    arguments = tree.args
    arguments.posonlyargs = [a for a in arguments.posonlyargs if a.id not in owners]
    arguments.args = [a for a in arguments.args if a.id not in owners]
    arguments.kwonlyargs += [gast.Name(label, gast.Param(), None, None) for label in work.reads]
    arguments.kw_defaults += [None] * len(work.reads)
    made = rewritten(function, tree, work.functions)
    effects = effects_of(made)
    if effects.opaque or effects.writes & work.reads.keys():
        raise NotApartError
    return Rewritten(made, work.reads, work.classes, work.code)


class _Rewriter(gast.NodeTransformer):  # type: ignore[misc]  # gast has no types
    """Puts parameters for reads, and calls of functions for calls of methods."""

    def __init__(self, function: types.FunctionType, tree: Node, owners: dict[str, Any], own: frozenset[str],
                 known: Known) -> None:
        self.owners, self.own, self.known = owners, own, known
        defaults = len(function.__defaults__ or ())
        arguments = [*tree.args.posonlyargs, *tree.args.args]
        if any(a.id in owners for a in arguments[len(arguments) - defaults :]) or any(
                a is not None and a.id in owners for a in [*tree.args.kwonlyargs, tree.args.vararg, tree.args.kwarg]):
            raise NotApartError
        self.names = Names(names_in(tree) | function.__globals__.keys() | vars(builtins).keys() | {
            part.name for part in walk(tree) if part.__class__ is gast.FunctionDef})
        self.reads: dict[str, Path] = {}
        self.functions: dict[str, types.FunctionType] = {}
        self.classes: dict[Path, type] = {(key,): type(owner) for key, owner in owners.items()}
        self.code: dict[tuple[Path, str], Any] = {}

    def visit_Name(self, node: Node) -> Node:
        if node.id in self.owners:
            raise NotApartError  # the object itself is used, or the name is another's
        return node

    def visit_Attribute(self, node: Node) -> Node:
        found = self.chain(node)
        if found is None:
            return self.generic_visit(node)
        path, owner, kind, value, rest = found
        if kind == "property":
            result = self.called(path, owner, value, [], [], node)
        elif kind in ("held", "shared"):
            result = gast.copy_location(name(self.read(path, value)), node)
        else:
            raise NotApartError
        for key in rest:
            result = gast.copy_location(gast.Attribute(result, key, gast.Load()), node)
        result.ctx = node.ctx
        return result

    def visit_Call(self, node: Node) -> Node:
        found = self.chain(node.func) if node.func.__class__ is gast.Attribute else None
        if found is None and node.func.__class__ is gast.Name and node.func.id in self.owners:
            found = (node.func.id,), None, "held", self.owners[node.func.id], []
        if found is None or found[4]:
            return self.generic_visit(node)
        path, owner, kind, value, _ = found
        called = getattr(type(value), "__call__", None)  # noqa: B004  # the method itself is wanted
        if kind == "held" and is_owner(value) and isinstance(called, types.FunctionType):
            path, owner, kind, value = (*path, "__call__"), value, "method", called
        if kind not in ("method", "static"):
            return self.generic_visit(node)
        args = [self.visit(argument) for argument in node.args]
        keywords = [self.visit(keyword) for keyword in node.keywords]
        if kind == "method":
            return self.called(path, owner, value, args, keywords, node)
        return gast.copy_location(gast.Call(name(self.function(value)), args, keywords), node)

    def chain(self, node: Node) -> tuple[Path, Any, str, Any, list[str]] | None:
        """What a dotted name that begins with an object leads to: path, last object, what is found there, what is left."""
        keys: list[str] = []
        while node.__class__ is gast.Attribute:
            keys.insert(0, node.attr)
            node = node.value
        if node.__class__ is not gast.Name or node.id not in self.owners:
            return None
        path: Path = (node.id,)
        value = self.owners[node.id]
        while keys:
            owner, key = value, keys.pop(0)
            kind, value = attribute(owner, key)
            if kind == "other" or not self.own.isdisjoint((binds(key), fills(key), acting(key))):
                raise NotApartError
            path = (*path, key)
            if kind != "held":
                self.code[path[:-1], key] = relied_on(type(owner), key, kind)
            elif is_owner(value):
                self.classes[path] = type(value)
            if kind != "held" or not is_owner(value) or not keys:
                return path, owner, kind, value, keys
        raise AssertionError  # an attribute has a key

    def read(self, path: Path, value: Any) -> str:
        """The parameter for a value."""
        if not may_be_given(value):
            raise NotApartError
        known = next((label for label, other in self.reads.items() if other == path), None)
        if known is None:
            known = self.names.fresh("_".join(path))
            self.reads[known] = path
            if len(self.reads) > MOST:
                raise NotApartError
        return known

    def function(self, made: types.FunctionType) -> str:
        """The name by which a function is called."""
        known = next((label for label, other in self.functions.items() if other is made), None)
        if known is None:
            known = self.names.fresh(made.__name__.strip("_"))
            self.functions[known] = made
        return known

    def called(self, path: Path, owner: Any, method: types.FunctionType, args: list[Node], keywords: list[Node],
               node: Node) -> Node:
        """The call of a method, as that of a function that takes what it reads."""
        self.code[path[:-1], path[-1]] = relied_on(type(owner), path[-1], "method")
        inner = self.inner(method, owner)
        self.classes.update(((*path[:-1], *place[1:]), cls) for place, cls in inner.classes.items())
        self.code.update((((*path[:-1], *place[1:]), key), value) for (place, key), value in inner.code.items())
        given = []
        for label, (_, *keys) in inner.reads.items():
            value = owner
            for key in keys:
                value = getattr(value, key)
            given.append(gast.keyword(label, name(self.read((*path[:-1], *keys), value))))
        return gast.copy_location(gast.Call(name(self.function(inner.function)), args, keywords + given), node)

    def inner(self, method: types.FunctionType, owner: Any) -> Rewritten:
        """A method without its object."""
        key = method, id(owner)
        if key not in self.known:
            self.known[key] = None
            if captures(method):
                raise NotApartError
            first = next(iter(parameters(method).parameters), "")
            self.known[key] = rewrite(method, {first: owner}, self.own, self.known)
        found = self.known[key]
        if found is None:
            raise NotApartError  # it calls itself
        return found


def relied_on(cls: type, key: str, kind: str) -> Any:
    """What has to stay the same of a class for an attribute to be what it was: its code, or that it is a value."""
    found = getattr(cls, key, None)
    return type(found) if kind == "shared" else found


def may_be_given(value: Any) -> bool:
    """Whether a value may be a parameter in place of an attribute: of functions, one that others can find too."""
    return is_named_function(value) or is_owner(value) or not (callable(value) or is_fixed(value))
