"""The programs made for one function, each for the kinds of the arguments it was called with."""

from __future__ import annotations

import threading
import types
import weakref
from collections.abc import Callable, Collection, MutableMapping
from typing import Any

import numpy as np

from tangentish import dispatch
from tangentish.analysis.code.own_names import names_of_values
from tangentish.analysis.kinds import Kind, kinds_of, unknown_of
from tangentish.checkpointing import without_checkpoint
from tangentish.class_attributes import living
from tangentish.derivative.arguments import Pick
from tangentish.frontend.source import REWRITTEN
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.rules.registry import lookup
from tangentish.runtime import shares_memory

MOST_FUNCTIONS = 1024
"""For how many functions programs are kept; that counts where what a function captured leads back to it."""
_Key = tuple[str, bool, bool, bool, int | None]


class Kept:
    """The programs made for one function, by what was asked for; `lock` is held while one is made."""

    def __init__(self) -> None:
        self.made: dict[Request, Made] = {}
        self.lock = threading.RLock()


_kept: weakref.WeakKeyDictionary[types.FunctionType, dict[_Key, Kept]] = weakref.WeakKeyDictionary()
_kept_by_code: dict[types.CodeType, tuple[dict[str, Any], dict[_Key, Kept]]] = {}


def kept_for(function: types.FunctionType, key: _Key) -> Kept:
    """What has been made for a function already: `grad(f)(x)` in a loop asks for the same again and again.

    It lives as long as the function does.  Of functions that were taken apart and capture nothing any more, those with the same
    code are the same: `f` may be a closure that is made anew each time.
    """
    if function.__code__ in REWRITTEN and not (function.__closure__ or function.__defaults__ or function.__kwdefaults__):
        space, kept = _kept_by_code.get(function.__code__, (None, {}))
        if space is not function.__globals__:
            kept = {}
            _make_room(_kept_by_code, function.__code__)
            _kept_by_code[function.__code__] = function.__globals__, kept
    else:
        _make_room(_kept, function)
        kept = _kept.setdefault(function, {})
    return kept.setdefault(key, Kept())


def _make_room(kept: MutableMapping[Any, Any], key: Any) -> None:
    if len(kept) >= MOST_FUNCTIONS and key not in kept:
        kept.clear()


class Programs:
    """Makes the program for a call, once.

    Without `known`, kinds are not looked at.  `forget` is called when a program is made: what others relied on may have
    changed.
    """

    def __init__(self, function: types.FunctionType, form: str, tuple_result: bool, known: bool, optimise: bool,
                 forget: Callable[[], None], checkpoint: int | None = None) -> None:
        self.function, self.form, self.tuple_result = function, form, tuple_result
        self.known, self.optimise, self.checkpoint = known, optimise, checkpoint
        self.kept = kept_for(function, (form, tuple_result, known, optimise, checkpoint))
        self.forget = forget

    def of(self, function: types.FunctionType) -> Programs:
        """The same for another function."""
        return Programs(function, self.form, self.tuple_result, self.known, self.optimise, self.forget, self.checkpoint)

    def for_values(self, values: dict[str, Any], picks: list[Pick], constant: Collection[str] = ()) -> Made:
        """The program for these arguments; those that are `constant` share no memory with the others, and stay as they are."""
        kinds = kinds_of(values) if self.known else unknown_of(values)
        given = {label: value for label, value in values.items() if label not in constant} if constant else values
        arrays = [v for v in living(given.values()) if isinstance(v, np.ndarray)]
        alias = overlap(arrays) or _repeated(given) or shares_memory(given)
        return self.for_kinds(kinds, picks, alias, names_of_values(values.values()))

    def for_kinds(self, kinds: dict[str, Kind], picks: list[Pick], alias: bool, own: frozenset[str] = frozenset()) -> Made:
        """The program for arguments of these kinds; `alias`: which may share memory; `own`: see `Request`."""
        wanted = tuple(dict.fromkeys(name for name, _ in picks))
        request = Request(self.form, tuple(kinds.items()), wanted, self.tuple_result or len(wanted) > 1,
                          own=own, params_alias=alias, optimise=self.optimise, checkpoint=self.checkpoint)
        kept = self.kept
        made = kept.made.get(request)
        if made is not None and made.holds():
            return made
        with kept.lock:
            made = kept.made.get(request)
            if made is None or not made.holds():
                made = make(self.function, request, dispatch.EXTERNS)
                made.entry = next(iter(made.functions.values()))
                kept.made[request] = made
                self.forget()
        return made


def target_of(fun: Any) -> types.FunctionType | None:
    """The Python function whose source is to be differentiated, if the callable is one."""
    if isinstance(fun, types.MethodType):
        fun = fun.__func__
    fun = fun if lookup(fun) is not None else without_checkpoint(fun)
    return fun if isinstance(fun, types.FunctionType) and lookup(fun) is None else None


def overlap(arrays: list[np.ndarray[Any, Any]]) -> bool:
    """Whether any two arrays share memory."""
    return any(np.may_share_memory(a, b) and np.shares_memory(a, b) if a is not b else True
               for k, a in enumerate(arrays) for b in arrays[:k])


def _repeated(values: dict[str, Any]) -> bool:
    """Whether one list or dict is passed twice."""
    held = [id(v) for v in living(values.values()) if isinstance(v, list | dict)]
    return len(set(held)) < len(held)
