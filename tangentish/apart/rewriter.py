"""What is done to the tree of a function that is taken apart: names for what is read, calls of functions for those of methods."""

from __future__ import annotations

import builtins
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code.code_changes import binds, fills
from tangentish.analysis.code.marks import acting
from tangentish.analysis.kinds import is_named_function
from tangentish.apart.around import Place, bound_in
from tangentish.apart.layout import attribute, is_owner
from tangentish.apart.methods_given import as_lambdas
from tangentish.class_attributes import of_class
from tangentish.frontend.callables import Guard, parameters
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import is_fixed
from tangentish.names import Names
from tangentish.syntax import Node, children, free_names, name, names_in, walk, walk_statements

Path = tuple[str, ...]
"""The name of an object, then the attributes that lead from it to a value."""
Inner = Callable[[types.FunctionType, dict[str, Any]], Any]
MOST = 64
"""How many parameters a function may come to have."""
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class NotApartError(Exception):
    """A function does more with its objects than read what is known of them."""


class Rewriter(gast.NodeTransformer):
    """Puts parameters for reads; `inner` rewrites the functions that are called, and `bound` are the names that are bound here."""

    def __init__(self, function: types.FunctionType, tree: Node, owners: dict[str, Any], around: dict[str, Place],
                 data: dict[str, Place], own: frozenset[str], inner: Inner) -> None:
        self.root, self.owners, self.around, self.own, self.inner = function, owners, around, own, inner
        self.readers = {node.name for node in walk_statements(tree.body) if node.__class__ is gast.FunctionDef
                        and free_names(node) & owners.keys()}
        defaults = len(function.__defaults__ or ())
        arguments = [*tree.args.posonlyargs, *tree.args.args]
        if any(a.id in owners for a in arguments[len(arguments) - defaults :]) or any(
                a is not None and a.id in owners for a in [*tree.args.kwonlyargs, tree.args.vararg, tree.args.kwarg]):
            raise NotApartError
        self.names = Names(names_in(tree) | vars(builtins).keys() | {
            part.name for part in walk(tree) if part.__class__ is gast.FunctionDef})
        self.bound = bound_in(tree)
        self.reads: dict[str, Path] = {}
        self.data = dict(data)
        self.added: dict[str, Any] = {}
        self.classes: dict[Path, type] = {(key,): type(owner) for key, owner in owners.items()}
        self.code: dict[tuple[Path, str], Any] = {}
        self.held: dict[Path, Any] = {}
        self.functions: list[tuple[Place, types.FunctionType]] = []
        self.guards: list[Guard] = []

    def visit_Name(self, node: Node) -> Node:
        if node.id in self.owners:
            raise NotApartError  # the object itself is used, or the name is another's
        return node

    def visit_Attribute(self, node: Node) -> Node:
        found = self.chain(node)
        if found is None:
            return self.generic_visit(node)
        if node.ctx.__class__ is not gast.Load:
            raise NotApartError  # it is stored
        path, owner, kind, value, rest = found
        if kind == "property":
            result = self.method_call(path, owner, value, [], [], node)
        elif kind in ("held", "shared"):
            result = gast.copy_location(name(self.read(path, value)), node)
        else:
            raise NotApartError
        for key in rest:
            result = gast.copy_location(gast.Attribute(result, key, gast.Load()), node)
        return result

    def visit_Return(self, node: Node) -> Node:
        if node.value is not None and self.gives_reader(node.value):
            raise NotApartError  # it reads the object when it is called, which may hold something else by then
        return self.generic_visit(node)

    def gives_reader(self, value: Node) -> bool:
        """Whether an expression gives a function defined here that reads an object."""
        if value.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp):
            return any(map(self.gives_reader, children(value)))
        if value.__class__ is gast.Name:
            return value.id in self.readers
        return value.__class__ is gast.Lambda and bool(free_names(value) & self.owners.keys())

    def visit_Call(self, node: Node) -> Node:
        if node.func.__class__ is gast.Name and node.func.id not in self.owners:
            return self.function_call(node)
        found = self.chain(node.func)
        if found is None or found[4]:
            return self.generic_visit(node)
        path, owner, kind, value, _ = found
        called = getattr(type(value), "__call__", None)  # noqa: B004  # the method itself is wanted
        if callable(value) and is_fixed(value) and kind == "held":
            return self.held_call(path, value, node)
        if kind == "held" and is_owner(value) and isinstance(called, types.FunctionType):
            path, owner, kind, value = (*path, "__call__"), value, "method", called
        if kind not in ("method", "static"):
            return self.generic_visit(node)
        args = [self.visit(argument) for argument in node.args]
        keywords = [self.visit(keyword) for keyword in node.keywords]
        if kind == "method":
            return self.method_call(path, owner, value, args, keywords, node)
        return gast.copy_location(gast.Call(name(self.label_of(value)), args, keywords), node)

    def held_call(self, path: Path, function: Any, node: Node) -> Node:
        """The call of a function that an object holds, as one by its name."""
        if not is_kept_by_name(function):
            raise NotApartError  # there may be a new one for each object
        self.held[path] = function
        args, keywords = [self.visit(argument) for argument in node.args], [self.visit(keyword) for keyword in node.keywords]
        return gast.copy_location(gast.Call(self.by_name(function), args, keywords), node)

    def by_name(self, function: Any) -> Node:
        """What a function is called by: of NumPy's, their names in it, if that is known here."""
        space = self.root.__globals__
        module = next((key for key in ("np", "numpy") if space.get(key) is np and key not in self.bound), None)
        if module is not None and getattr(np, function.__name__, None) is function:
            return gast.Attribute(name(module), function.__name__, gast.Load())
        return name(self.label_of(function))

    def chain(self, node: Node) -> tuple[Path, Any, str, Any, list[str]] | None:
        """What a dotted name that begins with an object leads to: path, last object, what is found there, what is left."""
        keys: list[str] = []
        while node.__class__ is gast.Attribute:
            keys.insert(0, node.attr)
            node = node.value
        if node.__class__ is not gast.Name or node.id not in self.owners:
            return None
        path: Path = (node.id,)
        value, owner, kind = self.owners[node.id], None, "held"
        while keys and kind == "held" and is_owner(value):
            owner, key = value, keys.pop(0)
            kind, value = attribute(owner, key)
            if kind == "other" or not self.own.isdisjoint((binds(key), fills(key), acting(key))):
                raise NotApartError
            if kind != "held":
                self.code[path, key] = relied_on(type(owner), key, kind)
            path = (*path, key)
            if kind == "held" and is_owner(value):
                self.classes[path] = type(value)
        return path, owner, kind, value, keys

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

    def variable(self, place: Place) -> str:
        """The parameter for a variable around a function that is called."""
        known = next((label for label, other in self.data.items() if other.same(place)), None)
        if known is None:
            known = self.names.fresh(place.name)
            self.data[known] = place
            if len(self.data) > MOST:
                raise NotApartError
        return known

    def label_of(self, made: Any) -> str:
        """The name by which a function is called."""
        known = next((label for label, other in self.added.items() if other is made), None)
        if known is None:
            label = made.__name__.strip("_")
            known = self.names.fresh(label if label.isidentifier() else "function")
            self.added[known] = made
        return known

    def method_call(self, path: Path, owner: Any, method: types.FunctionType, args: list[Node], keywords: list[Node],
                    node: Node) -> Node:
        """The call of a method, as that of a function that takes what it reads."""
        self.code[path[:-1], path[-1]] = relied_on(type(owner), path[-1], "method")
        first = next(iter(parameters(method).parameters), "")
        return self.call(self.inner(method, {first: owner}), {first: (path[:-1], owner)}, args, keywords, node)

    def function_call(self, node: Node) -> Node:
        """The call of a function by its name: it is rewritten if it reads more than its arguments, or is given objects."""
        place = self.around.get(node.func.id)
        function = None if place is None else place.value()
        if place is None or not isinstance(function, types.FunctionType) or function is self.root or is_foreign(
                function.__module__):
            return self.generic_visit(node)
        as_lambdas(node, self.method_given, self.root.__globals__)
        given = self.objects_given(function, node)
        try:
            inner = self.inner(function, {label: owner for label, (_, owner) in given.items()})
        except NotApartError:
            if given:
                raise
            return self.generic_visit(node)
        if not given and not inner.data:
            return self.generic_visit(node)
        self.functions.append((place, function))
        names = list(parameters(function).parameters)
        args = [self.visit(argument) for label, argument in zip([*names, *[""] * len(node.args)], node.args, strict=False)
                if label not in given]
        keywords = [self.visit(keyword) for keyword in node.keywords if keyword.arg not in given]
        return self.call(inner, given, args, keywords, node)

    def method_given(self, node: Node) -> types.FunctionType | None:
        """The method of an object that an argument is, if it is one."""
        found = self.chain(node)
        return found[3] if found is not None and found[2] == "method" and not found[4] else None

    def objects_given(self, function: types.FunctionType, node: Node) -> dict[str, tuple[Path, Any]]:
        """The parameters of a function that a call gives objects, with the paths to these and the objects."""
        listed = parameters(function).parameters
        plain = [label for label, parameter in listed.items() if parameter.kind in _PLAIN]
        starred = any(argument.__class__ is gast.Starred for argument in node.args)
        pairs = [] if starred else [*zip(plain, node.args, strict=False)]
        pairs += [(keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg in plain]
        found = {}
        for label, value in pairs:
            led = self.chain(value)
            if led is not None and led[2] == "held" and is_owner(led[3]) and not led[4]:
                if listed[label].default is not inspect.Parameter.empty:
                    raise NotApartError
                found[label] = led[0], led[3]
        return found

    def call(self, inner: Any, given: dict[str, tuple[Path, Any]], args: list[Node], keywords: list[Node], node: Node) -> Node:
        """The call of a rewritten function; `given` are the parameters it lost, and the objects that these were."""
        paths = {label: path for label, (path, _) in given.items()}
        self.classes.update(((*paths[place[0]], *place[1:]), cls) for place, cls in inner.classes.items())
        self.code.update((((*paths[place[0]], *place[1:]), key), value) for (place, key), value in inner.code.items())
        self.held.update(((*paths[first], *keys), value) for (first, *keys), value in inner.held.items())
        self.functions += [found for found in inner.functions if found not in self.functions]
        self.guards += [guard for guard in inner.guards if guard not in self.guards]
        for label, (first, *keys) in inner.reads.items():
            value = given[first][1]
            for key in keys:
                value = getattr(value, key)
            keywords = [*keywords, gast.keyword(label, name(self.read((*paths[first], *keys), value)))]
        keywords = [*keywords, *(gast.keyword(label, name(self.variable(place))) for label, place in inner.data.items())]
        return gast.copy_location(gast.Call(name(self.label_of(inner.function)), args, keywords), node)


def relied_on(cls: type, key: str, kind: str) -> Any:
    """What has to stay the same of a class for an attribute to be what it was: its code, or that it is a value."""
    found = of_class(cls, key)
    return type(found) if kind == "shared" else found


def is_kept_by_name(function: Any) -> bool:
    """Whether a function is one of its module, and the same for all objects that hold it: no closure nor lambda.

    >>> is_kept_by_name(is_kept_by_name), is_kept_by_name(lambda x: x)
    (True, False)
    """
    if isinstance(function, np.ufunc):
        return getattr(np, function.__name__, None) is function
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    named = isinstance(function, types.FunctionType | types.BuiltinFunctionType | type(np.sum)) and (
        getattr(module, function.__name__, None) is function)
    return named and getattr(function, "__closure__", None) is None and function.__name__.isidentifier()


def may_be_given(value: Any) -> bool:
    """Whether a value may be a parameter in place of an attribute: of functions, one that others can find too."""
    return is_named_function(value) or is_owner(value) or not (callable(value) or is_fixed(value))
