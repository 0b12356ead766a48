"""Results that an object keeps until it is asked for another point: what marks them as out of date is done, once, for an equal one.

    if not np.array_equal(x, self.x):
        self.x = x.copy()
        self.is_done = False

Where the object was at that point before the derivative was asked for, what it has kept says nothing of how it depends on `x`.
So the first time that a run comes here the branch is taken in any case, if that does no more than to keep the point and to drop
what was kept (`analysis/keys_set.py`), or to compute something from it that comes out as it was; if it does more, equal points
are refused.  After that, it is as the user wrote it.
"""

from __future__ import annotations

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.keys_set import Done, done_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.names import Names
from tangentish.normalise.memories.attributes import is_computed_again
from tangentish.normalise.memories.own_by_now import OwnByNow
from tangentish.normalise.memories.same_points import Test, named_tests, told_by_value
from tangentish.normalise.memories.stores import stored_in
from tangentish.normalise.memories.taken_again import asked_about, given_too, within
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
    name_nodes,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)


def mark_kept(body: Block, activity: Activity, scope: Scope, names: Names) -> Block:
    """The body with branches for other points taken once for equal ones, or these refused."""
    statements = walk_statements(body)
    tests = [node for node in statements if node.__class__ is gast.If]
    compared = {part.attr for node in statements for part in walk(_own(node)) if part.__class__ is gast.Attribute
                and part.value.__class__ is gast.Name}
    if not tests or not compared:
        return body
    return _Marking(activity, scope, names, body).body(body)


def _own(node: Node) -> Block:
    """The expressions in which values may be compared: of tests, and of what tests are named."""
    if node.__class__ is gast.If:
        return [node.test]
    return [node.value] if node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name else []


