"""Calls of functions with a derivative of the user's: those of `custom_vjp` and `custom_jvp`, in reverse mode."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.analysis.writes.rule_effects import written_places
from tangentish.custom import Arguments, CustomJvp, CustomVjp, custom_jvp, custom_vjp
from tangentish.custom.checks import BARS, KEPT, MOVED, check_results, check_tangent, checked_bar
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.dispatch.rule_calls import (
    active_places,
    called_with_copies,
    refuse_captured,
    refuse_held,
    separate,
    unwritten,
)
from tangentish.errors import RuleError
from tangentish.leaves import leaves
from tangentish.own_containers import sequence_like
from tangentish.rules.helpers.checks import described, like
from tangentish.runtime import copied, filled, own, unbroadcast
from tangentish.shadows import Shadows

MAKERS = (custom_vjp, custom_jvp, CustomVjp, CustomJvp, CustomVjp.defvjp, CustomJvp.defjvp, CustomJvp.defjvps)
"""What is called to make a custom function; no derivative flows through that."""


def made(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A call that makes a custom function, or says what its derivative is."""
    if not any(function is maker for maker in MAKERS):
        return None
    refuse_captured(function, wrt, args, keywords)
    return function(*args, **keywords), Nothing(len(args))


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A call of a custom function."""
    if not isinstance(function, CustomVjp | CustomJvp):
        return None
    given = function.arguments(args, keywords)
    active = active_places(function, given, wrt, keywords)
    if not active:
        return function(*args, **keywords), Nothing(len(args))
    refuse_held(function, wrt)
    for custom, constants in _rules_running():
        if custom is function:  # called by its own rule: with the primals it is constant, else the rule would never end
            if all(any(value is one for one in constants) for value in given.values):
                return function(*args, **keywords), Nothing(len(args))
            return primal(function.fun, wrt, *args, **keywords)
    record = _Pullback if isinstance(function, CustomVjp) else _Transposed
    return record.of(function, given, active, len(args))


_running = contextvars.ContextVar[tuple[tuple[Any, tuple[Any, ...]], ...]]("running", default=())


def _rules_running() -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """The custom functions whose rules are being transposed, with the arguments that these were called with."""
    return _running.get()


@contextlib.contextmanager
def inside(custom: CustomJvp, values: tuple[Any, ...]) -> Iterator[None]:
    """While the rule of a function is called with what is differentiated."""
    token = _running.set((*_running.get(), (custom, values)))
    try:
        yield
    finally:
        _running.reset(token)


class _Call(Record):
    """A call of a custom function; `pull` gives the cotangents of the arguments that are not named by nondiff_argnums."""

    def __init__(self, ans: Any, given: Arguments, active: list[int], count: int) -> None:
        self.ans, self.given, self.active, self.count = ans, given, active, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        """The cotangents, as they belong to the arguments of the call."""
        ans_bar = shadows.collect(self.ans, ans_bar)
        bars = self.pull(filled(ans_bar, self.ans))
        found = {}
        for k in self.active:
            value, bar = self.given.values[k], bars[k]
            if bar is not None and isinstance(value, np.ndarray | np.generic | float | complex):
                bar = own(unbroadcast(bar, value))
            found[self.given.places[k]] = bar
        return Parts([found.get(k) for k in range(self.count)], {k: v for k, v in found.items() if isinstance(k, str)})

    def pull(self, ans_bar: Any) -> dict[int, Any]:
        """The cotangents of the active arguments by their places."""
        raise NotImplementedError


class _Pullback(_Call):
    """A call of a function with `custom_vjp`: `fwd` has been called, `bwd` is going to be."""

    custom: CustomVjp
    residuals: Any

    @staticmethod
    def of(custom: CustomVjp, given: Arguments, active: list[int], count: int) -> tuple[Any, Record]:
        fwd, _ = custom.rules()
        with unwritten(fwd, custom, given.values):
            found = fwd(*given.values, **given.named)
        check_results(found, 2, fwd, KEPT)
        ans, residuals = found
        ans = separate(ans, custom, given.values)
        record = _Pullback(ans, given, active, count)
        record.custom, record.residuals = custom, residuals
        return ans, record

    def pull(self, ans_bar: Any) -> dict[int, Any]:
        custom = self.custom
        _, bwd = custom.rules()
        constants, _ = custom.split(self.given.values)
        places = [k for k in range(len(self.given.values)) if k not in custom.nondiff]
        bars = called_with_copies(bwd, (*constants, self.residuals, ans_bar))
        check_results(bars, len(places), bwd, BARS)
        found = dict(zip(places, bars, strict=True))
        return {k: checked_bar(found[k], like(self.given.values[k]), self.given.labels[k], bwd) for k in self.active}


class _Transposed(_Call):
    """A call of a function with `custom_jvp`: its rule has been called, and is reversed with respect to its tangents."""

    custom: CustomJvp
    tangents: tuple[Any, ...]
    result: Any
    along: Any
    inner: Record

    @staticmethod
    def of(custom: CustomJvp, given: Arguments, active: list[int], count: int) -> tuple[Any, Record]:
        rule = custom.jvp_rule()
        if given.named:
            raise RuleError(f"`{custom.__name__}` was called with arguments that can only be passed by keyword "
                            f"({', '.join(given.named)}), and {described(rule)} has no place for them")
        constants, primals = custom.split(given.values)
        places = [k for k in range(len(given.values)) if k not in custom.nondiff]
        # of a linear function the tangents at which it is transposed do not matter; with ones it can be checked
        tangents = tuple(unit_like(value) if k in active else zero_like(value) for k, value in zip(places, primals, strict=True))

        values = (*constants, primals, tangents)
        with unwritten(rule, custom, values[:-1]), inside(custom, given.values):
            result, inner = primal(rule, (len(values) - 1,), *values)
        check_results(result, 2, rule, MOVED)
        ans, along = result
        check_tangent(along, ans, rule)
        if len(values) - 1 in written_places(rule, len(values)):
            along = copied(along)  # it may be a tangent that the rule wrote into, which the reverse undoes
        record = _Transposed(separate(ans, custom, given.values), given, active, count)
        record.custom, record.tangents, record.result, record.along, record.inner = custom, tangents, result, along, inner
        return record.ans, record

    def pull(self, ans_bar: Any) -> dict[int, Any]:
        table = Shadows()
        table.add(self.result, None, (None, own(ans_bar)))
        parts = self.inner.reverse(None, table)
        bars = table.collect(self.tangents, parts.values[-1])
        table.finish()
        custom = self.custom
        places = [k for k in range(len(self.given.values)) if k not in custom.nondiff]
        found = dict(zip(places, bars, strict=True))
        self.check_linear(ans_bar, [found[k] for k in self.active])
        return {k: found[k] for k in self.active}

    def check_linear(self, ans_bar: Any, bars: list[Any]) -> None:
        """A linear rule is its own derivative: along ones it gives what its transpose says."""
        forward, scale = _product(ans_bar, self.along)
        backward, other = _product(bars, [unit_like(self.given.values[k]) for k in self.active])
        if np.isfinite([forward, backward]).all() and abs(forward - backward) > 0.01 * (scale + other) + 1e-300:
            raise RuleError(f"{described(self.custom.jvp_rule())} is not linear in its tangents, so it has no transpose.\n"
                            "Its tangent has to be a sum of products of one tangent each with what depends on primals alone.")


def _product(left: Any, right: Any) -> tuple[float, float]:
    """The inner product of two values of the same structure, and that of their absolute values."""
    other = dict(leaves(right))
    pairs = [(np.real(np.asarray(one) * other[path])) for path, one in leaves(left)
             if path in other and isinstance(one, np.ndarray | np.generic | float | complex)]
    return float(sum(np.sum(part) for part in pairs)), float(sum(np.sum(np.abs(part)) for part in pairs))


def unit_like(x: Any) -> Any:
    """A tangent of ones for a value, of the structure of the value; for an object a dict of its attributes."""
    return _tangent_like(x, 1.0)


def zero_like(x: Any) -> Any:
    """A tangent of zeros for a value, as `unit_like` has ones; None for what can have none."""
    return _tangent_like(x, 0.0)


def _tangent_like(x: Any, entry: float) -> Any:
    if isinstance(x, np.ndarray):
        return np.full(x.shape, entry if x.dtype.kind in "fc" else 0.0, x.dtype if x.dtype.kind in "fc" else float)
    if isinstance(x, np.inexact | float | complex):
        return type(x)(entry)
    if isinstance(x, int | np.integer | np.bool_):
        return 0.0
    if isinstance(x, list | tuple):
        return sequence_like(x, [_tangent_like(item, entry) for item in x])
    if isinstance(x, dict):
        return {key: _tangent_like(item, entry) for key, item in x.items()}
    if like(x) is None:
        return None
    return {key: _tangent_like(item, entry) for key, item in vars(x).items()}


__all__ = ["called", "made", "unit_like", "zero_like"]
