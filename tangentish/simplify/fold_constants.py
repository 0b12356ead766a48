"""Algebra on the expressions of the reverse sweep, exact in floating point.

x_bar = -(-(t_bar * y)) * 1       ->       x_bar = t_bar * y
y_bar += -(t_bar * 2)                      y_bar -= 2.0 * t_bar
"""

from __future__ import annotations

import gast
import numpy as np

from tangentish.simplify.facts import Facts
from tangentish.simplify.tree import bound, children, replace, walk
from tangentish.syntax import Node, constant, is_constant

PRODUCT = (gast.Mult, gast.Div)
FLOAT_UFUNCS = {np.sin, np.cos, np.tan, np.exp, np.log, np.sqrt, np.tanh, np.sinh, np.cosh, np.true_divide}
FOLDED = (gast.Constant, gast.UnaryOp)
PASSES_ON = frozenset("unbroadcast unreduce materialise sum real".split())


def fold_constants(facts: Facts) -> bool:
    """Fold what can be; whether anything could.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(fold_constants, "t_bar = -(ans_bar * -y)", "y_bar += -(t_bar * 2)"))
    t_bar = ans_bar * y
    y_bar -= 2.0 * t_bar
    """
    fold, folded = Fold(facts), facts.statements.folded
    for node in facts.reverse_statements():
        if node.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) and node not in folded:
            before = fold.count
            if _may_fold(node):
                fold.inside(node)
            fold.statement(node)
            if fold.count != before:
                facts.touch(node)
            else:
                folded.add(node)
    return fold.count > 0


def _may_fold(node: Node) -> bool:
    """Whether anything stands in a statement that `Fold.expression` looks for: signs, numbers in arithmetic, copies."""
    for part in walk(node):
        cls = part.__class__
        if cls is gast.BinOp:
            if part.left.__class__ in FOLDED or part.right.__class__ in FOLDED:
                return True
        elif cls is gast.UnaryOp:
            if part.operand.__class__ is gast.UnaryOp or (
                    part.operand.__class__ is gast.Constant and part.operand.value.__class__ is not int):
                return True
        elif cls is gast.Attribute and part.attr == "copy":
            return True
    return False


