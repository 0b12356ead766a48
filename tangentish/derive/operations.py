"""Adjoints of single operations: what a rule says, applied to one assignment."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Kind, scalar_type
from tangentish.analysis.writes.effects import effects_of
from tangentish.derive.adjoints import standing
from tangentish.derive.contributions import Contributions
from tangentish.derive.partial_products import use_math
from tangentish.derive.rule_choice import choose
from tangentish.derive.splice import Spliced, splice
from tangentish.derive.user_rules import splice_user
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import ATTRIBUTES, BINARY, METHODS, UNARY, Rule, lookup
from tangentish.runtime.checks import check_cast, unfitting_call, unknown_slope
from tangentish.runtime.unknown_slopes import slope_of_constant
from tangentish.syntax import Node, assign, call, constant, is_constant, name, names_in


class Operations(Contributions):
    """Reverses `y = operation(operands)`."""

    def fail(self, message: str, node: Node, hint: str = "") -> TangentishError:
        return located(UnsupportedError, message, self.p.filename, node, hint)

    def rule_of(self, value: Node) -> tuple[Rule, list[Node], dict[str, Node], Any] | None:
        """The rule for an expression of one operation, its operands, and the function it stands for."""
        if value.__class__ is gast.BinOp:
            function = BINARY[type(value.op).__name__]
            return self.known_rule(function), [value.left, value.right], {}, function
        if value.__class__ is gast.UnaryOp:
            function = UNARY[type(value.op).__name__]
            return self.known_rule(function), [value.operand], {}, function
        if value.__class__ is gast.Attribute and value.attr in ATTRIBUTES:
            function = ATTRIBUTES[value.attr]
            return self.known_rule(function), [value.value], {}, function
        if value.__class__ is not gast.Call:
            return None
        function = self.p.scope.resolve(value.func)
        args = list(value.args)
        keywords = {k.arg: k.value for k in value.keywords}
        if function is MISSING and value.func.__class__ is gast.Attribute and value.func.attr in METHODS:
            function = METHODS[value.func.attr]
            args = [value.func.value, *args]
        rule = lookup(function) if function is not MISSING else None
        return None if rule is None else (rule, args, keywords, function)

    @staticmethod
    def known_rule(function: Any) -> Rule:
        rule = lookup(function)
        assert rule is not None, function
        return rule

    def reverse_rule(self, node: Node, value: Node, target: str, g: str, state: str) -> bool:
        """Contribute through the rule for `target = value`; False if there is none."""
        found = self.rule_of(value)
        if found is None:
            return False
        rule, args, keywords, function = found
        if rule.kind == "zero":
            return True
        rule, bound, kinds = self.chosen(node, rule, function, args, keywords)
        if rule.multi:
            self.multi(rule, bound, kinds, target, g, function if value.__class__ is gast.Call else None)
            return True
        self.check_cast(rule, keywords, bound, kinds, self.before)
        tagged = {key: [self.before(v) for v in value] if isinstance(value, list) else self.before(value)
                  for key, value in bound.items()}
        result = self.kind_after(target)
        product = function in (np.matmul, np.dot) and len(args) == 2 and not keywords and not rule.user
        thin = self.thin_product(args[0], args[1], g, state) if product else None
        if thin is not None:
            for operand, cotangent, made in sorted(thin, key=lambda part: part[0].id == target):  # whose adjoint this one is, last
                if self.is_active(operand):
                    self.give(operand, cotangent, made)
            return True
        if state in ("rows", "columns") or (state == "uniform" and (rule.kind != "elementwise" or _narrows(kinds, result))):
            self.full_value(g, target, state)
            state = "owned"
        if result.is_scalar and function in _DOTS and _mixes(kinds):  # a Python float would take the fewer digits of one
            self.line(f"{g} = y.dtype.type({g})", y=self.after(target))
        elif result.is_scalar and _has_more_digits(result, kinds):
            self.numpy()
            self.line(f"{g} = np.{'complex128' if issubclass(scalar_type(result), complex) else 'float64'}({g})")
        if "dtype" in keywords and result == UNKNOWN:
            self.line(f"{g} = {self.helper('inexact_only')}({g}, y)", y=self.after(target))
        called = value.__class__ is gast.Call
        spliced = self.spliced(rule, {**tagged, **self.as_operands(rule, tagged, kinds, function if called else None)}, g, target)
        if getattr(function, "__module__", "") == "math" and not rule.user:
            use_math(spliced)
        self.apply(spliced, bound, kinds, result, g, state, target)
        return True

    def chosen(self, node: Node, rule: Rule, function: Any, args: list[Node],
               keywords: dict[str, Node]) -> tuple[Rule, dict[str, Any], dict[str, Kind]]:
        """The rule that fits the call best, its operands by parameter, and their kinds."""
        label = getattr(function, "__name__", str(function))
        try:
            rule, bound = choose(rule, function, args, keywords, self.operand_kind)
        except TypeError as error:
            assert rule.signature is not None
            fitting = {key: value for key, value in keywords.items() if key in rule.signature.parameters}
            self.refuse(node, unfitting_call, label, str(error), everywhere=len(fitting) == len(keywords))
            rule, bound = choose(rule, function, args, fitting, self.operand_kind)
        for key, value in bound.items():
            items = value if isinstance(value, list) else [value]
            known = key in rule.params or rule.is_setting(key)
            for item in items if not known else ():
                if self.is_active(item) and not self.is_constant_item(item):
                    self.unknown(node, item, label, key)
        if rule.user:
            self.check_memory(node, label, function, bound)
        return rule, bound, {key: self.operand_kind(value) for key, value in bound.items()}

    def unknown(self, node: Node, operand: Node, label: str, key: str) -> None:
        """An operand with respect to which a rule has no derivative: refused, unless it may be constant, as is seen later."""
        if self.is_found(operand):
            self.slope_unknown(operand, label, key)
        else:
            self.refuse(node, unknown_slope, label, key)

    def slope_unknown(self, operand: Node, label: str, key: str) -> None:
        """Contribute what is no number to an operand that may be constant."""
        self.give(operand, call(self.alias("slope_of_constant", slope_of_constant), self.before(operand), constant(label),
                                constant(key)), "held")

    def is_found(self, operand: Node) -> bool:
        """Whether a value is read once of a container or an object in the table, which may hold constants beside others."""
        if operand.__class__ is gast.Name and operand.id in self.p.params:
            return operand.id not in self.flow.definitions and operand.id in self.p.held
        node = self.made_by(operand)
        value = getattr(node, "value", None)
        if value.__class__ not in (gast.Subscript, gast.Attribute) or value.value.__class__ is not gast.Name:
            return False
        owner = value.value.id
        return self.shared(owner) and not isinstance(self.kinds.before.get(node.uid, {}).get(owner), Array)

    def is_constant_item(self, operand: Node) -> bool:
        """Whether a value is read of a tuple that was written out, with something constant there."""
        value = getattr(self.made_by(operand), "value", None)
        if value.__class__ is not gast.Subscript or value.slice.__class__ is not gast.Constant:
            return False
        owner = getattr(self.made_by(value.value), "value", None)
        place, items = value.slice.value, owner.elts if owner.__class__ is gast.Tuple else []
        starred = any(item.__class__ is gast.Starred for item in items)
        if starred or not isinstance(place, int) or not -len(items) <= place < len(items):
            return False
        return items[place].__class__ is gast.Constant or (
            items[place].__class__ is gast.Name and items[place].id not in self.p.activity.varied)

    def made_by(self, operand: Node) -> Node | None:
        """The statement that binds a variable, if it is one assignment."""
        if operand.__class__ is not gast.Name or operand.id in self.p.params:
            return None
        sites = self.flow.definitions.get(operand.id, [])
        node = self.flow.nodes[sites[0][0]] if len(sites) == 1 else None
        return node if node.__class__ is gast.Assign and not hasattr(node, "dynamic") and [
            target.__class__ for target in node.targets] == [gast.Name] else None

    def check_cast(self, rule: Rule, keywords: dict[str, Node], bound: dict[str, Any], kinds: dict[str, Kind],
                   at: Callable[[Node], Node]) -> None:
        """Write a check of operands that may be complex, where `dtype` may be real: NumPy casts them before all else.

        What is linear is the same before and after that.
        """
        dtype = keywords.get("dtype")
        if dtype is None or is_constant(dtype, None) or rule.kind == "linear" or rule.user:
            return
        unsure = [bound[key] for key in rule.params if key in bound and not kinds[key].is_real]
        operands = [one for value in unsure for one in (value if isinstance(value, list) else [value])]
        if operands:
            self.emit(gast.Expr(call(self.alias("check_cast", check_cast), at(dtype), *map(at, operands))))

    def refuse(self, node: Node, refusal: Callable[[str, str], None], label: str, what: str, everywhere: bool = False) -> None:
        """Refuse a call; one under a condition, of an object that may hold anything, is refused if it is ever come to."""
        if not everywhere and any(side != "try" for _, side in self.flow.branches[node.uid]):
            raised = gast.Expr(call(self.alias(refusal.__name__, refusal), constant(label), constant(what)))
            raised.origin = node.origin
            self.emit(raised)
            return
        try:
            refusal(label, what)
        except TangentishError as error:
            message, advice = str(error).split("\n")
            raise located(type(error), message, self.p.filename, node.origin, advice) from None

    def spliced(self, rule: Rule, tagged: dict[str, Any], g: str, target: str) -> Spliced:
        """The expressions of a rule over these operands, for the cotangent that is called `g`."""
        made = self.spliced_at(rule, tagged, g, target)
        if g in made.helpers or any(g == label for label, _ in made.lines):  # the rule means something else by that
            other = self.names.fresh(g)
            self.emit(assign(other, name(g)))
            made = self.spliced_at(rule, tagged, other, target)
        return made

    def spliced_at(self, rule: Rule, tagged: dict[str, Any], g: str, target: str) -> Spliced:
        """The expressions of a rule whose own names are none of the program's."""
        if not rule.user:
            return splice(rule, tagged, name(g), self.after(target))
        kind = self.kind_after(target)
        return splice_user(rule, tagged, name(g), self.after(target), isinstance(kind, Array) or kind.is_scalar)

    def check_memory(self, node: Node, label: str, function: Any, bound: dict[str, Any]) -> None:
        """A user's rule is for a result of its own: refuse where it may be an argument, and either is written into."""
        effects = effects_of(function, with_rule=True) if isinstance(function, types.FunctionType) else None
        if effects is None or not (effects.returns or effects.opaque):
            return
        values = [item for value in bound.values() for item in (value if isinstance(value, list) else [value])]
        near = {n for value in [*values, *getattr(node, "targets", [])] for n in names_in(value)
                if n in self.flow.after[self.uid] and not self.kind_after(n).is_scalar}
        if any(map(self.aliases.is_written, near)):
            raise self.fail(f"`{label}`, which has a rule of its own, may return the memory of its argument, and that is "
                            "written into", node.origin, "Let it return a copy.")

    def full_value(self, g: str, target: str, state: str = "uniform") -> None:
        """A thin cotangent as a full array."""
        if state == "uniform":
            self.line(f"{g} = {self.helper('materialise')}({g}, x)", x=self.after(target))
            return
        self.numpy()
        thin = name(g) if state == "rows" else standing(name(g))
        self.line(f"{g} = np.broadcast_to(thin, x.shape).copy()", thin=thin, x=self.after(target))

    def multi(self, rule: Rule, bound: dict[str, Any], kinds: dict[str, Kind], target: str, g: str, function: Any) -> None:
        """A function with several results: the cotangent is a sequence, None for zero."""
        tagged = {key: [self.before(v) for v in value] if isinstance(value, list) else self.before(value)
                  for key, value in bound.items()}
        parts = self.names.fresh("parts_bar")
        if self.shared(target):
            # results that are views have their adjoints in the shadows of what they show already
            flat = [v for value in bound.values() for v in (value if isinstance(value, list) else [value])]
            shown = [self.before(v) for v in flat if v.__class__ is gast.Name and self.is_active(v) and self.shared(v.id)]
            self.emit(assign(parts, call(f"{self.table}.items", self.after(target), *shown)))
        else:
            self.line(f"{parts} = {g}")
        spliced = self.spliced(rule, {**tagged, **self.as_operands(rule, tagged, kinds, function)}, parts, target)
        self.apply(spliced, bound, kinds, UNKNOWN, parts, "held", target)


_DOTS = (np.matmul, np.dot, np.vdot, np.inner)


def _mixes(kinds: dict[str, Kind]) -> bool:
    """Whether operands are arrays of numbers with more digits and with fewer."""
    return len({kind.dtype for kind in kinds.values() if isinstance(kind, Array) and kind.dtype.kind in "fc"}) > 1


def _has_more_digits(result: Kind, kinds: dict[str, Kind]) -> bool:
    """Whether a number has more digits than a number of NumPy's that it is computed from."""
    few = (np.float16, np.float32, np.complex64)
    return not issubclass(scalar_type(result), few) and any(
        kind.is_scalar and issubclass(scalar_type(kind), few) for kind in kinds.values())


def _narrows(kinds: dict[str, Kind], result: Kind) -> bool:
    """Whether an operand has fewer digits than the result: a Python float times it would have no more."""
    return isinstance(result, Array) and any(
        isinstance(kind, Array) and kind.dtype.kind in "fc" and kind.dtype.itemsize < result.dtype.itemsize
        and kind.dtype.kind == result.dtype.kind for kind in kinds.values())
