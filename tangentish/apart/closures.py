"""Functions defined inside another that are only called there: functions of their own, which take what they captured.

A variable that such a function captures is read when it is called, and has the same value there if it is passed as an
argument: `def f(v): return v * k` and `f(2.0)` become a function of two arguments, and `f(2.0, k=k)`.  It is known by name
then, as a function of a module is, and needs no looking up.
"""

from __future__ import annotations

import collections
import types
import weakref
from collections.abc import Iterable

import gast
import numpy as np

from tangentish.analysis.effects import effects_of
from tangentish.closures import cells_of, content
from tangentish.frontend.source import Source, rewritten
from tangentish.syntax import (
    COMPREHENSIONS,
    DEFINITIONS,
    Block,
    Node,
    clone,
    free_names,
    local_names,
    name,
    name_nodes,
    names_in,
    walk,
)

Functions = dict[str, types.FunctionType]

_ELSEWHERE = (gast.Nonlocal, gast.Global, gast.Yield, gast.YieldFrom, gast.Await, gast.ClassDef, gast.AsyncFunctionDef)
_USING_UP = frozenset({"sum", "min", "max", "any", "all", "list", "tuple", "sorted", "set", "dict"})
_LOOKING_AROUND = frozenset({"locals", "vars", "eval", "exec", "super", "__class__"})
_lifted: weakref.WeakKeyDictionary[Node, tuple[dict[str, object], Node, Functions]] = weakref.WeakKeyDictionary()


def closures_apart(source: Source) -> tuple[Source, Functions]:
    """A function without the functions inside that can be taken out of it, and these; itself and none, if there are none."""
    tree, space = source.tree, source.globals
    known = _lifted.get(tree)
    if known is None or known[0] is not space:
        known = _lifted[tree] = (space, *_without(source))
    _, made, functions = known
    if not functions:
        return source, functions
    function = rewritten(source.function, made, functions)
    return Source(function, made, source.filename, cells_of(function)), functions


def are_named(functions: Iterable[types.FunctionType], program: Iterable[types.FunctionType]) -> bool:
    """Whether the functions of a program name any of these, which its text does not show: only their pairs may be called."""
    held = [content(cell, None) for function in program for cell in function.__closure__ or ()]
    return any(value is function for function in functions for value in held)


def _without(source: Source) -> tuple[Node, Functions]:
    functions: Functions = {}
    if not any(_definition(node) for node in source.tree.body):
        return source.tree, functions
    tree = clone(source.tree)
    left = -1
    while left != (left := len(functions)):  # one may call another
        for node in [*tree.body]:
            label = _definition(node)
            found = None if label is None else _calls(tree, node, label, source)
            if label is None or found is None:
                continue
            captured, calls = found
            made = _taken_out(clone(node), label, captured, source, functions)
            effects = effects_of(made)
            if effects.opaque or effects.outside:
                continue
            functions[label] = made
            tree.body.remove(node)
            for call in calls:
                call.keywords += [gast.keyword(k, gast.copy_location(name(k), call)) for k in captured]
    return (tree, functions) if functions else (source.tree, functions)


def _definition(node: Node) -> str | None:
    """The name that a statement binds to a function with plain parameters and constant defaults."""
    if node.__class__ is gast.FunctionDef and not node.decorator_list:
        label, function = node.name, node
    elif node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and len(node.targets) == 1 and (
            node.targets[0].__class__ is gast.Name):
        label, function = node.targets[0].id, node.value
    else:
        return None
    args = function.args
    constants = all(one is None or one.__class__ is gast.Constant for one in (*args.defaults, *args.kw_defaults))
    plain = args.vararg is None and args.kwarg is None and constants
    return str(label) if plain and not any(part.__class__ in _ELSEWHERE or (
        part.__class__ is gast.Name and part.id in _LOOKING_AROUND) for part in walk(function)) else None


def _calls(tree: Node, node: Node, label: str, source: Source) -> tuple[list[str], Block] | None:
    """What a function inside captures, and its calls; None if more is done with it than calling it after it is defined."""
    if any(part.__class__ in (gast.Nonlocal, gast.Global) or (part.__class__ is gast.Delete) for part in walk(tree)):
        return None
    function = node if node.__class__ is gast.FunctionDef else node.value
    captured = sorted(free_names(function) & (local_names(tree) | source.cells.keys()))
    if label in captured or _keeps(function, frozenset(captured)) or any(
            _binds_function(other, captured) for other in walk(tree.body)):
        return None
    place = next(k for k, one in enumerate(tree.body) if one is node)
    search = _Search(label, frozenset(captured))
    for statement in tree.body[place + 1 :]:
        search.visit(statement, frozenset())
    named = [part for part in name_nodes(tree) if part.id == label]
    stored = int(node.__class__ is gast.Assign)
    defined = sum(part.__class__ in DEFINITIONS and part.name == label for part in walk(tree.body))
    if not all(map(_is_plain, (source.globals.get(key) for key in free_names(function) - set(captured)))):
        return None  # objects around a function may be changed, and read elsewhere
    if not search.calls or search.failed or len(named) != len(search.calls) + stored or defined + stored != 1:
        return None
    first = next(k for k, one in enumerate(tree.body) if k > place and any(part is search.calls[0] for part in walk(one)))
    bound = {part.id for part in _parameters(tree)} | source.cells.keys() | _bound_surely(tree.body[:first])
    return (captured, search.calls) if bound.issuperset(captured) else None


