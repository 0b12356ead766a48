"""Calls whose target is looked up when they happen: `primal(f, wrt, ...)` and the reverse of what it recorded.

One path for Python functions, closures, methods, `functools.partial`, classes, callable objects and functions with a
rule, with any mix of positional, keyword, `*` and `**` arguments.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import inspect
import operator
import threading
import types
from typing import Any

import numpy as np

from tangentish import library
from tangentish.analysis.effects import ENGINE, is_inert
from tangentish.analysis.kinds import defines, kinds_of, unknown_of
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import captured_names, parameters
from tangentish.frontend.resolve import is_fixed
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.rules.registry import METHODS, lookup
from tangentish.runtime import accumulate, saved_attribute, shares_memory, zeros_like
from tangentish.shadows import Shadows, static_attribute

_lock = threading.RLock()
_pairs: dict[Any, list[tuple[Request, Made]]] = {}
KINDS_KNOWN = True
OPTIMISE = True


class Parts:
    """The cotangents of the arguments of a call: by position, by keyword, or a slice of the positions."""

    def __init__(self, positional: list[Any], keywords: dict[str, Any]) -> None:
        self.values, self.keywords, self.positional = positional, keywords, len(positional)
        self.owner: Any = None  # of the object whose method was called

    def __getitem__(self, key: Any) -> Any:
        return self.keywords.get(key) if isinstance(key, str) else self.values[key]


class Record:
    """What one call recorded; `reverse(ans_bar, shadows)` gives the cotangents of its arguments."""

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        """The cotangents; what is in arrays, containers and objects goes to the table."""
        raise NotImplementedError


class Nothing(Record):
    """A call that no derivative flows through."""

    def __init__(self, positional: int) -> None:
        self.positional = positional

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        """Nothing."""
        return Parts([None] * self.positional, {})


def primal(function: Any, wrt: Any, /, *args: Any, **keywords: Any) -> tuple[Any, Record]:
    """Call a function and record what its reverse needs; `wrt` names the active arguments (`...`: all)."""
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    if isinstance(function, functools.partial):
        return _partial(function, wrt, args, keywords)
    if isinstance(function, types.MethodType):
        if function.__name__ in library.NAMEDTUPLES and hasattr(function.__self__, "_fields"):
            function = types.MethodType(library.NAMEDTUPLES[function.__name__], function.__self__)
        ans, record = primal(function.__func__, _shifted(wrt), function.__self__, *args, **keywords)
        return ans, _Dropped(record, function.__self__)
    if function is super:
        return function(*args), Nothing(len(args))
    if function is getattr:
        return _attribute(wrt, *args)
    if function in _DUNDERS and any(defines(type(arg), _DUNDERS[function]) for arg in args):
        return _operated(function, wrt, args)
    if isinstance(function, operator.itemgetter):
        return primal(library.get_items, wrt, *args, *function.__reduce__()[1])
    if function in _special(function):
        return primal(library.REPLACED[function], wrt, *args, **keywords)
    rule = lookup(function)
    if rule is not None:
        if rule.kind == "zero":
            return function(*args, **keywords), Nothing(len(args))
        return _ruled(function, wrt, args, keywords)
    if is_inert(function):
        return function(*args, **keywords), Nothing(len(args))
    if getattr(function, "__module__", None) in ENGINE:
        raise UnsupportedError(
            "the derivative of this derivative is not supported: it calls functions that are looked up when it runs, or keeps "
            "adjoints in a table.\nWrite the function without calls, views, lists and objects that carry active values.")
    if isinstance(function, types.FunctionType):
        return _python(function, wrt, args, keywords)
    adapted = getattr(function, "as_python", None)  # a derivative: through the program that it would run
    if adapted is not None and not isinstance(function, type):
        entry, values, places = adapted(args, keywords)
        ans, record = primal(entry, tuple(k for k, place in enumerate(places) if place in wrt), *values)
        return ans, _Placed(record, places, len(args))
    if isinstance(function, type):
        return _constructed(function, wrt, args, keywords)
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__name__", "")
    if isinstance(function, types.BuiltinFunctionType | types.MethodWrapperType) and owner is not None:
        return _builtin_method(function, owner, name, wrt, args, keywords)
    called = inspect.getattr_static(type(function), "__call__", None)
    if isinstance(called, types.FunctionType):
        ans, record = primal(called, _shifted(wrt), function, *args, **keywords)
        return ans, _Dropped(record, function)
    wrapped = getattr(function, "__wrapped__", None)
    if isinstance(wrapped, types.FunctionType):  # functools.lru_cache and the like
        return primal(wrapped, wrt, *args, **keywords)
    if not _carries(args, keywords, wrt):
        return function(*args, **keywords), Nothing(len(args))
    raise UnsupportedError(
        f"no derivative rule for {getattr(function, '__module__', None) or ''}.{getattr(function, '__qualname__', function)}"
        ", which an active value meets.\nRegister one (tangentish.rules), or pass stop_gradient(...) of its arguments.")


_DUNDERS: Any = {getattr(operator, name): f"__{name.strip('_')}__" for name in (
    "add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "matmul", "or_", "and_", "xor", "neg", "pos", "abs", "invert",
    "getitem")}


def _operated(function: Any, wrt: Any, args: tuple[Any, ...]) -> tuple[Any, Record]:
    """`a + b` where the class of an operand defines it."""
    method = _DUNDERS[function]
    order = [(0, method)] if len(args) == 1 else [(0, method), (1, f"__r{method[2:]}")]
    if len(args) == 2 and type(args[1]) is not type(args[0]) and issubclass(type(args[1]), type(args[0])):
        order.reverse()
    for place, name in order:
        called = getattr(type(args[place]), name, None)
        if isinstance(called, types.FunctionType):
            given = args if place == 0 else args[::-1]
            ans, record = primal(called, (*range(len(args)), "*"), *given)
            if ans is not NotImplemented:
                return ans, record if place == 0 else _Swapped(record)
    raise TypeError(f"unsupported operands for {function.__name__}: {', '.join(type(a).__name__ for a in args)}")


class _Swapped(Record):
    """A call of a reflected operator."""

    def __init__(self, inner: Record) -> None:
        self.inner = inner

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        return Parts(parts.values[::-1], {})


class _Placed(Record):
    """A call whose arguments were put in the order of the parameters; `places` says where each came from."""

    def __init__(self, inner: Record, places: list[Any], count: int) -> None:
        self.inner, self.places, self.count = inner, places, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        found = {place: parts[k] for k, place in enumerate(self.places)}
        return Parts([found.get(k) for k in range(self.count)], {k: v for k, v in found.items() if isinstance(k, str)})


def _special(function: Any) -> dict[Any, Any]:
    try:
        hash(function)
    except TypeError:
        return {}
    return library.REPLACED


def _carries(args: tuple[Any, ...], keywords: dict[str, Any], wrt: Any) -> bool:
    """Whether any active argument can really carry a derivative."""
    values = [args[k] for k in wrt if isinstance(k, int)] + [keywords[k] for k in wrt if isinstance(k, str) and k != "*"]
    return any(floats(value) for value in values) or "*" in wrt


def floats(value: Any) -> bool:
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind in "fcO"
    return not isinstance(value, int | str | bytes | type(None) | types.FunctionType | type | types.ModuleType | np.dtype)


def _shifted(wrt: Any) -> tuple[Any, ...]:
    first = (0,) if "*" in wrt else ()
    return (*first, *(k + 1 if isinstance(k, int) else k for k in wrt))


class _Dropped(Record):
    """A call with `self` put in front."""

    def __init__(self, inner: Record, owner: Any) -> None:
        self.inner, self.owner = inner, owner

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        rest = Parts(parts.values[1:], parts.keywords)
        if isinstance(self.owner, np.ndarray):
            shadows.add(self.owner, None, parts.values[0])
        else:
            rest.owner = parts.values[0]
        return rest


# Python functions


class _Pair(Record):
    def __init__(self, made: Made, label: str, ans: Any, record: Any, plan: Any, values: Any,
                 cells: dict[str, Any]) -> None:
        self.made, self.label, self.ans, self.record = made, label, ans, record
        self.plan, self.values, self.cells = plan, values, cells
        self.defaulted: dict[str, tuple[Any, Any]] = {}

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        wanted, positional, keywords = self.plan
        if ans_bar is None:  # the result was not used; what the call wrote may have been
            ans_bar = zeros_like(self.ans)
        results = dict(zip(wanted, self.made.reverse(self.record, ans_bar, shadows), strict=True))
        for name, cell in self.cells.items():
            if name in results:
                shadows.deposit(cell, "cell_contents", self.values[name], results[name])
        for name, (holder, key) in self.defaulted.items():
            shadows.deposit(holder, key, self.values[name], results[name])
        got: list[Any] = []
        for place in positional:
            got.append(self._part(place, results, shadows))
        return Parts(got, {key: self._part(place, results, shadows) for key, place in keywords.items()})

    def _part(self, place: Any, results: dict[str, Any], shadows: Shadows) -> Any:
        name, key = place
        value = self.values[name]
        if key is None:
            return results.get(name)
        slots = shadows.slots(value)
        part = slots[key] if isinstance(slots, list) else slots.get(key)
        outer = results.get(name)
        if outer is not None:
            part = accumulate(part, outer[key])
        return None if isinstance(value[key], np.ndarray) and outer is None else part


def _python(function: types.FunctionType, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    signature = _signature(function)
    bound = signature.bind(*args, **keywords)
    active: set[str] = set()
    positional: list[tuple[str, Any]] = []
    named: dict[str, tuple[str, Any]] = {}
    names = list(signature.parameters.values())
    by_position = [p for p in names if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in names if p.kind is p.VAR_POSITIONAL), None)
    more = next((p.name for p in names if p.kind is p.VAR_KEYWORD), None)
    for place in range(len(args)):
        if place < len(by_position):
            positional.append((by_position[place].name, None))
        else:
            assert rest is not None
            positional.append((rest, place - len(by_position)))
        if place in wrt:
            active.add(positional[-1][0])
    for key in keywords:
        parameter = signature.parameters.get(key)
        if parameter is not None and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            named[key] = (key, None)
        else:
            assert more is not None
            named[key] = (more, key)
        if key in wrt:
            active.add(named[key][0])
    given = set(bound.arguments)
    bound.apply_defaults()
    values = dict(bound.arguments)
    defaulted = {key: place for key, place in _default_places(function).items() if key not in given} if "*" in wrt else {}
    active |= {key for key in defaulted if floats(values[key])}
    captured = captured_names(function)
    if "*" in wrt:
        active |= {key for key, value in captured.items() if floats(value) or isinstance(value, types.FunctionType)}
    values.update(captured)
    made, wanted = pair_for(function, values, tuple(k for k in values if k in active), tuple(captured))
    label = next(iter(made.functions))
    first = next(iter(values), None)
    if made.stores and first is not None and first not in active and hasattr(values[first], "__dict__") and not is_fixed(
            values[first]):
        raise UnsupportedError(
            f"{function.__qualname__} stores active values in an object that is not an argument.\n"
            "Pass the object to the differentiated function.")
    ans, record = made.functions[label](*values.values())
    cells = {key: cell for key, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
             if key in captured and key in active}
    pair = _Pair(made, list(made.functions)[1], ans, record, (wanted, positional, named), values, cells)
    pair.defaulted = {key: place for key, place in defaulted.items() if key in active}
    return ans, pair


def _default_places(function: types.FunctionType) -> dict[str, tuple[Any, Any]]:
    """Where the default of each parameter is kept: the tuple or dict, and the key."""
    positional = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    places: dict[str, tuple[Any, Any]] = {
        key: (defaults, place) for place, key in enumerate(positional[len(positional) - len(defaults) :])}
    return places | {key: (function.__kwdefaults__, key) for key in function.__kwdefaults__ or {}}


@functools.lru_cache(maxsize=1024)
def _cached_signature(function: types.FunctionType) -> inspect.Signature:
    return parameters(function)


def _signature(function: types.FunctionType) -> inspect.Signature:
    return _cached_signature(function) if function.__closure__ is None else parameters(function)


def pair_for(function: types.FunctionType, values: dict[str, Any], active: tuple[str, ...],
             captured: tuple[str, ...]) -> tuple[Made, tuple[str, ...]]:
    """The pair of functions for these arguments, made once."""
    kinds = kinds_of(values) if KINDS_KNOWN else unknown_of(values)
    arrays = [value for value in values.values() if isinstance(value, np.ndarray)]
    alias = any(np.may_share_memory(a, b) for k, a in enumerate(arrays) for b in arrays[:k]) or shares_memory(values)
    request = Request("pair", tuple(kinds.items()), active, captured=captured, params_alias=alias, optimise=OPTIMISE)
    key = (function.__code__, id(function.__globals__))
    for known, made in _pairs.get(key, ()):
        if known == request and made.holds():
            return made, known.wanted
    with _lock:
        for known, made in _pairs.get(key, ()):
            if known == request and made.holds():
                return made, known.wanted
        made = make(function, request, EXTERNS)
        kept = [(k, m) for k, m in _pairs.get(key, []) if k != request][-32:]
        _pairs[key] = [*kept, (request, made)]
    return made, request.wanted


class _AttributeRecord(Record):
    def __init__(self, owner: Any, key: str, value: Any, count: int) -> None:
        self.owner, self.key, self.value, self.count = owner, key, value, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        shadows.load_attribute(self.owner, self.key, self.value, ans_bar)
        return Parts([None] * self.count, {})


def _attribute(wrt: Any, owner: Any, key: str, *default: Any) -> tuple[Any, Record]:
    if default and not hasattr(owner, key):
        return default[0], _Passed(len(default))
    value = getattr(owner, key)
    return value, _AttributeRecord(owner, key, value, 2 + len(default))


class _Passed(Record):
    """A call that returned its last argument as it is."""

    def __init__(self, count: int) -> None:
        self.count = count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([None, None, ans_bar], {})


# functions with a rule


def _ruled(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """A function with a rule is called by a function of one line, which is differentiated like any other."""
    keywords = {key: value for key, value in keywords.items() if not key.startswith("overwrite_")}
    caller = _caller(len(args), tuple(keywords), function)
    indices = tuple(sorted(k for k in wrt if isinstance(k, int)))
    names = [f"a{k}" for k in range(len(args))] + [f"k_{key}" for key in keywords]
    active = tuple(n for n in names if (n[0] == "a" and int(n[1:]) in indices) or (n[0] == "k" and n[2:] in wrt))
    values = dict(zip(names, [*args, *keywords.values()], strict=True))
    made, wanted = pair_for(caller, values, active, ())
    first, second = list(made.functions)
    ans, record = made.functions[first](*values.values())
    positional = [(f"a{k}", None) for k in range(len(args))]
    return ans, _Pair(made, second, ans, record, (wanted, positional, {k: (f"k_{k}", None) for k in keywords}), values, {})


@functools.lru_cache(maxsize=1024)
def _caller(count: int, keywords: tuple[str, ...], function: Any) -> types.FunctionType:
    import linecache

    names = [f"a{k}" for k in range(count)] + [f"k_{key}" for key in keywords]
    given = [f"a{k}" for k in range(count)] + [f"{key}=k_{key}" for key in keywords]
    text = f"def call({', '.join(names)}):\n    return function({', '.join(given)})\n"
    filename = f"<tangentish call of {getattr(function, '__name__', 'function')} {id(function)} {count} {keywords}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    space: dict[str, Any] = {"function": function}
    exec(compile(text, filename, "exec"), space)
    made: types.FunctionType = space["call"]
    return made


def _builtin_method(function: Any, owner: Any, name: str, wrt: Any, args: tuple[Any, ...],
                    keywords: dict[str, Any]) -> tuple[Any, Record]:
    if isinstance(owner, np.ufunc) and name == "at":
        ans, record = primal(library.at_each, _shifted(wrt), owner, *args)
        return ans, _Dropped(record, owner)
    if isinstance(owner, np.ndarray | np.generic) and name in METHODS:
        ans, record = primal(METHODS[name], _shifted(wrt), owner, *args, **keywords)
        return ans, _Dropped(record, owner)
    for (kind, method), replacement in library.METHODS.items():
        if method == name and isinstance(owner, kind):
            ans, record = primal(replacement, _shifted(wrt), owner, *args, **keywords)
            return ans, _Dropped(record, owner)
    if isinstance(owner, np.ndarray | np.generic) and name in ("tolist", "fill", "sort", "view", "put"):
        ans, record = primal(getattr(library, f"array_{name}"), _shifted(wrt), owner, *args, **keywords)
        return ans, _Dropped(record, owner)
    if isinstance(owner, types.ModuleType) or not _carries(args, keywords, wrt):
        if isinstance(owner, str | bytes | int | type(None) | tuple) or name in ("keys", "index", "count"):
            return function(*args, **keywords), Nothing(len(args))
    if isinstance(owner, np.random.Generator | np.random.RandomState | str) or (
            name in ("keys", "index", "count", "is_integer", "hex") or (not _carries(args, keywords, wrt)
            and not isinstance(owner, np.ndarray | list | dict))):
        return function(*args, **keywords), Nothing(len(args))
    raise UnsupportedError(f"no derivative rule for the method `{name}` of {type(owner).__name__}, which an active value "
                           "meets.\nUse a NumPy function or a plain loop in its place.")


# partial functions and classes


class _PartialRecord(Record):
    def __init__(self, inner: Record, function: functools.partial[Any], count: int) -> None:
        self.inner, self.function, self.count = inner, function, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        given = len(self.function.args)
        for place in range(given):
            shadows.deposit(self.function.args, place, self.function.args[place], parts[place])
        for key, value in self.function.keywords.items():
            shadows.deposit(self.function.keywords, key, value, parts[key])
        return Parts(parts.values[given:], parts.keywords)


def _partial(function: functools.partial[Any], wrt: Any, args: tuple[Any, ...],
             keywords: dict[str, Any]) -> tuple[Any, Record]:
    given = len(function.args)
    inner = [k + given if isinstance(k, int) else k for k in wrt]
    if "*" in wrt:
        inner += [*range(given), *function.keywords]
    ans, record = primal(function.func, tuple(inner), *function.args, *args, **{**function.keywords, **keywords})
    return ans, _PartialRecord(record, function, len(args))


class _FieldsRecord(Record):
    """An object whose constructor stores its arguments as they are: a dataclass, a namedtuple, a partial."""

    def __init__(self, stored: list[tuple[Any, Any, Any]], keywords: dict[str, tuple[Any, Any, Any]]) -> None:
        self.stored, self.keywords = stored, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([shadows.held(*place, None) for place in self.stored],
                     {key: shadows.held(*place, None) for key, place in self.keywords.items()})


def _constructed(cls: type, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    if not _carries(args, keywords, wrt):
        return cls(*args, **keywords), Nothing(len(args))
    if cls is functools.partial:
        made = functools.partial(*args, **keywords)
        return made, _PartialMade(made, args[0], {k for k in keywords})
    if cls in (list, tuple, dict):
        return primal(getattr(library, f"new_{cls.__name__}"), wrt, *args, **keywords)
    if cls is collections.OrderedDict:
        return primal(library.new_ordered_dict, wrt, *args, **keywords)
    if cls is collections.defaultdict and args:
        return primal(library.new_default_dict, wrt, *args, **keywords)
    if cls is types.SimpleNamespace and not args:
        made = cls(**keywords)
        return made, _FieldsRecord([], {key: (made, key, value) for key, value in keywords.items()})
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        obj = cls(*args, **keywords)
        fields = list(cls._fields)
        return obj, _FieldsRecord([(obj, k, value) for k, value in enumerate(args)],
                                  {k: (obj, fields.index(k), v) for k, v in keywords.items()})
    init = cls.__init__
    if hasattr(cls, "__dataclass_fields__") and not _from_source(init):
        if hasattr(cls, "__post_init__"):
            return _dataclass(cls, args, keywords)
        obj = cls(*args, **keywords)
        names = [f.name for f in cls.__dataclass_fields__.values() if f.init]
        return obj, _FieldsRecord([(obj, names[k], value) for k, value in enumerate(args)],
                                  {k: (obj, k, v) for k, v in keywords.items()})
    if isinstance(init, types.FunctionType) and cls.__dict__.get("__new__", object.__new__) is object.__new__ and type(cls) is type:
        obj = object.__new__(cls)
        _, record = primal(init, (0, *_shifted(wrt)), obj, *args, **keywords)
        return obj, _Dropped(record, obj)
    raise UnsupportedError(f"constructing {cls.__module__}.{cls.__qualname__} from active values is not supported.")


def _dataclass(cls: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """A dataclass with a `__post_init__`: the fields are set as its generated `__init__` does, then that is followed."""
    bound = inspect.signature(cls).bind(*args, **keywords).arguments
    obj = object.__new__(cls)
    given, later = {}, []
    for field in cls.__dataclass_fields__.values():
        if field.name in bound:
            value = bound[field.name]
        elif field.default_factory is not dataclasses.MISSING:
            value = field.default_factory()
        elif field.default is not dataclasses.MISSING:
            value = field.default
        else:
            continue
        if field._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]  # nothing public tells
            later.append(value)
            continue
        object.__setattr__(obj, field.name, value)
        given[field.name] = value
    if later:
        raise UnsupportedError(f"{cls.__qualname__} has an InitVar that meets active values.\nWrite an __init__ instead.")
    _, record = primal(cls.__post_init__, (0, "*"), obj)
    names = list(bound)
    fields = _FieldsRecord([(obj, names[k], given[names[k]]) for k in range(len(args))],
                           {k: (obj, k, given[k]) for k in keywords})
    return obj, _Sequel(fields, record)


class _Sequel(Record):
    """Two calls, one after the other; what the first gave is what the second worked on."""

    def __init__(self, first: Record, second: Record) -> None:
        self.first, self.second = first, second

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        self.second.reverse(None, shadows)
        return self.first.reverse(ans_bar, shadows)


def _from_source(function: Any) -> bool:
    return isinstance(function, types.FunctionType) and not function.__code__.co_filename.startswith("<string>")


class _PartialMade(Record):
    """A partial: what it holds came from its arguments, or from the partial it was made from."""

    def __init__(self, made: functools.partial[Any], function: Any, own: set[str]) -> None:
        self.made, self.function, self.own = made, function, own

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        made, inner = self.made, self.function if isinstance(self.function, functools.partial) else None
        inherited = len(inner.args) if inner is not None else 0
        parts = [shadows.held(made.args, place, value, None) for place, value in enumerate(made.args)]
        for place in range(inherited):
            assert inner is not None
            shadows.deposit(inner.args, place, inner.args[place], parts[place])
        keywords = {key: shadows.held(made.keywords, key, value, None) for key, value in made.keywords.items()}
        for key in set(keywords) - self.own:
            assert inner is not None
            shadows.deposit(inner.keywords, key, inner.keywords[key], keywords[key])
        return Parts([None, *parts[inherited:]], {key: keywords[key] for key in self.own})


def read_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows) -> bool:
    """Reverse a read of `owner.key` where that is a property: through the code of the property."""
    found = static_attribute(owner, key)
    getter = found.fget if isinstance(found, property) else None
    if isinstance(found, functools.cached_property):
        getter = found.func
    if getter is None:
        return False
    again, record = primal(getter, (0, "*"), owner.__self__ if isinstance(owner, super) else owner)
    if not _same(again, value):
        raise UnsupportedError(f"the property `{key}` of {type(owner).__name__} no longer has the value it had when it was "
                               "read; read it once, or make it a method.")
    record.reverse(value_bar, shadows)
    return True


def write_property(owner: Any, key: str, value: Any, value_bar: Any, shadows: Shadows) -> Any:
    """Reverse `owner.key = value` where that is a property: through the code of its setter, which is run again."""
    before = saved_attribute(owner, key)
    _, record = primal(static_attribute(owner, key).fset, (0, 1, "*"), owner, value)
    part = record.reverse(None, shadows)[1]
    shadows.restore_attribute(owner, key, before)
    return shadows.add(value, value_bar, part)


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    return left is right or bool(left == right) or bool(left != left and right != right)


EXTERNS: dict[str, Any] = {"primal": primal}
"""Names that generated code may use whatever the function is."""
Shadows.read_property = staticmethod(read_property)
Shadows.write_property = staticmethod(write_property)
