"""Whether what a method gives may be something that its object holds, where the class of the object is known.

>>> class Base:
...     def doubled(self, x): return self.scaled(x, 2.0)
>>> class Series(Base):
...     def __init__(self): self.last = []
...     def scaled(self, x, factor): return x * factor
...     def doubled(self, x): return super().doubled(x)
...     def shown(self, x): return [self.last, x]
>>> [gives_own(Series(), name) for name in ("scaled", "doubled", "shown", "unknown")]
[False, False, True, True]
"""

from __future__ import annotations

import types
import weakref
from typing import Any

import gast

from tangentish.analysis.writes.method_bodies import MethodBody
from tangentish.class_attributes import own_attributes
from tangentish.closures import cells_of, content
from tangentish.errors import TangentishError
from tangentish.frontend.source import read_source
from tangentish.syntax import Node

DEEPEST = 8
Method = tuple[type | None, str]
"""The class above which a method is looked up, or None, and its name."""
_known: weakref.WeakKeyDictionary[type, dict[Method, tuple[dict[Method, Any], bool]]] = weakref.WeakKeyDictionary()


def gives_own(owner: Any, name: str, above: type | None = None) -> bool:
    """Whether a method of an object may give something that this holds; `above` is the class that calls one above itself."""
    cls = type(owner)
    kept = _known.setdefault(cls, {})
    found = kept.get((above, name))
    if found is None or any(_method(cls, *asked) is not function for asked, function in found[0].items()):
        asked: dict[Method, Any] = {}
        found = kept[above, name] = asked, _may_give(cls, (above, name), asked, 0)
    held = own_attributes(owner)
    return found[1] or any(key in held for _, key in found[0])


def gives_held(cls: type, name: str) -> bool:
    """Whether a method of the objects of a class may give something that its object holds."""
    return _may_give(cls, (None, name), {}, 0)


def _method(cls: type, above: type | None, name: str) -> Any:
    """What a class has under a name, not bound to anything."""
    classes = cls.__mro__
    if above is not None:
        classes = classes[classes.index(above) + 1 :] if above in classes else ()
    return next((vars(base)[name] for base in classes if name in vars(base)), None)


def _may_give(cls: type, asked: Method, seen: dict[Method, Any], depth: int) -> bool:
    if asked in seen:
        return False  # it calls itself: what else it gives is seen where it is looked at
    seen[asked] = method = _method(cls, *asked)
    if not isinstance(method, types.FunctionType) or not method.__code__.co_argcount or depth > DEEPEST:
        return True
    try:
        scan = _Results(read_source(method), cls, seen, depth)
    except TangentishError:
        return True
    effects = scan.result()
    return effects.opaque or bool(effects.around_returned) or scan.first in effects.returns


class _Results(MethodBody):
    """What a method gives; `seen` are the methods that are being looked at."""

    def __init__(self, source: Any, cls: type, seen: dict[Method, Any], depth: int) -> None:
        super().__init__(source, cls, depth)
        self.seen = seen
        cells = cells_of(source.function)
        self.here = content(cells["__class__"], None) if "__class__" in cells else None

    def of_call(self, node: Node) -> set[str]:
        """The methods of the object itself give what their own bodies say."""
        func = node.func
        if func.__class__ is gast.Attribute and not self.rebound:
            asked: Method | None = None
            if func.value.__class__ is gast.Name and func.value.id == self.first:
                asked = None, func.attr
            elif self.here is not None and is_super(func.value, self.first) and self.scope.resolve(func.value.func) is super:
                asked = self.here, func.attr
            if asked is not None and not _may_give(self.cls, asked, self.seen, self.depth + 1):
                return set().union(*self.arguments(node), set())
        return super().of_call(node)


def is_super(node: Node, first: str) -> bool:
    """Whether an expression is `super()`, which is `super(__class__, self)` by now."""
    return node.__class__ is gast.Call and [getattr(arg, "id", "") for arg in node.args] == ["__class__", first]
