"""`it = iter(x)`, of which the items are asked for one by one with `next(it)`: a list, from which the first item is taken.

A loop over what is left, `for v in it`, asks for all of them, and then whether there is nothing more.  Where `x` may have
changed meanwhile, the iterator would give something else: it runs beside the list, and is looked at each time.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.iterators.makers import lazy, makes_iterator
from tangentish.frontend.resolve import Scope
from tangentish.library.functions import iterator_items
from tangentish.library.watches import iterator_again, iterator_itself, next_of
from tangentish.names import Names
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    name,
    names_in,
    stored,
    walk,
)


def asked_by_name(body: Block, scope: Scope) -> None:
    """Write `it.__next__()` of an iterator, which becomes a list, as `next(it)`."""
    parts = walk(body)
    asked = [part for part in parts if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute
             and part.func.attr == "__next__" and not (part.args or part.keywords)]
    if not asked or scope.name("next") is not next:
        return
    made = {node.targets[0].id for node in parts if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name
            and _is_made(node.value, scope)}
    for part in asked:
        value = part.func.value
        if _is_made(value, scope) or (value.__class__ is gast.Name and value.id in made):
            part.func, part.args = locate(name("next"), part.func), [value]


def _is_made(value: Node, scope: Scope) -> bool:
    """Whether an expression makes an iterator that becomes a list: not an object of a class whose methods are followed."""
    if lazy(value, scope) == "iterator":
        return True
    made = scope.resolve(value.func) if value.__class__ is gast.Call else None
    return makes_iterator(value, scope) and not isinstance(getattr(made, "__next__", None), types.FunctionType)


def _methods_kept(body: Block, activity: Activity, scope: Scope) -> dict[str, Any]:
    """Ask `it.__next__`, which is not called at once, of what a function gives that refuses lists: an iterator may be one here."""
    parts = walk(body)
    called = {id(part.func) for part in parts if part.__class__ is gast.Call}
    kept = [part for part in parts if part.__class__ is gast.Attribute and part.attr == "__next__"
            and id(part) not in called and activity.expr(part.value)]
    for part in kept:
        part.value = locate(call("iterator_itself", part.value), part)
    return _called(scope, iterator_itself) if kept else {}


NESTED = (gast.FunctionDef, gast.Lambda, gast.GeneratorExp)
LEAVING = (gast.Break, gast.Return)
READ_ONLY = (zip, enumerate, reversed, range, len)
VIEWING = ("values", "items", "keys", "ravel", "flatten", "tolist", "copy")


def next_items(body: Block, activity: Activity, scope: Scope, names: Names) -> dict[str, Any]:
    """Rewrite such iterators that carry active values; the functions called instead, by the names they have here."""
    kept = _methods_kept(body, activity, scope)
    if not any(part.__class__ is gast.Call and scope.resolve(part.func) is next for part in walk(body)):
        return kept
    made = {key: value for key, value in _made(body, scope).items() if activity.expr(value)}
    watches = {key: names.fresh("watch") for key in sorted(made)}
    if not made:
        return kept
    for part in walk(body):
        if part.__class__ is gast.Call and scope.resolve(part.func) is next and getattr(part.args[0], "id", "") in made:
            part.args.insert(1, locate(name(watches[part.args[0].id]), part))
            part.func = locate(name("next_of"), part.func)
    _block(body, made, watches)
    _loops(body, watches, names)
    return kept | _called(scope, iterator_again, iterator_items, next_of)


def _called(scope: Scope, *functions: Callable[..., Any]) -> dict[str, Any]:
    """These functions by the names that they have here."""
    found = {f.__name__: f for f in functions}
    scope.imports.update(found)
    return found


def _made(body: Block, scope: Scope) -> dict[str, Node]:
    """The names bound once, to `iter(...)` of what may be read twice, and used for `next` and in loops alone, with these calls."""
    parts = walk(body)
    made, places, taken = {}, set(), set()
    for node in parts:
        if node.__class__ is gast.Assign:
            for target, value in _bindings(node):
                if scope.resolve(value.func) is iter and len(value.args) == 1 and _plain(value.args[0], scope):
                    made[target.id] = value
                    places.add(id(target))
        elif node.__class__ is gast.Call and scope.resolve(node.func) is next and not node.keywords and node.args:
            taken.add(id(node.args[0]))
        elif node.__class__ is gast.For and node.iter.__class__ is gast.Name and not node.orelse and not any(
                part.__class__ in LEAVING for part in walk(node.body)) and not _at_hand(node.iter.id, [node.target, *node.body]):
            taken.add(id(node.iter))
    inside = {part.id for node in parts if node.__class__ in NESTED for part in walk([node]) if part.__class__ is gast.Name}
    other = {node.id for node in parts if node.__class__ is gast.Name and id(node) not in places | taken}
    stored = [node.id for node in parts if node.__class__ is gast.Name and id(node) in places]
    return {key: value for key, value in made.items() if key not in inside | other and stored.count(key) == 1}


def _at_hand(key: str, nodes: Block) -> bool:
    """Whether a name occurs in what a loop does."""
    return any(part.__class__ is gast.Name and part.id == key for part in walk(nodes))


def _loops(block: Block, watches: dict[str, str], names: Names) -> None:
    """`for v in it` as so many times `v = next(it)`; then there has to be nothing more."""
    for node in block[:]:
        for _, inner in child_blocks(node):
            _loops(inner, watches, names)
        if node.__class__ is gast.For and node.iter.__class__ is gast.Name and node.iter.id in watches:
            held = node.iter
            asked = call("next_of", held, name(watches[held.id]))
            first = locate(gast.Assign([node.target], asked, None), node)
            node.target, node.iter = stored(names.fresh("k")), locate(call("range", call("len", clone(held))), node)
            node.body.insert(0, first)
            last = gast.Expr(call("next_of", clone(held), name(watches[held.id]), constant(None)))
            block.insert(block.index(node) + 1, locate(last, node))


def _bindings(node: Node) -> list[tuple[Node, Node]]:
    """The names that a statement binds to calls, with these; not those that use what it binds too."""
    target, value = node.targets[0], node.value
    pairs = [(target, value)]
    if target.__class__ is gast.Tuple and value.__class__ is gast.Tuple and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts, strict=True))
    bound = {part.id for part in walk([target]) if part.__class__ is gast.Name}
    return [(one, made) for one, made in pairs if len(node.targets) == 1 and one.__class__ is gast.Name
            and made.__class__ is gast.Call and not bound & names_in(made)]


def _plain(node: Node, scope: Scope) -> bool:
    """Whether an expression gives the same when it is evaluated twice."""
    return all(any(scope.resolve(part.func) is function for function in READ_ONLY) or (
        part.func.__class__ is gast.Attribute and part.func.attr in VIEWING)
        for part in walk([node]) if part.__class__ is gast.Call) and not any(
            part.__class__ in (gast.NamedExpr, *NESTED) for part in walk([node]))


def _block(block: Block, made: dict[str, Node], watches: dict[str, str]) -> None:
    for node in block[:]:
        for _, inner in child_blocks(node):
            _block(inner, made, watches)
        for target, value in _bindings(node) if node.__class__ is gast.Assign else []:
            if any(value is known for known in made.values()):
                watch = assign(watches[target.id], call("iterator_again", clone(value.args[0])))
                value.func = locate(name("iterator_items"), value.func)
                block.insert(block.index(node) + 1, locate(watch, node))
