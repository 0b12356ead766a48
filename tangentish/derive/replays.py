"""Writes what the primal sweep keeps of a checkpointed loop, and how the reverse sweep makes its steps again."""

from __future__ import annotations

from typing import Any

import gast

from tangentish.derive.checkpoints import Checkpoints, extra_state
from tangentish.schedule import first_kept, schedule
from tangentish.snapshots import State, reachable
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    child_blocks,
    clone,
    constant,
    expression,
    free_names,
    name,
    statements,
    stored,
    subscript,
    substitute,
    tuple_of,
    walk,
    walk_statements,
)


class Replays:
    """The part of `Recorder` for loops that are checkpointed."""

    p: Any
    r: Any
    flow: Any

    def __init__(self) -> None:
        self.replayed: dict[int, tuple[Node, Checkpoints]] = {}  # by the uid of the primal loop: its reverse
        self.steps: dict[int, tuple[Block, Block]] = {}  # a step as the user wrote it, and recorded

    # what is kept

    def request_replay(self, node: Node) -> None:
        """Ask for what the steps of a loop read and do not bind; `node` is the reverse loop."""
        made: Checkpoints = node.checkpoints
        uid = made.node.uid
        made.kept, made.steps = self.tape_name(uid), self.trip_name(uid)
        self.replayed[uid] = (node, made)
        node.counted = True
        for identifier in made.constant:
            self.request(self.flow.head[uid][identifier])
        snapshots = self.flow.before[uid].get(getattr(made.node.snapshots, "id", ""))
        if snapshots is not None:
            self.request(snapshots)

    def complete_state(self, made: Checkpoints) -> None:
        """Names that nothing but an adjoint reads from one step to the next belong to the state too."""
        uid = made.node.uid
        made.extra = [n for n in extra_state(made, self.tapes.get(uid, [])) if n in self.flow.head[uid]]
        made.state = sorted([*made.state, *made.extra])
        self.r.sort_out(made)
        for identifier in made.state:
            version = self.flow.head[uid][identifier]
            before = self.flow.before[uid].get(identifier)
            if before is None or not before.definite:
                self.uncertain.append(version)

    def spelling(self, made: Checkpoints) -> dict[str, Node]:
        """What names that no step binds are called in the reverse sweep, where that is something else."""
        head = self.flow.head[made.node.uid]
        return {n: name(self.final(head[n])) for n in made.constant if self.final(head[n]) != n}

    def snapshots(self, made: Checkpoints) -> Node:
        return clone(made.node.snapshots)

    def schedule_of(self, made: Checkpoints, function: Any, spelled: bool) -> Node:
        """`schedule(len(steps), 20)`, or `first_kept` of the same."""
        count = self.snapshots(made)
        if spelled and count.__class__ is gast.Name:
            count = name(self.final(self.flow.before[made.node.uid][count.id]))
        return call(self.r.alias(function.__name__, function), call("len", name(made.steps)), count)

    # what is written

    def contents(self, made: Checkpoints) -> list[Node]:
        """What is kept of a state: copies of arrays, the names that are bound, and the rest."""
        items: list[Node] = [expression("x.copy()", x=name(n)) for n in made.arrays]
        items += [name(n) for n in made.state]
        held = [*made.objects, *made.beside]
        return [*items, call(self.r.alias("State", State), *map(name, held))] if held else items

    def keep_state(self, made: Checkpoints, index: str, test: Node) -> Node:
        """`if k in keep: kept[k] = u.copy(), s`."""
        items = self.contents(made)
        value = items[0] if len(items) == 1 else tuple_of(items)
        store = gast.Assign([gast.Subscript(name(made.kept), name(index), gast.Store())], value, None)
        return gast.If(gast.Compare(name(index), [gast.In()], [test]), [store], [])

    def go_back(self, made: Checkpoints, start: str, step: str) -> Block:
        """`u_kept, s = kept[start]`, and what puts the content back."""
        copies = {n: self.p.names.fresh(f"{n}_kept") for n in made.arrays}
        targets = [*copies.values(), *made.state]
        objects = self.p.names.fresh("state") if made.objects or made.beside else ""
        targets += [objects] if objects else []
        value = expression(f"{made.kept}[{start}] if {start} < {step} else {made.kept}.pop({start})")
        target: Node = stored(targets[0]) if len(targets) == 1 else gast.Tuple([stored(t) for t in targets], gast.Store())
        out: Block = [gast.Assign([target], value, None)] if targets else []
        for node in out:
            node.comment = f"the last state that was kept before `{step}`"
        for identifier, copy in copies.items():
            out.append(gast.Assign([gast.Subscript(name(identifier), constant(...), gast.Store())], name(copy), None))
        if objects:
            table = [name(self.r.table)] if self.r.uses_table else []
            out.append(gast.Expr(call(f"{objects}.restore", *table)))
        return out

    def is_counted(self, node: Node, iterated: Node) -> bool:
        """Whether the target of a loop is the number of the step: `for k in range(n)`."""
        return (node.target.__class__ is gast.Name and iterated.__class__ is gast.Call and len(iterated.args) == 1
                and getattr(iterated.func, "id", "") == "range" and not self.rebound_in(node.body, node.target.id))

    def primal_replayed(self, node: Node) -> Block:
        """The loop of the primal sweep: plain steps, and snapshots."""
        _, made = self.replayed[node.uid]
        counted = node.counted = self.is_counted(node, node.iter)
        read = self.flow.live_before[node.body[0].uid] | self.flow.live_after[node.uid]
        if counted and node.target.id == "_" and "_" not in read:
            node.target = stored(self.p.names.fresh("k"))
        plain = plainly(clone(node.body))
        recorded = [*self.keeps("head", node.uid), *self.unbound(node, self.tapes.get(node.uid, []), []),
                    *self.primal_block(node.body)]
        self.steps[node.uid] = plain, recorded
        first, index = self.p.names.fresh("first"), node.target.id if counted else self.p.names.fresh("at")
        before = [assign(made.steps, node.iter), assign(made.kept, gast.Dict([], [])),
                  assign(first, self.schedule_of(made, first_kept, spelled=False))]
        node.iter = name(made.steps)
        if not counted:
            node.iter = call("enumerate", name(made.steps))
            node.target = gast.Tuple([stored(index), clone(node.target)], gast.Store())
        node.body = [self.keep_state(made, index, name(first)), *clone(plain)]
        handed = self.r.handed_on(made) if self.r.uses_table else []
        after = statements(f"{made.kept}['end'] = x", x=self.reachable(handed)) if handed else []
        return [*before, node, *after]

    def reachable(self, names: list[str]) -> Node:
        return call(self.r.alias("reachable", reachable), *map(name, names))

    def header_replayed(self, node: Node) -> None:
        """`for step, start, keep in schedule(len(steps), 20):`; the body gets its steps when they are written."""
        made: Checkpoints = node.checkpoints
        self.complete_state(made)
        fresh = self.p.names.fresh
        node.labels = fresh("step"), fresh("start"), fresh("keep")
        node.target = gast.Tuple([stored(label) for label in node.labels], gast.Store())
        node.iter = self.schedule_of(made, schedule, spelled=True)

    def put_steps(self, block: Block) -> Block:
        """Put the steps that are made again into the reverse loops of a finished reverse sweep."""
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.put_steps(inner)
            if node.__class__ is gast.For and hasattr(node, "checkpoints"):
                out += self.replay(node, node.checkpoints)
            else:
                out.append(node)
        return out

    def replay(self, node: Node, made: Checkpoints) -> Block:
        """A reverse loop with its steps made again, and what comes before and after it."""
        primal, fresh = made.node, self.p.names.fresh
        step, start, keep = node.labels
        plain, recorded = (clone(block) for block in self.steps[primal.uid])
        target = primal.target.elts[1] if not primal.counted else primal.target
        first: Block = self.go_back(made, start, step)
        if primal.counted:
            again = gast.For(stored(target.id), call("range", name(start), name(step)), [], [], None)
            index = target.id
        else:
            index = fresh("at")
            part = expression(f"enumerate({made.steps}[{start}:{step}], {start})")
            again = gast.For(gast.Tuple([stored(index), clone(target)], gast.Store()), part, [], [], None)
        again.body = [self.keep_state(made, index, name(keep)), *plain]
        first.append(again)
        before: Block = []
        here, there = "", self.r.handed_on(made) if self.r.uses_table else []
        if there:
            here = fresh("here")
            first.append(assign(here, self.reachable(there)))
        if any(inner.__class__ is gast.Continue for inner in walk_statements(recorded)):
            one = expression(f"{made.steps}[{step}:{step} + 1]")
            first.append(gast.For(clone(target), one, recorded, [], None))
        else:
            value = name(step) if primal.counted else subscript(name(made.steps), name(step))
            first += [gast.Assign([clone(target)], value, None), *recorded]
        if there:
            later = fresh("later")
            first.append(gast.Expr(call(f"{self.r.table}.renew_each", name(later), self.reachable(there))))
            node.body.append(assign(later, name(here)))
        spelling = self.spelling(made)
        for identifier in sorted(seen_inside(recorded) & spelling.keys()):  # these keep the names that functions see them by
            before.append(assign(identifier, spelling.pop(identifier)))
        first = [substitute(one, spelling) for one in first] if spelling else first
        before += [assign(later, subscript(name(made.kept), constant("end")))] if there else []
        after: Block = []
        if self.r.uses_table:
            known, table = fresh("known"), self.r.table
            before.append(assign(known, call(f"{table}.known")))
            held = [name(self.final(self.flow.head[primal.uid][n])) for n in made.constant]
            rest = call(self.r.alias("reachable", reachable), *held)
            values = gast.BinOp(name(here), gast.Add(), rest) if there else rest
            node.body.append(gast.Expr(call(f"{table}.forget", name(known), values)))
        if made.objects or made.beside:
            end = fresh("state")
            held = [name(self.final(self.flow.head[primal.uid][n])) for n in made.constant if n in made.objects]
            before.append(assign(end, call(self.r.alias("State", State), *held, *map(name, made.beside))))
            after.append(gast.Expr(call(f"{end}.leave")))
        node.body[:0] = first
        return [*before, node, *after]


def seen_inside(block: Block) -> set[str]:
    """The names that functions made in a block see."""
    functions = [part for node in block for part in walk(node) if part.__class__ in (gast.FunctionDef, gast.Lambda)]
    return {seen for function in functions for seen in free_names(function)}


def plainly(block: Block) -> Block:
    """The statements of a program without what records calls."""
    for place, node in enumerate(block):
        for _, inner in child_blocks(node):
            plainly(inner)
        if hasattr(node, "dynamic"):
            func, args, keywords = node.dynamic
            made = gast.Call(clone(func), clone(args), clone(keywords))
            block[place] = gast.Assign([node.targets[0].elts[0]], made, None)
    return block
