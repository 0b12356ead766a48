"""One case: its verdict, from central differences along a random direction."""

from __future__ import annotations

import ast
import copy
import inspect
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.oracle import assert_same, directional, inner, random_like, step
from tests.random_programs.modules import loaded

from .case import Case

ATOL = 1e-8
POINTS = (Path(__file__).parent / "points.py").read_text()
PROGRAM = """
def weighted(result):
    result = np.asarray(result)
    weights = (1.0 + 0.5 * np.cos(np.arange(float(result.size)))).reshape(result.shape)
    return np.sum(weights * result)

def program({names}):
    return weighted({call})
"""

Verdict = tuple[str, str]
"""'right', 'wrong', 'refused', 'crashed' or 'unfit' (the case itself is at fault), and why."""
WORST = ("refused", "crashed", "wrong")  # comes last


def judge(setup: str, case: Case) -> Verdict:
    """The verdict on a case in an area with this setup; what it changes, it changes in this process."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            with loaded(_text(setup, case), "survey") as module:
                return _compare(module, case)
        except Exception as error:
            return "unfit", _line(error)


def _text(setup: str, case: Case) -> str:
    """The module of a case."""
    at = f"dict({case.at})"
    names = ", ".join(str(keyword.arg) for keyword in ast.parse(at).body[0].value.keywords)
    return "\n".join([POINTS, setup, case.setup, f"AT = {at}", PROGRAM.format(names=names, call=case.call)])


def _compare(module: types.ModuleType, case: Case) -> Verdict:
    import tangentish

    program, args = module.program, copy.deepcopy(tuple(module.AT.values()))  # that share no memory
    argnums = tuple(range(len(args)))
    directions = tuple(random_like(arg, np.random.default_rng(k)) for k, arg in enumerate(args))
    want, other = (directional(program, args, argnums, directions, size * case.size) for size in (1.0, 1.7))
    if not abs(want - other) <= 0.1 * (ATOL + case.rtol * max(1.0, abs(want))):
        return "unfit", f"not smooth: {want!r}, {other!r}"
    if not abs(_bend(program, args, directions, case.size)) <= 1e-3 * max(1.0, abs(want)):
        return "unfit", "a corner at the point itself"
    if want == 0.0:
        return "unfit", "its derivative is zero"

    def reverse() -> float:
        bars = tangentish.grad(program, argnums)(*args)
        return float(sum(inner(bar, direction) for bar, direction in zip(bars, directions, strict=True)))

    def forward() -> float:
        return float(tangentish.jvp(program, args, directions)[1])

    before = copy.deepcopy(args)
    verdicts = []
    for mode in (reverse, forward):
        try:
            got = mode()
            assert_same(args, before)
        except tangentish.TangentishError as error:
            verdicts.append(("refused", f"{mode.__name__}: {_line(error)}"))
        except Exception as error:
            verdicts.append(("crashed", f"{mode.__name__}: {_line(error)}"))
        else:
            if not abs(got - want) <= ATOL + case.rtol * max(abs(got), abs(want), 1.0):
                verdicts.append(("wrong", f"{mode.__name__}: got {got!r}, want {want!r}"))
    return max(verdicts, key=lambda verdict: WORST.index(verdict[0]), default=("right", ""))


def _bend(program: Callable[..., float], args: tuple[Any, ...], directions: tuple[Any, ...], size: float) -> float:
    """The slope on one side less that on the other, which central differences do not see."""
    at = [float(program(*(step(arg, direction, k * size / 8) for arg, direction in zip(args, directions, strict=True))))
          for k in range(-2, 3)]
    return ((-3.0 * at[2] + 4.0 * at[3] - at[4]) - (3.0 * at[2] - 4.0 * at[1] + at[0])) / (size / 4)


def _line(error: BaseException) -> str:
    """An error in a line, with where it was raised."""
    frame = inspect.trace()[-1] if error.__traceback__ is not None else None
    where = f" [{Path(frame.filename).name}:{frame.lineno}]" if frame else ""
    return f"{type(error).__name__}: {' | '.join(str(error).splitlines())}{where}"
