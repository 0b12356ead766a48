"""What a function reads around it, kept as it is: variables, attributes, and what the arrays and containers there hold.

A reverse sweep that runs later reads some of it once more, and has to find what the primal found.  What has changed by then is put
back for as long as the sweep takes.

>>> import numpy as np
>>> weights = np.ones(2)
>>> def weighted(x): return weights * x
>>> weighted.__module__ = "models"  # of no package
>>> kept = Surroundings(weighted)
>>> weights[0] = 5.0
>>> with kept.as_they_were():
...     print(weights)
[1. 1.]
>>> weights
array([5., 1.])
"""

from __future__ import annotations

import collections
import contextlib
import functools
import threading
import types
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from tangentish.analysis.code.code_names import around, modules_of, names_of
from tangentish.analysis.code.reach import BY_TEXT, Reach
from tangentish.class_attributes import dict_of, is_gone
from tangentish.closures import cells_of, content
from tangentish.custom import Custom
from tangentish.errors import RuleError, UnsupportedError
from tangentish.frontend.foreign import is_foreign
from tangentish.own_containers import content_of_container
from tangentish.runtime.content import ABSENT, Content, content_of, is_still, set_content
from tangentish.runtime.exchanged import exchanged, same_items

Sweep = TypeVar("Sweep", bound=Callable[..., Any])
_WRAPPED = ("primal", "__wrapped__", "pyfunc", "fun")
"""Where what wraps a function has it: derivatives, `np.vectorize`."""
_CONTAINERS = (list, dict, set, collections.deque)
_NUMBERS = (bool, int, float, complex, str, bytes)
_PLAIN = frozenset((*_NUMBERS, type(None)))
_HELD = frozenset("biufcmMSUV")
"""The kinds of arrays whose content is bytes."""
_sweeping = threading.RLock()


class Place(NamedTuple):
    """Where a value is bound: a name in the dict of a module or an object, an attribute of a class or a function, a cell."""

    holder: Any
    key: str
    value: Any

    def now(self) -> Any:
        """What is bound there by now, or `ABSENT`."""
        if isinstance(self.holder, dict):
            return self.holder.get(self.key, ABSENT)
        if isinstance(self.holder, types.CellType):
            return content(self.holder, ABSENT)
        if isinstance(self.holder, type):
            return vars(self.holder).get(self.key, ABSENT)
        return getattr(self.holder, self.key, ABSENT)

    def changed(self) -> bool:
        """Whether something else is bound there by now; a number that is equal is not."""
        now = self.now()
        if now is self.value:
            return False
        return not (type(now) is type(self.value) and type(now) in _NUMBERS and now == self.value)

    @contextlib.contextmanager
    def bound_as_it_was(self, now: Any) -> Iterator[None]:
        """The value is bound there for a while, then what is there `now`, or what was bound there meanwhile."""
        self.put(self.value)
        try:
            yield
        finally:
            if self.now() is self.value:
                self.put(now)

    def put(self, value: Any) -> None:
        """Bind a value there."""
        if isinstance(self.holder, types.CellType):
            set_content(self.holder, value)
        elif value is ABSENT:
            self.holder.pop(self.key, None) if isinstance(self.holder, dict) else delattr(self.holder, self.key)
        elif isinstance(self.holder, dict):
            self.holder[self.key] = value
        else:
            setattr(self.holder, self.key, value)


