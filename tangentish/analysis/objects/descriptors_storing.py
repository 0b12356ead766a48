"""Code that stores into an object when an attribute of it is computed.

>>> class Kept:
...     def __init__(self, func): self.func = func
...     def __get__(self, owner, cls=None): return owner.__dict__.setdefault(self.func.__name__, self.func(owner))
>>> class Beam:
...     @Kept
...     def total(self):
...         self.count = 2
...         return 4.0
>>> stores_by_descriptor(Beam, "total"), stores_by_descriptor(Beam, "count")
(True, False)
"""

from __future__ import annotations

import dis
import functools
import types

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.code_writes import MUTATORS, writes
from tangentish.class_attributes import gets_by_code, of_class
from tangentish.closures import codes_in, named_in, set_by_texts
from tangentish.runtime.kept import getter_held, stores_when_read


@functools.lru_cache(maxsize=4096)
def stores_by_descriptor(cls: type, key: str) -> bool:
    """Whether an attribute is given by a descriptor that somebody wrote, and what computes it stores something besides.

    That may be another attribute, or an item of what the object holds; so do methods that it calls, and other attributes that it
    reads.  Where no function is seen that computes it, what counts is whether the descriptor itself stores anything.
    """
    described = of_class(cls, key)
    if not gets_by_code(described):
        return False
    getter = getter_held(described)
    if getter is None:
        return stores_when_read(described)
    seen, left = {key}, [getter]
    for function in left:
        if stores_attributes(function.__code__) or writes(function, cls):
            return True
        found = [_function_of(of_class(cls, name)) for name in named_in(function.__code__) if name not in seen]
        left += [one for one in found if isinstance(one, types.FunctionType)]
        seen.update(named_in(function.__code__))
    return False


ON_REBOUND.append(stores_by_descriptor.cache_clear)


def _function_of(described: object) -> object:
    """The code of a method, or of what descriptors compute."""
    if gets_by_code(described):
        return getter_held(described)
    if isinstance(described, property):
        return described.fget
    return described.func if isinstance(described, functools.cached_property) else described


def stores_attributes(code: types.CodeType) -> bool:
    """Whether code sets attributes of its first parameter, or calls a method that changes one of them in place.

    So may a function that is defined inside, and has captured it.
    """
    owner = code.co_varnames[0] if code.co_argcount else ""
    return bool(owner) and any(_stores_in(part, owner) for part in codes_in(code) if part is code or owner in part.co_freevars)


def _stores_in(code: types.CodeType, owner: str) -> bool:
    """Whether code does so with the variable of a name; of what is set by a call, it is not asked whose attribute that is."""
    if set_by_texts(code):
        return True
    steps = list(dis.get_instructions(code))
    for before, after, third in zip(steps, steps[1:], steps[2:], strict=False):
        if not before.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
            continue
        loaded = before.argval[-1] if isinstance(before.argval, tuple) else before.argval  # two at once, in newer Pythons
        changed = after.opname == "LOAD_ATTR" and third.opname in ("LOAD_METHOD", "LOAD_ATTR") and third.argval in MUTATORS
        if loaded == owner and (after.opname == "STORE_ATTR" or changed):
            return True
    return False
