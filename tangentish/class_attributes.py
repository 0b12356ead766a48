"""Attributes of classes and objects, looked up without running code of the user's."""

from __future__ import annotations

import contextlib
import functools
import itertools
import types
import warnings
import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from tangentish.errors import ArgumentError


def of_class(cls: type, key: str, default: Any = None) -> Any:
    """`getattr(cls, key, default)`, but a descriptor that somebody wrote as it is: it may do anything when it is asked for.

    >>> class Area:
    ...     def __get__(self, owner, cls=None):
    ...         return owner.side**2
    >>> class Square:
    ...     area = Area()
    >>> type(of_class(Square, "area")).__name__, of_class(Square, "side") is None
    ('Area', True)
    """
    for base in cls.__mro__:
        if key in base.__dict__:
            found = base.__dict__[key]
            if gets_by_code(found):
                return found
            break
    return getattr(cls, key, default)


def gets_by_code(described: Any) -> bool:
    """Whether an attribute is read by the `__get__` of a class that somebody wrote, if this is what its class has of it.

    >>> class Area:
    ...     def __get__(self, owner, cls=None): return owner.side**2
    >>> gets_by_code(Area()), gets_by_code(property(abs)), gets_by_code(abs)
    (True, False, False)
    """
    return isinstance(getattr(type(described), "__get__", None), types.FunctionType)


def is_cached_property(described: Any) -> bool:
    """Whether it is a `functools.cached_property`, or of a class derived from that which reads it no other way.

    >>> class Twice(functools.cached_property):
    ...     def __get__(self, owner, cls=None): return 2.0 * self.func(owner)
    >>> is_cached_property(functools.cached_property(abs)), is_cached_property(Twice(abs))
    (True, False)
    """
    return isinstance(described, functools.cached_property) and type(described).__get__ is functools.cached_property.__get__


def dict_of(x: Any) -> Any:
    """`x.__dict__`, None if there is none; what a class makes up for attributes that are not there is not asked for it.

    >>> class Proxy:
    ...     __slots__ = ("of",)
    ...     def __getattr__(self, key):
    ...         return getattr(self.of, key)
    >>> dict_of(Proxy()), dict_of(dict_of), dict_of(1.0)
    (None, {}, None)
    """
    cls = type(x)
    if cls.__dictoffset__ == 0 and isinstance(getattr(cls, "__getattr__", None), types.FunctionType):
        return None
    return getattr(x, "__dict__", None)


def own_attributes(x: Any) -> Mapping[str, Any]:
    """What an object, or a class, has in its `__dict__`; nothing where its class gives it none and makes one up when asked.

    >>> class Anything:
    ...     __slots__ = ()
    ...     def __getattr__(self, key):
    ...         return key
    >>> Anything().__dict__, own_attributes(Anything())
    ('__dict__', {})
    """
    found = None if is_gone(x) else dict_of(x)
    return found if isinstance(found, dict | types.MappingProxyType) else {}


@functools.lru_cache(maxsize=512)
def slots_of(cls: type) -> tuple[tuple[str, types.MemberDescriptorType], ...]:
    """The attributes that the objects of a class have no `__dict__` for, by name: those of the bases come last.

    >>> class Point:
    ...     __slots__ = ("x", "y")
    >>> [name for name, _ in slots_of(Point)]
    ['x', 'y']
    """
    return tuple((name, part) for base in cls.__mro__ if "__slots__" in vars(base) for name, part in vars(base).items()
                 if isinstance(part, types.MemberDescriptorType))


def slots_filled(x: Any) -> dict[str, Any]:
    """What an object holds in its slots, whatever its class has for attributes that are not there.

    >>> class Point:
    ...     __slots__ = ("x", "y")
    ...     def __getattr__(self, name): return 0.0
    >>> point = Point()
    >>> point.y = 1.0
    >>> point.x, slots_filled(point)
    (0.0, {'y': 1.0})
    """
    held = {}
    for name, slot in slots_of(type(x)):
        with contextlib.suppress(AttributeError):  # an empty one
            held[name] = slot.__get__(x)
    return held


def is_empty_slot(found: Any, x: Any) -> bool:
    """Whether what the class of an object has for an attribute is a slot with nothing in it, as if it had none."""
    if not isinstance(found, types.MemberDescriptorType):
        return False
    try:
        found.__get__(x)
    except AttributeError:
        return True
    return False


def has_dict(x: Any) -> bool:
    """Whether an object keeps attributes in a dict of its own.  `hasattr` would ask its class, which may answer anything.

    >>> class Empty:
    ...     __slots__ = ()
    ...     def __getattr__(self, name):
    ...         return name
    >>> hasattr(Empty(), "__dict__"), has_dict(Empty()), has_dict(has_dict)
    (True, False, True)
    """
    return not is_gone(x) and isinstance(dict_of(x), dict | types.MappingProxyType)


