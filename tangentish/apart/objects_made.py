"""Objects that a function makes and reads: variables for their attributes, and functions for their methods.

    ball = Ball(mass, drag)
    for _ in range(n):
        v = v + dt * ball.force(v)

becomes, with the statements of `__init__` where they can be,

    ball_mass = mass
    ball_drag = drag
    for _ in range(n):
        v = v + dt * force(v, self_mass=ball_mass, self_drag=ball_drag)

if the `__init__` of the class does no more than to keep what it computes, and nobody but its methods sees the object.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
import types
import weakref
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import gast

from tangentish.analysis.code.code_changes import changes
from tangentish.analysis.code.own_names import names_of_values, own_names
from tangentish.apart.around import variables_around
from tangentish.apart.closures import TakenOut, closures_apart
from tangentish.apart.layout import is_owner
from tangentish.apart.parts_made import PartsMade, parts_of_dataclass, parts_of_init
from tangentish.apart.rewrite import Rewrites
from tangentish.apart.rewriter import NotApartError, Rewriter
from tangentish.bindings import IMPORTS, imported_names, pattern_names
from tangentish.class_attributes import of_class
from tangentish.closures import cells_of, codes_in
from tangentish.frontend.callables import Guard, as_it_is, made_by_init, parameters
from tangentish.frontend.source import Source, rewritten
from tangentish.syntax import (
    DEFINITIONS,
    Node,
    assign,
    clone,
    constant,
    locate,
    name,
    name_nodes,
    names_in,
    parameter_nodes,
    stored,
    walk,
)

MOST_INSIDE = 3
"""How deep objects may be in others."""
_LITERALS = (int, float, complex, bool, str)


class _Held:
    """What an attribute holds, of which nothing is known."""


def taken_out(source: Source) -> tuple[Source, TakenOut]:
    """A function without the objects that it makes and only reads, and without the functions inside that can be taken out of it.

    Itself, if there are none.
    """
    unmade = _known.get(source.tree)
    if unmade is None or not unmade.holds(source.globals):
        unmade = _known[source.tree] = _without_objects(source)
    if unmade.tree is source.tree:
        return closures_apart(source)
    function = rewritten(source.function, unmade.tree, unmade.functions)
    apart, taken = closures_apart(Source(function, unmade.tree, source.filename, cells_of(function)))
    return apart, replace(taken, functions=unmade.functions | taken.functions, guards=[*unmade.guards, *taken.guards])


_known: weakref.WeakKeyDictionary[Node, TakenOut] = weakref.WeakKeyDictionary()


def _without_objects(source: Source) -> TakenOut:
    found = TakenOut(source.globals, source.tree)
    tried: set[str] = set()
    while True:  # what one object held may be another one
        labels = [node.targets[0].id for node in found.tree.body if _made_here(node, source) is not None]
        left = [label for label in labels if label not in tried]
        if not left:
            return found
        tried.add(left[0])
        with contextlib.suppress(NotApartError):
            _take(found, left[0], source)


def _made_here(node: Node, source: Source) -> type | None:
    """The class that a statement makes an object of, which it binds to a name."""
    if node.__class__ is not gast.Assign or len(node.targets) != 1 or node.targets[0].__class__ is not gast.Name:
        return None
    call = node.value
    if call.__class__ is not gast.Call or call.func.__class__ is not gast.Name or call.func.id in source.cells:
        return None
    cls = source.globals.get(call.func.id)
    return cls if isinstance(cls, type) and "__dict__" in dir(cls) and isinstance(cls.__init__, types.FunctionType) else None


def _take(found: TakenOut, label: str, source: Source) -> None:
    """Take the object of a name out; raises `NotApartError` where more is done with it than reading."""
    place, node = next((k, one) for k, one in enumerate(found.tree.body) if one.__class__ is gast.Assign and
                       getattr(one.targets[0], "id", "") == label)
    cls = _made_here(node, source)
    if cls is None or not _is_alone(found.tree, place, label, node.value.func.id):  # it is something else at first
        raise NotApartError
    made, parts = _stand_in(cls, source, node, MOST_INSIDE)
    tree = clone(found.tree)
    given = {inner.func.id for inner in walk(tree.body) if inner.__class__ is gast.Call and inner.func.__class__ is gast.Name
             and label in names_in([*inner.args, *(keyword.value for keyword in inner.keywords)])}
    own = frozenset().union(own_names(source.function), names_of_values([made]), *map(changes, codes_in(source.function.__code__)))
    around = {key: variable for key, variable in variables_around(source.function, tree).items() if key in given}
    work = Rewriter(source.function, tree, {label: made}, around, {}, own, Rewrites(own, False).inner)
    for taken in found.functions:
        work.names.taken.add(taken)
    call = tree.body[place].value
    tree.body[place] = gast.copy_location(gast.Pass(), call)
    tree.body = [work.visit(statement) for statement in tree.body]
    inner = {key: path for key, path in work.reads.items() if len(path) > 2}
    shared = {key: path[1] for key, path in work.reads.items() if key not in inner and path[1] not in parts.attributes}
    wanted = {path[1]: key for key, path in work.reads.items() if key not in inner and key not in shared}
    for path in inner.values():
        if path[1] not in wanted:
            wanted[path[1]] = work.names.fresh("_".join(path[:2]))
    before = [assign(key, _of_class(cls, attr, call)) for key, attr in shared.items()]
    functions = dict(work.added)
    new = {*work.reads, *functions, *found.functions}  # which may be called like what `__init__` finds around it
    inside = None if new & parts.free else parts.inside(call, work.names, source, wanted, label)
    if inside is None:
        inside = [_assigned(list(wanted.values()), call)]
        functions[work.names.fresh(f"{cls.__name__}_parts")] = parts.giving(tuple(wanted))
        call.func.id = list(functions)[-1]
    after = [assign(key, functools.reduce(_part, path[2:], name(wanted[path[1]]))) for key, path in inner.items()]
    placed = [*(gast.copy_location(one, call) for one in before), *(locate(one, node) for one in (*inside, *after))]
    tree.body[place : place + 1] = placed or [tree.body[place]]
    found.tree = tree
    found.functions |= functions
    found.guards += [*work.guards, *_guards(cls, node.value.func.id, source, work)]
    found.guards += [_constant_of(cls, attr) for attr in shared.values()]


def _part(owner: Node, attr: str) -> Node:
    return gast.Attribute(owner, attr, gast.Load())


def _stand_in(cls: type, source: Source, where: Node, deep: int) -> tuple[Any, PartsMade]:
    """An object as it would be made, but for what its attributes hold, and how it is made."""
    if not _is_plain(cls):
        raise NotApartError
    parts = parts_of_dataclass(cls, source, where) if dataclasses.is_dataclass(cls) else parts_of_init(cls)
    made: Any = object.__new__(cls)
    made.__dict__.update({attr: _Held() for attr in parts.attributes})
    for attr, inner in parts.objects.items() if deep else ():
        with contextlib.suppress(NotApartError):
            made.__dict__[attr] = _stand_in(inner, source, where, deep - 1)[0]
    if not is_owner(made):
        raise NotApartError
    return made, parts


def _of_class(cls: type, attr: str, call: Node) -> Node:
    """What a class has for all its objects: the number itself, if it is one."""
    value = of_class(cls, attr)
    return constant(value) if type(value) in _LITERALS else gast.Attribute(clone(call.func), attr, gast.Load())


def _constant_of(cls: type, attr: str) -> Guard:
    """That it has the same there."""
    value = of_class(cls, attr)
    return (lambda: of_class(cls, attr)), value


def _assigned(labels: list[str], call: Node) -> Node:
    if not labels:
        return gast.Expr(call)
    if len(labels) == 1:
        return assign(labels[0], call)
    return gast.Assign([gast.Tuple([stored(label) for label in labels], gast.Store())], call, None)


def _is_alone(tree: Node, place: int, label: str, cls: str) -> bool:
    """Whether the object is bound to one name, once, and read after that alone; nothing else is called like it, or its class."""
    names = name_nodes(tree)
    bound = [one.id for one in names if one.ctx.__class__ is not gast.Load]
    parts = walk(tree.body)
    others = {one.id for part in parts if part.__class__ in (*DEFINITIONS, gast.Lambda) and hasattr(part, "args")
              for one in parameter_nodes(part)} | {one.id for one in parameter_nodes(tree)}
    others |= {part.name for part in parts if part.__class__ in DEFINITIONS}
    others = others.union(*(imported_names(part) for part in parts if part.__class__ in IMPORTS), *(
        pattern_names(part) for part in parts if part.__class__ is gast.Match))
    before = {one.id for statement in tree.body[:place] for one in name_nodes(statement)}
    return bound.count(label) == 1 and not {label, cls} & others and cls not in bound and label not in before and (
        not any(part.__class__ in (gast.Global, gast.Nonlocal, gast.Delete) for part in parts))


def _is_plain(cls: type) -> bool:
    """Whether objects of a class are made by its `__init__` alone, and nothing happens where attributes are set or they end."""
    sets = any("__setattr__" in vars(base) for base in cls.__mro__[:-1])
    return made_by_init(cls) and (not sets or _is_frozen(cls)) and not hasattr(cls, "__del__") and not inspect.isabstract(cls)


def _is_frozen(cls: type) -> bool:
    options = getattr(cls, "__dataclass_params__", None)
    return options is not None and bool(options.frozen)


def _guards(cls: type, label: str, source: Source, work: Rewriter) -> Iterable[Guard]:
    """What the program relies on: what is called by name, and that the code of the class is as it was."""
    space = source.globals
    yield (lambda: space.get(label)), cls
    init = cls.__init__  # type: ignore[misc]  # of the class itself
    yield from as_it_is(init, parameters(init).parameters)
    yield (lambda: inspect.getattr_static(cls, "__init__", None)), inspect.getattr_static(cls, "__init__", None)
    for (_, key), value in work.code.items():
        shared = isinstance(value, type)
        yield (lambda key=key, shared=shared: type(of_class(cls, key)) if shared else of_class(cls, key)), value
    for variable, function in work.functions:
        yield variable.value, function


