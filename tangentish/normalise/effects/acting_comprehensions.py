"""Comprehensions that may write active values where nothing active is made of them, as in `len([f(v) for v in x])`.

What they give would be left as it is, and what they write would be lost; so they are written out as loops.

>>> from tangentish.analysis.active.activity import Activity
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.names import Names
>>> from tangentish.syntax import unparse
>>> def count(x, note):
...     n = len([note(v) for v in x])
...     return n * x[0]
>>> source = read_source(count)
>>> scope = Scope(source, {"n", "x", "note"})
>>> activity = Activity(source.tree.body, ["x"], scope)
>>> for made in acting_loops(source.tree.body, activity, {}, Names({"n", "x", "v"}))[:3]:
...     print(unparse(made).strip())
items = []
for v_2 in x:
    items.append(note(v_2))
n = len(items)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.frontend.resolve import MISSING
from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.effects_first import effects_first
from tangentish.normalise.effects.put_parts import put_for
from tangentish.normalise.flow.conditions import in_branches
from tangentish.normalise.flow.loops import comprehension_loop
from tangentish.syntax import COMPREHENSIONS, Block, Node, assign, child_blocks, children, locate, name, own_expressions, walk

Test = Callable[[Node], bool]
EAGER = (sum, list, tuple, set, frozenset, max, min, sorted)
ONE_AFTER_THE_OTHER = (gast.BinOp, gast.UnaryOp, gast.Call, gast.Compare, gast.Tuple, gast.List, gast.keyword, gast.Subscript,
                       gast.Starred)


def acting_loops(block: Block, activity: Activity, given: Mapping[str, Any], names: Names,
                 running: Test = lambda node: False) -> Block:
    """Rewrite a block, nested ones too, where this leaves the order in which things happen as it was.

    So are comprehensions over what is `running`, which writes into something when it is asked for an item.
    """
    out: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = acting_loops(inner, activity, given, names, running)
        if node.__class__ in (gast.Assign, gast.Return, gast.Expr, gast.If):
            found = next(acting_comprehensions(node, activity, given, running), None)
            if found is not None and node.__class__ is not gast.Expr and (branches := _in_branches(node, names)):
                out += acting_loops([*branches, node], activity, given, names, running)
                continue
            at_once = found is not None and _only_first(found, activity, given, running)
            earlier = None if found is None else _evaluated_before(node, found, activity, at_once)
            if found is not None and earlier is not None:
                for part in [*earlier, *([found.generators[0].iter] if at_once else [])]:
                    label = names.fresh("t")
                    put_for(node, part, name(label))
                    out.append(locate(gast.copy_location(assign(label, part), node), node))
                if at_once:
                    out += acting_loops([node], activity, given, names, running)
                    continue
                held = names.fresh("items")
                loops = effects_first(comprehension_loop(found, names, held), Effectful(activity.scope), names)
                put_for(node, found, name(held))
                out += [locate(made, node) for made in loops]
                out += acting_loops([node], activity, given, names, running) if node.__class__ is not gast.If else [node]
                continue
        out.append(node)
    return out


def _in_branches(node: Node, names: Names) -> Block:
    """What evaluates the `and` and `or` of a condition part by part, before a statement that is left with the result."""
    key = "test" if node.__class__ is gast.If else "value"
    before, left = in_branches(getattr(node, key), names)
    if before:
        setattr(node, key, left)
    return [locate(gast.copy_location(made, node), node) for made in before]


def acting_comprehensions(node: Node, activity: Activity, given: Mapping[str, Any],
                          running: Test = lambda node: False) -> Iterator[Node]:
    """The comprehensions of a statement that would be left as they are and may write active values, or go through what writes."""
    for part in own_expressions(node):
        part = part.context_expr if part.__class__ is gast.withitem else part
        if isinstance(part, gast.expr):
            yield from _found(part, not activity.expr(part), activity, given, running)


def _found(node: Node, alone: bool, activity: Activity, given: Mapping[str, Any], running: Test) -> Iterator[Node]:
    if node.__class__ in COMPREHENSIONS:
        left_alone = alone or not activity.expr(node)
        if any(_writes(part, activity, given) for part in _without_methods(node)) if left_alone else any(
                running(generator.iter) for generator in node.generators):
            yield node
    if node.__class__ in (gast.Compare, gast.JoinedStr, gast.Slice, gast.UnaryOp) or (
            node.__class__ is gast.Call and not activity.expr(node)):
        alone = True
    for child in children(node):
        yield from _found(child, alone, activity, given, running)


def _only_first(node: Node, activity: Activity, given: Mapping[str, Any], running: Test) -> bool:
    """Whether nothing of a comprehension writes but what it goes through first of all, which is evaluated once, where it stands."""
    source = node.generators[0].iter
    own = {id(part) for part in walk(source)}
    return not any(running(generator.iter) for generator in node.generators) and not any(
        id(part) not in own and _writes(part, activity, given) for part in _without_methods(node))


def _without_methods(node: Node) -> list[Node]:
    """The parts of an expression, but for the methods that are called there."""
    called = {id(part.func) for part in walk(node) if part.__class__ is gast.Call}
    return [part for part in walk(node) if part.__class__ is not gast.Attribute or id(part) not in called]


def _writes(node: Node, activity: Activity, given: Mapping[str, Any]) -> bool:
    """Whether a part of a comprehension may write active values, or binds a name that is active elsewhere."""
    if node.__class__ is gast.NamedExpr:
        return node.target.id in activity.varied
    if node.__class__ is gast.Call and not hasattr(node, "runs"):
        effectful = Effectful(activity.scope)
        return activity.writes_active(node, given) or (effectful.by_functions_given(node) and activity.call(node)) or (
            effectful.reads_by_name(node) and activity.expr(node.args[0]))
    return hasattr(node, "runs") or (node.__class__ is gast.Attribute and activity.writes_when_read(node))


def _evaluated_before(statement: Node, comprehension: Node, activity: Activity, at_once: bool) -> list[Node] | None:
    """What a statement looks into or calls before it comes to a comprehension; None if it may not come to it as a whole.

    `at_once` if it matters only what it goes through first of all.
    """
    before: list[Node] = []
    expression = statement.test if statement.__class__ is gast.If else statement.value
    return before if _reached(expression, comprehension, None, activity, before, at_once) else None


def _reached(node: Node, comprehension: Node, parent: Node | None, activity: Activity, before: list[Node], at_once: bool) -> bool:
    if node is comprehension:
        return at_once or node.__class__ is gast.ListComp or (
            node.__class__ is gast.GeneratorExp and parent.__class__ is gast.Call and len(parent.args) == 1
            and any(activity.scope.resolve(parent.func) is function for function in EAGER))
    if node.__class__ not in ONE_AFTER_THE_OTHER:
        return False
    for child in children(node):
        if any(part is comprehension for part in walk(child)):
            return _reached(child, comprehension, node, activity, before, at_once)
        if child.__class__ is gast.Starred:
            return False
        if _looks(child, activity):
            before.append(child.value if child.__class__ is gast.keyword else child)
    return False


def _looks(node: Node, activity: Activity) -> bool:
    """Whether evaluating an expression looks into something or calls something."""
    return any(part.__class__ in (gast.Subscript, gast.Call) or (
        part.__class__ is gast.Attribute and activity.scope.resolve(part) is MISSING) for part in walk(node))
