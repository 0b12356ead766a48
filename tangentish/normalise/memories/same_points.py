"""What tests say of what attributes keep: that it is what arguments are, or that it is not.

Such are `np.array_equal(x, self.x)`, `(x != self.x).any()`, `key in self.table`, `np.linalg.norm(x - self.x) == 0`, also by a name.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping

import gast
import numpy as np

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.keys_set import pairs_of
from tangentish.frontend.resolve import Scope
from tangentish.normalise.memories.own_by_now import NOTHING, Own
from tangentish.syntax import Block, Node, children, names_in, walk

SAME = (np.allclose, np.array_equal, np.array_equiv, np.isclose, math.isclose)
EXACT = (np.array_equal, np.array_equiv)
ROUNDING = 1e-12
WIDE = 1e-3
_SIZES = ("abs", "absolute", "fabs", "norm")
_DISTANCES = {gast.Eq: True, gast.Lt: True, gast.LtE: True, gast.NotEq: False, gast.Gt: False, gast.GtE: False}
_OPERATORS = {gast.Eq: True, gast.In: True, gast.Is: True, gast.NotEq: False, gast.NotIn: False, gast.IsNot: False}

ASIDE = ("shape", "size", "ndim", "dtype", "nbytes", "itemsize")
"""What is not told by the values of an array."""
_RENDERING = frozenset("tobytes tolist copy ravel flatten".split())
_RENDERED_BY = frozenset("tuple list str repr bytes hash float complex array asarray array2string array_str".split())
_ASKING = ("len", "size", "shape", "ndim", "type", "isinstance")


def named_tests(statements: Block) -> dict[str, Block]:
    """What names are bound to that may be tests of what attributes hold."""
    found: dict[str, Block] = {}
    for target, value in (pair for node in statements if node.__class__ is gast.Assign for pair in pairs_of(node)):
        if target.__class__ is gast.Name and (
                value.__class__ is gast.Name or any(part.__class__ is gast.Attribute for part in walk(value))):
            found.setdefault(target.id, []).append(value)
    return found


class Test:
    """What a test says of what was `stored` in attributes, and of names that active values are told by; tests may be `named`.

    `keys` are the attributes that hold what arguments are compared with, `places` the expressions; `exact`: only what is equal
    counts as such, and nothing else decides; `limits` are those of what counts as such.  `shared` are attributes of which an item
    is compared: they hold results, too.  What is the call's own by `now`, or by the `times` that names were bound, is from no
    earlier one.  `pairs`: of two attributes either may hold what is told by active values.
    """

    def __init__(self, stored: set[str], told: set[str], scope: Scope, named: dict[str, Block],
                 now: Own = NOTHING, times: Mapping[str, Own] = types.MappingProxyType({}), pairs: bool = False) -> None:
        self.stored, self.told, self.scope, self.named, self.now, self.times = stored, told, scope, named, now, times
        self.pairs = pairs
        self.keys: set[str] = set()
        self.shared: set[str] = set()
        self.places: Block = []
        self.limits: Block = []
        self.exact = True

    def says_same(self, test: Node) -> bool | None:
        """Whether a test holds where values equal what was stored (True), or where they do not (False); else None."""
        if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
            found = self.says_same(test.operand)
            return None if found is None else not found
        if test.__class__ is gast.BoolOp:
            wanted, said = test.op.__class__ is gast.And, [self.says_same(value) for value in test.values]
            if wanted in said:
                return wanted
            self.exact = self.exact and (not wanted) not in said  # else it may be something else that decides
            return None if (not wanted) not in said else not wanted
        if test.__class__ is gast.Compare and len(test.ops) == 1 and test.ops[0].__class__ in _OPERATORS and isinstance(
                getattr(test.comparators[0], "value", None), bool):  # `same is True`, as `match` asks
            wanted = test.comparators[0].value is _OPERATORS[test.ops[0].__class__]
            return self.says_same(test.left if wanted else gast.UnaryOp(gast.Not(), test.left))
        if test.__class__ is gast.IfExp:
            return self.either([test.body, test.orelse])
        if test.__class__ is gast.Name and test.id in self.named:
            others = Test(self.stored, self.told, self.scope, {key: self.named[key] for key in self.named if key != test.id},
                          self.time_of(test), self.times, self.pairs)
            either = others.either(self.named[test.id])
            self.keys, self.shared = self.keys | others.keys, self.shared | others.shared
            self.places, self.exact = self.places + others.places, self.exact and others.exact
            self.limits += others.limits
            return either
        if test.__class__ is gast.Call:
            target = self.scope.resolve(test.func)
            if target in SAME:
                self.limits += [keyword.value for keyword in test.keywords if is_wide(keyword.value)]
                self.exact = self.exact and (target in EXACT or _is_strict(test))
                return True if self.compares(test.args) else None
            inner = test.args[:1] or ([test.func.value] if test.func.__class__ is gast.Attribute else [])
            named = test.func.attr if test.func.__class__ is gast.Attribute else getattr(target, "__name__", "")
            found = self.says_same(inner[0]) if inner else None
            if target in (bool, np.bool_):
                return found
            return found if found is {"all": True, "any": False}.get(named, ...) else None
        if test.__class__ in (gast.GeneratorExp, gast.ListComp) and len(test.generators) == 1:
            return self.says_same_item(test.elt, test.generators[0].iter)
        if test.__class__ is gast.Compare and len(test.ops) == 1 and test.ops[0].__class__ in _DISTANCES:
            now = self.time_of(test.left)
            limit = test.comparators[0]
            if any(self.compares([part.left, part.right], now=now) for part in _differences(self.meant(test.left))):
                self.exact = self.exact and getattr(limit, "value", None) == 0
                self.limits += [limit] if not any(part.__class__ is gast.Call for part in walk(limit)) else []
                return _DISTANCES[test.ops[0].__class__]
        if test.__class__ is gast.Compare and len(test.ops) == 1 and test.ops[0].__class__ in _OPERATORS:
            listed = test.ops[0].__class__ in (gast.In, gast.NotIn)
            return _OPERATORS[test.ops[0].__class__] if self.compares([test.left, *test.comparators], listed) else None
        return None

    def says_same_item(self, test: Node, iterated: Node) -> bool | None:
        """The same of what is said of each of the items of two sequences, `a == b for a, b in zip(x, self.x)`."""
        if test.__class__ is not gast.Compare or iterated.__class__ is not gast.Call or (
                self.scope.resolve(iterated.func) is not zip):
            return None
        return _OPERATORS.get(test.ops[0].__class__) if len(test.ops) == 1 and self.compares(iterated.args) else None

    def either(self, tests: Block) -> bool | None:
        """What those of some tests say that say something, if it is the same."""
        found = {self.says_same(test) for test in tests} - {None}
        return found.pop() if len(found) == 1 else None

    def meant(self, part: Node) -> Node:
        """What a name was bound to: if not once, an attribute, if any is; or what is there."""
        values = self.named.get(part.id, []) if part.__class__ is gast.Name else []
        return values[0] if len(values) == 1 else next((value for value in values if value.__class__ is gast.Attribute), part)

    def time_of(self, part: Node) -> Own:
        """What was the call's own by when an expression was evaluated, or what a name stands for was."""
        return self.times.get(part.id, NOTHING) if part.__class__ is gast.Name and part.id in self.named else self.now

    def compares(self, operands: Block, listed: bool = False, now: Own | None = None) -> bool:
        """Whether one of some operands is an attribute that is stored, and another is told by an active value.

        What is `listed` in a table is a key of it, and the table holds the results.  An attribute that is bound by now may be
        either: it is not known what it holds.
        """
        by_now = [self.time_of(part) if now is None or part.__class__ is gast.Name else now for part in operands]
        named = [_rendered(self.meant(part)) for part in operands]
        held = [part for part in named if part.__class__ is gast.Subscript and part.value.__class__ is gast.Attribute]
        named = [part.value if part in held and part.value.attr in self.stored else part for part in named]
        kept = [part for part, before in zip(named, by_now, strict=True)
                if part.__class__ is gast.Attribute and part.attr in self.stored - before.own]
        either = self.pairs or any(part in kept and part.attr in before.bound for part, before in zip(named, by_now, strict=True))
        told = named if len(kept) > 1 and either else [part for part in named if part not in kept]
        found = bool(kept) and any(shows_value(part, self.told) for part in told)
        if found and not listed:
            self.keys |= {part.attr for part in kept}
            self.shared |= {part.value.attr for part in held}
            self.places += kept
        return found


