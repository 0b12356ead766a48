"""What the engine does with a rule, done by hand on values: the derivative of one call, in both modes."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from typing import Any

import numpy as np

from tangentish.rules.helpers import quotient, sum_to_shape
from tangentish.rules.registry import Rule, lookup


class Kind:
    """What `when` may ask about an argument."""

    def __init__(self, value: Any) -> None:
        self.ndim = None if isinstance(value, (list, tuple)) else np.ndim(value)
        self.is_scalar = self.ndim == 0
        self.is_real = not isinstance(value, (list, tuple)) and not np.iscomplexobj(value)
        self.const = value if isinstance(value, (int, float)) else None
        self.value = value if isinstance(value, str) else None
        self.type = type(value)
        self.dtype = getattr(value, "dtype", None)


def bind(rule: Rule, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments by name (those left out too), or None if the rule does not take them."""
    assert rule.signature is not None
    try:
        bound = rule.signature.bind(*args, **kwargs)
    except TypeError:
        return None
    bound.apply_defaults()
    return bound.arguments


def applies(rule: Rule, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Does this special rule hold for these arguments?"""
    assert rule.signature is not None and rule.when is not None
    arguments = bind(rule, args, kwargs)
    if arguments is None:
        return False
    names = {}
    for name, parameter in rule.signature.parameters.items():
        plain = parameter.default is not parameter.empty or parameter.kind == parameter.VAR_POSITIONAL
        names[name] = arguments[name] if plain else Kind(arguments[name])
    return bool(eval(rule.when, {}, names))


def rules_for(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Rule]:
    """The general rule of `function`, and the special ones that hold."""
    general = lookup(function)
    assert general is not None, f"no rule for {function}"
    special = [rule for rule in general.special if applies(rule, args, kwargs)]
    return [general, *special] if not special or bind(general, args, kwargs) is not None else special


def call(function: Any, rule: Rule, arguments: dict[str, Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """`function` called as with `args` and `kwargs`, but with the values in `arguments`."""
    assert rule.signature is not None
    values: list[Any] = []
    for name, parameter in rule.signature.parameters.items():
        values.extend(arguments[name] if parameter.kind == parameter.VAR_POSITIONAL else [arguments[name]])
    return function(*values[: len(args)], **{name: arguments[name] for name in kwargs})


@functools.cache
def expression(function: Any, number: int | None) -> Any:
    """The rule function that computes its result number `number` alone, as the engine does."""
    if number is None:
        return function
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    last = definition.body[-1]
    assert isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple)
    last.value = last.value.elts[number]
    while True:  # locals that are not read any more
        read = {node.id for part in definition.body for node in ast.walk(part)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        kept = [part for part in definition.body if not isinstance(part, ast.Assign) or read & {
            node.id for target in part.targets for node in ast.walk(target) if isinstance(node, ast.Name)}]
        if len(kept) == len(definition.body):
            break
        definition.body = kept
    space: dict[str, Any] = {}
    exec(compile(tree, inspect.getfile(function), "exec"), function.__globals__, space)
    return space[definition.name]


def is_active(value: Any) -> bool:
    """Has any leaf of `value` a derivative?"""
    if isinstance(value, (list, tuple)):
        return any(is_active(item) for item in value)
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc"
    return isinstance(value, (float, complex, np.inexact))


def cast(bar: Any, value: Any, broadcasts: bool = True) -> Any:
    """`bar` in the shape and the kind of `value`."""
    if bar is None or not is_active(value):
        return None
    if isinstance(value, (list, tuple)):
        assert len(bar) == len(value), (len(bar), len(value))
        return type(value)(cast(b, v, broadcasts) for b, v in zip(bar, value, strict=True))
    assert not isinstance(bar, (list, tuple)), "a list for the cotangent of an array"
    bar = sum_to_shape(bar, np.shape(value)) if broadcasts else bar
    assert np.shape(bar) == np.shape(value), f"cotangent of shape {np.shape(bar)} for {np.shape(value)}"
    if not np.iscomplexobj(value):
        bar = np.real(bar)
    return np.asarray(bar).astype(np.asarray(value).dtype)


def outputs(rule: Rule, function: Any, names: Any, args: list[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The results of the rule for the parameters `names`, each computed by itself."""
    several = len(rule.params) > 1
    return {name: expression(function, k if several else None)(*args, **kwargs)
            for k, name in enumerate(rule.params) if name in names}


def expand(rule: Rule, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments for the rule's functions, after the leading ones."""
    assert rule.signature is not None
    bound = inspect.BoundArguments(rule.signature, arguments)
    return list(bound.args), bound.kwargs


def vjp(rule: Rule, arguments: dict[str, Any], ans: Any, ans_bar: Any) -> dict[str, Any]:
    """The cotangents of the active parameters."""
    assert rule.function is not None
    args, kwargs = expand(rule, arguments)
    leading = {"linear": [ans_bar], "vjp": [ans_bar, ans], "elementwise": [ans]}[rule.kind]
    active = [name for name in rule.params if is_active(arguments[name])]
    found = outputs(rule, rule.function, active, [*leading, *args], kwargs)
    if rule.kind != "elementwise":
        bars = found
    else:
        times = quotient if rule.quotient else lambda g, partial: g * partial
        bars = {}
        for name, partial in found.items():
            if partial is None:
                bars[name] = None
            else:
                bars[name] = times(ans_bar, partial)
    result = {}
    for name, bar in bars.items():
        value = arguments[name]
        if rule.uniform:
            bar = np.broadcast_to(bar, np.shape(value))
        if bar is not None and is_active(value):
            result[name] = cast(bar, value, rule.broadcasts or rule.kind == "elementwise")
    return result


def partials(rule: Rule, arguments: dict[str, Any], ans: Any) -> dict[str, Any]:
    """The partial derivatives of an elementwise rule, by parameter."""
    args, kwargs = expand(rule, arguments)
    return outputs(rule, rule.function, [name for name in rule.params if is_active(arguments[name])], [ans, *args], kwargs)


def fill(tangent: Any, value: Any) -> Any:
    """`tangent` with zeros where it is None."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        tangent = [None] * len(value) if tangent is None else tangent
        return type(value)(fill(t, v) for t, v in zip(tangent, value, strict=True))
    return np.zeros_like(value) * 1.0 if tangent is None else tangent


def jvp(function: Any, rule: Rule, call_args: Any, call_kwargs: Any, ans: Any, tangents: dict[str, Any]) -> Any:
    """The tangent of the result, or None if the rule has no forward mode."""
    arguments = bind(rule, call_args, call_kwargs)
    assert rule.function is not None and arguments is not None and rule.signature is not None
    args, kwargs = expand(rule, arguments)
    if rule.kind == "linear":
        given = rule.signature.bind(*call_args, **call_kwargs).arguments
        changed = {name: fill(tangents.get(name), arguments[name]) for name in rule.params if name in given}
        return call(function, rule, {**arguments, **changed}, call_args, call_kwargs)
    if rule.kind == "vjp":
        if rule.jvp is None:
            return None
        dots = [tangents.get(name) for name in rule.params]
        terms = list(outputs(rule, rule.jvp, tangents, [ans, *dots, *args], kwargs).values())
        assert all(_as_real_as(term, ans) for term in terms), "a complex tangent of what is real"
        return _add(terms, ans)
    total: list[Any] = []
    for name, partial in outputs(rule, rule.function, tangents, [ans, *args], kwargs).items():
        if partial is None:
            continue
        dot = tangents[name]
        total.append(quotient(dot, partial) if rule.quotient else dot * partial)
    return _add(total, ans)


def _as_real_as(tangent: Any, ans: Any) -> bool:
    if isinstance(ans, (list, tuple)):
        return all(map(_as_real_as, tangent, ans))
    return np.iscomplexobj(ans) or not np.iscomplexobj(tangent)


def _add(terms: list[Any], ans: Any) -> Any:
    if isinstance(ans, (list, tuple)):
        return [_add([term[k] for term in terms], one) for k, one in enumerate(ans)]
    result = sum(np.asarray(term) for term in terms)
    if not np.iscomplexobj(ans):
        result = np.real(result)
    return np.broadcast_to(result, np.shape(ans))


__all__ = ["bind", "call", "is_active", "jvp", "partials", "rules_for", "vjp"]
