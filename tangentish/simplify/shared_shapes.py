"""Takes shapes from a value that is kept anyway, so that temporaries need not be; keeps one scalar a scalar.

t = u ** 2
t_bar = unreduce(ans_bar, np.shape(t), None, False)       ->       u_bar = ans_bar * 2.0 * u
u_bar = t_bar * 2.0 * u
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Kind, same_shape
from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import children, is_compound, own_parts, replace, walk
from tangentish.syntax import Node, attribute, expression, is_constant, name, walk_statements

OF_SHAPE = frozenset(["shape"])
OF_SHAPE_AND_TYPE = frozenset(["zeros_like"])
SECOND = frozenset(["unbroadcast", "materialise", "filled", "filled_result"])
LABELS = OF_SHAPE | OF_SHAPE_AND_TYPE | SECOND | {"reduced_size", "size", "ndim"}


def shared_shapes(facts: Facts) -> bool:
    """Rewrite what asks for the shape of a temporary; whether anything did.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(shared_shapes, "t_bar = np.zeros_like(x ** 2)", "z = np.shape(x * 2.0)"))
    t_bar = np.zeros_like(x)
    z = np.shape(x)
    """
    return _take_shapes(facts)


def _take_shapes(facts: Facts) -> bool:
    changed = False
    definitions: dict[str, list[Node]] | None = None
    for node in facts.reverse_statements():
        if is_compound(node) and node.__class__ not in (gast.If, gast.For):
            continue
        effects = facts.effects(node)
        if LABELS.isdisjoint(effects.attrs) and LABELS.isdisjoint(effects.reads):
            continue
        for part in (p for own in own_parts(node) for p in walk(own)):
            if part.__class__ is gast.Attribute and part.attr in ("shape", "size", "ndim"):
                definitions = _definitions(facts) if definitions is None else definitions
                found = _stand_in(facts, part.value, definitions, True)
                if found is not None:
                    part.value = name(found)
                    facts.touch(node)
                    changed = True
            if part.__class__ is not gast.Call:
                continue
            label = getattr(part.func, "attr", getattr(part.func, "id", ""))
            place = 0 if label in OF_SHAPE | OF_SHAPE_AND_TYPE else 1
            if len(part.args) <= place or label not in OF_SHAPE | OF_SHAPE_AND_TYPE | SECOND:
                if label == "reduced_size" and _size(facts, part, node):
                    changed = True
                continue
            if not facts.purity.is_pure_call(part):
                continue
            definitions = _definitions(facts) if definitions is None else definitions
            if label in OF_SHAPE and place == 0 and _shape_of_product(facts, node, part):
                changed = True
                continue
            found = _stand_in(facts, part.args[place], definitions, label in OF_SHAPE)
            if found is not None:
                part.args[place] = name(found)
                facts.touch(node)
                changed = True
    return changed


def _shape_of_product(facts: Facts, statement: Node, call: Node) -> bool:
    """`np.shape(a @ b)` of matrices is `(a.shape[0], b.shape[1])`."""
    product = call.args[0]
    if not (product.__class__ is gast.BinOp and product.op.__class__ is gast.MatMult):
        return False
    sides = [product.left, product.right]
    if not all(s.__class__ is gast.Name and s.id in facts.local and facts.kind(s.id).ndim == 2 for s in sides):
        return False
    sizes = expression("(a.shape[0], b.shape[1])", a=sides[0], b=sides[1])
    for part in (p for own in own_parts(statement) for p in walk(own)):
        if any(child is call for child in children(part)):
            replace(part, call, sizes)
            facts.touch(statement)
            return True
    return False


def _size(facts: Facts, call: Node, statement: Node) -> bool:
    """`reduced_size(np.shape(p), None)` is `p.size`."""
    shape = call.args[0]
    if len(call.args) > 1 and not is_constant(call.args[1], None):
        return False
    if (
        not (
            shape.__class__ is gast.Call
            and len(shape.args) == 1
            and shape.args[0].__class__ is gast.Name
            and facts.purity.callee(shape.func) is np.shape
            and facts.is_array(shape.args[0].id)
        )
        or call.keywords
    ):
        return False
    for part in (p for own in own_parts(statement) for p in walk(own)):
        if any(child is call for child in children(part)):
            replace(part, call, attribute(shape.args[0], "size"))
            facts.touch(statement)
            return True
    return False


def _definitions(facts: Facts) -> dict[str, list[Node]]:
    """The statements that bind each temporary."""
    found: dict[str, list[Node]] = {}
    for node in walk_statements(facts.function.body):
        for bound in facts.effects(node).binds:
            found.setdefault(bound, []).append(node)
    return found


def _stand_in(facts: Facts, node: Node, definitions: dict[str, list[Node]], shape_only: bool) -> str | None:
    """A name whose value has the shape (and type) of an expression and is there wherever that is."""
    if node.__class__ is gast.Name:
        if not facts.is_temporary(node.id) or facts.is_cotangent(node.id) or len(definitions.get(node.id, [])) != 1:
            return None
        made = definitions[node.id][0]
        if made.__class__ is not gast.Assign or made.targets[0].__class__ is not gast.Name:
            return None
        wanted, value = facts.kind(node.id), made.value
    elif node.__class__ in (gast.BinOp, gast.Call, gast.UnaryOp, gast.Subscript):
        wanted, value = kind_of(facts, node), node
    else:
        return None
    best, rank = None, 0
    for part in walk(value):
        if part.__class__ is gast.Name and part.id in facts.local and part.id not in facts.captured:
            kind = facts.kind(part.id)
            if same_shape(kind, wanted) and isinstance(wanted, Array) and (shape_only or kind == wanted):
                own = (
                    3
                    if part.id in facts.params
                    else 1
                    if facts.is_temporary(part.id)
                    else 4
                    if (part.id in facts.read_in_reverse())
                    else 2
                )
                if own >= rank:
                    best, rank = part.id, own
    return best


def kind_of(facts: Facts, node: Node) -> Kind:
    """The kind of an expression without cotangents."""
    names = {part.id for part in walk(node) if part.__class__ is gast.Name}
    if any(facts.is_cotangent(n) for n in names):
        return UNKNOWN
    result: Kind = facts.program.kinds.expr(node, {n: facts.kind(n) for n in names if n in facts.local})
    return result
