"""`with tangentish.cotangent(x) as x_bar:` as one statement, whose body the reverse sweep has and the primal has not.

The statement is `reverse_point(x, a, b)`, with the variables that the body reads, so that all analyses see that they are needed
here.  It carries `hook`: the pairs of a variable and the name of its adjoint, and the body.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.closures import content
from tangentish.custom.cotangents import cotangent
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.rules.helpers import passed_by
from tangentish.syntax import Block, Node, call, child_blocks, locate, name, name_nodes, names_in, walk, walk_statements

LEAVES = (gast.Return, gast.Yield, gast.YieldFrom, gast.Await, gast.Global, gast.Nonlocal, gast.FunctionDef, gast.ClassDef,
          gast.AsyncFunctionDef, gast.Import, gast.ImportFrom, gast.Delete, gast.NamedExpr)


@dataclass
class Hook:
    """The body of a `cotangent`."""

    pairs: list[tuple[str, str]]
    body: Block
    bound: set[str]


def cotangent_points(block: Block, scope: Scope, filename: str) -> Block:
    """Rewrite a body, nested blocks too."""
    points = _Points(scope, filename)
    block = points.block(block, False)
    points.check_names(block)
    return block


def check_passed_by(scope: Scope, filename: str, body: Block) -> None:
    """Refuse the derivative of a tangent that left out what is for the reverse sweep: the gradient would be another."""
    for label, cell in scope.source.cells.items():
        if content(cell, None) is passed_by:
            calls = [part for part in walk(body) if part.__class__ is gast.Call and label in names_in(part.func)]
            raise located(UnsupportedError, "the derivative of a tangent is not known where `cotangent` changes the gradient",
                          filename, (calls or [scope.source.tree])[0],
                          "Differentiate the gradient in forward mode: jvp(grad(f)), or hvp(f).")


class _Points:
    def __init__(self, scope: Scope, filename: str) -> None:
        self.scope, self.filename = scope, filename
        self.found: list[tuple[Node, Hook]] = []

    def block(self, block: Block, trying: bool) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ is gast.With and any(self.is_cotangent(item) for item in node.items):
                out.append(self.point(node, trying))
                continue
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner, trying or node.__class__ is gast.Try)
            out.append(node)
        return out

    def is_cotangent(self, item: Node) -> bool:
        func = getattr(item.context_expr, "func", None)
        if func.__class__ is gast.Name:
            value = self.scope.name(func.id)
            if value is cotangent:
                self.scope.rely(func.id, value)
            return value is cotangent
        return func is not None and self.scope.resolve(func) is cotangent

    def point(self, node: Node, trying: bool) -> Node:
        """The statement that takes the place of one `with`."""
        if trying:
            raise self.refused("`cotangent` inside of `try` is not supported", node, "Move it out, or into a function.")
        pairs = []
        for item in node.items:
            if not self.is_cotangent(item):
                raise self.refused("`cotangent` stands together with another context manager", node, "Write a `with` for each.")
            args, target = item.context_expr.args, item.optional_vars
            if len(args) != 1 or item.context_expr.keywords or args[0].__class__ is not gast.Name:
                raise self.refused("`cotangent` takes the name of a variable", item.context_expr,
                                   "Give the value a name in a statement before.")
            if target is not None and target.__class__ is not gast.Name:
                raise self.refused("the adjoint should be bound to a plain name", node, "Write `as x_bar`.")
            pairs.append((args[0].id, target.id if target is not None else ""))
        for part in [part for statement in node.body for part in walk(statement)]:
            if part.__class__ in LEAVES or (part.__class__ is gast.With and any(map(self.is_cotangent, part.items))):
                raise self.refused("this is not possible in the body of `cotangent`, which runs in the reverse sweep", part,
                                   "Read variables, change the adjoint, call functions.")
        self.check_exits(node.body, False)
        bound = assigned_in(node.body) | {bar for _, bar in pairs if bar}
        reads = {part.id for statement in node.body for part in name_nodes(statement)} - bound
        local = sorted(n for n in reads if n in self.scope.locals)
        made = gast.Expr(call("reverse_point", *(name(n) for n in [*(x for x, _ in pairs), *local])))
        made.hook = Hook(pairs, node.body, bound)
        made.origin = node
        self.found.append((node, made.hook))
        return locate(gast.copy_location(made, node), node)

    def check_exits(self, block: Block, looping: bool) -> None:
        """Loops of the body may be left, those around it not."""
        for node in block:
            if node.__class__ in (gast.Break, gast.Continue) and not looping:
                raise self.refused("this leaves the body of `cotangent`, which runs in the reverse sweep", node,
                                   "Use `if` in its place.")
            for _, inner in child_blocks(node):
                self.check_exits(inner, looping or node.__class__ in (gast.For, gast.While))

    def check_names(self, block: Block) -> None:
        """What is bound in a body stays in it: the primal never binds it."""
        if not self.found:
            return
        outside = {part.id for node in walk_statements(block) if not hasattr(node, "hook")
                   for part in name_nodes(_header(node))}
        outside |= {x for _, hook in self.found for x, _ in hook.pairs}
        for node, hook in self.found:
            for part in [part for statement in [*node.items, *hook.body] for part in name_nodes(statement)]:
                if part.id in hook.bound & outside:
                    raise self.refused(f"`{part.id}` is bound in the body of `cotangent`, which runs in the reverse sweep, and is "
                                       "used outside of it", part, "Take another name; keep what you want in a list.")
                elsewhere = set().union(*(other.bound for _, other in self.found if other is not hook), set())
                if part.id in elsewhere - hook.bound:
                    raise self.refused(f"`{part.id}` is bound in the body of another `cotangent`", part, "Keep it in a list.")

    def refused(self, message: str, node: Node, hint: str) -> TangentishError:
        return located(UnsupportedError, message, self.filename, node, hint)


def _header(node: Node) -> list[Node]:
    """The parts of a statement that are not statements."""
    inside = [inner for _, inner in child_blocks(node)]
    if not inside:
        return [node]
    return [part for field in node._fields if field not in ("body", "orelse", "finalbody", "handlers")
            for value in [getattr(node, field, None)] for part in (value if isinstance(value, list) else [value])
            if isinstance(part, gast.AST)]


__all__ = ["Hook", "check_passed_by", "cotangent_points"]
