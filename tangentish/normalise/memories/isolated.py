"""Tests of an object that are like no comparison that is known, and may compare what it has kept with what it is asked for.

    if getattr(self, "x", None) is None or (self.x < x or self.x > x):
        self.x, self.y = x, slow(x)
    return self.y

They are asked a little beside the point too: where they say another thing there, on both sides, the object has kept the very point,
and what it has kept for it is refused.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.memories.own_by_now import OwnByNow
from tangentish.normalise.memories.same_points import shows_value, told_by_value
from tangentish.normalise.memories.stores import filled_by, refused_in, stored_in
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    locate,
    name,
    names_in,
    own_expressions,
    substitute,
    walk,
    walk_statements,
)


def ask_beside(body: Block, written: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with such tests asked beside the point, too, in the statements as they were `written`."""
    statements = walk_statements(body)
    fields = activity.fields | refused_in(body) | set[str]().union(*map(filled_by, statements))
    results = stored_in(body) & fields
    if is_engine(scope.source.function) or not results:
        return body
    return _Asking(body, written, results, activity, scope, names).block(body)


class _Asking:
    """`results` are the attributes that active values are stored in, `owners` the names of what has them."""

    def __init__(self, body: Block, written: Block, results: set[str], activity: Activity, scope: Scope, names: Names) -> None:
        statements = walk_statements(body)
        self.written = {id(node): node for node in written}
        self.results, self.activity, self.scope, self.names = results, activity, scope, names
        self.told, self.effectful = told_by_value(statements, activity), Effectful(scope)
        self.own, self.count = OwnByNow(body, scope), 0
        self.owners = {part.value.id for node in statements for part in walk(own_expressions(node)) if (
            part.__class__ is gast.Attribute and part.attr in results and part.value.__class__ is gast.Name)}
        bound = [node for node in statements if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name]
        self.lambdas = {node.targets[0].id: node.value for node in bound if node.value.__class__ is gast.Lambda}
        self.named = {node.targets[0].id: node.value.attr for node in bound if node.value.__class__ is gast.Attribute}
        self.tests = {label for node in statements if node.__class__ in (gast.If, gast.While) for label in _names_tested(node.test)}
        for node in reversed([node for node in bound if id(node) in self.written]):  # and what is the opposite of one
            self.tests |= _names_tested(node.value) if node.targets[0].id in self.tests else set()

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            test = node.test if node.__class__ in (gast.If, gast.While) else node.value if self.names_a_test(node) else None
            if test is not None and id(node) in self.written:
                out += [locate(part, node) for part in self.asked(test, node)]
            out.append(node)
        return out

    def names_a_test(self, node: Node) -> bool:
        """Whether a statement names what a test says later on."""
        return node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.targets[0].id in self.tests and (
            node.value.__class__ in (gast.Call, gast.Compare, gast.BoolOp, gast.UnaryOp))

    def asked(self, test: Node, node: Node) -> Block:
        """The statements that ask a test beside the point; none where it compares nothing that is kept with what is given."""
        parts = walk(test)
        inner = {label for part in parts for label in (
            names_in(part.target) if part.__class__ is gast.comprehension else names_in(part.args) if part.__class__ is gast.Lambda
            else ())}
        held = {label: self.named[label] for label in names_in(test) & self.named.keys() if self.named[label] in self.results}
        moved = sorted(names_in(test) & self.told - self.owners - inner - held.keys())
        mentioned = {*held.values(), *(part.attr for part in parts if part.__class__ is gast.Attribute)} | {
            part.value for part in parts if part.__class__ is gast.Constant and isinstance(part.value, str)}
        given = any(map(self.is_of_owner, parts))
        bound = self.own.at(node).bound
        kept = self.results - mentioned - bound if (mentioned - bound) & self.results or given else set()
        if not (moved and self.owners and shows_value(test, self.told)):
            return []
        if not kept and not (mentioned & self.results and self.calls(node)):
            return []
        if self.effectful.reads(test):
            return []
        calls = [part for part in parts if part.__class__ is gast.Call and part.func.__class__ is not gast.Lambda]
        named = [self.lambdas.get(getattr(part.func, "id", "")) for part in calls]
        calls = [part for part, one in zip(calls, named, strict=True) if one is None]
        calls += [part for one in named if one is not None for part in walk(one.body) if part.__class__ is gast.Call]
        acting = [part for part in calls if self.effectful(part)]
        methods = [part.func for part in acting if part.func.__class__ is gast.Attribute and part.func.value.__class__ is gast.Name]
        if len(methods) < len(acting) or any(part.__class__ is gast.NamedExpr for part in parts) or any(map(self.is_own, calls)):
            return []
        watch_runs()
        out: Block = []
        beside = []
        for sign in (1, -1):
            labels = {label: self.names.fresh(label) for label in moved}
            self.scope.locals |= {*labels.values()}
            out += [assign(new, call("nudged", name(label), constant(sign))) for label, new in labels.items()]
            beside.append(substitute(clone(test), {label: name(new) for label, new in labels.items()}))
        attr = min(kept or mentioned & self.results)
        out.append(gast.Expr(call("check_not_isolated", clone(test), *beside, constant(attr))))
        code, self.count = self.scope.source.function.__code__, self.count + 1
        place = f"{code.co_name} {code.co_firstlineno}.{self.count}"
        owner = min(names_in(test) & self.owners, default=min(self.owners))
        first = [call("asked_first", name(owner), constant(place))]  # what is kept later in a run is of this run
        first += [call("only_reads", clone(method.value), constant(method.attr)) for method in methods]
        return [gast.If(gast.BoolOp(gast.And(), first) if len(first) > 1 else first[0], out, [])]

    def calls(self, node: Node) -> bool:
        """Whether something is called on an object where a test decides."""
        return any(self.is_of_owner(part) for _, block in child_blocks(node) for inner in walk_statements(block)
                   for part in walk(own_expressions(inner)))

    def is_of_owner(self, node: Node) -> bool:
        """Whether an expression calls a method of an object that stores results, or gives it to a function."""
        if node.__class__ is not gast.Call:
            return False
        whole = [node.func.value if node.func.__class__ is gast.Attribute else node.func, *node.args]
        return any(part.__class__ is gast.Name and part.id in self.owners for part in whole)

    def is_own(self, node: Node) -> bool:
        """Whether a call is one of those that statements are rewritten with: the test has been asked already."""
        label = getattr(node.func, "id", "")
        return (getattr(self.scope.imports.get(label), "__module__", None) or "").startswith("tangentish")


def _names_tested(test: Node) -> set[str]:
    """The names that are tests, or parts of one, themselves."""
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        return _names_tested(test.operand)
    if test.__class__ is gast.BoolOp:
        return set().union(*map(_names_tested, test.values))
    return {test.id} if test.__class__ is gast.Name else set()
