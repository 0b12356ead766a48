"""Loops over what may turn out to be the items of a generator, in a form in which that can run beside the loop."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.iterators.drawn_again import drawn_again, iterated_again, zipped_again
from tangentish.library.watches import check_drawn, check_drawn_all
from tangentish.names import Names
from tangentish.normalise.flow.exits_found import contains
from tangentish.rewriting import each_rewritten
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


def sources_named(block: Block, names: Names) -> Block:
    """Names for the attributes that loops go through: `for v in self.rows`, also in an `enumerate`.

    What they hold may turn out to be an object with an `__iter__`, to be asked twice.

    >>> from tangentish.syntax import parse, unparse
    >>> for n in sources_named(parse("for k, v in enumerate(self.rows):\\n    s += k * v").body, Names({"rows"})): print(unparse(n))
    rows_2 = self.rows
    for k, v in enumerate(rows_2):
        s += k * v
    """
    def named(node: Node) -> Block:
        source = unnumbered(node)[0] if node.__class__ is gast.For else None
        if source.__class__ is not gast.Attribute:
            return [node]
        held = names.fresh(source.attr)
        before = locate(assign(held, clone(source)), node)
        if source is node.iter:
            node.iter = locate(name(held), source)
        else:
            node.iter.args[0] = locate(name(held), source)
        return [before, node]

    return each_rewritten(block, named)


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


__all__ = ["WATCHING", "may_run_twice", "sources_named", "unnumbered", "watched", "watched_loop"]
