"""`reduce`, `accumulate`, `reduceat`, `outer` and `at` of every ufunc that has a rule."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tangentish.rules.registry import RULES
from tests.rules.lines import X, check_lines, each

BINARY = sorted({ufunc.__name__ for ufunc in RULES if isinstance(ufunc, np.ufunc) and getattr(np, ufunc.__name__, None) is ufunc
                 and (ufunc.nin, ufunc.nout, ufunc.signature) == (2, 1, None) and RULES[ufunc].kind != "zero"
                 and "dd->d" in ufunc.types and ufunc is not np.ldexp})
REORDERABLE = sorted(set(BINARY) & {"add", "multiply", "maximum", "minimum", "fmax", "fmin", "logaddexp", "logaddexp2", "hypot"})
ALL = ["np.{}.reduce(v)", "np.{}.reduce(v, axis=1, keepdims=True)", "np.{}.accumulate(v, 1)", "np.{}.accumulate(v[0])",
       "np.{}.reduceat(v, [0, 2, 1], axis=1)", "np.{}.outer(v[0], v[1:])",
       "np.{}.at(v, ([0, 1, 0], [1, 1, 1]), v[0, :3])\nv"]
SOME = ["np.{}.reduce(v, axis=(0, 1))", "np.{}.reduce(v, None)", "np.{}.reduce(v, axis=0, initial=0.25, where=v > 0)",
        "np.{}.reduce(v, 0, None, None, True, 0.5)", "o = np.empty(4)\nnp.{}.reduce(v, 0, None, o)\no * o",
        "o = np.empty((3, 4))\nnp.{}.accumulate(v, 0, None, o)\no * o",
        "o = np.empty((3, 3))\nnp.{}.reduceat(v, [0, 2, 1], 1, None, o)\no * o",
        "o = np.empty((4, 4))\nnp.{}.outer(v[0], v[1], out=o)\no * o", "np.{}.reduce(v, 0, dtype=float)",
        "np.{}.reduce(v, axis=-1, initial=v[0, 0])", "f = np.{}.reduce\nf(v, 1)", "functools.reduce(np.{}, v)"]
OTHERS = [
    "np.negative.at(x, [0, 0, 1])\nx", "np.exp.at(x, ([0, 1], [1, 1]))\nx",
    "np.add.at(x, (slice(None), [0, 0]), x[:, :2] * 2.0)\nx", "np.subtract.at(x, [0, 0], x[1])\nx", "np.add.at(x, 0, 1.0)\nx * x",
    "np.add.reduce([x[0], x[1]])", "np.add.reduce(array=x, axis=1)", "np.add.reduce(x, axis=())",
    "np.add.outer(x[0], [x[0, 0], x[1, 1]])", "np.logaddexp.outer(x[0], [x[0, 0], x[1, 1]])", "np.multiply.outer(x[0], x[1, 0])"]


def test_there_are_such_ufuncs() -> None:
    assert {"add", "subtract", "multiply", "divide", "power", "maximum", "fmin", "logaddexp", "hypot", "arctan2"} <= set(BINARY)


def _folds(name: str) -> bool:
    """Whether NumPy itself reduces along the last axis as defined.

    With AVX-512, NumPy 2.4 does not for `arctan2` and `power`: `np.power.reduce([0.1, 0.4, 0.7, 1.0])` is 0.1 there.
    """
    ufunc, row = getattr(np, name), np.linspace(0.1, 1.0, 5)
    return all(np.allclose(ufunc.reduce(row[:n]), functools.reduce(ufunc, row[:n])) for n in (2, 3, 4, 5))


def _programs(names: list[str], forms: list[str]) -> list[str]:
    return [f"v = {'x * x' if 'power' in name else 'x * 1.0'}\n{form.format(name)}" for name in names for form in forms
            if ".reduce" not in form or _folds(name)]


@each(_programs(BINARY, ALL) + _programs(REORDERABLE, SOME) + OTHERS)
def test_methods(text: str) -> None:
    check_lines(text, X, functools=functools)


@pytest.mark.parametrize("text", [
    "np.hypot.reduce(v[:1], axis=0)", "np.hypot.reduce(v[:1], axis=(0,), keepdims=True) * v", "np.hypot.reduce(v[:, 2:3], 1)",
    "np.hypot.reduce(v[:0], axis=0) + v", "np.exp(np.logaddexp.reduce(v[:, :0], axis=1)) + v[:, 0]",
    "np.clip(a=v, a_min=-0.5, a_max=0.5, out=np.zeros((3, 4)), where=v > -0.2)"])
def test_one_entry_and_none(text: str) -> None:
    check_lines(f"v = x * 1.0\n{text}", X, functools=functools)
