"""Tests that are like no comparison that is known, and may compare what is kept with what it is asked for.

    if getattr(self, "x", None) is None or (self.x < x or self.x > x):
        self.x, self.y = x, slow(x)
    return self.y

They are asked a little beside the point too: where they say another thing there, on both sides, the very point has been kept, and
what is kept for it is refused.  Where a branch does no more than to bring arrays and other containers up to date (`brought_up.py`)
it is gone through for that point again, and what comes out compared with what was there.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.kept_before import watch_runs
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.memories.brought_up import BroughtUp, brought_up
from tangentish.normalise.memories.keepers import Keepers, Place, overlap, place_text
from tangentish.normalise.memories.own_by_now import OwnByNow
from tangentish.normalise.memories.same_points import shows_value, told_by_value
from tangentish.normalise.memories.stores import filled_by, refused_in, stored_in
from tangentish.normalise.memories.surely_bound import SurelyBound
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
    tuple_of,
    walk,
    walk_statements,
)


def ask_beside(body: Block, written: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with such tests asked beside the point, too, in the statements as they were `written`."""
    statements = walk_statements(body)
    fields = activity.fields | refused_in(body) | set[str]().union(*map(filled_by, statements))
    results = stored_in(body) & fields
    if is_engine(scope.source.function) or scope.source.globals.get("__name__", "").startswith("tangentish."):
        return body
    asking = _Asking(body, written, results, activity, scope, names)
    return asking.block(body) if results or asking.keepers.places else body


