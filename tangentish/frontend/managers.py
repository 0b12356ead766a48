"""What `contextlib.contextmanager` makes of a generator function, taken apart: what is done before its `yield`, and after it.

>>> import contextlib
>>> @contextlib.contextmanager
... def scaled(x, factor):
...     y = x * factor
...     try:
...         yield y
...     finally:
...         print("done with", y)
>>> enter, leave, failed = halves(scaled)
>>> value, state = enter(2.0, 3.0)
>>> value, state
(6.0, (6.0,))
>>> leave(*state)
done with 6.0
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from tangentish.bindings import IMPORTS, imported_names
from tangentish.frontend.generators import DEFINITIONS, generator_tree, has_yield, is_generator
from tangentish.frontend.source import rewritten
from tangentish.library.managers import managed
from tangentish.rules.registry import zero_derivative
from tangentish.syntax import Block, Node, clone, constant, loads_in, locate, name, tuple_of, walk

Halves = tuple[types.FunctionType, types.FunctionType, types.FunctionType]


@contextlib.contextmanager
def _example() -> Any:
    yield


_helper = _example.__code__  # all functions that `contextmanager` makes have it
_kept: dict[types.CodeType, tuple[Node, Node, Node] | None] = {}


def made_from_generator(function: Any) -> bool:
    """Whether `contextlib.contextmanager` made a function."""
    return isinstance(function, types.FunctionType) and function.__code__ is _helper and is_generator(
        getattr(function, "__wrapped__", None))


def halves(function: Any) -> Halves | None:
    """Three functions: that gives the value and what the others need; what is done at the end; what is done after an error.

    None where the `yield` stands elsewhere than among the statements of the function, or in a `try` with nothing but a `finally`.
    """
    generator = function.__wrapped__
    code = generator.__code__
    if code not in _kept:
        tree = generator_tree(generator)
        _kept[code] = None if tree is None else _trees(tree)
    trees = _kept[code]
    if trees is None:
        return None
    enter, leave, failed = (rewritten(generator, tree) for tree in trees)
    for made in (leave, failed):
        made.__defaults__ = made.__kwdefaults__ = None
    return enter, leave, failed


def manager_of(function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Any:
    """What such a function gives, as an object whose methods are followed where a generator would be run.

    >>> @contextlib.contextmanager
    ... def scaled(factor):
    ...     yield 2.0 * factor
    >>> with manager_of(scaled, 1.5) as value: print(value)
    3.0
    """
    parts = halves(function) if made_from_generator(function) else None
    return function(*args, **keywords) if parts is None else managed(*parts, *args, **keywords)


zero_derivative(made_from_generator, halves)


@dataclass
class _Parts:
    """The statements of such a generator; `tried` are those between `try` and `yield`, `always` those of the `finally`."""

    before: Block
    tried: Block
    value: Node | None
    after: Block
    always: Block
    last: Block


def _trees(tree: Node) -> tuple[Node, Node, Node] | None:
    parts = _parts_of(tree.body)
    if parts is None or any(node.__class__ in (gast.Return, gast.Global, gast.Nonlocal) for node in walk(tree.body)):
        return None
    first, rest = [*parts.before, *parts.tried], [*parts.after, *parts.always, *parts.last]
    arguments = tree.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    params = {argument.id for argument in listed if argument is not None}
    made = params | _surely_bound(first)
    needed = (loads_in(rest) | _augmented(rest)) & (params | _bound(first))
    closures = any(node.__class__ in (*DEFINITIONS, gast.Lambda) for node in walk(first))
    if needed - made or (closures and needed & _bound(rest)):
        return None
    state = sorted(needed)
    last = gast.copy_location(gast.Return(
        tuple_of([parts.value or constant(None), tuple_of([name(key) for key in state])])), tree.body[-1])
    tried = parts.tried
    if tried and parts.always:
        handler = gast.ExceptHandler(name("BaseException"), None, [*clone(parts.always), gast.Raise(None, None)])
        tried = [gast.copy_location(gast.Try(tried, [handler], [], []), tried[0])]
    left = [gast.Try(parts.after, [], [], parts.always)] if parts.after and parts.always else [*parts.after, *parts.always]
    return (_function(tree, "enter", [*parts.before, *tried, last]), _function(tree, "leave", [*left, *parts.last], state),
            _function(tree, "failed", parts.always, state))


def _parts_of(block: Block) -> _Parts | None:
    """The statements around the one `yield`; None where it stands in anything but a `try` that has nothing but a `finally`."""
    places = [place for place, node in enumerate(block) if has_yield(node)]
    if len(places) != 1:
        return None
    place = places[0]
    node, before, after = block[place], block[:place], block[place + 1 :]
    if node.__class__ is gast.Expr and node.value.__class__ is gast.Yield and not has_yield(node.value.value):
        return _Parts(before, [], node.value.value, after, [], [])
    if node.__class__ is not gast.Try or node.handlers or node.orelse or any(map(has_yield, node.finalbody)):
        return None
    inner = _parts_of(node.body)
    if inner is None or inner.always:
        return None
    return _Parts(before, inner.before, inner.value, inner.after, node.finalbody, after)


def _function(tree: Node, what: str, body: Block, params: list[str] | None = None) -> Node:
    """A definition with a name made from that of a generator, with plain parameters."""
    made = clone(tree)
    made.name, made.returns = f"{tree.name}_{what}", None
    made.body = clone(body) or [gast.Pass()]
    if params is not None:
        made.args = gast.arguments([gast.Name(key, gast.Param(), None, None) for key in params], [], None, [], [], None, [])
    return locate(made, tree)


def _bound(block: Block) -> set[str]:
    return {n.id for n in walk(block) if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}


def _augmented(block: Block) -> set[str]:
    """The names that are read by `op=` or unbound by `del`, which count as stores."""
    targets = [target for n in walk(block) if n.__class__ in (gast.AugAssign, gast.Delete)
               for target in (n.targets if n.__class__ is gast.Delete else [n.target])]
    return {target.id for target in targets if target.__class__ is gast.Name}


def _surely_bound(block: Block) -> set[str]:
    """The names that the statements of a block bind, whatever happens."""
    found: set[str] = set()
    for node in block:
        if node.__class__ is gast.Assign:
            found |= {n.id for target in node.targets for n in walk(target)
                      if n.__class__ is gast.Name and n.ctx.__class__ is not gast.Load}
        elif node.__class__ in (gast.AnnAssign, gast.AugAssign) and node.target.__class__ is gast.Name and node.value is not None:
            found.add(node.target.id)
        elif node.__class__ in DEFINITIONS:
            found.add(node.name)
        elif node.__class__ in IMPORTS:
            found |= imported_names(node)
        elif node.__class__ is gast.With:
            found |= _surely_bound(node.body)
    return found
