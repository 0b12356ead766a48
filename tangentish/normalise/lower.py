"""Every active operation gets a statement of its own, with names or literals as operands; inactive code stays as it is.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> class Everything:
...     varied = set()
...     def expr(self, node): return bool(names_in(node))
>>> block = parse("y = np.sin(x * x) + 1.0").body
>>> for node in Lower(Names({"x", "y", "np"}), Everything()).block(block): print(unparse(node))
t = x * x
t_2 = np.sin(t)
y = t_2 + 1.0
"""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from tangentish import library
from tangentish.analysis.effects import is_inert
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING
from tangentish.names import Names
from tangentish.normalise.contexts import may_suppress
from tangentish.normalise.exceptions import Markers
from tangentish.normalise.loops import comprehension_loop, index_loop
from tangentish.normalise.walrus import hoist_walrus
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    as_target,
    assign,
    attribute,
    call,
    clone,
    constant,
    expression,
    locate,
    name,
    names_in,
    subscript,
    walk,
    walk_statements,
)

COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.GeneratorExp, gast.DictComp)


class Lower:
    """Rewrites blocks; `activity.expr(node)` says what is active."""

    def __init__(self, names: Names, activity: Any, filename: str = "") -> None:
        self.names, self.activity, self.filename = names, activity, filename
        self.out: Block = []

    # statements

    def block(self, block: Block) -> Block:
        """A new block; every statement carries `origin`, the user's statement it comes from."""
        outer, self.out = self.out, []
        for node in block:
            start = len(self.out)
            self.statement(node)
            for made in self.out[start:]:
                locate(made, node)
                if not hasattr(made, "origin"):
                    made.origin = getattr(node, "origin", node)
        result, self.out = self.out, outer
        return result

    def statement(self, node: Node) -> None:
        """Lower one statement into `self.out`."""
        method = getattr(self, "lower_" + type(node).__name__, None)
        if method is None:
            self.out.append(node)
        else:
            method(node)

    def varied(self, node: Node | None) -> bool:
        return bool(self.activity.expr(node))

    def fail(self, message: str, node: Node, hint: str = "") -> Exception:
        return located(UnsupportedError, message, self.filename, node, hint)

    def lower_Assign(self, node: Node) -> None:
        targets, value = node.targets, node.value
        if len(targets) > 1 and isinstance(targets[0], gast.Name) and not isinstance(value, gast.Constant):
            self.statement(locate(gast.Assign([targets[0]], value, None), node))
            for target in targets[1:]:
                self.statement(locate(gast.Assign([target], name(targets[0].id), None), node))
            return
        written = any(self.written_into_active(t) for t in targets)
        if not self.varied(value) and not written and not self.hidden_calls(value):
            if len(targets) == 1 and isinstance(targets[0], gast.Tuple) and isinstance(value, gast.Tuple):
                if any(self.varied(item) for item in value.elts):
                    self.unpack(targets[0], value)
                    return
            self.out.append(node)
            return
        if len(targets) == 1:
            self.assign(targets[0], value)
            return
        held = self.atom(value)
        for target in targets:
            self.assign(target, clone(held))

    def written_into_active(self, target: Node) -> bool:
        """Whether a store goes into something that may hold active values."""
        if isinstance(target, gast.Tuple | gast.List):
            return any(self.written_into_active(t) for t in target.elts)
        if isinstance(target, gast.Starred):
            return self.written_into_active(target.value)
        if isinstance(target, gast.Subscript):
            return self.varied(target.value)
        return isinstance(target, gast.Attribute) and self.varied(as_load(target))

    def hidden_calls(self, value: Node) -> bool:
        """Whether an expression that is itself inactive has an active display inside (a tuple of such)."""
        return isinstance(value, gast.Tuple | gast.List) and any(self.varied(v) for v in value.elts)

    def lower_AnnAssign(self, node: Node) -> None:
        if node.value is not None:
            self.lower_Assign(locate(gast.Assign([node.target], node.value, None), node))

    def assign(self, target: Node, value: Node) -> None:
        """`target = value` for one target."""
        if isinstance(target, gast.Tuple | gast.List):
            self.unpack(target, value)
        elif isinstance(target, gast.Name):
            self.out.append(assign(target.id, self.flat(value)))
        elif isinstance(target, gast.Subscript | gast.Attribute):
            held = self.atom(value)
            self.out.append(assign(self.place(target), held))
        else:
            raise self.fail("this target is not supported", target)

    def place(self, target: Node) -> Node:
        """A store target whose base is a name and whose index is simple."""
        base = self.base(target.value)
        if isinstance(target, gast.Attribute):
            return gast.Attribute(base, target.attr, gast.Store())
        return gast.Subscript(base, self.index(target.slice), gast.Store())

    def base(self, node: Node) -> Node:
        """The object a store or load goes to, as a name."""
        atom = self.atom(node, always=True)
        if isinstance(atom, gast.Name):
            return atom
        return self.temp(atom)

    def unpack(self, target: Node, value: Node) -> None:
        items = target.elts
        stars = [k for k, item in enumerate(items) if isinstance(item, gast.Starred)]
        if isinstance(value, gast.Tuple | gast.List) and len(value.elts) == len(items) and not stars and not any(
                isinstance(v, gast.Starred) for v in value.elts):
            bound = {t.id for t in items if isinstance(t, gast.Name)}
            held = []
            for place, part in enumerate(value.elts):
                later = {t for item in items[:place] for t in names_in(item)}
                if (isinstance(part, gast.Name) and part.id not in later) or isinstance(part, gast.Constant):
                    held.append(part)
                else:
                    simple = place == len(items) - 1 or not (bound or any(not isinstance(t, gast.Name) for t in items))
                    if simple and not (names_in(part) & later) and not self.varied(part):
                        held.append(part)
                        continue
                    copy = self.names.fresh(part.id if isinstance(part, gast.Name) else "t")
                    self.bind(copy, self.flat(part))
                    held.append(name(copy))
            for item, part in zip(items, held, strict=True):
                self.assign(item, part)
            return
        source = self.atom(call("indexable", self.base(value)), always=True)
        for place, item in enumerate(items):
            if isinstance(item, gast.Starred):
                after = len(items) - place - 1
                stop = gast.UnaryOp(gast.USub(), constant(after)) if after else None
                piece = subscript(clone(source), gast.Slice(constant(place) if place else None, stop, None))
                self.assign(item.value, call("list", piece))
                continue
            index = constant(place) if not stars or place < stars[0] else gast.UnaryOp(
                gast.USub(), constant(len(items) - place))
            self.assign(item, subscript(clone(source), index))

    def lower_AugAssign(self, node: Node) -> None:
        target = node.target
        active = self.varied(node.value) or self.varied(as_load(target))
        if not active:
            self.out.append(node)
            return
        if isinstance(target, gast.Subscript):
            target = self.place(target)
            if self.may_write(node.value):  # the old value is read before the right side is evaluated
                held = self.names.fresh("t")
                self.activity.varied.add(held)
                self.out.append(assign(held, as_load(target)))
                self.out.append(gast.AugAssign(gast.Name(held, gast.Store(), None, None), node.op, self.operand(node.value)))
                self.out.append(assign(clone(target), name(held)))
                return
        elif isinstance(target, gast.Attribute):
            base = self.base(target.value)
            held = self.names.fresh("t")
            self.activity.varied.add(held)
            self.out.append(assign(held, attribute(base, target.attr)))
            self.out.append(gast.AugAssign(gast.Name(held, gast.Store(), None, None), node.op, self.operand(node.value)))
            self.out.append(assign(attribute(clone(base), target.attr), name(held)))
            return
        value = self.operand(node.value)
        self.out.append(gast.AugAssign(target, node.op, value))

    def may_write(self, value: Node) -> bool:
        """Whether evaluating an expression calls functions that may write into anything."""
        scope = getattr(self.activity, "scope", None)
        for node in gast.walk(value):
            if isinstance(node, gast.Call) and scope is not None:
                target = scope.resolve(node.func)
                if target is MISSING:
                    if not (isinstance(node.func, gast.Attribute) and node.func.attr in METHODS):
                        return True
                elif isinstance(target, types.FunctionType) and lookup(target) is None and not is_inert(target):
                    return True
        return False

    def lower_Expr(self, node: Node) -> None:
        if not self.varied(node.value) or not isinstance(node.value, gast.Call):
            self.out.append(node)
            return
        instead = self.as_store(node.value)
        if instead is not None:
            self.statement_at(node, instead)
            return
        flat = self.flat_call(node.value)
        if isinstance(flat, gast.Call):
            self.out.append(gast.Expr(flat))

    def as_store(self, value: Node) -> Node | None:
        """`setattr(x, "name", v)` and `items.clear()` as the stores that they are."""
        target = self.activity.scope.resolve(value.func) if hasattr(self.activity, "scope") else None
        if target is setattr and len(value.args) == 3 and isinstance(value.args[1], gast.Constant):
            return assign(attribute(value.args[0], value.args[1].value), value.args[2])
        if isinstance(value.func, gast.Attribute) and value.func.attr == "clear" and target is MISSING and not value.args:
            return gast.Expr(call("clear_items", value.func.value))
        return None

    def lower_Return(self, node: Node) -> None:
        self.out.append(node)

    def lower_If(self, node: Node) -> None:
        test = node.test
        inner = test.operand if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not) else test
        if not isinstance(inner, gast.Name | gast.Constant):
            held = self.names.fresh("cond")
            self.out.append(locate(assign(held, test), node))
            test = name(held)
        new = gast.If(test, self.block(node.body) or [gast.Pass()], self.block(node.orelse))
        self.out.append(gast.copy_location(new, node))

    def lower_While(self, node: Node) -> None:
        self.out.append(gast.copy_location(gast.While(node.test, self.block(node.body), []), node))

    def lower_For(self, node: Node) -> None:
        if self.varied(node.iter) and not _is_range(node.iter):
            loop = index_loop(node, self.names, self.varied)
            for made in [*loop, *(s for s in loop[-1].body if s not in node.body)]:
                made.origin = getattr(node, "origin", node)
            for statement in loop[:-1]:
                if isinstance(statement, gast.Assign) and self.varied(statement.value):
                    self.activity.varied |= {statement.targets[0].id}
            self.out += self.block(loop)
            return
        if not isinstance(node.target, gast.Name) and any(
                self.varied(as_load(t)) for t in walk(node.target) if isinstance(t, gast.Name | gast.Subscript)):
            item = self.names.fresh("item")
            node = gast.copy_location(
                gast.For(gast.Name(item, gast.Store(), None, None), node.iter,
                         [locate(assign(node.target, name(item)), node), *node.body], [], None), node)
        new = gast.For(node.target, node.iter, self.block(node.body), [], None)
        self.out.append(gast.copy_location(new, node))

    def lower_With(self, node: Node) -> None:
        for place, item in enumerate(node.items):
            if self.varied(item.context_expr):
                self.active_context(node, place)
                return
        body = self.block(node.body)
        active = any(self.varied(as_load(t)) for s in walk_statements(body) if isinstance(s, gast.Assign | gast.AugAssign)
                     for t in (s.targets if isinstance(s, gast.Assign) else [s.target]))
        scope = getattr(self.activity, "scope", None)
        if active and scope is not None and any(may_suppress(item, scope) for item in node.items):
            done = self.names.fresh("done")
            self.out.append(assign(done, constant(False)))
            body.append(assign(done, constant(True)))
            self.out.append(gast.copy_location(gast.With(node.items, body, None), node))
            self.out.append(gast.Expr(call("completed", name(done))))
            return
        self.out.append(gast.copy_location(gast.With(node.items, body, None), node))

    def active_context(self, node: Node, place: int) -> None:
        """A context manager that holds active values: its methods are called like any other."""
        item = node.items[place]
        manager = self.base(item.context_expr)
        enter = call(attribute(clone(manager), "__enter__"))
        first = gast.Expr(enter) if item.optional_vars is None else assign(item.optional_vars, enter)
        body: Block = [gast.With(node.items[place + 1 :], node.body, None)] if node.items[place + 1 :] else node.body
        told = self.names.fresh("told")
        handler = gast.ExceptHandler(name("BaseException"), None, [
            assign(told, call(attribute(clone(manager), "__exit__"), gast.Starred(call("exc_info"), gast.Load()))),
            gast.If(gast.UnaryOp(gast.Not(), name(told)), [gast.Raise(None, None)], [])])
        leave = gast.Expr(call(attribute(clone(manager), "__exit__"), *[constant(None)] * 3))
        inside: Block = [first, gast.Try(body, [handler], [leave], [])]
        if place:
            inside = [gast.With(node.items[:place], inside, None)]
        for made in inside:
            self.statement_at(node, made)

    def lower_Try(self, node: Node) -> None:
        body = self.block(node.body)
        if not node.handlers:
            new = gast.Try(body, [], [], self.block(node.finalbody))
            self.out.append(gast.copy_location(new, node))
            return
        handled, reached = self.names.fresh("handled"), self.names.fresh("reached")
        self.out += [assign(handled, constant(0)), assign(reached, constant(0))]
        marked = Markers(self.names, reached, node).block(body)
        handlers = []
        for number, handler in enumerate(node.handlers, start=1):
            first = locate(assign(handled, constant(number)), handler)
            first.origin = node
            handlers.append(gast.copy_location(
                gast.ExceptHandler(handler.type, handler.name, [first, *self.block(handler.body)]), handler))
        new = gast.Try(marked, handlers, self.block(node.orelse), self.block(node.finalbody))
        new.markers = (handled, reached)
        self.out.append(gast.copy_location(new, node))

    def lower_FunctionDef(self, node: Node) -> None:
        self.defaults(node.args)
        self.out.append(node)

    def defaults(self, arguments: Node) -> None:
        """Name the active values that are defaults of an inner function."""
        arguments.defaults = [self.atom(d) if self.varied(d) else d for d in arguments.defaults]
        arguments.kw_defaults = [self.atom(d) if self.varied(d) else d for d in arguments.kw_defaults]

    def lower_Delete(self, node: Node) -> None:
        for target in node.targets:
            if isinstance(target, gast.Name):
                continue
            place = as_load(target)
            if not self.varied(place.value):
                self.out.append(gast.Delete([target]))
            elif isinstance(place, gast.Attribute):
                raise self.fail("deleting an attribute of an active object is not supported", node, "Set it to None.")
            elif isinstance(place.slice, gast.Slice):
                self.statement_at(node, assign(place, gast.List([], gast.Load())))
            else:
                self.statement_at(node, gast.Expr(call(attribute(place.value, "pop"), place.slice)))

    # expressions

    def temp(self, value: Node) -> Node:
        held = self.names.fresh("t")
        self.bind(held, value)
        return name(held)

    def bind(self, held: str, value: Node) -> None:
        """Assign to a new name, which is active if the value is."""
        self.out.append(assign(held, value))
        if self.varied(value) or self.hidden_calls(value):
            self.activity.varied.add(held)

    def operand(self, node: Node) -> Node:
        """A name, a literal, or inactive arithmetic of names and literals that is cheap to write twice."""
        if not self.varied(node) and is_simple(node):
            return node
        return self.atom(node, always=True)

    def atom(self, node: Node, always: bool = False) -> Node:
        """A name or literal with the value of an expression."""
        if isinstance(node, gast.Name):
            return name(node.id)
        if isinstance(node, gast.Constant) or _negative_literal(node):
            return node
        if not self.varied(node) and not always and not self.hidden_calls(node):
            return self.temp(node)
        flat = self.flat(node)
        return name(flat.id) if isinstance(flat, gast.Name) else self.temp(flat)

    def flat(self, node: Node) -> Node:
        """An expression of one operation."""
        if not self.varied(node) and not self.hidden_calls(node):
            return node
        method = getattr(self, "flat_" + type(node).__name__, None)
        if method is None:
            raise self.fail("this expression is not supported where active values flow", node)
        return method(node)  # type: ignore[no-any-return]

    def flat_Name(self, node: Node) -> Node:
        return name(node.id)

    def flat_NamedExpr(self, node: Node) -> Node:
        self.assign(node.target, node.value)
        return name(node.target.id)

    def flat_BinOp(self, node: Node) -> Node:
        left = self.operand(node.left)
        left = self.keep(left, node.right)
        return gast.BinOp(left, node.op, self.operand(node.right))

    def keep(self, atom: Node, later: Node) -> Node:
        """`atom`, held under another name where evaluating `later` rebinds it."""
        bound = {n.target.id for n in walk(later) if isinstance(n, gast.NamedExpr)}
        return self.temp(atom) if names_in(atom) & bound else atom

    def flat_UnaryOp(self, node: Node) -> Node:
        return gast.UnaryOp(node.op, self.operand(node.operand))

    def flat_Subscript(self, node: Node) -> Node:
        return subscript(self.base(node.value), self.index(node.slice))

    def flat_Attribute(self, node: Node) -> Node:
        if node.attr == "flat":
            return call("flat_view", self.base(node.value))
        return attribute(self.base(node.value), node.attr)

    def index(self, node: Node) -> Node:
        """An index whose parts are simple; active values in it only pick, they are not differentiated."""
        if isinstance(node, gast.Tuple) and not any(isinstance(e, gast.Starred) for e in node.elts):
            return gast.Tuple([self.index(item) for item in node.elts], gast.Load())
        if isinstance(node, gast.Slice):
            return gast.Slice(*(None if part is None else self.index(part)
                                for part in (node.lower, node.upper, node.step)))
        if is_simple(node):
            return node
        return self.temp(node)

    def flat_Tuple(self, node: Node) -> Node:
        if any(isinstance(item, gast.Starred) for item in node.elts):
            return call("tuple", self.starred_list(node))
        return gast.Tuple([self.atom(item) for item in node.elts], gast.Load())

    def flat_List(self, node: Node) -> Node:
        if any(isinstance(item, gast.Starred) for item in node.elts):
            return self.starred_list(node)
        return gast.List([self.atom(item) for item in node.elts], gast.Load())

    def starred_list(self, node: Node) -> Node:
        held = self.names.fresh("items")
        self.out.append(assign(held, gast.List([], gast.Load())))
        self.activity.varied.add(held)
        for item in node.elts:
            starred = isinstance(item, gast.Starred)
            value = self.atom(item.value if starred else item)
            self.out.append(gast.Expr(call(attribute(name(held), "extend" if starred else "append"), value)))
        return name(held)

    def flat_Dict(self, node: Node) -> Node:
        if any(is_missing(key) for key in node.keys):
            return self.starred_dict(node)
        keys = [self.operand(key) for key in node.keys]
        return gast.Dict(keys, [self.atom(value) for value in node.values])

    def starred_dict(self, node: Node) -> Node:
        """`{**a, k: v}`: filled one after the other."""
        held = self.names.fresh("table")
        self.out.append(assign(held, gast.Dict([], [])))
        self.activity.varied.add(held)
        for key, item in zip(node.keys, node.values, strict=True):
            if is_missing(key):
                self.out.append(gast.Expr(call(attribute(name(held), "update"), self.atom(item))))
            else:
                place = subscript(name(held), self.operand(key))
                self.out.append(assign(place, self.atom(item)))
        return name(held)

    def flat_IfExp(self, node: Node) -> Node:
        held = self.names.fresh("t")
        test = node.test
        if not isinstance(test, gast.Name | gast.Constant):
            cond = self.names.fresh("cond")
            self.out.append(assign(cond, test))
            test = name(cond)
        branch = gast.If(test, self.inside(held, node.body), self.inside(held, node.orelse))
        self.out.append(branch)
        self.activity.varied.add(held)
        return name(held)

    def inside(self, target: str, value: Node) -> Block:
        outer, self.out = self.out, []
        self.out.append(assign(target, self.flat(value)))
        result, self.out = self.out, outer
        return result

    def flat_BoolOp(self, node: Node) -> Node:
        held = self.names.fresh("t")
        self.out.append(assign(held, self.flat(node.values[0])))
        self.activity.varied.add(held)
        for value in node.values[1:]:
            cond = self.names.fresh("cond")
            test: Node = call("bool", name(held))
            if isinstance(node.op, gast.Or):
                test = gast.UnaryOp(gast.Not(), name(held))
            self.out.append(assign(cond, test))
            self.out.append(gast.If(name(cond), self.inside(held, value), []))
        return name(held)

    def flat_Lambda(self, node: Node) -> Node:
        self.defaults(node.args)
        return node

    def flat_Starred(self, node: Node) -> Node:
        return gast.Starred(self.atom(node.value), gast.Load())

    def comprehension(self, node: Node) -> Node:
        if isinstance(node, gast.SetComp):
            raise self.fail("a set of active values is not supported", node, "Use a list.")
        held = self.names.fresh("items")
        loop = hoist_walrus(comprehension_loop(node, self.names, held))
        self.activity.varied.add(held)
        for statement in loop:
            for inner in walk(statement):
                if isinstance(inner, gast.For) and self.varied(inner.iter):
                    self.activity.bind(inner.target, iterable=inner.iter)
        self.out += self.block(loop)
        return name(held)

    flat_ListComp = flat_GeneratorExp = flat_DictComp = flat_SetComp = comprehension

    def flat_Call(self, node: Node) -> Node:
        return self.flat_call(node)

    def flat_call(self, node: Node) -> Node:
        """A call whose arguments are simple."""
        replaced = self.rewritten(node)
        if replaced is not None:
            return self.flat(replaced) if self.varied(replaced) else replaced
        func = node.func
        if isinstance(func, gast.Attribute) and self.varied(func.value):
            func = attribute(self.base(func.value), func.attr)
        elif not isinstance(func, gast.Name | gast.Attribute):
            func = self.atom(func, always=True)
        args: list[Node] = []
        put = self.argument if self.has_rule(func) else self.whole_argument
        for item in node.args:
            if isinstance(item, gast.Starred):
                args.append(gast.Starred(self.atom(item.value, always=True), gast.Load()))
            else:
                args.append(put(item))
        ruled = put == self.argument
        keywords = [gast.keyword(k.arg, put(k.value)) for k in node.keywords  # what is overwritten could not be read again
                    if not (ruled and k.arg is not None and k.arg.startswith("overwrite_"))]
        return locate(gast.Call(func, args, keywords), node)

    def rewritten(self, node: Node) -> Node | None:
        """A call in another form: `out=` as a store, `getattr` with a literal name as an attribute."""
        target = self.activity.scope.resolve(node.func) if hasattr(self.activity, "scope") else None
        if target is getattr and len(node.args) == 2 and isinstance(node.args[1], gast.Constant):
            return attribute(node.args[0], node.args[1].value)
        if target is getattr and len(node.args) == 3 and isinstance(node.args[1], gast.Constant):
            owner = self.base(node.args[0])
            test = call("hasattr", clone(owner), node.args[1])
            return gast.IfExp(test, attribute(owner, node.args[1].value), node.args[2])
        found = out_argument(node, target)
        if found is None:
            return None
        out, mask, plain = found
        place = self.base(out)
        if mask is None:
            self.statement_at(node, assign(subscript(clone(place), constant(...)), plain))
            return place
        shape = attribute(clone(place), "shape")
        held = self.temp(expression("np.broadcast_to(m, s)", m=mask, s=shape))
        plain.args = [subscript(expression("np.zeros(s) + a", a=a, s=shape), clone(held)) for a in plain.args]
        self.statement_at(node, assign(subscript(clone(place), held), plain))
        return place

    def statement_at(self, node: Node, made: Node) -> None:
        """Lower a statement that takes the place of an expression."""
        self.statement(locate(made, node))

    def has_rule(self, func: Node) -> bool:
        scope = getattr(self.activity, "scope", None)
        if scope is None:
            return False
        target = scope.resolve(func)
        return lookup(target) is not None and target not in library.REPLACED

    def whole_argument(self, node: Node) -> Node:
        """An argument of a function without a rule: a display of active values is built before the call."""
        return self.atom(node) if self.hidden_calls(node) else self.argument(node)

    def argument(self, node: Node) -> Node:
        if isinstance(node, gast.List | gast.Tuple) and self.hidden_calls(node) and not any(
                isinstance(e, gast.Starred) for e in node.elts):
            return type(node)([self.argument(e) for e in node.elts], gast.Load())
        if not self.varied(node) and not self.hidden_calls(node):
            return node if is_simple(node) or isinstance(node, gast.Lambda) else self.temp(node)
        return self.atom(node)


