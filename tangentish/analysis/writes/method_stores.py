"""Which variables hold objects of known classes, and whether a method of these stores into its object.

    model = Ridge(0.1).fit(xs, ys)      # of what is not differentiated
    return model.predict(x)             # reads `model`: this is as constant as before

>>> class Base:
...     def doubled(self, x): return self.scaled(x, 2.0)
>>> class Series(Base):
...     def scaled(self, x, factor): return x * factor + self.offset
...     def add(self, x): self.terms.append(x)
...     def added(self, x): return self.add(x)
>>> [stores(Series, name) for name in ("scaled", "doubled", "add", "added", "unknown")]
[False, False, True, True, True]
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable
from typing import Any

import gast

from tangentish.analysis.code.code_names import attributes_set
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.method_bodies import MethodBody
from tangentish.closures import named_in, set_by_texts
from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.library import handled, replacement
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, walk

DEEPEST = 8
_LOOKED_UP = ("__getattr__", "__getattribute__", "__setattr__")


def classes_made(statements: Iterable[Node], body: Block, scope: Any) -> dict[str, type]:
    """The classes of what variables hold that are bound once, to a new object of a class of the user's."""
    made: dict[str, type] = {}
    for node in statements:
        if node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name:
            cls = _class_of(node.value, scope)
            if cls is not None:
                made[node.targets[0].id] = cls
    if not made:
        return made
    bound = {label: 0 for label in made}
    for part in [*walk(body), *walk(scope.source.tree.args)]:
        if part.__class__ is gast.Name and part.ctx.__class__ is not gast.Load and part.id in bound:
            bound[part.id] += 1
        elif part.__class__ in (gast.Global, gast.Nonlocal):
            bound.update(dict.fromkeys(part.names, 2))
    return {label: cls for label, cls in made.items() if bound[label] == 1}


def _class_of(value: Node, scope: Any) -> type | None:
    """The class of what an expression gives: that of `Model(...)`, or of `Model(...).fit(...)` if that gives its object."""
    if value.__class__ is not gast.Call:
        return None
    if value.func.__class__ is gast.Attribute and value.func.value.__class__ is gast.Call:
        cls = _class_of(value.func.value, scope)
        return cls if cls is not None and _gives_first(_method(cls, value.func.attr)) else None
    cls = scope.resolve(value.func)
    return cls if isinstance(cls, type) and _is_plain(cls) else None


def _is_plain(cls: type) -> bool:
    """Whether the objects of a class are what it makes, with the methods that it has."""
    own = not any(isinstance(getattr(cls, name, None), types.FunctionType) for name in _LOOKED_UP)
    new = any("__new__" in vars(base) for base in cls.__mro__[:-1])
    return own and not new and type(cls) is type and handled(cls) is None and replacement(cls) is None


def _method(cls: type, name: str) -> Any:
    found = inspect.getattr_static(cls, name, None)
    plain = isinstance(found, types.FunctionType) and lookup(found) is None and bool(found.__code__.co_argcount)
    return found if plain and not _replaced(cls, name) else None


def is_method(cls: type, name: str) -> bool:
    """Whether the objects of a class have a method under a name, which is written in Python."""
    return _method(cls, name) is not None


def _replaced(cls: type, name: str) -> bool:
    """Whether code of the class may give its objects something else under the name of a method."""
    functions = [part for base in cls.__mro__ for part in vars(base).values() if isinstance(part, types.FunctionType)]
    return any(name in named_in(function.__code__) and _sets(function, name) for function in functions)


def _sets(function: types.FunctionType, name: str) -> bool:
    return name in set_by_texts(function.__code__) or name in attributes_set(function.__code__)


def _gives_first(method: Any) -> bool:
    """Whether all that a method gives is its object."""
    if method is None:
        return False
    try:
        tree = read_source(method).tree
    except TangentishError:
        return False
    first, nodes = method.__code__.co_varnames[0], walk(tree)
    given = [node.value for node in nodes if node.__class__ is gast.Return]
    rebound = sum(node.__class__ is gast.Name and node.id == first and node.ctx.__class__ is not gast.Load for node in nodes) > 1
    return bool(given) and not rebound and all(getattr(value, "id", "") == first for value in given) and (
        tree.body[-1].__class__ is gast.Return)


def stores(cls: type, name: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether a method of the objects of a class may store into them, by the methods of the class that it calls, too.

    `own` are names that classes in reach give a meaning of their own.
    """
    return _may_store(cls, name, own, set(), 0)


def stores_as_method(cls: type, function: types.FunctionType) -> bool:
    """The same of a function that is called with an object of the class as a method of it is."""
    return not _replaced(cls, function.__name__) and _scanned_stores(cls, function, frozenset(), {function.__name__}, 0)


def _may_store(cls: type, name: str, own: frozenset[str], seen: set[str], depth: int) -> bool:
    if name in seen:
        return False  # it calls itself: what else it does is seen where it is looked at
    seen.add(name)
    method = _method(cls, name)
    return method is None or depth > DEEPEST or _scanned_stores(cls, method, own, seen, depth)


def _scanned_stores(cls: type, method: types.FunctionType, own: frozenset[str], seen: set[str], depth: int) -> bool:
    try:
        scan = _Stores(read_source(method), cls, own, seen, depth)
    except TangentishError:
        return True
    effects = scan.result()
    return effects.opaque or scan.first in effects.writes or effects_met(method, own).opaque


class _Stores(MethodBody):
    """What a method stores; `seen` are the methods that were looked at."""

    def __init__(self, source: Any, cls: type, own: frozenset[str], seen: set[str], depth: int) -> None:
        super().__init__(source, cls, depth, own)
        self.own, self.seen = own, seen

    def call(self, node: Node) -> None:
        """The methods of the object itself do what their own bodies say."""
        func = node.func
        own = func.__class__ is gast.Attribute and getattr(func.value, "id", "") == self.first and not self.rebound
        method = _method(self.cls, func.attr) if own else None
        if own and method is None and self.only_reads(func.attr):
            return
        if method is None:
            super().call(node)
            return
        effects = effects_met(method, self.own)
        others = effects.writes - {method.__code__.co_varnames[0]}
        if _may_store(self.cls, func.attr, self.own, self.seen, self.depth + 1):
            self.writes.add(self.first)
        if effects.outside or effects.given or others or effects.around:
            super().call(node)

    def only_reads(self, name: str) -> bool:
        """Whether a name is that of a static method, which writes into nothing and calls nothing that it is given."""
        found = inspect.getattr_static(self.cls, name, None)
        function = found.__func__ if isinstance(found, staticmethod) else None
        if not isinstance(function, types.FunctionType) or _replaced(self.cls, name):
            return False
        effects = effects_met(function, self.own)
        return not (effects.any_writes or effects.given or effects.around)
