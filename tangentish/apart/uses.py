"""Where a function calls another that it has under a name, or passes it on, and whether variables have their values there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import gast

from tangentish.syntax import COMPREHENSIONS, DEFINITIONS, Block, Node, local_names, name_nodes, own_expressions, walk

NOT_MOVED = (gast.Nonlocal, gast.Global, gast.Yield, gast.YieldFrom, gast.Await, gast.ClassDef, gast.AsyncFunctionDef)
"""What is in no function that is copied, or taken out of another."""

_USING_UP = frozenset({"sum", "min", "max", "any", "all", "list", "tuple", "sorted", "set", "dict"})
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass
class Uses:
    """The uses of `label`: its `calls`, and the calls that are given it, with the place of the argument.

    `failed` where one of the `captured` variables may have no value there, or means something else, so that it cannot be passed.

    >>> from tangentish.syntax import parse
    >>> uses = Uses("f", frozenset("k"))
    >>> uses.of_block(parse("k = 1\\nfor v in x:\\n    y = f(v) + g(v, f)\\nh = lambda v: f(v)").body)
    >>> len(uses.calls), [place for _, place in uses.given], uses.failed
    (2, [1], False)
    >>> uses.of_block(parse("z = [f(k) for k in y]").body)
    >>> uses.failed
    True
    """

    label: str
    captured: frozenset[str]
    calls: Block = field(default_factory=list)
    given: list[tuple[Node, int | str]] = field(default_factory=list)
    failed: bool = False

    def of_block(self, block: Block, sure: Iterable[str] = (), bound: frozenset[str] = frozenset()) -> None:
        """Look through statements; variables that have their values are `sure`, scopes inside have `bound` some."""
        known = set(sure)
        for node in block:
            inner = known
            if node.__class__ is gast.For:
                inner = known | {part.id for part in name_nodes(node.target)}
            if node.__class__ in DEFINITIONS:
                self.of_expression(node, known, bound)
            else:
                for part in own_expressions(node):
                    self.of_expression(part, known, bound)
                for key in _BLOCKS:
                    self.of_block(getattr(node, key, None) or [], inner, bound)
                for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                    self.of_block(part.body, known, bound)
            known |= _bound_by(node)

    def of_expression(self, node: Node, sure: set[str], bound: frozenset[str]) -> None:
        """Look through an expression, or a function defined inside."""
        cls = node.__class__
        if cls is gast.Call:
            self.of_call(node, sure, bound)
        if cls is gast.FunctionDef or cls is gast.Lambda:
            bound |= local_names(node)
        elif cls in COMPREHENSIONS:
            bound |= {part.id for generator in node.generators for part in name_nodes(generator.target)}
        elif cls is gast.ClassDef and self.label in {part.id for part in name_nodes(node)}:
            self.failed = True
        for child in gast.iter_child_nodes(node):
            self.of_expression(child, sure, bound)

    def of_call(self, node: Node, sure: set[str], bound: frozenset[str]) -> None:
        """Note a call that is one of the function, or is given it."""
        given: list[tuple[int | str, Node]] = [*enumerate(node.args), *((k.arg, k.value) for k in node.keywords)]
        found: list[tuple[Node, int | str]] = [(node, place) for place, value in given if self.is_it(value)]
        itself = self.is_it(node.func)
        if not itself and not found:
            return
        self.given += found
        self.calls += [node] if itself else []
        starred = any(value.__class__ is gast.Starred or place is None for place, value in given)
        taken = any(place in self.captured for place, _ in given)
        self.failed |= starred or taken or len(found) + itself > 1 or not sure.issuperset(self.captured) or bool(
            self.captured & bound)

    def is_it(self, node: Node) -> bool:
        """Whether an expression is the function."""
        return node.__class__ is gast.Name and node.id == self.label

    def are_all(self, tree: Node) -> bool:
        """Whether what was found is all that is done with the name in a function, but for one definition or parameter."""
        named = sum(part.id == self.label for part in name_nodes(tree))
        defined = sum(part.__class__ in DEFINITIONS and part.name == self.label for part in walk(tree.body))
        return not self.failed and bool(self.calls or self.given) and (
            named + defined == len(self.calls) + len(self.given) + 1)


def outliving(body: Node | Block) -> Block:
    """The functions inside, and the generators that are not gone through at once: they may read variables later.

    >>> from tangentish.syntax import parse
    >>> len(outliving(parse("f = lambda: k\\nreturn sum(v * k for v in x), (v * k for v in x)").body))
    2
    """
    parts = walk(body)
    used_up = {id(argument) for part in parts if part.__class__ is gast.Call and getattr(part.func, "id", "") in _USING_UP
               for argument in part.args}
    return [part for part in parts if part.__class__ in (gast.FunctionDef, gast.Lambda)
            or (part.__class__ is gast.GeneratorExp and id(part) not in used_up)]


def _bound_by(node: Node) -> set[str]:
    """The names that an assignment binds."""
    if node.__class__ is gast.Assign:
        targets = node.targets
    else:
        targets = [node.target] if node.__class__ is gast.AnnAssign and node.value is not None else []
    parts = [part for target in targets for part in (target.elts if target.__class__ in (gast.Tuple, gast.List) else [target])]
    return {part.id for part in parts if part.__class__ is gast.Name}
