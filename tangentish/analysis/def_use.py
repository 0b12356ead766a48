"""Versions of names: which assignment each read sees, and which names are still needed after each statement.

A version is made by an assignment, a parameter, the merge after a branch or loop, or the head of a loop.  The
statements of a program are numbered in order (`uid`); the results are dictionaries keyed by these numbers.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.versions import Env, Version
from tangentish.bindings import IMPORTS, exception_name, imported_names
from tangentish.syntax import Block, Node, loads_in, name_nodes, own_expressions, walk, walk_statements

BINDING = (gast.Store, gast.Del)
LOOPS = (gast.For, gast.While)
HANDLING = (gast.Try, gast.TryStar)


def bound_names(node: Node) -> set[str]:
    """The names that a statement itself binds (not those inside it)."""
    if node.__class__ in (gast.FunctionDef, gast.ClassDef, gast.AsyncFunctionDef):
        return {node.name}
    if node.__class__ in IMPORTS:
        return imported_names(node)
    if getattr(node, "in_place", False):
        return set()  # an array is written into, its name stays bound to it
    return _bound_in(own_expressions(node))


def _bound_in(expressions: list[Node]) -> set[str]:
    stores = [n for n in name_nodes(expressions) if n.ctx.__class__ in BINDING]
    if len(stores) > sum([part.__class__ is gast.Name and part.ctx.__class__ in BINDING for part in expressions]):
        for n in walk(expressions):
            if n.__class__ is gast.comprehension:  # its targets are local to it
                inner = name_nodes(n.target)
                stores = [store for store in stores if not any(store is part for part in inner)]
    return {n.id for n in stores}


def read_names(node: Node) -> set[str]:
    """The names that a statement itself reads; an augmented assignment reads its target."""
    if node.__class__ in (gast.FunctionDef, gast.ClassDef, gast.AsyncFunctionDef):
        return {n.id for n in walk(node) if n.__class__ is gast.Name}
    reads = loads_in(own_expressions(node))
    if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
        reads.add(node.target.id)
    return reads


def assigned_in(block: Block, bound: Callable[[Node], set[str]] = bound_names) -> set[str]:
    """Every name bound anywhere in a block; `bound` says which a statement itself binds."""
    names: set[str] = set()
    for node in walk_statements(block):
        names |= bound(node)
        if node.__class__ in HANDLING:
            names |= _handled(node)
    return names


def _handled(node: Node) -> set[str]:
    """The names that the handlers of a `try` give to exceptions."""
    return {label for handler in node.handlers if (label := exception_name(handler)) is not None}


def number_statements(body: Block) -> list[Node]:
    """Number the statements of a program in order: `uid`."""
    found = list(walk_statements(body))
    for number, node in enumerate(found):
        node.uid = number
    return found


class DefUse:
    """`before`/`after`: the environment around each statement; `head`/`end`: around the body of each loop."""

    def __init__(self, body: Block, params: list[str], ans: str) -> None:
        self.body = body
        self.versions: list[Version] = []
        self.before: dict[int, Env] = {}
        self.after: dict[int, Env] = {}
        self.head: dict[int, Env] = {}
        self.end: dict[int, Env] = {}
        self.left: dict[int, Env] = {}  # where an exception left it, the body of a `try`, or an iteration of a loop in one
        self.nodes: dict[int, Node] = {}
        self.loops: dict[int, tuple[int, ...]] = {}
        self.branches: dict[int, tuple[tuple[int, str], ...]] = {}
        self.definitions: dict[str, list[tuple[int, tuple[tuple[int, str], ...]]]] = {}
        self.bound: dict[int, set[str]] = {}
        self.reads: dict[int, frozenset[str]] = {}
        for number, node in enumerate(number_statements(body)):
            self.nodes[number] = node
            self.bound[number], self.reads[number] = bound_names(node), frozenset(read_names(node))
        env = {p: self.make(p, -1, "param", (), ()) for p in params}
        self.params = dict(env)
        self.final = self.block(body, env, (), ())
        self.live_after: dict[int, frozenset[str]] = {}
        self.live_before: dict[int, frozenset[str]] = {}
        self.live_at_entry = self.liveness(body, frozenset([ans]))

    def make(self, name: str, site: int, kind: str, loops: tuple[int, ...],
             branches: tuple[tuple[int, str], ...]) -> Version:
        certain = not any(side == "try" for _, side in branches)
        version = Version(name, len(self.versions), site, kind, loops, branches, definite=certain)
        self.versions.append(version)
        return version

    def block(self, block: Block, env: Env, loops: tuple[int, ...], branches: tuple[tuple[int, str], ...]) -> Env:
        for node in block:
            self.loops[node.uid], self.branches[node.uid] = loops, branches
            self.before[node.uid] = env
            env = self.statement(node, env, loops, branches)
            self.after[node.uid] = env
        return env

    def assigned(self, block: Block) -> set[str]:
        """`assigned_in`, of statements of this program."""
        return assigned_in(block, lambda node: self.bound[node.uid])

    def statement(self, node: Node, env: Env, loops: tuple[int, ...], branches: tuple[tuple[int, str], ...]) -> Env:
        uid = node.uid
        for bound in self.bound[uid]:
            self.definitions.setdefault(bound, []).append((uid, branches))
        if node.__class__ in LOOPS:
            assigned = sorted(self.assigned(node.body) | self.bound[uid])
            inner = (*loops, uid)
            head = dict(env)
            for key in assigned:
                head[key] = self.make(key, uid, "head", inner, ((uid, "body"),))
                head[key].sources = [env[key]] if key in env else []
                if key not in self.bound[uid]:
                    head[key].is_sure_if([env.get(key)])
            self.head[uid] = head
            end = self.block(node.body, head, inner, (*branches, (uid, "body")))
            self.end[uid] = end
            if hasattr(node, "partial"):
                self.left[uid] = self.left_by(uid, head, assigned, inner)
            out = dict(env)
            for key in assigned:
                if key in end:
                    head[key].sources.append(end[key])
                out[key] = self.make(key, uid, "merge", loops, branches)
                out[key].sources = [head[key]]
                out[key].is_sure_if([env.get(key)])
            return out
        if node.__class__ is gast.If:
            ends = [self.block(node.body, env, loops, (*branches, (uid, "body"))),
                    self.block(node.orelse, env, loops, (*branches, (uid, "orelse")))]
            return self.merge(uid, ends, loops, branches)
        if node.__class__ is gast.Try:
            first = len(self.versions)
            done = self.block(node.body, env, loops, (*branches, (uid, "try")))
            made = self.versions[first:]
            start = dict(env)
            for key in sorted(assigned_in(node.body)):
                start[key] = self.make(key, uid, "entry", loops, (*branches, (uid, "handler")))
                start[key].sources = [v for v in (env.get(key), *(v for v in made if v.name == key)) if v]
                start[key].definite = True  # where a handler reads it, it is as sure as before
                start[key].is_sure_if([env.get(key)])
            self.left[uid] = start
            ends = [self.block(node.orelse, done, loops, (*branches, (uid, "try")))]
            for handler in node.handlers:
                entry = dict(start)
                if (caught := exception_name(handler)) is not None:
                    entry[caught] = self.make(caught, uid, "def", loops, (*branches, (uid, "handler")))
                    entry[caught].seen = handler.body[0].uid
                ends.append(self.block(handler.body, entry, loops, (*branches, (uid, "handler"))))
            out = self.merge(uid, ends, loops, branches, node.finalbody[0].uid if node.finalbody else -1)
            return self.block(node.finalbody, out, loops, branches)
        if node.__class__ is gast.With:
            out = dict(env)
            for key in sorted(self.bound[uid]):
                out[key] = self.make(key, uid, "def", loops, branches)
                out[key].seen = node.body[0].uid
            return self.block(node.body, out, loops, branches)
        names = self.bound[uid]
        if not names:
            return env
        out = dict(env)
        for key in sorted(names):
            out[key] = self.make(key, uid, "def", loops, branches)
        return out

    def left_by(self, uid: int, head: Env, assigned: list[str], loops: tuple[int, ...]) -> Env:
        """What is bound where an iteration ends, which an exception may have left anywhere."""
        out = dict(head)
        for key in assigned:
            out[key] = self.make(key, uid, "left", loops, ((uid, "body"),))
            out[key].sources = [v for v in self.versions if v.name == key and v is not out[key] and (
                v is head[key] or v.loops[: len(loops)] == loops)]
            out[key].bound, out[key].definite = head[key].bound, head[key].definite
        return out

    def merge(self, uid: int, ends: list[Env], loops: tuple[int, ...], branches: tuple[tuple[int, str], ...],
              seen: int = -1) -> Env:
        out: Env = {}
        for key in sorted(set().union(*ends)):
            found = [end[key] for end in ends if key in end]
            if all(v is found[0] for v in found) and len(found) == len(ends):
                out[key] = found[0]
                continue
            made = out[key] = self.make(key, uid, "merge", loops, branches)
            made.seen, made.sources = seen, found
            made.is_sure_if([end.get(key) for end in ends])
        return out

    def overwritten(self, version: Version) -> bool:
        """Whether the name is bound again, after this version is made, while its scope (loop body or function) goes on."""
        if version.kind == "entry":
            return True
        for uid, branches in self.definitions.get(version.name, []):
            outside = version.loops and not self._inside(uid, version.loops[-1])
            if (uid == version.site and version.kind != "head") or outside:
                continue
            if version.kind == "head":
                if uid != version.site or self.nodes[uid].__class__ is gast.While:
                    return True
                continue
            if version.kind == "merge" and self._inside(uid, version.site):
                continue
            if uid > version.site and not _exclusive(branches, version.branches):
                return True
        return False

    def _inside(self, uid: int, loop: int) -> bool:
        return uid == loop or any(parent == loop for parent, _ in self.branches[uid])

    # liveness, by name

    def liveness(self, block: Block, live: frozenset[str], exits: frozenset[str] = frozenset()) -> frozenset[str]:
        """The names needed before a block, given those needed after it; `exits` are needed after a break."""
        for node in reversed(block):
            if node.__class__ in (gast.Break, gast.Continue):
                live = exits
            self.live_after[node.uid] = live
            live = self.needed(node, live, exits)
            self.live_before[node.uid] = live
        return live

    def needed(self, node: Node, live: frozenset[str], exits: frozenset[str]) -> frozenset[str]:
        reads, bound = self.reads[node.uid], self.bound[node.uid]
        if node.__class__ is gast.If:
            return self.liveness(node.body, live, exits) | self.liveness(node.orelse, live, exits) | reads
        if node.__class__ in LOOPS:
            inside = live | reads
            while True:
                before = self.liveness(node.body, inside, live | inside)
                grown = inside | (before - bound) | live
                if grown == inside:
                    return inside
                inside = grown
        if node.__class__ is gast.Try:
            after = self.liveness(node.finalbody, live, exits)
            handlers = frozenset().union(*(self.liveness(h.body, after, exits) for h in node.handlers), frozenset())
            orelse = self.liveness(node.orelse, after, exits)
            # an exception may leave the body anywhere
            body = self.liveness(node.body, orelse | handlers, exits)
            for inner in walk_statements(node.body):
                self.live_after[inner.uid] |= handlers
            return body | handlers | reads
        if node.__class__ is gast.With:
            return (self.liveness(node.body, live, exits) - bound) | reads
        if node.__class__ is gast.Return:
            return reads
        return (live - bound) | reads


def _exclusive(left: tuple[tuple[int, str], ...], right: tuple[tuple[int, str], ...]) -> bool:
    """Whether two positions lie in different branches of one `if`; a handler comes after what was done of its `try`."""
    sides = dict(left)
    return any(site in sides and sides[site] != side and {sides[site], side} != {"try", "handler"} for site, side in right)
