"""Containers of modules under other names: `globals()["TABLE"]`, and what is imported inside a function.

Both are written as what is followed anyway: `TABLE`, and `models.TABLE` below an import of the module.  So are items that are
stored by a call (`frontend/stored_by_calls.py`), and attributes that are asked for by one (`frontend/attributes_by_calls.py`).
"""

from __future__ import annotations

import collections
import dis
import functools
import sys
import types
import weakref
from typing import Any

import gast
import numpy as np

from tangentish.closures import codes_in
from tangentish.frontend.attributes_by_calls import asked_plainly, asks_by_calls
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import Source, rewritten
from tangentish.frontend.stored_by_calls import stored_plainly, stores_by_calls
from tangentish.syntax import Block, Node, attribute, clone, locate, name, name_nodes, substitute, walk, walk_statements

_IMPORT = dis.opmap["IMPORT_FROM"]
_DATA = (list, dict, set, collections.deque, np.ndarray)


_trees: weakref.WeakKeyDictionary[types.CodeType, Node] = weakref.WeakKeyDictionary()


def named_otherwise(source: Source) -> Source:
    """A function that names such containers as others do, in place of one that does not; the same where there are none."""
    code = source.function.__code__
    if not any("globals" in one.co_names or _IMPORT in one.co_code[::2] or stores_by_calls(one) or asks_by_calls(one)
               for one in codes_in(code)):
        return source
    if code not in _trees:
        tree = clone(source.tree)
        taken = {node.id for node in name_nodes(tree)} | set(source.globals)
        fresh = functools.partial(_fresh, taken=taken)
        changed = _globals_by_name(tree, source) | asked_plainly(tree, source, fresh) | stored_plainly(tree, source, fresh)
        for function in (part for part in walk(tree) if part.__class__ is gast.FunctionDef):
            changed = _imported_by_module(function, source, taken) or changed
        _trees[code] = tree if changed else source.tree
    if _trees[code] is source.tree:
        return source
    return Source(rewritten(source.function, _trees[code]), _trees[code], source.filename, source.cells)


def _globals_by_name(tree: Node, source: Source) -> bool:
    """Write `globals()["TABLE"]` as `TABLE`, where no variable of the function is called so; whether there was any."""
    if "globals" in source.globals or "globals" in source.cells:
        return False
    bound = {node.id for node in name_nodes(tree) if node.ctx.__class__ is not gast.Load} | set(source.cells)
    found = False
    for part in walk(tree):
        for field, value in gast.iter_fields(part):
            items = value if isinstance(value, list) else [value]
            for place, item in enumerate(items):
                label = _global_named(item) if isinstance(item, gast.AST) else None
                if label is not None and label in source.globals and label not in bound:
                    found, items[place] = True, locate(name(label), item)
            if items is not value:
                setattr(part, field, items[0])
    return found


def _global_named(node: Node) -> str | None:
    """The name of the global that an item of `globals()` is read of."""
    if node.__class__ is not gast.Subscript or node.ctx.__class__ is not gast.Load or node.value.__class__ is not gast.Call:
        return None
    func, key = node.value.func, getattr(node.slice, "value", None)
    plain = func.__class__ is gast.Name and func.id == "globals" and not node.value.args
    return key if plain and isinstance(key, str) and key.isidentifier() else None


def _imported_by_module(function: Node, source: Source, taken: set[str]) -> bool:
    """Write names of containers that a function imports, and binds to nothing else, as attributes of their module.

    Whether there was any.
    """
    found = False
    statements = walk_statements(function.body)
    imports = [statement for statement in statements if statement.__class__ is gast.ImportFrom]
    for statement in imports:
        package = _package(statement, source.globals)
        module = sys.modules.get(package)
        for alias in list(statement.names) if isinstance(module, types.ModuleType) else ():
            label = alias.asname or alias.name
            if isinstance(vars(module).get(alias.name, MISSING), _DATA) and _bindings(function, label) == 1:
                fresh = _fresh(package.rpartition(".")[2], taken)
                _replace(statement, alias, gast.Import([gast.alias(package, fresh)]), function)
                body = [substitute(part, {label: attribute(name(fresh), alias.name)}) for part in function.body]
                found, function.body[:] = True, body
    return found


def _package(statement: Node, space: dict[str, Any]) -> str:
    """The module that an import is from, by its full name."""
    package = str(statement.module or "")
    if statement.level:
        base = str(space.get("__package__") or "").split(".")
        package = ".".join([*base[: len(base) - statement.level + 1], *filter(None, [package])])
    return package


def _bindings(function: Node, label: str) -> int:
    """How often a function, with what is defined in it, binds a name."""
    found = sum(node.id == label and node.ctx.__class__ is not gast.Load for node in name_nodes(function))
    for part in walk(function):
        if part.__class__ in (gast.Import, gast.ImportFrom):
            found += sum((alias.asname or alias.name) == label for alias in part.names)
        elif part.__class__ in (gast.Global, gast.Nonlocal):
            found += 2 * (label in part.names)
        elif part.__class__ in (gast.FunctionDef, gast.ClassDef):
            found += part.name == label
        elif part.__class__ is gast.ExceptHandler:
            found += getattr(part.name, "id", part.name) == label
    return found


def _fresh(label: str, taken: set[str]) -> str:
    """A name that nothing has yet."""
    found = next(f"{label}{'_' * k}" for k in range(1, len(taken) + 2) if f"{label}{'_' * k}" not in taken)
    taken.add(found)
    return found


def _replace(statement: Node, alias: Any, made: Node, function: Node) -> None:
    """Put an import before a statement, which imports one thing less; in the place of that if nothing is left."""
    statement.names.remove(alias)
    for block in _blocks_with(statement, function):
        place = next(k for k, one in enumerate(block) if one is statement)
        block[place : place + (not statement.names)] = [locate(made, statement)]


def _blocks_with(statement: Node, function: Node) -> list[Block]:
    """The block of a function that a statement is in."""
    return [value for part in walk(function) for _, value in gast.iter_fields(part)
            if isinstance(value, list) and any(one is statement for one in value)]
