"""Private names as the class around makes them: `self.__x` is `self._Model__x`, and generated code is in no class.

So it is in functions inside methods too, and for names of any kind: parameters, variables, and globals that are read.
"""

from __future__ import annotations

import types

import gast

from tangentish.syntax import Node, children


def class_around(code: types.CodeType) -> str | None:
    """The name of the class that a function is written in, by a method of it maybe; None if it is in none.

    It is where the code was written that counts: `functools.wraps` gives functions the qualified names of others.

    >>> class Model:
    ...     def scaled(self, by):
    ...         return lambda x: by * x
    >>> class_around(Model().scaled(2.0).__code__), class_around(class_around.__code__)
    ('Model', None)
    """
    parts = code.co_qualname.split(".")
    while len(parts) > 1 and parts[-2] == "<locals>":
        parts = parts[:-2]
    return parts[-2] if len(parts) > 1 else None


def spell_out(tree: Node, code: types.CodeType) -> None:
    """Change the private names in the tree of a function to what they stand for, and give `super` what it takes from around."""
    owner = class_around(code)
    if owner is not None:
        prefix = owner.lstrip("_")
        _visit(tree, f"_{prefix}" if prefix else "", None, True)


def _visit(node: Node, prefix: str, first: str | None, is_top: bool = False) -> None:
    if node.__class__ in (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda):
        given = [*node.args.posonlyargs, *node.args.args]
        first = given[0].id if given else first
    if prefix and not is_top:
        _spell(node, prefix)
    if (first and node.__class__ is gast.Call and node.func.__class__ is gast.Name and node.func.id == "super" and not node.args):
        node.args = [gast.Name("__class__", gast.Load(), None, None), gast.Name(first, gast.Load(), None, None)]
    # the body of a class is compiled as that of a class, and spells its names itself
    inside = [*node.decorator_list, *node.bases, *node.keywords] if node.__class__ is gast.ClassDef else children(node)
    for child in inside:
        _visit(child, prefix, first)


def _spell(node: Node, prefix: str) -> None:
    for key in ("attr", "id", "name", "rest", "asname"):
        value = getattr(node, key, None)
        if isinstance(value, str) and not (key == "name" and node.__class__ is gast.alias):  # that of a module
            setattr(node, key, _spelled(value, prefix))
    if node.__class__ in (gast.Global, gast.Nonlocal):
        node.names = [_spelled(label, prefix) for label in node.names]


def _spelled(label: str, prefix: str) -> str:
    return prefix + label if label.startswith("__") and not label.endswith("__") and "." not in label else label


def same_names(given: list[Node], code: types.CodeType) -> bool:
    """Whether parameters are those of some code, where private names are longer."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return len(given) == len(names) and all(
        label == argument.id or label.endswith(argument.id) for label, argument in zip(names, given, strict=True))