def told_by_value(statements: Block, activity: Activity) -> set[str]:
    """The names of active values, and of what is made of these and tells one from another."""
    found = set(activity.varied)
    for node in statements:
        if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and shows_value(node.value, found):
            found.add(node.targets[0].id)
    return found


def shows_value(node: Node, told: set[str]) -> bool:
    """Whether an expression has more of these names than the shape or the type of what they mean."""
    if node.__class__ is gast.Attribute and node.attr in ASIDE:
        return False
    if node.__class__ is gast.Call and getattr(node.func, "id", getattr(node.func, "attr", "")) in _ASKING:
        return False
    if node.__class__ is gast.Name:
        return node.id in told
    return any(shows_value(part, told) for part in children(node)) if not names_in(node).isdisjoint(told) else False


def is_wide(limit: Node) -> bool:
    """Whether a limit is a number beyond what rounding leaves."""
    value = getattr(limit, "value", None) if limit.__class__ is gast.Constant else None
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= WIDE


def _rendered(part: Node) -> Node:
    """The attribute that an expression has all of, as text, bytes or other numbers of its own; or what is there."""
    inner = part
    while inner.__class__ is gast.Call and not inner.keywords:
        if inner.func.__class__ is gast.Attribute and inner.func.attr in _RENDERING and not inner.args:
            inner = inner.func.value
        elif len(inner.args) == 1 and getattr(inner.func, "attr", getattr(inner.func, "id", "")) in _RENDERED_BY:
            inner = inner.args[0]
        else:
            return part
    owner = inner.value if inner.__class__ is gast.Subscript else inner
    return inner if owner.__class__ is gast.Attribute else part


def _differences(node: Node) -> Block:
    """The differences of which an expression is the size."""
    sizes = [part for part in walk(node) if part.__class__ is gast.Call and getattr(
        part.func, "attr", getattr(part.func, "id", "")) in _SIZES]
    return [part for part in walk(sizes) if part.__class__ is gast.BinOp and part.op.__class__ is gast.Sub]


def _is_strict(test: Node) -> bool:
    """Whether `np.allclose` or its like takes for equal what differs by no more than rounding."""
    limits = [keyword.value.value for keyword in test.keywords if keyword.arg in ("rtol", "atol", "rel_tol", "abs_tol") and
              keyword.value.__class__ is gast.Constant]
    return len(limits) == 2 and len(test.args) == 2 and max(limits) <= ROUNDING