class Surroundings:
    """What a function, given other arguments than numbers and arrays, reads around it, as it is now."""

    def __init__(self, function: Any, *args: Any) -> None:
        roots = {"": function, **{str(k): arg for k, arg in enumerate(args)}}
        reach = Reach(roots, _WRAPPED)
        rules = _rules_run(function, reach)
        if rules:
            reach = Reach(roots | {f"rule {k}": rule for k, rule in enumerate(rules)}, _WRAPPED)
        self.places: list[Place] = list(_places(reach))
        self.arrays: list[tuple[Any, str, Content]] = []
        self.containers: list[tuple[Any, Any]] = []
        self._seen: dict[int, Any] = {}
        for who, label, value in reach.data:
            if who is not None:
                self._keep(value, label.lstrip("."))

    def _keep(self, x: Any, label: str) -> None:
        """Keep the content of an array or a container, and of those in it."""
        if is_gone(x) or not isinstance(x, (np.ndarray, tuple, *_CONTAINERS)) or id(x) in self._seen:
            return
        self._seen[id(x)] = x
        if isinstance(x, np.ndarray):
            while not x.flags.writeable and isinstance(x.base, np.ndarray):
                x = x.base  # what it shows can be written through that alone
            if x.dtype.kind in _HELD and not x.dtype.hasobject:
                self.arrays.append((x, label, content_of(x)))
            return
        if not isinstance(x, tuple):
            self.containers.append((x, content_of_container(x)))
        for item in [item for item in (x.values() if isinstance(x, dict) else x) if type(item) not in _PLAIN]:
            self._keep(item, label)

    def around(self, sweep: Sweep) -> Sweep:
        """A reverse sweep that meets everything as it was."""
        @functools.wraps(sweep)
        def swept(*args: Any) -> Any:
            with self.as_they_were():
                return sweep(*args)

        return cast(Sweep, swept)

    @contextlib.contextmanager
    def as_they_were(self) -> Iterator[None]:
        """Everything is as it was, and then again as it is now."""
        places = [(place, place.now()) for place in self.places if place.changed()]
        arrays = [(x, label, kept) for x, label, kept in self.arrays if not is_still(x, kept)]
        containers = [(x, then) for x, then in self.containers if not same_items(x, then)]
        if not (places or arrays or containers):
            yield
            return
        if _others_run():  # they would meet the values of before
            _check_numbers([*(place.key for place, now in places if _is_number(now) or _is_number(place.value)),
                            *(label for _, label, _ in arrays)])
            yield
            return
        for x, label, _ in arrays:
            if not x.flags.writeable:
                raise UnsupportedError(f"the array `{label}`, which the function reads, was overwritten since `vjp` was called, "
                                       "then made read-only.\nPass it as an argument.")
        with _sweeping, contextlib.ExitStack() as later:
            for place, now in places:
                later.enter_context(place.bound_as_it_was(now))
            for x, then in [*((x, kept.copy) for x, _, kept in arrays), *containers]:
                later.enter_context(exchanged(x, then))
            yield


def _rules_run(function: Any, reach: Reach) -> list[Any]:
    """The functions of what has a derivative of the user's own: that is code of theirs, which the reverse sweep runs."""
    named = [function, *(value for one in reach.functions for value in around(one).values())]
    found: list[Any] = []
    for value in named:
        if isinstance(value, Custom):
            with contextlib.suppress(RuleError):  # one that has none, which was not called then
                found += value.functions()
    return found


def _places(reach: Reach) -> Iterator[Place]:
    """Where code that may run finds what it names."""
    for function in reach.functions:
        names = names_of(function.__code__)
        yield from _bound(function.__globals__, names)
        for module in _modules([*modules_of(function).values(), *around(function).values()], names):
            yield from _bound(vars(module), names)
        yield from [Place(cell, name, cell.cell_contents) for name, cell in cells_of(function).items()
                    if content(cell, ABSENT) is not ABSENT]
        for key in ("__defaults__", "__kwdefaults__"):
            if getattr(function, key):
                yield Place(function, key, getattr(function, key))
        yield from _bound(vars(function), reach.names)
    every = not BY_TEXT.isdisjoint(reach.names)
    for owner in reach.objects.values():
        held = dict_of(owner)
        if isinstance(held, dict):
            yield from _bound(held, list(held) if every else reach.names)
    yield from [Place(owner, slot, value) for owner, slot, value in reach.slots]
    for cls in reach.classes():
        yield from [Place(base, key, value) for base in cls.__mro__ if not is_foreign(base.__module__)
                    for key, value in vars(base).items() if key in reach.names]


def _modules(values: Iterable[Any], names: Collection[str]) -> list[types.ModuleType]:
    """The modules among some values, and those that are had from them by attributes with these names."""
    found: dict[int, types.ModuleType] = {}
    left = list(values)
    while left:
        value = left.pop()
        if isinstance(value, types.ModuleType) and not is_foreign(value.__name__) and id(value) not in found:
            found[id(value)] = value
            left += [vars(value)[name] for name in names if name in vars(value)]
    return list(found.values())


def _bound(space: dict[str, Any], names: Iterable[str]) -> list[Place]:
    """The places of some names in a dict."""
    return [Place(space, name, space[name]) for name in names if name in space]


def _is_number(value: Any) -> bool:
    return isinstance(value, float | complex | str | np.inexact)


def _others_run() -> bool:
    """Whether threads of the user's run beside this one: those that serve a program in the background do not count."""
    own = threading.current_thread()
    return any(thread is not own and not thread.daemon for thread in threading.enumerate())


def _check_numbers(labels: list[str]) -> None:
    """Refuse a reverse sweep that may read numbers that have changed and cannot be put back."""
    if labels:
        raise UnsupportedError(f"`{labels[0]}`, which the function reads, was changed since `vjp` was called.  While other threads "
                               "run, it cannot be\nput back for the reverse sweep.  Pass it as an argument.")
