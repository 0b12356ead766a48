"""Is a program fit for a comparison, and is its derivative right?"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import signal
import threading
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.oracle import assert_same, directional, inner, random_like

from .engine import Engine, Tangentish
from .modules import loaded

RTOL, ATOL = 1e-5, 1e-7  # against central differences
VARIANT_RTOL, VARIANT_ATOL = 1e-7, 1e-9  # between variants of the same derivative
DIRECTIONS = 2
RUN_SECONDS, GRAD_SECONDS = 1.5, 20.0


@dataclasses.dataclass(frozen=True)
class Verdict:
    """'right', 'wrong', 'crashed' (an exception, or no end), 'refused' (TangentishError) or 'skipped' (unfit)."""

    kind: str
    detail: str = ""
    signature: str = ""  # what stays the same while a failure is minimised

    @property
    def failed(self) -> bool:
        return self.kind in ("wrong", "crashed")

    def same(self, other: Verdict) -> bool:
        return (self.kind, self.signature) == (other.kind, other.signature)


class Unfit(Exception):
    """The program says nothing about a derivative: it raises, warns, grows, or has a kink nearby."""


class TooSlow(BaseException):
    """A BaseException, so that no `except Exception` in what is judged swallows it."""


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` after so many seconds of the processor's time: whatever else the machine does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise TooSlow(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def _strict() -> Iterator[None]:
    """Warnings of arithmetic are errors; `np.errstate` and the warning filters are put back."""
    with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)
        yield


Wanted = list[tuple[tuple[Any, ...], float]]


def examine(module: types.ModuleType) -> Wanted:
    """Random directions, and the derivative of the program along each by central differences; or `Unfit`."""
    args, argnums = module.ARGS, module.ARGNUMS

    def program(*moved: Any) -> Any:
        """The oracle's steps turn a 0-d array into a NumPy scalar; here it is an array again."""
        return module.program(
            *(np.asarray(m) if isinstance(a, np.ndarray) else m for m, a in zip(moved, args, strict=True))
        )

    try:
        with _strict(), _within(RUN_SECONDS):
            value = program(*copy.deepcopy(args))
            if np.shape(value) != () or not np.isfinite(value) or abs(value) > 1e3:
                raise Unfit(f"its value is {value!r}")
            if program(*copy.deepcopy(args)) != value:
                raise Unfit("a second call gives another value")
            rng = np.random.default_rng(0)
            wanted = []
            for _ in range(DIRECTIONS):
                directions = tuple(random_like(args[k], rng) for k in argnums)
                near = directional(program, args, argnums, directions, 1e-3)
                far = directional(program, args, argnums, directions, 2e-3)
                # also nearly half as far again, so that a kink cannot hide between the points of both
                other = directional(program, args, argnums, directions, 1.3e-3)
                scale = max(1.0, abs(near))
                if not max(abs(near - far), abs(near - other)) <= 1e-6 * scale or abs(near) > 1e4:
                    raise Unfit(f"not smooth: {near!r}, {other!r}, {far!r}")
                wanted.append((directions, near))
            return wanted
    except Unfit:
        raise
    except (Exception, TooSlow) as error:
        raise Unfit(f"{type(error).__name__}: {error}") from error


def _state(module: types.ModuleType) -> dict[str, Any]:
    return {key: copy.deepcopy(value) for key, value in vars(module).items()
            if isinstance(value, (np.ndarray, float, int, list, dict, tuple)) and not key.startswith("__")}


def _close(left: Any, right: Any) -> bool:
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(_close, left, right))
    return np.shape(left) == np.shape(right) and np.allclose(left, right, rtol=VARIANT_RTOL, atol=VARIANT_ATOL)


def _compare(module: types.ModuleType, wanted: Wanted, engine: Engine) -> str:
    """What is wrong with the derivative, in words that say where; empty if nothing is."""
    program, args, argnums = module.program, module.ARGS, module.ARGNUMS
    before, state = copy.deepcopy(args), _state(module)
    derivative = engine.grad(program, argnums)
    bars = derivative(*args)
    first = copy.deepcopy(bars)
    try:
        assert_same(args, before)
    except AssertionError:
        return "arguments changed"
    for directions, want in wanted:
        try:
            got = sum(inner(bar, d) for bar, d in zip(bars, directions, strict=True))
        except (AssertionError, KeyError, TypeError, ValueError) as error:
            return f"structure: {type(error).__name__}: {error}"
        if not abs(got - want) <= ATOL + RTOL * max(abs(want), abs(got)):
            return f"value: got {got!r}, want {want!r}"
    if not _close(derivative(*args), first):
        return "second call: another result"
    for name, forward in engine.forward(program).items():
        directions, want = wanted[0]
        tangents: list[Any] = [None] * len(args)
        for k, direction in zip(argnums, directions, strict=True):
            tangents[k] = direction
        got = np.asarray(forward(args, tuple(tangents))[1])
        if not abs(float(got) - want) <= ATOL + RTOL * max(abs(want), abs(float(got))):
            return f"forward {name}: got {got!r}, want {want!r}"
    for name, variant in engine.variants(program, argnums).items():
        result = variant(*args)
        if not _close(result, first):
            return f"variant {name}: {result!r}, want {first!r}"
    try:
        assert_same(args, before)
        assert_same(_state(module), state)
    except AssertionError:
        return "arguments or globals changed"
    return ""


def judge(text: str, engine: Engine | None = None, label: str = "program") -> Verdict:
    """The verdict on the module with this source."""
    try:
        with loaded(text, label) as module:
            return judge_module(module, engine)
    except (Exception, TooSlow) as error:  # the module itself does not load (a minimiser's attempt, say)
        return Verdict("skipped", f"{type(error).__name__}: {error}")


def judge_module(module: types.ModuleType, engine: Engine | None = None) -> Verdict:
    """The verdict on the program of a module."""
    engine = engine or Tangentish()
    try:
        wanted = examine(module)
    except Unfit as error:
        return Verdict("skipped", str(error))
    try:
        with _strict(), _within(GRAD_SECONDS):
            wrong = _compare(module, wanted, engine)
    except (Exception, TooSlow) as error:
        return _fault(error, engine)
    return Verdict("wrong", wrong, wrong.split(":")[0]) if wrong else Verdict("right")


def _fault(error: BaseException, engine: Engine) -> Verdict:
    first = (str(error).splitlines() or [""])[0]
    try:
        refused = isinstance(error, engine.refusals())
    except (ImportError, AttributeError):
        refused = False
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if "tangentish" in file and "random" not in file:
            place = f"{file.rsplit('/', 1)[-1]}:{trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    kind = "refused" if refused else "crashed"
    where = f" [{place}]" if place else ""
    return Verdict(
        kind, f"{type(error).__name__}: {error if refused else first}{where}", f"{type(error).__name__}{where}"
    )
