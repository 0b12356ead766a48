"""Classes derived from lists, tuples, dicts and deques that say themselves what a container does.

The tables of derivatives hold what is in a container by its places or keys, as Python's own methods put it there.

>>> class Doubling(list):
...     def append(self, item):
...         super().append(2 * item)
>>> own_behaviour(Doubling)
'append'
>>> class Stack(list):
...     def push(self, item):
...         self.append(item)
>>> own_behaviour(Stack) is None
True
"""

from __future__ import annotations

import dis
import functools
import types
import warnings
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import dict_of, has_dict
from tangentish.errors import UnsupportedError

CONTAINERS = (list, tuple, dict, deque)
_WITH_ATTRIBUTES = (list, dict, deque)  # if they are of classes derived from these
_PLAIN = frozenset((*CONTAINERS, object))
_SAME = frozenset(  # with these it stays the container it is; what operators mean is followed
    "__init__ __new__ __init_subclass__ __subclasshook__ __repr__ __str__ __format__ __hash__ __getattribute__ __setattr__ "
    "__delattr__ __reduce__ __reduce_ex__ __sizeof__ __doc__ __dir__ __class__ __class_getitem__ __getstate__ __getnewargs__ "
    "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __mul__ __rmul__ __or__ __ror__".split())
_CHANGED = frozenset("__iadd__ __imul__ __ior__ __missing__ __bool__".split()).union(*(
    vars(base) for base in CONTAINERS)) - _SAME


_IN_C = (types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType, types.BuiltinFunctionType,
         types.NoneType, type(namedtuple("_Field", "field").field))  # type: ignore[attr-defined]  # of a field, as `values` may be


def content_of_container(x: Any) -> Any:
    """A container of Python's own with the items of a list, dict, set or deque, whatever the class of that means by `copy`.

    >>> class Parameters(OrderedDict):
    ...     def __init__(self, count): ...
    >>> parameters = Parameters(2)
    >>> parameters["a"] = 1.0
    >>> content_of_container(parameters)
    {'a': 1.0}
    """
    if isinstance(x, list):
        return list.copy(x)
    if isinstance(x, dict):
        return dict(OrderedDict.items(x) if isinstance(x, OrderedDict) else dict.items(x))
    if isinstance(x, deque):
        return deque(deque.__iter__(x), x.maxlen)
    return set(set.__iter__(x)) if isinstance(x, set) else x.copy()


def makes_items(cls: type) -> bool:
    """Whether a class of dicts says in Python what a key stands for that is not there; `Counter` says 0.

    >>> class Squares(dict):
    ...     def __missing__(self, key):
    ...         return key**2
    >>> makes_items(Squares), makes_items(Counter), makes_items(defaultdict)
    (True, False, False)
    """
    found = getattr(cls, "__missing__", None)
    return isinstance(found, types.FunctionType) and found is not Counter.__missing__ and not _gives_constant(found)


def _gives_constant(value: Any) -> bool:
    """Whether a method does nothing but to give a number, or another constant, as `__missing__` of `Counter` gives 0."""
    steps = [step for step in dis.get_instructions(value) if step.opname not in _AT_START] if isinstance(
        value, types.FunctionType) else []
    return [step.opname for step in steps] in (["RETURN_CONST"], [steps[0].opname if steps else "", "RETURN_VALUE"]) and (
        steps[0].opname in _CONSTANT)


_AT_START = ("RESUME", "NOP", "CACHE")
_CONSTANT = ("RETURN_CONST", "LOAD_CONST", "LOAD_SMALL_INT")


def said_in_python(cls: type, *names: str) -> bool:
    """Whether a class says in Python what the first special method that it has of some does.

    By a function; or by a property, a partial method or whatever else gives one, which is looked up in the class as well.

    >>> class Forwarding:
    ...     __getitem__ = property(lambda self: self.array.__getitem__)
    >>> said_in_python(Forwarding, "__getitem__"), said_in_python(list, "__getitem__")
    (True, False)
    """
    found = next((base.__dict__[name] for name in names for base in cls.__mro__ if name in base.__dict__), None)
    return not isinstance(found, _IN_C) and not _only_warns(found)


@functools.lru_cache(maxsize=1024)
def own_behaviour(cls: type) -> str | None:
    """The name of a method by which a class is no such container any more as Python has them, None if there is none."""
    for base in cls.__mro__:
        if base in _PLAIN or base.__module__ in ("collections", "typing"):
            continue
        for name, value in vars(base).items():
            if name == "copy" or (name == "__missing__" and _gives_constant(value)):
                continue  # the first is a function that is followed; a constant has no derivative
            called = callable(value) or hasattr(type(value), "__get__")  # not a text, as `__module__` is
            if name in _CHANGED and called and not isinstance(value, _IN_C) and not _only_warns(value):
                return name
    return None


class _Warning(dict):  # type: ignore[type-arg]  # its code is compared with that of scikit-learn's `Bunch`
    def __getitem__(self, key):  # type: ignore[no-untyped-def]
        if key in self.__dict__.get("_deprecated_key_to_warnings", {}):
            warnings.warn(  # noqa: B028 - as it is there
                self._deprecated_key_to_warnings[key],
                FutureWarning,
            )
        return super().__getitem__(key)


def _only_warns(value: Any) -> bool:
    """Whether a method gives the item that a dict gives, after a warning maybe."""
    code, known = getattr(value, "__code__", None), _Warning.__getitem__.__code__
    return code is not None and (code.co_code, code.co_names, code.co_consts) == (known.co_code, known.co_names, known.co_consts)


