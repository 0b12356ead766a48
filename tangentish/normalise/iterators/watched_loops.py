"""Loops over what may turn out to be the items of a generator, in a form in which that can run beside the loop."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish import library
from tangentish.analysis.iterators.drawn_again import drawn_again, iterated_again, zipped_again
from tangentish.frontend.generators import is_generator
from tangentish.frontend.generators_given import given_function
from tangentish.library.watches import check_drawn, check_drawn_all
from tangentish.names import Names
from tangentish.normalise.flow.exits_found import contains
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, as_load, assign, call, clone, locate, name, walk

WATCHING: dict[str, Any] = {
    function.__name__: function for function in (check_drawn, check_drawn_all, drawn_again, iterated_again, zipped_again)}
"""The functions that watched loops call."""


def watched_loop(node: Node) -> tuple[Node, Node] | None:
    """What a loop goes through and what it binds to the items, if that may be such a generator."""
    if node.__class__ is not gast.For:
        return None
    source, target = unnumbered(node)
    return (source, target) if getattr(source, "loop", False) and getattr(source, "drawn", "") else None


def sources_named(block: Block, names: Names, makes_object: Callable[[Node], bool] = lambda function: False) -> Block:
    """Names for the attributes that loops go through: `for v in self.rows`, also in an `enumerate`.

    What they hold may turn out to be an object with an `__iter__`, to be asked twice.  So may what is called there, if
    `makes_object` says so of the function.

    >>> from tangentish.syntax import parse, unparse
    >>> for n in sources_named(parse("for k, v in enumerate(self.rows):\\n    s += k * v").body, Names({"rows"})): print(unparse(n))
    rows_2 = self.rows
    for k, v in enumerate(rows_2):
        s += k * v
    """
    def named(node: Node) -> Block:
        source = unnumbered(node)[0] if node.__class__ is gast.For else None
        if source.__class__ is gast.Call and getattr(source.func, "id", "") == "zip" and any(map(made, source.args)) and not any(
                part.__class__ is gast.Starred for part in source.args):
            return [*(each for place in range(len(source.args)) for each in held(source.args, place)), node]
        if source.__class__ is not gast.Attribute and not made(source):
            return [node]
        place = [node.iter] if source is node.iter else node.iter.args
        before = held(place, 0)
        node.iter = place[0] if source is node.iter else node.iter
        return [*before, node]

    def made(node: Node) -> bool:
        return node.__class__ is gast.Call and makes_object(node.func)

    def held(places: list[Node], place: int) -> Block:
        source = places[place]
        if source.__class__ in (gast.Name, gast.Constant):
            return []
        label = names.fresh(source.attr if source.__class__ is gast.Attribute else "t")
        places[place] = locate(name(label), source)
        return [locate(assign(label, clone(source)), source)]

    return each_rewritten(block, named)


def gives_iterable(function: Any) -> bool:
    """Whether a call may give an object with an `__iter__` in Python: of its class, or of a function of which nothing is known.

    >>> class Pairs:
    ...     def __iter__(self):
    ...         yield 1, 2
    >>> gives_iterable(Pairs), gives_iterable(list), gives_iterable(abs), gives_iterable(Pairs.__iter__)
    (True, False, False, False)
    """
    if isinstance(function, type):
        return isinstance(getattr(function, "__iter__", None), types.FunctionType)
    plain = isinstance(function, types.FunctionType) and lookup(function) is None and library.replacement(function) is None
    return plain and not is_generator(function) and given_function(function) is None


def unnumbered(node: Node) -> tuple[Node, Node]:
    """What a loop goes through, and what it binds to the items, without `enumerate`."""
    source, target = node.iter, node.target
    if source.__class__ is gast.Call and getattr(source.func, "id", "") == "enumerate" and len(source.args) == 1 and (
            target.__class__ is gast.Tuple and len(target.elts) == 2):
        source, target = source.args[0], target.elts[1]
    return source, target


def may_run_twice(node: Node, made: Node, target: Node) -> bool:
    """Whether what is gone through may be asked for twice, and its items can be read from what they are bound to."""
    arguments = [*made.args, *(keyword.value for keyword in made.keywords)] if made.__class__ is gast.Call else []
    plain = all(part.__class__ in (gast.Name, gast.Constant) for part in arguments) and not getattr(made, "keywords", [])
    function = made.func if made.__class__ is gast.Call else made
    names = [part for part in walk(target) if part.__class__ in (gast.Name, gast.Tuple)]
    return (plain and not any(part.__class__ is gast.Call for part in walk(function)) and len(names) == len(list(_parts(target)))
            and not contains(node, gast.Return))


def _parts(target: Node) -> list[Node]:
    return [part for part in walk(target) if part.__class__ not in (gast.Store, gast.Load)]


def watched(node: Node, made: Node, target: Node, held: str) -> Block:
    """The loop, with checks that the generator would give the same; `held` is a new name."""
    if made.__class__ is not gast.Call:
        again = call("iterated_again", clone(made))
    elif getattr(made.func, "id", "") == "zip":
        again = call("zipped_again", *map(clone, made.args))
    else:
        again = call("drawn_again", clone(made.func), *map(clone, made.args))
    for part in walk([again]):
        part.drawn = ""
    node.body.insert(0, locate(gast.Expr(call("check_drawn", name(held), as_load(target))), node))
    return [locate(assign(held, again), node), node, locate(gast.Expr(call("check_drawn_all", name(held))), node)]


__all__ = ["WATCHING", "gives_iterable", "may_run_twice", "sources_named", "unnumbered", "watched", "watched_loop"]
