"""A function that is run several times for one derivative: each run should be the same.

A Jacobian of which every column takes a run, `f` of which counts its calls (`self.n += 1`), would be that of as many functions
as there are columns.  So what `f` writes into is put back before each run but the first, and results that differ are refused.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.analysis.code.drawing import binds_variables, draws_nothing, may_draw, takes_items
from tangentish.analysis.writes.effects import effects_now, effects_of
from tangentish.derivative.arguments import label_of
from tangentish.derivative.programs import target_of
from tangentish.errors import UnsupportedError
from tangentish.leaves import leaves
from tangentish.runtime import copied
from tangentish.runtime.content import global_random, same_random, set_global_random
from tangentish.snapshots import State

_DATA = (int, float, complex, np.ndarray, np.generic)


class Repeated:
    """Runs of `fun` with the same arguments: `begins` is called before each of them, `check` with what it gave.

    Where there will be more than one, `several` is called before the first: the global random generators are noted then.

    >>> class Counter:
    ...     runs = 0
    ...     def scaled(self, x):
    ...         self.runs += 1
    ...         return self.runs * x
    >>> counter = Counter()
    >>> runs = Repeated(counter.scaled, (2.0,))
    >>> runs.several()
    >>> for _ in range(3):
    ...     runs.begins()
    ...     print(counter.scaled(2.0))
    2.0
    2.0
    2.0
    """

    def __init__(self, fun: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.fun, self.args, self.count = fun, args, 0
        self.random: tuple[Any, Any] | None = None
        self.draws = False
        self.first: Any = None
        self.state, self.lost = _state_before(fun, args)
        self.draws_nothing = draws_nothing(fun) and all(isinstance(arg, _DATA) for arg in args)
        self.takes_items = not self.draws_nothing and takes_items(fun)

    def several(self) -> None:
        """Note what even runs that write nothing may change."""
        if self.random is None and not self.draws_nothing:
            self.random = global_random()

    def begins(self) -> None:
        """Make everything as it was before the first run."""
        if self.count > 0 and self.state is not None:
            self.state.restore()
        if self.random is not None:
            self.draws = self.draws or (self.count == 1 and not same_random(self.random, global_random()))
            if self.draws:
                set_global_random(self.random)
        self.count += 1

    def apart(self, run: Callable[[], Any]) -> Any:
        """What a run gives that begins as the first did, and leaves everything as it is now."""
        def again() -> Any:
            self.begins()
            return run()

        return left_as_it_is(self.fun, self.args, again)

    def compare(self) -> None:
        """Refuse it before the runs, of which nobody sees what they give, where what it changes cannot be put back."""
        for _ in range(2 if self.lost else 0):
            self.begins()
            self.check(self.fun(*copied(self.args)))

    def check(self, ans: Any) -> None:
        """Refuse a function that gives something else than in its first run."""
        if self.first is None:
            self.first = copied([ans])[0]
        else:
            check_same(self.fun, self.first, ans)


def left_as_it_is(fun: Callable[..., Any], args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
    """What a run of a function gives, of which nobody should notice anything else.

    >>> noted = []
    >>> left_as_it_is(noted.append, (2.0,), lambda: noted.append(2.0)), noted
    (None, [])
    """
    state, _ = _state_before(fun, args)
    try:
        return run()
    finally:
        if state is not None:
            state.restore()


def check_same(fun: Callable[..., Any], first: Any, again: Any) -> None:
    """Raise UnsupportedError where another run of a function has given something else than the first.

    >>> check_same(len, (1.0, np.ones(2)), (1.0, np.ones(2)))
    >>> try: check_same(len, 1.0, 2.0)
    ... except UnsupportedError: print("refused")
    refused
    """
    pairs = zip(leaves(first), leaves(again), strict=False)
    if any(_differ(np.asarray(before), np.asarray(now)) for (_, before), (_, now) in pairs):
        raise differs(fun)


def differs(fun: Callable[..., Any]) -> UnsupportedError:
    """The refusal of a function that does something else when it runs again."""
    return UnsupportedError(
        f"{label_of(fun)} gives another result when it is called again with the same arguments, and a derivative "
        "that takes several runs of it would be of several functions.\n"
        "Pass what changes (a counter, an iterator, a random generator) as an argument that each call makes anew, "
        "or use grad or jvp, or the pullback of vjp once, which run it once.")


def _differ(before: Any, now: Any) -> bool:
    """Whether numbers differ by more than programs that round in another order do."""
    if before.dtype.kind not in "fciub" or now.dtype.kind not in "fciub":
        return False
    near = 1e-3 if np.float32 in (before.dtype, now.dtype) else 1e-7
    return before.shape != now.shape or not np.allclose(before, now, rtol=near, atol=0.0, equal_nan=True)


def _state_before(fun: Callable[..., Any], args: tuple[Any, ...]) -> tuple[State | None, bool]:
    """The state of what a function may write into, but for arguments that are arrays, which each run gets copies of.

    None if it writes nothing, and where it cannot be kept, which is said then: whether that matters shows in what the runs give.
    """
    function = target_of(fun)
    writes = function is None or (effects_of(function).any_writes and effects_now(function).any_writes)
    if not writes and (draws_nothing(function) or not (may_draw(function) or binds_variables(function))):
        return None, False
    with contextlib.suppress(Exception):  # objects of others' classes may raise whatever they like when they are looked at
        return State(fun, *(arg for arg in args if not isinstance(arg, np.ndarray))), False
    return None, True