@functools.lru_cache(maxsize=1024)
def derived_container(cls: type) -> bool:
    """Whether a call of a class makes an empty list or dict of this class, which its `__init__` then fills.

    >>> class Bunch(dict):
    ...     pass
    >>> derived_container(Bunch), derived_container(dict)
    (True, False)
    """
    return (issubclass(cls, (list, dict)) and cls not in _PLAIN and cls.__module__ != "collections"
            and not issubclass(cls, (defaultdict, Counter))
            and type(cls).__call__ is type.__call__ and not isinstance(cls.__new__, types.FunctionType))


def check_container(x: Any) -> None:
    """Raise `UnsupportedError` for a container that says itself what it does."""
    name = own_behaviour(type(x)) if isinstance(x, CONTAINERS) and type(x) not in _PLAIN else None
    if name is not None:
        kind = next(base.__name__ for base in CONTAINERS if isinstance(x, base))
        raise UnsupportedError(f"{type(x).__name__} is a {kind} that says itself what `{name}` does, which is not followed.\n"
                               f"Give it a {kind} to hold instead of making it one.")


def keeper_of(owner: Any, key: str, stored: bool = False) -> Any:
    """What has the slot of the attribute `key` of an object: of a list or dict, its `__dict__`, apart from its items.

    But dicts may have attributes among their items: those that are not in the `__dict__`, or where they are `stored`.

    >>> class Row(list):
    ...     pass
    >>> class Result(dict):
    ...     __getattr__, __setattr__ = dict.__getitem__, dict.__setitem__
    >>> row, result = Row(), Result(x=1.0)
    >>> row.x = 2.0
    >>> keeper_of(row, "x"), keeper_of(result, "x")
    ({'x': 2.0}, {'x': 1.0})
    """
    if not isinstance(owner, _WITH_ATTRIBUTES):
        return owner
    attributes = dict_of(owner)
    if attributes is None:
        return owner
    among_items = isinstance(owner, dict) and (attributes_are_items(type(owner)) or not (stored or key in attributes))
    return owner if among_items else attributes


@functools.lru_cache(maxsize=1024)
def attributes_are_items(cls: type) -> bool:
    """Whether a class derived from dict keeps what is stored into its attributes as items: its dicts may be their `__dict__`.

    >>> class Result(dict):
    ...     __getattr__, __setattr__ = dict.__getitem__, dict.__setitem__
    >>> attributes_are_items(Result), attributes_are_items(dict)
    (True, False)
    """
    if not issubclass(cls, dict) or cls is dict:
        return False
    return stores_items(cls) or any(
        step.opname == "STORE_ATTR" and step.argval == "__dict__" for base in cls.__mro__ for function in vars(base).values()
        if isinstance(function, types.FunctionType) for step in dis.get_instructions(function))


def _store_item(self, key, value):  # type: ignore[no-untyped-def]  # its code is compared with that of others
    self[key] = value


def _store_item_told(self, key, value):  # type: ignore[no-untyped-def]  # likewise
    """The same, with a docstring, which is one of the constants."""
    self[key] = value


_STORES = frozenset(function.__code__.co_code for function in (_store_item, _store_item_told))


def stores_items(cls: type) -> bool:
    """Whether the `__setattr__` of a class derived from dict does no more than to store an item."""
    setter: Any = cls.__setattr__
    return issubclass(cls, dict) and (
        setter is dict.__setitem__ or getattr(getattr(setter, "__code__", None), "co_code", None) in _STORES)


def tuple_like(x: tuple[Any, ...], items: Iterable[Any]) -> Any:
    """A named tuple of the class of another one, with other items; its class may take more arguments than these.

    >>> Pair = namedtuple("Pair", "left right")
    >>> class Result(Pair):
    ...     def __new__(cls, left, right, count):
    ...         made = super().__new__(cls, left, right)
    ...         made.count = count
    ...         return made
    >>> made = tuple_like(Result(1.0, 2.0, 3), [4.0, 5.0])
    >>> made, type(made) is Result, made.count
    (Result(left=4.0, right=5.0), True, 3)
    """
    made = tuple.__new__(type(x), items)
    if has_dict(made):
        made.__dict__.update(vars(x))
    return made


def sequence_like(x: Any, items: Iterable[Any]) -> Any:
    """A list, tuple or deque of the class of another one, with other items; no code of the class looks at them.

    >>> class Vector(list):
    ...     def __init__(self, *items):
    ...         super().__init__(items)
    >>> sequence_like(Vector(1.0, 2.0), [3.0]), sequence_like((1.0, 2.0), [3.0])
    ([3.0], (3.0,))
    """
    if type(x) in CONTAINERS:
        return type(x)(items)
    if isinstance(x, tuple):
        return tuple_like(x, items)
    base = list if isinstance(x, list) else deque
    made: Any = base.__new__(type(x))
    base.extend(made, items)
    if has_dict(made):
        made.__dict__.update(vars(x))
    return made


def check_no_module(owner: Any, value: Any) -> None:
    """Raise where a number or an array that may be active is stored into a module, or under a name in its dict.

    What reads the name later reads a global, which is a constant.

    >>> check_no_module({"x": 1.0}, 2.0)
    >>> try: check_no_module(globals(), 2.0)
    ... except UnsupportedError as error: print(error)
    storing an active value into a module is not supported.
    Return it, or store it into an object that is an argument.
    """
    is_space = isinstance(owner, types.ModuleType) or (
        type(owner) is dict and "__name__" in owner and ("__builtins__" in owner or "__loader__" in owner))
    if is_space and value is not None and not isinstance(value, bool | int | str | bytes | np.integer | np.bool_):
        raise UnsupportedError("storing an active value into a module is not supported.\n"
                               "Return it, or store it into an object that is an argument.")
