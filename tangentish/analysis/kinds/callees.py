"""The kind of what a user's function returns, found by running the inference of kinds over its body."""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast

from tangentish.analysis import kinds as K
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.kinds import UNKNOWN, Const, Env, Kind, kinds_of
from tangentish.analysis.kinds.infer import Infer
from tangentish.analysis.known_modules import know_modules
from tangentish.checkpointing import without_checkpoint
from tangentish.custom import Custom, CustomJvp, CustomVjp
from tangentish.errors import TangentishError
from tangentish.frontend.callables import as_it_is, made_by_init, signature_of
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import read_source
from tangentish.library import class_given, handled, replacement
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, walk, walk_statements

_OPAQUE = (gast.Match, gast.Try, gast.Global, gast.Nonlocal, gast.With, gast.AsyncFunctionDef)
_HIDDEN = (gast.NamedExpr, gast.Yield, gast.YieldFrom, gast.Await)
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)

DEEPEST = 2
"""How many calls of a function, one in another, are followed where each has arguments of other kinds."""


class CalleeKinds:
    """Answers `Infer.call_kind` for the functions that one program calls."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.known: dict[Any, Kind] = {}
        self.met: list[Custom] = []
        self.depth = 0
        self.under_way: list[Any] = []

    def __call__(self, function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """The kind of the result of a call with arguments of these kinds."""
        if isinstance(function, type):
            if handled(function) is not None:
                return K.Instance(function)
            if replacement(function) is not None:
                return UNKNOWN
            return K.Instance(function) if made_by_init(function) else UNKNOWN
        if isinstance(function, Custom):
            return self.of_custom(function, args, keywords)
        given = class_given(function, args, keywords)
        if given is not None:
            return K.Instance(given)
        rule = lookup(function)
        function = without_checkpoint(function) if rule is None else function
        if not isinstance(function, types.FunctionType) or (rule is not None and not rule.user) or self.depth > 8:
            return UNKNOWN
        key = (function, tuple(args), tuple(sorted(keywords.items())))
        if key not in self.known:
            if self.under_way.count(function) >= DEEPEST:  # a tuple that grows with each call has a kind of its own in each
                return UNKNOWN
            self.known[key] = UNKNOWN  # what recursion sees
            self.depth += 1
            self.under_way.append(function)
            self.known[key] = self.result(function, args, keywords)
            self.under_way.pop()
            self.depth -= 1
        return self.known[key]

    def of_custom(self, custom: Custom, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """What both the function and its rule give: either may be called."""
        found = self(custom.fun, args, keywords)
        if custom in self.met:  # its rule calls it
            return found
        self.met.append(custom)
        other = self.of_rule(custom, args, keywords)
        self.met.pop()
        return K.join(found, other.items[0]) if isinstance(other, K.Sequence) and len(other.items) == 2 else UNKNOWN

    def of_rule(self, custom: Custom, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """What the rule gives that stands for the function."""
        if isinstance(custom, CustomVjp) and custom.fwd is not None:
            return self(custom.fwd, args, keywords)
        if isinstance(custom, CustomJvp) and custom.rule is not None and not keywords:
            constants, primals = custom.split(tuple(args))
            return self(custom.rule, [*constants, K.Sequence(tuple, primals), K.Sequence(tuple, primals)], {})
        return UNKNOWN

    def result(self, function: types.FunctionType, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
        """The join of the kinds of everything that a function may return."""
        try:
            source = read_source(function)
            signature = signature_of(function)
            bound = signature.bind(*args, **keywords).arguments
        except (TangentishError, TypeError, ValueError):
            return UNKNOWN
        if any(p.kind not in _PLAIN for p in signature.parameters.values()):
            return UNKNOWN
        body = source.tree.body
        if any(s.__class__ in _OPAQUE for s in walk_statements(body)) or any(
                n.__class__ in _HIDDEN for s in body for n in walk(s)):
            return UNKNOWN
        defaults = kinds_of({k: p.default for k, p in signature.parameters.items() if k not in bound})
        env: Env = {**{k: kind if kind.is_scalar or isinstance(kind, Const) else UNKNOWN for k, kind in defaults.items()},
                    **bound}
        scope = scope_of(source, assigned_in(body) | set(env))
        scope.own = self.scope.own  # which knows what is below it too
        scope.add_imports(body)
        body = know_modules(body, scope, env)
        inner = _Returns(body, env, scope, self)
        for name, guard in [*scope.guards.items(), *enumerate(as_it_is(function, defaults))]:
            self.scope.guards[f"{function.__module__}.{function.__qualname__}.{name}"] = guard
        if not _returns(body):
            inner.found.append(Const(None))
        if not inner.found:
            return UNKNOWN  # it only raises
        found = inner.found[0]
        for kind in inner.found[1:]:
            found = K.join(found, kind)
        # a literal that is returned is a number like any other
        return K.Scalar(K.scalar_type(found)) if isinstance(found, Const) and found.is_scalar else found


class _Returns(Infer):
    """Collects the kinds of what is returned."""

    def __init__(self, body: Block, env: Env, scope: Scope, call_kind: CalleeKinds) -> None:
        self.found: list[Kind] = []
        super().__init__(body, env, scope, call_kind)

    def statement(self, node: Node, env: Env) -> Env:
        if node.__class__ is gast.Return:
            self.found.append(self.expr(node.value, env) if node.value is not None else Const(None))
        return super().statement(node, env)


def _returns(block: Block) -> bool:
    """Whether every path through a block returns or raises."""
    return any(node.__class__ in (gast.Return, gast.Raise) or (
        node.__class__ is gast.If and _returns(node.body) and _returns(node.orelse)) for node in block)