class Fold:
    """Rewrites trees in place, inner parts first; `count` goes up with every rewrite."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.count = facts, 0

    def inside(self, node: Node) -> None:
        if node.__class__ in (gast.Lambda, gast.FunctionDef):
            return
        for part in children(node):
            self.inside(part)
            if part.__class__ in (gast.BinOp, gast.UnaryOp, gast.Call):
                new = self.expression(part, node)
                while new is not part:
                    self.count += 1
                    replace(node, part, new)
                    part, new = new, self.expression(new, node)

    def statement(self, node: Node) -> None:
        """`x += -e` is `x -= e`."""
        if (
            node.__class__ is gast.AugAssign
            and node.op.__class__ in (gast.Add, gast.Sub)
            and self.is_minus(node.value)
            and (self.is_float(node.value.operand))
        ):
            node.op = gast.Sub() if node.op.__class__ is gast.Add else gast.Add()
            node.value = node.value.operand
            self.count += 1

    def is_minus(self, node: Node) -> bool:
        return node.__class__ is gast.UnaryOp and node.op.__class__ is gast.USub

    def is_float(self, node: Node) -> bool:
        """Whether a value is known to be float or complex: of other types, negation or 1 * x may change it."""
        facts = self.facts
        if node.__class__ is gast.Name:
            if facts.is_cotangent(node.id):
                return True
            return node.id in facts.local and facts.is_float(node.id)
        if node.__class__ is gast.Constant:
            return isinstance(node.value, (float, complex))
        if node.__class__ is gast.BinOp:
            return node.op.__class__ in (gast.Add, gast.Sub, gast.Mult, gast.Div) and (
                self.is_float(node.left) or self.is_float(node.right)
            )
        if node.__class__ is gast.UnaryOp:
            return self.is_float(node.operand)
        if node.__class__ is gast.Subscript:
            return self.is_float(node.value)
        if node.__class__ is gast.Attribute:
            return node.attr in ("T", "real") and self.is_float(node.value)
        if node.__class__ is gast.Call:
            target = facts.purity.callee(node.func)
            if isinstance(target, np.ufunc):
                return target in FLOAT_UFUNCS
            return getattr(target, "__name__", "") in PASSES_ON and bool(node.args) and self.is_float(node.args[0])
        return False

    def expression(self, node: Node, parent: Node) -> Node:
        """The node itself, or what it is replaced by."""
        if node.__class__ is gast.Call:
            return self.copied(node, parent)
        if self.is_minus(node):
            inner = node.operand
            if self.is_minus(inner) and self.is_float(inner.operand) and self.may_stand(inner.operand, parent):
                return inner.operand
            if inner.__class__ is gast.Constant and isinstance(inner.value, float):
                return constant(-inner.value)
            return node
        if node.__class__ is not gast.BinOp:
            return node
        left, right = node.left, node.right
        if node.op.__class__ in PRODUCT:
            return self.product(node, parent)
        if node.op.__class__ in (gast.Add, gast.Sub) and self.is_minus(right) and self.is_float(right.operand):
            return gast.BinOp(left, gast.Sub() if node.op.__class__ is gast.Add else gast.Add(), right.operand)
        if node.op.__class__ is gast.Add and self.is_minus(left) and self.is_float(left.operand):
            return gast.BinOp(right, gast.Sub(), left.operand)
        if node.op.__class__ is gast.Add:
            for zero, other in ((left, right), (right, left)):
                if is_constant(zero, 0.0) and self.is_float(other) and self.may_stand(other, parent):
                    return other
        return node

    def product(self, node: Node, parent: Node) -> Node:
        left, right = node.left, node.right
        for part in (left, right):
            if self.is_minus(part) and self.is_float(part.operand):
                inner = part.operand
                return gast.UnaryOp(
                    gast.USub(), gast.BinOp(inner if part is left else left, node.op, inner if part is right else right)
                )
        if is_constant(right, 1, 1.0) and self.is_float(left) and self.may_stand(left, parent):
            return left
        if node.op.__class__ is not gast.Mult:
            return node
        if is_constant(left, 1, 1.0) and self.is_float(right) and self.may_stand(right, parent):
            return right
        for part, other in ((left, right), (right, left)):
            if (
                part.__class__ is gast.Constant
                and type(part.value) is int
                and abs(part.value) < 2**53
                and self.is_float(other)
            ):
                return gast.BinOp(
                    constant(float(part.value)) if part is left else left,
                    node.op,
                    constant(float(part.value)) if part is right else right,
                )
        leads = parent.__class__ is gast.BinOp and parent.op.__class__ in PRODUCT and parent.left is node
        if (
            right.__class__ is gast.Constant
            and left.__class__ is not gast.Constant
            and not leads
            and self.is_float(right)
            and (not (left.__class__ is gast.BinOp and left.op.__class__ in PRODUCT))
        ):
            return gast.BinOp(right, node.op, left)
        return node

    def may_stand(self, node: Node, parent: Node) -> bool:
        """Whether a value may stand for a new one: nothing will hold both."""
        if parent.__class__ in (gast.BinOp, gast.UnaryOp, gast.Compare):
            return True
        return not self.facts.purity.shares(node)

    def copied(self, node: Node, parent: Node) -> Node:
        """A copy that is used up at once need not be made."""
        func = node.func
        if not (func.__class__ is gast.Attribute and func.attr == "copy" and not node.args and not node.keywords):
            return node
        if not self.facts.purity.is_numeric(func.value):
            return node
        if parent.__class__ in (gast.BinOp, gast.UnaryOp):
            return func.value
        if (
            parent.__class__ is gast.AugAssign
            and parent.target.__class__ in (gast.Subscript, gast.Name)
            and not (bound(parent.target) - self.facts.local)
        ):
            return func.value
        return node


def place_signs(facts: Facts) -> None:
    """Write `-a * b` for `-(a * b)`, at the end, when no sum has taken the sign up."""
    fold = Fold(facts)

    def visit(node: Node) -> None:
        for part in children(node):
            if fold.is_minus(part) and part.operand.__class__ is gast.BinOp and part.operand.op.__class__ in PRODUCT:
                product = part.operand
                while product.left.__class__ is gast.BinOp and product.left.op.__class__ in PRODUCT:
                    product = product.left
                if fold.is_float(product.left) and product.left.__class__ is not gast.BinOp:
                    replace(node, part, part.operand)
                    first = product.left
                    product.left = (
                        constant(-first.value) if first.__class__ is gast.Constant else gast.UnaryOp(gast.USub(), first)
                    )
                    part = node
            if part is not node and part.__class__ not in (gast.Lambda, gast.FunctionDef):
                visit(part)

    for node in facts.reverse_statements():
        if node.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) and any(
                [part.__class__ is gast.UnaryOp and part.operand.__class__ is gast.BinOp for part in walk(node)]):
            visit(node)
            facts.touch(node)