def _is_plain(value: object) -> bool:
    """Whether a global is code, or a constant."""
    return value is None or isinstance(value, int | float | complex | str | np.generic | np.ndarray | np.ufunc | type
                                       | types.ModuleType | types.FunctionType | types.BuiltinFunctionType)


def _keeps(function: Node, captured: frozenset[str]) -> bool:
    """Whether something that a function makes may read what it captured later: a function inside, a generator."""
    parts = walk(function.body)
    used_up = {id(argument) for part in parts if part.__class__ is gast.Call and getattr(part.func, "id", "") in _USING_UP
               for argument in part.args}
    later = [part for part in parts if part.__class__ in (gast.FunctionDef, gast.Lambda)
             or (part.__class__ is gast.GeneratorExp and id(part) not in used_up)]
    return any(not captured.isdisjoint(names_in(part)) for part in later)


def _binds_function(node: Node, captured: Iterable[str]) -> bool:
    """Whether a captured variable holds a function defined inside, or a class: as an argument it would not be known."""
    bound = _definition(node) if node.__class__ is gast.Assign else node.name if node.__class__ in DEFINITIONS else None
    return bound in captured


def _bound_surely(block: Block) -> set[str]:
    """The names that assignments bind which are not under a condition."""
    targets = [target for node in block if node.__class__ is gast.Assign for target in node.targets]
    targets += [node.target for node in block if node.__class__ is gast.AnnAssign and node.value is not None]
    parts = [part for target in targets for part in (target.elts if target.__class__ in (gast.Tuple, gast.List) else [target])]
    return {part.id for part in parts if part.__class__ is gast.Name}


def _parameters(function: Node) -> list[Node]:
    args = function.args
    found = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return [argument for argument in found if argument is not None]


class _Search:
    """The calls of a function; `failed` where one cannot pass what is captured, as its name means something else there."""

    def __init__(self, label: str, captured: frozenset[str]) -> None:
        self.label, self.captured = label, captured
        self.calls: Block = []
        self.failed = False

    def visit(self, node: Node, bound: frozenset[str]) -> None:
        """Look through a part of the function around, in which scopes inside have `bound` these names."""
        cls = node.__class__
        if cls is gast.Call and node.func.__class__ is gast.Name and node.func.id == self.label:
            self.calls.append(node)
            named = {keyword.arg for keyword in node.keywords}
            self.failed |= not self.captured.isdisjoint(bound) or not self.captured.isdisjoint(named) or None in named or any(
                argument.__class__ is gast.Starred for argument in node.args)
        if cls is gast.FunctionDef or cls is gast.Lambda:
            bound |= local_names(node)
        elif cls in COMPREHENSIONS:
            bound |= {part.id for generator in node.generators for part in name_nodes(generator.target)}
        elif cls is gast.ClassDef and self.label in {part.id for part in name_nodes(node)}:
            self.failed = True
        for child in collections.deque(gast.iter_child_nodes(node)):
            self.visit(child, bound)


def _taken_out(node: Node, label: str, captured: list[str], source: Source, functions: Functions) -> types.FunctionType:
    """The function that takes what it captured as keywords."""
    if node.__class__ is gast.FunctionDef:
        tree = node
    else:
        body = node.value.body
        tree = gast.copy_location(gast.FunctionDef(label, node.value.args, [gast.copy_location(gast.Return(body), body)],
                                                   [], None, None, []), node.value)
    args = tree.args
    defaults = tuple(one.value for one in args.defaults)
    named = {argument.id: one.value for argument, one in zip(args.kwonlyargs, args.kw_defaults, strict=True) if one is not None}
    args.kwonlyargs = [*args.kwonlyargs, *(gast.Name(key, gast.Param(), None, None) for key in captured)]
    args.kw_defaults = [*args.kw_defaults, *([None] * len(captured))]
    called = {key: value for key, value in functions.items() if key in free_names(tree)}
    made = rewritten(source.function, tree, called)
    made.__defaults__, made.__kwdefaults__ = defaults or None, named or None
    made.__qualname__ = f"{source.function.__qualname__}.<locals>.{label}"
    return made
