"""What a Python function may do to its arguments, read off its source: which it writes, which it may return.

Conservative: what cannot be seen counts as written and returned.
"""

from __future__ import annotations

import dataclasses
import dis
import functools
import inspect
import operator
import types
from typing import Any

import numpy as np

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.inert import is_engine, is_inert
from tangentish.analysis.writes.body_effects import NONE, OPAQUE, BodyScan, Effects
from tangentish.checkpointing import without_checkpoint
from tangentish.closures import meaning_of
from tangentish.custom import Custom
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.generators import is_generator, items_function
from tangentish.frontend.source import REWRITTEN, read_source
from tangentish.library import handled, replacement
from tangentish.library.unnamed import acted, attribute_or, attribute_there
from tangentish.rules.registry import ON_CHANGE, lookup
from tangentish.runtime import unfinished, unfinished_getattr

_BY_CODE = (acted, attribute_or, attribute_there)
"""Functions that stand for code of classes that writes."""
_NO_NAMES = frozenset[str]()


def effects_of(function: Any, with_rule: bool = False, own: frozenset[str] = _NO_NAMES) -> Effects:
    """The effects of a function, class or bound method on its parameters; `with_rule`, of its own source if it has one.

    `own` are names of methods that a class may give a meaning of its own, though arrays and lists have them too.
    """
    if isinstance(function, types.MethodType):
        function = function.__func__
    function = inspect.unwrap(function) if isinstance(function, functools.partial) else function
    original, stand_in = function, replacement(function)
    function = without_checkpoint(stand_in or function)
    if handled(function) is not None or isinstance(function, Custom):
        return NONE
    if (lookup(function) is not None and not with_rule) or is_inert(function) or isinstance(function, np.ufunc):
        return NONE
    if not isinstance(function, types.FunctionType) or function in _BY_CODE:
        return OPAQUE
    found = _python_effects(function, own)
    if stand_in is not None and isinstance(original, types.FunctionType) and not _may_return(function.__code__):
        found = dataclasses.replace(found, returns=frozenset(inspect.signature(original).parameters))
    return found


@functools.lru_cache(maxsize=64)
def _may_return(code: types.CodeType) -> bool:
    """Whether a function does anything but raise; what it stands for, where nothing is active, gives what it is given."""
    return any(step.opname.startswith("RETURN_") and step.opname != "RETURN_GENERATOR" for step in dis.get_instructions(code))


_ASKED = ["__iter__", "__reversed__", "__next__", "__len__", "__float__", "__getitem__", "__index__", "__int__", "__trunc__",
          "__complex__", "__bool__"]
"""What is called of an object to make a list, or a number, of it."""
_ASKING = (iter, len, float, int, complex, bool)
"""Functions of Python that do nothing themselves but to call such a method."""


def unfinished_call(function: Any, *operands: Any) -> None:
    """Raise where an exception that was caught left a call in the middle, and it may have written something before.

    That of an operator may have been a call of a method that an operand has.
    """
    asks = bool(operands) and any(function is asking or function is replacement(asking) for asking in _ASKING)
    if (not asks and effects_of(function).any_writes) or any(
            effects_of(method).any_writes for method in _methods_asked(function, operands)):
        unfinished()


def unfinished_lookup(owner: Any, key: Any, *default: Any) -> None:
    """The same of `getattr`: a property that raised may have written something, and what the class makes up attributes by."""
    if type(owner).__module__ in ("builtins", "numpy"):
        return
    described, made_up = (inspect.getattr_static(type(owner), name, None) for name in (key, "__getattr__"))
    plainly = inspect.getattr_static(type(owner), "__getattribute__", None) is object.__getattribute__
    made_up = None if isinstance(made_up, types.FunctionType) and is_installed(made_up) else made_up  # as of properties
    codes = [getattr(described, "fget", described), made_up]
    known = all(code is None or isinstance(code, types.FunctionType) for code in codes)
    if not (plainly and known and not any(effects_of(code).any_writes for code in codes if code is not None)):
        unfinished_getattr(owner, key)


def _methods_asked(function: Any, operands: tuple[Any, ...]) -> list[types.FunctionType]:
    """The methods in Python of the classes of some objects that an operator calls, or may call."""
    word = getattr(function, "__name__", "").strip("_")
    names = [f"__{before}{word}__" for before in ("", "r", "i")] if hasattr(operator, word) else _ASKED
    found = [inspect.getattr_static(type(one), key, None) for one in operands if not is_engine(type(one)) for key in names]
    return [method for method in found if isinstance(method, types.FunctionType)]


_cache: dict[tuple[types.CodeType, int, frozenset[str]], Effects] = {}
ON_CHANGE.append(_cache.clear)
ON_REBOUND.append(_cache.clear)
DEEPEST = 6
"""How far calls are followed; what lies deeper counts as written and returned."""


def _python_effects(function: types.FunctionType, own: frozenset[str]) -> Effects:
    """The least fixed point of what a function and all that it calls do to their parameters."""
    key = *meaning_of(function), own
    if key in _cache:
        return _cache[key]
    walk = _Walk(own)
    while True:
        before = dict(walk.memo)
        result = walk.round(function)
        if not walk.went_round or walk.memo == before:
            break
    _cache.update(walk.memo)
    return result


def effects_now(function: types.FunctionType) -> Effects:
    """The effects of a function as long as its captured variables hold the functions that they hold now."""
    walk = _Walk(_NO_NAMES, live=True)
    found = walk.round(function)
    return walk.round(function) if walk.went_round else found


class _Walk:
    """Rounds over a graph of calls; `memo` holds what the rounds before found."""

    def __init__(self, own: frozenset[str], live: bool = False) -> None:
        self.memo: dict[Any, Effects] = {}
        self.seen: set[Any] = set()
        self.running: set[Any] = set()
        self.went_round = False  # whether a function was met again while it was looked at, of which not all was known then
        self.own, self.live = own, live

    def round(self, function: types.FunctionType) -> Effects:
        """Look at all functions once more."""
        self.seen.clear()
        self.went_round = False
        return self.effects(function, 0)

    def effects(self, function: types.FunctionType, depth: int) -> Effects:
        function = without_checkpoint(function)
        code = function.__code__
        kept = *meaning_of(function), self.own
        if not self.live and kept in _cache:
            return _cache[kept]
        if is_engine(function) or depth > DEEPEST:
            return OPAQUE
        key: Any = (code, *map(id, function.__closure__ or ())) if self.live else kept
        if key in self.seen:
            self.went_round |= key in self.running
            return self.memo.get(key, NONE)
        self.seen.add(key)
        self.running.add(key)
        try:
            source = read_source(function)
        except TangentishError:
            self.memo[key] = OPAQUE
            self.running.discard(key)
            return OPAQUE
        at_once = code in REWRITTEN  # it goes through the generators that it calls where it calls them
        self.memo[key] = BodyScan(source, lambda called: self.called(called, depth + 1, at_once), self.live, self.own).result()
        self.running.discard(key)
        return self.memo[key]

    def called(self, function: types.FunctionType, depth: int, at_once: bool) -> Effects:
        if at_once and is_generator(function):
            function = items_function(function) or function
        return self.effects(function, depth)
