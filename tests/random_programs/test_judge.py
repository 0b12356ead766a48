"""The judge and the minimiser, tried on engines of known quality: they need no tangentish."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .engine import Derivative
from .harness import fit_source, run_seed
from .judge import Verdict, judge
from .minimise import minimise


class Refusal(Exception):
    """What the engines below raise instead of a TangentishError."""


def _numerical(program: Callable[..., Any], argnums: tuple[int, ...]) -> Derivative:
    """An engine that is right, if slow: central differences for each leaf."""

    def part(args: tuple[Any, ...], k: int, place: Any) -> float:
        def value(size: float) -> float:
            moved = copy.deepcopy(list(args))
            if place is None:
                moved[k] += size
            else:
                moved[k][place] += size
            return float(program(*moved))

        def central(size: float) -> float:
            return (value(size) - value(-size)) / (2 * size)

        return (4 * central(1e-4) - central(2e-4)) / 3  # at 1e-3 it is off by more than RTOL on steep programs

    def derivative(*args: Any) -> tuple[Any, ...]:
        bars: list[Any] = []
        for k in argnums:
            if isinstance(args[k], np.ndarray):
                bars.append(np.array([part(args, k, i) for i in np.ndindex(args[k].shape)]).reshape(args[k].shape))
            elif isinstance(args[k], list):
                bars.append([part(args, k, i) for i in range(len(args[k]))])
            else:
                bars.append(part(args, k, None))
        return tuple(bars)

    return derivative


class Numerical:
    """An engine that goes by central differences, with a fault in programs that hold `fault`."""

    def __init__(self, fault: str = "", kind: str = "") -> None:
        self.fault, self.kind = fault, kind

    def _faulty(self, program: Callable[..., Any]) -> bool:
        module = inspect.getmodule(program)
        return bool(self.fault) and module is not None and self.fault in inspect.getsource(module)

    def grad(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> Derivative:
        inner, faulty = _numerical(program, argnums), self._faulty(program)

        def derivative(*args: Any) -> tuple[Any, ...]:
            if faulty and self.kind == "crashed":
                raise KeyError("a bug")
            if faulty and self.kind == "refused":
                raise Refusal("not this")
            if faulty and self.kind == "writes":
                args[argnums[0]][...] = 0.0
            bars = inner(*args)
            if faulty and self.kind == "wrong":
                return tuple([2.0 * v + 1.0 for v in bar] if isinstance(bar, list) else 2.0 * bar + 1.0 for bar in bars)
            return bars

        return derivative

    def variants(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> dict[str, Derivative]:
        inner = self.grad(program, argnums)
        if self.kind != "variant":
            return {"same": inner}
        return {"off": lambda *args: tuple(np.asarray(bar) + 1.0 for bar in inner(*args))}

    def forward(self, program: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
        return {}

    def refusals(self) -> tuple[type[BaseException], ...]:
        return (Refusal,)


SMALL = """import numpy as np


def program(x, t):
    y = np.sin(x) * t
    x[0] = 3.0
    return np.sum(y * x)


ARGS = (np.array([0.3, 0.4]), 0.7)
ARGNUMS = (0, 1)
"""


@pytest.mark.parametrize(
    "kind, want",
    [
        ("", "right"),
        ("wrong", "wrong"),
        ("crashed", "crashed"),
        ("refused", "refused"),
        ("writes", "wrong"),
        ("variant", "wrong"),
    ],
)
def test_verdicts(kind: str, want: str) -> None:
    assert judge(SMALL, Numerical("np.sin", kind)).kind == want


@pytest.mark.parametrize("old, new", [("3.0", "np.sqrt(-1.0)"), ("x[0]", "x[9]"), ("np.sum(y * x)", "y"),
                                      ("* t", "* (t > 0.7)"), ("y = ", "y = 1.0 / np.zeros(1) * "),
                                      ("return", "while 1: pass\n    return")])
def test_unfit_programs_are_skipped(old: str, new: str) -> None:
    assert judge(SMALL.replace(old, new, 1), Numerical()).kind == "skipped"


def test_a_correct_engine_passes_on_random_programs() -> None:
    verdicts = {seed: run_seed(seed, Numerical()) for seed in range(60)}
    assert {seed: v for seed, v in verdicts.items() if v.kind not in ("right", "skipped")} == {}


@pytest.mark.parametrize("kind", ["wrong", "crashed", "refused"])
def test_minimise(kind: str) -> None:
    engine, count = Numerical(".T", kind), 0
    for seed in range(40):
        text = fit_source(seed)[0]
        if text is None or ".T" not in text or judge(text, engine).kind != kind:
            continue
        small = minimise(text, engine, seconds=20)
        verdict: Verdict = judge(small, engine)
        assert (verdict.kind, ".T" in small) == (kind, True)
        program = next(n for n in ast.parse(small).body if isinstance(n, ast.FunctionDef) and n.name == "program")
        assert sum(isinstance(n, ast.stmt) for n in ast.walk(program)) - 1 <= 4, small
        count += 1
        if count == 3:
            return
    raise AssertionError("no program to minimise")
