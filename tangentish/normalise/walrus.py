"""An assignment expression inside a test becomes a statement before it.

>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... while (e := f(x)) > 1.0:
...     x = x / e
... ''').body
>>> print(unparse(hoist_walrus(block)[0]))
while True:
    e = f(x)
    if not e > 1.0:
        break
    x = x / e
"""

from __future__ import annotations

import gast

from tangentish.syntax import Block, Node, assign, child_blocks, children, constant, locate, name


def hoist_walrus(block: Block) -> Block:
    """Rewrite a block, nested ones too."""
    out: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = hoist_walrus(inner)
        if node.__class__ is gast.If and _has_walrus(node.test):
            before: Block = []
            node.test = _hoist(node.test, before)
            out += [*(locate(b, node) for b in before), node]
        elif node.__class__ is gast.While and _has_walrus(node.test):
            before = []
            test = _hoist(node.test, before)
            leave = gast.If(gast.UnaryOp(gast.Not(), test), [*node.orelse, gast.Break()], [])
            new = gast.While(constant(True), [*before, leave, *node.body], [])
            out.append(locate(gast.copy_location(new, node), node))
        elif node.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) and _has_walrus(node.value):
            before = []
            node.value = _hoist(node.value, before)
            out += [*(locate(b, node) for b in before), node]
        else:
            out.append(node)
    return out


def _has_walrus(node: Node | None) -> bool:
    if node is None or node.__class__ in (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp):
        return False
    return node.__class__ is gast.NamedExpr or any(_has_walrus(child) for child in children(node))


def _hoist(node: Node, before: Block) -> Node:
    if node.__class__ is gast.NamedExpr:
        value = _hoist(node.value, before)
        before.append(assign(node.target.id, value))
        return name(node.target.id)
    if not _has_walrus(node):
        return node
    if node.__class__ is gast.Compare and len(node.ops) > 1:
        return node  # what comes after the second operand may never be evaluated
    if node.__class__ in (gast.BoolOp, gast.IfExp):
        # only the part that is always evaluated may be moved out
        field = "values" if node.__class__ is gast.BoolOp else "test"
        part = getattr(node, field)
        if isinstance(part, list):
            part[0] = _hoist(part[0], before)
        else:
            node.test = _hoist(part, before)
        return node
    for field, value in gast.iter_fields(node):
        if isinstance(value, list):
            setattr(node, field, [_hoist(v, before) if isinstance(v, gast.expr) else v for v in value])
        elif isinstance(value, gast.expr):
            setattr(node, field, _hoist(value, before))
    return node