class _Marking:
    def __init__(self, activity: Activity, scope: Scope, names: Names, body: Block) -> None:
        statements = walk_statements(body)
        self.activity, self.scope, self.names, self.statements = activity, scope, names, statements
        self.told = told_by_value(statements, activity)
        self.stored = stored_in(as_written(statements))
        self.named, self.own = named_tests(statements), OwnByNow(body, scope)
        self.branches: dict[str, Block] = {}  # by the names in their tests
        for node in statements:
            for label in sorted(names_in(node.test) & self.named.keys()) if node.__class__ is gast.If else ():
                self.branches.setdefault(label, []).append(node)
        self.parts = self.differences()
        self.start: Block = []  # what comes before everything
        self.after: dict[int, Block] = {}  # what comes after a branch

    def differences(self) -> dict[str, Block]:
        """The attributes, and sizes of differences, that names are bound to."""
        tests = Test(self.stored, self.told, self.scope, {})
        single = {label: values for label, values in self.named.items() if len(values) == 1 and (
            values[0].__class__ is gast.Attribute or any(part.__class__ is gast.BinOp for part in walk(values[0])))}
        return {label: values for label, values in single.items() if tests.says_same(values[0]) is None}

    def body(self, body: Block) -> Block:
        marked = self.block(body)
        return [*(locate(part, body[0]) for part in self.start), *marked]

    def block(self, block: Block) -> Block:
        out: Block = []
        for node in block:
            if node.__class__ not in (gast.For, gast.While):
                for _, inner in child_blocks(node):
                    inner[:] = self.block(inner)
            if node.__class__ is gast.If:
                out += self.marked(node, "test", [node], block)
            elif node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name and node.targets[0].id in self.branches:
                out += self.marked(node, "value", self.branches[node.targets[0].id], block)
            else:
                out.append(node)
            out += self.after.pop(id(node), [])
        return out

    def marked(self, node: Node, key: str, branches: Block, block: Block) -> Block:
        """A statement of a `block` that says, in `key`, whether some branches are taken."""
        said = getattr(node, key)
        test = Test(self.stored | asked_of(branches, said), self.told, self.scope, self.parts, self.own.at(node), self.own.times)
        same = test.says_same(said)
        places = {place.attr: place.value.id for place in test.places if place.value.__class__ is gast.Name}
        if same is None and key == "test" and not getattr(node, "marked", False):
            return [*self.by_method(node), node]
        if same is None or not places or len(set(places.values())) > 1:
            return [node]
        owner, attr = next(iter(places.values())), min(places)
        kept, others, is_clear = self.ways(branches, test)
        flags, later = self.flags(kept, others), []
        for branch in self.statements:
            taken = self.taken_by(branch, flags)
            if taken is not None and branch not in branches:
                others += taken
                later.append(branch)
        last = [*branches, *later][-1]
        done = done_by(others, owner, set(places) - test.shared, self.is_harmless)
        if not done.drops or not (attr in done.binds or done.calls):
            return [node]
        if len(branches) == 1 and is_computed_again(branches[0], self.activity, self.scope, self.statements, self.own):
            return [node]
        for branch in branches:
            branch.marked = True
        watch_runs()
        is_clear = is_clear and not self.are_used_otherwise(flags, later)
        is_apart = last not in block
        first = self.fresh(is_apart)
        given = given_too(kept, others, flags, self.statements)
        can_be_again = done.again and test.exact and is_clear and given is not None
        asking, again, refused = asked_about(done, owner, attr, name(first), can_be_again)
        if refused is not None and not done.marks and not done.binds & self.activity.fields - set(places):
            refused = within(refused, test.limits, owner, sorted(places), done)
        if refused is not None:
            result = min((done.binds & self.activity.fields) - set(places), default=attr)
            for way in kept:
                _refuse(way, refused, result, node)
        before: Block = [assign(first, asking)]
        if again is not None:
            opposite = gast.BoolOp(gast.And(), [clone(again), clone(said) if same else gast.UnaryOp(gast.Not(), clone(said))])
            if done.computed:
                before += self.compared(done, owner, opposite, last, is_apart)
            if done.calls:
                before += self.compared_of_methods(done, owner, clone(opposite), last, is_apart)
            if given:
                before += self.compared_names(given, clone(opposite), last, is_apart)
            said = (gast.BoolOp(gast.And(), [gast.UnaryOp(gast.Not(), again), said]) if same
                    else gast.BoolOp(gast.Or(), [again, said]))
            setattr(node, key, locate(gast.copy_location(said, node), node))
        return [*(locate(part, node) for part in before), node]

    def by_method(self, node: Node) -> Block:
        """What asks whether a method tells equal points, before a branch that keeps something for others."""
        for part in _joined(node.test, self.named):
            if part.__class__ is not gast.Call or not (names_in([*part.args, *part.keywords]) & self.told) or (
                    part.func.__class__ is not gast.Attribute or part.func.value.__class__ is not gast.Name):
                continue
            owner = part.func.value.id
            if self.scope.name(owner) is not MISSING:
                continue
            for kept, others in ((node.body, node.orelse), (node.orelse, node.body)):
                done, idle = done_by(others, owner, ()), done_by(kept, owner, ())
                if not (done.calls or done.further or len(done.binds) > 1) or idle.calls or idle.binds:
                    continue
                first = self.fresh()
                _refuse(kept, name(first), min(done.binds | done.calls), node)
                watch_runs()
                words = [constant(" ".join(sorted(labels))) for labels in (done.binds, done.calls)]
                return [locate(assign(first, call("told_by_method", name(owner), constant(part.func.attr), *words)), node)]
        return []

    def ways(self, branches: Block, test: Test) -> tuple[list[Block], Block, bool]:
        """What branches do for the same points, and what they do for others; whether that is clear."""
        kept: list[Block] = []
        others: Block = []
        is_clear = True
        for branch in branches:
            told = Test(test.stored, self.told, self.scope, self.named, self.own.at(branch), self.own.times)
            same = told.says_same(branch.test)
            kept += [branch.body] if same is True else [branch.orelse] if same is False else [branch.body, branch.orelse]
            others += branch.orelse if same is True else branch.body if same is False else [*branch.body, *branch.orelse]
            is_clear = is_clear and told.exact and same is not None
        return kept, as_written(others), is_clear

    def flags(self, kept: list[Block], others: Block) -> dict[str, bool]:
        """The names that say later on which way was gone, and what they say of the other one: `fresh = True`, `returned = True`."""
        def said_in(block: Block) -> dict[str, bool]:
            return {node.targets[0].id: node.value.value for node in walk_statements(block) if node.__class__ is gast.Assign
                    and node.targets[0].__class__ is gast.Name and isinstance(getattr(node.value, "value", None), bool)}

        return {label: not said for way in kept for label, said in said_in(way).items()} | said_in(others)

    def taken_by(self, branch: Node, flags: dict[str, bool]) -> Block | None:
        """The block of a branch that is taken later where flags say so; None if it is not theirs to say."""
        label = _named_test(branch.test) if branch.__class__ is gast.If else ""
        if label not in flags:
            return None
        taken: Block = branch.body if flags[label] is (branch.test.__class__ is gast.Name) else branch.orelse
        return taken

    def are_used_otherwise(self, flags: dict[str, bool], branches: Block) -> bool:
        """Whether flags are read by more than the tests of some branches."""
        known = {id(node) for branch in branches for node in name_nodes(branch.test)}
        return any(node.id in flags and id(node) not in known for statement in self.statements
                   for part in own_expressions(statement) for node in name_nodes(part) if node.ctx.__class__ is gast.Load)

    def compared(self, done: Done, owner: str, again: Node, branch: Node, is_apart: bool) -> Block:
        """What keeps what was there before a branch that is taken `again`, to be compared, after it, with what it computed."""
        is_again, held = self.fresh(is_apart), {attr: self.fresh(is_apart) for attr in sorted(done.computed)}
        parts = {attr: gast.Attribute(name(owner), attr, gast.Load()) for attr in held}
        keeping = [assign(label, call("kept_before", parts[attr])) for attr, label in held.items()]
        looking = [gast.If(call("is_other_than_kept", name(label), clone(parts[attr])), [
            gast.Expr(call("refuse_kept", constant(attr)))], []) for attr, label in held.items()]
        before, after = gast.If(name(is_again), keeping, []), gast.If(name(is_again), looking, [])
        before.marked = after.marked = True
        self.after[id(branch)] = [locate(after, branch)]
        return [assign(is_again, again), before]

    def compared_of_methods(self, done: Done, owner: str, again: Node, branch: Node, is_apart: bool) -> Block:
        """The same of what methods compute that such a branch calls: which attributes these keep shows when it is run."""
        is_again, held = self.fresh(is_apart), self.fresh(is_apart)
        keeping = assign(held, call("computed_by", name(owner), *map(constant, sorted(done.calls))))
        looking = gast.Expr(call("check_comes_out", name(owner), name(held)))
        before, after = gast.If(name(is_again), [keeping], []), gast.If(name(is_again), [looking], [])
        before.marked = after.marked = True
        self.after.setdefault(id(branch), []).append(locate(after, branch))
        return [assign(is_again, again), before]

    def compared_names(self, given: dict[str, Node], again: Node, branch: Node, is_apart: bool) -> Block:
        """The same of the names that both ways bind: what the other one would have given is there when it is done."""
        is_again = self.fresh(is_apart)
        looking = [gast.If(call("is_other_than_kept", clone(value), name(label)), [
            gast.Expr(call("refuse_kept", constant(label)))], []) for label, value in given.items()]
        after = gast.If(name(is_again), looking, [])
        after.marked = True
        self.after.setdefault(id(branch), []).append(locate(after, branch))
        return [assign(is_again, again)]

    def fresh(self, is_apart: bool = False) -> str:
        """A name for an answer, which is that nothing was asked where branches `apart` may come without the test before them."""
        label = self.names.fresh("t")
        self.scope.locals.add(label)
        if is_apart:
            self.start.append(assign(label, constant("")))
        return label

    def is_harmless(self, node: Node) -> bool:
        target = self.scope.resolve(node.func)
        return target is not MISSING and is_inert(target)


