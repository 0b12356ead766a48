"""Calls: simple arguments, `out=` as the store that it is."""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from tangentish import library
from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import MAKING_ANEW, SHARED, giving
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.out_arguments import has_own_out, out_name
from tangentish.frontend.resolve import MISSING
from tangentish.library.overlaps import READ_LATE
from tangentish.normalise.lower.hidden_outs import look_at_hidden
from tangentish.normalise.lower.simple import is_simple
from tangentish.normalise.lower.stores import Stores
from tangentish.rules.registry import METHODS, lookup
from tangentish.runtime import scatter
from tangentish.syntax import Node, assign, attribute, call, clone, constant, locate, name, subscript, tuple_of

_GROWING = frozenset("append extend insert pop appendleft extendleft".split())
_READING = METHODS.keys() - MUTATORS | {"put", "fill"}
"""Methods of arrays, which only read their arguments."""
"""Methods of lists and deques that are followed item by item."""


class Calls(Stores):
    """Calls, as expressions and as statements."""

    def lower_Expr(self, node: Node) -> None:
        if not self.varied(node.value) or node.value.__class__ is not gast.Call:
            self.out.append(node)
            return
        instead = self.as_store(node.value)
        if instead is not None:
            self.statement_at(node, instead)
            return
        flat = self.plain_call(node.value)
        if flat.__class__ is gast.Call:
            self.out.append(gast.Expr(flat))

    def as_store(self, value: Node) -> Node | None:
        """`setattr(x, "name", v)`, `items.clear()` and the `scatter` of generated code as the stores that they are."""
        target = self.activity.scope.resolve(value.func) if hasattr(self.activity, "scope") else None
        if target is setattr and len(value.args) == 3 and value.args[1].__class__ is gast.Constant:
            return assign(attribute(value.args[0], value.args[1].value), value.args[2])
        if target is scatter and len(value.args) == 3:
            return gast.Expr(call("np_add_at", *value.args))
        if value.func.__class__ is gast.Attribute and value.func.attr == "clear" and target is MISSING and (
                not value.args and "clear" not in self.activity.scope.own):
            return gast.Expr(call("clear_items", value.func.value))
        return None

    def flat_Call(self, node: Node) -> Node:
        """A call as a part of an expression; `np.add.at(x, places, v)`, which gives None, becomes a statement before it."""
        target = self.activity.scope.resolve(node.func) if hasattr(self.activity, "scope") else None
        if getattr(target, "__name__", "") == "at" and isinstance(getattr(target, "__self__", None), np.ufunc):
            self.statement_at(node, gast.Expr(node))
            return constant(None)
        return self.plain_call(node)

    def plain_call(self, node: Node) -> Node:
        """A call whose arguments are simple."""
        replaced = self.rewritten(node)
        if replaced is not None:
            return self.flat(replaced) if self.varied(replaced) else replaced
        func = node.func
        if func.__class__ is gast.Attribute and func.attr in _GROWING and any(a.__class__ is gast.Starred for a in node.args):
            node = self.plainly_grown(node)
        if func.__class__ is gast.Attribute and self.varied(func.value):
            func = attribute(self.base(func.value), func.attr)
            of_number = getattr(node, "of_number", None)
            if not of_number and self.gives_callable(func):
                if of_number is None and hasattr(np.complex128, func.attr):
                    return self.told_of_number(node, func)
                func = self.atom(func, always=True)
        elif func.__class__ not in (gast.Name, gast.Attribute):
            func = self.atom(func, always=True)
        args: list[Node] = []
        spread = any(item.__class__ is gast.Starred for item in node.args) or any(k.arg is None for k in node.keywords)
        put: Any = self.argument if not spread and self.has_rule(func, node) else self.whole_argument  # or looked up later
        if put == self.argument and self.broadcasts(func):
            put = self.array_argument
        ruled = self.has_rule(func, node)
        if not ruled and self.only_reads(func):
            put = self.read_argument
        for item in node.args:
            if item.__class__ is gast.Starred:
                items = item.value
                if items.__class__ is gast.GeneratorExp:  # used up at once, and looked at again for what its items carry
                    items = gast.copy_location(gast.ListComp(items.elt, items.generators), items)
                args.append(gast.Starred(self.atom(items, always=True), gast.Load()))
            else:
                args.append(put(item))
        keywords = [gast.keyword(k.arg, put(k.value)) for k in node.keywords  # what is overwritten could not be read again
                    if not (ruled and k.arg is not None and k.arg.startswith("overwrite_"))]
        made = locate(gast.Call(func, args, keywords), node)
        if spread and hasattr(self.activity, "scope"):
            looked = look_at_hidden(made, node, self.activity.scope.resolve(node.func), self.activity.body)
            self.out += [] if looked is None else [looked]
        made.drawn, made.turned = getattr(node, "drawn", ""), getattr(node, "turned", False)
        return made

    def plainly_grown(self, node: Node) -> Node:
        """`items.append(*[x])` as `items.append(x)`: what a list is given has to be told one by one."""
        args: list[Node] = []
        for item in node.args:
            known = item.__class__ is gast.Starred and item.value.__class__ in (gast.Tuple, gast.List)
            args += item.value.elts if known else [item]
        return gast.copy_location(gast.Call(node.func, args, node.keywords), node)

    def rewritten(self, node: Node) -> Node | None:
        """A call in another form: `out=` as a store, `getattr` with a literal name and `vars` as attributes."""
        target = self.activity.scope.resolve(node.func) if hasattr(self.activity, "scope") else None
        if target is getattr and len(node.args) == 2 and node.args[1].__class__ is gast.Constant:
            return attribute(node.args[0], node.args[1].value)
        if target is vars and len(node.args) == 1:
            return attribute(node.args[0], "__dict__")
        if target is getattr and len(node.args) == 3 and node.args[1].__class__ is gast.Constant:
            owner = self.base(node.args[0])
            test = call("has_attribute", clone(owner), node.args[1])
            return gast.IfExp(test, attribute(owner, node.args[1].value), node.args[2])
        if target is not None and target is not MISSING and out_name(target) == "output" and (
                library.replacement(target) is not None or lookup(target) is not None):
            return self.filtered(node)
        found = None if self.of_own_class(node, target) else out_argument(node, target)
        if found is None:
            return None
        out, mask, plain = found
        if isinstance(out, gast.Tuple):
            return self.several_outs(node, out, plain)
        if out is None:  # `where` alone: what NumPy leaves as it happens to be is 0 here
            plain.args = [self.atom(a) for a in plain.args]
            out = self.temp(call("blank_result", clone(plain.func), *[clone(a) for a in plain.args], mask := self.atom(mask)))
        place = self.base(out)
        if target in READ_LATE:
            self.check_read_late(node, place, plain)
        if mask is None:
            self.statement_at(node, assign(_result_place(place, constant(...)), plain))
            return place
        shape = attribute(clone(place), "shape")
        held = self.temp(call("np_broadcast_to", mask, shape))
        plain.args = [subscript(_stretched(a, clone(shape)), clone(held)) for a in plain.args]
        self.statement_at(node, assign(_result_place(place, held), plain))
        return place

    def check_read_late(self, node: Node, place: Node, plain: Node) -> None:
        """Let it be looked whether a function of NumPy that makes no copies stores into what it reads."""
        for k, given in enumerate(plain.args):
            if given.__class__ in (gast.List, gast.Tuple) and not any(part.__class__ is gast.Starred for part in given.elts):
                given.elts = [self.atom(part) for part in given.elts]
            else:
                plain.args[k] = self.atom(given)
        self.statement_at(node, gast.Expr(call("check_not_read_there", clone(place), *map(clone, plain.args))))

    def of_own_class(self, node: Node, target: Any) -> bool:
        """Whether a method may be one that somebody wrote, to which `out` may mean anything; what it is called of shows."""
        return (target is MISSING and node.func.__class__ is gast.Attribute and node.func.attr in self.activity.scope.own
                and not hasattr(node, "of_array"))

    def filtered(self, node: Node) -> Node | None:
        """`ndimage.sobel(x, output=y)`: the result is stored in `y`, or given that type."""
        output = next((k.value for k in node.keywords if k.arg == "output"), None)
        if output is None or (output.__class__ is gast.Constant and output.value is None):
            return None
        args, rest = list(node.args), [gast.keyword(k.arg, k.value) for k in node.keywords if k.arg != "output"]
        output = self.atom(output)
        if args and args[0].__class__ is not gast.Starred:
            args[0] = call("filtered_input", args[0], clone(output))
        for keyword in rest:
            if keyword.arg == "input":
                keyword.value = call("filtered_input", keyword.value, clone(output))
        return locate(call("stored_output", gast.Call(node.func, args, rest), output), node)

    def several_outs(self, node: Node, outs: Node, plain: Node) -> Node:
        """`np.modf(x, out=(a, b))`: each of the results is stored."""
        results = self.atom(plain, always=True)
        stored: list[Node] = []
        for place, out in enumerate(outs.elts):
            result: Node = subscript(clone(results), constant(place))
            if not (isinstance(out, gast.Constant) and out.value is None):
                owner = self.base(out)
                self.statement_at(node, assign(_result_place(owner, constant(...)), result))
                result = owner
            stored.append(result)
        return tuple_of(stored)

    def gives_callable(self, func: Node) -> bool:
        """Whether a property, or a `__getattr__`, may give what is called: a value made then, which is read like any other."""
        scope = getattr(self.activity, "scope", None)
        given = scope is not None and (giving(func.attr) in scope.own or (MAKING_ANEW in scope.own and func.attr not in SHARED))
        return given and scope.resolve(func) is MISSING

    def told_of_number(self, node: Node, func: Node) -> Node:
        """A call of what a property may give, or of the method of a number under its name, which cannot be read by itself."""
        plain = gast.copy_location(gast.Call(func, node.args, node.keywords), node)
        other = clone(plain)
        plain.of_number, other.of_number = True, False
        test = call("isinstance", clone(func.value), name("number_Types"))
        return self.flat(gast.IfExp(test, plain, other))

    # arguments

    def has_rule(self, func: Node, node: Node) -> bool:
        """Whether a function has a rule, and no equivalent in plain Python."""
        scope = getattr(self.activity, "scope", None)
        if scope is None:
            return False
        target = scope.resolve(func)
        return lookup(target) is not None and library.replacement(target) is None and library.form_of(
            target, node.args, node.keywords, self.varied) is None

    def broadcasts(self, func: Node) -> bool:
        """Whether a function with a rule spreads its arguments to a common shape."""
        rule = lookup(self.activity.scope.resolve(func))
        return rule is not None and (rule.kind == "elementwise" or bool(rule.broadcasts))

    def array_argument(self, node: Node) -> Node:
        """An argument of such a function: a display of active values is made an array, as NumPy makes it."""
        if isinstance(node, gast.List | gast.Tuple) and self.varied(node):
            return self.atom(call("np_array", node))
        return self.argument(node)

    def only_reads(self, func: Node) -> bool:
        """Whether a function is known neither to write into its arguments nor to give parts of them back.

        `np.add.at` writes into something active; what a method is of is no argument.
        """
        target = self.activity.scope.resolve(func) if hasattr(self.activity, "scope") else None
        if target is MISSING and func.__class__ is gast.Attribute:
            return func.attr in _READING and func.attr not in self.activity.scope.own
        if not isinstance(target, types.FunctionType):
            return getattr(target, "__name__", "") == "at" and isinstance(getattr(target, "__self__", None), np.ufunc)
        effects = effects_met(target, self.activity.scope.own)
        return not (effects.any_writes or effects.returns)

    def read_argument(self, node: Node) -> Node:
        """An argument of a function that only reads it: kept as it is by then where it may be changed elsewhere."""
        inactive = not self.varied(node) and not self.hidden_calls(node)
        return self.steady(node) if inactive and self.change_of(node) == "content" else self.whole_argument(node)

    def whole_argument(self, node: Node) -> Node:
        """An argument of a function without a rule: a display of active values is built before the call."""
        if not self.varied(node) and self.change_of(node) == "content" and not self.hidden_calls(node):
            self.passed(node)
            return node if node.__class__ is gast.Name else self.temp(node)  # the object itself, which may be written into
        return self.atom(node) if self.hidden_calls(node) else self.argument(node)

    def argument(self, node: Node) -> Node:
        """An argument of a function with a rule: a display of active values may stay one."""
        if node.__class__ in (gast.List, gast.Tuple) and self.hidden_calls(node) and not any(
                e.__class__ is gast.Starred for e in node.elts):
            return type(node)([self.argument(e) for e in node.elts], gast.Load())
        if not self.varied(node) and not self.hidden_calls(node):
            if self.change_of(node) and node.__class__ is not gast.Lambda:
                return self.steady(node)
            return node if is_simple(node) or node.__class__ is gast.Lambda else self.temp(node)
        return self.atom(self.only_read(node))


