"""The programs made for one function, each for the kinds of the arguments it was called with."""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from tangentish import dispatch
from tangentish.analysis.kinds import Kind, kinds_of, unknown_of
from tangentish.analysis.own_names import names_of_values
from tangentish.checkpointing import without_checkpoint
from tangentish.derivative.arguments import Pick
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.rules.registry import lookup
from tangentish.runtime import shares_memory


class Programs:
    """Makes the program for a call, once.

    Without `known`, kinds are not looked at.  `forget` is called when a program is made: what others relied on may have
    changed.
    """

    def __init__(self, function: types.FunctionType, form: str, tuple_result: bool, known: bool, optimise: bool,
                 forget: Callable[[], None], checkpoint: int | None = None) -> None:
        self.function, self.form, self.tuple_result = function, form, tuple_result
        self.known, self.optimise, self.checkpoint = known, optimise, checkpoint
        self.made: dict[Request, Made] = {}
        self.forget = forget
        self.lock = threading.RLock()

    def of(self, function: types.FunctionType) -> Programs:
        """The same for another function."""
        return Programs(function, self.form, self.tuple_result, self.known, self.optimise, self.forget, self.checkpoint)

    def for_values(self, values: dict[str, Any], picks: list[Pick], constant: Collection[str] = ()) -> Made:
        """The program for these arguments; those that are `constant` share no memory with the others, and stay as they are."""
        kinds = kinds_of(values) if self.known else unknown_of(values)
        given = {label: value for label, value in values.items() if label not in constant} if constant else values
        arrays = [v for v in given.values() if isinstance(v, np.ndarray)]
        alias = overlap(arrays) or _repeated(given) or shares_memory(given)
        return self.for_kinds(kinds, picks, alias, names_of_values(values.values()))

    def for_kinds(self, kinds: dict[str, Kind], picks: list[Pick], alias: bool, own: frozenset[str] = frozenset()) -> Made:
        """The program for arguments of these kinds; `alias`: which may share memory; `own`: see `Request`."""
        wanted = tuple(dict.fromkeys(name for name, _ in picks))
        request = Request(self.form, tuple(kinds.items()), wanted, self.tuple_result or len(wanted) > 1,
                          own=own, params_alias=alias, optimise=self.optimise, checkpoint=self.checkpoint)
        made = self.made.get(request)
        if made is not None and made.holds():
            return made
        with self.lock:
            made = self.made.get(request)
            if made is None or not made.holds():
                made = make(self.function, request, dispatch.EXTERNS)
                made.entry = next(iter(made.functions.values()))
                self.made[request] = made
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
    held = [id(v) for v in values.values() if isinstance(v, list | dict)]
    return len(set(held)) < len(held)
