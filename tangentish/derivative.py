"""The callable that `grad` returns: picks or makes the program for each call."""

from __future__ import annotations

import copy
import functools
import importlib
import inspect
import threading
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import dispatch
from tangentish.analysis.kinds import UNKNOWN, Kind, kinds_of, unknown_of
from tangentish.errors import ArgumentError, DerivativeTypeError, OutputError, SourceError, UnsupportedError, relocated
from tangentish.frontend.callables import parameters
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.runtime import separated, shares_memory
from tangentish.shadows import Shadows

Argnum = int | str
_MEMO = 512


class Derivative:
    """A derivative of `primal` with respect to `argnums`; called with the arguments of `primal`."""

    def __init__(self, fun: Callable[..., Any], argnums: Argnum | tuple[Argnum, ...], form: str, has_aux: bool,
                 kinds: bool = True, optimise: bool = True) -> None:
        if not callable(fun):
            raise _ArgumentTypeError(f"fun must be callable, not {type(fun).__name__}")
        self.primal = fun
        self.argnums = argnums
        self._form, self._has_aux = form, has_aux
        self._known, self._optimise = kinds, optimise
        self._bound_self = 0
        self._setup()
        functools.update_wrapper(self, fun, updated=())
        if isinstance(fun, types.FunctionType):
            self.__dict__.update({k: v for k, v in vars(fun).items() if k not in self.__dict__})

    def _setup(self) -> None:
        self._lock = threading.RLock()
        self._made: dict[Request, Made] = {}
        self._memo: dict[Any, tuple[Made, Any]] = {}
        self._last: Made | None = None
        self._function = _target(self.primal)
        self._signature = _signature_of(self.primal)
        _check_argnums(self.argnums, self._signature, _label(self.primal), self._offset)

    # calling

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        try:
            return self._call(args, keywords)
        except OutputError as error:
            raise type(error)(f"{_label(self.primal)}: {error}") from None
        except (UnsupportedError, SourceError) as error:
            better = relocated(error)
            if better is error:
                raise
            raise better from None

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        if not keywords:
            key = tuple([(a.shape, a.dtype) if type(a) is np.ndarray else type(a) for a in args])
            found = self._memo.get(key)
            # shapes do not say whether arguments share memory, so that is looked at with every call
            if found is not None and found[0].holds() and not _overlap([a for a in args if type(a) is np.ndarray]):
                made, finish = found
                return finish(made.entry(*args), args)
        return self._general(args, keywords)

    def _general(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        function = self._function
        if function is None or self._has_aux:
            return self._by_pullback(args, keywords)
        values, picks = self._arguments(args, keywords)
        made = self._program(values, picks)
        order = list(values)
        if not made.writes and shares_memory(values):
            values = separated(values)  # each place in the arguments has a derivative of its own
        result = made.entry(*[values[name] for name in order])
        self._last = made

        def finish(result: Any, given: Any) -> Any:
            return self._finish(result, picks, given)

        simple = not keywords and len(args) == len(order) and self._simple(args)
        if simple and len(self._memo) < _MEMO:
            key = tuple([(a.shape, a.dtype) if type(a) is np.ndarray else type(a) for a in args])
            self._memo[key] = (made, finish)
        return finish(result, args)

    def as_python(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
        """The generated function for a call, the values of its parameters, and which argument each of them is."""
        if self._function is None or self._has_aux:
            raise UnsupportedError(f"the derivative of {self!r} is not supported.\nWrap what it differentiates in a function.")
        values, picks = self._arguments(args, keywords)
        if any(key is not None for _, key in picks):
            raise UnsupportedError("the derivative of a derivative with respect to items of *args or **keywords is not "
                                   "supported.\nName the parameters.")
        made = self._program(values, picks)
        given = dict(self._signature.bind(*self._prefix(), *args, **keywords).arguments)
        order = list(values)
        offset = len(self._prefix())
        places = [name if name in keywords else (order.index(name) - offset if name in given else None) for name in order]
        return made.entry, [values[name] for name in order], places

    @staticmethod
    def _simple(args: tuple[Any, ...]) -> bool:
        """Whether shapes, dtypes and types say all that a program depends on."""
        arrays = [a for a in args if type(a) is np.ndarray]
        return all(type(a) in (float, int, np.float64, np.ndarray) for a in args) and not _overlap(arrays)

    def _finish(self, result: Any, picks: list[tuple[str, Any]], args: Any) -> Any:
        if self._form == "value_and_grad":
            value, bars = result
            return value, self._tidy(bars, picks, args)
        return self._tidy(result, picks, args)

    def _tidy(self, bars: Any, picks: list[tuple[str, Any]], args: Any) -> Any:
        """Check the shapes, give every array a memory of its own, and pick items of `*args`."""
        single = not isinstance(self.argnums, tuple)
        if single and picks[0][1] is None:
            return _own(bars)
        wanted = list(dict.fromkeys(name for name, _ in picks))
        by_name = dict(zip(wanted, bars if len(wanted) > 1 or not single else (bars,), strict=True))
        out = tuple(_own(by_name[name] if key is None else by_name[name][key]) for name, key in picks)
        for place, value in enumerate(out):
            if isinstance(value, np.ndarray) and any(value is other for other in out[:place]):
                out = (*out[:place], value.copy(), *out[place + 1 :])
        return out[0] if single else out

    # programs

    def _arguments(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
        """The values of all parameters by name, and where each derivative asked for is."""
        try:
            bound = self._signature.bind(*self._prefix(), *args, **keywords)
        except TypeError as error:
            raise _ArgumentTypeError(f"{_label(self.primal)}: {error}") from None
        bound.apply_defaults()
        values = dict(bound.arguments)
        nums = self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)
        picks = [self._pick(num, values, len(args)) for num in nums]
        for num, (name, key) in zip(nums, picks, strict=True):
            _check_value(values[name] if key is None else values[name][key], num, name)
        return values, picks

    def _prefix(self) -> tuple[Any, ...]:
        return (self.primal.__self__,) if isinstance(self.primal, types.MethodType) else ()

    @property
    def _offset(self) -> int:
        return self._bound_self + (1 if isinstance(self.primal, types.MethodType) else 0)

    def _pick(self, num: Argnum, values: dict[str, Any], count: int) -> tuple[str, Any]:
        listed = list(self._signature.parameters.values())
        if isinstance(num, str):
            if num in values and num in self._signature.parameters:
                return num, None
            rest = next(p.name for p in listed if p.kind is p.VAR_KEYWORD)
            if num not in values[rest]:
                raise ArgumentError(f"argnums names {num!r}, which was not passed to {_label(self.primal)}")
            return rest, num
        plain = [p for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        positional = [p for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        rest_name = next((p.name for p in listed if p.kind is p.VAR_POSITIONAL), None)
        place = num + self._offset if num >= 0 else num
        if rest_name is not None:
            total = len(positional) + len(values[rest_name])
            place = place + total if place < 0 else place
            if place < len(positional):
                return positional[place].name, None
            if place - len(positional) >= len(values[rest_name]):
                raise ArgumentError(f"argnums is {num}, but {_label(self.primal)} was called with {count} arguments")
            return rest_name, place - len(positional)
        return plain[place].name, None

    def _program(self, values: dict[str, Any], picks: list[tuple[str, Any]]) -> Made:
        kinds = kinds_of(values) if self._known else unknown_of(values)
        alias = _overlap([v for v in values.values() if isinstance(v, np.ndarray)]) or _repeated(values) or shares_memory(
            values)
        return self._program_for(kinds, picks, alias)

    def _program_for(self, kinds: dict[str, Kind], picks: list[tuple[str, Any]], alias: bool) -> Made:
        wanted = tuple(dict.fromkeys(name for name, _ in picks))
        request = Request(self._form, tuple(kinds.items()), wanted, isinstance(self.argnums, tuple) or len(wanted) > 1,
                          params_alias=alias, optimise=self._optimise)
        made = self._made.get(request)
        if made is not None and made.holds():
            return made
        with self._lock:
            made = self._made.get(request)
            if made is None or not made.holds():
                assert self._function is not None
                made = make(self._function, request, dispatch.EXTERNS)
                made.entry = next(iter(made.functions.values()))
                self._made[request] = made
                self._memo.clear()
        return made

    def _by_pullback(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Callables without source of their own (partials, objects, functions with a rule), and auxiliary results."""
        nums = self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)
        given = [a for a in args]
        wrt: list[Any] = []
        for num in nums:
            place, name = self._where(num, given, keywords)
            wrt.append(place)
            _check_value(given[place] if isinstance(place, int) else keywords[place], num, name)
        copies = dispatch_copies(given, keywords)
        ans, record = dispatch.primal(self.primal, tuple(wrt), *copies[0], **copies[1])
        if self._has_aux and not (isinstance(ans, tuple) and len(ans) == 2):
            raise OutputError(f"with has_aux=True the function should return (value, aux), not a {type(ans).__name__}")
        value = ans[0] if self._has_aux else ans
        aux = ans[1] if self._has_aux else None
        from tangentish.runtime import seed

        shadows = Shadows()
        one = seed(1.0, value)
        parts = record.reverse(_start(ans, one, shadows) if self._has_aux else _start_plain(ans, one, shadows), shadows)
        bars = tuple(_own(shadows.result((copies[0] if isinstance(p, int) else copies[1])[p], parts[p])) for p in wrt)
        shadows.finish()
        result = bars if isinstance(self.argnums, tuple) else bars[0]
        if self._form == "value_and_grad":
            return ((value, aux), result) if self._has_aux else (value, result)
        return (result, aux) if self._has_aux else result

    def _where(self, num: Argnum, args: list[Any], keywords: dict[str, Any]) -> tuple[Any, str]:
        if isinstance(num, str) and num in keywords:
            return num, num
        names = [p.name for p in self._signature.parameters.values()][self._offset if self._prefix() else 0 :]
        if isinstance(num, str):
            return names.index(num), num
        place = num + self._bound_self if num >= 0 else num + max(len(names), len(args))
        if place >= len(args):
            return names[place], names[place]
        return place, names[place] if place < len(names) else str(place)

    # looking at it

    @property
    def source(self) -> str:
        """The generated code: of the program last used, or, before any call, of the one for unknown kinds."""
        if self._last is not None:
            return self._last.text
        if self._function is None:
            raise SourceError(f"{_label(self.primal)} has no Python source of its own")
        kinds = dict.fromkeys(self._signature.parameters, UNKNOWN)
        nums = self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)
        values: dict[str, Any] = {name: (None,) * 64 if p.kind is p.VAR_POSITIONAL else {} for name, p in
                                  self._signature.parameters.items()}
        for num in nums:
            rest = next((p.name for p in self._signature.parameters.values() if p.kind is p.VAR_KEYWORD), None)
            if isinstance(num, str) and rest is not None and num not in values:
                values[rest][num] = 0.0
        return self._program_for(kinds, [self._pick(num, values, 64) for num in nums], False).text

    def source_for(self, *args: Any, **keywords: Any) -> str:
        """The generated code for arguments like these."""
        if self._function is None:
            raise SourceError(f"{_label(self.primal)} has no Python source of its own")
        return self._program(*self._arguments(args, keywords)).text

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        bound = types.MethodType(self.primal, instance)
        return self._rebound(bound)

    def _rebound(self, bound: Any) -> Derivative:
        cache = self.__dict__.setdefault("_bound_cache", {})
        made = Derivative(bound, self.argnums, self._form, self._has_aux, self._known, self._optimise)
        made._made = cache
        return made

    # pickling: by the name of the primal, found again where it was defined

    def __getstate__(self) -> dict[str, Any]:
        kept = ("argnums", "_form", "_has_aux", "_known", "_optimise", "_bound_self")
        state = {key: self.__dict__[key] for key in kept}
        function = self.primal.__func__ if isinstance(self.primal, types.MethodType) else self.primal
        decorated = isinstance(function, types.FunctionType) and _lookup(function) is not function
        owner = (self.primal.__self__,) if isinstance(self.primal, types.MethodType) else ()
        state["primal"] = (function.__module__, function.__qualname__, *owner) if decorated else self.primal
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        primal = state.pop("primal")
        if isinstance(primal, tuple):
            found = _named(*primal[:2])
            function = found.primal if isinstance(found, Derivative) else found
            primal = types.MethodType(function, primal[2]) if len(primal) > 2 else function
        self.__dict__.update(state)
        self.primal = primal
        self._setup()
        functools.update_wrapper(self, primal, updated=())

    def __repr__(self) -> str:
        return f"<{self._form} of {_label(self.primal)} with respect to {self.argnums!r}>"


def _overlap(arrays: list[np.ndarray[Any, Any]]) -> bool:
    return any(np.may_share_memory(a, b) and np.shares_memory(a, b) if a is not b else True
               for k, a in enumerate(arrays) for b in arrays[:k])


def _repeated(values: dict[str, Any]) -> bool:
    held = [id(v) for v in values.values() if isinstance(v, list | dict)]
    return len(set(held)) < len(held)


def _own(value: Any) -> Any:
    """An array that can be written into and shares memory with nothing; other values as they are."""
    if isinstance(value, np.ndarray):
        return value if value.flags.owndata and value.flags.writeable else value.copy()
    return value


def _start_plain(ans: Any, one: Any, shadows: Shadows) -> Any:
    return shadows.add(ans, shadows.start(ans), one) if isinstance(ans, np.ndarray) else one


def _start(ans: Any, one: Any, shadows: Shadows) -> Any:
    shadows.add(ans, None, (one, *[None] * (len(ans) - 1)))
    return None


def dispatch_copies(args: list[Any], keywords: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Copies of arguments, so that the function may write into them."""
    from tangentish.runtime import copied

    values = copied([*args], dict(keywords))
    return values[0], values[1]


def _label(fun: Any) -> str:
    return getattr(fun, "__qualname__", None) or repr(fun)


def _target(fun: Any) -> types.FunctionType | None:
    """The Python function whose source is to be differentiated, if the callable is one."""
    from tangentish.rules.registry import lookup

    if isinstance(fun, types.MethodType):
        fun = fun.__func__
    return fun if isinstance(fun, types.FunctionType) and lookup(fun) is None else None


def _signature_of(fun: Any) -> inspect.Signature:
    target = fun.__func__ if isinstance(fun, types.MethodType) else fun
    try:
        return parameters(target) if isinstance(target, types.FunctionType) else inspect.signature(target)
    except (TypeError, ValueError):
        raise SourceError(
            f"{_label(fun)} is neither a Python function nor a callable with a signature, so it cannot be differentiated.\n"
            "Wrap it in a Python function, or register a rule for it (tangentish.rules).") from None


def _check_argnums(argnums: Any, signature: inspect.Signature, label: str, offset: int) -> None:
    nums = argnums if isinstance(argnums, tuple) else (argnums,)
    listed = list(signature.parameters.values())
    open_ended = any(p.kind is p.VAR_POSITIONAL for p in listed)
    named = [p.name for p in listed]
    for num in nums:
        if isinstance(num, bool) or not isinstance(num, int | str | np.integer):
            raise _ArgumentTypeError(f"argnums should be an int, a parameter's name or a tuple of these, not {num!r}")
        if isinstance(num, str) and num not in named and not any(p.kind is p.VAR_KEYWORD for p in listed):
            raise ArgumentError(f"argnums names {num!r}, but {label} has the parameters {', '.join(named) or 'none'}")
        count = len(listed) - offset
        if not isinstance(num, str) and not open_ended and not -count <= num < count:
            raise ArgumentError(f"argnums is {num}, but {label} has {count} parameter{'s' * (count != 1)}")


class _ArgumentTypeError(ArgumentError, TypeError):
    pass


def _check_value(value: Any, num: Any, name: str) -> None:
    kind = value.dtype.kind if isinstance(value, np.ndarray | np.generic) else ""
    if isinstance(value, bool | int) or kind in ("i", "u", "b"):
        what = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"
        cast = f"{name}.astype(float)" if isinstance(value, np.ndarray) else f"float({name})"
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is {what}, which has no derivative; pass {cast} instead")
    if value is None or isinstance(value, str | bytes) or kind in ("U", "S", "O"):
        raise DerivativeTypeError(f"argument {num!r} (`{name}`) is {value!r:.60}, which has no derivative; "
                                  "pass a float, an array of floats or a container of these")


def _lookup(fun: Any) -> Any:
    try:
        return _named(fun.__module__, fun.__qualname__)
    except (AttributeError, ImportError):
        return None


def _named(module: str, qualname: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in qualname.split("."):
        found = getattr(found, part)
    return found


__all__ = ["Derivative", "OutputError", "copy"]
