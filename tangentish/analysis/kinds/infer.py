"""The kinds of all values of a program: a forward walk over statements, loops to a fixed point.

>>> import numpy as np
>>> from tangentish.frontend.source import Source
>>> from tangentish.syntax import parse
>>> body = parse("y = 2 * x[0]").body
>>> scope = Scope(Source(lambda: None, body[0], ""), {"x", "y"})
>>> Infer(body, {"x": Array(np.dtype(float), (5, 3))}, scope).final["y"]
Array(dtype=dtype('float64'), dims=(3,))

The parts, each a class that the next one extends: the kinds of expressions (`expression_kinds`), of attributes and items
(`part_kinds`), of what calls give (`call_kinds`); and here those that statements leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis import kinds as K
from tangentish.analysis.def_use import assigned_in, bound_names
from tangentish.analysis.kinds import UNKNOWN, Array, Env, Instance, Kind, Scalar, Sequence
from tangentish.analysis.kinds.calls import CallKinds
from tangentish.analysis.kinds.expressions import CallKind
from tangentish.bindings import exception_name
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.syntax import Block, Node, name_nodes


class Infer(CallKinds):
    """`after[uid]` and `before[uid]` hold the kinds around each numbered statement; `head[uid]` those in a loop body."""

    def __init__(self, body: Block, env: Env, scope: Scope, call_kind: CallKind | None = None,
                 externs: dict[str, Any] | None = None) -> None:
        super().__init__(scope, call_kind)
        self.externs, self.entry = externs or {}, env
        self.touched: dict[int, tuple[Node, set[str]]] = {}  # loop -> the names bound in it; holds on to the loop, and so its id
        self.seen: dict[int, tuple[Node, list[str], list[Kind | None], Kind]] = {}  # right side -> its names, their kinds, its own
        self.before: dict[int, Env] = {}
        self.after: dict[int, Env] = {}
        self.head: dict[int, Env] = {}
        self.shared: set[str] = set()  # declared global: bound before, and by anything that is called
        self.final = self.block(body, env)

    def block(self, block: Block, env: Env) -> Env:
        for node in block:
            uid = getattr(node, "uid", None)
            if uid is not None:
                self.before[uid] = env
            env = self.statement(node, env)
            if uid is not None:
                self.after[uid] = env
        return env

    def statement(self, node: Node, env: Env) -> Env:
        if hasattr(node, "dynamic"):
            return self.dynamic(node, env)
        if node.__class__ is gast.Assign and len(node.targets) == 1:
            return self.bind(node.targets[0], self.right(node.value, env), env)
        if node.__class__ is gast.Assign:
            value = self.right(node.value, env)
            for target in node.targets:
                env = self.bind(target, value, env)
            return env
        if node.__class__ is gast.AnnAssign and node.value is not None:
            return self.bind(node.target, self.expr(node.value, env), env)
        if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name:
            old = env.get(node.target.id, UNKNOWN)
            if isinstance(old, Array) or node.target.id in self.shared:
                return env  # written in place
            if isinstance(old, (Instance, Sequence)) and issubclass(old.type, list):
                return {**env, node.target.id: Instance(old.type)}
            return {**env, node.target.id: self.binary(node.op, old, self.right(node.value, env))}
        if node.__class__ is gast.If:
            test = self.truth(node.test, env)
            if test is True:
                return self.block(node.body, env)
            if test is False:
                return self.block(node.orelse, env)
            return self.join(self.block(node.body, env), self.block(node.orelse, env))
        if node.__class__ in (gast.For, gast.While):
            return self.loop(node, env)
        if node.__class__ is gast.With:
            return self.block(node.body, self.with_env(node, env))
        if node.__class__ is gast.Try:
            return self.attempt(node, env)
        if node.__class__ is gast.ClassDef:
            return {**env, node.name: Instance(type)}
        if node.__class__ is gast.Global:
            self.shared.update(node.names)
            return {**env, **dict.fromkeys(node.names, UNKNOWN)}
        if node.__class__ is gast.Delete:
            return without(env, bound_names(node))
        return self.rebound(bound_names(node), env)

    def rebound(self, names: set[str], env: Env) -> Env:
        """After names were bound to what no kind is written for, a function say: bound all the same, for a branch to join."""
        if not names:
            return env
        env = without(env, names)
        return {**env, **{name: self.expr(gast.Name(name, gast.Load(), None, None), env) for name in names}}

    def dynamic(self, node: Node, env: Env) -> Env:
        """`y, called = primal(f, wrt, a, b)`."""
        func, args, keywords = node.dynamic
        ans, record = (item.id for item in node.targets[0].elts)
        target = self.scope.resolve(func)
        if target is MISSING and func.__class__ is gast.Name:
            target = self.externs.get(func.id, MISSING)
        kind = self.expr(gast.Call(func, args, keywords), env)
        if getattr(target, "__module__", "") == "_operator":
            kind = Instance(object)  # whatever the class makes of the operator
        return {**env, ans: kind, record: UNKNOWN}

    def attempt(self, node: Node, env: Env) -> Env:
        """`try`: a handler may be entered from anywhere in the body."""
        done = self.block(node.body, env)
        entry = {**env, **dict.fromkeys(assigned_in(node.body), UNKNOWN)}
        out = self.block(node.orelse, done)
        for handler in node.handlers:
            caught = exception_name(handler)
            end = self.block(handler.body, without(entry, {caught}))
            if handler.body[-1].__class__ is not gast.Raise:
                out = self.join(out, end)
        return self.block(node.finalbody, out)

    def loop(self, node: Node, env: Env) -> Env:
        if id(node) not in self.touched:
            self.touched[id(node)] = node, assigned_in(node.body) | bound_names(node)
        touched = self.touched[id(node)][1]
        head = dict(env)
        for attempt in range(5):
            inner = dict(head)
            if node.__class__ is gast.For:
                inner = self.bind(node.target, self.item(node.iter, inner), inner)
            self.head[getattr(node, "uid", -1)] = inner
            end = self.block(node.body, inner)
            new = dict(head)
            for key in touched:
                if key in head:
                    new[key] = K.join(head[key], end.get(key, UNKNOWN)) if attempt < 3 else UNKNOWN
            if new == head:
                break
            head = new
        out = dict(head)
        for key in touched:
            if key in env:
                out[key] = K.join(head[key], end.get(key, UNKNOWN))
            else:  # bound only if the loop runs; reading it otherwise is the user's NameError
                out[key] = end.get(key, UNKNOWN)
        return out

    def loop_env(self, node: Node, env: Env) -> Env:
        """What is known at the top of every iteration of a loop."""
        touched = assigned_in(node.body) | bound_names(node)
        inner = {k: v for k, v in env.items() if k not in touched}
        return {**inner, **{k: UNKNOWN for k in touched}}

    def with_env(self, node: Node, env: Env) -> Env:
        """What is known inside a `with`."""
        return self.rebound(bound_names(node), env)

    @staticmethod
    def join(left: Env, right: Env) -> Env:
        return {k: K.join(left[k], right[k]) if k in left and k in right else left.get(k, right.get(k, UNKNOWN))
                for k in {**left, **right}}

    def bind(self, target: Node, value: Kind, env: Env) -> Env:
        if target.__class__ is gast.Name:
            return {**env, target.id: UNKNOWN if target.id in self.shared else value}
        if target.__class__ in (gast.Tuple, gast.List):
            parts: list[Kind] = [UNKNOWN] * len(target.elts)
            if isinstance(value, Sequence) and len(value.items) == len(parts) and not any(
                    t.__class__ is gast.Starred for t in target.elts):
                parts = list(value.items)
            elif isinstance(value, Array) and len(value.dims) == 1:
                parts = [Scalar(value.dtype.type)] * len(parts)
            elif isinstance(value, Array) and value.dims:
                parts = [Array(value.dtype, value.dims[1:])] * len(parts)
            for item, part in zip(target.elts, parts, strict=True):
                env = self.bind(item.value if item.__class__ is gast.Starred else item,
                                UNKNOWN if item.__class__ is gast.Starred else part, env)
        return env

    def item(self, iterable: Node, env: Env) -> Kind:
        """The kind of what a loop over an expression binds."""
        if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Name:
            name = iterable.func.id
            if name == "range":
                return Scalar(int)
            if name == "enumerate" and iterable.args:
                return Sequence(tuple, (Scalar(int), self.item(iterable.args[0], env)))
            if name == "zip" and not iterable.keywords:
                return Sequence(tuple, tuple(self.item(a, env) for a in iterable.args))
            if name in ("list", "indexable", "reversed") and len(iterable.args) == 1:
                return self.item(iterable.args[0], env)
        value = self.expr(iterable, env)
        if isinstance(value, Array) and value.dims:
            return Scalar(value.dtype.type) if len(value.dims) == 1 else Array(value.dtype, value.dims[1:])
        if isinstance(value, Sequence) and value.items:
            out = value.items[0]
            for part in value.items[1:]:
                out = K.join(out, part)
            return out
        return UNKNOWN

    def right(self, node: Node, env: Env) -> Kind:
        """The kind of a right side: found once for the same kinds of the names in it, as loops are gone through repeatedly."""
        held = self.seen.get(id(node))
        names = held[1] if held is not None else [part.id for part in name_nodes(node)]
        kinds = [env.get(key) for key in names]
        if held is not None and held[2] == kinds:
            return held[3]
        found = self.expr(node, env)
        self.seen[id(node)] = node, names, kinds, found
        return found


def without(env: Env, names: Iterable[str | None]) -> Env:
    """An environment in which some names are not bound."""
    return {key: kind for key, kind in env.items() if key not in names} if names else env
