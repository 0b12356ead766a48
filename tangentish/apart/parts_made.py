"""What a class keeps in the attributes of a new object, as a function that gives the values."""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.apart.rewriter import NotApartError
from tangentish.apart.uses import NOT_MOVED
from tangentish.errors import TangentishError
from tangentish.frontend.callables import signature_of
from tangentish.frontend.source import Source, read_source, rewritten
from tangentish.library import sets_fields_by_code
from tangentish.names import Names
from tangentish.syntax import (
    DEFINITIONS,
    Block,
    Node,
    assign,
    clone,
    constant,
    filled,
    local_names,
    name,
    name_nodes,
    names_in,
    parameter_nodes,
    stored,
    walk,
)

_LITERALS = (float, int, bool, str, type(None))
_AS_THEY_ARE = (gast.Name, gast.Constant)


@dataclass
class PartsMade:
    """The attributes that a new object has; `giving` makes the function that gives the values of some of them.

    `inside` gives the statements that do so where the object is made, in place of a call, if that can be: it takes the call, the
    names that are there, the function around, and the names for attributes that are wanted, and for others.  `objects` are the
    classes of attributes that are new objects themselves, `free` what `__init__` finds around it.
    """

    attributes: tuple[str, ...]
    giving: Callable[[tuple[str, ...]], types.FunctionType]
    inside: Callable[[Node, Names, Source, Mapping[str, str], str], Block | None]
    objects: dict[str, type]
    free: frozenset[str] = frozenset()


def parts_of_init(cls: type) -> PartsMade:
    """Those that an `__init__` stores, which does no more with its object than that."""
    init = cls.__init__  # type: ignore[misc]  # of the class itself
    if not isinstance(init, types.FunctionType) or init.__closure__ is not None:  # that of `object`, say
        raise NotApartError
    try:
        tree = clone(read_source(init).tree)
    except TangentishError:
        raise NotApartError from None
    arguments = [*tree.args.posonlyargs, *tree.args.args]
    parts = walk(tree.body)
    if not arguments or tree.args.vararg is not None or tree.args.kwarg is not None or any(
            part.__class__ in (*NOT_MOVED, *DEFINITIONS, gast.Lambda, gast.Return, gast.Delete) for part in parts):
        raise NotApartError
    labels = Names(names_in(tree))
    work = _Storing(cls, arguments[0].id, labels, init.__globals__)
    tree.body = [work.statement(node) for node in tree.body]
    for listed in (tree.args.posonlyargs, tree.args.args):
        if listed and listed[0].id == arguments[0].id:
            del listed[0]
    tree.name = f"{cls.__name__}_parts"

    def giving(attributes: tuple[str, ...]) -> types.FunctionType:
        made = clone(tree)
        made.body.append(_returned([work.labels[attr] for attr in attributes], made))
        return rewritten(init, made)

    def inside(call: Node, names: Names, source: Source, wanted: Mapping[str, str], prefix: str) -> Block | None:
        free = names_in(tree.body) - _bound(tree)
        straight = all(node.__class__ in (gast.Assign, gast.Pass) or (
            node.__class__ is gast.Expr and node.value.__class__ is gast.Constant) for node in tree.body)
        near = init.__globals__ is source.globals and init.__code__.co_filename == source.filename
        if not straight or not near or not free.isdisjoint(local_names(source.tree) | source.cells.keys()):
            return None
        given = _given(init, call)
        if given is None:
            return None
        attributes = {label: attr for attr, label in work.labels.items()}
        kept, body = _kept_as_given(tree.body, given)
        stored_there = {part.id for part in name_nodes(body) if part.ctx.__class__ is not gast.Load}
        parts = {key: value for key, value in given.items() if key not in stored_there and value.__class__ in _AS_THEY_ARE}
        for label in (*given, *sorted(stored_there - given.keys())):
            if label not in parts:
                attr = attributes.get(kept.get(label, label), "")
                parts[label] = name(wanted.get(attr) or names.fresh(f"{prefix}_{attr or label}"))
        made = [gast.copy_location(assign(parts[key].id, value), call) for key, value in given.items() if parts[key] is not value]
        parts |= {label: parts[key] for key, label in kept.items()}
        made += [gast.copy_location(assign(wanted[attributes[label]], parts[key]), call) for key, label in kept.items()
                 if key in given and parts[key] is given[key] and attributes[label] in wanted]
        return made + [filled(node, parts) for node in body if node.__class__ is gast.Assign]

    return PartsMade(tuple(work.labels), giving, inside, work.objects, frozenset(names_in(tree.body) - _bound(tree)))


