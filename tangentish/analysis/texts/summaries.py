"""What functions of the user's do with texts, and with values that they are given, by their source."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Callable, Iterator
from typing import Any

import gast

from tangentish.analysis.code.code_names import functions_in, names_of
from tangentish.analysis.texts.expressions import Deeds
from tangentish.analysis.texts.numbers import numbers_made
from tangentish.analysis.texts.texts import Texts
from tangentish.analysis.texts.words import READERS, WRITERS, label_of
from tangentish.class_attributes import living
from tangentish.closures import cells_of, codes_in, content
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import MISSING
from tangentish.frontend.source import read_source
from tangentish.syntax import Node, names_in, walk

_MAKING = ("__new__", "__init__", "__post_init__", "__call__")
_READING = READERS | {"astype"}
_FORMATS = ("FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC")
_DEEPEST = 6  # functions that call each other by their names


def deeds_by(resolve: Callable[[Node], Any], around: types.FunctionType) -> Callable[[Node, bool], Deeds | None]:
    """What says of calls in a function what these do, given active values or texts; `resolve` says what is called."""

    def deeds(node: Node, texts: bool) -> Deeds | None:
        target = resolve(node.func)
        if isinstance(target, types.MethodType) and isinstance(target.__func__, types.FunctionType):
            return None if is_installed(target.__func__) else _bound(deeds_of(target.__func__, texts))
        if isinstance(target, type) and not is_foreign(target.__module__):
            return _deeds_of_class(target, node, texts)
        if isinstance(target, types.FunctionType) and not is_installed(target):
            return deeds_of(target, texts)
        if target is not MISSING or node.func.__class__ not in (gast.Attribute, gast.Name):
            return None
        methods = _methods_called(node, around)
        return functools.reduce(Deeds.__or__, [_bound(deeds_of(one, texts)) for one in methods]) if methods else None

    return deeds


def _deeds_of_class(cls: type, node: Node, texts: bool) -> Deeds:
    """What making an object does: the attributes that it keeps texts in, those of a record by their places."""
    found = Deeds(fields=getattr(cls, "_fields", ()) or getattr(cls, "__dataclass_fields__", ()))
    for one in (one for base in cls.__mro__ for one in functions_in(base)):
        if one.__name__ in _MAKING and not is_installed(one) and not (found.fields and _is_written_for(one)):
            deeds = _bound(deeds_of(one, texts))
            found |= Deeds(False, deeds.reads, deeds.stores, deeds.parts)
    return found


def _is_written_for(function: types.FunctionType) -> bool:
    """Whether a method was written for a record, from its fields."""
    return function.__code__.co_filename.startswith("<string>")


def _bound(deeds: Deeds) -> Deeds:
    """What a method does with what is given to it beside its object."""
    return Deeds(deeds.gives, deeds.reads, [place - 1 if isinstance(place, int) else place for place in deeds.stores], deeds.parts)


_looked_at: list[types.FunctionType] = []
"""The functions that are being looked at, which call each other."""


def deeds_of(function: types.FunctionType, texts: bool) -> Deeds:
    """What a function does where all its arguments are active, or are texts."""
    if function in _looked_at or len(_looked_at) >= _DEEPEST or not (mentions(function, "writes") or texts):
        return Deeds(gives=texts and function not in _looked_at)
    _looked_at.append(function)
    try:
        return _deeds(function, texts)
    finally:
        _looked_at.pop()


@functools.lru_cache(maxsize=4096)
def _deeds(function: types.FunctionType, texts: bool) -> Deeds:
    try:
        tree = read_source(function, generators=True).tree
    except TangentishError:
        return Deeds()
    code = function.__code__
    bound = frozenset((*code.co_varnames, *code.co_cellvars))
    count = code.co_argcount + code.co_kwonlyargcount
    parameters = code.co_varnames[:count]

    def is_active(node: Node) -> bool:
        plain = node.__class__ in (gast.Constant, gast.Compare, gast.JoinedStr)
        return not texts and not plain and not bound.isdisjoint(names_in(node))

    called = deeds_by(lambda node: _resolved(node, function), function)
    found = Texts(tree.body, is_active, called, parameters if texts else ())
    given = [part.value for part in walk(tree) if part.__class__ in (gast.Return, gast.Yield, gast.YieldFrom) and part.value]
    stores = [place for k, label in enumerate(parameters) if label in found.stored for place in (k, label)]
    return Deeds(any(map(found.is_text, given)), texts and any(True for _ in numbers_made(found)), stores, found.parts)


def parts_met_by(resolve: Callable[[Node], Any], around: types.FunctionType) -> Callable[[str, Node, frozenset[str]], bool]:
    """What says whether what a call calls "reads" numbers from texts in some attributes, or "gives" such texts."""

    def met(how: str, node: Node, parts: frozenset[str]) -> bool:
        target = resolve(node.func)
        called = _methods_called(node, around) if target is MISSING else [
            one for one in functions_by([target]) if not isinstance(target, type) or one.__name__ in _MAKING[:-1]]
        return any(_reads_parts(one, parts) if how == "reads" else _gives_part(one, parts) for one in called)

    return met


def _methods_called(node: Node, around: types.FunctionType) -> list[types.FunctionType]:
    """The methods that a call may call by their name, of the classes that a function may know."""
    label = label_of(node.func) if node.func.__class__ is gast.Attribute else "__call__"
    return [one for cls in classes_around(around) for one in functions_in(cls) if one.__name__ == label and not is_installed(one)]


@functools.lru_cache(maxsize=1024)
def _reads_parts(function: types.FunctionType, parts: frozenset[str]) -> bool:
    """Whether a function makes numbers of texts in attributes of these names, or calls one that does."""
    if function in _looked_at or len(_looked_at) >= _DEEPEST:
        return False
    _looked_at.append(function)
    try:
        return any(True for _ in numbers_made(_kept(function, parts)))
    except TangentishError:
        return False
    finally:
        _looked_at.pop()


def _kept(function: types.FunctionType, parts: frozenset[str]) -> Texts:
    """The marks in a function where some attributes keep texts."""
    asked = parts_met_by(lambda node: _resolved(node, function), function)
    return Texts(read_source(function, generators=True).tree.body, lambda node: node.__class__ is gast.Name,
                 lambda node, texts: None, (), parts, asked)


def _resolved(node: Node, function: types.FunctionType) -> Any:
    """What a dotted name means in a function."""
    if node.__class__ is gast.Name:
        cell = cells_of(function).get(node.id)
        if cell is not None:
            return content(cell, MISSING)
        code = function.__code__
        return MISSING if node.id in code.co_varnames + code.co_cellvars else function.__globals__.get(node.id, MISSING)
    if node.__class__ is gast.Attribute:
        owner = _resolved(node.value, function)
        return vars(owner).get(node.attr, MISSING) if isinstance(owner, types.ModuleType) else MISSING
    return MISSING


@functools.lru_cache(maxsize=4096)
def mentions(function: types.FunctionType, what: str, depth: int = 3) -> bool:
    """Whether a function, or one that it calls by its name, `writes` texts, or `reads` numbers."""
    names = names_of(function.__code__)
    if what == "reads" and not names.isdisjoint(_READING):
        return True
    if what == "writes" and (not names.isdisjoint(WRITERS) or any(map(_formats, codes_in(function.__code__)))):
        return True
    called = (function.__globals__.get(name) for name in sorted(names)) if depth else ()
    return any(mentions(one, what, depth - 1) for one in functions_by(called))


def functions_by(values: Any) -> Iterator[types.FunctionType]:
    """The functions of the user's among some values, and those that make objects of classes among them."""
    for value in values:
        if isinstance(value, types.FunctionType) and not is_installed(value):
            yield value
        elif isinstance(value, type) and not is_foreign(value.__module__):
            yield from (one for one in functions_in(value) if not is_installed(one))
        elif isinstance(value, types.MethodType):
            yield from functions_by([value.__func__])


