"""A variable that an inner function rebinds (`nonlocal`) becomes the only item of a list that both functions see.

What is stored into a list is followed like any other store, which a rebinding through a closure cell is not.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... def add(t):
...     nonlocal total
...     total = total + t
... add(x)
... y = total
... ''').body
>>> for node in box_nonlocals(block, ["x"], Names({"total", "add", "x"})): print(unparse(node))
total_cell = [None]
<BLANKLINE>
<BLANKLINE>
def add(t):
    total_cell[0] = total_cell[0] + t
add(x)
y = total_cell[0]
"""

from __future__ import annotations

import gast

from tangentish.analysis.def_use import bound_names
from tangentish.bindings import IMPORTS, exception_name, imported_names, pattern_names
from tangentish.errors import UnsupportedError, located
from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, constant, local_names, name, subscript, walk


def box_nonlocals(body: Block, params: list[str], names: Names, filename: str = "") -> Block:
    """Put every variable of this function that a function inside it rebinds into a list of one item.

    Raises UnsupportedError for one that is bound by what cannot bind an item.
    """
    own = {n for statement in body if statement.__class__ is gast.Nonlocal for n in statement.names}
    labels = sorted(_rebound(body) - own)
    for node in walk(body) if labels else []:
        bound = _bound_otherwise(node)
        if bound.intersection(labels):
            what = f"`{min(bound.intersection(labels))}`, which a function inside rebinds, is bound here otherwise than by `=`"
            raise located(UnsupportedError, f"{what}, and this is not followed", filename, node, "Assign to it, or use a list.")
    return boxed(body, labels, params, names)


def boxed(body: Block, labels: list[str], params: list[str], names: Names) -> Block:
    """Put these variables into lists of one item."""
    if not labels:
        return body
    cells = {label: names.fresh(f"{label}_cell") for label in labels}
    visitor = _Box(cells)
    first = [assign(cells[label], gast.List([name(label) if label in params else constant(None)], gast.Load()))
             for label in labels]
    return [*first, *(visitor.visit(statement) for statement in body)]


def bound_otherwise(body: Block) -> set[str]:
    """The names that something else than an assignment, a loop or a `with` binds: these cannot be items of lists."""
    shared = {label for node in walk(body) if node.__class__ in (gast.Global, gast.Nonlocal) for label in node.names}
    return shared.union(*map(_bound_otherwise, walk(body)))


def _bound_otherwise(node: Node) -> set[str]:
    if node.__class__ in (gast.FunctionDef, gast.ClassDef):
        return {node.name}
    if node.__class__ in IMPORTS:
        return imported_names(node)
    if node.__class__ is gast.NamedExpr:
        return {node.target.id}
    if node.__class__ is gast.ExceptHandler and (label := exception_name(node)) is not None:
        return {label}
    if node.__class__ is gast.Delete:
        return {target.id for target in node.targets if target.__class__ is gast.Name}
    return pattern_names(node) if node.__class__ is gast.Match else set()


def _rebound(body: Block) -> set[str]:
    """The names that functions inside, at any depth, declare `nonlocal` and that belong to this function."""
    found: set[str] = set()
    for statement in body:
        for node in walk(statement):
            if node.__class__ is gast.FunctionDef:
                declared = {n for inner in node.body if inner.__class__ is gast.Nonlocal for n in inner.names}
                found |= declared | (_rebound(node.body) - local_names(node))
    return found


class _Box(gast.NodeTransformer):
    def __init__(self, cells: dict[str, str]) -> None:
        self.cells = cells

    def visit_Name(self, node: Node) -> Node:
        if node.id not in self.cells:
            return node
        item = subscript(name(self.cells[node.id]), constant(0))
        item.ctx = node.ctx
        return gast.copy_location(item, node)

    def visit_Nonlocal(self, node: Node) -> Node | None:
        node.names = [n for n in node.names if n not in self.cells]
        return node if node.names else None

    def visit_FunctionDef(self, node: Node) -> Node:
        return self.function(node)

    def visit_Lambda(self, node: Node) -> Node:
        return self.function(node)

    def comprehension(self, node: Node) -> Node:
        """A comprehension, but for what is looped over first: what it binds is its own."""
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        own = {part.id for one in node.generators for part in walk(one.target) if part.__class__ is gast.Name}
        inner = _Box({k: v for k, v in self.cells.items() if k not in own})
        for place, one in enumerate(node.generators):
            one.iter = one.iter if place == 0 else inner.visit(one.iter)
            one.target, one.ifs = inner.visit(one.target), [inner.visit(test) for test in one.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, inner.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_ClassDef(self, node: Node) -> Node:
        """A class: what its own statements bind is its own, and not seen by its methods."""
        own = {label for statement in node.body for label in bound_names(statement)}
        inner = _Box({k: v for k, v in self.cells.items() if k not in own})
        for field in ("bases", "keywords", "decorator_list"):
            setattr(node, field, [self.visit(part) for part in getattr(node, field)])
        node.body = [(self if part.__class__ is gast.FunctionDef else inner).visit(part) for part in node.body]
        return node

    def function(self, node: Node) -> Node:
        """A function inside: what is local to it is not ours."""
        arguments = node.args
        if node.__class__ is gast.FunctionDef:
            node.decorator_list = [self.visit(part) for part in node.decorator_list]
        arguments.defaults = [self.visit(d) for d in arguments.defaults]
        arguments.kw_defaults = [self.visit(d) if d is not None else None for d in arguments.kw_defaults]
        inner = _Box({k: v for k, v in self.cells.items() if k not in local_names(node)})
        if isinstance(node.body, list):
            body = [inner.visit(statement) for statement in node.body]
            node.body = [statement for statement in body if statement is not None] or [gast.copy_location(gast.Pass(), node)]
        else:
            node.body = inner.visit(node.body)
        return node
