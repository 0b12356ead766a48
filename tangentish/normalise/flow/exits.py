"""One return at the end; `break` and `continue` only where nothing of the loop body is left to run.

>>> from tangentish.syntax import parse, unparse
>>> body = parse('''
... for i in range(n):
...     if x > 3:
...         return x
...     x = x + 1
... return 0
... ''').body
>>> for node in tidy_exits(body, Names({"i", "n", "x"})): print(unparse(node))
returned = False
for i in range(n):
    if x > 3:
        ans = x
        returned = True
        break
    else:
        x = x + 1
if not returned:
    ans = 0
return ans
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.normalise.flow.exits_found import (
    LOOPS,
    always_exits,
    always_returns,
    contains,
    contains_break,
    has_return,
    may_exit,
)
from tangentish.syntax import Block, Node, assign, child_blocks, constant, locate, name, walk_statements

KINDS = ((gast.Return, "returned"), (gast.Break, "broken"), (gast.Continue, "skipped"))
"""The exits, and what their flags are called."""


def tidy_exits(body: Block, names: Names, ans: str | None = None) -> Block:
    """The statements of a function with a single `return` of one name, the last statement."""
    ans = ans or names.fresh("ans")
    tidy = _Tidy(names, ans)
    block = tidy.block(body, in_loop=False)
    if not always_returns(body):
        block.insert(0, locate(assign(ans, constant(None)), body[0]))
    last = gast.Return(name(ans), lineno=None)
    return [*block, locate(last, body[-1])]


class _Tidy:
    def __init__(self, names: Names, ans: str) -> None:
        self.names, self.ans = names, ans

    def block(self, block: Block, in_loop: bool) -> Block:
        """Rewrite a block; an exit ends up in tail position, everything after it in the other branch."""
        out: Block = []
        for place, node in enumerate(block):
            rest = block[place + 1 :]
            if node.__class__ is gast.Return:
                value = node.value or constant(None)
                out.append(locate(assign(self.ans, value), node))
                return out
            if node.__class__ in (gast.Break, gast.Continue):
                out.append(node)
                return out
            if node.__class__ is gast.If:
                body_ends, else_ends = always_exits(node.body), always_exits(node.orelse)
                if not (may_exit(node.body) or may_exit(node.orelse)):
                    node.body, node.orelse = self.block(node.body, in_loop), self.block(node.orelse, in_loop)
                    out.append(node)
                    continue
                if body_ends or else_ends or not rest:
                    body = node.body if body_ends else [*node.body, *rest]
                    orelse = node.orelse if else_ends or body is not node.body else [*node.orelse, *rest]
                    if not body_ends and not else_ends:
                        body, orelse = node.body, node.orelse
                    node.body = self.block(body, in_loop) or [gast.Pass()]
                    node.orelse = self.block(orelse, in_loop)
                    out.append(node)
                    return out
                return [*out, *self.flagged(node, rest, in_loop)]
            if node.__class__ in LOOPS:
                returns = has_return(node.body) or may_exit(node.orelse)
                out.extend(self.loop(node, rest if returns else [], in_loop))
                if returns:
                    return out
                continue
            if node.__class__ in (gast.With, gast.Try) and may_exit([node]):
                return [*out, *self.flagged(node, rest, in_loop)]
            for field, inner in child_blocks(node):
                if field and inner:
                    inner[:] = self.block(inner, in_loop)
            out.append(node)
        return out

    def flagged(self, node: Node, rest: Block, in_loop: bool) -> Block:
        """Exits inside `node` set a flag; the exit itself, or what follows `node`, comes after it."""
        out: Block = []
        after: Block = rest
        for kind, label in KINDS:
            if not contains(node, kind):
                continue
            flag = self.names.fresh(label)
            out.append(locate(assign(flag, constant(False)), node))
            replace_exits(node, kind, flag, self.ans)
            leave: Block = [] if kind is gast.Return else [kind()]
            if kind is gast.Return:
                test: Node = gast.UnaryOp(gast.Not(), name(flag))
                after = [locate(gast.If(test, after, []), node)] if after else []
            else:
                after = [locate(gast.If(name(flag), leave, after), node)]
        guard(node, {t.targets[0].id for t in out})
        for field, inner in child_blocks(node):
            if field and inner:
                inner[:] = self.block(inner, in_loop)
        return [*out, node, *self.block(after, in_loop)]

    def loop(self, node: Node, rest: Block, in_loop: bool) -> Block:
        before: Block = []
        after: Block = []
        if has_return(node.body):
            flag = self.names.fresh("returned")
            before.append(locate(assign(flag, constant(False)), node))
            node.body = _returns_to_breaks(node.body, flag, self.ans)
            _forget_where_caught(node, {flag})
            tail: Block = list(rest)
            if node.orelse and not contains_break(node.body, other_than=flag):
                tail = [*node.orelse, *tail]
                node.orelse = []
            if tail:
                test = gast.UnaryOp(gast.Not(), name(flag))
                after.append(locate(gast.If(test, tail, []), node))
        if node.orelse:
            if contains_break(node.body):
                flag = self.names.fresh("broken")
                before.append(locate(assign(flag, constant(False)), node))
                node.body = _flag_breaks(node.body, flag)
                after.insert(0, locate(gast.If(gast.UnaryOp(gast.Not(), name(flag)), node.orelse, []), node))
            else:
                after = [*node.orelse, *after]
            node.orelse = []
        if not _rest_in(after, rest):
            after = [*after, *rest]
        node.body = self.block(node.body, in_loop=True)
        return [*before, node, *self.block(after, in_loop)]


def _rest_in(after: Block, rest: Block) -> bool:
    """Whether what follows the loop has been put under a guard already."""
    return any(node.__class__ is gast.If and rest and any(inner is rest[0] for inner in node.body) for node in after)


def _returns_to_breaks(block: Block, flag: str, ans: str) -> Block:
    """Inside a loop: `return e` -> `ans = e; flag = True; break`, out of nested loops too."""
    out: Block = []
    for node in block:
        if node.__class__ is gast.Return:
            out += locate([assign(ans, node.value or constant(None)), assign(flag, constant(True)), gast.Break()], node)
            return out
        nested = node.__class__ in LOOPS and has_return(node.body)
        for _, inner in child_blocks(node):
            inner[:] = _returns_to_breaks(inner, flag, ans)
        out.append(node)
        if nested:
            out.append(locate(gast.If(name(flag), [gast.Break()], []), node))
    return out


def _flag_breaks(block: Block, flag: str) -> Block:
    out: Block = []
    for node in block:
        if node.__class__ is gast.Break:
            out.append(locate(assign(flag, constant(True)), node))
        elif node.__class__ not in LOOPS:
            for _, inner in child_blocks(node):
                inner[:] = _flag_breaks(inner, flag)
        out.append(node)
    return out


def replace_exits(node: Node, kind: type, flag: str, ans: str) -> None:
    """Let `return e` inside a statement be `ans = e; flag = True`, or `break` or `continue` be `flag = True`."""
    for field, inner in child_blocks(node):
        if node.__class__ in LOOPS and field == "body" and kind is not gast.Return:
            continue
        if node.__class__ in LOOPS and field == "body":
            inner[:] = _returns_to_breaks(inner, flag, ans)
            continue
        new: Block = []
        for child in inner:
            if isinstance(child, kind):
                if kind is gast.Return:
                    new += locate([assign(ans, child.value or constant(None))], child)
                new.append(locate(assign(flag, constant(True)), child))
            else:
                replace_exits(child, kind, flag, ans)
                new.append(child)
        inner[:] = new


def _sets(node: Node, flags: set[str]) -> bool:
    return any(s.__class__ is gast.Assign and s.targets[0].__class__ is gast.Name and s.targets[0].id in flags
               for s in walk_statements([node]))


def guard(node: Node, flags: set[str]) -> None:
    """Let a statement, whose exits set flags, do nothing more once one is set, unless an error takes the place of the exit."""
    _forget_where_caught(node, flags)
    _guard_after_flags(node, flags)
    _guard_else(node, flags)


def _forget_where_caught(node: Node, flags: set[str]) -> None:
    """An error that a context manager raises when it is left takes the place of what it was left for."""
    for inner in walk_statements([node]):
        if inner.__class__ is gast.Try and inner.handlers:
            managed = [part for part in walk_statements(inner.body) if part.__class__ is gast.With]
            set_there = [flag for flag in sorted(flags) if any(_sets(part, {flag}) for part in managed)]
            for handler in inner.handlers:
                handler.body[:0] = [locate(assign(flag, constant(False)), handler) for flag in set_there]


def _guard_else(node: Node, flags: set[str]) -> None:
    """The `else` of a `try` runs only if its body was left by neither `return` nor `break` nor `continue`."""
    for inner in walk_statements([node]):
        if inner.__class__ is gast.Try and inner.orelse:
            set_here = [flag for flag in sorted(flags) if any(_sets(child, {flag}) for child in inner.body)]
            if set_here:
                values = [name(flag) for flag in set_here]
                test = values[0] if len(values) == 1 else gast.BoolOp(gast.Or(), values)
                inner.orelse = [locate(gast.If(gast.UnaryOp(gast.Not(), test), inner.orelse, []), inner.orelse[0])]


def _guard_after_flags(node: Node, flags: set[str]) -> None:
    """What follows a statement that may set a flag runs only while no flag is set."""
    for field, inner in child_blocks(node):
        if node.__class__ in LOOPS and field == "body":
            continue
        for place, child in enumerate(inner):
            _guard_after_flags(child, flags)
            rest = inner[place + 1 :]
            plain = child.__class__ is gast.Assign
            if rest and not plain and _sets(child, flags):
                set_here = [flag for flag in sorted(flags) if _sets(child, {flag})]
                values = [name(flag) for flag in set_here]
                test = values[0] if len(values) == 1 else gast.BoolOp(gast.Or(), values)
                inner[place + 1 :] = [locate(gast.If(gast.UnaryOp(gast.Not(), test), rest, []), child)]
                _guard_after_flags(inner[place + 1], flags)
                break