@functools.lru_cache(maxsize=4096)
def _formats(code: types.CodeType) -> bool:
    """Whether code formats values: in an f-string, or by `%` behind a text."""
    steps = dis.get_instructions(code)
    return any(step.opname in _FORMATS or (step.opname == "BINARY_OP" and step.argrepr == "%") for step in steps)


def classes_around(function: types.FunctionType) -> list[type]:
    """The classes of the user's that a function may know by their names."""
    space = function.__globals__
    return [value for value in living(space[label] for label in sorted(space)) if isinstance(value, type) and _is_users(value)]


@functools.lru_cache(maxsize=4096)
def _is_users(cls: type) -> bool:
    return not is_foreign(cls.__module__) and any(not is_installed(one) for one in functions_in(cls))


def parts_around(function: types.FunctionType) -> frozenset[str]:
    """The attributes that these classes keep texts of active values in, and the methods and properties that give some."""
    return frozenset().union(*map(_parts_of, classes_around(function))) if not is_installed(function) else frozenset()


@functools.lru_cache(maxsize=1024)
def _parts_of(cls: type) -> frozenset[str]:
    found: set[str] = set()
    for one in functions_in(cls):
        if not is_installed(one) and mentions(one, "writes"):
            deeds = deeds_of(one, False)
            found |= deeds.parts | ({one.__name__} if deeds.gives and one.__name__[:2] != "__" else set())
    for one in functions_in(cls):
        if not is_installed(one) and not names_of(one.__code__).isdisjoint(found):
            found |= {one.__name__} if _gives_part(one, frozenset(found)) else set()
    return frozenset(found)


@functools.lru_cache(maxsize=1024)
def _gives_part(function: types.FunctionType, parts: frozenset[str]) -> bool:
    """Whether a function gives what an attribute keeps."""
    if function in _looked_at or len(_looked_at) >= _DEEPEST or names_of(function.__code__).isdisjoint(parts):
        return False
    _looked_at.append(function)
    try:
        found = _kept(function, parts)
        return any(found.is_text(part.value) for statement in found.statements for part in walk(statement)
                   if part.__class__ is gast.Return and part.value)
    except TangentishError:
        return False
    finally:
        _looked_at.pop()
