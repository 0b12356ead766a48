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

from collections.abc import Callable

import gast

from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, assign, children, constant, locate, name

_HELD = (gast.Name, gast.Attribute, gast.Subscript, gast.Call, gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp, gast.IfExp,
         gast.List, gast.Tuple, gast.Dict, gast.ListComp)
"""Expressions whose values may be others after an assignment, or which do something themselves."""


def hoist_walrus(block: Block, names: Names | None = None, fixed: Callable[[Node], bool] = lambda node: False) -> Block:
    """Rewrite a block, nested ones too.

    With `names` for them, what an expression evaluates before such an assignment is held in variables, unless it is known to be
    `fixed`: functions are called by the names that they have.

    >>> from tangentish.syntax import parse, unparse
    >>> for node in hoist_walrus(parse("y = f(k) + (k := g(x)) * k").body, Names()): print(unparse(node))
    t = f(k)
    k = g(x)
    y = t + k * k
    """
    def hoisted(node: Node) -> Block:
        before: Block = []
        if node.__class__ is gast.If and _has_walrus(node.test):
            node.test = _hoist(node.test, before, names, fixed)
        elif node.__class__ is gast.While and _has_walrus(node.test):
            inside: Block = []
            test = _hoist(node.test, inside, names, fixed)
            leave = gast.If(gast.UnaryOp(gast.Not(), test), [*node.orelse, gast.Break()], [])
            return [locate(gast.copy_location(gast.While(constant(True), [*inside, leave, *node.body], []), node), node)]
        elif node.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) and _has_walrus(node.value):
            node.value = _hoist(node.value, before, names, fixed)
        return [*(locate(each, node) for each in before), node]

    return each_rewritten(block, hoisted)


def _has_walrus(node: Node | None) -> bool:
    if node is None or node.__class__ in (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp):
        return False
    return node.__class__ is gast.NamedExpr or any(_has_walrus(child) for child in children(node))


def _hoist(node: Node, before: Block, names: Names | None, fixed: Callable[[Node], bool]) -> Node:
    if node.__class__ is gast.NamedExpr:
        value = _hoist(node.value, before, names, fixed)
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
            part[0] = _hoist(part[0], before, names, fixed)
        else:
            node.test = _hoist(part, before, names, fixed)
        return node
    left = sum(map(_has_walrus, children(node)))  # operands with an assignment, from here on
    for field, value in gast.iter_fields(node):
        operands = value if isinstance(value, list) else [value]
        for place, operand in enumerate(operands):
            if not isinstance(operand, gast.expr):
                continue
            if _has_walrus(operand):
                left -= 1
                made = _hoist(operand, before, names, fixed)
            elif left and names is not None and operand.__class__ in _HELD and field != "func" and not fixed(operand):
                made = name(names.fresh("t"))
                before.append(assign(made.id, operand))
            else:
                continue
            if isinstance(value, list):
                value[place] = made
            else:
                setattr(node, field, made)
    return node