def out_argument(node: Node, target: Any) -> tuple[Node, Node | None, Node] | None:
    """The `out` of a call, its `where`, and the call without them; None if there is no `out`."""
    method = isinstance(node.func, gast.Attribute) and node.func.attr in METHODS and target is MISSING
    if not method and (target is None or target is MISSING or lookup(target) is None):
        return None
    args, keywords = list(node.args), list(node.keywords)
    out = next((k.value for k in keywords if k.arg == "out"), None)
    if isinstance(target, np.ufunc) and len(args) > target.nin:
        out = args[target.nin]
        args = args[: target.nin]
    elif target in (np.dot, np.clip) and len(args) > (2 if target is np.dot else 3):
        out = args.pop()
    if isinstance(out, gast.Tuple) and len(out.elts) == 1:
        out = out.elts[0]
    if out is None or (isinstance(out, gast.Constant) and out.value is None):
        return None
    mask = next((k.value for k in keywords if k.arg == "where"), None) if isinstance(target, np.ufunc) else None
    rest = [k for k in keywords if k.arg not in (("out", "where") if mask is not None else ("out",))]
    return out, mask, locate(gast.Call(node.func, args, rest), node)


def _is_range(node: Node) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "range"


def _negative_literal(node: Node) -> bool:
    return isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub) and isinstance(node.operand, gast.Constant)


def is_missing(key: Node | None) -> bool:
    """Whether the place of a key in a dict display stands for `**`."""
    return key is None or (isinstance(key, gast.Constant) and key.value is None and not hasattr(key, "lineno"))


def is_simple(node: Node) -> bool:
    """Arithmetic of names and literals, displays and slices of these: cheap, and free of effects."""
    if isinstance(node, gast.Name | gast.Constant):
        return True
    if isinstance(node, gast.BinOp):
        return is_simple(node.left) and is_simple(node.right)
    if isinstance(node, gast.UnaryOp):
        return is_simple(node.operand)
    if isinstance(node, gast.Tuple | gast.List):
        return all(is_simple(item) for item in node.elts)
    if isinstance(node, gast.Slice):
        return all(part is None or is_simple(part) for part in (node.lower, node.upper, node.step))
    if isinstance(node, gast.Attribute):
        return is_simple(node.value) and isinstance(node.value, gast.Name)
    return False


__all__ = ["Lower", "as_target", "is_simple"]
