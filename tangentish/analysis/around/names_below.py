"""What a program relies on below the functions that it calls: what their globals mean, which may be bound anew.

    def scale(w): return 2.0 * w
    def helper(w): return scale(w)
    def loss(x): ...; helper(w); ...

The derivative of `loss` is right only while `helper` and what it calls write into nothing: where `scale` is replaced by a function
that does, another program is needed, and what was found out about `helper` is forgotten.

>>> def scale(w): return 2.0 * w
>>> def helper(w): return scale(w)
>>> scale.__module__ = helper.__module__ = "models"  # of no package
>>> [name for _, name, _ in names_below(helper)]
['scale']
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import gast

from tangentish.analysis.code.code_names import functions_in, names_of
from tangentish.class_attributes import is_gone
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import Scope
from tangentish.syntax import Block, walk

Meaning = tuple[dict[str, Any], str, Any]
"""The globals, or the attributes of a module, a name there, and what it means."""

ON_REBOUND: list[Callable[[], object]] = []
"""Called when something that was relied on means something else: what was kept of it may be wrong."""
_MOST = 5000
"""How many meanings are watched before all that is kept is forgotten."""
_watched: dict[tuple[int, str], Meaning] = {}


def names_below(target: types.FunctionType | type) -> Iterator[Meaning]:
    """What the global names of a function of the user's mean that stand for code, and of those that it calls.

    Of a class, of all its methods.
    """
    left = _functions_of(target)
    seen: set[int] = set()
    while left:
        function = left.pop()
        if id(function) in seen or is_installed(function):
            continue
        seen.add(id(function))
        names = names_of(function.__code__)
        for meaning in _meanings(names, function.__globals__):
            yield meaning
            left += _functions_of(meaning[2])


def _functions_of(value: types.FunctionType | type) -> list[types.FunctionType]:
    return [value] if isinstance(value, types.FunctionType) else [*functions_in(value)]  # which is kept for others


def _meanings(names: Iterable[str], space: dict[str, Any]) -> Iterator[Meaning]:
    for name in sorted(names):
        value = space.get(name)
        if is_gone(value):
            continue
        if _is_code(value):
            yield space, name, value
        elif isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
            yield from ((vars(value), inner, held) for inner in sorted(names) if _is_code(held := vars(value).get(inner)))


def _is_code(value: Any) -> bool:
    """Whether a value is a function or a class of the user's."""
    if isinstance(value, types.FunctionType):
        return not is_installed(value)
    return isinstance(value, type) and isinstance(value.__module__, str) and not is_foreign(value.__module__)


def rely_below(body: Block, scope: Scope) -> None:
    """Let a program be made anew where something has another meaning by then below the functions that a block calls."""
    for target in {id(found): found for found in _called(body, scope)}.values():
        for space, name, value in names_below(target):
            if space is not scope.source.globals or name not in scope.guards:
                scope.guards[f"{name} below {id(space)}"] = _look(space, name), value
            _watched[id(space), name] = space, name, value


def _called(body: Block, scope: Scope) -> Iterator[Any]:
    for node in walk(body):
        if node.__class__ is gast.Call:
            target = scope.resolve(node.func)
            if _is_code(target):
                yield target


def _look(space: dict[str, Any], name: str) -> Callable[[], Any]:
    return lambda: space.get(name)


def forget_if_rebound() -> None:
    """Forget what is kept of functions, if something that was relied on below one has been bound anew."""
    if len(_watched) > _MOST or any(space.get(name) is not value for space, name, value in list(_watched.values())):
        _watched.clear()
        for forget in ON_REBOUND:
            forget()