def bound_object(method: Any) -> Any:
    """What a method is of, `x` of `x.fill`, or None; an object that is called may answer anything when it is asked for that.

    >>> class Law:
    ...     def __call__(self, x): return x
    ...     def __getattr__(self, key): raise KeyError(key)
    >>> law = Law()
    >>> bound_object(law.__call__) is law, bound_object(law), bound_object(len).__name__
    (True, None, 'builtins')
    """
    found = getattr(type(method), "__self__", None)
    return getattr(method, "__self__", None) if isinstance(found, types.GetSetDescriptorType | types.MemberDescriptorType) else None


def put_attribute(x: Any, key: str, value: Any) -> None:
    """Give an object an attribute of its own, also where its class has a property of this name, which runs no code.

    >>> class Polynomial:
    ...     order = property(lambda self: self.__dict__["order"])
    >>> polynomial = Polynomial()
    >>> put_attribute(polynomial, "order", 2)
    >>> polynomial.order
    2
    >>> drop_attribute(polynomial, "order")
    >>> vars(polynomial)
    {}
    """
    own = _kept_by_property(x, key)
    if isinstance(x, np.ndarray):
        with warnings.catch_warnings():  # of a store into `shape`, say, NumPy has warned where the function stored
            warnings.simplefilter("ignore", DeprecationWarning)
            object.__setattr__(x, key, value)
    elif own is None:
        object.__setattr__(x, key, value)
    else:
        own[key] = value


def drop_attribute(x: Any, key: str) -> None:
    """Take an attribute of its own from an object, as `put_attribute` gives it."""
    own = _kept_by_property(x, key)
    if own is None:
        object.__delattr__(x, key)
    else:
        own.pop(key, None)


def _kept_by_property(x: Any, key: str) -> dict[str, Any] | None:
    """The attributes of an object whose class has a property of this name."""
    own = own_attributes(x)
    return own if isinstance(own, dict) and isinstance(of_class(type(x), key), property) else None


def living(values: Iterable[Any]) -> Iterator[Any]:
    """The values without proxies of objects that are no more, which cannot even be asked what they are."""
    return itertools.filterfalse(is_gone, values)


def check_living(values: Mapping[Any, Any]) -> None:
    """Raise for arguments, by their names or places, that are proxies of objects that are no more."""
    for label, value in values.items():
        if is_gone(value):
            raise ArgumentError(f"argument `{label}` is a weakref.proxy of an object that is no more.\n"
                                "Pass an object that is kept.")


def is_gone(x: Any) -> bool:
    """Whether a value is a `weakref.proxy` of an object that is no more: whatever that is asked for raises.

    So does what stands for a module that could not be imported, until it is needed.

    >>> class Owner: ...
    >>> owner = Owner()
    >>> proxy = weakref.proxy(owner)
    >>> is_gone(proxy), is_gone(owner)
    (False, False)
    >>> del owner
    >>> is_gone(proxy)
    True
    """
    if type(x) not in weakref.ProxyTypes:
        return isinstance(type.__getattribute__(type(x), "__getattribute__"), types.FunctionType) and _always_raises(x)
    try:
        x.__class__  # noqa: B018
    except ReferenceError:
        return True
    return False


def _always_raises(x: Any) -> bool:
    try:
        x.__dict__  # noqa: B018
    except AttributeError:
        return False
    except Exception:
        return True
    return False


_OF_PYTHON = frozenset(("builtins", "functools", "types", "_collections", "collections", "_ctypes", "_functools", "enum"))
"""Where the classes of descriptors are defined that Python has: fields of named tuples, slots."""


def is_compiled_descriptor(described: Any) -> bool:
    """Whether an attribute of a class is read by compiled code of which nothing is known, such as a `cache_readonly` of pandas.

    >>> is_compiled_descriptor(property(abs)), is_compiled_descriptor(2.0)
    (False, False)
    """
    read = getattr(type(described), "__get__", None)
    return read is not None and not isinstance(read, types.FunctionType) and type(described).__module__ not in _OF_PYTHON and not (
        isinstance(described, property | functools.cached_property | functools.partialmethod | staticmethod | classmethod))


def compiled_getter(described: Any) -> Any:
    """The function that such a descriptor calls, if it shows; else None."""
    getter = getattr(described, "fget", None) if is_compiled_descriptor(described) else None
    return getter if isinstance(getter, types.FunctionType) else None


def subclasses(cls: type) -> set[type]:
    """All that are derived from a class."""
    below_of = type.__subclasses__
    seen: set[type] = set()
    left: list[type] = below_of(cls)
    for one in left:  # which grows
        if one not in seen:
            seen.add(one)
            left += below_of(one)
    return seen


def function_run_by(getter: object) -> types.FunctionType | None:
    """The function that runs when something is called: a function itself, or that of a bound method, an object or a partial.

    >>> class Getter:
    ...     def get(self, owner): return owner.size
    ...     def __call__(self, owner): return owner.size
    >>> function_run_by(Getter().get) is Getter.get, function_run_by(Getter()) is Getter.__call__, function_run_by(abs)
    (True, True, None)
    """
    while isinstance(getter, functools.partial | types.MethodType):
        getter = getter.func if isinstance(getter, functools.partial) else getter.__func__
    found = getter if isinstance(getter, types.FunctionType) else of_class(type(getter), "__call__")
    return found if isinstance(found, types.FunctionType) else None