def parts_of_dataclass(cls: type, source: Source, where: Node) -> PartsMade:
    """Those of a dataclass, of which each is a parameter."""
    init = cls.__init__  # type: ignore[misc]  # of the class itself
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # it is one
    listed = list(inspect.signature(init).parameters.values())[1:]
    if "__init__" not in vars(cls) or not init.__code__.co_filename.startswith("<string>"):
        return parts_of_init(cls)
    if hasattr(cls, "__post_init__") or sets_fields_by_code(cls):
        raise NotApartError
    if [field.name for field in fields] != [one.name for one in listed] or any(
            one.default is not inspect.Parameter.empty and type(one.default) not in _LITERALS for one in listed):
        raise NotApartError
    keyed = [one.name for one in listed if one.kind is inspect.Parameter.KEYWORD_ONLY]
    usual = [one.name for one in listed if one.name not in keyed]

    def giving(attributes: tuple[str, ...]) -> types.FunctionType:
        params = [[gast.Name(key, gast.Param(), None, None) for key in keys] for keys in (usual, keyed)]
        args = gast.arguments(params[0], [], None, params[1], [None] * len(keyed), None, [])
        args.args, args.posonlyargs = params[0], []
        tree = gast.FunctionDef(f"{cls.__name__}_parts", args, [], [], None, None, [])
        tree.body = [_returned(list(attributes), where)]
        made = rewritten(source.function, gast.copy_location(tree, where))
        made.__defaults__, made.__kwdefaults__ = init.__defaults__, init.__kwdefaults__
        return made

    def inside(call: Node, names: Names, source: Source, wanted: Mapping[str, str], prefix: str) -> Block | None:
        given = _given(init, call)
        return None if given is None else [gast.copy_location(assign(
            wanted.get(key) or names.fresh(f"{prefix}_{key}"), value), call) for key, value in given.items()]

    return PartsMade(tuple(field.name for field in fields), giving, inside, {})


def _bound(tree: Node) -> set[str]:
    """What a function binds: parameters and variables."""
    return {part.id for part in (*parameter_nodes(tree), *name_nodes(tree.body)) if part.ctx.__class__ is not gast.Load}


def _kept_as_given(body: Block, given: Mapping[str, Node]) -> tuple[dict[str, str], Block]:
    """The parameters that a variable is bound to, each once, and neither anything else; and the statements beside that."""
    bound = [part.id for part in name_nodes(body) if part.ctx.__class__ is not gast.Load]
    kept: dict[str, str] = {}
    left: Block = []
    for node in body:
        plain = node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name
        if plain and node.value.__class__ is gast.Name and node.value.id in given and node.value.id not in [*bound, *kept] and (
                bound.count(node.targets[0].id) == 1):
            kept[node.value.id] = node.targets[0].id
        else:
            left.append(node)
    return kept, left


def _given(init: types.FunctionType, call: Node) -> dict[str, Node] | None:
    """What the parameters of an `__init__` get, in the order in which it is evaluated; None if that is not plain to see."""
    if any(value.__class__ is gast.Starred for value in call.args) or any(keyword.arg is None for keyword in call.keywords):
        return None
    listed = list(signature_of(init).parameters.values())[1:]
    if any(one.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD) for one in listed):
        return None
    usual = [one.name for one in listed if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    if len(call.args) > len(usual):
        return None
    given = {**dict(zip(usual, call.args, strict=False)), **{keyword.arg: keyword.value for keyword in call.keywords}}
    for one in listed:
        if one.name not in given:
            if type(one.default) not in _LITERALS:
                return None
            given[one.name] = constant(one.default)
    fits = len(given) == len(listed) and len(call.args) + len(call.keywords) == len(
        {*usual[: len(call.args)], *(keyword.arg for keyword in call.keywords)})
    return given if fits else None


def _returned(labels: list[str], where: Node) -> Node:
    value: Node | None = None
    if labels:
        value = name(labels[0]) if len(labels) == 1 else gast.Tuple([name(label) for label in labels], gast.Load())
    return gast.copy_location(gast.Return(value), where)


class _Storing(gast.NodeTransformer):
    """Puts variables in place of the attributes of the new object."""

    def __init__(self, cls: type, owner: str, names: Names, space: Mapping[str, Any]) -> None:
        self.cls, self.owner, self.names, self.space = cls, owner, names, space
        self.labels: dict[str, str] = {}
        self.objects: dict[str, type] = {}

    def statement(self, node: Node) -> Node:
        """A statement of `__init__`; an attribute is stored for the first time where that happens in any case."""
        if node.__class__ in (gast.Assign, gast.AnnAssign) and node.value is not None:
            node.value = self.visit(node.value)
            for target in node.targets if node.__class__ is gast.Assign else [node.target]:
                for part in walk(target):
                    if self.is_part(part) and part.ctx.__class__ is not gast.Load:
                        self.label_of(part.attr)
                        self.objects.pop(part.attr, None)
                if self.is_part(target) and node.value.__class__ is gast.Call and node.value.func.__class__ is gast.Name:
                    made = self.space.get(node.value.func.id)
                    if isinstance(made, type):
                        self.objects[target.attr] = made
        result: Node = self.visit(node)
        return result

    def is_part(self, node: Node) -> bool:
        return node.__class__ is gast.Attribute and node.value.__class__ is gast.Name and node.value.id == self.owner

    def label_of(self, attr: str) -> None:
        described: Any = inspect.getattr_static(self.cls, attr, None)
        if hasattr(type(described), "__set__"):
            raise NotApartError
        if attr not in self.labels:
            self.labels[attr] = self.names.fresh(attr)

    def visit_Attribute(self, node: Node) -> Node:
        if not self.is_part(node):
            return self.generic_visit(node)
        if node.attr not in self.labels:
            raise NotApartError  # a method, what the class has, or what may not be there
        label = self.labels[node.attr]
        return gast.copy_location(name(label) if node.ctx.__class__ is gast.Load else stored(label), node)

    def visit_Name(self, node: Node) -> Node:
        if node.id in (self.owner, "super", "__class__", "locals", "vars"):
            raise NotApartError
        return node


