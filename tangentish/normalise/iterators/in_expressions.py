"""What expressions use of the iterators that are known where they stand."""

from __future__ import annotations

import itertools
from dataclasses import replace

import gast

from tangentish.analysis.iterators.makers import lazy
from tangentish.analysis.memory.roots import root_name
from tangentish.normalise.iterators.held import State, joins_views, shown_as_list
from tangentish.normalise.iterators.known import Known
from tangentish.normalise.iterators.unseen import is_looked_up_again
from tangentish.syntax import Block, Node, children, names_in, unparse, walk

PARTLY = (any, all, zip)
"""What may stop before the end of an iterator."""
FLAT = ("index", "coords", "base")


class Uses(Known):
    """The state after an expression is evaluated; what is not as a list would be is refused."""

    def uses(self, node: Node, state: State, statement: Node, again: bool = False) -> State:
        """The state after an expression is evaluated; `again` if it may be more than once."""
        if node.__class__ is gast.Name:
            return self.use(node, state, statement, again) if node.ctx.__class__ is gast.Load and node.id in state else state
        if node.__class__ is gast.Call:
            self.passed(node, state)
        if joins_views(node) and self.activity.expr(node):
            raise self.refused("views of dicts are joined as sets", statement)
        for part in shown_as_list(node, self.scope):
            view = state.get(part.id)
            if view is not None and view.view and not view.maybe and view.made.__class__ is gast.Call and self.active(view):
                raise self.refused("a view of a dict is compared, indexed or asked for its type", statement)
        if node.__class__ is gast.Attribute and node.value.__class__ is gast.Name and node.attr in FLAT:
            flat = state.get(node.value.id)
            if flat is not None and flat.made.__class__ is gast.Attribute and self.active(flat):
                raise self.refused(f"`{node.attr}` of a flat iterator is not supported", statement)
        self.operated(operands(node), state, statement)
        if node.__class__ in (gast.GeneratorExp, gast.ListComp, gast.SetComp, gast.DictComp):
            first, *rest = node.generators
            state = self.uses(first.iter, state, statement, again)
            inner = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
            self.stays_within(node, [*inner, *(test for g in node.generators for test in g.ifs)], state)
            for part in [*inner, *first.ifs, *(p for g in rest for p in (g.iter, *g.ifs))]:
                state = self.uses(part, state, statement, True)
            return state
        if node.__class__ is gast.Call and self.scope.resolve(node.func) is itertools.islice and self.writes(node.args[0]):
            raise self.refused("`islice` takes some items only, and the function that is called for each of them writes", statement)
        if node.__class__ is gast.BinOp and node.op.__class__ is gast.Mult:
            for made in walk([n for n in (node.left, node.right) if _is_held_in(n)]):
                known = state.get(made.id) if made.__class__ is gast.Name else None
                held = known is not None and known.inside and self.makers.kind(known.made) == "iterator"
                if (held or lazy(made, self.scope) == "iterator") and self.activity.expr(made):
                    raise self.refused("an iterator is used more than once", statement)
        if node.__class__ is gast.Subscript and node.value.__class__ is gast.Name and node.ctx.__class__ is gast.Load:
            state = self.taken_out(node, state, statement, again)
        self.partly(node, state, statement)
        if node.__class__ is gast.IfExp:
            state = self.uses(node.test, state, statement, again)
            return self.either(self.uses(node.body, state, statement, again), self.uses(node.orelse, state, statement, again))
        for child in children(node):
            state = self.uses(child, state, statement, again or node.__class__ is gast.Lambda)
        return state

    def operated(self, parts: Block, state: State, statement: Node) -> None:
        """Refuse iterators that operators are given: only a class of the user's takes these, and may do anything with them."""
        for part in parts:
            if self.makers.kind(part) == "iterator" or (part.__class__ is gast.Name and part.id in state):
                held = self.known(part, state)
                if self.is_followed(held) and not (held.view or held.inside or held.made.__class__ is gast.Attribute):
                    raise self.refused("an operator is given an iterator, and may do more than go through it once", statement)

    def taken_out(self, node: Node, state: State, statement: Node, again: bool) -> State:
        """The state after an item is read of what holds iterators."""
        held = state.get(node.value.id)
        if held is None or not held.inside or held.view or node.slice.__class__ is gast.Slice or (
                self.makers.kind(held.made) != "iterator"):
            return state
        key = node.slice.value if node.slice.__class__ is gast.Constant else None
        if held.places is not None and key is not None and key not in held.places:
            return state
        if key is not None and (key in held.taken or again) and self.active(held):
            raise self.refused(f"the iterator `{unparse(node)}` is used more than once", statement)
        return {**state, node.value.id: replace(held, taken=held.taken | {key})}

    def partly(self, node: Node, state: State, statement: Node) -> None:
        """Refuse what may leave items of an iterator, for each of which a function that writes is called."""
        if node.__class__ is not gast.Call or self.scope.resolve(node.func) not in PARTLY or not node.args:
            return
        if len(node.args) == 1 and (self.scope.resolve(node.func) is zip or node.args[0].__class__ is gast.GeneratorExp):
            return  # `any(f(v) for v in x)` is written as the loop that it is
        made = [part for argument in node.args for part in self.makers.kept(argument, state)]
        if any(self.acts(self.known(part, state)) for part in made if part.__class__ is not gast.Subscript):
            raise self.refused("this takes some items only, and a function that is called for each of them writes", statement)

    def use(self, node: Node, state: State, statement: Node, again: bool) -> State:
        key, held = node.id, state[node.id]
        if held.maybe:
            if not ((held.stale or held.suspects) and id(node) in self.gone_through.places and self.active(held)):
                return state
            if is_looked_up_again(held.made.func):
                self.unsure.append(("check_gives_no_iterator", held.made, () if held.stale else held.suspects))
                return state
        if held.made.__class__ is gast.Attribute:  # `x.flat` is a view of `x`, which functions of arrays may read again
            return state
        held = replace(held, used=held.used + 1 + again)
        self.doubt(held)
        if held.stale and self.active(held):
            raise self.refused(f"what `{key}` reads has changed since it was made", statement)
        if held.used > 1 and not (held.view or held.inside) and self.active(held):
            raise self.refused(f"the iterator `{key}` is used more than once", statement)
        return {**state, key: held}

    def writes(self, node: Node) -> bool:
        """Whether a function defined here that writes into what it captured is called for each item of an iterator."""
        called = [found.args[0] if found.__class__ is gast.Call else call.func for found in self.makers.snapshots(node)
                  for call in (walk(found) if found.__class__ is gast.GeneratorExp else [found]) if call.__class__ is gast.Call]
        return any(self.activity.captured.get(root_name(function) or "") or (
            function.__class__ is gast.Lambda and self.effectful.function(function)) for function in called)

    def stays_within(self, comprehension: Node, inner: Block, state: State) -> None:
        """Refuse a comprehension that meets, for each item of an iterator, what making the items writes into."""
        for source in [generator.iter for generator in comprehension.generators]:
            for one in [*(state[n] for n in sorted(names_in(source) & state.keys())),
                        *map(self.held, self.makers.snapshots(source, True))]:
                if self.is_met(one, inner):
                    raise self.refused("for each item of an iterator, this meets what making them writes into", source)


def operands(node: Node) -> Block:
    """What an operator is given that would get an iterator as it is: `in` goes through what stands at its right.

    >>> from tangentish.syntax import expression, unparse
    >>> [[unparse(part) for part in operands(expression(text))] for text in ("a + b", "x[i]", "a in b", "a is None")]
    [['a', 'b'], ['i'], ['a'], []]
    """
    cls = node.__class__
    if cls is gast.BinOp:
        return [node.left, node.right]
    if cls is gast.Subscript:
        return node.slice.elts if node.slice.__class__ is gast.Tuple else [node.slice]
    if cls is gast.UnaryOp:
        return [node.operand] if node.op.__class__ is not gast.Not else []
    if cls is not gast.Compare or all(op.__class__ in (gast.Is, gast.IsNot) for op in node.ops):
        return []
    return [node.left, *(part for op, part in zip(node.ops, node.comparators, strict=True) if op.__class__ not in (
        gast.In, gast.NotIn))]


def _is_held_in(node: Node) -> bool:
    """Whether an expression is a list, as far as is seen, or may be one by its name."""
    if node.__class__ is gast.Subscript:
        return node.value.__class__ in (gast.List, gast.Tuple)
    return node.__class__ in (gast.List, gast.Tuple, gast.Name)
