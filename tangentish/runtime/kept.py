"""Descriptors that keep what their function gave, and may be set: what they do when they are set is found by trying it."""

from __future__ import annotations

import dis
import types
from typing import Any

from tangentish.class_attributes import own_attributes
from tangentish.errors import UnsupportedError


def sets_by_code(described: Any) -> bool:
    """Whether an attribute is set by the `__set__` of a class that somebody wrote."""
    return isinstance(getattr(type(described), "__set__", None), types.FunctionType)


def stores_when_read(described: Any) -> bool:
    """Whether the `__get__` of a descriptor may put something into the object, or into anything else.

    >>> class Length:
    ...     def __get__(self, owner, cls=None):
    ...         found = owner.__dict__["length"] = sum(owner.parts)
    ...         return found
    >>> stores_when_read(Length())
    True
    """
    code = getattr(type(described), "__get__", None)
    return isinstance(code, types.FunctionType) and (not _STORING.isdisjoint(code.__code__.co_names) or any(
        step.opname in ("STORE_ATTR", "STORE_SUBSCR") for step in dis.get_instructions(code)))


_STORING = frozenset("setattr __setattr__ setdefault update __setitem__".split())


def check_kept(owner: Any, key: str, described: Any, value: Any) -> None:
    """Refuse to set an attribute but to a number or texts, by a descriptor that puts this into a dict of the object alone."""
    probe = _Probe()
    constant = isinstance(value, int | float | complex | str | type(None)) or is_texts(value)
    if not constant or not hasattr(described, "fget") or not _tried(described, probe, value) or not all(
            type(getattr(owner, name, None)) is dict for name in vars(probe)):
        raise UnsupportedError(f"`{key}` of {type(owner).__name__} is a descriptor with code of its own; active values are "
                               "not followed through it.\nMake it a property.")


def is_texts(value: Any) -> bool:
    """Whether a list or a tuple holds texts and nothing else: those have no derivative.

    >>> is_texts(["const", "x1"]), is_texts([]), is_texts(("x1", 1.0))
    (True, False, False)
    """
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, str) for item in value)


def getter_held(described: Any) -> types.FunctionType | None:
    """The function that a descriptor holds, and calls when it is read: one of a name that says so, or the only one it names.

    >>> class Lazy:
    ...     def __init__(self, method):
    ...         self.method = method
    ...     def __get__(self, owner, cls=None):
    ...         return self.method(owner)
    >>> getter_held(Lazy(abs)) is None, getter_held(Lazy(lambda owner: 1.0)) is None
    (True, False)
    """
    held = {name: value for name, value in own_attributes(described).items() if isinstance(value, types.FunctionType)}
    named = [held[name] for name in ("fget", "func") if name in held]
    read = type(described).__get__.__code__.co_names
    called = {value for name, value in held.items() if name in read and _takes_owner(value)}
    return named[0] if named else called.pop() if len(called) == 1 else None


def _takes_owner(function: types.FunctionType) -> bool:
    """Whether a function can be called with one argument."""
    code, given = function.__code__, len(function.__defaults__ or ())
    return code.co_argcount - given <= 1 <= code.co_argcount and code.co_kwonlyargcount == len(function.__kwdefaults__ or ())


def may_have_stored(described: Any, owner: Any, key: str) -> bool:
    """Whether it may be the `__get__` of a descriptor, which somebody wrote, that put what an attribute is into the object.

    It is not if it stores nothing, or if it is seen to fail where the object does not have the attribute yet.
    """
    if not stores_when_read(described):
        return False
    try:
        without = object.__new__(type(owner))
        vars(without).update((name, value) for name, value in vars(owner).items() if name != key)
        type(described).__get__(described, without, type(owner))
    except Exception:  # as in `_tried`
        return False
    return True


class _Probe:
    """An object that has a new dict for whatever attribute it is asked for."""

    def __getattr__(self, name: str) -> dict[Any, Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        vars(self)[name] = {}
        return vars(self)[name]


def _tried(described: Any, probe: _Probe, value: Any) -> bool:
    """Whether setting it puts the value into one dict, and nothing else into anything that the probe shows."""
    try:
        type(described).__set__(described, probe, value)
    except Exception:  # the class of a descriptor may be anyone's, and may raise whatever it likes
        return False
    return [list(held.values()) if type(held) is dict else None for held in vars(probe).values()] == [[value]]
