"""`y.shape = (2, 3)` and `y.resize((2, 3))` of arrays that the function made, which have no other name by then.

    y = x * 2.0                     y = x * 2.0
    y.shape = (2, 3)        ->      y = with_shape(y, (2, 3))

The array that has another shape is a view of the same memory here.  All that has been made of `y` by then is an array of its own,
which keeps its shape; where something may be the very same array, `y.shape = ...` stays, and is refused.
"""

from __future__ import annotations

import types

import gast
import numpy as np

from tangentish.analysis.code.marks import ARITHMETIC
from tangentish.analysis.writes.effects import effects_of
from tangentish.frontend.out_arguments import written_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, attribute, call, child_blocks, children, locate, name, own_expressions, walk

_MAKING = frozenset((np.zeros, np.ones, np.empty, np.full, np.arange, np.linspace, np.zeros_like, np.ones_like, np.empty_like))
_MAKING_METHODS = frozenset("copy flatten".split())
_VIEWING_METHODS = frozenset("reshape ravel view".split())
"""What these give is an object of its own, whose shape nothing else has, if not always memory of its own."""
_PASSING_ON = frozenset((np.asarray, np.asanyarray, np.ascontiguousarray, np.atleast_1d, np.atleast_2d, np.squeeze))
"""Functions that may give the very array that they are given."""
_APART = frozenset("""shape ndim size dtype strides T flat itemsize nbytes copy sum mean std var prod max min dot reshape ravel
    transpose argmax argmin cumsum tolist any all fill sort item flatten resize trace diagonal""".split())
"""Attributes and methods that never are, or give, the array itself, as `real` and `squeeze` may."""
_ASKING = frozenset("len sum abs float max min print isinstance type".split())


def shapes_assigned(body: Block, scope: Scope, params: set[str]) -> Block:
    """The body with such statements written as assignments to the name."""
    wanted = {label for node in walk(body) if (label := _changed(node))}
    candidates = wanted - {part.id for node in walk(body) if node.__class__ in (gast.FunctionDef, gast.Lambda)
                                    for part in walk(node) if part.__class__ is gast.Name}
    sure = {label for label in candidates if _is_alone(body, label, scope, label in params)} if candidates else set()
    return _rewritten(body, sure) if sure else body


def _changed(node: Node) -> str:
    """The name of the array that a statement gives another shape; "" if it does not."""
    if node.__class__ in (gast.Assign, gast.AugAssign):
        targets = node.targets if node.__class__ is gast.Assign else [node.target]
        shaped = len(targets) == 1 and targets[0].__class__ is gast.Attribute and targets[0].attr == "shape"
        return str(targets[0].value.id) if shaped and targets[0].value.__class__ is gast.Name else ""
    called = node.value if node.__class__ is gast.Expr else None
    method = called.func if called.__class__ is gast.Call and called.args else None
    resizes = method.__class__ is gast.Attribute and method.attr == "resize" and method.value.__class__ is gast.Name
    return str(method.value.id) if resizes else ""


def _is_alone(body: Block, label: str, scope: Scope, given: bool) -> bool:
    """Whether a name always means a new array, which nothing else is before the last such statement, or in a loop with it.

    What is `given` under the name means something else until the function itself binds it for the first time, whatever happens
    or in the branch where all such statements are.
    """
    if label not in _bound_plainly(body):
        return False
    if given:
        body = _from_binding(body, label)
    return _is_new_and_alone(body, label, scope) or _is_new_and_alone(_from_binding(body, label, last=True), label, scope)


def _is_new_and_alone(body: Block, label: str, scope: Scope) -> bool:
    """The same of some statements."""
    last, place, looped = _places(body, label)
    before = [statement for number, statement in place if looped or number < last]
    for node in before:
        if node.__class__ is gast.Assign and any(target.__class__ is gast.Name and target.id == label for target in node.targets):
            if len(node.targets) > 1 or not _is_new(node.value, scope):
                return False
    return bool(body) and all(_is_only_read(statement, label, scope) for statement in before)


def _from_binding(block: Block, label: str, last: bool = False) -> Block:
    """The statements from one on that binds a name, before all that give what it means another shape; none if there is no such.

    It is the first, or the `last` one of the block where these are.
    """
    start: int | None = None
    for place, node in enumerate(block):
        if _changed(node) == label:
            return [] if start is None else block[start:]
        if _changes(node, label):
            inner = [part for _, part in child_blocks(node) if any(_changes(one, label) for one in part)]
            alone = len(inner) == 1 and not any(_changes(other, label) for other in block[place + 1:])
            return _from_binding(inner[0], label, last) if alone else []
        if node.__class__ is gast.Assign and any(target.__class__ is gast.Name and target.id == label for target in node.targets):
            if not last:
                return block[place:]
            start = place
    return []


def _changes(node: Node, label: str) -> bool:
    return any(_changed(part) == label for part in walk(node))


