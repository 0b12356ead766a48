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

from collections.abc import Callable, Iterator
from typing import Any

import gast

from tangentish.bindings import names_assigned
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, as_load, assign, children, constant, locate, name, names_in, stored

_HELD = (gast.Name, gast.Attribute, gast.Subscript, gast.Call, gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp, gast.IfExp,
         gast.List, gast.Tuple, gast.Dict, gast.ListComp)
"""Expressions whose values may be others after an assignment, or which do something themselves."""
_AROUND_OPERANDS = (gast.keyword, gast.Starred, gast.FormattedValue, gast.Slice)


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
        after: Block = []
        if node.__class__ is gast.If and _has_walrus(node.test):
            node.test = _hoist(node.test, before, names, fixed)
        elif node.__class__ is gast.While and _has_walrus(node.test):
            inside: Block = []
            test = _hoist(node.test, inside, names, fixed)
            leave = gast.If(gast.UnaryOp(gast.Not(), test), [*node.orelse, gast.Break()], [])
            return [locate(gast.copy_location(gast.While(constant(True), [*inside, leave, *node.body], []), node), node)]
        elif node.__class__ is gast.AugAssign and names is not None and _has_walrus(node.value):
            after = _augmented(node, before, names, fixed)
        elif node.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) and _has_walrus(node.value):
            node.value = _hoist(node.value, before, names, fixed)
        return [*(locate(each, node) for each in before), node, *(locate(each, node) for each in after)]

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
    places = list(_places(node))
    last = max(k for k, (owner, key) in enumerate(places) if _has_walrus(_at(owner, key)))
    for k, (owner, key) in enumerate(places[: last + 1]):
        operand = _at(owner, key)
        if assigns := _has_walrus(operand):
            operand = _hoist(operand, before, names, fixed)
        bound = names_assigned(*(_at(*place) for place in places[k + 1 : last + 1]))
        if names is not None and k < last and not fixed(operand) and (
                names_in(operand) & bound if assigns else operand.__class__ in _HELD or _has_defaults(operand)):
            operand = _held(operand, before, names)
        _put(owner, key, operand)
    return node


def _has_defaults(node: Node) -> bool:
    """Whether an expression is a lambda that holds something from when it was made."""
    return node.__class__ is gast.Lambda and bool(node.args.defaults or any(node.args.kw_defaults))


def _places(node: Node) -> Iterator[tuple[Any, Any]]:
    """Where the operands of an expression are, in the order in which they are evaluated: a list or a node, and which part of it."""
    if node.__class__ is gast.Dict:
        for k, key in enumerate(node.keys):
            yield from [(node.keys, k)] if key is not None else []
            yield node.values, k
        return
    for field, value in gast.iter_fields(node):
        for owner, key in [(value, k) for k in range(len(value))] if isinstance(value, list) else [(node, field)]:
            part = _at(owner, key)
            if part.__class__ in _AROUND_OPERANDS:
                yield from _places(part)
            elif field == "func" and part.__class__ is gast.Attribute:  # the method is of what its name means before
                yield part, "value"
            elif isinstance(part, gast.expr):
                yield owner, key


def _at(owner: Any, key: Any) -> Node:
    return owner[key] if isinstance(owner, list) else getattr(owner, key)


def _put(owner: Any, key: Any, node: Node) -> None:
    if isinstance(owner, list):
        owner[key] = node
    else:
        setattr(owner, key, node)


def _held(operand: Node, before: Block, names: Names) -> Node:
    made = name(names.fresh("t"))
    before.append(assign(made.id, operand))
    return made


def _augmented(node: Node, before: Block, names: Names, fixed: Callable[[Node], bool]) -> Block:
    """`y += (y := f(y))`, which adds to what `y` was before, and `y[i] += (i := 1)`."""
    target, bound = node.target, names_assigned(node.value)
    after: Block = []
    if target.__class__ is gast.Name and target.id in bound:
        held = _held(as_load(target), before, names)
        node.target = stored(held.id)
        after.append(gast.Assign([target], held, None))
    for owner, key in _places(target):
        if names_in(_at(owner, key)) & bound:
            _put(owner, key, _held(_at(owner, key), before, names))
    node.value = _hoist(node.value, before, names, fixed)
    return after