def _result_place(owner: Node, index: Node) -> Node:
    """Where a result is stored into an `out`, marked: a quantity gets its unit, too."""
    place = subscript(clone(owner), index)
    place.of_out = True
    return place


def _stretched(node: Node, shape: Node) -> Node:
    """`np.broadcast_to(x, shape)`, of the class that x is of: what quantities are added up to depends on their units."""
    return gast.Call(name("np_broadcast_to"), [node, shape], [gast.keyword("subok", constant(True))])


def out_argument(node: Node, target: Any) -> tuple[Any, Node | None, Node] | None:
    """The `out` of a call, the `where` of a ufunc, and the call without them; None if there is neither."""
    method = node.func.__class__ is gast.Attribute and node.func.attr in METHODS and target is MISSING
    if not method and (target is None or target is MISSING or lookup(target) is None or has_own_out(target)):
        return None
    given = {k.arg: k.value for k in node.keywords}
    out = given.get("out")
    if out.__class__ is gast.Constant and out.value is None:
        out = None
    mask = given.get("where") if isinstance(target, np.ufunc) or target is np.clip else None
    if (out is None and mask is None) or (mask is not None and getattr(target, "nout", 1) > 1):
        return None  # the latter is refused: no rule knows it
    rest = [k for k in node.keywords if k.arg != "out" and (k.arg != "where" or mask is None)]
    return out, mask, locate(gast.Call(node.func, list(node.args), rest), node)
