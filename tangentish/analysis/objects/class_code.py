"""What the code of classes does where no call is seen: when an attribute is read or written.

>>> class Lazy:
...     @property
...     def value(self):
...         self.count = 1
...         return 2.0
>>> writes_when_read(Lazy, "value")
True
"""

from __future__ import annotations

import functools
import types
from typing import Any

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.code_writes import getter_writes, makes_closures, writes
from tangentish.analysis.code.marks import acting
from tangentish.analysis.objects.descriptors_storing import stores_attributes, stores_by_descriptor
from tangentish.analysis.writes.effects import effects_of
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.class_attributes import function_run_by, of_class
from tangentish.closures import named_in
from tangentish.frontend.foreign import is_installed


def acts_when_read(cls: type, key: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether reading an attribute of an object runs code that has to run once: it writes, or makes functions that hold values.

    `own` are the names that the classes which a program meets give a meaning of their own.
    """
    getter = _getter(cls, key)
    return stores_by_descriptor(cls, key) or (getter is not None and (makes_closures(getter) or writes_when_read(cls, key) or (
        acting(key) in own and may_write(getter, own))))


def may_write(getter: object, own: frozenset[str] = frozenset()) -> bool:
    """Whether the function of the user's that computes an attribute may write into something, by methods that it calls, say."""
    function = function_run_by(getter)
    return function is not None and not is_installed(function) and effects_met(function, own).any_writes


def _getter(cls: type, key: str) -> types.FunctionType | None:
    """The function that may be called when an attribute of an object is read."""
    described = of_class(cls, key)
    if described is None or isinstance(described, types.MemberDescriptorType):  # a slot, which may be empty
        return function_run_by(getattr(cls, "__getattr__", None))
    return function_run_by(described.fget) if isinstance(described, property) else None


@functools.lru_cache(maxsize=1024)
def writes_when_read(cls: type, key: str) -> bool:
    """Whether reading an attribute of an object runs code that writes into it: a property that keeps what it found, say."""
    getter, described = _getter(cls, key), of_class(cls, key)
    if isinstance(described, property) and not isinstance(described.fget, types.FunctionType):
        return getter_writes(described.fget, cls)
    return getter is not None and _writes_in(getter, cls, set())


def _writes_in(getter: types.FunctionType, cls: type, seen: set[types.FunctionType]) -> bool:
    """Whether the function that computes an attribute writes, or reads another one that does when it is computed."""
    if getter in seen:
        return False
    seen.add(getter)
    others = _getters_run(getter, cls)
    if any(getter_writes(one, cls) for one in others if not isinstance(one, types.FunctionType)):
        return True
    if writes(getter, cls) and ((effects := effects_of(getter)).opaque or effects.writes):
        return True
    return any(_writes_in(one, cls, seen) for one in others if isinstance(one, types.FunctionType))


def _getters_run(function: types.FunctionType, cls: type) -> list[Any]:
    """The getters of a class that a function names, or a function of the module that it calls: no effects are seen of these."""
    getters: list[Any] = []
    codes, known = [(function.__code__, function.__globals__)], set()
    for code, space in codes:
        known.add(code)
        inner = [(part, space) for part in code.co_consts if isinstance(part, types.CodeType)]
        for name in named_in(code):
            described, called = getattr(cls, name, None), space.get(name)
            if isinstance(described, property) and described.fget is not None:
                getters.append(described.fget)
            if isinstance(called, types.FunctionType):
                inner.append((called.__code__, called.__globals__))
        codes += [one for one in inner if one[0] not in known]
    return getters


@functools.lru_cache(maxsize=1024)
def stores_when_computed(getter: types.FunctionType, cls: type) -> bool:
    """Whether the function that computes an attribute is seen to store into the object: itself, or by methods that it calls."""
    seen, left = {getter}, [getter]
    while left:
        code = left.pop().__code__
        if stores_attributes(code):
            return True
        methods = [of_class(cls, name) for name in named_in(code)]
        new = [one for one in methods if isinstance(one, types.FunctionType) and one not in seen]
        seen.update(new)
        left += new
    return False


@functools.lru_cache(maxsize=1024)
def writes_when_computed(getter: types.FunctionType, cls: type) -> bool:
    """The same of all that it may write into: what the object holds, too."""
    return stores_when_computed(getter, cls) or writes(getter, cls)


ON_REBOUND.extend(found.cache_clear for found in (writes_when_read, stores_when_computed, writes_when_computed))
