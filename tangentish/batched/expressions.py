"""Expressions of a tangent program with an axis more: of what a tangent comes into, each row is for one direction.

Elementwise operations broadcast as they are once the axes are aligned; anything else has a rule, or is not batched.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import UNKNOWN, Array, Dim, Env, Kind, Scalar
from tangentish.analysis.kinds.infer import Infer
from tangentish.batched.indices import batched_index
from tangentish.batched.rows import repeated
from tangentish.batched.rules import RULES, Call
from tangentish.batched.rules.elementwise import elementwise
from tangentish.batched.rules.products import matrix_product
from tangentish.batched.sharing import Sharing, called_function, is_pure
from tangentish.batched.table import is_table, table_method, table_term
from tangentish.batched.terms import NotBatchedError, Term, check_dtypes
from tangentish.frontend.resolve import MISSING
from tangentish.names import Names
from tangentish.rules.registry import ATTRIBUTES
from tangentish.syntax import (
    Node,
    as_target,
    attribute,
    call,
    clone,
    expression,
    name,
    name_nodes,
    names_in,
    subscript,
    substitute,
    tuple_of,
)

_ELEMENTWISE = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow, gast.Mod, gast.FloorDiv)
_COMPARISONS = (gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE)


class Expressions:
    """Writes the batched form of expressions; `rows` are the names that have a row for each direction."""

    def __init__(self, kinds: Infer, names: Names, rows: set[str], sharing: Sharing) -> None:
        self.kinds, self.names, self.rows, self.sharing = kinds, names, rows, sharing
        self.externs: dict[str, Any] = {}
        self.aliases: dict[str, str] = {}
        self.dims: set[tuple[Dim, ...]] = set()  # of one row, of each value that has rows
        self.count = names.fresh("count")

    # what is written may name

    def extern(self, label: str, value: Any) -> str:
        """The name under which a function of tangentish, or NumPy, is called."""
        found = self.aliases.get(label)
        if found is None:
            found = self.aliases[label] = label if self.kinds.scope.name(label) is value else self.names.fresh(label)
        if self.kinds.scope.name(found) is not value:
            self.externs[found] = value
        return found

    def numpy(self, function: str) -> Node:
        """`np.function`."""
        return expression(f"{self.extern('np', np)}.{function}")

    # terms

    def is_row(self, node: Node) -> bool:
        """Whether an expression reads anything that has rows."""
        return not self.rows.isdisjoint(names_in(node))

    def constant_part(self, node: Node) -> Node:
        """An expression that is the same for all directions."""
        if self.is_row(node):
            raise NotBatchedError("something that depends on the direction")
        return clone(node)

    def term(self, node: Node, env: Env) -> Term:
        """The batched form of an expression."""
        kind = self.kinds.expr(node, env)
        if not self.is_row(node):
            return Term(clone(node), kind, False)
        try:
            found = self.row_term(node, kind, env)
        except NotBatchedError:
            found = self.each_row(node, kind, env)
        if found.batched:
            self.check_kind(found.kind)
        return found

    def each_row(self, node: Node, kind: Kind, env: Env) -> Term:
        """An expression for which there is no rule: found for one row after the other, where its value has a memory of its own."""
        read = sorted({part.id for part in name_nodes(node)} & self.rows)
        kinds = [env.get(label, UNKNOWN) for label in read]
        shares = isinstance(kind, Array) and self.sharing.is_stored(self.sharing.sources(node))
        if kind.ndim is None or shares or any(map(is_table, kinds)) or not is_pure(node, self.kinds):
            raise NotBatchedError("an expression for which there is no rule")
        others = [Term(part, env.get(part.id, UNKNOWN), False) for part in name_nodes(node)]
        check_dtypes([*others, *(Term(name(label), held, True) for label, held in zip(read, kinds, strict=True))])
        parts = {label: name(self.row_of(label)) for label in read}
        each = substitute(clone(node), parts)
        rows = parts[read[0]] if len(read) == 1 else tuple_of(list(parts.values()))
        lists = name(read[0]) if len(read) == 1 else call("zip", *map(name, read))
        loop = gast.comprehension(as_target(rows), lists, [], 0)
        return Term(call(self.numpy("stack"), gast.ListComp(each, [loop])), kind, True)

    def row_of(self, label: str) -> str:
        """The name of one row of an array."""
        wanted = f"{label}_row"
        if wanted not in self.aliases:
            self.aliases[wanted] = self.names.fresh(wanted)
        return self.aliases[wanted]

    def check_kind(self, kind: Kind) -> None:
        """Refuse values with rows that are neither numbers nor arrays of floats; note the size of the others."""
        if not isinstance(kind, Array) and not kind.is_scalar:
            raise NotBatchedError("a value of unknown kind")
        if isinstance(kind, Array):
            self.dims.add(kind.dims)

    def row_term(self, node: Node, kind: Kind, env: Env) -> Term:
        """The batched form of an expression in which something has rows."""
        if node.__class__ is gast.Name:
            return Term(clone(node), kind, True)
        if node.__class__ is gast.UnaryOp and node.op.__class__ in (gast.USub, gast.UAdd):
            operand = self.term(node.operand, env)
            return Term(gast.UnaryOp(node.op, operand.node), kind, operand.batched)
        if node.__class__ is gast.BinOp:
            left, right = self.term(node.left, env), self.term(node.right, env)
            if node.op.__class__ is gast.MatMult:
                return matrix_product(self, left, right, kind)
            if node.op.__class__ in _ELEMENTWISE:
                return elementwise([left, right], kind, lambda a, b: gast.BinOp(a, node.op, b))
        if node.__class__ is gast.Compare and len(node.ops) == 1 and node.ops[0].__class__ in _COMPARISONS:
            left, right = self.term(node.left, env), self.term(node.comparators[0], env)
            return elementwise([left, right], kind, lambda a, b: gast.Compare(a, node.ops, [b]))
        if node.__class__ is gast.Subscript:
            base = self.term(node.value, env)
            if not base.batched:  # a shape, say
                return Term(subscript(base.node, self.constant_part(node.slice)), kind, False)
            return Term(subscript(base.node, batched_index(self, node.slice, base, env)), kind, True)
        if node.__class__ is gast.Attribute:
            return self.attribute(node, kind, env)
        if node.__class__ is gast.IfExp:
            test = self.constant_part(node.test)
            body, orelse = (self.with_rows(self.term(part, env), kind) for part in (node.body, node.orelse))
            return Term(gast.IfExp(test, body, orelse), kind, True)
        if node.__class__ is gast.Call:
            return self.called(node, kind, env)
        raise NotBatchedError(f"an expression of class {node.__class__.__name__}")

    def with_rows(self, term: Term, kind: Kind) -> Node:
        """A term as an array with rows, whether it has any yet or not; `kind` is what it has to be for one direction."""
        if term.rank != kind.ndim:
            raise NotBatchedError("values of different numbers of dimensions")
        return term.node if term.batched else self.repeated(term)

    def repeated(self, term: Term) -> Node:
        """A new array whose rows are copies of what is the same for all directions."""
        self.check_kind(term.kind)
        node = term.node
        if term.kind.is_scalar and node.__class__ is gast.Constant and node.value == 0.0:
            return call(self.numpy("zeros"), name(self.count))
        plain = node.__class__ is gast.Call and len(node.args) == 1 and node.args[0].__class__ is gast.Name
        if plain and not node.keywords and called_function(node, self.kinds) is np.zeros_like and isinstance(term.kind, Array):
            shape = gast.Tuple([name(self.count), gast.Starred(attribute(node.args[0], "shape"), gast.Load())], gast.Load())
            return call(self.numpy("zeros"), shape, attribute(clone(node.args[0]), "dtype"))
        return call(self.extern("repeated", repeated), node, name(self.count))

    def attribute(self, node: Node, kind: Kind, env: Env) -> Term:
        """An attribute of an array with rows."""
        function = ATTRIBUTES.get(node.attr)
        base = self.term(node.value, env)
        if not base.batched or not (isinstance(base.kind, Array) or base.kind.is_scalar):
            raise NotBatchedError("an attribute of what is no array")
        if node.attr == "dtype":
            return Term(attribute(base.node, "dtype"), kind, False)
        if node.attr in ("real", "imag"):
            return Term(attribute(base.node, node.attr), kind, True)
        if function is None or function not in RULES:
            raise NotBatchedError(f"the attribute {node.attr}")
        return RULES[function](self, Call(function, None, [node.value], {}, env, kind))

    def called(self, node: Node, kind: Kind, env: Env) -> Term:
        """A call with something in it that has rows."""
        if table_method(node, self.kinds, env):
            return table_term(self, node, env)
        if any(a.__class__ is gast.Starred for a in node.args) or any(k.arg is None for k in node.keywords):
            raise NotBatchedError("arguments that are unpacked")
        function = called_function(node, self.kinds)
        args = list(node.args)
        method = ""
        if function is not MISSING and self.kinds.scope.resolve(node.func) is MISSING:
            owner = self.kinds.expr(node.func.value, env)
            if not isinstance(owner, Array) and not (isinstance(owner, Scalar) and issubclass(owner.type, np.generic)):
                raise NotBatchedError("a method of what is no array")
            method, args = node.func.attr, [node.func.value, *args]
        keywords = {k.arg: k.value for k in node.keywords}
        made = Call(function, None if method else node.func, args, keywords, env, kind, method)
        if isinstance(function, np.ufunc) and function.signature is None and function.nout == 1 and not made.keywords:
            terms = [self.term(arg, env) for arg in args]
            if len(terms) != function.nin:
                raise NotBatchedError("an output array")
            return elementwise(terms, kind, lambda *parts: self.applied(made, *parts))
        try:
            rule = RULES.get(function)
        except TypeError:  # what has no hash
            rule = None
        if rule is None:
            raise NotBatchedError(f"a call of {getattr(function, '__name__', function)}")
        if self.sharing.view_of(node) == "maybe" and self.sharing.is_stored(self.sharing.sources(node)):
            raise NotBatchedError("what may share memory or not, with something that is written")
        return rule(self, made)

    def applied(self, made: Call, x: Node, /, *rest: Node, **keywords: Node) -> Node:
        """The call of the same function or method, of `x` and other arguments."""
        if made.method:
            return call(attribute(x, made.method), *rest, **keywords)
        function = clone(made.func) if made.func is not None else self.numpy(made.function.__name__)
        return call(function, x, *rest, **keywords)

    def full_shape(self, sizes: Node, env: Env) -> Node:
        """The shape with the axis of the directions before others; `sizes` is one size or a tuple of them."""
        sizes_kind = self.kinds.expr(sizes, env)
        node = self.constant_or_shape(sizes, env)
        if node.__class__ is gast.Tuple:
            return tuple_of([name(self.count), *node.elts])
        return tuple_of([name(self.count), node if sizes_kind.is_scalar else gast.Starred(node, gast.Load())])

    def constant_or_shape(self, node: Node, env: Env) -> Node:
        """An expression that is the same for all directions, the shape of one of them for instance."""
        if node.__class__ is gast.Tuple:
            return tuple_of([self.constant_or_shape(item, env) for item in node.elts])
        found = self.term(node, env)
        if found.batched:
            raise NotBatchedError("a size that depends on the direction")
        return found.node