def _refuse(kept: Block, test: Node, result: str, node: Node) -> None:
    """Let a block begin with the refusal of what was kept, if a test holds."""
    refusal = gast.If(clone(test), [gast.Expr(call("refuse_kept", constant(result)))], [])
    kept.insert(0, locate(refusal, kept[0] if kept else node))


def _named_test(test: Node) -> str:
    """The name that is tested, or of which the opposite is."""
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        test = test.operand
    return str(test.id) if test.__class__ is gast.Name else ""


def _joined(test: Node, named: dict[str, Block]) -> Block:
    """The tests that one is made of, or the opposites of; some are `named`."""
    if test.__class__ is gast.UnaryOp and test.op.__class__ is gast.Not:
        return _joined(test.operand, named)
    values: Block = test.values if test.__class__ is gast.BoolOp else []
    if test.__class__ is gast.Name:
        values, named = named.get(test.id, []), {label: tests for label, tests in named.items() if label != test.id}
    return [inner for value in values for inner in _joined(value, named)] if values else [test]


def asked_of(branches: Block, said: Node) -> set[str]:
    """The attributes, in a test, of objects of which methods are called in branches: they may store there."""
    parts = walk([inner for branch in branches for inner in (*branch.body, *branch.orelse)])
    owners = {part.func.value.id for part in parts if part.__class__ is gast.Call and part.func.__class__ is gast.Attribute
              and part.func.value.__class__ is gast.Name}
    return {part.attr for part in walk(said) if part.__class__ is gast.Attribute and part.value.__class__ is gast.Name
            and part.value.id in owners}


def as_written(block: Block) -> Block:
    """A block with the statements that are refused when they are come to (`normalise/deferred.py`)."""
    return [inner for node in block for inner in getattr(node, "dropped", [node])]
