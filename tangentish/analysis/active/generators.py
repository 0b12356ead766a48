"""What generator functions do with what they are given: nothing that has a derivative, or what a list of all items would show.

The first count, or look at shapes, whatever they are called with.
"""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.closures import meaning_of
from tangentish.errors import TangentishError
from tangentish.frontend.generators import changes_what_it_yields, generator_tree, is_endless, is_generator, items_function
from tangentish.frontend.generators_given import given_function
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.source import read_source
from tangentish.rules.registry import ON_CHANGE, zero_derivative
from tangentish.syntax import walk

_known: dict[tuple[types.CodeType, int, frozenset[str]], bool] = {}
ON_CHANGE.append(_known.clear)
ON_REBOUND.append(_known.clear)


def yields_nothing_active(function: Any, own: frozenset[str] = frozenset()) -> bool:
    """Whether what a generator yields depends on none of its arguments differentiably, and it writes into nothing.

    `own` are names that classes in reach give a meaning of their own.
    """
    if not is_generator(function):
        return False
    key = *meaning_of(function), own
    if key not in _known:
        _known[key] = False  # what recursion finds
        _known[key] = _looked_at(function, own)
    return _known[key]


def _looked_at(function: types.FunctionType, own: frozenset[str]) -> bool:
    made = items_function(function)
    if made is None or effects_met(made, own).any_writes:
        return False
    try:
        source = read_source(function, generators=True)
    except TangentishError:
        return False
    arguments = source.tree.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    params = [argument.id for argument in listed if argument is not None]
    nodes = walk(source.tree.body)
    local = {n.id for n in nodes if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load} | set(params)
    activity = Activity(source.tree.body, [*params, *source.cells], scope_of(source, local), closures=True)
    yielded = [node.value for node in nodes if node.__class__ in (gast.Yield, gast.YieldFrom) and node.value is not None]
    return not activity.fields and not any(map(activity.expr, yielded))


def listing(function: Any, how: str) -> Any:
    """What is called for a function whose items are used up at once, if it is a generator's: the one that gives a list of them.

    `how` is "at once" or "one by one", as `mark_consumed` in `normalise` says, or "watched" where a check sees what changes.
    """
    function = _method_called(function)
    inner = function.__func__ if isinstance(function, types.MethodType) else function
    given = list_given(inner, how)
    if given is not None:
        return _bound_as(function, given)
    made = items_function(inner) if is_generator(inner) else None
    tree = generator_tree(inner) if made is not None else None
    if made is None or tree is None or is_endless(tree):
        return function
    if how != "at once" and (effects_of(made).any_writes or (how != "watched" and changes_what_it_yields(tree))):
        return function
    return _bound_as(function, made)


def list_given(function: Any, how: str) -> types.FunctionType | None:
    """For a function that gives what a generator yields, where that is used up at once, the same with a list; None for others."""
    found = given_function(function) if how in ("at once", "one by one") else None
    if found is None:
        return None
    made, generators = found
    trees = list(map(generator_tree, generators))
    noticed = how != "at once" and (effects_of(made).any_writes or any(map(changes_what_it_yields, trees)))
    return None if noticed or any(tree is None or is_endless(tree) for tree in trees) else made


def _bound_as(function: Any, made: types.FunctionType) -> Any:
    """A function, bound to what another one is bound to."""
    return types.MethodType(made, function.__self__) if isinstance(function, types.MethodType) else made


def _method_called(function: Any) -> Any:
    """The method that a call of an object runs, if it is a generator's; else what is called itself."""
    called = None if isinstance(function, _CALLED) else inspect.getattr_static(type(function), "__call__", None)
    return types.MethodType(called, function) if is_generator(called) else function


_CALLED = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, type)
zero_derivative(listing)