class _Asking:
    """`results` are the attributes that active values are stored in, `owners` the names of what has them."""

    def __init__(self, body: Block, written: Block, results: set[str], activity: Activity, scope: Scope, names: Names) -> None:
        statements = walk_statements(body)
        self.written, self.statements = {id(node): node for node in written}, statements
        self.results, self.activity, self.scope, self.names = results, activity, scope, names
        self.told, self.effectful = told_by_value(statements, activity), Effectful(scope)
        self.own, self.count = OwnByNow(body, scope), 0
        self.bound = SurelyBound(body)
        self.compared: dict[int, tuple[Block, Block]] = {}  # by branches: what goes before and after them
        self.owners = {part.value.id for node in statements for part in walk(own_expressions(node)) if (
            part.__class__ is gast.Attribute and part.attr in results and part.value.__class__ is gast.Name)}
        bound = [node for node in statements if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name]
        self.local = {node.targets[0].id: node.value.body for node in bound if node.value.__class__ is gast.Lambda} | {
            node.name: node.body[0].value for node in statements if node.__class__ is gast.FunctionDef and (
                node.body[0].__class__ is gast.Return and node.body[0].value is not None)}
        self.keepers = Keepers(body, activity, scope, self.told, self.local)
        self.named = {node.targets[0].id: node.value.attr for node in bound if node.value.__class__ is gast.Attribute}
        self.tests = {label for node in statements if node.__class__ in (gast.If, gast.While) for label in _names_tested(node.test)}
        for node in reversed([node for node in bound if id(node) in self.written]):  # and what is the opposite of one
            self.tests |= _names_tested(node.value) if node.targets[0].id in self.tests else set()

    def block(self, block: Block, loop: Node | None = None) -> Block:
        """A block with what asks; it may be in a `loop`, the outermost one."""
        out: Block = []
        for node in block:
            repeated = node if loop is None and node.__class__ in (gast.For, gast.While) else loop
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner, repeated)
            test = self.test_of(node)
            if test is None or id(node) not in self.written:
                asked: Block = []
            elif loop is None or not self.keepers.named_in(test):
                asked = self.asked(test, node)
            else:
                asked = self.asked_again(test, node, loop)
            before, after = self.compared.pop(id(node), ([], []))
            out += [*(locate(part, node) for part in (*asked, *before)), node, *(locate(part, node) for part in after)]
        return out

    def test_of(self, node: Node) -> Node | None:
        """What a statement decides by, or calls a test."""
        if node.__class__ in (gast.If, gast.While):
            return node.test
        if node.__class__ is gast.Expr and node.value.__class__ is gast.BoolOp:  # `is_at(x) or move_to(x)`
            *tests, _ = node.value.values
            return gast.BoolOp(node.value.op, tests) if len(tests) > 1 else tests[0]
        return node.value if self.names_a_test(node) else None

    def names_a_test(self, node: Node) -> bool:
        """Whether a statement names what a test says later on."""
        return node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.targets[0].id in self.tests and (
            node.value.__class__ in (gast.Call, gast.Compare, gast.BoolOp, gast.UnaryOp))

    def asked(self, test: Node, node: Node) -> Block:
        """What asks the test of a statement beside the point; nothing where it compares nothing that is kept with what is given."""
        places = self.keepers.asked_by(test, node)
        attr = min(map(place_text, places), default="") or self.attribute_asked(test, node)
        moved = self.moved(test, places)
        methods = self.methods_asked(test)
        known = self.bound.have_value(names_in(test), node)
        if not (attr and moved and known and shows_value(test, self.told)) or methods is None:
            return []
        watch_runs()
        out: Block = []
        beside = self.beside(test, moved, out)
        code, self.count = self.scope.source.function.__code__, self.count + 1
        owner = attr.partition("[")[0].partition(".")[0] if places else min(names_in(test) & self.owners or self.owners)
        first = [call("asked_first", name(owner), constant(f"{code.co_name} {code.co_firstlineno}.{self.count}"))]
        first += [call("only_reads", clone(method.value), constant(method.attr)) for method in methods]  # what is kept later is new
        asking = gast.If(gast.BoolOp(gast.And(), first) if len(first) > 1 else first[0], out, [])
        branch, opposite = self.branch_of(node)
        again = self.brought_up(branch) if places and branch is not None else None
        if again is None:
            out.append(gast.Expr(call("check_not_isolated", clone(test), *beside, constant(attr))))
            return [asking]
        return [*self.decided(test, node, branch, BroughtUp(again.same != opposite, *again[1:]), beside, attr, out), asking]

    def beside(self, test: Node, moved: list[str], out: Block) -> Block:
        """A test above and below the point, after some statements that are put `out`."""
        tests: Block = []
        for sign in (1, -1):
            labels = {label: self.names.fresh(label) for label in moved}
            self.scope.locals |= {*labels.values()}
            out += [assign(new, call("nudged", name(label), constant(sign))) for label, new in labels.items()]
            tests.append(substitute(clone(test), {label: name(new) for label, new in labels.items()}))
        return tests

    def asked_again(self, test: Node, node: Node, loop: Node) -> Block:
        """The same in a loop, which asks more than once, of the items of containers."""
        places = self.keepers.named_in(test)
        before = self.keepers.stored_before[id(loop)]
        moved = self.moved(test, places)
        if not moved or not shows_value(test, self.told) or self.methods_asked(test) != [] or any(
                overlap(place, other) for place in places for other in before) or not self.bound.have_value(names_in(test), node):
            return []
        attr = min(map(place_text, places))
        again = self.brought_up(node) if node.__class__ is gast.If else None
        out: Block = []
        if again is not None:
            watch_runs()
            start = self.decided(test, node, node, again, self.beside(test, moved, out), attr, out)
            return [*start, *out]
        if node.__class__ is gast.If and self.only_marks(node):
            watch_runs()
            alone = self.names.fresh("t")
            self.scope.locals.add(alone)
            beside = self.beside(test, moved, out)
            self.around(loop, [assign(alone, constant(None))], [
                gast.If(name(alone), [gast.Expr(call("refuse_kept", constant(attr)))], [])])
            return [*out, assign(alone, call("still_isolated", name(alone), clone(test), *beside))]
        return []

    def only_marks(self, node: Node) -> bool:
        """Whether a branch does nothing but to set what is a test later on."""
        marks = [part for part in node.body if part.__class__ is gast.Assign and part.value.__class__ is gast.Constant]
        rest = [part for part in [*node.body, *node.orelse] if part not in marks]
        return any(target.__class__ is gast.Name and target.id in self.tests for part in marks for target in part.targets) and all(
            part.__class__ in (gast.Break, gast.Continue, gast.Pass) for part in rest)

    def decided(self, test: Node, node: Node, branch: Node, again: BroughtUp, beside: Block, attr: str, out: Block) -> Block:
        """Have a branch gone through again where a test, asked after what is put `out`, says so; what goes before that."""
        flag, same = self.names.fresh("t"), again.same
        self.scope.locals.add(flag)
        out.append(assign(flag, call("is_isolated", clone(test), *beside, constant(same))))
        either = gast.BoolOp(gast.Or(), [name(flag), gast.UnaryOp(gast.Not(), test) if same else test])
        setattr(node, "value" if node.__class__ is gast.Assign else "test", gast.UnaryOp(gast.Not(), either) if same else either)
        self.compare(branch, flag, again, attr)
        return [assign(flag, constant(False))]

    def brought_up(self, branch: Node) -> BroughtUp | None:
        found = brought_up(branch, self.keepers, self.statements)
        return found if found is not None and self.bound.have_value(names_in(found.before), branch) else None

    def compare(self, branch: Node, flag: str, again: BroughtUp, attr: str) -> None:
        """Have what comes out of a branch that is gone through again compared with what was there."""
        before = self.names.fresh("t")
        self.scope.locals.add(before)
        kept = assign(before, call("kept_before", tuple_of(map(clone, again.before))))
        check = gast.Expr(call("check_kept", name(before), tuple_of(map(clone, again.after)), constant(attr)))
        self.around(branch, [assign(before, constant(None)), gast.If(name(flag), [kept], [])], [gast.If(name(flag), [check], [])])

    def around(self, node: Node, before: Block, after: Block) -> None:
        """Have something put before and after a statement that is come to later."""
        known, later = self.compared.get(id(node), ([], []))
        self.compared[id(node)] = [*known, *before], [*later, *after]

    def branch_of(self, node: Node) -> tuple[Node | None, bool]:
        """The branch that a statement decides, and whether it does by the opposite of what it says; None if it is not just one."""
        if node.__class__ is not gast.Assign:
            return (node if node.__class__ is gast.If else None), False
        label = node.targets[0].id
        using = [other for other in self.statements if other is not node and any(
            part.__class__ is gast.Name and part.id == label for part in walk(own_expressions(other)))]
        branch = using[0] if len(using) == 1 and using[0].__class__ is gast.If else None
        if branch is None or id(branch) not in self.keepers.stored_before or _names_tested(branch.test) != {label} or (
                branch.test.__class__ is gast.BoolOp):
            return None, False
        return branch, branch.test.__class__ is gast.UnaryOp

    def moved(self, test: Node, places: set[Place]) -> list[str]:
        """The names in a test of what is given, and neither of what is kept nor of what follows from that."""
        inner = {label for part in walk(test) for label in (
            names_in(part.target) if part.__class__ is gast.comprehension else names_in(part.args) if part.__class__ is gast.Lambda
            else ())}
        held = {label for label in names_in(test) if self.named.get(label) in self.results}
        theirs = self.keepers.roots | self.keepers.derived(places) if places else set()
        return sorted(names_in(test) & self.told - self.owners - inner - held - theirs)

    def attribute_asked(self, test: Node, node: Node) -> str:
        """An attribute of which a test may ask whether what it holds is for this point; "" if there is none."""
        parts = walk(test)
        held = {self.named[label] for label in names_in(test) & self.named.keys()} & self.results
        mentioned = {*held, *(part.attr for part in parts if part.__class__ is gast.Attribute)} | {
            part.value for part in parts if part.__class__ is gast.Constant and isinstance(part.value, str)}
        more = {part.value.attr for part in parts if part.__class__ is gast.Subscript and part.value.__class__ is gast.Attribute}
        given = any(map(self.is_of_owner, parts))
        bound = self.own.at(node).bound
        kept = self.results - (mentioned - more) - bound if (mentioned - bound) & self.results or given else set()
        if self.owners and (kept or (mentioned & self.results and self.calls(node))):
            return min(kept or mentioned & self.results)
        return ""

    def methods_asked(self, test: Node) -> Block | None:
        """The methods that a test calls, which may do something; None if it does anything else that does, or was asked before."""
        parts = walk(test)
        calls = [part for part in parts if part.__class__ is gast.Call and part.func.__class__ is not gast.Lambda]
        named = [self.local.get(getattr(part.func, "id", "")) for part in calls]
        calls = [part for part, one in zip(calls, named, strict=True) if one is None]
        calls += [part for one in named if one is not None for part in walk(one) if part.__class__ is gast.Call]
        acting = [part for part in calls if self.effectful(part)]
        methods = [part.func for part in acting if part.func.__class__ is gast.Attribute and part.func.value.__class__ is gast.Name]
        does_more = self.effectful.reads(test) or len(methods) < len(acting) or any(map(self.is_own, calls))
        return None if does_more or any(part.__class__ is gast.NamedExpr for part in parts) else methods

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
