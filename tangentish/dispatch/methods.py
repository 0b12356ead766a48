"""Methods: of objects of users' classes, of lists, dicts and arrays; and objects that are called."""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import types
from typing import Any

import numpy as np

from tangentish import library
from tangentish.analysis.around.methods_around import writes_into
from tangentish.dispatch.arguments import carries, floats
from tangentish.dispatch.cached_functions import check_result, forget_results
from tangentish.dispatch.compiled import check_not_converted
from tangentish.dispatch.core import primal, primal_of_method
from tangentish.dispatch.functions import hands_active, is_concerned
from tangentish.dispatch.operators import IN_PLACE
from tangentish.dispatch.records import Nothing, Record
from tangentish.errors import UnsupportedError
from tangentish.frontend.foreign import compiled_from, is_compiled
from tangentish.library.extremes import array_clip
from tangentish.library.generated import is_whole
from tangentish.library.operators import OPERATOR_METHODS
from tangentish.own_containers import check_container
from tangentish.rules.registry import METHODS
from tangentish.runtime.checks import TIMES
from tangentish.views_of_dicts import is_of_names, shown_by

PLAIN = ("keys", "index", "count", "is_integer", "hex", "tobytes", "setflags")
"""Methods of builtins whose results no derivative flows to, whatever they are called with."""
_OF_SETS = ("add", "clear", "copy", "difference", "difference_update", "discard", "intersection", "intersection_update",
            "isdisjoint", "issubset", "issuperset", "pop", "remove", "symmetric_difference", "symmetric_difference_update",
            "union", "update")
_OF_MAPPINGS = ("__contains__", "__getitem__", "__len__", "get")
_SETS_ARE_GIVEN: tuple[type, ...] = (set, frozenset, list, tuple, dict, type({}.keys()))  # of dicts, their keys


