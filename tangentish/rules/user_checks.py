"""What is looked at when a user registers a rule: its parameters, its results, and whether it can be spliced."""

from __future__ import annotations

import builtins
import inspect
import math
import textwrap
import types
from typing import Any

import gast
import numpy as np

from tangentish.errors import RuleError
from tangentish.rules.helpers.checks import described
from tangentish.syntax import Node, parse, walk

_LITERALS = (int, float, complex, str, bool, type(None))
_NESTED = (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp, gast.NamedExpr, gast.Await, gast.Yield,
           gast.YieldFrom)
_TAKEN = {"checked", "checked_partial", "like", "one_bar", "rule_results", "several_bars"}  # names around a spliced rule


def check_callable(target: Any, kind: str) -> None:
    if not callable(target):
        raise RuleError(f"{kind}: {target!r} is not a function")


def parameters(function: Any) -> Any:
    return inspect.signature(function).parameters


def label(target: Any) -> str:
    return f"`{getattr(target, '__qualname__', None) or getattr(target, '__name__', None) or repr(target)}`"


def checked_signature(function: Any, target: Any, signature: inspect.Signature) -> inspect.Signature:
    """The parameters of a rule, held against those of the function, whose defaults they get."""
    what = f"{described(function)} for {label(target)}"
    own = signature.parameters
    if any(p.kind is p.VAR_KEYWORD for p in own.values()):
        raise RuleError(f"{what}: it has to name its parameters, ** is not possible")
    try:
        real = inspect.signature(target).parameters
    except (TypeError, ValueError):
        return signature  # written in C: what calls pass is bound as the rule says
    places = list(real)
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in [*own.values(), *real.values()]):
        return signature
    if len(own) > len(real):
        raise RuleError(f"{what}: it has {len(own)} parameters, the function {len(real)}")
    at = [places.index(key) if key in real else None for key in own]
    if at != sorted(at, key=lambda k: -1 if k is None else k) if None not in at else any(
            k is not None and k != place for place, k in enumerate(at)):
        raise RuleError(f"{what}: its parameters {', '.join(own)} are not those of the function, {', '.join(places)}, in "
                        "their order")
    found = []
    for place, (key, parameter) in enumerate(own.items()):
        theirs = real[places[place] if at[place] is None else key]
        default = parameter.default if theirs.default is theirs.empty else theirs.default
        if parameter.default is not parameter.empty and not _same(parameter.default, default):
            raise RuleError(f"{what}: the default of `{key}` is {parameter.default!r}, that of the function {default!r}")
        kind = theirs.kind if theirs.kind is theirs.KEYWORD_ONLY else parameter.kind
        found.append(parameter.replace(default=default, kind=kind))
    return inspect.Signature(found)


def _same(left: Any, right: Any) -> bool:
    if left is right:
        return True
    try:
        return bool(left == right)
    except (TypeError, ValueError):  # arrays: only the same one will do
        return False


def _tree(function: Any) -> Node | None:
    """The definition of a function written with `def`, or None."""
    if not isinstance(function, types.FunctionType):
        return None
    try:
        body = parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, TypeError):
        return None
    return body[0] if len(body) == 1 and isinstance(body[0], gast.FunctionDef) else None


def count_results(function: Any, count: int) -> None:
    """Raise RuleError where the number of results can be read in the rule, and is wrong."""
    tree = _tree(function)
    if tree is None or count == 1:
        return
    returns = [node for node in walk(tree) if isinstance(node, gast.Return)]
    inner = any(isinstance(node, gast.FunctionDef | gast.Lambda) for statement in tree.body for node in walk(statement))
    for node in [] if inner else returns:
        if isinstance(node.value, gast.Tuple) and not any(isinstance(e, gast.Starred) for e in node.value.elts):
            found = len(node.value.elts)
            if found != count:
                raise RuleError(f"{described(function)} returns {found} results; needed are {count}, one for each argument "
                                "to differentiate")


def can_be_spliced(function: Any, signature: inspect.Signature, params: tuple[str, ...]) -> bool:
    """Whether a rule is straight-line, and means the same wherever it stands: no names but NumPy's, `math` and builtins."""
    tree = _tree(function)
    if tree is None or function.__closure__ or function.__code__.co_flags & inspect.CO_GENERATOR:
        return False
    body = tree.body[1:] if inspect.getdoc(function) else tree.body
    *before, last = body or [None]
    if not isinstance(last, gast.Return) or last.value is None:
        return False
    if len(params) > 1 and not (isinstance(last.value, gast.Tuple) and len(last.value.elts) == len(params)):
        return False
    local = set(parameters(function))
    if local & _TAKEN:
        return False
    for statement in before:
        if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
            return False
        target = statement.targets[0]
        names = target.elts if isinstance(target, gast.Tuple) else [target]
        if not all(isinstance(one, gast.Name) for one in names) or (
                isinstance(target, gast.Tuple) and isinstance(statement.value, gast.Tuple)
                and len(statement.value.elts) != len(names)):
            return False
        for one in names:
            if one.id in local | _TAKEN:
                return False  # a name is given one value
            local.add(one.id)
    parts = [node for statement in body for node in walk(statement)]
    if any(isinstance(node, _NESTED) for node in parts):
        return False
    if not all(_is_literal(p.default) for p in signature.parameters.values() if p.default is not p.empty):
        return False
    return all(_is_common(function, node.id) for node in parts if isinstance(node, gast.Name) and node.id not in local)


def _is_literal(value: Any) -> bool:
    return all(map(_is_literal, value)) if type(value) is tuple else isinstance(value, _LITERALS)


def _is_common(function: Any, identifier: str) -> bool:
    """Whether a global name is that of NumPy, `math` or a builtin: what it means never changes."""
    space = function.__globals__
    if identifier in space:
        return (identifier == "np" and space[identifier] is np) or (identifier == "math" and space[identifier] is math)
    return hasattr(builtins, identifier)