def _bound_plainly(body: Block) -> set[str]:
    """The names that are bound by assignments alone, and `op=`."""
    plain: dict[str, int] = {}
    for node in walk(body):
        targets = node.targets if node.__class__ is gast.Assign else [node.target] if node.__class__ is gast.AugAssign else []
        for target in targets:
            if target.__class__ is gast.Name:
                plain[target.id] = plain.get(target.id, 0) + 1
    for node in walk(body):
        if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
            plain[node.id] = plain.get(node.id, 0) - 1
        elif node.__class__ in (gast.Global, gast.Nonlocal):
            plain.update(dict.fromkeys(node.names, -1))
    return {label for label, count in plain.items() if count == 0}


def _places(body: Block, label: str) -> tuple[int, list[tuple[int, Node]], bool]:
    """The number of the last statement that gives another shape, all statements with theirs, and whether one is in a loop."""
    found: list[tuple[int, Node]] = []
    last, looped = -1, False

    def each(block: Block, inside: bool) -> None:
        nonlocal last, looped
        for node in block:
            found.append((len(found), node))
            if _changed(node) == label:
                last, looped = len(found) - 1, looped or inside
            for _, inner in child_blocks(node):
                each(inner, inside or node.__class__ in (gast.For, gast.While))

    each(body, False)
    return last, found, looped


def _is_new(value: Node, scope: Scope) -> bool:
    """Whether an expression makes an array that nothing else has."""
    if value.__class__ in (gast.BinOp, gast.UnaryOp):
        return scope.own.isdisjoint(ARITHMETIC)  # an operator of the user's gives what it likes
    if value.__class__ is gast.IfExp:
        return _is_new(value.body, scope) and _is_new(value.orelse, scope)
    if value.__class__ is not gast.Call:
        return False
    target = scope.resolve(value.func)
    if target is MISSING:
        method = value.func.attr if value.func.__class__ is gast.Attribute else ""
        if method in scope.own:  # a class of the user's has one of its own
            return False
        return (method in _MAKING_METHODS and not value.args) or method in _VIEWING_METHODS or (
            method == "astype" and len(value.args) == 1 and not value.keywords)
    rule = lookup(target)
    if written_by(value, target):
        return False  # it is what was given as `out`
    if target is np.array:  # it copies unless it is told not to
        return not any(keyword.arg in ("copy", None) and getattr(keyword.value, "value", None) is not True
                       for keyword in value.keywords)
    if isinstance(target, types.FunctionType) and (rule is None or rule.user):
        return rule is None and scope.own.isdisjoint(ARITHMETIC) and _gives_new(target)
    try:
        if target in _PASSING_ON:
            return len(value.args) == 1 and (_is_new(value.args[0], scope) or value.args[0].__class__ in (gast.List, gast.ListComp))
        return target in _MAKING or (rule is not None and not rule.user and rule.kind != "zero" and rule.view == "never"
                                     and (getattr(target, "__module__", None) or "").startswith("numpy"))
    except TypeError:  # not hashable
        return False


def _gives_new(function: types.FunctionType) -> bool:
    """Whether what a function of the user's gives is nothing that it was given, found around it, or put anywhere."""
    effects = effects_of(function)
    return not (effects.any_writes or effects.returns or effects.around_returned or effects.given)


def _is_only_read(statement: Node, label: str, scope: Scope) -> bool:
    """Whether nothing that a statement does with a name can make another name of the same array."""
    if statement.__class__ is gast.Return or _changed(statement) == label:
        return True
    parts = own_expressions(statement)
    if any(part.__class__ is gast.Name and part.id == label and part.ctx.__class__ is gast.Load for part in parts):
        return statement.__class__ in (gast.AugAssign, gast.Expr, gast.If, gast.For, gast.While)
    return all(_reads(part, scope) for part in walk(parts) if any(
        child.__class__ is gast.Name and child.id == label and child.ctx.__class__ is gast.Load for child in children(part)))


def _reads(part: Node, scope: Scope) -> bool:
    """Whether an expression makes something new of a name directly in it, or of its entries."""
    if part.__class__ is gast.Attribute:
        return part.attr in _APART
    if part.__class__ in (gast.Subscript, gast.BinOp, gast.UnaryOp, gast.Compare, gast.comprehension):
        return True
    if part.__class__ is not gast.Call:
        return False
    if getattr(part.func, "id", "") in _ASKING:
        return True
    if _is_new(part, scope):
        return True
    rule = None if (target := scope.resolve(part.func)) is MISSING else lookup(target)
    return rule is not None and not rule.user and (rule.view == "never" or target in (np.reshape, np.ravel))


def _rewritten(block: Block, labels: set[str]) -> Block:
    def rewritten(node: Node) -> Block:
        label = _changed(node)
        if label not in labels:  # objects of other classes may have a `shape`, too
            return [node]
        test = call("isinstance", name(label), name("np_ndarray"))
        return [locate(gast.copy_location(gast.If(test, [_assigned(node, label)], [node]), node), node)]

    return each_rewritten(block, rewritten)


def _assigned(node: Node, label: str) -> Node:
    if node.__class__ is gast.AugAssign:
        shape: Node = gast.BinOp(attribute(name(label), "shape"), node.op, node.value)
    elif node.__class__ is gast.Assign:
        shape = node.value
    else:
        args = node.value.args
        return assign(label, call("resized", name(label), args[0] if len(args) == 1 else gast.Tuple(list(args), gast.Load())))
    return assign(label, call("with_shape", name(label), shape))