def bound(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A bound method, also one of those that namedtuples have of themselves."""
    if not isinstance(function, types.MethodType):
        return None
    if draws(function.__self__) and not carries(args, keywords, [key for key in wrt if key != "*"]):
        return function(*args, **keywords), Nothing(len(args))
    return primal_of_method(function_of(function), function.__self__, wrt, args, keywords)


def function_of(method: types.MethodType) -> Any:
    """What a bound method calls with its owner, or what stands for that in `library`."""
    check_owner(method.__self__)
    function: Any = method.__func__
    owner = method.__self__
    if hasattr(owner if isinstance(owner, type) else type(owner), "_fields"):  # not of the object, whose class may make it up
        function = library.NAMEDTUPLES.get(getattr(function, "__name__", ""), function)
    return function


def draws(owner: Any) -> bool:
    """Whether an object draws random numbers: its methods are compiled, though they look like those of a class in Python."""
    return _draws(type(owner))


_ELSEWHERE = frozenset(("concurrent.futures._base.Executor", "threading.Thread"))
"""Classes whose objects call functions in other threads or processes, and wait for these."""


@functools.lru_cache(maxsize=1024)
def _draws(cls: type) -> bool:
    return issubclass(cls, np.random.Generator | np.random.RandomState) or "random.Random" in _names_of(cls)


@functools.lru_cache(maxsize=1024)
def _names_of(cls: type) -> frozenset[str]:
    return frozenset(f"{base.__module__}.{base.__qualname__}" for base in cls.__mro__)


def check_owner(owner: Any) -> None:
    """Refuse what calls methods of others later, where no call is seen."""
    if isinstance(owner, contextlib.ExitStack):
        raise UnsupportedError("an ExitStack that holds active values is not followed.\nUse `with` statements, one in another.")
    if not _ELSEWHERE.isdisjoint(_names_of(type(owner))):
        raise UnsupportedError(f"what a {type(owner).__name__} runs is not followed where active values flow.\n"
                               "Use a plain loop there.")


def of_builtin(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A method of an object of a builtin class: through what `library` or the rules have in its place."""
    owner = owner_of(function)
    if owner is None:
        return None
    name = getattr(function, "__name__", "")
    if is_call(owner, name):
        return primal(owner, wrt, *args, **keywords)
    check_owner_known(function, wrt, args, keywords)
    if name == "cache_clear":
        forget_results(owner)
    replacement = replacement_of(owner, name, args)
    if replacement is not None:
        return primal_of_method(replacement, owner, wrt, args, keywords)
    if not is_concerned(owner, args, keywords, wrt) or is_apart(owner, name, args, keywords):
        return function(*args, **keywords), Nothing(len(args))
    if name == "__init__" and not args and not keywords:
        return function(), Nothing(0)  # of `object`, at the end of `super().__init__()`
    if function is object.__new__:
        return function(*args), Nothing(len(args))
    if of_names_alone(owner, name, args):
        return function(*args), Nothing(len(args))
    if isinstance(owner, types.ModuleType):
        return None  # a function, of which Python says the same
    raise no_rule(name, owner)


def check_owner_known(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Refuse to put active values into what only the method is of: `push = LOG.append`, with `LOG` around the program."""
    if "*" not in wrt and writes_into(function) is not None and carries(args, keywords, wrt):
        kind = type(function.__self__).__name__
        raise UnsupportedError(f"`{function.__name__}` writes active values into a global object, a {kind}, and has a name of its "
                               f"own.\nCall it as a method of the {kind}, or pass that as an argument.")


def owner_of(function: Any) -> Any:
    """The object that a compiled method is of, or None; those of Cython for several types of numbers are no methods of Python's."""
    fused = type(function).__name__ == "fused_cython_function"
    return getattr(function, "__self__", None) if fused or isinstance(
        function, types.BuiltinFunctionType | types.MethodWrapperType) else None


def is_call(owner: Any, name: str) -> bool:
    """Whether a method is the `__call__` of a function, whose call is the same."""
    return name == "__call__" and isinstance(owner, _FUNCTIONS)


_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, np.ufunc, type(np.sum))


def of_time(owner: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether a method is one of a point in time or the like, or of their class, with nothing active: none is made from that."""
    return (isinstance(owner, TIMES) or (isinstance(owner, type) and issubclass(owner, TIMES))) and not any(
        floats(value) and not isinstance(value, TIMES) for value in (*args, *keywords.values()))


def is_apart(owner: Any, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether no derivative flows through a method: of a text, a match, a slice, a time, a lock; or one that opens a file.

    Or one that tells what a class is.
    """
    module = type(owner).__module__
    if isinstance(owner, functools._lru_cache_wrapper):  # whose function is called each time
        return name in ("cache_clear", "cache_info", "cache_parameters")
    known = name in PLAIN or isinstance(owner, str | slice) or draws(owner) or of_time(owner, args, keywords) or (
        isinstance(owner, type) and name in _ABOUT_CLASSES)
    if module in _WITHOUT_NUMBERS:
        return not hands_active(args, keywords, (*range(len(args)), *keywords))  # `pattern.sub(function, text)`
    return known or (module == "_io" and name in ("__enter__", "__exit__", "close", "flush"))


_WITHOUT_NUMBERS = frozenset("_thread re _hashlib _md5 _sha1 _sha2 _sha256 _sha512 _sha3 _blake2".split())
"""Modules whose objects hold no numbers: locks, matches, digests of texts and bytes."""
_ABOUT_CLASSES = ("mro", "__subclasses__", "__instancecheck__", "__subclasscheck__")


def of_names_alone(owner: Any, name: str, args: tuple[Any, ...]) -> bool:
    """Whether a method is one of a set, or of a mapping that cannot be written, with nothing that may have a derivative.

    Neither in it nor given to it: names, say, or what the fields of dataclasses say of themselves.
    """
    if isinstance(owner, types.MappingProxyType):
        return name in _OF_MAPPINGS and all(map(is_of_names, [*shown_by(owner).values(), *args]))
    if not isinstance(owner, set | frozenset) or name not in _OF_SETS:
        return False
    given = [item for arg in args for item in (arg if isinstance(arg, _SETS_ARE_GIVEN) else [arg])]
    return not any(floats(item) and not is_whole(item) for item in [*owner, *given])


def no_rule(name: str, owner: Any) -> UnsupportedError:
    """The error for a method of a builtin class that nothing is known of."""
    return UnsupportedError(f"no derivative rule for the method `{name}` of {type(owner).__name__}, which an active value "
                            "meets.\nUse a NumPy function or a plain loop in its place.")


def replacement_of(owner: Any, name: str, args: tuple[Any, ...] = ()) -> Any:
    """The function that stands for a method of a builtin class; None if nothing does."""
    cls: Any = type(owner)
    if name == "view" and len(args) == 1 and args[0] is np.ndarray and getattr(cls, "view", None) is np.ndarray.view:
        return library.plain_view  # which a class of arrays has no say in
    if isinstance(owner, np.ndarray) and cls is not np.ndarray and any(
            isinstance(getattr(cls, key, None), types.FunctionType) for key in (name, "__array_ufunc__")):
        raise UnsupportedError(f"a {cls.__name__} says itself what NumPy does with it, which is not followed.\n"
                               "Use its numbers as an array, as in `np.asarray(x)`.")
    if isinstance(owner, np.ndarray | np.generic) and name in METHODS:
        return array_clip if name == "clip" else METHODS[name]
    if isinstance(owner, np.ufunc):
        return library.at_each if name == "at" else library.UFUNC_METHODS.get(name)
    check_container(owner)
    for cls in type(owner).__mro__:
        if (cls, name) in library.METHODS:
            return library.METHODS[cls, name]
    return None


def of_class(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A method of arrays or containers that is called through its class, as `np.ndarray.sum(x)` and `dict.update(d, e)`."""
    if not through_class(function, args):
        return None
    replacement = replacement_of(args[0], function.__name__)
    return None if replacement is None else primal(replacement, wrt, *args, **keywords)


def through_class(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function is a method of arrays or containers as their class has it, called with one of them."""
    return isinstance(function, types.MethodDescriptorType | types.WrapperDescriptorType) and bool(args) and isinstance(
        args[0], np.ndarray | np.generic | list | dict | collections.deque) and isinstance(args[0], function.__objclass__)


def of_operator(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """An operator of a number, a list or a tuple that is called through its class, as `float.__mul__(a, b)`."""
    if keywords or not is_operator(function, args):
        return None
    ans = function(*args)
    meant = OPERATOR_METHODS.get(function.__name__)
    if ans is NotImplemented or meant is None:
        return ans, Nothing(len(args))
    return primal(meant, wrt, *args)


def is_operator(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function is an operator as a class of Python has it, called with a number or a list of that class."""
    return isinstance(function, types.WrapperDescriptorType) and bool(args) and type(args[0]) in _NUMBERS_AND_LISTS and (
        function.__objclass__ in type(args[0]).__mro__ and function.__name__ in _OPERATORS | _ASKING)


_NUMBERS_AND_LISTS = frozenset((int, float, complex, np.float64, np.complex128, list, tuple))
_ASKING = frozenset(f"__{name}__" for name in "bool hash contains repr str".split())
_OPERATORS = OPERATOR_METHODS.keys() - IN_PLACE.keys() - {"__setitem__"}
"""Those that write into nothing."""


def of_callable_object(function: Any, wrt: Any, args: tuple[Any, ...],
                       keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """An object whose class defines `__call__`, or of a class of a library whose calls there are in Python too."""
    bound = bound_call(function)
    if bound is not None:
        return primal(bound, wrt, *args, **keywords)
    called = call_of(function)
    return primal_of_method(called, function, wrt, args, keywords) if isinstance(called, types.FunctionType) else None


def bound_call(function: Any) -> Any:
    """What calls of an object run whose class has a class method, or a static one, for that; None for others."""
    called = inspect.getattr_static(type(function), "__call__", None)
    return called.__get__(function, type(function)) if isinstance(called, classmethod | staticmethod) else None


def call_of(function: Any) -> Any:
    """What calls of an object run, in plain Python if a library's class is known so; what Numba compiled runs no Python."""
    if is_compiled(function):
        return None
    cls = type(function)
    called = inspect.getattr_static(cls, "__call__", None)
    return called if called is None or isinstance(called, types.FunctionType) else library.replacement(cls.__call__)


def of_vectorize(function: Any, wrt: Any, args: tuple[Any, ...],
                 keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Such an object."""
    form = library.form_for_entries(function)
    return None if form is None else primal_of_method(form, function, wrt, args, keywords)


def wrapped_by(function: Any) -> types.FunctionType | types.MethodType | None:
    """The function that an object calls as it is: one of `functools.lru_cache`, of NumPy, or compiled by Numba.

    Astropy's of deprecated keywords calls it so where these are not given, and warns else.

    Others that say what they wrap may do anything around it.
    """
    if is_compiled(function):
        return compiled_from(function)
    known = isinstance(function, functools._lru_cache_wrapper | type(np.sum)) or (
        type(function).__module__ == "signature_deprecations")
    wrapped = getattr(function, "__wrapped__", None) if known else None
    return wrapped if isinstance(wrapped, types.FunctionType | types.MethodType) else None


def of_wrapper(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`functools.lru_cache` and the like: what they wrap is called each time."""
    wrapped = wrapped_by(function)
    if wrapped is None:
        return None
    ans, record = primal(wrapped, wrt, *args, **keywords)
    check_result(function, args, keywords, ans)
    check_not_converted(function, args, ans)
    return ans, record
