"""What a class keeps in the attributes of a new object, as a function that gives the values."""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.apart.rewriter import NotApartError
from tangentish.apart.uses import NOT_MOVED
from tangentish.errors import TangentishError
from tangentish.frontend.source import Source, read_source, rewritten
from tangentish.names import Names
from tangentish.syntax import DEFINITIONS, Node, clone, name, names_in, stored, walk


@dataclass
class PartsMade:
    """The attributes that a new object has; `giving` makes the function that gives the values of some of them."""

    attributes: tuple[str, ...]
    giving: Callable[[tuple[str, ...]], types.FunctionType]


def parts_of_init(cls: type) -> PartsMade:
    """Those that an `__init__` stores, which does no more with its object than that."""
    init = cls.__init__  # type: ignore[misc]  # of the class itself
    if init.__closure__ is not None:
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
    work = _Storing(cls, arguments[0].id, labels)
    tree.body = [work.statement(node) for node in tree.body]
    for listed in (tree.args.posonlyargs, tree.args.args):
        if listed and listed[0].id == arguments[0].id:
            del listed[0]
    tree.name = f"{cls.__name__}_parts"

    def giving(attributes: tuple[str, ...]) -> types.FunctionType:
        made = clone(tree)
        made.body.append(_returned([work.labels[attr] for attr in attributes], made))
        return rewritten(init, made)

    return PartsMade(tuple(work.labels), giving)


def parts_of_dataclass(cls: type, source: Source, where: Node) -> PartsMade:
    """Those of a dataclass, of which each is a parameter."""
    init = cls.__init__  # type: ignore[misc]  # of the class itself
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # it is one
    listed = list(inspect.signature(init).parameters.values())[1:]
    if "__init__" not in vars(cls) or not init.__code__.co_filename.startswith("<string>"):
        return parts_of_init(cls)
    plain = (float, int, bool, str, type(None))
    if hasattr(cls, "__post_init__") or [field.name for field in fields] != [one.name for one in listed] or any(
            one.default is not inspect.Parameter.empty and type(one.default) not in plain for one in listed):
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

    return PartsMade(tuple(field.name for field in fields), giving)


def _returned(labels: list[str], where: Node) -> Node:
    value: Node | None = None
    if labels:
        value = name(labels[0]) if len(labels) == 1 else gast.Tuple([name(label) for label in labels], gast.Load())
    return gast.copy_location(gast.Return(value), where)


class _Storing(gast.NodeTransformer):
    """Puts variables in place of the attributes of the new object."""

    def __init__(self, cls: type, owner: str, names: Names) -> None:
        self.cls, self.owner, self.names = cls, owner, names
        self.labels: dict[str, str] = {}

    def statement(self, node: Node) -> Node:
        """A statement of `__init__`; an attribute is stored for the first time where that happens in any case."""
        if node.__class__ in (gast.Assign, gast.AnnAssign) and node.value is not None:
            node.value = self.visit(node.value)
            for target in node.targets if node.__class__ is gast.Assign else [node.target]:
                for part in walk(target):
                    if self.is_part(part) and part.ctx.__class__ is not gast.Load:
                        self.label_of(part.attr)
        made: Node = self.visit(node)
        return made

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


